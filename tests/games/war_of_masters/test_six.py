"""A roll of six, whole or divided between two pieces: WM-12 and WM-13."""

from __future__ import annotations

import pytest

from tablier import NATURE
from tests.games.war_of_masters.arrange import arrange, diagram, moves_from, refused_by, rows, where

TWO_FILES = """
    9 ....N....
    2 r.r......
    1 ....M....
"""


# --- WM-12: whole or divided


def test_a_six_may_be_played_by_one_piece() -> None:
    """WM-12: it then ends the turn."""
    position = arrange(TWO_FILES, roll=6)
    position.play("a2-a8")
    assert position.pending == (NATURE,)
    assert "8 r........" in diagram(position)
    position.play("[1]")
    assert position.pending == (1,)


@pytest.mark.parametrize("part", [1, 2, 3, 4, 5])
def test_a_six_may_be_divided_between_two_pieces(part: int) -> None:
    """WM-12, WM-13: 1+5, 2+4, 3+3, 4+2, 5+1, one after the other, in one turn."""
    position = arrange(TWO_FILES, roll=6)
    position.play(f"a2-a{2 + part}")
    assert position.pending == (0,)
    position.play(f"c2-c{8 - part}")
    assert position.pending == (NATURE,)
    assert where(position, "r") == [f"a{2 + part}", f"c{8 - part}"]
    position.play("[1]")
    assert position.pending == (1,)


@pytest.mark.parametrize("roll", [2, 3, 4, 5])
def test_no_other_roll_is_divided(roll: int) -> None:
    """WM-12, WM-6"""
    position = arrange(TWO_FILES, roll=roll)
    assert refused_by(position, "a2-a3") == "WM-6"
    position.play(f"a2-a{2 + roll}")
    assert position.pending == (NATURE,)


def test_all_the_ways_to_play_a_six_are_on_the_list_at_once() -> None:
    """WM-12: the whole six, and each first part."""
    assert moves_from(arrange(TWO_FILES, roll=6), "a2") == [f"a2-a{row}" for row in range(3, 9)]


# --- WM-13: two different pieces, six squares in all


@pytest.mark.parametrize("part", [1, 2, 3, 4, 5])
def test_the_second_part_completes_exactly_six(part: int) -> None:
    """WM-13"""
    position = arrange(TWO_FILES, roll=6)
    position.play(f"a2-a{2 + part}")
    assert moves_from(position, "c2") == [f"c2-c{8 - part}"]
    assert refused_by(position, f"c2-c{9 - part}") == "WM-13"


def test_the_second_part_is_another_piece_s() -> None:
    """WM-13"""
    position = arrange(TWO_FILES, roll=6)
    position.play("a2-a5")
    assert moves_from(position, "a5") == []
    assert refused_by(position, "a5-a8") == "WM-13"


def test_a_piece_that_the_first_part_promotes_is_still_the_first_piece() -> None:
    """WM-13, WM-16: the large cylinder that has come in its place does not play the second part."""
    position = arrange(
        """
        9 ....N....
        8 r........
        2 ..r......
        1 ....M....
        """,
        roll=6,
    )
    position.play("a8-a9=L")
    assert moves_from(position, "a9") == []
    assert refused_by(position, "a9-f9") == "WM-13"
    assert moves_from(position, "c2") == ["c2-c7"]


def test_a_piece_that_the_first_part_lets_wait_is_still_the_first_piece() -> None:
    """WM-13, WM-17"""
    position = arrange(
        """
        9 ....N....
        8 r........
        2 ..r......
        1 RRRRMRRRR
        """,
        roll=6,
    )
    position.play("a8-a9=w")
    assert moves_from(position, "a9") == []
    assert refused_by(position, "a9-f9") == "WM-13"
    assert moves_from(position, "c2") == ["c2-c7"]


def test_the_first_piece_may_move_again_on_its_player_s_next_turn() -> None:
    """WM-13: only this six is concerned."""
    position = arrange(TWO_FILES, roll=6)
    for action in ("a2-a4", "c2-c6", "[1]", "e9-d9", "[2]"):
        position.play(action)
    assert moves_from(position, "a4") == ["a4-a6"]


def test_a_six_that_is_begun_is_completed() -> None:
    """WM-11, WM-13: there is no passing after a first part."""
    position = arrange(TWO_FILES, roll=6)
    position.play("a2-a3")
    assert refused_by(position, "pass") == "WM-11"


def test_both_parts_may_capture() -> None:
    """WM-13, WM-14"""
    position = arrange(
        """
        9 ....N....
        6 b........
        4 ..b......
        2 r.r......
        1 ....M....
        """,
        roll=6,
    )
    position.play("a2xa6")
    position.play("c2xc4")
    assert diagram(position) == rows("""
        9 ....N....
        6 r........
        4 ..r......
        1 ....M....
    """)
