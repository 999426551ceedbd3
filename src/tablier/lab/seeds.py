"""The seeds of games: each game of a batch has generators of its own, made of the batch's seed and the game's number.

So a game is the same in a batch of any size, on any number of threads, and whatever the others do.
"""

from __future__ import annotations

from tablier.engine.kernels import Buffer, kernel
from tablier.engine.rng import WORD

NATURE_STREAM, CHOICE_STREAM, BOT_STREAM = 0, 1, 2
"""What a generator of a game is for: nature's actions, choices that are asked for at random, and those of bots."""


@kernel
def seed_game(rng: Buffer, root: Buffer, number: int, stream: int) -> None:
    """Make `rng` the generator for a stream of the game of this number; `root` is that of the batch."""
    for i in range(4):
        word = mixed(number >> 32 & WORD ^ mixed(4 * stream + i + 1))
        rng[i] = mixed(root[i] ^ mixed(number & WORD ^ word))


@kernel
def mixed(word: int) -> int:
    """One of the 2**32 words for each, with no likeness between neighbours (Wellons' triple32)."""
    word = times(word ^ word >> 17, 0xED5A, 0xD4BB)
    word = times(word ^ word >> 11, 0xAC4C, 0x1B51)
    word = times(word ^ word >> 15, 0x3184, 0x8BAB)
    return word ^ word >> 14


@kernel
def times(word: int, high: int, low: int) -> int:
    """The lower word of a product; the factor is in halves, so that nothing exceeds 64 bits."""
    return word * low + ((word * high & 0xFFFF) << 16) & WORD
