"""Promotion: WM-16 and WM-17, and the ringed cylinder's part in it, WM-18.

A diagram that shows eight large cylinders of a colour and its Master leaves it none to be replaced by.
"""

from __future__ import annotations

import pytest

from tablier import Position
from tests.games.war_of_masters.arrange import arrange, diagram, moves_from, rows, where


def after(position: Position, *actions: str) -> str:
    """The board after these actions."""
    for action in actions:
        position.play(action)
    return diagram(position)


# --- WM-16: replaced at once

ARRIVING = """
    9 ....N...b
    7 r......r.
    3 .b......b
    1 R.R.M.RRR
"""


def test_a_small_cylinder_that_reaches_the_far_row_is_replaced_by_a_large_one() -> None:
    """WM-16: at once, by one that had been captured."""
    assert after(arrange(ARRIVING, roll=2), "a7-a9=L") == rows("""
        9 R...N...b
        7 .......r.
        3 .b......b
        1 R.R.M.RRR
    """)


def test_a_small_cylinder_of_brown_is_replaced_on_row_1() -> None:
    """WM-16"""
    assert after(arrange(ARRIVING, roll=2, to_move="brown"), "b3-b1=L") == rows("""
        9 ....N...b
        7 r......r.
        3 ........b
        1 RBR.M.RRR
    """)


def test_a_small_cylinder_is_replaced_where_it_captures_too() -> None:
    """WM-16, WM-14"""
    assert after(arrange(ARRIVING, roll=2, to_move="brown"), "i3xi1=L") == rows("""
        9 ....N...b
        7 r......r.
        3 .b.......
        1 R.R.M.RRB
    """)


def test_a_replaced_cylinder_moves_like_the_large_one_it_is() -> None:
    """WM-16, WM-8"""
    position = arrange(ARRIVING, roll=2)
    after(position, "a7-a9=L", "[1]", "e9-e8", "[3]")
    assert moves_from(position, "a9") == ["a9-a6", "a9-d6", "a9-d9"]


def test_no_other_row_replaces_a_small_cylinder() -> None:
    """WM-16"""
    position = arrange(ARRIVING, roll=1)
    assert moves_from(position, "a7") == ["a7-a8"]
    assert "8 r........" in after(position, "a7-a8")


def test_a_large_cylinder_on_the_far_row_stays_what_it_is() -> None:
    """WM-16: it concerns small ones."""
    position = arrange(
        """
        9 ....N....
        6 .R.......
        1 ....M....
        """,
        roll=3,
    )
    assert "b6-b9" in position.legal()
    assert "9 .R..N...." in after(position, "b6-b9")


def test_each_captured_large_cylinder_replaces_one_small_one() -> None:
    """WM-16: with one available, the first to arrive is replaced, and the second has to wait."""
    position = arrange(
        """
        9 ....N....
        7 r......r.
        1 RRRRMRRR.
        """,
        roll=2,
    )
    assert after(position, "a7-a9=L", "[1]", "e9-e8", "[2]", "h7-h9=w") == rows("""
        9 R......w.
        8 ....N....
        1 RRRRMRRR.
    """)


def test_only_a_large_one_of_its_own_colour_replaces_a_small_one() -> None:
    """WM-16: that Brown has lost large cylinders is of no use to Red."""
    position = arrange(
        """
        9 B...N....
        7 r........
        1 RRRRMRRRR
        """,
        roll=2,
    )
    assert after(position, "a7xa9=w") == rows("""
        9 w...N....
        1 RRRRMRRRR
    """)


# --- WM-17: it waits, and moves like a large one

WAITING = """
    9 ....N....
    6 ..b.b....
    5 ...w.....
    4 ..b......
    1 RRRRMRRRR
"""


def test_a_small_cylinder_that_cannot_be_replaced_stays() -> None:
    """WM-17"""
    position = arrange(
        """
        9 ....N....
        7 r........
        1 RRRRMRRRR
        """,
        roll=2,
    )
    assert after(position, "a7-a9=w") == rows("""
        9 w...N....
        1 RRRRMRRRR
    """)


def test_a_waiting_cylinder_moves_and_captures_like_a_large_one() -> None:
    """WM-17, WM-8"""
    position = arrange(WAITING, roll=1)
    assert moves_from(position, "d5") == [
        "d5-c5", "d5-d4", "d5-d6", "d5-e4", "d5-e5", "d5xc4", "d5xc6", "d5xe6",
    ]  # fmt: skip
    assert "4 ..w......" in after(position, "d5xc4")


def test_a_waiting_cylinder_of_brown_moves_like_a_large_one() -> None:
    """WM-17"""
    position = arrange(
        """
        9 BBBBNBBBB
        5 ...v.....
        1 ....M....
        """,
        roll=3,
        to_move="brown",
    )
    assert moves_from(position, "d5") == [
        "d5-a2", "d5-a5", "d5-a8", "d5-d2", "d5-d8", "d5-g2", "d5-g5", "d5-g8",
    ]  # fmt: skip


def test_a_waiting_cylinder_on_the_far_row_again_has_no_mark_and_still_waits() -> None:
    """WM-17: it has arrived before."""
    position = arrange(WAITING, roll=4)
    assert "d5-d9" in position.legal()
    assert "9 ...wN...." in after(position, "d5-d9")


# --- WM-17: replaced the moment a large one of its colour is captured

SEVERAL = """
    9 ....N....
    8 w.......w
    7 .w.......
    5 w........
    3 .r...B...
    1 RRRRMRRRR
"""


def test_a_waiting_cylinder_is_replaced_the_moment_a_large_one_of_its_colour_is_captured() -> None:
    """WM-17: wherever it stands by then, with no action of its player."""
    position = arrange(
        """
        9 ....N....
        5 ...w.....
        3 .....B...
        1 RRRRMRRRR
        """,
        roll=2,
        to_move="brown",
    )
    assert after(position, "f3xf1") == rows("""
        9 ....N....
        5 ...R.....
        1 RRRRMBRRR
    """)


def test_of_several_the_one_on_the_lowest_column_then_row_is_replaced_first() -> None:
    """WM-17: a5 and a8, then b7, then i8."""
    position = arrange(SEVERAL, to_move="brown")
    after(position, "[2]", "f3xf1", "[1]", "e1-e2")
    assert where(position, "w") == ["a8", "b7", "i8"]
    after(position, "[1]", "f1xg1", "[1]", "e2-e1")
    assert where(position, "w") == ["b7", "i8"]
    after(position, "[1]", "g1xh1", "[1]", "e1-e2")
    assert where(position, "w") == ["i8"]
    after(position, "[1]", "h1xi1")
    assert where(position, "w") == []


def test_the_capture_of_a_small_cylinder_replaces_nobody() -> None:
    """WM-17"""
    position = arrange(SEVERAL, roll=4, to_move="brown")
    assert after(position, "f3xb3") == rows("""
        9 ....N....
        8 w.......w
        7 .w.......
        5 w........
        3 .B.......
        1 RRRRMRRRR
    """)


def test_the_capture_of_an_enemy_s_large_cylinder_replaces_nobody() -> None:
    """WM-17: Red takes a brown one; Red's own wait on."""
    position = arrange(SEVERAL, roll=2)
    assert "8 w.......w" in after(position, "f1xf3")


def test_a_waiting_cylinder_is_replaced_between_the_parts_of_the_enemy_s_six() -> None:
    """WM-13, WM-17: so the second part captures a large one on d5, and that one in turn replaces the one on g8."""
    position = arrange(
        """
        9 ...BN....
        8 ......w..
        5 ...w.....
        3 .....B...
        1 RRRRMRRRR
        """,
        roll=6,
        to_move="brown",
    )
    assert after(position, "f3xf1") == rows("""
        9 ...BN....
        8 ......w..
        5 ...R.....
        1 RRRRMBRRR
    """)
    assert after(position, "d9xd5") == rows("""
        9 ....N....
        8 ......R..
        5 ...B.....
        1 RRRRMBRRR
    """)


def test_a_captured_waiting_cylinder_goes_off_as_a_small_one() -> None:
    """WM-17: it makes no large one available."""
    position = arrange(
        """
        9 ....N....
        7 r........
        5 ...w.....
        3 .....B...
        1 RRRRMRRRR
        """,
        roll=2,
        to_move="brown",
    )
    after(position, "f3xd5", "[2]")
    assert moves_from(position, "a7") == ["a7-a9=w"]


def test_a_small_cylinder_that_is_replaced_frees_no_place() -> None:
    """WM-16, WM-17: what goes off by promotion is a small one."""
    position = arrange(
        """
        9 ....N....
        8 ......r..
        7 r........
        1 RRRRMRRR.
        """,
        roll=2,
    )
    after(position, "a7-a9=L", "[1]", "e9-e8", "[1]")
    assert moves_from(position, "g8") == ["g8-g9=w"]


# --- WM-18: the ringed cylinder


@pytest.mark.parametrize("ring", ["ee", "ae", "ie"])
def test_a_captured_ringed_cylinder_is_available_after_the_plain_ones(ring: str) -> None:
    """WM-16, WM-18: of a plain and a ringed one, the plain comes back first, whatever column the ring began on."""
    position = arrange(
        """
        9 ....N....
        7 r......r.
        1 RRRRRRR..
        """,
        roll=2,
        goal="all",
        ring=ring,
    )
    assert after(position, "a7-a9=L", "[1]", "e9-e8", "[2]", "h7-h9=L") == rows("""
        9 R......M.
        8 ....N....
        1 RRRRRRR..
    """)


def test_a_waiting_cylinder_is_replaced_by_the_ringed_one_when_that_is_captured() -> None:
    """WM-17, WM-18"""
    position = arrange(
        """
        9 ....N....
        5 ...w.....
        3 ....B....
        1 RRRRMRRRR
        """,
        roll=2,
        to_move="brown",
        goal="all",
    )
    assert after(position, "e3xe1") == rows("""
        9 ....N....
        5 ...M.....
        1 RRRRBRRRR
    """)
