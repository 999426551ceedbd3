"""How Maestria is written and read."""

from __future__ import annotations

import pytest

from tablier import IllegalAction, Match, Position
from tablier.games.maestria import notation
from tests.games.maestria.arrange import SET_UP, after, arrange, play

FIELD = """
    4 .   .   .   .   .   b1G
    3 b4  .   .   b3  .   .
    2 .   w1  .   .   w5  .
    1 w1G .   .   .   .   .
"""

GAME_FILE = """\
tablier 1
game: maestria
shape: wide
map: MPFMPFPFMPFM
cap: always
losses: remainder
max_turns: 300

1. S@c3 S@c3 S@c3
2. S@e2 S@e2 S@e2
3. S@a3 S@a3 S@b4
4. S@e2 S@a2 S@a2
5. S@b4 S@b4 S@d4
6. S@c2 S@c2 S@c2
7. G@d4 S@d4 S@d4
8. G@d1 S@d1 S@d1
9. S@f4 S@f4 S@e3
10. S@f1 S@f1 S@b1
11. c3-d3*3 d4-c4*1G end
12. e2xd3*4 fight [6 4 | 5 d2] end
13. b4-c3*2 c3xd3*2 retreat e4

result: *
"""


def test_a_game_file_has_a_line_for_three_pawns_and_a_line_for_a_turn() -> None:
    """MA-5, MA-7: with what the defender answers and what the dice show."""
    match = Match("maestria")
    first, second = ["c3-d3*3", "d4-c4*1G", "end"], ["e2xd3*4", "fight", "[6 4 | 5 d2]", "end"]
    for action in (*SET_UP, *first, *second, "b4-c3*2", "c3xd3*2", "retreat e4"):
        match.play(action)
    assert str(match) == GAME_FILE


def test_a_game_file_is_read_as_it_is_written() -> None:
    match = Match.loads(GAME_FILE)
    assert str(match) == GAME_FILE
    assert match.log[-1] == (1, "retreat e4")


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("S@a3 G@b4", ["S@a3", "G@b4"]),
        ("a3-b3*1 a3xb2*3G fight [6 4 | 5 d2] end", ["a3-b3*1", "a3xb2*3G", "fight", "[6 4 | 5 d2]", "end"]),
        ("a3xb2*3 retreat c1 end", ["a3xb2*3", "retreat c1", "end"]),
        ("a3xb2*3   retreat c1", ["a3xb2*3", "retreat c1"]),
    ],
)
def test_a_line_is_taken_apart(line: str, actions: list[str]) -> None:
    assert notation.read_line(arrange(FIELD).record, line) == [(None, action) for action in actions]


@pytest.mark.parametrize("action", ["a3-b3*1", "a3-b3*3", "a3xb2*3", "f4-e4*1G", "end"])
def test_moves_are_written_as_on_the_rules_page(action: str) -> None:
    assert action in arrange(FIELD).legal()


def test_every_square_has_a_name_and_is_found_by_it() -> None:
    """MA-1: columns a to f, rows 1 to 4."""
    s = Position("maestria").record
    names = [notation.square_name(s, square) for square in range(24)]
    assert names[:7] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2"]
    assert names[-1] == "f4"
    assert [notation.square_number(s, name) for name in names] == list(range(24))


def test_every_square_of_a_deep_board_has_a_name_and_is_found_by_it() -> None:
    """MA-1: columns a to d, rows 1 to 6."""
    s = Position("maestria", shape="deep").record
    names = [notation.square_name(s, square) for square in range(24)]
    assert sorted(names) == [column + row for column in "abcd" for row in "123456"]
    assert [notation.square_number(s, name) for name in names] == list(range(24))


@pytest.mark.parametrize(("written", "right"), [("a3-b2*3", "a3xb2*3"), ("a3xb3*3", "a3-b3*3")])
def test_an_attack_has_its_own_mark(written: str, right: str) -> None:
    """MA-9"""
    with pytest.raises(IllegalAction, match=f"here this is written {right[:5]}"):
        arrange(FIELD).play(written)


PLACING = "a soldier is placed by S@a3, the General by G@b4"
MOVING = "a move is written a3-b3"
ANSWERING = "an attack is answered by fight, or by retreat c1"


@pytest.mark.parametrize("text", ["", "s@a3", "K@a3", "S@a7", "S@g1", "S a3", "S@a3 ", "pass"])
def test_what_is_no_placing_is_not_read(text: str) -> None:
    with pytest.raises(IllegalAction, match=PLACING):
        after().play(text)


@pytest.mark.parametrize(
    "text", ["", "a3-b3", "a3-b3*0", "a3-b3*6", "a3b3*1", "a3-b3*1g", "a3-b3*G", "a3-b3*1G ", "END"]
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(IllegalAction, match=MOVING):
        arrange(FIELD).play(text)


@pytest.mark.parametrize("text", ["", "retreat", "retreat  c1", "retreat c7", "Fight", "retreat c1 c2"])
def test_what_is_no_answer_is_not_read(text: str) -> None:
    position = play(arrange(FIELD), "a3xb2*3")
    with pytest.raises(IllegalAction, match=ANSWERING):
        position.play(text)


@pytest.mark.parametrize("text", ["a3-a5*1", "e5xe4*1"])
def test_square_that_is_not_on_the_board_makes_no_move(text: str) -> None:
    """MA-1"""
    with pytest.raises(IllegalAction, match=r"there is no square .5: they go from a1 to f4"):
        arrange(FIELD).play(text)


@pytest.mark.parametrize("text", ["a3-c3*1", "a3-a1*1", "a3-a3*1", "f4-a3*1"])
def test_squares_that_do_not_touch_make_no_move(text: str) -> None:
    """MA-7"""
    with pytest.raises(IllegalAction, match="a group moves one square, straight or diagonally"):
        arrange(FIELD).play(text)


def fight() -> Position:
    """MA-11, MA-12: four against three, from the plain against the mountain."""
    return play(arrange(FIELD, to_move="white"), "e2xd3*4", "fight")


@pytest.mark.parametrize(
    "text",
    ["", "[6]", "[6 4 | 5]", "[6 | 5 d2]", "[6 4 d2 | 5]", "[6 4 | 5 2]", "[6 4 | 5 2 d2]", "[6 4 | d2]", "[6 4| 5 d2]",
     "[6 4 | 5 d5]", "[6 7 | 5 d2]", "[6 4 | 5 d2", "[0 4 | 5 d2]", "fight"],
)  # fmt: skip
def test_a_throw_has_exactly_the_dice_of_the_fight(text: str) -> None:
    """MA-10, MA-11, MA-12: the message shows which they are, and not every throw there is."""
    with pytest.raises(IllegalAction) as refusal:
        fight().play(text)
    assert refusal.value.reason == "the dice of this fight are written like [6 6 | 6 d4]"


def test_dice_are_written_as_rolled() -> None:
    """MA-10: 6 4 and 4 6 are two throws."""
    assert {"[6 4 | 5 d2]", "[4 6 | 5 d2]"} <= set(fight().chances())


def test_turns_of_the_set_up_come_before_those_of_the_game() -> None:
    """MA-20: the lines of a game file are numbered through; the turns of the rules are not."""
    position = after(*SET_UP[:5])
    assert notation.turn(position.record) == 1
    position = after(*SET_UP, "end")
    assert notation.turn(position.record) == 11
    assert position.record.turns == 1
