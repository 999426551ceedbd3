"""Conquest: which cards may be taken, card by card, and what becomes of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablier import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import arrange, moves, play, refused_by, table_of, taken_by, takes, winners

SHEET = """
        0   1            2   3   4
    0   Y5  B3:0AB:1AB   G4  R1  G3
"""
"""5 + 4 + 1 make ten; the 3 between them carries galleons, the other is of no use."""


def conquest(diagram: str, **given: Any) -> Position:
    """A conquest that has to be decided, at the table of a diagram."""
    position = arrange(diagram, phase=rules.CONQUEST, **given)
    assert rules.has_alignment(position.record)
    return position


def choices(position: Position) -> set[str]:
    """Every alignment that can be taken, written as one."""
    found = set()
    for pick in takes(position):
        after = play(position.copy(), f"take {pick}")
        is_picking = after.record.phase == rules.CONQUEST and after.record.picks
        found |= {pick + rest for rest in choices(after)} if is_picking else {pick}
    return found


def test_the_example_of_the_rule_sheet() -> None:
    """MI-10"""
    position = conquest(SHEET)
    assert choices(position) == {"(0,0)(2,0)(3,0)"}
    play(position, "take (0,0)", "take (2,0)", "take (3,0)")
    assert table_of(position) == {(1, 0): "B3", (4, 0): "G3"}
    assert taken_by(position, 0) == Counter(["Y5", "G4", "R1"])


@pytest.mark.parametrize(
    ("diagram", "alignment"),
    [
        ("0 1 2 \n 0 Y5:0AB:1AB G5 R5", "(1,0)(2,0)"),
        ("0 \n 3 G5 \n 2 R5 \n 1 .. \n 0 Y5:0AB:1AB", "(0,2)(0,3)"),
        ("0 1 2 \n 2 .. .. G5 \n 1 .. R5 .. \n 0 Y5:0AB:1AB .. ..", "(1,1)(2,2)"),
        ("0 1 2 \n 2 G5 .. .. \n 1 .. R5 .. \n 0 .. .. Y5:0AB:1AB", "(0,2)(1,1)"),
    ],
    ids=["a row", "a column", "a rising diagonal", "a falling diagonal"],
)
def test_a_line_goes_any_of_four_ways(diagram: str, alignment: str) -> None:
    """MI-10: from left to right, and in a column from bottom to top."""
    assert choices(conquest(diagram)) == {alignment}


def test_gaps_do_not_matter() -> None:
    """MI-10: empty, filled, or with a galleon on the card."""
    board = """
            0   1          2   3   9
        0   Y5  B1:0AB:1A  G3  ..  R5
        1   ..  R1:1B      ..  ..  ..
    """
    assert choices(conquest(board)) == {"(0,0)(9,0)"}


def test_cards_that_are_on_no_common_line_cannot_be_taken() -> None:
    """MI-10: nor two lines at once."""
    board = """
            0   1          2
        2   ..  Y4         ..
        1   Y1  B1:0AB:1AB ..
        0   R5  G3         R2
    """
    position = conquest(board)
    assert choices(position) == {"(0,0)(1,0)(2,0)"}
    play(position, "take (0,0)")
    assert takes(position) == {"(1,0)"}
    assert refused_by(position, "take (0,1)") == "MI-10"


def test_the_total_is_exactly_ten() -> None:
    """MI-10: a card that would lead past it, or not to it, cannot be picked."""
    board = """
            0   1   2   3   4   5   6
        0   Y4  G4  R3  R5  B1  Y2  B1:0AB:1AB
    """
    position = conquest(board)
    assert choices(position) == {"(0,0)(1,0)(5,0)", "(0,0)(3,0)(4,0)", "(1,0)(3,0)(4,0)", "(0,0)(2,0)(4,0)(5,0)"} | {
        "(1,0)(2,0)(4,0)(5,0)",
        "(2,0)(3,0)(5,0)",
    }
    play(position, "take (0,0)", "take (1,0)")
    assert takes(position) == {"(5,0)"}


def test_no_card_with_a_galleon_is_taken_whoever_it_belongs_to() -> None:
    """MI-10"""
    board = "0 1 2 \n 0 Y5 R5 G5:{} \n 1 B1:0AB:1A .. .."
    assert choices(conquest(board.format("1B"))) == {"(0,0)(1,0)"}
    alone = "0 1 2 \n 0 Y5 R5:1B B1 \n 1 B1:0AB:1A .. G1"
    position = play(arrange(alone, hands={0: "Y1 Y1 Y1"}), "Y1@(-1,1)", "A:(0,1)-(-1,1)")
    assert position.pending == (NATURE,)


def test_with_several_alignments_the_player_picks_one() -> None:
    """MI-10: one, and no more."""
    board = """
            0   1   2           3   4
        1   Y5  G5  ..          R5  B5
        0   ..  ..  B1:0AB:1AB  ..  ..
    """
    position = conquest(board, hands={0: "Y1 Y1 Y1"})
    every = {"(0,1)(1,1)", "(0,1)(3,1)", "(0,1)(4,1)", "(1,1)(3,1)", "(1,1)(4,1)", "(3,1)(4,1)"}
    assert choices(position) == every
    play(position, "take (1,1)", "take (4,1)")
    assert position.pending == (1,)
    assert rules.has_alignment(position.record)


def test_two_alignments_may_begin_with_the_same_cards() -> None:
    """MI-10: the second card decides the line."""
    board = """
            0   1   2          3
        1   ..  G5  ..         ..
        0   Y5  R5  ..         ..
       -1   ..  B5  Y1:0AB:1AB ..
    """
    position = play(conquest(board), "take (0,0)")
    assert takes(position) == {"(1,0)", "(1,1)", "(1,-1)"}


def test_ten_ones_are_the_longest_alignment() -> None:
    """MI-10"""
    header = " ".join(str(x) for x in range(12))
    row = " ".join(f"{colour}1" for colour in "YYYGGGRRRBB")
    position = conquest(f"{header} \n 0 {row} B1:0AB:1AB")
    for x in range(9):
        play(position, f"take ({x},0)")
    assert takes(position) == {"(9,0)", "(10,0)"}
    play(position, "take (9,0)")
    assert taken_by(position, 0).total() == 10


def test_the_player_may_decline_before_the_first_card() -> None:
    """MI-10"""
    position = play(conquest(SHEET, hands={0: "Y1 Y1 Y1"}), "keep")
    assert len(table_of(position)) == 5
    assert position.pending == (1,)


def test_the_player_may_not_decline_after_the_first_card() -> None:
    """MI-10"""
    position = play(conquest(SHEET), "take (0,0)")
    assert position.legal() == ["take (2,0)"]
    assert refused_by(position, "keep") == "MI-10"


def test_cards_are_picked_from_left_to_right() -> None:
    """MI-10"""
    position = conquest(SHEET)
    assert refused_by(position, "take (3,0)") == "MI-10"
    assert refused_by(position, "take (2,0)") == "MI-10"
    assert refused_by(position, "take (1,0)") == "MI-10", "it carries galleons"
    assert refused_by(position, "take (7,7)") == "MI-10", "there is no card"


def test_the_alignment_may_have_been_there_before() -> None:
    """MI-10"""
    board = """
            0   1   2
        1   Y5  G5  ..
        0   ..  B1  B1:0AB:1AB
    """
    position = play(arrange(board, hands={0: "R2 R2 Y1"}), "R2@(3,0)", "A:(2,0)-(3,0)")
    assert position.legal() == ["keep", "take (0,1)"]


def test_where_there_is_nothing_to_take_nobody_is_asked() -> None:
    """MI-10"""
    position = play(arrange("0 \n 0 B1", hands={0: "R2 R2 Y1"}), "R2@(1,0)", "A:(0,0)-(1,0)")
    assert position.pending == (NATURE,)


def test_a_galleon_that_moves_away_frees_its_card() -> None:
    """MI-10: and one that arrives protects one."""
    board = """
            0   1            2   3
        0   Y5  R5:0A        B1  R1:0B:1AB
    """
    freed = play(arrange(board, hands={0: "G2 G2 G2"}), "G2@(1,1)", "A:(1,0)-(1,1)")
    assert takes(freed) == {"(0,0)"}
    protected = play(arrange(board, hands={0: "G2 G2 G2"}), "G2@(1,1)", "A:(1,0)-(0,0)")
    assert protected.pending == (NATURE,)


def test_cards_taken_lie_face_up_before_their_owner() -> None:
    """MI-11: everybody sees them."""
    position = play(conquest(SHEET), "take (0,0)", "take (2,0)", "take (3,0)")
    for viewer in (0, 1, PUBLIC):
        assert taken_by(position.view(viewer), 0) == Counter(["Y5", "G4", "R1"])


def test_there_is_no_way_back_to_discovery() -> None:
    """MI-11: neither during a conquest nor after it."""
    board = """
            0   1   2
        1   Y5  G5  ..
        0   ..  B1  B1:0AB:1AB
    """
    position = conquest(board, hands={0: "B2 B2 Y1"})
    assert refused_by(position, "B2@(3,0)") == "MI-11"
    assert refused_by(position, "A:(2,0)-(1,0)") == "MI-11"
    assert refused_by(position, "again") == "MI-11"
    play(position, "take (0,1)", "take (1,1)")
    assert position.pending == (1,)
    assert moves(position)


@pytest.mark.parametrize(("players", "goal"), [(2, 12), (3, 10), (4, 8)])
def test_the_aim_is_checked_at_once(players: int, goal: int) -> None:
    """MI-11, MI-12: the game is over before anything is drawn."""
    before = "Y1 Y1 Y1 G1 G1 G1 R2 R2 R2 B2 B2"
    fleet = "".join(f":{seat}AB" for seat in range(players))
    board = f"0 1 2 \n 0 Y5 G5 B5{fleet}"
    for wanted in (3, 2):
        position = conquest(
            board,
            hands={1: "Y3 Y4 Y4"},
            taken={1: " ".join(before.split()[: goal - wanted])},
            to_move=1,
            players=players,
        )
        play(position, "take (0,0)", "take (1,0)")
        assert position.over == (wanted == 2)
    assert winners(position) == {1}
    assert position.record.ended == 12


def test_the_aim_may_be_surpassed() -> None:
    """MI-12: at least so many."""
    board = "0 1 2 3 \n 0 Y5 G4 R1 B5:0AB:1AB"
    position = conquest(board, taken={0: "Y1 Y1 Y1 G1 G1 G1 R2 R2 R2 B2 B2"})
    play(position, "take (0,0)", "take (1,0)", "take (2,0)")
    assert winners(position) == {0}


# --- only an alignment that the turn has made

BAY = """
        0    1            2
    1   ..   B2           ..
    0   Y5   R1:0AB:1AB   ..
"""


def laid(diagram: str, *actions: str, **options: Any) -> Position:
    """After a discovery, with these cards in hand."""
    return play(arrange(diagram, hands={0: "Y1 B3 G5"}, **options), *actions)


@pytest.mark.parametrize(("alignment", "asked"), [("any", {"(0,0)"}), ("made", set())])
def test_alignment_that_was_there_before_the_turn(alignment: str, asked: set[str]) -> None:
    """MI-10: it may be taken; with the option not, and then nobody is asked."""
    position = laid("0 1 2 \n 0 Y5 G5 R1:0AB:1AB", "B3@(2,1)", "A:(2,0)-(2,1)", alignment=alignment)
    assert takes(position) == asked
    assert (position.record.phase == rules.CONQUEST) == bool(asked)


def test_alignment_is_made_by_a_card_laid_in_the_turn() -> None:
    """MI-10"""
    position = laid(BAY, "G5@(2,0)", "A:(1,0)-(1,1)", alignment="made")
    assert choices(position) == {"(0,0)(2,0)"}


def test_alignment_is_made_by_a_galleon_that_leaves_a_card() -> None:
    """MI-10: of a card that carried one, anyone's, when the turn began."""
    position = laid("0 1 2 \n 0 Y5 G5:0A R1:0B:1AB", "Y1@(2,1)", "A:(1,0)-(2,0)", alignment="made")
    assert choices(position) == {"(0,0)(1,0)"}


def test_every_alignment_taken_has_a_made_card() -> None:
    """MI-10: of several choices on one line only those with a card of this turn."""
    board = "-1 0 1 2 3 \n 1 .. .. B2 .. .. \n 0 R5 Y5 R1:0AB:1AB .. G5"
    any_of_them = laid(board, "G5@(2,0)", "A:(1,0)-(1,1)", alignment="any")
    assert choices(any_of_them) == {
        "(-1,0)(0,0)", "(-1,0)(2,0)", "(-1,0)(3,0)", "(0,0)(2,0)", "(0,0)(3,0)", "(2,0)(3,0)",
    }  # fmt: skip
    made = laid(board, "G5@(2,0)", "A:(1,0)-(1,1)", alignment="made")
    assert choices(made) == {"(-1,0)(2,0)", "(0,0)(2,0)", "(2,0)(3,0)"}


def test_cards_of_the_last_turn_are_no_longer_made() -> None:
    """MI-10"""
    position = laid(BAY, "G5@(2,0)", "A:(1,0)-(1,1)", "keep", "[B5]", alignment="made")
    assert position.pending == (1,)
    card = next(action for action in position.legal() if action.endswith("@(1,-1)"))
    play(position, card, "A:(1,0)-(1,-1)")
    assert takes(position) == set()
