"""Discovery: laying a card and moving a galleon, in either order, and perhaps again."""

from __future__ import annotations

import pytest

from tablier import NATURE
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import arrange, fleet_of, hand_of, lays, moves, play, refused_by, table_of

START = """
        0
    0   B4
"""

CROSS = """
        -1  0       1       2
    1   ..  R1      ..      ..
    0   Y1  G2:0A   Y2:0B   ..
   -1   ..  B3:1A   ..      ..
"""

DIAMOND = """
        -2  -1  0      1   2
    2   ..  ..  Y1     ..  ..
    1   ..  G1  R1     B1  ..
    0   Y1  G1  R1:0A  B1  Y1
   -1   ..  G1  R1     B1  ..
   -2   ..  ..  Y2     ..  ..
"""


def test_a_card_is_laid_on_a_free_place_next_to_a_galleon() -> None:
    """MI-6: any card of the hand, on each of the four sides, not diagonally."""
    position = arrange(START, hands={0: "Y1 Y1 R2"})
    assert lays(position) == {"(1,0)", "(-1,0)", "(0,1)", "(0,-1)"}
    assert len(position.legal()) == 2 * 4
    assert refused_by(position, "Y1@(1,1)") == "MI-6"


def test_a_card_may_be_laid_next_to_either_galleon_and_next_to_no_other() -> None:
    """MI-6: a place next to both is one place."""
    position = arrange(CROSS, hands={0: "Y1 Y1 G1"})
    assert lays(position) == {"(1,1)", "(2,0)", "(1,-1)"}
    assert len(position.legal()) == len(set(position.legal()))
    assert refused_by(position, "Y1@(-1,1)") == "MI-6"
    assert refused_by(position, "Y1@(0,-2)") == "MI-6", "that galleon is another's"
    assert refused_by(position, "Y1@(0,1)") == "MI-6", "a card lies there"


def test_a_place_next_to_both_galleons_is_offered_once() -> None:
    """MI-6"""
    position = arrange(
        """
            0       1
        1   Y1:0A   ..
        0   Y2      Y3:0B
        """,
        hands={0: "G5 G5 R5"},
    )
    assert position.legal().count("G5@(1,1)") == 1
    assert lays(position) == {"(0,2)", "(1,1)", "(-1,1)", "(2,0)", "(1,-1)"}
    play(position, "G5@(1,1)")
    assert table_of(position)[1, 1] == "G5"


def test_a_galleon_moves_one_card_horizontally_or_vertically() -> None:
    """MI-6"""
    position = arrange(CROSS)
    play(position, next(action for action in position.legal() if "@(2,0)" in action))
    from_a = {"A:(0,0)-(0,1)", "A:(0,0)-(1,0)", "A:(0,0)-(0,-1)", "A:(0,0)-(-1,0)"}
    assert moves(position) == from_a | {"B:(1,0)-(0,0)", "B:(1,0)-(2,0)"}
    assert refused_by(position, "B:(1,0)-(0,1)") == "MI-6", "not diagonally"
    assert refused_by(position, "B:(1,0)-(-1,0)") == "MI-6", "not two cards"
    assert refused_by(position, "B:(1,0)-(1,1)") == "MI-6", "not where there is no card"


@pytest.mark.parametrize(
    "parts", [("G1@(1,1)", "A:(0,0)-(0,1)"), ("A:(0,0)-(0,1)", "G1@(1,1)")], ids=["card first", "galleon first"]
)
def test_both_are_done_in_either_order(parts: tuple[str, str]) -> None:
    """MI-6: the same table either way; each is done once."""
    position = arrange(CROSS, hands={0: "G1 R1 B1"})
    play(position, parts[0])
    assert position.pending == (0,)
    assert refused_by(position, "R1@(2,0)" if "@" in parts[0] else "A:(0,1)-(0,0)") == "MI-6"
    play(position, parts[1])
    assert table_of(position)[1, 1] == "G1"
    assert fleet_of(position)[0, "A"] == (0, 1)
    assert position.pending == (NATURE,)


def test_after_a_first_card_its_galleon_can_always_move_on_to_it() -> None:
    """MI-6"""
    position = play(arrange(START, hands={0: "Y1 Y1 R2"}), "R2@(0,1)")
    assert position.legal() == ["A:(0,0)-(0,1)"]


def test_a_galleon_may_not_move_first_to_where_no_card_can_be_laid() -> None:
    """MI-6: with one galleon only, in teams; after the card it may."""
    inside = """
            -1  0   1      2
        1   ..  Y1  ..     ..
        0   Y1  G1  R1:0A  ..
       -1   ..  Y1  ..     ..
    """
    position = arrange(inside, hands={0: "B1 B2 B3"}, mode="teams")
    assert moves(position) == set()
    assert refused_by(position, "A:(1,0)-(0,0)") == "MI-6"
    play(position, "B1@(2,0)")
    assert moves(position) == {"A:(1,0)-(0,0)", "A:(1,0)-(2,0)"}


def test_a_galleon_may_move_where_no_card_can_be_laid_if_the_other_has_a_place() -> None:
    """MI-6"""
    inside = """
            -1     0   1      2
        1   ..     Y1  ..     ..
        0   Y2:0B  G1  R1:0A  ..
       -1   ..     Y1  ..     ..
    """
    position = arrange(inside, hands={0: "B1 B2 B3"})
    assert "A:(1,0)-(0,0)" in moves(position)
    play(position, "A:(1,0)-(0,0)")
    assert lays(position) == {"(-1,1)", "(-2,0)", "(-1,-1)"}


def test_a_card_of_the_colour_of_a_neighbour_with_a_galleon_allows_another_discovery() -> None:
    """MI-7: when both parts are done, the player is asked."""
    position = play(arrange(START, hands={0: "B1 B2 R3"}), "B1@(1,0)", "A:(0,0)-(1,0)")
    assert position.pending == (0,)
    assert position.legal() == ["again", "done"]
    play(position, "again")
    assert "R3@(2,0)" in position.legal()
    assert "B:(0,0)-(1,0)" in position.legal()


def test_done_goes_on_to_supply() -> None:
    """MI-7"""
    position = play(arrange(START, hands={0: "B1 B2 R3"}), "B1@(1,0)", "A:(0,0)-(1,0)", "done")
    assert position.pending == (NATURE,)


def test_a_card_of_another_colour_does_not() -> None:
    """MI-7"""
    position = play(arrange(START, hands={0: "B1 B2 R3"}), "R3@(1,0)", "A:(0,0)-(1,0)")
    assert position.pending == (NATURE,)


def test_the_colour_of_a_neighbour_without_one_of_ones_galleons_does_not_count() -> None:
    """MI-7: neither an empty card's nor another player's."""
    board = """
            0       1
        1   Y1      G1:1A
        0   B1:0AB  ..
    """
    position = play(arrange(board, hands={0: "G2 Y2 Y3"}), "G2@(1,0)", "A:(0,0)-(1,0)")
    assert position.pending == (NATURE,)


def test_the_colour_of_either_neighbour_with_a_galleon_counts() -> None:
    """MI-7"""
    board = """
            0      1
        1   Y1:0A  ..
        0   R1     G1:0B
    """
    for card, asks in (("Y2", True), ("G2", True), ("R2", False)):
        position = play(arrange(board, hands={0: f"{card} B1 B2"}), f"{card}@(1,1)", "A:(0,1)-(0,0)")
        assert (position.legal() == ["again", "done"]) == asks


def test_what_counts_is_where_the_galleons_are_when_the_card_is_laid() -> None:
    """MI-7"""
    board = """
            0       1
        0   B1:0AB  R1
    """
    hands = {0: "R2 B2 Y1"}
    left = play(arrange(board, hands=hands), "B2@(0,1)", "A:(0,0)-(1,0)")
    assert left.legal() == ["again", "done"], "that one has left does not matter"
    arrived = play(arrange(board, hands=hands), "A:(0,0)-(1,0)", "R2@(2,0)")
    assert arrived.legal() == ["again", "done"]
    too_late = play(arrange(board, hands=hands), "R2@(0,1)", "A:(0,0)-(1,0)")
    assert too_late.pending == (NATURE,)


def test_nobody_is_asked_without_a_card_in_hand() -> None:
    """MI-7: after three discoveries the hand is empty."""
    position = arrange(START, hands={0: "B1 B2 B3"})
    play(position, "B1@(1,0)", "A:(0,0)-(1,0)", "again", "B2@(0,1)", "A:(1,0)-(0,0)", "again")
    play(position, "B3@(0,-1)", "A:(0,0)-(0,-1)")
    assert hand_of(position, 0).total() == 0
    assert position.pending == (NATURE,)


def test_inside_a_full_block_a_galleon_moves_and_no_card_is_laid() -> None:
    """MI-8: conquest follows, with no replay; the hand is full, so the next player has the turn."""
    position = arrange(DIAMOND.replace("0A", "0AB"), hands={0: "R2 R2 R2"})
    assert set(position.legal()) == {"A:(0,0)-(0,1)", "A:(0,0)-(1,0)", "A:(0,0)-(0,-1)", "A:(0,0)-(-1,0)"}
    play(position, "A:(0,0)-(1,0)")
    assert position.pending == (1,)
    assert hand_of(position, 0).total() == 3


def test_where_a_move_can_make_room_both_must_be_done() -> None:
    """MI-6, MI-8: no card can be laid before the move, but some moves lead to a free place."""
    position = arrange(
        """
            -1  0      1   2
        1   ..  R1     B1  ..
        0   G1  R1:0A  B1  Y1
       -1   ..  G1     B1  ..
        """,
        hands={0: "R2 R2 R2"},
        mode="teams",
    )
    assert lays(position) == set()
    assert moves(position) == {"A:(0,0)-(0,1)", "A:(0,0)-(0,-1)", "A:(0,0)-(-1,0)"}
    assert refused_by(position, "A:(0,0)-(1,0)") == "MI-6", "that leads to where no card can be laid"
    play(position, "A:(0,0)-(0,1)")
    assert lays(position) == {"(0,2)", "(-1,1)"}


def test_a_second_discovery_inside_a_full_block_is_a_move_alone() -> None:
    """MI-7, MI-8"""
    almost = DIAMOND.replace("Y2", "..")
    position = arrange(almost, hands={0: "B2 B3 B4"}, mode="teams")
    play(position, "A:(0,0)-(0,-1)", "B2@(0,-2)")
    assert position.record.phase != rules.REPLAY, "another colour"
    position = arrange(almost, hands={0: "R2 B3 B4"}, mode="teams")
    play(position, "A:(0,0)-(0,-1)", "R2@(0,-2)", "again")
    assert moves(position) == {"A:(0,-1)-(-1,-1)", "A:(0,-1)-(1,-1)", "A:(0,-1)-(0,-2)"}
    assert refused_by(position, "A:(0,-1)-(0,0)") == "MI-6"


def test_any_number_of_galleons_share_a_card() -> None:
    """MI-9"""
    board = """
            0          1
        0   B1:0AB:1A  R1:1B:2AB:3AB
    """
    position = play(arrange(board, hands={0: "Y1 Y2 Y3"}, players=4), "Y1@(0,1)", "A:(0,0)-(1,0)")
    assert list(fleet_of(position).values()).count((1, 0)) == 6


def test_of_two_galleons_on_one_card_it_is_a_that_moves() -> None:
    """MI-6: they are interchangeable, so there is one move, not two."""
    position = play(arrange(START, hands={0: "Y1 Y2 Y3"}), "Y1@(1,0)")
    assert position.legal() == ["A:(0,0)-(1,0)"]
    play(position, "A:(0,0)-(1,0)")
    assert fleet_of(position) == {(0, "A"): (1, 0), (0, "B"): (0, 0), (1, "A"): (0, 0), (1, "B"): (0, 0)}
