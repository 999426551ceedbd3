"""Reaching positions: a random run-in from the opening, then a short tail whose every action Hypothesis chooses.

The run-in is fast and gets deep; the tail is what shrinks, so that a failure comes down to few and simple actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from math import ceil
from statistics import median
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st

from tablier.engine.compiled import compiled, enabled
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, State, apply, chances, kernel, legal, over, pending
from tablier.engine.options import Settled, Value
from tablier.engine.position import Position
from tablier.engine.rng import below, seeded
from tablier.record.match import Action, Match

T = TypeVar("T")
P = ParamSpec("P")

Draw = Callable[[st.SearchStrategy[Any]], Any]
"""Draws a value from a strategy; Hypothesis remembers it, and tries simpler ones if the example fails."""

BATCH = 10
"""Examples of one search. After so many Hypothesis mostly varies those it has had; a new search has new ones."""

SETTINGS = partial(
    settings,
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    verbosity=Verbosity.quiet,  # the game file tells it better than a list of what was drawn
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)

UNPLAYED = -99
"""Where a log of actions has not been written yet."""


def longest_run_in() -> int:
    """How many actions a run-in may have without taking long."""
    return 2000 if enabled() else 200


class NotConforming(AssertionError):
    """A game does not keep the protocol. The notes of the error tell the game that shows it."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise NotConforming(message)


@contextmanager
def noting(tell: Callable[P, str], *of: P.args, **and_of: P.kwargs) -> Iterator[None]:
    """Add what this tells to whatever goes wrong meanwhile."""
    try:
        yield
    except Exception as problem:
        problem.add_note(tell(*of, **and_of))
        raise


class Run(Match):
    """A match that is played at random, by Hypothesis' choice, or by numbers that nobody checks."""

    def __init__(self, game: Game, options: Settled) -> None:
        super().__init__(game, **dict[str, Any](options))

    @property
    def seat_numbers(self) -> range:
        return range(len(self.seats))

    @property
    def viewers(self) -> tuple[int, ...]:
        """Everybody who may look on: each seat, and a spectator."""
        return (*self.seat_numbers, PUBLIC)

    def copy(self) -> Run:
        return cast("Run", super().copy())

    def dealt(self, position: Position) -> Run:
        """This run as if it had led to another position: what is hidden was dealt otherwise."""
        other = self.copy()
        other._current = position
        return other

    def act_at_random(self, seed: int, most: int) -> None:
        """Play so many actions at random, or to the end."""
        log = np.full((most, 2), UNPLAYED, dtype=np.int64)

        def play(s: State, played: list[Action]) -> None:
            try:
                play_at_random(s, seeded("run", seed), log, *self.game.buffers())
            finally:
                played += [(int(seat), int(action)) for seat, action in log if seat != UNPLAYED]

        self.advance(play)

    def act_by_choice(self, draw: Draw) -> bool:
        """Play one action, chosen by Hypothesis. False, and nothing played, if the game is over."""
        if not self.pending:
            return False
        seat = draw(st.sampled_from(self.pending))
        actions = actions_of(self.current, seat)
        require(actions, f"{self.who(seat)} is to act, but has no action")
        self.append(seat, actions[draw(st.integers(0, len(actions) - 1))])
        return True

    def who(self, seat: int) -> str:
        return {NATURE: "nature", PUBLIC: "a spectator"}.get(seat) or self.seats[seat]

    def story(self) -> str:
        """The game file; or, where the notation cannot write it, the numbers."""
        try:
            return str(self)
        except Exception as problem:
            return f"(options {self.options}, seats and actions {self.actions}; to write them fails: {problem!r})"


def actions_of(position: Position, seat: int) -> list[int]:
    """What a seat, or nature, may do, as numbers."""
    return list(position.outcomes()) if seat == NATURE else position.actions(seat)


def some(things: Sequence[T], most: int, seed: int = 0) -> list[T]:
    """All of them; or the first, the last and others between, where there are many."""
    if len(things) <= most:
        return list(things)
    chosen = np.random.default_rng(seed).choice(np.arange(1, len(things) - 1), most - 2, replace=False)
    return [things[0], *(things[i] for i in sorted(chosen)), things[-1]]


def explore(
    game: Game,
    options: Settled,
    examine: Callable[[Run, Draw], None],
    *,
    examples: float,
    longest: int | None = None,
    tail: int = 5,
) -> None:
    """Examine many positions of a game, and bring a failure down to a simple one.

    It is the same search every time. The error's notes have the game file of the position.
    """
    typical = typical_length(game, tuple(options.items()))
    longest = typical if longest is None else min(longest, typical)
    run = Run(game, options)

    def search(choices: st.DataObject) -> None:
        nonlocal run
        run = Run(game, options)
        with noting(run.story):
            reach(run, choices.draw, longest, tail)
            examine(run, choices.draw)

    for batch in range(ceil(examples / BATCH)):
        size = min(BATCH, ceil(examples) - batch * BATCH)
        try:
            seek(search, size, seed=batch)
        except Exception as problem:  # Hypothesis shortens a run-in only as long as each shorter one fails as well
            raise first_problem(run, examine) or problem from None


def reach(run: Run, draw: Draw, longest: int, tail: int) -> None:
    """Play a run-in of at most `longest` actions, and a tail of at most `tail`."""
    length = draw(st.integers(0, longest))
    if length:
        run.act_at_random(draw(st.integers(0, 999)), length)
    for _ in range(draw(st.integers(0, tail))):
        if not run.act_by_choice(draw):
            break


def seek(search: Callable[[st.DataObject], None], examples: int, seed: int) -> None:
    """Let Hypothesis look for an example in which a search fails, the same ones each time."""
    with_seed(seed)(SETTINGS(max_examples=examples)(given(st.data())(search)))()


def first_problem(failed: Run, examine: Callable[[Run, Draw], None]) -> Exception | None:
    """The first thing that goes wrong on the way to a position that fails; None if nothing does before."""
    way = Run(failed.game, failed.options)

    def search(choices: st.DataObject) -> None:
        run = way.copy()
        with noting(run.story):
            examine(run, choices.draw)

    try:
        for seat, action in failed.actions:
            seek(search, BATCH, seed=0)
            with noting(failed.story):
                way.append(seat, action)
    except Exception as problem:
        return problem
    return None


@cache
def typical_length(game: Game, options: tuple[tuple[str, Value], ...]) -> int:
    """The number of actions of a random game: the median of a few, and no more than can be reached quickly."""
    lengths = []
    for seed in range(5):
        run = Run(game, dict(options))
        with suppress(Exception):  # a rule that breaks down will do so again where it can be told
            run.act_at_random(seed, longest_run_in())
        lengths.append(run.length)
    return int(median(lengths))


@compiled
def play_at_random(s: State, rng: Buffer, log: Buffer, out: Buffer, weights: Buffer) -> int:
    """Play evenly at random until the log is full or nobody can act. Return how many actions; log[i] is (who, what)."""
    for i in range(len(log)):
        seat, n = NATURE, 0
        if not over(s):
            seat = random_seat(pending(s), rng)
            n = chances(s, out, weights) if seat == NATURE else legal(s, seat, out)
        if n <= 0:
            return i
        log[i, 0], log[i, 1] = seat, out[below(rng, n)]
        apply(s, seat, log[i, 1])
    return len(log)


@kernel
def random_seat(seats: int, rng: Buffer) -> int:
    """One of a set of pending bits; NATURE if there is none."""
    count = 0
    for seat in range(32):
        count += seats >> seat & 1
    if count == 0:
        return NATURE
    skip = below(rng, count)
    seat = 0
    while not seats >> seat & 1 or skip > 0:
        skip -= seats >> seat & 1
        seat += 1
    return seat
