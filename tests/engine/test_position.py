"""A position checks what it is given, says what may be done, and shows each seat its view."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablier import NATURE, PUBLIC, IllegalAction, Position
from tablier.engine.errors import BadOption, UnknownGame, UnknownSeat, UnreadableAction
from tablier.engine.words import shorten
from tests.engine.morra.game import GAME as MORRA


def morra(*actions: tuple[str, int], **options: Any) -> Position:
    position = Position(MORRA, **options)
    for text, seat in actions:
        position.play(text, seat)
    return position


CARD = ("[2]", NATURE)

# --- what it is


def test_a_position_opens_a_game_under_its_options() -> None:
    position = Position("war-of-masters", path="leap")
    assert position.game.name == "war-of-masters"
    assert position.options == {"goal": "master", "path": "leap", "ring": "ee", "max_turns": 1000}
    assert position.seats == ("red", "brown")
    assert position.viewer is None


def test_a_game_may_be_given_itself() -> None:
    assert Position(MORRA).game is MORRA


def test_bad_games_and_options_are_refused() -> None:
    with pytest.raises(UnknownGame):
        Position("chess")
    with pytest.raises(BadOption):
        Position("war-of-masters", path="fly")
    with pytest.raises(BadOption):
        Position("war-of-masters", colour="red")


def test_positions_are_equal_when_their_records_are() -> None:
    one, other = Position("war-of-masters"), Position("war-of-masters")
    assert one == other
    assert one.to_bytes() == other.to_bytes()
    other.play("[3]")
    assert one != other
    one.play("[3]")
    assert one == other
    assert one != Position("war-of-masters", path="leap")
    assert Position(MORRA) != one
    assert one != "a position"


def test_a_position_changes_in_place_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Position("war-of-masters"))


def test_a_copy_is_independent() -> None:
    one = Position("war-of-masters")
    other = one.copy()
    other.play("[3]")
    assert one.pending == (NATURE,)
    assert other.pending == (0,)
    one.play("[5]")
    assert other.legal()[0] == "a2-a5"


def test_its_repr_says_whose_turn_it_is() -> None:
    position = morra(rounds=1)
    assert repr(position) == "<Position morra: chance to act>"
    position.play("[1]")
    assert repr(position) == "<Position morra: left and right to act>"
    position.play("1", 0)
    assert repr(position) == "<Position morra: right to act>"
    position.play("1", 1)
    assert repr(position) == "<Position morra: over>"


# --- what may be done


def test_several_seats_may_be_pending_at_once() -> None:
    position = morra(CARD)
    pending = [position.pending]
    for text, seat in (("2", 1), ("1", 0)):
        position.play(text, seat)
        pending.append(position.pending)
    assert pending == [(0, 1), (0,), (NATURE,)]


def test_chances_are_exact_and_add_up_to_one() -> None:
    assert Position(MORRA).chances() == {"[1]": Fraction(1, 6), "[2]": Fraction(1, 3), "[3]": Fraction(1, 2)}
    assert Position(MORRA).outcomes() == {1: 1, 2: 2, 3: 3}
    assert morra(CARD).chances() == {}
    assert morra(CARD).outcomes() == {}


def test_legal_actions_are_those_of_the_seat_that_is_to_act() -> None:
    position = morra(CARD)
    assert position.legal(0) == position.legal(1) == ["1", "2"]
    position.play("1", 0)
    assert position.legal(0) == []
    assert position.legal() == ["1", "2"]
    assert position.actions(1) == [1, 2]


def test_legal_actions_of_nature_are_its_chances() -> None:
    assert Position(MORRA).legal() == Position(MORRA).legal(NATURE) == ["[1]", "[2]", "[3]"]
    assert morra(CARD).legal(NATURE) == []


def test_where_several_may_act_the_seat_must_be_named() -> None:
    position = morra(CARD)
    with pytest.raises(IllegalAction, match="several seats may act now: say which, seat=0, seat=1"):
        position.play("1")
    with pytest.raises(IllegalAction, match="several seats may act now"):
        position.legal()
    with pytest.raises(IllegalAction, match="several seats may act now"):
        position.play(5)  # type: ignore[arg-type]


def test_whoever_is_not_pending_is_told_who_is() -> None:
    position = morra(CARD, ("1", 0))
    with pytest.raises(IllegalAction, match=r"it is not for left to act now, but for right \(MO-1\)"):
        position.play("2", 0)
    with pytest.raises(IllegalAction, match=r"it is not for chance to act now, but for right$"):
        position.play("[1]", NATURE)
    with pytest.raises(IllegalAction, match="it is not for left to act now, but for chance"):
        Position(MORRA).play("1", 0)


@pytest.mark.parametrize("seat", [2, -3, PUBLIC, 10**30, "left", 0.0, (0,)])
def test_there_are_no_other_seats(seat: Any) -> None:
    position = morra(CARD)
    for call in (position.legal, position.actions, lambda seat: position.play("1", seat)):
        with pytest.raises(UnknownSeat, match="there are 0 to 1"):
            call(seat)


@pytest.mark.parametrize(
    "text", ["3", "", "one", "1 ", "[1]", None, 1, b"1", ["1"], "1" * 10_000, "\0", 10**5000], ids=shorten
)
def test_what_is_no_action_is_refused_and_changes_nothing(text: Any) -> None:
    position = morra(CARD)
    before = position.to_bytes()
    with pytest.raises(UnreadableAction) as refusal:
        position.play(text, 1)
    assert position.to_bytes() == before
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200


def test_nature_too_does_only_what_is_possible() -> None:
    position = Position("war-of-masters")
    for text in ("[7]", "[0]", "e2-e3", ""):
        with pytest.raises(UnreadableAction):
            position.play(text)
    assert position.pending == (NATURE,)


def test_when_it_is_over_the_refusal_says_so() -> None:
    position = morra(CARD, ("1", 0), ("1", 1), rounds=1)
    assert position.pending == ()
    assert position.legal() == []
    for seat in (0, 1, NATURE, None):
        with pytest.raises(IllegalAction, match=r"the game is over \(MO-3\)"):
            position.play("1", seat)


def test_apply_trusts_its_caller() -> None:
    position = Position("war-of-masters")
    position.apply(NATURE, 5)
    assert position.pending == (0,)
    position.apply(0, position.actions(0)[0])
    assert position.pending == (NATURE,)


def test_reading_and_writing_are_inverse() -> None:
    position = Position("war-of-masters")
    position.play("[6]")
    for action in position.actions(0):
        assert position.read(position.write(0, action), 0) == action


def test_shares_are_known_when_it_is_over() -> None:
    assert morra().shares is None
    assert morra(CARD, ("1", 0), ("1", 1), rounds=1).shares == (Fraction(3, 4), Fraction(1, 4))
    assert morra(CARD, ("1", 0), ("2", 1), rounds=1).shares == (Fraction(1, 4), Fraction(3, 4))


# --- what each seat sees


def test_a_view_shows_a_seat_what_it_may_know() -> None:
    position = morra(CARD, ("2", 1))
    assert int(position.view(0).record.card) == 2
    assert int(position.view(1).record.card) == -1
    assert int(position.view(PUBLIC).record.card) == -1
    assert position.view(0).record.shown.tolist() == [-1, 0]
    assert position.view(1).record.shown.tolist() == [-1, 2]
    assert position.view(PUBLIC).record.shown.tolist() == [-1, 0]
    assert [position.view(seat).viewer for seat in (0, 1, PUBLIC)] == [0, 1, PUBLIC]


def test_a_view_leaves_the_position_as_it_was() -> None:
    position = morra(CARD)
    before = position.to_bytes()
    position.view(1)
    assert position.to_bytes() == before


def test_what_differs_in_secret_looks_the_same() -> None:
    one, other = morra(("[1]", NATURE), ("1", 0)), morra(("[3]", NATURE), ("2", 0))
    assert one != other
    assert one.view(1) == other.view(1)
    assert one.view(PUBLIC) == other.view(PUBLIC)
    assert one.view(0) != other.view(0)


def test_a_view_knows_its_own_seat_s_actions() -> None:
    position = morra(CARD, ("2", 1))
    assert position.view(0).legal(0) == position.legal(0)
    assert position.view(0).pending == position.pending


def test_a_view_of_a_view_is_only_that_seat_s() -> None:
    view = morra(CARD).view(1)
    assert view.view(1) == view
    assert view.copy().viewer == 1
    for other in (0, PUBLIC):
        with pytest.raises(ValueError, match="that of another seat"):
            view.view(other)


@pytest.mark.parametrize("seat", [2, NATURE, -3, "left", None])
def test_nobody_else_has_a_view(seat: Any) -> None:
    with pytest.raises(UnknownSeat):
        morra().view(seat)


# --- pictures


def test_a_position_can_be_printed_and_drawn() -> None:
    position = Position("war-of-masters")
    assert len(str(position).splitlines()) > 9
    assert position._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda position: pickle.loads(pickle.dumps(position))])
def test_a_position_can_be_copied_and_sent_to_another_process(duplicate: Callable[[Position], Position]) -> None:
    position = Position("war-of-masters", goal="all")
    view = position.view(1)
    other = duplicate(view)
    assert (other, other.viewer, other.options) == (view, 1, view.options)
    other.apply(NATURE, 3)
    assert view == position.view(1)


def test_nothing_is_played_on_a_view_but_on_what_is_dealt_from_it() -> None:
    """Where something is hidden, a view cannot tell what comes of an action."""
    position = morra(CARD, ("2", 1))
    view = position.view(0)
    with pytest.raises(IllegalAction, match="deal what it hides first"):
        view.play("1", 0)
    dealt = view.deal(seed=1)
    assert dealt.viewer is None
    assert dealt.view(0) == view
    dealt.play("1", 0)
    assert view == position.view(0)
    assert {view.deal(seed).to_bytes() for seed in range(20)} > {view.deal(0).to_bytes()}
