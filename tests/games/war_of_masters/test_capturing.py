"""Capturing: WM-14 and WM-15."""

from __future__ import annotations

import pytest

from tablier import IllegalAction, Position
from tests.games.war_of_masters.arrange import arrange, diagram, moves_from, refused_by, rows

# --- WM-14


@pytest.mark.parametrize("victim", ["b", "B"])
def test_a_piece_that_lands_on_an_enemy_removes_it(victim: str) -> None:
    """WM-14"""
    position = arrange(
        f"""
        9 ....N....
        7 ..{victim}......
        4 ..r......
        1 ....M....
        """,
        roll=3,
    )
    position.play("c4xc7")
    assert diagram(position) == rows("""
        9 ....N....
        7 ..r......
        1 ....M....
    """)


def test_a_captured_piece_moves_no_more() -> None:
    """WM-14"""
    position = arrange(
        """
        9 ....N....
        7 ..B......
        4 ..r......
        1 ....M....
        """,
        roll=3,
    )
    position.play("c4xc7")
    position.play("[2]")
    assert {move[:2] for move in position.legal()} == {"e9"}
    with pytest.raises(IllegalAction, match="WM-6"):
        position.play("c7-c5")


@pytest.mark.parametrize("friend", ["r", "R", "M"])
def test_a_piece_does_not_land_on_a_friend(friend: str) -> None:
    """WM-14"""
    home = "R" if friend == "M" else "M"
    position = arrange(
        f"""
        9 ....N....
        7 ..{friend}......
        4 ..r......
        1 ....{home}....
        """,
        roll=3,
    )
    assert moves_from(position, "c4") == []
    assert refused_by(position, "c4-c7") == "WM-14"


def test_what_is_passed_over_is_not_captured() -> None:
    """WM-10, WM-14: only the square of landing counts."""
    position = arrange(
        """
        9 ....N....
        5 ..b......
        4 ..r......
        1 ....M....
        """,
        roll=3,
        path="leap",
    )
    position.play("c4-c7")
    assert "5 ..b......" in diagram(position)


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_any_roll_may_capture(roll: int) -> None:
    """WM-15: pieces that are no Masters take one another by a move of any length."""
    position = arrange(
        f"""
        9 ....N....
        {8 if roll == 6 else roll + 2} ..b......
        2 ..r......
        1 ....M....
        """,
        roll=roll,
    )
    position.play(f"c2xc{2 + roll}")
    assert "b" not in diagram(position)


# --- WM-15: a Master and a move of one. Each board has the attacker on d4 and the attacked on d5.

EIGHT_LARGE = "RRRRRRRR."


def near(attacker: str, attacked: str, roll: int, row: int = 5, goal: str = "master") -> Position:
    """Attacker and attacked on column d, and what else must be on the board far away."""
    return arrange(
        f"""
        9 ........{"." if attacked == "N" else "N"}
        {row} ...{attacked}.....
        4 ...{attacker}.....
        2 {EIGHT_LARGE if attacker == "w" else "........."}
        1 {"." if attacker == "M" else "M"}........
        """,
        roll=roll,
        goal=goal,
    )


@pytest.mark.parametrize(
    ("attacker", "attacked"),
    ["Mb", "MB", "rN", "RN", "wN", "MN"],
    ids=["master x small", "master x large", "small x master", "large x master", "waiting x master", "master x master"],
)
def test_a_master_neither_captures_nor_is_captured_by_a_move_of_one(attacker: str, attacked: str) -> None:
    """WM-15: in every combination, Master against Master included."""
    position = near(attacker, attacked, roll=1)
    assert refused_by(position, "d4xd5") == "WM-15"


@pytest.mark.parametrize(("attacker", "attacked"), ["rb", "rB", "Rb", "RB", "wb", "wB"])
def test_other_pieces_capture_one_another_by_a_move_of_one(attacker: str, attacked: str) -> None:
    """WM-15"""
    assert "d4xd5" in near(attacker, attacked, roll=1).legal()


@pytest.mark.parametrize("roll", [2, 3, 4])
@pytest.mark.parametrize(("attacker", "attacked"), ["Mb", "MB", "rN", "RN", "wN", "MN"])
def test_a_master_captures_and_is_captured_by_a_longer_move(attacker: str, attacked: str, roll: int) -> None:
    """WM-15: only a move of one makes the difference."""
    assert f"d4xd{4 + roll}" in near(attacker, attacked, roll=roll, row=4 + roll).legal()


@pytest.mark.parametrize(("attacker", "attacked"), ["Mb", "MB", "rN", "RN", "wN", "MN"])
def test_ringed_cylinders_are_like_any_other_where_all_are_to_be_captured(attacker: str, attacked: str) -> None:
    """WM-15, WM-18"""
    assert "d4xd5" in near(attacker, attacked, roll=1, goal="all").legal()


def test_a_master_moves_by_one_to_an_empty_square() -> None:
    """WM-15: it only captures nothing so."""
    position = arrange(
        """
        9 ....N....
        5 ..bbb....
        4 ..bMb....
        1 ........R
        """,
        roll=1,
    )
    assert moves_from(position, "d4") == ["d4-c3", "d4-d3", "d4-e3"]


@pytest.mark.parametrize(("attacker", "attacked"), ["NR", "Nr", "bM", "BM", "NM"])
def test_the_same_holds_for_brown(attacker: str, attacked: str) -> None:
    """WM-15: Brown's pieces come down the board."""
    text = f"""
        9 ........{"." if attacker == "N" else "N"}
        5 ...{attacker}.....
        4 ...{attacked}.....
        1 {"." if attacked == "M" else "M"}........
    """
    position = arrange(text, roll=1, to_move="brown")
    assert refused_by(position, "d5xd4") == "WM-15"
    assert "d5xd4" in arrange(text, roll=1, to_move="brown", goal="all").legal()
