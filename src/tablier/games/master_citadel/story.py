"""What happens in Master Citadel, told: who has written, who staked what where in a round, and what came of it."""

from __future__ import annotations

from functools import cache, lru_cache

from tablier.engine.kernels import State
from tablier.games.master_citadel import insight, rules
from tablier.games.master_citadel.notation import WAYS
from tablier.games.master_citadel.standing import Standing, parted, standing
from tablier.games.master_citadel.words import PLAYERS, how_it_ended
from tablier.language import Saying


def tell(before: State, seat: int, action: int | None, after: State) -> Saying | None:
    if action == rules.SILENCE:
        return _silent(seat)
    if after.rounds > before.rounds:
        return _ended_round(parted(after)[0])
    if action is None:  # MC-5
        return _written(seat)
    return Saying("story.own" if action >> 3 else "story.own-nothing", {"who": _name(seat), **_aim(action)})


@cache
def _silent(seat: int) -> Saying:
    return Saying("story.silence", {"who": _name(seat)})


@cache
def _written(seat: int) -> Saying:
    return Saying("story.written", {"who": _name(seat)})


@lru_cache(maxsize=64)
def _ended_round(known: bytes) -> Saying:
    """By what everybody knows when it has ended: so it is made once for all who are told."""
    s = standing(known)
    return _with_what_follows(s, _round(s))


def why(view: State, seat: int, action: int) -> Saying | None:
    """Away from who is a step from winning; or towards one's own line; or no stake, which is kept for later."""
    if action == rules.SILENCE:
        return None
    if not action >> 3:
        return Saying("why.saves")
    near = [p for p in range(rules.SEATS) if p != seat and insight.steps_left(view, p) == 1]
    if stopped := [p for p in near if insight.gain(p, action & 7) < 0]:
        return Saying("why.stops", {"who": [_name(p) for p in stopped]})
    if insight.gain(seat, action & 7) <= 0:
        return None
    return Saying("why.wins" if insight.steps_left(view, seat) == 1 else "why.nearer")


def kind(s: State, seat: int, action: int) -> str:
    if action == rules.SILENCE:
        return "silence"
    if not action >> 3:
        return "nothing"
    gain = insight.gain(seat, action & 7)
    return "towards" if gain > 0 else "across" if gain == 0 else "away"


@cache
def _name(seat: int) -> Saying:
    return Saying(f"seat.{PLAYERS[seat]}")


def _aim(order: int, authors: int = 1) -> dict[str, object]:
    """The points of an order, of so many together, and its direction."""
    return {"n": (order >> 3) * authors, "way": Saying(f"way.{WAYS[order & 7]}")}


def _with_what_follows(s: Standing, told: Saying) -> Saying:
    """The end of the game, or who pays what, where anything was staked."""
    stakes, paid = tuple(order >> 3 for order in s.shown), s.paid
    if s.winners != rules.ON:
        return Saying("story.ends", {"told": told, "end": how_it_ended(s)})
    if not any(stakes):
        return told
    if not any(paid):
        return Saying("story.free", {"told": told})
    if paid == stakes and rules.FINED not in s.fate:
        return Saying("story.paid", {"told": told})
    costs = [Saying("story.cost", {"who": _name(p), "n": cost}) for p, cost in enumerate(paid) if cost]
    return Saying("story.costs", {"told": told, "costs": costs})


def _round(s: Standing) -> Saying:
    """Every order, the strongest first, and what became of them."""
    authors: dict[int, list[int]] = {}
    for p, order in enumerate(s.shown):
        if order >> 3:
            authors.setdefault(order, []).append(p)
    if not authors:
        return Saying("story.nobody")
    ranked = sorted(authors.items(), key=lambda item: -(item[0] >> 3) * len(item[1]))
    orders = [_stake(order, seats) for order, seats in ranked] + _idle(s)
    told = orders.pop()
    while orders:
        told = Saying("story.row", {"first": orders.pop(), "rest": told})
    return Saying("story.round", {"orders": told, "result": _result(s)})


def _stake(order: int, seats: list[int]) -> Saying:
    key = "story.together" if len(seats) > 1 else "story.alone"
    return Saying(key, {"who": [_name(p) for p in seats], **_aim(order, len(seats))})


def _idle(s: Standing) -> list[Saying]:
    """MC-7: who staked nothing, as the last of a row; two and more are the others."""
    idle = _with_fate(s, rules.IDLE)
    who = idle if len(idle) == 1 else Saying("story.others")
    return [Saying("story.nothing", {"who": who})] if idle else []


def _with_fate(s: Standing, fate: int) -> list[Saying]:
    return [_name(p) for p in range(rules.SEATS) if s.fate[p] == fate]


def _result(s: Standing) -> Saying:
    """What decided, of the orders that were not cancelled (MC-17, MC-18)."""
    decision = _decision(s)
    cancelled = _with_fate(s, rules.CANCELLED)
    return Saying("story.cancelled", {"who": cancelled, "decision": decision}) if cancelled else decision


def _decision(s: Standing) -> Saying:
    for fate, key in ((rules.TIED, "story.tied"), (rules.FINED, "story.fined")):
        if who := _with_fate(s, fate):
            return Saying(key, {"who": who})
    if s.way == rules.STAYS:
        return Saying("story.stays")
    orders = {s.shown[p] for p in range(rules.SEATS) if s.fate[p] == rules.MOVED}
    ways = {order & 7 for order in orders}
    key = "goes" if len(orders) == 1 else "agree" if len(ways) == 1 else "combine"
    return Saying(f"story.{key}", {"who": _with_fate(s, rules.MOVED), "way": Saying(f"way.{WAYS[s.way]}")})
