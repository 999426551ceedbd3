"""Checks of what is hidden: a seat's view has all that concerns it, and nothing that it cannot know."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tablier.engine import insight, kernels
from tablier.engine.game import Game
from tablier.engine.kernels import PUBLIC
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.testing.exploration import Draw, Run, actions_of, explore, noting, require, some
from tablier.testing.playing import sample_of_actions


def views_agree(game: Game, options: Settled, effort: float = 1) -> None:
    """To hide twice is to hide once, and on a seat's view everything about that seat is as on the full state.

    That is: whether it may act, what it may do, how that is written, why not, and what it may say. And for everybody:
    whether the game is over, its result, and which turn it is. A game that says that it has no secrets hides nothing.
    """
    explore(game, options, _examine_views, examples=60 * effort)


def _examine_views(run: Run, draw: Draw) -> None:
    full = run.current
    for viewer in run.viewers:
        view = full.view(viewer)
        whose = f"the view of {run.who(viewer)}"
        twice = view.view(viewer)
        require(twice.to_bytes() == view.to_bytes(), f"{whose}, hidden again, changes")
        is_whole = view.to_bytes() == full.to_bytes()
        require(is_whole or run.game.secrets, f"{whose} hides something: a game with secrets says so, secrets=True")
        require(view.over == full.over, f"{whose} says over={view.over}")
        require(view.shares == full.shares, f"{whose} says that the shares are {view.shares}")
        turns = [run.game.notation.turn(position.record) for position in (view, full)]
        require(turns[0] == turns[1], f"{whose} says that it is turn {turns[0]}, not {turns[1]}")
        if viewer != PUBLIC:
            require_same_for(viewer, view, full, whose)
            for action in sample_of_actions(run.game, set(full.actions(viewer)), draw, most=60):
                rules = [kernels.forbids(position.record, viewer, action) for position in (view, full)]
                require(rules[0] == rules[1], f"on {whose} rule {rules[0]} forbids {action}, else {rules[1]}")


def require_same_for(seat: int, one: Position, other: Position, where: str) -> None:
    """Two positions that must not differ in anything that concerns this seat."""
    require(_bit(one, seat) == _bit(other, seat), f"{where}: whether it may act now depends on what it cannot know")
    actions = one.actions(seat)
    require(actions == other.actions(seat), f"{where}: its legal actions depend on what it cannot know")
    for action in some(actions, 20):
        texts = [position.write(seat, action) for position in (one, other)]
        require(texts[0] == texts[1], f"{where}: its action is {texts[0]} or {texts[1]}, by what it cannot know")
    require(one.talk(seat) == other.talk(seat), f"{where}: what it may say depends on what it cannot know")
    require(one.signs(seat) == other.signs(seat), f"{where}: the signs that it may make depend on what it cannot know")


def _bit(position: Position, seat: int) -> int:
    return kernels.pending(position.record) >> seat & 1


def planes_show_the_view(game: Game, options: Settled, effort: float = 1) -> None:
    """The planes of a seat are what its view says, all of it written, and nothing is changed by asking for them."""
    if game.insight.PLANES:
        explore(game, options, _examine_planes, examples=30 * effort)


def _examine_planes(run: Run, draw: Draw) -> None:
    seen, full = (np.full((len(run.game.insight.PLANES), *run.game.insight.BOARD), np.nan) for _ in range(2))
    for seat in run.seat_numbers:
        view = run.current.view(seat)
        before = view.to_bytes()
        insight.planes(view.record, seat, seen)
        insight.planes(run.current.record, seat, full)
        require(view.to_bytes() == before, "to ask for planes has changed the record")
        unwritten = sorted({run.game.insight.PLANES[i] for i in np.flatnonzero(np.isnan(seen).any((1, 2)))})
        require(not unwritten, f"planes are not written everywhere: {', '.join(unwritten)}")
        differ = [run.game.insight.PLANES[i] for i in np.flatnonzero((seen != full).any((1, 2)))]
        require(not differ, f"planes of {run.who(seat)} show what it cannot know: {', '.join(differ)}")


# --- twins ------------------------------------------------------------------------------------------------------------


def secrets_are_kept(game: Game, options: Settled, effort: float = 1) -> None:
    """Two games that look the same to somebody are the same for them, byte for byte: noninterference.

    Twin games are played in lockstep. Whenever an action of nature or of another seat looks to the viewer like
    another possible one (`notation.write` with that viewer), the twin may take the other. At every step the viewer's
    views must be the same bytes, and so must its legal actions, whether it may act, and what it may say.

    Three things end an example, because they may bring hidden things to light: the twins have no pair of actions left
    that look the same; the last of several simultaneous actions has been played, and they differed; the game is over.

    So whatever else an action brings to light must be part of how it looks. And the notation may tell no more than the
    view: two actions that leave the viewer with the same view, though the states differ, must look the same.
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
        self.whose = f"the view of {run.who(self.viewer)}"
        self.joint = JointMoves(run)
        self.orders_differ = False
        """Of the simultaneous actions being collected, some were not the same in both."""

    def play(self, steps: int) -> None:
        with noting(self.tell):
            for _ in range(steps):
                if not self.step():
                    break

    def tell(self) -> str:
        return f"as {self.one.who(self.viewer)} cannot know, it could also have been:\n{self.other.story()}"

    def step(self) -> bool:
        """Play one action in both and compare. False where the example ends."""
        pending = self.one.current.pending
        common = [seat for seat in pending if seat in self.other.current.pending]
        if not common:
            return False
        actor = self.draw(st.sampled_from(common))
        pair = self.choose(actor)
        if pair is None:
            return False
        self.one.append(actor, pair[0])
        self.other.append(actor, pair[1])
        was_last = self.joint.acted(actor, pending, self.one.current.pending)
        differ = self.orders_differ or pair[0] != pair[1]
        self.orders_differ = differ and self.joint.going_on
        return self.compare(may_reveal=was_last and differ)

    def choose(self, actor: int) -> tuple[int, int] | None:
        """An action for each twin; the two look the same to the viewer. None if there are none."""
        if actor == self.viewer:
            actions = self.one.current.actions(actor)
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
        for action in some(actions_of(run.current, actor), 150):
            look = run.game.notation.write(run.current.record, actor, action, self.viewer)
            found.setdefault(look, []).append(action)
        return found

    def compare_looks(self, actor: int, looks: dict[str, list[int]]) -> None:
        """Two actions that look different must make a difference to what the viewer sees, if they make any."""
        if len(looks) < 2:
            return
        texts = self.draw(st.tuples(*[st.sampled_from(list(looks))] * 2))
        copies = [self.one.copy() for _ in texts]
        for copy, text in zip(copies, texts, strict=True):
            copy.append(actor, looks[text][0])
        if texts[0] != texts[1] and copies[0].current != copies[1].current:
            views = [copy.current.view(self.viewer).to_bytes() for copy in copies]
            require(views[0] != views[1], f"the notation tells {texts[0]} from {texts[1]}, {self.whose} does not")

    def compare(self, *, may_reveal: bool) -> bool:
        one, other = self.one.current, self.other.current
        same = one.view(self.viewer).to_bytes() == other.view(self.viewer).to_bytes()
        if (may_reveal or (one.over and other.over)) and not same:
            return False
        require(same, f"{self.whose} depends on what it cannot know{difference(one, other, self.viewer)}")
        require(one.over == other.over, f"{self.whose}: whether it is over depends on what it cannot know")
        public = [position.view(PUBLIC).to_bytes() for position in (one, other)]
        require(public[0] == public[1], f"a spectator sees what {self.one.who(self.viewer)} does not")
        if self.viewer != PUBLIC:
            require_same_for(self.viewer, one, other, self.whose)
        return True


class JointMoves:
    """Follows a game, to know which action is the last of a joint move: it brings the whole move to light."""

    def __init__(self, run: Run) -> None:
        self.going_on = False
        position = run.at(0)
        pending = position.pending
        for seat, action in run.actions:
            position.apply(seat, action)
            before, pending = pending, position.pending
            self.acted(seat, before, pending)

    def acted(self, actor: int, pending: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Whether this action was the last of several; the seats are those that might act before it, and after."""
        was_last = self.going_on and pending == (actor,)
        others = tuple(seat for seat in pending if seat != actor)
        self.going_on = others != () and after == others
        return was_last


def difference(one: Position, other: Position, viewer: int) -> str:
    """The fields in which two views differ."""
    views = [position.view(viewer).record for position in (one, other)]
    names = [name for name in one.game.dtype.names or () if not np.array_equal(views[0][name], views[1][name])]
    return "".join(f"; {name}: {views[0][name].tolist()} or {views[1][name].tolist()}" for name in names)
