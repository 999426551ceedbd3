"""How it is written: cards, places, moves, conquests, and the lines of a game file."""

from __future__ import annotations

import pytest

from tablier import NATURE, Match, Position
from tablier.engine.errors import BadGameFile, UnreadableAction
from tablier.games.master_islands import notation, rules
from tests.games.master_islands.arrange import arrange, fleet_of, play, table_of

DEAL = "[B1] [B2] [R3] [B4] [Y5] [G1] [B5]"
FILE = f"""tablier 1
game: master-islands

1. {DEAL}
2. B1@(1,0) A:(0,0)-(1,0) again B2@(2,0) A:(1,0)-(2,0) done [Y1] [Y1]
3. B4@(0,-1) A:(0,0)-(0,-1) done [G5]
4. B:(0,0)-(1,0) Y1@(1,1) [G4]
5. Y5@(-1,-1) B:(0,0)-(0,-1) take (-1,-1)(0,0) [G4]

result: *
"""


@pytest.mark.parametrize(("kind", "name"), [(0, "Y1"), (4, "Y5"), (5, "G1"), (10, "R1"), (18, "B4"), (19, "B5")])
def test_a_card_is_its_colour_and_value(kind: int, name: str) -> None:
    """MI-1"""
    assert notation.card_name(kind) == name


@pytest.mark.parametrize("place", [(0, 0), (3, -2), (-1, 4), (-47, 0), (0, -47), (20, 27)])
def test_a_place_counts_from_the_first_card(place: tuple[int, int]) -> None:
    """MI-4: x to the right, y up."""
    x, y = place
    assert notation.place_name(x * rules.STRIDE + y) == f"({x},{y})"


def test_a_game_file_is_read_and_written_again() -> None:
    """MI-3 to MI-13: the deal is a line, and each turn another; a conquest is joined."""
    match = Match.loads(FILE)
    assert match.lines() == [line.split(". ", 1)[1] for line in FILE.splitlines() if line[:1].isdigit()]
    assert str(Match.loads(str(match))) == str(match)
    assert table_of(match.position) == {(1, 0): "B1", (2, 0): "B2", (0, -1): "B4", (1, 1): "Y1"}


def test_a_conquest_that_is_not_complete_is_written_so_far() -> None:
    """MI-10"""
    match = Match.loads(FILE.replace("(-1,-1)(0,0) [G4]", "(-1,-1)"))
    assert match.lines()[-1] == "Y5@(-1,-1) B:(0,0)-(0,-1) take (-1,-1)"
    assert match.legal() == ["take (0,0)"]


def test_a_line_of_a_conquest_is_read_card_by_card() -> None:
    """MI-10"""
    read = notation.read_line(Match("master-islands").position.record, "A:(0,0)-(1,0) take (0,0)(-2,0)(3,10) [R1] keep")
    assert [text for _, text in read] == ["A:(0,0)-(1,0)", "take (0,0)", "take (-2,0)", "take (3,10)", "[R1]", "keep"]


@pytest.mark.parametrize("wrong", ["take (-1,-1)x(0,0)", "take(-1,-1)(0,0)", "take (-1,-1) (0,0)", "take (-1,-1)(0,1)"])
def test_a_conquest_that_is_not_written_so_is_refused(wrong: str) -> None:
    """MI-10"""
    with pytest.raises(BadGameFile):
        Match.loads(FILE.replace("take (-1,-1)(0,0)", wrong))


def test_a_lone_galleon_keeps_its_letter_and_of_two_on_a_card_a_moves() -> None:
    """MI-6: B's move is then written with A."""
    position = arrange("0 1 \n 0 B1:0AB R1", hands={0: "Y1 Y2 Y3"})
    with pytest.raises(UnreadableAction, match=r"here this is written A:\(0,0\)-\(1,0\)"):
        position.play("B:(0,0)-(1,0)")
    play(position, "A:(0,0)-(1,0)", "Y1@(0,1)")
    assert fleet_of(position)[0, "B"] == (0, 0)
    position = arrange("0 1 \n 0 B1:0B R1:0A", hands={0: "Y1 Y2 Y3"})
    play(position, "B:(0,0)-(1,0)")
    assert fleet_of(position)[0, "B"] == (1, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Y6@(1,0)", "a card is laid"),
        ("y1@(1,0)", "a card is laid"),
        ("Y1@1,0", "a card is laid"),
        ("Y1@(01,0)", r"here this is written Y1@\(1,0\)"),
        ("Y1@(99,0)", "48 steps away"),
        ("A:(1,0)-(2,0)", r"galleon A is on \(0,0\)"),
        ("C:(0,0)-(1,0)", "a card is laid"),
        ("pass", "a card is laid"),
        ("take", "a card is laid"),
    ],
)
def test_what_is_written_otherwise_is_refused(text: str, why: str) -> None:
    """MI-6: and it is said how it is written."""
    with pytest.raises(UnreadableAction, match=why):
        arrange("0 \n 0 B1", hands={0: "Y1 Y2 Y3"}).play(text)


@pytest.mark.parametrize("text", ["Y4", "[Y6]", "[?]", "[y4]", "[]"])
def test_a_card_drawn_is_written_in_brackets(text: str) -> None:
    """MI-3"""
    position = Position("master-islands")
    assert position.pending == (NATURE,)
    with pytest.raises(UnreadableAction, match=r"a card drawn is written \[Y4\]"):
        position.play(text)


def test_a_card_that_is_not_in_the_pile_cannot_be_drawn() -> None:
    """MI-2, MI-3"""
    position = play(Position("master-islands"), "[Y5]", "[Y5]")
    with pytest.raises(UnreadableAction, match="chance gives one of"):
        position.play("[Y5]")
