"""How a game ends."""

from __future__ import annotations

import pytest

from tablier.games.maestria import rules
from tests.games.maestria.arrange import BLACK_WINS, DRAWN, SET_UP, WHITE_WINS, after, arrange, pawns, play

ATTACKED = """
    3 .   .   .   b2G .   .
    2 .   .   .   .   w5  .
    1 w1G .   .   .   .   .
"""

EVEN = "M" * 12


def test_who_eliminates_the_enemy_general_wins_at_once() -> None:
    """MA-19: with points left, and no turn is needed any more."""
    position = play(arrange(ATTACKED, to_move="white", map=EVEN), "e2xd3*3", "fight", "[6 1 | 1]")
    assert position.over
    assert position.shares == WHITE_WINS
    assert position.pending == ()
    assert pawns(position, "d3") == "w3"
    assert position.record.general[0] == rules.OFF


def test_black_wins_likewise() -> None:
    """MA-19"""
    board = "3 . . . b5 . .\n2 . . . . w2G .\n1 b1G . . . . ."
    position = play(arrange(board, map=EVEN), "d3xe2*3", "fight", "[6 1 | 1]")
    assert position.shares == BLACK_WINS


def test_a_general_that_falls_in_its_own_attack_loses_the_game() -> None:
    """MA-17, MA-19: also if soldiers of its square stayed behind."""
    board = "4 . . . . . b1G\n3 . . . b5 . .\n2 . . . . w4G ."
    position = play(arrange(board, to_move="white", map=EVEN), "e2xd3*2G", "fight", "[1 | 1 1]")
    assert position.shares == BLACK_WINS
    assert pawns(position, "e2") == "w2"
    assert position.record.general[1] == rules.OFF


def test_the_game_goes_on_while_both_generals_live() -> None:
    """MA-19: even if a General is all that is left."""
    board = "3 . . . b2G . .\n2 . . . . w1G ."
    position = play(arrange(board, to_move="white", map=EVEN), "e2xd3*1G", "fight", "[6 | 1 1]")
    assert not position.over
    assert position.shares is None


def test_nothing_can_be_done_after_the_end() -> None:
    """MA-19"""
    position = play(arrange(ATTACKED, to_move="white", map=EVEN), "e2xd3*3", "fight", "[6 1 | 1]")
    assert position.legal(0) == position.legal(1) == []
    assert position.chances() == {}


@pytest.mark.parametrize("turns", [1, 2, 7])
def test_a_game_that_is_not_won_in_time_is_a_draw(turns: int) -> None:
    """MA-20: a turn is one player's; the set-up is not counted."""
    position = after(*SET_UP, *["end"] * (turns - 1), max_turns=turns)
    assert not position.over
    play(position, "end")
    assert position.over
    assert position.shares == DRAWN


def test_a_turn_that_ends_by_itself_is_counted_too() -> None:
    """MA-7, MA-20"""
    assert play(arrange(ATTACKED, to_move="white", max_turns=1), "e2-e1*5").shares == DRAWN


def test_a_win_in_the_last_turn_is_a_win() -> None:
    """MA-19, MA-20: even with the last point of it."""
    position = arrange(ATTACKED, to_move="white", map=EVEN, max_turns=1)
    assert play(position, "e2xd3*5", "fight", "[6 1 | 1]").shares == WHITE_WINS


def test_an_equal_roll_with_the_last_point_of_the_last_turn_is_a_draw() -> None:
    """MA-15, MA-20"""
    position = arrange(ATTACKED, to_move="white", map=EVEN, max_turns=1)
    assert play(position, "e2xd3*5", "fight", "[1 1 | 2]").shares == DRAWN


def test_by_default_a_game_lasts_three_hundred_turns() -> None:
    """MA-20"""
    position = arrange(ATTACKED, turns=298)
    assert not play(position, "end").over
    assert play(position, "end").shares == DRAWN
