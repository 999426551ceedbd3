"""How a game ends: WM-5, WM-18 and WM-20."""

from __future__ import annotations

import pytest

from tablier import NATURE, IllegalAction, Match, Position
from tablier.engine.errors import BadOption
from tests.games.war_of_masters.arrange import BROWN_WINS, DRAWN, RED_WINS, arrange, diagram

DUEL = """
    9 ....N...b
    6 ....B....
    5 R........
    3 b........
    1 ....M....
"""


def assert_over(position: Position, rule: str) -> None:
    """Nobody has anything left to do, and whoever tries is told by which rule."""
    assert position.over
    assert position.pending == ()
    assert position.chances() == {}
    assert [position.legal(seat) for seat in (0, 1)] == [[], []]
    before = position.to_bytes()
    for text, seat in (("e1-e2", 0), ("e9-e8", 1), ("pass", 0), ("pass", 1), ("[3]", NATURE), ("[3]", None)):
        with pytest.raises(IllegalAction, match="the game is over") as refusal:
            position.play(text, seat)
        assert refusal.value.rule == rule
    assert position.to_bytes() == before


# --- WM-5


def test_red_wins_at_once_by_capturing_the_master() -> None:
    """WM-5"""
    position = arrange(DUEL, roll=4)
    position.play("a5xe9")
    assert position.shares == RED_WINS
    assert_over(position, "WM-5")


def test_brown_wins_at_once_by_capturing_the_master() -> None:
    """WM-5"""
    position = arrange(DUEL, roll=5, to_move="brown")
    position.play("e6xe1")
    assert position.shares == BROWN_WINS
    assert_over(position, "WM-5")


def test_the_loser_s_other_pieces_change_nothing() -> None:
    """WM-5"""
    position = arrange(DUEL, roll=4)
    position.play("a5xe9")
    assert "b" in diagram(position)
    assert position.over


def test_the_game_goes_on_until_a_master_is_captured() -> None:
    """WM-5: to have a Master alone is not yet to lose."""
    position = arrange(
        """
        9 ....N....
        7 ..b......
        4 ..R......
        1 ....M....
        """,
        roll=3,
    )
    position.play("c4xc7")
    assert not position.over
    assert position.shares is None
    assert position.pending == (NATURE,)


def test_a_move_that_promotes_may_win() -> None:
    """WM-5, WM-16"""
    position = arrange(
        """
        9 ....N....
        7 ....r....
        1 ....M....
        """,
        roll=2,
    )
    position.play("e7xe9=L")
    assert position.shares == RED_WINS
    assert diagram(position).startswith("9 ....R....")


# --- WM-18

LAST = """
    9 ....N....
    7 ..b......
    5 ....R....
    1 ....M....
"""


def test_the_capture_of_the_ringed_cylinder_does_not_win_where_all_are_to_be_captured() -> None:
    """WM-18: WM-5 does not apply."""
    position = arrange(LAST, roll=4, goal="all")
    position.play("e5xe9")
    assert not position.over
    position.play("[1]")
    assert position.legal() == ["c7-c6"]


def test_whoever_leaves_no_enemy_piece_wins_where_all_are_to_be_captured() -> None:
    """WM-18"""
    position = arrange(LAST, goal="all")
    for action in ("[4]", "e5xe9", "[1]", "c7-c6", "[3]", "e9-b6", "[1]", "c6-c5", "[1]"):
        position.play(action)
    assert not position.over
    position.play("b6xc5")
    assert position.shares == RED_WINS
    assert_over(position, "WM-18")


def test_brown_too_wins_by_leaving_no_enemy_piece() -> None:
    """WM-18"""
    position = arrange(
        """
        9 ....N....
        5 .b.......
        3 .r.......
        """,
        roll=2,
        to_move="brown",
        goal="all",
    )
    position.play("b5xb3")
    assert position.shares == BROWN_WINS


def test_the_aim_is_the_master_unless_a_table_says_otherwise() -> None:
    """WM-18: the default is WM-5."""
    assert Position("war-of-masters").options["goal"] == "master"


# --- WM-20


@pytest.mark.parametrize("most", [1, 2, 7])
def test_a_game_that_is_not_won_in_time_is_a_draw(most: int) -> None:
    """WM-20"""
    match = Match("war-of-masters", max_turns=most)
    for _ in range(most):
        assert not match.over
        match.play("[1]")
        match.play(match.legal()[0])
    assert match.shares == DRAWN
    assert_over(match.position, "WM-20")


def test_a_turn_is_one_player_s_roll_with_all_its_moves() -> None:
    """WM-20: a divided six is one turn."""
    match = Match("war-of-masters", max_turns=2)
    for action in ("[6]", "a2-a5", "b2-b5", "[6]", "a8-a6", "c8-c4"):
        assert not match.over
        match.play(action)
    assert match.shares == DRAWN


def test_a_pass_is_a_turn() -> None:
    """WM-20, WM-11"""
    position = arrange(
        """
        9 ...N.....
        5 ....M....
        """,
        roll=6,
        turns=6,
        max_turns=7,
    )
    position.play("pass")
    assert position.shares == DRAWN


def test_a_win_on_the_last_turn_is_a_win() -> None:
    """WM-20, WM-5: won by then is won."""
    position = arrange(DUEL, roll=4, turns=6, max_turns=7)
    position.play("a5xe9")
    assert position.shares == RED_WINS
    assert_over(position, "WM-5")


def test_a_win_of_all_on_the_last_turn_is_a_win() -> None:
    """WM-20, WM-18"""
    position = arrange(
        """
        5 ....b....
        3 ....R....
        """,
        roll=2,
        turns=6,
        max_turns=7,
        goal="all",
    )
    position.play("e3xe5")
    assert position.shares == RED_WINS
    assert_over(position, "WM-18")


def test_a_table_may_choose_how_many_turns_there_are() -> None:
    """WM-20: 1000 by default."""
    assert Position("war-of-masters").options["max_turns"] == 1000
    assert int(Position("war-of-masters").record.max_turns) == 1000
    assert int(Position("war-of-masters", max_turns=3).record.max_turns) == 3
    for wrong in (0, -1, 10_001, "many", 2.5, True, None):
        with pytest.raises(BadOption, match="from 1 to 10000"):
            Position("war-of-masters", max_turns=wrong)
