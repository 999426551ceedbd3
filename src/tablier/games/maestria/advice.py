"""Why something is good advice in Maestria: what stands for it, by what its player sees."""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import State
from tablier.games.maestria import rules
from tablier.games.maestria.land import TERRAINS
from tablier.games.maestria.odds import declared, led_in_the_fight, odds
from tablier.language import Saying


def why(view: State, seat: int, action: int) -> Saying | None:
    if action < rules.FIRST_MOVE:
        return _placed(view, seat, *divmod(action, rules.SQUARES))
    if action < rules.END:
        target = int(rules.TARGETS[rules.way_of(action)])
        return _attack(view, seat, action) if view.pawns[1 - seat, target] else _move(view, seat, action, target)
    if action == rules.END:
        return Saying("why.ends")
    return _answer(view, action)


def away(square: int, squares: np.ndarray) -> int:
    """How many moves lie between a square and the nearest of others. MA-7"""
    rows, columns = np.divmod(squares, rules.COLUMNS)
    row, column = divmod(square, rules.COLUMNS)
    return int(np.maximum(abs(rows - row), abs(columns - column)).min(initial=rules.COLUMNS))


def _placed(s: State, seat: int, kind: int, square: int) -> Saying:
    """MA-5"""
    row, (_, rows) = rules.column_and_row(s["shape"], square)[1], rules.extent(s["shape"])
    in_front = row in (rows // 2 - 1, rows // 2)
    if kind == rules.GENERAL:
        return Saying("why.exposed" if in_front else "why.behind")
    if square == s.general[seat]:
        return Saying("why.guards")
    if s.pawns[seat, square]:
        return Saying("why.gathers")
    return Saying("why.front" if in_front else "why.reserve")


def _attack(s: State, seat: int, action: int) -> Saying:
    """What speaks for an attack: whom it is on, and the dice it has. MA-10 to MA-12"""
    after = declared(s, action)
    facts: dict[str, object] = {"n": round(100 * odds(after).win)}
    if led_in_the_fight(after, rules.DEFENDER):
        return Saying("why.hunts", facts)
    by_number, by_terrain = (side(after) == rules.ATTACKER for side in (rules.second_side, rules.special_side))
    if by_terrain:
        way = rules.way_of(action)
        facts["own"], facts["other"] = (_terrain(s, ends[way]) for ends in (rules.ORIGINS, rules.TARGETS))
    key = "both" if by_number and by_terrain else "number" if by_number else "terrain" if by_terrain else "dares"
    return Saying(f"why.{key}", facts)


def _terrain(s: State, square: int) -> Saying:
    return Saying(f"terrain.{TERRAINS[rules.terrain(s, square)]}")


def _move(s: State, seat: int, action: int, target: int) -> Saying | None:
    """Where the General is safer, or better guarded; where there are more together; nearer to the other General."""
    origin, enemies = int(rules.ORIGINS[rules.way_of(action)]), np.flatnonzero(s.pawns[1 - seat])
    if rules.led_of(action):
        return Saying("why.shelters") if away(target, enemies) > away(origin, enemies) else None
    if target == s.general[seat]:
        return Saying("why.guards")
    if s.pawns[seat, target]:
        return Saying("why.gathers")
    general = np.array([s.general[1 - seat]])
    return Saying("why.nears") if away(target, general) < away(origin, general) else None


def _answer(s: State, action: int) -> Saying | None:
    """MA-16: to stand, or to withdraw."""
    looked = odds(s)
    if action == rules.FIGHT:
        return Saying("why.stands", {"n": round(100 * (1 - looked.win))})
    if led_in_the_fight(s, rules.DEFENDER):
        return Saying("why.saves-general")
    return Saying("why.withdraws", {"n": round(100 * looked.win)}) if looked.win > looked.loss else None
