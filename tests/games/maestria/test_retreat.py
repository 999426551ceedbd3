"""Withdrawing before a fight (MA-16)."""

from __future__ import annotations

import pytest

from tests.games.maestria.arrange import arrange, diagram, pawns, play, rows

FIELD = """
    4 .   .   .   .   .   b1G
    3 .   .   .   b3  .   .
    2 .   .   .   .   w5  .
    1 w1G .   .   .   .   .
"""


def answers(board: str, attack: str, to_move: str = "white") -> list[str]:
    return play(arrange(board, to_move=to_move), attack).legal()


def test_it_is_the_defender_who_answers() -> None:
    """MA-16: before the dice."""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*4")
    assert position.pending == (0,)
    assert position.legal(1) == []


def test_the_defender_may_withdraw_to_any_adjacent_square_without_enemies() -> None:
    """MA-16: straight or diagonally; not to e2, where the attackers still are."""
    around = ["c2", "d2", "c3", "e3", "c4", "d4", "e4"]
    assert answers(FIELD, "e2xd3*4") == ["fight", *(f"retreat {square}" for square in around)]


def test_the_square_of_the_attackers_is_closed_even_if_all_of_them_attack() -> None:
    """MA-16: it still holds them."""
    assert "retreat e2" not in answers(FIELD, "e2xd3*5")


def test_nobody_withdraws_onto_other_enemies() -> None:
    """MA-16"""
    board = "4 . . . . . b1G\n3 . . . b3 w1 .\n2 . . w1 . w5 .\n1 w1G . . . . ."
    assert {"retreat e3", "retreat c2"}.isdisjoint(answers(board, "e2xd3*4"))


def test_one_pawn_cannot_withdraw() -> None:
    """MA-16: two or more; but the answer is asked all the same."""
    board = "4 . . . . . b1G\n3 . . . b1 . .\n2 . . . . w5 .\n1 w1G . . . . ."
    assert answers(board, "e2xd3*4") == ["fight"]


def test_a_general_alone_cannot_withdraw() -> None:
    """MA-16"""
    board = "3 . . . b1G . .\n2 . . . . w5 .\n1 w1G . . . . ."
    assert answers(board, "e2xd3*4") == ["fight"]


def test_those_who_are_surrounded_can_only_fight() -> None:
    """MA-16: the answer is asked all the same."""
    board = "4 b3G w1 . . . .\n3 w1 w5 . . . .\n1 w1G . . . . ."
    assert answers(board, "b3xa4*3") == ["fight"]


@pytest.mark.parametrize(("friends", "possible"), [(1, True), (3, True), (4, False), (5, False)])
def test_there_must_be_room_for_those_who_arrive(friends: int, possible: bool) -> None:
    """MA-6, MA-16: of three two arrive."""
    board = f"4 . . . b{friends} . b1G\n3 . . . b3 . .\n2 . . . . w5 .\n1 w1G . . . . ."
    assert ("retreat d4" in answers(board, "e2xd3*4")) == possible


def test_a_retreat_costs_one_pawn_and_the_attackers_advance() -> None:
    """MA-16: without any dice."""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*4", "retreat c4")
    assert diagram(position) == rows(
        """
        4 .   .   b2  .   .   b1G
        3 .   .   .   w4  .   .
        2 .   .   .   .   w1  .
        1 w1G .   .   .   .   .
        """
    )


def test_the_attack_is_paid_for_and_the_turn_goes_on() -> None:
    """MA-7, MA-16"""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*4", "retreat c4")
    assert (position.record.points, position.pending) == (1, (1,))
    play(position, "d3xc4*1")
    assert position.pending == (0,)


def test_a_retreat_from_the_last_points_ends_the_turn() -> None:
    """MA-7, MA-16"""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*5", "retreat c4")
    assert (position.record.turns, position.pending) == (1, (0,))


def test_those_who_withdraw_join_their_friends() -> None:
    """MA-16"""
    board = "4 . . . b3 . b1G\n3 . . . b3 . .\n2 . . . . w5 .\n1 w1G . . . . ."
    assert pawns(play(arrange(board, to_move="white"), "e2xd3*4", "retreat d4"), "d4") == "b5"


def test_the_general_withdraws_and_a_soldier_is_lost() -> None:
    """MA-16, MA-17: of the General and one soldier, the General arrives."""
    board = "3 . . . b2G . .\n2 . . . . w5 .\n1 w1G . . . . ."
    position = play(arrange(board, to_move="white"), "e2xd3*4", "retreat c4")
    assert pawns(position, "c4") == "b1G"
    assert not position.over


def test_the_attacking_general_advances_when_the_defenders_withdraw() -> None:
    """MA-14, MA-16"""
    board = "4 . . . . . b1G\n3 . . . b2 . .\n2 . . . . w3G ."
    position = play(arrange(board, to_move="white"), "e2xd3*2G", "retreat d4")
    assert (pawns(position, "d3"), pawns(position, "e2")) == ("w2G", "w1")


def test_white_withdraws_as_black_does() -> None:
    """MA-16: into Black's camp, if it likes."""
    board = "4 b1G . . . . .\n3 . b4 . . . .\n2 . . w2 . . .\n1 . . . . . w1G"
    position = play(arrange(board), "b3xc2*4", "retreat c3")
    assert pawns(position, "c3") == "w1"
    assert pawns(position, "c2") == "b4"
