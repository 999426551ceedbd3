"""Checks of dealing: filling in what a view leaves open, so that it fits and is as likely as in truth."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tablier.engine import kernels
from tablier.engine.compiled import compiled, enabled
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, State, kernel
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.engine.rng import below, seeded, weighted
from tablier.testing.exploration import Draw, Run, actions_of, explore, longest_run_in, noting, require, some
from tablier.testing.secrets import difference, require_same_for

PAIRS = 200
"""Pairs of elements of the record that are compared together."""
MOST_BYTES = 20_000_000
"""Of a sample of states."""
SIGNIFICANT = 5.5
"""Standard errors from which on a difference is not chance; one in some ten million is so large by chance."""


def deals_fit_the_view(game: Game, options: Settled, effort: float = 1) -> None:
    """What `deal` makes of a view has that very view, hides nothing, is the same for its seat, and can be played on."""
    known = values_in_full_states(game, options)
    explore(game, options, lambda run, draw: _examine_deals(run, draw, known), examples=30 * effort)


def _examine_deals(run: Run, draw: Draw, known: dict[str, set[int]]) -> None:
    for viewer in run.viewers:
        view = run.current.view(viewer)
        dealt = run.dealt(view.deal(draw(st.integers(0, 999))))
        whose = f"what is dealt for {run.who(viewer)}"
        back = dealt.current.view(viewer)
        shown = difference(run.current, dealt.current, viewer)
        require(back.to_bytes() == view.to_bytes(), f"{whose} does not have its view{shown}")
        left = blanks_left(run.current, view, dealt.current, known)
        require(not left, f"{whose}: something is still hidden; {left}")
        require(dealt.current.over == run.current.over, f"{whose}: over={dealt.current.over}")
        publics = [position.view(PUBLIC).to_bytes() for position in (run.current, dealt.current)]
        require(publics[0] == publics[1], f"{whose}: a spectator sees what the seat does not")
        if viewer != PUBLIC:
            require_same_for(viewer, run.current, dealt.current, whose)
        with noting("{}: {}".format, whose, dealt.position.record):
            _require_playable(dealt, draw)


def values_in_full_states(game: Game, options: Settled) -> dict[str, set[int]]:
    """For each field of the record, the values that occur where nothing is hidden, in a few games."""
    states = []
    for seed in range(3):
        run, position = Run(game, options), Position(game, **dict[str, Any](options))
        with suppress(Exception):  # what breaks down will do so again where it can be told
            run.act_at_random(seed, longest_run_in())
        for seat, action in run.actions:
            position.apply(seat, action)
            states.append(position.copy().record)
    return {name: {int(value) for state in states for value in state[name].flat} for name in game.dtype.names or ()}


def blanks_left(full: Position, view: Position, dealt: Position, known: dict[str, set[int]]) -> str:
    """The fields that have a mark of being hidden, which no full state has, even after dealing."""
    left = []
    for name, values in known.items():
        blanks = view.record[name][np.not_equal(view.record[name], full.record[name])]
        marks = {int(value) for value in np.atleast_1d(blanks)} - values
        if marks & {int(value) for value in dealt.record[name].flat}:
            left.append(name)
    return ", ".join(left)


def _require_playable(run: Run, draw: Draw) -> None:
    for _ in range(4):
        for seat in run.current.pending:
            for action in some(actions_of(run.current, seat), 10):
                require(run.current.write(seat, action), "an action is written as nothing")
        if not run.act_by_choice(draw):
            break
    before = run.length
    run.act_at_random(draw(st.integers(0, 999)), 50)
    went_on = run.current.over or run.length == before + 50
    require(went_on, "a dealt position comes to a point where nobody can act")


def deals_are_in_proportion(game: Game, options: Settled, effort: float = 1) -> None:
    """Dealt states are distributed as true ones are, for those who have seen the same.

    True states are sampled in which nature and the viewer alone have acted; each is hidden, and dealt again. The two
    samples must agree in the mean of every element of the record, of its square, of each field's greatest element and
    sum of squares, and of many pairs of elements taken together.

    What another seat has chosen in secret has no right proportion; `deals_fit_the_view` asks only that it be possible.
    """
    count = round(effort * (min(10_000, MOST_BYTES // game.dtype.itemsize) if enabled() else 1000))
    for viewer in (*range(len(game.seats(options))), PUBLIC):
        for own in (0, 4) if viewer != PUBLIC else (0,):
            if Proportions(game, options, viewer, own, 100).differ():
                Proportions(game, options, viewer, own, count).compare()


Feature = tuple[str, Buffer, Buffer]
"""What is compared: its name, and a number for each state, in truth and as dealt."""


class Proportions:
    """True states, and what is dealt for somebody who has seen what they have of each."""

    def __init__(self, game: Game, options: Settled, viewer: int, own: int, count: int) -> None:
        self.fields = game.dtype.names or ()
        self.true, self.dealt = (np.repeat(game.open(options), count) for _ in range(2))
        rng = seeded("proportions", viewer, own)
        sample_and_deal(self.true, self.dealt, viewer, own, rng, *game.buffers())
        self.whose = f"as dealt for seat {viewer}" if viewer != PUBLIC else "as dealt for a spectator"

    def differ(self) -> bool:
        """Whether anything is hidden at all."""
        return self.true.tobytes() != self.dealt.tobytes()

    def compare(self) -> None:
        hidden, seen = self.features()
        for name, ones, others in hidden:
            self.require_level(name, ones, others)
            self.require_level(f"{name} squared", ones**2, others**2)
        chance = np.random.default_rng(0)
        mates = [*hidden, *seen]
        for i, j in zip(chance.integers(len(hidden), size=PAIRS), chance.integers(len(mates), size=PAIRS), strict=True):
            (name, ones, others), (mate, ones_mate, others_mate) = hidden[i], mates[j]
            self.require_level(f"{name} times {mate}", ones * ones_mate, others * others_mate)
            self.require_level(f"{name} equal to {mate}", ones == ones_mate, others == others_mate)

    def features(self) -> tuple[list[Feature], list[Feature]]:
        """Of every number of the record that varies, those that deals may change, and those that they leave alone.

        The former have with them what sums up a whole field.
        """
        hidden: list[Feature] = []
        seen: list[Feature] = []
        for field in self.fields:
            ones, others = (states[field].reshape(len(states), -1) for states in (self.true, self.dealt))
            changed = np.any(ones != others, axis=0)
            for i in np.flatnonzero(changed | np.ptp(ones, axis=0).astype(bool)):
                feature = f"{field}[{i}]", ones[:, i].astype(np.int64), others[:, i].astype(np.int64)
                (hidden if changed[i] else seen).append(feature)
            if changed.any():
                wide, other_wide = ones.astype(np.int64), others.astype(np.int64)
                hidden.append((f"the greatest of {field}", wide.max(axis=1), other_wide.max(axis=1)))
                hidden.append((f"the squares of {field}", (wide**2).sum(axis=1), (other_wide**2).sum(axis=1)))
        return hidden, seen

    def require_level(self, what: str, ones: Buffer, others: Buffer) -> None:
        """A paired test: the mean difference, in standard errors, is small."""
        difference = ones.astype(np.float64) - others
        mean, spread = difference.mean(), difference.std()
        errors = abs(mean) / spread * len(difference) ** 0.5 if spread else np.inf if mean else 0
        means = f"on average {ones.mean():.4f} in truth, {others.mean():.4f} {self.whose}"
        require(errors < SIGNIFICANT, f"{what}: {means}: {errors:.1f} standard errors")


@compiled
def sample_and_deal(
    true: Buffer, dealt: Buffer, viewer: int, own: int, rng: Buffer, out: Buffer, weights: Buffer
) -> None:
    """From openings in both arrays: play on by nature, and so many actions of the viewer; then hide, and deal again."""
    for i in range(len(true)):
        play_alone(true[i], viewer, own, rng, out, weights)
        dealt[i] = true[i]
        kernels.hide(dealt[i], viewer)
        kernels.deal(dealt[i], viewer, rng)


@kernel
def play_alone(s: State, viewer: int, own: int, rng: Buffer, out: Buffer, weights: Buffer) -> None:
    """Play at random until somebody else is to act, or the viewer has acted so many times."""
    while not kernels.over(s):
        seats = kernels.pending(s)
        if seats == 0:
            n = kernels.chances(s, out, weights)
            kernels.apply(s, NATURE, out[weighted(rng, weights, n)])
        elif own > 0 and viewer >= 0 and seats >> viewer & 1:
            n = kernels.legal(s, viewer, out)
            kernels.apply(s, viewer, out[below(rng, n)])
            own -= 1
        else:
            return
