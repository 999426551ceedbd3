"""When the first part of a divided six is legal: WM-13, with WM-10 and WM-15."""

from __future__ import annotations

from tests.games.war_of_masters.arrange import RED_WINS, arrange, diagram, moves_from, refused_by

# A piece in the very middle of the board has no move of five or six: on e5 the Master completes a six by 1 to 4 only.
MIDDLE = """
    9 ....N....
    5 ....M....
    2 ..r......
"""

# --- WM-13: a first part only where another piece can complete it


def test_a_first_part_that_nobody_can_complete_is_not_legal() -> None:
    """WM-13: after c2-c3 the Master would have to go five squares."""
    position = arrange(MIDDLE, roll=6)
    assert moves_from(position, "c2") == ["c2-c4", "c2-c5", "c2-c6", "c2-c7", "c2-c8"]
    assert refused_by(position, "c2-c3") == "WM-13"


def test_the_first_piece_does_not_complete_its_own_six() -> None:
    """WM-13: five more squares would take the same cylinder to c8; that does not make c2-c3 legal."""
    position = arrange(MIDDLE, roll=6)
    assert "c2-c8" in position.legal()
    assert "c2-c3" not in position.legal()


def test_a_piece_alone_cannot_divide_a_six() -> None:
    """WM-12, WM-13: it plays the whole six, or passes."""
    alone = """
        9 ....N....
        2 M........
    """
    assert arrange(alone, roll=6).legal() == ["a2-a8", "a2-g8", "a2-g2"]
    middle = """
        9 ...N.....
        5 ....M....
    """
    assert arrange(middle, roll=6).legal() == ["pass"]


def test_the_second_part_may_land_on_the_square_just_left() -> None:
    """WM-13: the board that the first part leaves has c7 empty, where only c2 can go by five."""
    position = arrange(
        """
        9 ....N....
        7 ..r......
        5 ....M....
        2 ..r......
        """,
        roll=6,
    )
    position.play("c7-c8")
    assert position.legal() == ["c2-c7"]


def test_the_second_part_may_not_land_on_the_square_just_taken() -> None:
    """WM-13, WM-14: after c6-c7 the only move of five would end on that very cylinder."""
    position = arrange(
        """
        9 ....N....
        6 ..r......
        5 ....M....
        2 ..r......
        """,
        roll=6,
    )
    assert refused_by(position, "c6-c7") == "WM-13"
    assert moves_from(position, "c6") == ["c6-c8", "c6-c9=L"]


def test_a_first_part_may_open_the_way_for_the_second() -> None:
    """WM-10, WM-13: stepping out of column c lets c2 go five squares; stepping along it does not."""
    position = arrange(
        """
        9 ....N....
        5 ....M....
        4 ..R......
        2 ..r......
        """,
        roll=6,
    )
    ones = [f"c4-{square}" for square in ("b3", "b4", "b5", "d3", "d4", "d5")]
    assert [move for move in moves_from(position, "c4") if move in [*ones, "c4-c3", "c4-c5"]] == ones
    assert refused_by(position, "c4-c5") == "WM-13"


def test_a_first_part_may_bar_the_way_of_the_second() -> None:
    """WM-10, WM-13: stepping into column c keeps c2 from going five squares."""
    board = """
        9 ....N....
        5 ....M....
        4 .R.......
        2 ..r......
    """
    assert refused_by(arrange(board, roll=6), "b4-c4") == "WM-13"
    assert "b4-c4" in arrange(board, roll=6, path="leap").legal()


def test_a_first_part_may_bar_the_way_of_the_only_second_part_there_is() -> None:
    """WM-10, WM-13: c2-c7 is the only move of five, and ends elsewhere; b4-c4 is in its way."""
    board = """
        9 ....N....
        6 .r.r.....
        5 ....M....
        4 .R.r.....
        2 ..r......
    """
    assert arrange(board, roll=5).legal() == ["c2-c7"]
    position = arrange(board, roll=6)
    assert refused_by(position, "b4-c4") == "WM-13"
    assert "b4-a4" in position.legal()


def test_a_first_part_that_captures_on_the_way_of_the_second_bars_it_as_well() -> None:
    """WM-10, WM-13: a first part that captures an enemy leaves a friend in its place, which bars the way as well."""
    board = """
        9 ....N....
        5 ....M....
        4 .Rb......
        2 ..r......
    """
    assert refused_by(arrange(board, roll=6), "b4xc4") == "WM-13"
    assert "b4xc4" in arrange(board, roll=6, path="leap").legal()


def test_a_first_part_that_wins_needs_no_second() -> None:
    """WM-5, WM-13: the Master is alone, and takes the other by a part of two."""
    position = arrange(
        """
        7 ....N....
        5 ....M....
        """,
        roll=6,
    )
    assert position.legal() == ["e5xe7"]
    position.play("e5xe7")
    assert position.over
    assert position.shares == RED_WINS


def test_a_first_part_that_captures_the_last_piece_needs_no_second() -> None:
    """WM-13, WM-18"""
    position = arrange(
        """
        7 ....b....
        5 ....R....
        """,
        roll=6,
        goal="all",
    )
    assert position.legal() == ["e5xe7"]
    position.play("e5xe7")
    assert position.shares == RED_WINS


def test_a_first_part_that_captures_the_last_piece_but_one_needs_a_second() -> None:
    """WM-13, WM-18"""
    position = arrange(
        """
        8 b........
        7 ....b....
        5 ....R....
        """,
        roll=6,
        goal="all",
    )
    assert position.legal() == ["pass"]


def test_a_first_part_that_wins_ends_the_game_even_where_a_second_could_be_played() -> None:
    """WM-5: at once."""
    position = arrange(
        """
        7 ....N....
        5 ....M....
        2 r........
        """,
        roll=6,
    )
    position.play("e5xe7")
    assert position.over
    assert position.legal() == []
    assert (int(position.record.turns), int(position.record.rest)) == (1, 0)


# --- WM-15: a part of one is a move of one


def test_a_part_of_one_does_not_capture_the_master() -> None:
    """WM-13, WM-15: neither as the first part nor as the second."""
    board = """
        9 ....N....
        8 ...R.....
        2 r........
        1 ....M....
    """
    position = arrange(board, roll=6)
    assert refused_by(position, "d8xe9") == "WM-15"
    position.play("a2-a7")
    assert refused_by(position, "d8xe9") == "WM-15"
    assert "d8-e8" in position.legal()


def test_the_master_does_not_capture_by_a_part_of_one() -> None:
    """WM-13, WM-15"""
    board = """
        9 ....N....
        2 r...b....
        1 ....M....
    """
    position = arrange(board, roll=6)
    assert refused_by(position, "e1xe2") == "WM-15"
    position.play("a2-a7")
    assert refused_by(position, "e1xe2") == "WM-15"
    assert "e1-d2" in position.legal()


def test_a_capture_of_the_master_by_one_does_not_complete_a_six() -> None:
    """WM-13, WM-15: after g2-g7 the only moves of one would be captures of, or by, a Master."""
    position = arrange(
        """
        9 ...N.....
        8 ...r.....
        2 bb....r..
        1 MB.......
        """,
        roll=6,
    )
    assert refused_by(position, "g2-g7") == "WM-13"
    assert arrange(diagram(position), roll=6, goal="all").legal().count("g2-g7") == 1


def test_a_part_of_two_or_more_captures_the_master() -> None:
    """WM-13, WM-15"""
    position = arrange(
        """
        9 ....N....
        7 ....r....
        2 r........
        1 ....M....
        """,
        roll=6,
    )
    position.play("a2-a6")
    position.play("e7xe9=L")
    assert position.shares == RED_WINS
