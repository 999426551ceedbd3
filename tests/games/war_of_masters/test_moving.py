"""Moving: WM-6 to WM-11."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablier import NATURE, IllegalAction, Match, Position
from tests.games.war_of_masters.arrange import arrange, diagram, moves_from, refused_by, rows

BOARD = """
    9 ....N....
    7 ..b......
    4 .....R...
    3 r........
    1 ....M....
"""

# --- WM-6: alternately, one roll, one piece, exactly as far


def test_a_turn_begins_with_a_roll_of_a_fair_die() -> None:
    """WM-6"""
    match = Match("war-of-masters")
    assert match.pending == (NATURE,)
    assert match.chances() == {f"[{pips}]": Fraction(1, 6) for pips in range(1, 7)}


def test_players_alternate() -> None:
    """WM-6"""
    match = Match("war-of-masters")
    turns = []
    for action in ("[1]", "a2-a3", "[1]", "a8-a7", "[1]", "b2-b3"):
        turns.append(match.pending)
        match.play(action)
    assert turns == [(NATURE,), (0,), (NATURE,), (1,), (NATURE,), (0,)]


def test_the_die_is_rolled_once_a_turn() -> None:
    """WM-6: after the roll it is for the player to move, not for chance."""
    match = Match("war-of-masters")
    match.play("[1]")
    assert match.chances() == {}
    with pytest.raises(IllegalAction, match="not for chance to act now, but for red"):
        match.play("[2]", seat=NATURE)


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5])
def test_a_piece_moves_exactly_as_many_squares_as_the_die_shows(roll: int) -> None:
    """WM-6"""
    position = arrange(BOARD, roll=roll)
    assert moves_from(position, "a3") == [f"a3-a{3 + roll}"]
    assert all(_distance(move) == roll for move in position.legal())


def test_a_turn_moves_one_piece_and_leaves_the_others() -> None:
    """WM-6"""
    position = arrange(BOARD, roll=3)
    position.play("a3-a6")
    assert diagram(position) == rows("""
        9 ....N....
        7 ..b......
        6 r........
        4 .....R...
        1 ....M....
    """)


# --- WM-7, WM-8, WM-9: which way


def test_a_small_cylinder_of_red_goes_straight_up_the_board() -> None:
    """WM-7"""
    assert moves_from(arrange(BOARD, roll=2), "a3") == ["a3-a5"]


def test_a_small_cylinder_of_brown_goes_straight_down_the_board() -> None:
    """WM-7"""
    assert moves_from(arrange(BOARD, roll=2, to_move="brown"), "c7") == ["c7-c5"]


def test_a_small_cylinder_captures_straight_ahead_and_no_other_way() -> None:
    """WM-7"""
    position = arrange(
        """
        9 ....N....
        5 .bbb.....
        4 .brb.....
        3 .bbb.....
        1 ....M....
        """,
        roll=1,
    )
    assert moves_from(position, "c4") == ["c4xc5"]


def test_a_small_cylinder_that_is_off_the_board_straight_ahead_cannot_move() -> None:
    """WM-1, WM-7"""
    position = arrange(
        """
        9 ....N....
        7 ..r......
        1 ....M....
        """,
        roll=3,
    )
    assert moves_from(position, "c7") == []


@pytest.mark.parametrize("piece", ["R", "M"])
def test_a_large_cylinder_and_the_master_move_in_all_eight_directions(piece: str) -> None:
    """WM-8"""
    home = "M" if piece == "R" else "R"
    position = arrange(
        f"""
        9 ....N....
        5 ...{piece}.....
        1 ........{home}
        """,
        roll=3,
    )
    assert moves_from(position, "d5") == [
        "d5-a2", "d5-a5", "d5-a8", "d5-d2", "d5-d8", "d5-g2", "d5-g5", "d5-g8",
    ]  # fmt: skip


@pytest.mark.parametrize("piece", ["R", "M"])
def test_a_large_cylinder_and_the_master_capture_in_all_eight_directions(piece: str) -> None:
    """WM-8"""
    home = "M" if piece == "R" else "R"
    position = arrange(
        f"""
        9 ....N....
        7 .b.b.b...
        5 .b.{piece}.b...
        3 .b.b.b...
        1 ........{home}
        """,
        roll=2,
    )
    assert moves_from(position, "d5") == [
        "d5xb3", "d5xb5", "d5xb7", "d5xd3", "d5xd7", "d5xf3", "d5xf5", "d5xf7",
    ]  # fmt: skip


def test_no_piece_turns_within_a_move() -> None:
    """WM-9: every square reached lies on a straight line, even where a bent way would be as long."""
    position = arrange(BOARD, roll=3)
    assert moves_from(position, "f4") == [
        "f4-c1", "f4-c4", "f4-f1", "f4-f7", "f4-i1", "f4-i4", "f4-i7", "f4xc7",
    ]  # fmt: skip
    for bent in ("f4-e7", "f4-g1", "f4-h7", "f4-i6"):
        with pytest.raises(IllegalAction, match="WM-9"):
            position.play(bent)


# --- WM-10: the path

FENCED = """
    9 ....N....
    8 ........b
    7 ..b......
    6 ........r
    5 ........r
    4 ..R.r....
    1 ....M....
"""


def test_friends_and_enemies_bar_the_way_by_default() -> None:
    """WM-10: path=blocked"""
    position = arrange(FENCED, roll=4)
    assert moves_from(position, "c4") == ["c4-g8"]
    assert moves_from(position, "i5") == []
    assert Position("war-of-masters").options["path"] == "blocked"


def test_pieces_leap_over_friends_and_enemies_where_the_table_says_so() -> None:
    """WM-10: path=leap"""
    position = arrange(FENCED, roll=4, path="leap")
    assert {"c4-c8", "c4-g4", "i5-i9=L"} <= set(position.legal())


def test_a_blocked_path_concerns_only_the_squares_between() -> None:
    """WM-10: a piece that may not pass over an enemy may still capture it."""
    position = arrange(FENCED, roll=3)
    assert "c4xc7" in position.legal()
    assert "i6-i9=L" not in position.legal()
    assert "i5xi8" not in position.legal()
    assert "i5xi8" in arrange(FENCED, roll=3, path="leap").legal()


def test_a_move_of_one_has_nothing_to_pass_over() -> None:
    """WM-10"""
    assert arrange(FENCED, roll=1).legal() == arrange(FENCED, roll=1, path="leap").legal()


# --- WM-11: passing


def test_passing_is_the_only_action_where_no_move_is_legal() -> None:
    """WM-11"""
    position = arrange(
        """
        9 Mb..N....
        8 bbr......
        """,
        roll=5,
    )
    assert position.legal() == ["pass"]
    before = diagram(position)
    position.play("pass")
    assert diagram(position) == before
    assert position.pending == (NATURE,)
    position.play("[1]")
    assert position.pending == (1,)


def test_a_player_who_can_move_may_not_pass() -> None:
    """WM-11"""
    position = arrange(BOARD, roll=2)
    assert refused_by(position, "pass") == "WM-11"


def test_a_player_whose_only_move_is_bad_must_make_it() -> None:
    """WM-11: Brown's only piece has to leave its corner."""
    position = arrange(
        """
        9 N........
        6 ....R....
        1 ....M....
        """,
        roll=5,
        to_move="brown",
    )
    assert position.legal() == ["a9-f9", "a9-f4", "a9-a4"]


def _distance(move: str) -> int:
    return max(abs(ord(move[0]) - ord(move[3])), abs(int(move[1]) - int(move[4])))
