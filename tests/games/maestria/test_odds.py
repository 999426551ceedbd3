"""What an attack may come to, beside what all throws of the rules lead to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tablier import Position
from tablier.engine import kernels
from tablier.games.maestria import insight, rules
from tablier.games.maestria.odds import Odds, chances, odds
from tests.games.maestria.arrange import arrange, play

FIELDS = [
    ("a3xa2*4", "3 b5 . . . . .\n2 w3 . . . . .", {}),
    ("a3xa2*2", "3 b5 . . . . .\n2 w3 . . . . .", {}),
    ("b3xa2*3", "3 . b3 . . . .\n2 w3 . . . . .", {}),
    ("c3xd2*2", "3 . . b4 . . .\n2 . . . w4 . .", {"losses": "difference"}),
    ("a3xb2*5", "3 b5 . . . . .\n2 . w2 . . . .", {"losses": "difference"}),
]


def fighting(attack: str, field: str, options: dict[str, Any]) -> Position:
    corners = "4 . . . . . b1G\n" + field + "\n1 . . . . . w1G"
    return play(arrange(corners, **options), attack, "fight")


def thrown(position: Position) -> Odds:
    """The same, by playing every throw that the rules have."""
    s = position.record
    throws, weights = (np.zeros(rules.CHANCE_COUNT, dtype=np.int64) for _ in range(2))
    n = kernels.chances(s, throws, weights)
    found = np.zeros(5, dtype=np.int64)
    for throw in throws[:n]:
        after = position.copy().record
        rules.roll(after, int(throw))
        mine, theirs = rules.total(after, rules.ATTACKER), rules.total(after, rules.DEFENDER)
        outcome = 0 if mine > theirs else 1 if mine == theirs else 2
        found[outcome] += 1
        found[4 if outcome == 0 else 3] += after.fallen if outcome != 1 else 0
    return Odds(*(Fraction(int(count), n) for count in found))


@pytest.mark.parametrize(("attack", "field", "options"), FIELDS)
def test_the_odds_are_those_of_every_throw(attack: str, field: str, options: dict[str, Any]) -> None:
    """MA-10, MA-11, MA-12, MA-13"""
    position = fighting(attack, field, options)
    assert odds(position.record) == thrown(position)


def test_equal_sides_have_equal_chances() -> None:
    """MA-10"""
    win, tie, loss = chances(rules.NOBODY, rules.NOBODY)
    assert (win, tie, loss) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))


def test_search_and_players_reckon_with_the_same_odds() -> None:
    """MA-10, MA-11, MA-12"""
    sides = {insight.EVEN: rules.NOBODY, insight.AHEAD: rules.ATTACKER, insight.BEHIND: rules.DEFENDER}
    for lead, special in sides.items():
        for (attackers, defenders), second in {
            (2, 2): rules.NOBODY, (3, 2): rules.ATTACKER, (2, 3): rules.DEFENDER,
        }.items():  # fmt: skip
            told = [float(share) for share in chances(second, special)]
            assert told == pytest.approx(list(insight.ODDS[lead, attackers, defenders]))
