"""A turn: points, groups, and where they may go."""

from __future__ import annotations

import pytest

from tablier.engine.position import Position
from tests.games.maestria.arrange import after, arrange, diagram, moves_from, pawns, play, rows, targets_of

MIDDLE = """
    4 .   .   .   .   .   b1G
    3 .   .   b4  .   .   .
    1 w1G .   .   .   .   .
"""


def test_a_pawn_moves_one_square_in_eight_directions() -> None:
    """MA-7: straight or diagonally."""
    assert targets_of(arrange(MIDDLE), "c3") == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}


@pytest.mark.parametrize(
    ("corner", "around"),
    [
        ("a1", {"a2", "b1", "b2"}),
        ("f1", {"e1", "e2", "f2"}),
        ("a4", {"a3", "b3", "b4"}),
        ("f4", {"e3", "e4", "f3"}),
    ],
)
def test_a_corner_has_three_neighbours(corner: str, around: set[str]) -> None:
    """MA-1, MA-7: nobody leaves the board, at whichever edge."""
    board = [["."] * 6 for _ in range(4)]
    board[4 - int(corner[1])]["abcdef".index(corner[0])] = "b1G"
    board[1 if corner[1] in "12" else 2][2] = "w1G"
    drawn = "\n".join(f"{4 - i} {' '.join(cells)}" for i, cells in enumerate(board))
    assert targets_of(arrange(drawn), corner) == around


def test_pawns_move_on_every_colour_and_in_both_camps() -> None:
    """MA-3, MA-5: colours and camps bind the set-up alone."""
    position = play(arrange(MIDDLE), "c3-c2*1", "c2-c1*1", "c1-b1*1")
    assert pawns(position, "b1") == "b1"


def test_a_move_takes_a_group_and_leaves_the_others() -> None:
    """MA-7, MA-8"""
    position = play(arrange(MIDDLE), "c3-d3*3")
    assert diagram(position) == rows(
        """
        4 .   .   .   .   .   b1G
        3 .   .   b1  b3  .   .
        1 w1G .   .   .   .   .
        """
    )


def test_a_move_costs_a_point_for_each_pawn() -> None:
    """MA-7: the sheet's own example: three soldiers cost three points, and two are left."""
    position = play(arrange(MIDDLE), "c3-d3*3")
    assert position.record.points == 2
    assert position.pending == (0,)
    play(position, "d3-d4*1")
    assert position.record.points == 1


def test_nothing_may_cost_more_than_is_left() -> None:
    """MA-7"""
    position = play(arrange(MIDDLE), "c3-d3*3")
    assert {move[6] for move in position.legal() if move != "end"} == {"1", "2"}


def test_a_pawn_may_move_again_and_again() -> None:
    """MA-7: five points carry one pawn five squares."""
    position = play(arrange(MIDDLE), "f4-e4*1G", "e4-d4*1G", "d4-c4*1G", "c4-b4*1G", "b4-a4*1G")
    assert pawns(position, "a4") == "b1G"


def test_a_turn_without_points_left_ends_by_itself() -> None:
    """MA-7"""
    position = play(arrange(MIDDLE), "c3-d3*4", "d3-e3*1")
    assert position.pending == (1,)
    assert (position.record.points, position.record.turns) == (5, 1)


@pytest.mark.parametrize("moves", [[], ["c3-d3*1"], ["c3-d3*4"]])
def test_a_turn_may_be_ended_at_any_time(moves: list[str]) -> None:
    """MA-7: even with all points left; they are lost."""
    position = play(arrange(MIDDLE), *moves, "end")
    assert position.pending == (1,)
    assert (position.record.points, position.record.turns) == (5, 1)


def test_a_player_moves_only_its_own_pawns() -> None:
    """MA-7"""
    assert {move[:2] for move in arrange(MIDDLE).legal()} == {"c3", "f4", "en"}
    assert {move[:2] for move in arrange(MIDDLE, to_move="white").legal()} == {"a1", "en"}


def test_a_group_is_any_number_of_the_pawns_on_a_square() -> None:
    """MA-8"""
    position = arrange(MIDDLE)
    assert [move for move in moves_from(position, "c3") if move[3:5] == "c2"] == [
        "c3-c2*1",
        "c3-c2*2",
        "c3-c2*3",
        "c3-c2*4",
    ]


def test_a_group_goes_with_or_without_the_general_who_counts_as_one() -> None:
    """MA-8: of three with the General, at most two go without it."""
    position = arrange("4 . . . . . b3G\n1 w1G . . . . .")
    assert [move for move in moves_from(position, "f4") if move[3:5] == "e4"] == [
        "f4-e4*1",
        "f4-e4*1G",
        "f4-e4*2",
        "f4-e4*2G",
        "f4-e4*3G",
    ]


def test_the_general_goes_where_its_group_goes() -> None:
    """MA-8"""
    position = arrange("4 . . . . . b3G\n1 w1G . . . . .")
    assert diagram(play(position, "f4-e4*2G")) == rows("4 . . . . b2G b1\n1 w1G . . . . .")
    assert diagram(play(position, "f4-e4*1")) == rows("4 . . . . b3G .\n1 w1G . . . . .")
    assert diagram(play(position, "e4-e3*2")) == rows("4 . . . . b1G .\n3 . . . . b2 .\n1 w1G . . . . .")


def test_no_group_makes_more_than_five() -> None:
    """MA-6: as many as there is room for may go, and no more."""
    position = arrange("4 . . . . b3 b4G\n1 w1G . . . . .")
    assert [move for move in moves_from(position, "f4") if move[3:5] == "e4"] == [
        "f4-e4*1",
        "f4-e4*1G",
        "f4-e4*2",
        "f4-e4*2G",
    ]


def test_nobody_enters_a_full_square() -> None:
    """MA-6"""
    position = arrange("4 . . . . b5 b4G\n1 w1G . . . . .")
    assert "e4" not in targets_of(position, "f4")
    assert pawns(play(position, "e4-d4*1", "f4-e4*1"), "e4") == "b5"


# --- squares without a limit


CROWD = """
    4 .   .   .   b5  .   b1G
    3 .   .   .   b4  .   .
    2 .   .   .   .   .   .
    1 .   w1G .   .   .   .
"""


def test_more_than_five_may_share_a_square_after_the_set_up() -> None:
    """MA-6: with the option; otherwise never."""
    assert "d4-d3*1" in moves_from(arrange(CROWD), "d4")
    assert "d4-d3*2" not in moves_from(arrange(CROWD), "d4")
    position = play(arrange(CROWD, cap="setup"), "d4-d3*5")
    assert pawns(position, "d3") == "b9"
    assert Position("maestria", cap="setup").options["cap"] == "setup"


def test_in_the_set_up_a_square_is_full_with_five_in_any_case() -> None:
    """MA-6"""
    place = ["S@b4", "S@b4", "S@b4", "S@b1", "S@b1", "S@b1", "S@b4", "S@b4"]
    assert "S@b4" not in after(*place, cap="setup").legal()
    assert "S@b4" not in after(*place).legal()


def test_retreat_needs_no_room_where_there_is_no_limit() -> None:
    """MA-16: to a square with five of its own, or to one with more."""
    board = "4 . . . b4 . b1G \n 3 . . . b5 . . \n 2 . . . w3 . . \n 1 . w1G . . . ."
    limited, free = (play(arrange(board, "white", cap=cap), "d2xd3*3") for cap in ("always", "setup"))
    assert "retreat d4" not in limited.legal()
    play(free, "retreat d4")
    assert (pawns(free, "d4"), pawns(free, "d3")) == ("b8", "w3")


def test_crowd_fights_with_all_its_number() -> None:
    """MA-11, MA-13: nine defenders against five."""
    board = "4 . . . . . b1G \n 3 . . . b9 . . \n 2 . . . w5 . . \n 1 . w1G . . . ."
    position = play(arrange(board, "white", cap="setup", map="P" * 12), "d2xd3*5", "fight")
    assert "[6 | 1 1]" in position.chances()
    play(position, "[6 | 1 1]")
    assert (pawns(position, "d3"), pawns(position, "d2")) == ("b4", "w5")
