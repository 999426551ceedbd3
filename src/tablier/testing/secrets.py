"""Checks of what is hidden: views, secrecy, and dealing what a view leaves open."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tablier.core import kernels
from tablier.core.compiled import compiled, enabled
from tablier.core.game import Game
from tablier.core.kernels import NATURE, PUBLIC, Buffer, State
from tablier.core.options import Settled
from tablier.core.position import Position
from tablier.core.rng import below, seeded, weighted
from tablier.testing.playing import deal_seed, sample_of_actions
from tablier.testing.reach import Draw, Run, actions_of, explore, longest_run_in, noting, require, some


def views_agree(game: Game, options: Settled, effort: float = 1) -> None:
    """To hide twice is to hide once. On a seat's view everything about that seat is as on the full state:
    whether it may act, what it may do and how that is written, why not, what it may say; and whether the game is over.
    """
    explore(game, options, _examine_views, examples=60 * effort)


def _examine_views(run: Run, draw: Draw) -> None:
    full = run.position
    for viewer in run.viewers:
        view = full.view(viewer)
        whose = f"the view of {run.name(viewer)}"
        twice = view.view(viewer)
        require(twice.to_bytes() == view.to_bytes(), f"{whose}, hidden again, changes")
        require(view.over == full.over, f"{whose} says over={view.over}")
        require(view.shares == full.shares, f"{whose} says that the shares are {view.shares}")
        turns = [run.game.notation.turn(position.record) for position in (view, full)]
        require(turns[0] == turns[1], f"{whose} says that it is turn {turns[0]}, not {turns[1]}")
        if viewer != PUBLIC:
            _require_same_for(viewer, view, full, whose)
            for action in sample_of_actions(run.game, set(full.actions(viewer)), draw, most=60):
                rules = [kernels.forbids(position.record, viewer, action) for position in (view, full)]
                require(rules[0] == rules[1], f"on {whose} rule {rules[0]} forbids {action}, else {rules[1]}")


def _require_same_for(seat: int, one: Position, other: Position, where: str) -> None:
    """Two positions that must not differ in anything that concerns this seat."""
    require(_bit(one, seat) == _bit(other, seat), f"{where}: whether it may act now depends on what it cannot know")
    actions = one.actions(seat)
    require(actions == other.actions(seat), f"{where}: its legal actions depend on what it cannot know")
    for action in some(actions, 20):
        texts = [position.write(seat, action) for position in (one, other)]
        require(texts[0] == texts[1], f"{where}: its action is {texts[0]} or {texts[1]}, by what it cannot know")
    require(one.talk(seat) == other.talk(seat), f"{where}: what it may say depends on what it cannot know")


def _bit(position: Position, seat: int) -> int:
    return kernels.pending(position.record) >> seat & 1


# --- twins ------------------------------------------------------------------------------------------------------------


def secrets_are_kept(game: Game, options: Settled, effort: float = 1) -> None:
    """Two games that look the same to somebody are the same for them, byte for byte.

    Twin games are played in lockstep. Whenever an action of nature or of another seat looks to the viewer like
    another possible one (`notation.write` with that viewer), the twin may take the other. At every step the viewer's
    views must be the same bytes, and so must its legal actions, whether it may act, and what it may say.

    Three things end an example, because they may bring hidden things to light: the twins have no pair of actions left
    that look the same; the last of several simultaneous actions has been played, and they differed; the game is over.

    The notation may tell no more than the view: two actions that leave the viewer with the same view, though the states
    differ, must look the same.
    """
    explore(game, options, _examine_twins, examples=20 * effort)
    explore(game, options, _examine_twins, examples=20 * effort, longest=0)


def _examine_twins(run: Run, draw: Draw) -> None:
    Twins(run, draw).play(draw(st.integers(0, 40)))


class Twins:
    """Two games that somebody cannot tell apart."""

    def __init__(self, run: Run, draw: Draw) -> None:
        self.one, self.other, self.draw = run, run.copy(), draw
        self.viewer: int = draw(st.sampled_from(run.viewers))
        self.whose = f"the view of {run.name(self.viewer)}"
        self.together = Together(run)
        self.orders_differ = False
        """Of the simultaneous actions being collected, some were not the same in both."""

    def play(self, steps: int) -> None:
        with noting(
            lambda: f"as {self.one.name(self.viewer)} cannot know, it could also have been:\n{self.other.story()}"
        ):
            for _ in range(steps):
                if not self.step():
                    break

    def step(self) -> bool:
        """Play one action in both and compare. False where the example ends."""
        pending = self.one.position.pending
        common = [seat for seat in pending if seat in self.other.position.pending]
        if not common:
            return False
        actor = self.draw(st.sampled_from(common))
        pair = self.choose(actor)
        if pair is None:
            return False
        self.one.act(actor, pair[0])
        self.other.act(actor, pair[1])
        was_last = self.together.acted(actor, pending, self.one.position.pending)
        differ = self.orders_differ or pair[0] != pair[1]
        self.orders_differ = differ and self.together.going_on
        return self.compare(may_reveal=was_last and differ)

    def choose(self, actor: int) -> tuple[int, int] | None:
        """An action for each twin; the two look the same to the viewer. None if there are none."""
        if actor == self.viewer:
            actions = self.one.position.actions(actor)
            action = actions[self.draw(st.integers(0, len(actions) - 1))]
            return action, action
        looks, others = self.looks(self.one, actor), self.looks(self.other, actor)
        self.compare_looks(actor, looks)
        shared = [look for look in looks if look in others]
        if not shared:
            return None
        look = self.draw(st.sampled_from(shared))
        return self.draw(st.sampled_from(looks[look])), self.draw(st.sampled_from(others[look]))

    def looks(self, run: Run, actor: int) -> dict[str, list[int]]:
        """What an actor may do, by how it looks to the viewer."""
        found: dict[str, list[int]] = {}
        for action in some(actions_of(run.position, actor), 150):
            found.setdefault(run.game.notation.write(run.position.record, actor, action, self.viewer), []).append(
                action
            )
        return found

    def compare_looks(self, actor: int, looks: dict[str, list[int]]) -> None:
        """Two actions that look different must make a difference to what the viewer sees, if they make any."""
        if len(looks) < 2:
            return
        texts = self.draw(st.tuples(*[st.sampled_from(list(looks))] * 2))
        copies = [self.one.copy() for _ in texts]
        for copy, text in zip(copies, texts, strict=True):
            copy.act(actor, looks[text][0])
        if texts[0] != texts[1] and copies[0].position != copies[1].position:
            views = [copy.position.view(self.viewer).to_bytes() for copy in copies]
            require(views[0] != views[1], f"the notation tells {texts[0]} from {texts[1]}, {self.whose} does not")

    def compare(self, *, may_reveal: bool) -> bool:
        one, other = self.one.position, self.other.position
        same = one.view(self.viewer).to_bytes() == other.view(self.viewer).to_bytes()
        if (may_reveal or (one.over and other.over)) and not same:
            return False
        require(same, f"{self.whose} depends on what it cannot know{_difference(one, other, self.viewer)}")
        require(one.over == other.over, f"{self.whose}: whether it is over depends on what it cannot know")
        public = [position.view(PUBLIC).to_bytes() for position in (one, other)]
        require(public[0] == public[1], f"a spectator sees what {self.one.name(self.viewer)} does not")
        if self.viewer != PUBLIC:
            _require_same_for(self.viewer, one, other, self.whose)
        return True


class Together:
    """Follows a game, to know which action is the last of several simultaneous ones: it brings them all to light."""

    def __init__(self, run: Run) -> None:
        self.going_on = False
        position = Position(run.game, **run.options)
        for seat, action in run.moves:
            pending = position.pending
            position.apply(seat, action)
            self.acted(seat, pending, position.pending)

    def acted(self, actor: int, pending: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Whether this action was the last of several; the seats are those that might act before it, and after."""
        was_last = self.going_on and pending == (actor,)
        others = tuple(seat for seat in pending if seat != actor)
        self.going_on = others != () and after == others
        return was_last


def _difference(one: Position, other: Position, viewer: int) -> str:
    """The fields in which two views differ."""
    views = [position.view(viewer).record for position in (one, other)]
    names = [name for name in one.game.dtype.names or () if not np.array_equal(views[0][name], views[1][name])]
    return "".join(f"; {name}: {views[0][name].tolist()} or {views[1][name].tolist()}" for name in names)


# --- deals ------------------------------------------------------------------------------------------------------------


def deals_fit_the_view(game: Game, options: Settled, effort: float = 1) -> None:
    """What `deal` makes of a view has that very view, hides nothing, is the same for its seat, and can be played on."""
    known = values_in_full_states(game, options)
    explore(game, options, lambda run, draw: _examine_deals(run, draw, known), examples=30 * effort)


def _examine_deals(run: Run, draw: Draw, known: dict[str, set[int]]) -> None:
    for viewer in run.viewers:
        view = run.position.view(viewer)
        dealt = run.copy()
        dealt.position = dealt_from(view, viewer, deal_seed(draw))
        whose = f"what is dealt for {run.name(viewer)}"
        back = dealt.position.view(viewer)
        difference = _difference(run.position, dealt.position, viewer)
        require(back.to_bytes() == view.to_bytes(), f"{whose} does not have its view{difference}")
        left = blanks_left(run.position, view, dealt.position, known)
        require(not left, f"{whose}: something is still hidden; {left}")
        require(dealt.position.over == run.position.over, f"{whose}: over={dealt.position.over}")
        publics = [position.view(PUBLIC).to_bytes() for position in (run.position, dealt.position)]
        require(publics[0] == publics[1], f"{whose}: a spectator sees what the seat does not")
        if viewer != PUBLIC:
            _require_same_for(viewer, run.position, dealt.position, whose)
        with noting(lambda whose=whose, dealt=dealt: f"{whose}: {dealt.position.record}"):  # type: ignore[misc]
            _require_playable(dealt, draw)


def values_in_full_states(game: Game, options: Settled) -> dict[str, set[int]]:
    """For each field of the record, the values that occur where nothing is hidden, in a few games."""
    states = []
    for seed in range(3):
        run, position = Run(game, options), Position(game, **dict[str, Any](options))
        with suppress(Exception):  # what breaks down will do so again where it can be told
            run.act_at_random(seed, longest_run_in())
        for seat, action in run.moves:
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


def dealt_from(view: Position, viewer: int, rng: Buffer) -> Position:
    """A full position that a view may stand for."""
    position = view.copy()
    position.viewer = None
    kernels.deal(position.record, viewer, rng)
    return position


def _require_playable(run: Run, draw: Draw) -> None:
    for _ in range(4):
        for seat in run.position.pending:
            for action in some(actions_of(run.position, seat), 10):
                require(run.position.write(seat, action), "an action is written as nothing")
        if not run.act_by_choice(draw):
            break
    before = len(run.moves)
    run.act_at_random(draw(st.integers(0, 999)), 50)
    require(
        run.position.over or len(run.moves) == before + 50, "a dealt position comes to a point where nobody can act"
    )


PAIRS = 200
"""Pairs of elements of the record that are compared together."""
ROOM = 20_000_000
"""Bytes that a sample of states may take."""
STRICT = 5.5
"""Standard errors from which on a difference is not chance; one in some ten million is so large by chance."""


def deals_are_in_proportion(game: Game, options: Settled, effort: float = 1) -> None:
    """Dealt states are distributed as true ones are, for those who have seen the same.

    True states are sampled in which nature and the viewer alone have acted; each is hidden, and dealt again. The two
    samples must agree in the mean of every element of the record, of its square, of each field's greatest element and
    sum of squares, and of many pairs of elements taken together.

    What another seat has chosen in secret has no right proportion; `deals_fit_the_view` asks only that it be possible.
    """
    count = round(effort * (min(10_000, ROOM // game.dtype.itemsize) if enabled() else 1000))
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
        require(errors < STRICT, f"{what}: {means}: {errors:.1f} standard errors")


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


@kernels.kernel
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
