"""The board, the pieces and where they begin: WM-1 to WM-4, and the ring's place in the variation, WM-19."""

from __future__ import annotations

import pytest

from tablier import NATURE, Match, Position
from tablier.engine.errors import BadOption
from tests.games.war_of_masters.arrange import arrange, diagram, moves_from, rows

OPENING = rows("""
    9 BBBBNBBBB
    8 bbbbbbbbb
    2 rrrrrrrrr
    1 RRRRMRRRR
""")


def test_the_board_has_nine_columns_and_nine_rows() -> None:
    """WM-1: a piece reaches every edge square of a board of 9 x 9, and none beyond."""
    board = """
        9 ....N....
        5 ....R....
        1 ....M....
    """
    assert moves_from(arrange(board, roll=4), "e5") == [
        "e5-a1", "e5-a5", "e5-a9", "e5-i1", "e5-i5", "e5-i9", "e5xe9",
    ]  # fmt: skip
    assert moves_from(arrange(board, roll=5), "e5") == []


def test_red_sits_at_row_1_and_brown_at_row_9() -> None:
    """WM-1: Red's back row is row 1, Brown's is row 9."""
    board = diagram(Position("war-of-masters")).splitlines()
    assert set(board[-1][2:]) == set("RM")
    assert set(board[0][2:]) == set("BN")


@pytest.mark.parametrize(("small", "large", "master"), ["rRM", "bBN"])
def test_each_side_has_nine_small_and_nine_large_cylinders_one_of_them_its_master(
    small: str, large: str, master: str
) -> None:
    """WM-2"""
    board = diagram(Position("war-of-masters"))
    assert (board.count(small), board.count(large), board.count(master)) == (9, 8, 1)


def test_large_cylinders_stand_behind_small_ones_with_the_master_in_the_middle() -> None:
    """WM-3"""
    assert diagram(Position("war-of-masters")) == OPENING


def test_red_begins() -> None:
    """WM-4"""
    match = Match("war-of-masters")
    assert match.pending == (NATURE,)
    match.play("[3]")
    assert [match.seats[seat] for seat in match.pending] == ["red"]


def test_the_ringed_cylinders_may_stand_anywhere_on_the_back_row_when_all_are_to_be_captured() -> None:
    """WM-19: Red's column, then Brown's."""
    assert diagram(Position("war-of-masters", goal="all", ring="ai")) == rows("""
        9 BBBBBBBBN
        8 bbbbbbbbb
        2 rrrrrrrrr
        1 MRRRRRRRR
    """)


def test_the_ringed_cylinders_stand_in_column_e_unless_a_table_says_otherwise() -> None:
    """WM-19: by default `ee`."""
    assert diagram(Position("war-of-masters", goal="all")) == OPENING


def test_a_master_has_no_other_place_than_column_e() -> None:
    """WM-19: the choice exists only with goal=all."""
    with pytest.raises(BadOption, match=r"ring: .ai. does not go with the other settings; one can choose ee"):
        Position("war-of-masters", ring="ai")
    assert diagram(Position("war-of-masters", ring="ee")) == OPENING


@pytest.mark.parametrize("ring", ["", "e", "eee", "ej", "e1", "EE", "é"])
def test_the_ring_is_given_as_two_columns(ring: str) -> None:
    """WM-19: two columns from a to i."""
    with pytest.raises(BadOption, match="2 letters, each a, b, c, d, e, f, g, h or i"):
        Position("war-of-masters", goal="all", ring=ring)


def test_the_place_of_the_ring_never_changes_play() -> None:
    """WM-19: the same moves are legal, whatever cylinder has the ring."""
    matches = [Match("war-of-masters", seed=5, goal="all", ring=ring) for ring in ("ee", "ai", "hc")]
    for ply in range(120):
        legal = sorted(matches[0].legal())
        assert all(sorted(match.legal()) == legal for match in matches)
        for match in matches:
            match.play(legal[ply * 7 % len(legal)])
