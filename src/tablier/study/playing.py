"""How the games of a block are played: at compiled speed where bots do not think, otherwise as in the arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tablier.arena.bout import Outcome, play_out
from tablier.bots.naming import counting
from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.options import Value
from tablier.lab.batch import Batch
from tablier.lab.blocks import SEAT_BITS
from tablier.record.match import Match

PLAIN = frozenset({"greedy", "naive", "random"})
"""Bots that play at compiled speed."""

Key = tuple[int, int, int]
"""The seed of a study, the variant, and the seating: the first two decide on the dice, all three on what bots do."""


class BrokenOff(RuntimeError):
    """A game that one of our own bots ended by a fault: nothing could be said of it."""


class Played(NamedTuple):
    """Games that were played."""

    shares: Buffer  # [games, seats]
    logs: list[Buffer]  # of each game, as `Batch.log` has it


def play(game: Game, options: Mapping[str, Value], bots: Sequence[str], key: Key, first: int, last: int) -> Played:
    """The games of these numbers. The dice of a number are the same for every seating; what bots draw is not."""
    if set(bots) <= PLAIN:
        return _at_compiled_speed(game, options, bots, key, first, last)
    played = [_as_in_the_arena(game, options, bots, key, number) for number in range(first, last)]
    return Played(np.array([shares for shares, _ in played]), [log for _, log in played])


def _at_compiled_speed(
    game: Game, options: Mapping[str, Value], bots: Sequence[str], key: Key, first: int, last: int
) -> Played:
    seed, variant, _ = key
    batch = Batch(
        game, last - first, seed=_seed("dice", seed, variant), bot_seed=_seed("bots", *key), legal="none",
        bots=dict(enumerate(bots)), restart=False, threads=1, first=first, options=options,
    )  # fmt: skip
    return Played(batch.reward.astype(np.float64), [batch.log(i) for i in range(len(batch))])


def _as_in_the_arena(
    game: Game, options: Mapping[str, Any], bots: Sequence[str], key: Key, number: int
) -> tuple[tuple[float, ...], Buffer]:
    seed, variant, _ = key
    match = Match(game, seed=_seed("dice", seed, variant, number), **options)
    players = [counting(bot, game, _seed("bots", *key, number, seat)) for seat, bot in enumerate(bots)]
    outcome: Outcome = play_out(match, players)
    if not match.over:
        raise BrokenOff(f"{', '.join(bots)}: {outcome.faults[-1].what}")
    return outcome.shares, _log(match)


def _log(match: Match) -> Buffer:
    entries = [action << SEAT_BITS | seat + 1 for seat, action in match.actions]
    return np.array(entries, dtype=np.int32)


def _seed(*key: int | str) -> int:
    """A seed of its own for this key: 52 bits, as those of the arena."""
    words = rng.seeded("study", *key)
    return int(words[0]) << 20 | int(words[1]) >> 12
