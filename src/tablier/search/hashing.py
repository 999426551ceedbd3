"""Keys of positions for hash tables: a multilinear hash of the words of a record."""

from __future__ import annotations

import numpy as np

from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, kernel
from tablier.engine.rng import WORD

PROBES = 16
"""Slots of a table that are probed for a key."""

LANE, HALF, KEY = (1 << 50) - 1, (1 << 27) - 1, (1 << 61) - 1  # bits of a sum, of half a key, and of a key


def hash_multipliers(game: Game) -> Buffer:
    """[2, words]: an odd random multiplier for each word that the rules read, always the same; two sums make a key."""
    random = np.random.default_rng(1989)
    return random.integers(1 << 20, 1 << 31, size=(2, game.telling_bytes // 4)) | 1


@kernel
def hash_words(words: Buffer, row: int, multipliers: Buffer, seat: int) -> int:
    """The key of the record whose words are in this row, and of the seat that is to move; never 0."""
    a, b = 0, 0
    for i in range(multipliers.shape[1]):
        word = words[row, i]
        a += word * multipliers[0, i] & LANE
        b += word * multipliers[1, i] & LANE
    return ((a >> 3 & HALF) << 32 | b >> 3 & WORD) * 4 + seat + 3 & KEY | 1 << 61


@kernel
def home_slot(key: int) -> int:
    """Where probing begins, to be taken modulo the size of the table."""
    return key ^ key >> 17 ^ key >> 37
