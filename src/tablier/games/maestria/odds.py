"""What an attack may come to, worked out exactly from every throw of its dice (MA-10 to MA-13)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from tablier.engine.kernels import State
from tablier.games.maestria import rules


class Odds(NamedTuple):
    """Of an attack that is fought out, for the attackers."""

    win: Fraction
    tie: Fraction
    loss: Fraction
    attackers_fall: Fraction
    """How many of them on average; so many of the others:"""
    defenders_fall: Fraction


def declared(s: State, action: int) -> State:
    """The position once this attack is made, before it is answered."""
    after = s.copy()
    after.attack = action
    return after


def odds(s: State) -> Odds:
    """Of the attack that has been made."""
    attackers, defenders = in_the_fight(s, rules.ATTACKER), in_the_fight(s, rules.DEFENDER)
    win, tie, loss = chances(int(rules.second_side(s)), int(rules.special_side(s)))
    attackers_fall = loss * (attackers - int(rules.survivors(s, attackers, defenders)))
    defenders_fall = win * (defenders - int(rules.survivors(s, defenders, attackers)))
    return Odds(win, tie, loss, attackers_fall, defenders_fall)


@cache
def chances(second: int, special: int) -> tuple[Fraction, Fraction, Fraction]:
    """How likely the attackers throw more, as much, or less, by which side has the second die, and the special one."""
    mine, theirs = (
        _totals(1 + (second == side), special == side) for side in (rules.ATTACKER, rules.DEFENDER)
    )  # fmt: skip
    found = Counter[int]()
    for (a, ways), (b, others) in product(mine.items(), theirs.items()):
        found[(a > b) - (a < b)] += ways * others
    win, tie, loss = (Fraction(found[outcome], found.total()) for outcome in (1, 0, -1))
    return win, tie, loss


def _totals(dice: int, has_special: bool) -> Counter[int]:
    """In how many ways so many ordinary dice, and the special one, come to each total."""
    faces = [range(1, rules.SIDES + 1)] * dice + [range(1, rules.SPECIAL_SIDES + 1)] * has_special
    return Counter(sum(throw) for throw in product(*faces))


def in_the_fight(s: State, side: int) -> int:
    """How many pawns a side has in the attack that has been made."""
    if side == rules.ATTACKER:
        return int(rules.count_of(s.attack))
    return int(s.pawns[1 - s.seat, rules.TARGETS[rules.way_of(s.attack)]])


def led_in_the_fight(s: State, side: int) -> bool:
    """Whether the General is one of them."""
    if side == rules.ATTACKER:
        return bool(rules.led_of(s.attack))
    return bool(s.general[1 - s.seat] == rules.TARGETS[rules.way_of(s.attack)])
