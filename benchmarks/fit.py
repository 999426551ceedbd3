"""Fit the weights of a game's `insight.py` to the results of games that it plays against itself.

    python -m benchmarks.fit war-of-masters --option path=leap --positions 200000 --rounds 3

Each round plays games of the greedy player with the weights found so far, now and then with a slip, and makes the
results as likely as it can. Losses are those of games that were held out. The new weights are printed, not written.

What it reads in the game's `insight.py`: FEATURES, WEIGHTS and `features(s, p, out)`. A seat's score is the sum of its
weighted features, and its share of the win the softmax of the scores. Three more kernels of `Fitted` may refine that.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple, Protocol
from unittest.mock import patch

import numpy as np

from tablier.engine import compiled as compiling
from tablier.engine import rng
from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import shortlist
from tablier.engine.kernels import Buffer, State, apply, kernel, over, pending, shares
from tablier.engine.parts import Part
from tablier.engine.registry import find
from tablier.engine.rng import below
from tablier.search.determinization import resample
from tablier.search.greedy import Beam, best_turn, new_beam
from tablier.search.playout import play_chance
from tablier.search.to_move import lowest_seat

OPENING, PLAYED, SEEN = 0, 1, 2  # what the records of `states` are for
HELD_OUT = 5  # one game in so many is kept for the losses
STEPS = 40
PULL = 1e-5  # towards the weights before, for features that these games say nothing about


class Fitted(Protocol):
    """What is read in an `insight.py`."""

    FEATURES: Sequence[str]
    WEIGHTS: Buffer

    def features(self, s: State, p: int, out: Buffer, /) -> None:
        """Write the features of a seat."""

    def variant(self, s: State, /) -> int:
        """The row of WEIGHTS for these options, where it has several."""

    def side(self, s: State, p: int, /) -> int:
        """The number of a seat's side, from 0, where seats win together: the softmax is then over sides."""

    def sure(self, s: State, p: int, /) -> float:
        """How likely the seat is to win at once, whatever else there is: the softmax shares out what is left."""


@kernel
def never(s: State, p: int) -> float:
    return 0.0


FITTED = Part[Fitted](Fitted, "insight.py", variant=lambda s: 0, side=lambda s, p: p, sure=never)


class Played(NamedTuple):
    """Positions of games, each seen from every side."""

    features: Buffer  # position, side, feature
    sure: Buffer  # position, side: won at once
    won: Buffer  # position, side: the share in the end
    games: Buffer  # position: the number of its game
    row: int  # of WEIGHTS


@compiled
def record_games(
    states: Buffer, log: Buffer, results: Buffer, slip: int, random: Buffer, beam: Beam, weights: Buffer
) -> int:
    """Play greedy games from the opening until `log` is full of positions; one action in `slip` is a random one.

    `results` keeps the number of the position's game, then each seat's parts of the win. The last game is left out if
    it was not played to its end. Return how many positions are kept.
    """
    kept, whole, games = 0, 0, 0
    while kept < len(log):
        kept = record_game(states, log, kept, slip, random, beam, weights)
        if over(states[PLAYED]):
            shares(states[PLAYED], beam.parts)
            for i in range(whole, kept):
                results[i, 0] = games
                for seat in range(len(beam.parts)):
                    results[i, 1 + seat] = beam.parts[seat]
            whole = kept
            games += 1
    return whole


@kernel
def record_game(states: Buffer, log: Buffer, kept: int, slip: int, random: Buffer, beam: Beam, weights: Buffer) -> int:
    """Play one game, and add its positions to those kept in the log, until it is full. Return how many there are."""
    s = states[PLAYED]
    states[PLAYED] = states[OPENING]
    while not over(s) and kept < len(log):
        log[kept] = s
        kept += 1
        seats = pending(s)
        if seats == 0:
            play_chance(s, random, beam.actions, weights)
        else:
            seat = lowest_seat(seats)
            apply(s, seat, choose(states, seat, slip, random, beam))
    return kept


@kernel
def choose(states: Buffer, seat: int, slip: int, random: Buffer, beam: Beam) -> int:
    """What the greedy player does in the position PLAYED, by what its seat can see; or, by a slip, anything."""
    seen = states[SEEN]
    states[SEEN] = states[PLAYED]
    resample(seen, seat, random)
    action = best_turn(seen, seat, random, beam)
    if below(random, slip) == 0:
        action = beam.actions[below(random, shortlist(seen, seat, beam.actions))]
    return action


def play(name: str, options: dict[str, object], weights: Buffer, positions: int, slip: int, seed: int) -> Played:
    """Play with these weights, in a process of its own: compiled code keeps the weights that it was compiled with."""
    game = find(name)
    known = FITTED.bind(game.package)
    known.WEIGHTS[:] = weights
    with patch.object(compiling, "cache_directory", lambda *given: None):
        log, results = logged(game, options, positions, slip, seed)
        return Played(*seen_by_sides(known, log, results), int(known.variant(log[0])))


def logged(game: Game, options: dict[str, object], positions: int, slip: int, seed: int) -> tuple[Buffer, Buffer]:
    """What `record_games` keeps."""
    settled = game.settle(options)
    seats = len(game.seats(settled))
    states, log = np.zeros(3, dtype=game.dtype), np.zeros(positions, dtype=game.dtype)
    states[OPENING] = game.open(settled)[0]
    results = np.zeros((positions, 1 + seats), dtype=np.int64)
    beam, weights = new_beam(game, seats), game.buffers()[1]
    whole = record_games(states, log, results, slip, rng.seeded("fit", seed), beam, weights)
    return log[:whole], results[:whole]


def seen_by_sides(known: Fitted, log: Buffer, results: Buffer) -> tuple[Buffer, Buffer, Buffer, Buffer]:
    """Features, sureness and share of each side in each position, and the number of its game."""
    seats = results.shape[1] - 1
    sides = [int(known.side(log[0], seat)) for seat in range(seats)]
    count = max(sides) + 1
    features, sure = np.zeros((len(log), count, len(known.FEATURES))), np.zeros((len(log), count))
    write, surely = compiled(known.features), compiled(known.sure)
    for side in range(count):
        seat = sides.index(side)
        for i in range(len(log)):
            write(log[i], seat, features[i, side])
            sure[i, side] = surely(log[i], seat)
    parts = results[:, 1:] / results[:, 1:].sum(axis=1, keepdims=True)
    won = np.stack(
        [parts[:, [seat for seat in range(seats) if sides[seat] == side]].sum(axis=1) for side in range(count)], axis=1
    )
    return features, sure, won, results[:, 0]


def expected(weights: Buffer, features: Buffer, sure: Buffer) -> tuple[Buffer, Buffer]:
    """Each side's likely share of the win, and of what is left when nobody wins at once."""
    scores = features @ weights
    left = np.exp(scores - scores.max(axis=1, keepdims=True))
    left /= left.sum(axis=1, keepdims=True)
    return sure + (1 - sure.sum(axis=1, keepdims=True)) * left, left


def loss(weights: Buffer, features: Buffer, sure: Buffer, won: Buffer) -> float:
    """The mean logarithmic loss."""
    return float(-(won * np.log(np.maximum(expected(weights, features, sure)[0], 1e-9))).sum(axis=1).mean())


def fit(weights: Buffer, features: Buffer, sure: Buffer, won: Buffer) -> Buffer:
    """The weights that make these results likeliest, by Newton's steps.

    A win that was sure says nothing about the scores: each counts by how likely it was not won at once.
    """
    start, flat = weights, features.reshape(-1, len(weights))
    for _ in range(STEPS):
        share, left = expected(weights, features, sure)
        credit = won * (1 - sure.sum(axis=1, keepdims=True)) * left / np.maximum(share, 1e-9)
        due = credit.sum(axis=1, keepdims=True) * left
        mean = (left[:, :, None] * features).sum(axis=1)
        slope = flat.T @ (credit - due).ravel() / len(won) - PULL * (weights - start)
        bend = flat.T @ (due.reshape(-1, 1) * flat) - mean.T @ (credit.sum(axis=1, keepdims=True) * mean)
        step = np.linalg.solve(bend / len(won) + PULL * np.eye(len(weights)), slope)
        weights = weights + step
        if abs(step).max() < 1e-5:
            break
    return weights


def improve(name: str, options: dict[str, object], positions: int, rounds: int, slip: int) -> None:
    """Play and fit, round after round, and print what comes of it."""
    known = FITTED.bind(find(name).package)
    table = np.atleast_2d(known.WEIGHTS).copy()
    for number in range(rounds):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
            given = table.reshape(known.WEIGHTS.shape)
            played = apart.submit(play, name, options, given, positions, slip, number).result()
        held = played.games % HELD_OUT == 0
        before = table[played.row]
        after = fit(before, played.features[~held], played.sure[~held], played.won[~held])
        tests = played.features[held], played.sure[held], played.won[held]
        print(f"Round {number + 1}: {played.games[-1] + 1} games, {len(held)} positions.", end=" ")
        print(f"Loss before {loss(before, *tests):.4f}, after {loss(after, *tests):.4f}.", flush=True)
        table[played.row] = after
    for feature, weight in zip(known.FEATURES, table[played.row], strict=True):
        print(f"{weight:10.4f}  {feature}")
    print(f"Row {played.row}: [{', '.join(f'{weight:.3f}' for weight in table[played.row])}]")


def option(word: str) -> tuple[str, str | int]:
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word}: an option is written name=value")
    return name, int(value) if value.isdecimal() else value


def main(words: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit", description="Fit a game's insight to its games.")
    parser.add_argument("game")
    parser.add_argument("--option", type=option, action="append", default=[], help="such as path=leap")
    parser.add_argument("--positions", type=int, default=100_000, help="of a round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--slip", type=int, default=10, help="one action in so many is a random one")
    told = parser.parse_args(words if words is None else list(words))
    improve(told.game, dict(told.option), told.positions, told.rounds, told.slip)


if __name__ == "__main__":
    main()
