"""How War of Masters is written."""

from __future__ import annotations

import pytest

from tablier import NATURE, Match, Position
from tablier.engine.errors import UnreadableAction
from tests.games.war_of_masters.arrange import arrange

BOARD = """
    9 b...N....
    7 r.r......
    5 ....B....
    3 b.......b
    2 ....R....
    1 R.RRM.RRR
"""

ALL_LARGE = """
    9 b...N....
    7 r.r......
    5 ...w.....
    1 RRRRMRRRR
"""


@pytest.mark.parametrize(
    ("roll", "move"),
    [
        (2, "c7-c9=L"),
        (2, "a7xa9=L"),
        (1, "c7-c8"),
        (3, "e2xe5"),
        (3, "e2-h5"),
        (5, "c1-c6"),
    ],
)
def test_a_move_is_written_with_its_capture_and_its_promotion(roll: int, move: str) -> None:
    """WM-14, WM-16: e2-e5, e2xe5, e6-e9=L, e6xe9=L"""
    assert move in arrange(BOARD, roll=roll).legal()


@pytest.mark.parametrize(("roll", "move"), [(2, "c7-c9=w"), (2, "a7xa9=w"), (4, "d5-d9"), (3, "d5-g8")])
def test_a_cylinder_that_must_wait_is_marked_on_arrival_alone(roll: int, move: str) -> None:
    """WM-17: e6-e9=w; its later moves have no mark, even along the far row."""
    assert move in arrange(ALL_LARGE, roll=roll).legal()


@pytest.mark.parametrize("seat", ["red", "brown"])
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("board", [BOARD, ALL_LARGE])
def test_what_is_written_is_read_back_as_the_same_action(board: str, roll: int, seat: str) -> None:
    """Every legal action has a writing of its own, which reads as that action."""
    position = arrange(board, roll=roll, to_move=seat)
    number = position.seats.index(seat)
    actions = position.actions(number)
    written = [position.write(number, action) for action in actions]
    assert len(set(written)) == len(written)
    assert [position.read(text, number) for text in written] == actions


def test_a_roll_is_written_in_brackets() -> None:
    """WM-6"""
    position = Position("war-of-masters")
    assert [position.write(NATURE, pips) for pips in range(1, 7)] == ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]"]
    assert [position.read(f"[{pips}]", NATURE) for pips in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "text", ["", "3", "[0]", "[7]", "[-1]", "[33]", "[ 3 ]", "[3", "three", "[٣]", "[3]\n", "pass"]
)
def test_anything_else_is_no_roll(text: str) -> None:
    """WM-6"""
    with pytest.raises(UnreadableAction, match=r"a roll is written \[1\] to \[6\]"):
        Position("war-of-masters").play(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "e2", "e2e5", "e2 -e5", "e2-e5 ", " e2-e5", "e2-e5\n", "E2-E5", "e2–e5", "e2-e10", "e0-e3", "j2-j5"),
        *("e2-e5=", "e2-e5=l", "e2-e5=W", "e2-e5=L=L", "e2-e5,d2-d5", "Pass", "PASS", "[3]", "e２-e5", "\0"),
        "x" * 100_000,
    ],
    ids=lambda text: text[:12],
)
def test_anything_else_is_no_move(text: str) -> None:
    """It says how a move is written, whatever it was given."""
    position = arrange(BOARD, roll=3)
    with pytest.raises(UnreadableAction, match="a move is written e2-e5") as refusal:
        position.play(text)
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("roll", "text", "right"),
    [
        (3, "e2-e5", "e2xe5"),
        (3, "e2xh5", "e2-h5"),
        (2, "c7-c9", "c7-c9=L"),
        (2, "c7-c9=w", "c7-c9=L"),
        (2, "a7-a9=L", "a7xa9=L"),
        (1, "c7-c8=L", "c7-c8"),
    ],
)
def test_a_legal_move_that_is_written_otherwise_is_corrected(roll: int, text: str, right: str) -> None:
    """One action has one writing, so that game files are the same for the same game."""
    position = arrange(BOARD, roll=roll)
    with pytest.raises(UnreadableAction, match=f"here this is written {right}"):
        position.play(text)


def test_a_waiting_cylinder_s_later_move_with_a_mark_is_corrected() -> None:
    """WM-17"""
    with pytest.raises(UnreadableAction, match=r"here this is written d5-d9$"):
        arrange(ALL_LARGE, roll=4).play("d5-d9=w")


def test_a_turn_is_one_line_and_a_divided_six_is_joined_with_a_comma() -> None:
    """WM-13: d2-d4,f1xf5"""
    match = Match("war-of-masters")
    for action in ("[3]", "f2-f5", "[3]", "f8xf5", "[6]", "d2-d4", "f1xf5", "[2]"):
        match.play(action)
    assert match.lines() == ["[3] f2-f5", "[3] f8xf5", "[6] d2-d4,f1xf5", "[2]"]


def test_a_line_is_read_as_its_actions() -> None:
    """Spaces after the commas do no harm."""
    position = Position("war-of-masters")
    notation, opening = position.game.notation, position.record
    for line in ("[6] d2-d4,f1xf5", "[6]  d2-d4, f1xf5", "[6] d2-d4 f1xf5"):
        assert notation.read_line(opening, line) == [(None, "[6]"), (None, "d2-d4"), (None, "f1xf5")]
    assert notation.read_line(opening, "[2] pass") == [(None, "[2]"), (None, "pass")]
    assert notation.read_line(opening, "[2]") == [(None, "[2]")]


def test_nothing_is_hidden_from_anybody() -> None:
    """A move is written for every viewer as it is: the whole board is open."""
    position = arrange(BOARD, roll=3)
    for action in position.actions(0):
        written = position.write(0, action)
        assert {position.game.notation.write(position.record, 0, action, viewer) for viewer in (0, 1, -2)} == {written}
