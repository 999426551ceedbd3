"""Attacks and fights."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tablier import NATURE, Position
from tests.games.maestria.arrange import SET_UP, after, arrange, diagram, pawns, play, rows
from tests.games.maestria.plain import Table

FIELD = """
    4 .   .   .   .   .   b1G
    3 .   .   .   b3  .   .
    2 .   .   .   .   w5  .
    1 w1G .   .   .   .   .
"""
"""White stands on a plain, Black on a mountain."""

EVEN = "M" * 12
"""A map where no terrain beats another."""


def duel(attackers: str, defenders: str, **options: Any) -> Position:
    """White's cell on e2 about to attack Black's on d3; a General that is in neither stands apart."""
    black = "." if "G" in defenders else "b1G"
    white = "." if "G" in attackers else "w1G"
    return arrange(
        f"4 . . . . . {black}\n3 . . . {defenders} . .\n2 . . . . {attackers} .\n1 {white} . . . . .",
        to_move="white",
        **options,
    )


# --- attacking


def test_to_enter_a_square_with_enemies_is_an_attack() -> None:
    """MA-9: and it is written so."""
    position = arrange(FIELD, to_move="white")
    assert "e2xd3*4" in position.legal()
    assert "e2-d3*4" not in position.legal()
    assert "e2-e3*4" in position.legal()


def test_nobody_has_moved_until_the_attack_is_settled() -> None:
    """MA-9, MA-16: the defender answers first, then come the dice."""
    position = arrange(FIELD, to_move="white")
    before = diagram(position)
    play(position, "e2xd3*4")
    assert diagram(position) == before
    assert position.pending == (0,)
    play(position, "fight")
    assert diagram(position) == before
    assert position.pending == (NATURE,)


def test_an_attack_costs_a_point_for_each_pawn_that_attacks() -> None:
    """MA-7, MA-9"""
    assert play(arrange(FIELD, to_move="white"), "e2xd3*4").record.points == 1


def test_a_full_square_may_be_attacked_by_five() -> None:
    """MA-6, MA-9: attackers and defenders are never on one square together."""
    assert "e2xd3*5" in duel("w5", "b5").legal()


# --- the dice


@pytest.mark.parametrize(
    ("attackers", "map", "throws", "example"),
    [
        (3, EVEN, 36, "[6 | 1]"),
        (4, EVEN, 216, "[6 5 | 1]"),
        (2, EVEN, 216, "[6 | 1 2]"),
        (3, "PPPMPPPPPPPP", 144, "[6 | 1 d4]"),
        (3, "FFFMFFFFFFFF", 144, "[6 d4 | 1]"),
        (4, "PPPMPPPPPPPP", 864, "[6 5 | 1 d4]"),
        (2, "PPPMPPPPPPPP", 864, "[6 | 1 2 d4]"),
        (4, "FFFMFFFFFFFF", 864, "[6 5 d4 | 1]"),
        (2, "FFFMFFFFFFFF", 864, "[6 d4 | 1 2]"),
    ],
)
def test_each_side_rolls_the_dice_it_has_a_right_to(attackers: int, map: str, throws: int, example: str) -> None:
    """MA-10: one each. MA-11: two for the side with more pawns. MA-12: the special one for the better terrain."""
    chances = play(duel("w5", "b3", map=map), f"e2xd3*{attackers}", "fight").chances()
    assert len(chances) == throws
    assert example in chances
    assert set(chances.values()) == {Fraction(1, throws)}


def test_only_the_group_that_moves_counts_for_the_attacker() -> None:
    """MA-11: two of five attack three, so that the defender has more."""
    chances = play(duel("w5", "b3", map=EVEN), "e2xd3*2", "fight").chances()
    assert "[1 | 1 1]" in chances


def test_all_pawns_on_the_square_count_for_the_defender_and_so_does_the_general() -> None:
    """MA-9, MA-11"""
    assert "[1 | 1 1]" in play(duel("w5", "b3G", map=EVEN), "e2xd3*2", "fight").chances()
    assert "[1 | 1]" in play(duel("w5G", "b3G", map=EVEN), "e2xd3*3G", "fight").chances()


@pytest.mark.parametrize(
    ("attacker", "defender", "throw"),
    [
        ("M", "P", "[1 d1 | 1]"),
        ("P", "F", "[1 d1 | 1]"),
        ("F", "M", "[1 d1 | 1]"),
        ("P", "M", "[1 | 1 d1]"),
        ("F", "P", "[1 | 1 d1]"),
        ("M", "F", "[1 | 1 d1]"),
        ("P", "P", "[1 | 1]"),
        ("F", "F", "[1 | 1]"),
        ("M", "M", "[1 | 1]"),
    ],
)
def test_mountain_beats_plain_plain_beats_forest_forest_beats_mountain(
    attacker: str, defender: str, throw: str
) -> None:
    """MA-12: the attacker's terrain is that of the square it comes from."""
    map = f"PPP{defender}{attacker}PPPPPPP"
    assert throw in play(duel("w3", "b3", map=map), "e2xd3*3", "fight").chances()


def test_the_higher_total_wins() -> None:
    """MA-10: all dice of a side together, the special one too."""
    won = play(duel("w5", "b3"), "e2xd3*4", "fight", "[3 3 | 1 d4]")
    lost = play(duel("w5", "b3"), "e2xd3*4", "fight", "[3 2 | 2 d4]")
    assert (pawns(won, "d3"), pawns(lost, "d3")) == ("w4", "b3")


# --- what it costs


@pytest.mark.parametrize(
    ("losses", "loser", "winner", "left"),
    [
        ("remainder", 4, 3, 1),
        ("remainder", 5, 1, 4),
        ("remainder", 5, 2, 3),
        ("remainder", 3, 3, 0),
        ("remainder", 3, 4, 0),
        ("remainder", 1, 5, 0),
        ("difference", 4, 3, 3),
        ("difference", 5, 1, 1),
        ("difference", 5, 2, 2),
        ("difference", 3, 3, 0),
        ("difference", 3, 4, 0),
        ("difference", 1, 5, 0),
    ],
)
def test_the_loser_keeps_the_difference_or_loses_it(losses: str, loser: int, winner: int, left: int) -> None:
    """MA-13: the same for a defender and for an attacker."""
    throw = "[6 5 | 1]" if winner > loser else "[6 | 1]" if winner == loser else "[6 | 1 1]"
    beaten = play(duel(f"w{winner}", f"b{loser}", losses=losses, map=EVEN), f"e2xd3*{winner}", "fight", throw)
    assert pawns(beaten, "d3") == (f"b{left}" if left else f"w{winner}")
    throw = "[1 | 6 5]" if winner > loser else "[1 | 6]" if winner == loser else "[1 1 | 6]"
    repelled = play(duel(f"w{loser}", f"b{winner}", losses=losses, map=EVEN), f"e2xd3*{loser}", "fight", throw)
    assert pawns(repelled, "e2") == (f"w{left}" if left else ".")
    assert pawns(repelled, "d3") == f"b{winner}"


def test_the_winner_loses_nobody() -> None:
    """MA-13"""
    assert pawns(play(duel("w3", "b1"), "e2xd3*3", "fight", "[6 6 | 1 d1]"), "d3") == "w3"


def test_of_an_attacker_only_the_group_falls() -> None:
    """MA-13: the pawns that did not move have no part in it."""
    position = play(duel("w5", "b4", map=EVEN), "e2xd3*3", "fight", "[1 | 1 2]")
    assert pawns(position, "e2") == "w2"


def test_attackers_advance_when_no_defender_is_left() -> None:
    """MA-14: the group, not the whole square."""
    position = play(duel("w5", "b3", map=EVEN), "e2xd3*4", "fight", "[3 4 | 6]")
    assert (pawns(position, "d3"), pawns(position, "e2")) == ("w4", "w1")


def test_attackers_stay_where_they_came_from_when_a_defender_is_left() -> None:
    """MA-14"""
    position = play(duel("w5", "b3", map=EVEN), "e2xd3*2", "fight", "[6 | 1 2]")
    assert (pawns(position, "d3"), pawns(position, "e2")) == ("b1", "w5")


def test_the_attackers_that_are_left_stay_where_they_came_from() -> None:
    """MA-14"""
    position = play(duel("w5", "b3", map=EVEN), "e2xd3*4", "fight", "[1 2 | 6]")
    assert (pawns(position, "d3"), pawns(position, "e2")) == ("b3", "w2")


def test_an_equal_roll_costs_nothing_but_the_points() -> None:
    """MA-15"""
    position = duel("w5", "b3", map=EVEN)
    before = diagram(position)
    play(position, "e2xd3*4", "fight", "[1 2 | 3]")
    assert diagram(position) == before
    assert (position.record.points, position.pending) == (1, (1,))


def test_the_turn_goes_on_after_a_fight() -> None:
    """MA-7: with the points that are left, also for those who have fought."""
    position = play(duel("w5", "b1", map=EVEN), "e2xd3*2", "fight", "[6 6 | 1]", "d3-c4*2", "c4-b4*1")
    assert (pawns(position, "b4"), pawns(position, "c4")) == ("w1", "w1")
    assert position.pending == (0,)


def test_the_turn_ends_after_the_fight_that_cost_the_last_point() -> None:
    """MA-7: but not before it is settled."""
    position = play(duel("w5", "b3", map=EVEN), "e2xd3*5")
    assert position.record.turns == 0
    play(position, "fight")
    assert position.record.turns == 0
    play(position, "[1 1 | 2]")
    assert (position.record.turns, position.pending) == (1, (0,))


# --- soldiers and Generals


def test_soldiers_fall_before_their_general_when_they_defend() -> None:
    """MA-17: of three with the General two fall, and the General is left."""
    position = play(duel("w5", "b3G", map=EVEN), "e2xd3*2", "fight", "[6 | 1 1]")
    assert pawns(position, "d3") == "b1G"
    assert not position.over


def test_soldiers_fall_before_their_general_when_they_attack() -> None:
    """MA-17"""
    position = play(duel("w3G", "b2", map=EVEN), "e2xd3*3G", "fight", "[1 1 | 6]")
    assert pawns(position, "e2") == "w1G"
    assert not position.over


def test_a_general_that_stays_behind_is_safe() -> None:
    """MA-13, MA-17: only those of the group that moved can fall."""
    position = play(duel("w3G", "b5", map=EVEN), "e2xd3*2", "fight", "[1 | 6 6]")
    assert pawns(position, "e2") == "w1G"
    assert not position.over


def test_the_general_advances_with_its_group() -> None:
    """MA-14"""
    position = play(duel("w3G", "b1", map=EVEN), "e2xd3*2G", "fight", "[6 6 | 1]")
    assert (pawns(position, "d3"), pawns(position, "e2")) == ("w2G", "w1")


# --- all of it


def test_the_example_of_the_sheet() -> None:
    """MA-18: four against three, number against terrain, 10 against 7: the three fall and the four advance."""
    position = after(*SET_UP, "c3-d3*3", "end", "e2xd3*4", "fight", "[6 4 | 5 d2]")
    assert diagram(position) == rows(
        """
        4 .   b3  .   b4G .   b2
        3 b2  .   .   w4  b1  .
        2 w2  .   w3  .   .   .
        1 .   w1  .   w3G .   w2
        """
    )
    assert (position.record.points, position.pending) == (1, (1,))


@pytest.mark.parametrize("losses", ["remainder", "difference"])
def test_the_example_of_the_sheet_is_the_same_however_losses_are_counted(losses: str) -> None:
    """MA-13, MA-18: three minus four is nobody left, and nothing positive to lose but everything."""
    position = after(*SET_UP, "c3-d3*3", "end", "e2xd3*4", "fight", "[6 4 | 5 d2]", losses=losses)
    assert pawns(position, "d3") == "w4"


@pytest.mark.parametrize("losses", ["remainder", "difference"])
def test_every_fight_ends_as_the_plain_rules_say(losses: str) -> None:
    """MA-10 to MA-15, MA-17, MA-19: all numbers, with the General or without, won, lost and equal."""
    sizes = [(n, led) for n in range(1, 6) for led in (False, True)]
    for (attackers, led), (defenders, guarded) in product(sizes, sizes):
        for mine, theirs in ((6, 1), (3, 3), (1, 6)):
            position = duel(f"w5{'G' * led}", f"b{defenders}{'G' * guarded}", losses=losses, map=EVEN)
            table = plainly(position, losses)
            left = f"{mine} {mine}" if attackers > defenders else str(mine)
            right = f"{theirs} {theirs}" if defenders > attackers else str(theirs)
            for action in (f"e2xd3*{attackers}{'G' * led}", "fight", f"[{left} | {right}]"):
                position.play(action)
                table.do(action)
            assert diagram(position) == table.diagram()
            assert position.over == bool(table.winner)


def plainly(position: Position, losses: str) -> Table:
    """The same position, in the plain formulation."""
    table = Table(losses=losses, map=EVEN, placed=30, side="white")
    for square, cell in cells(position):
        side = "black" if cell[0] == "b" else "white"
        soldiers = int(cell[1]) - cell.endswith("G")
        if cell.endswith("G"):
            table.generals[side] = square
        if soldiers:
            table.soldiers[side, square] = soldiers
    return table


def cells(position: Position) -> list[tuple[str, str]]:
    lines = (line.split() for line in diagram(position).splitlines())
    return [
        (column + row, cell) for row, *line in lines for column, cell in zip("abcdef", line, strict=True) if cell != "."
    ]


def test_throws_that_come_to_the_same_lead_to_the_same_position() -> None:
    """MA-10, MA-15: it is won, lost or even; which dice showed it is for the eye alone."""
    position, found = play(duel("w5", "b3"), "e2xd3*4", "fight"), set[bytes]()
    for throw in position.outcomes():
        settled = position.copy()
        settled.apply(NATURE, throw)
        found.add(settled.record.tobytes()[: position.game.telling_bytes])
    assert len(found) == 3
