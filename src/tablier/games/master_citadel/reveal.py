"""How a round of Master Citadel is revealed: the letters open, orders add up, coins are paid, the pawn steps.

All of it is told by what everybody knows of the round that ended, so it is the same for all who look.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tablier.engine.kernels import State
from tablier.games.master_citadel import drawing, notation, rules
from tablier.games.master_citadel.drawing import BOLD, GILT, INK, IVORY, ROOM, RUG, RUGS, SANS, SLATE, written
from tablier.games.master_citadel.game import GAME
from tablier.games.master_citadel.words import FATES, name_of, names, order_words, short_way, way_of, what_happened
from tablier.language import Texts
from tablier.picture.scene import Beat, Form, Item, Moment, Shape, text, use

OPENING, WEIGHING, PAYING, MOVING = 420, 1000, 800, 800  # milliseconds
MIDDLES = ((0.0, 0.0), (0.0, -1.5), (0.0, 1.5))
"""Where totals can be weighed: the first of these that is away from the pawn."""
COINS = 5
"""No more of anybody's are seen."""
SHARE: dict[Form, float] = {"wide": 0.74, "tall": 0.95}
"""How wide is what says what each adds."""
MOVER = "mover"
EVERY_FATE = tuple(range(len(FATES)))
DIM = "#57513f"  # the ink of an order that does not count


class Round(NamedTuple):
    """The round that is told, and for whom."""

    s: State
    said: Texts
    form: Form

    def authors(self, *fates: int) -> list[int]:
        return [p for p in range(rules.SEATS) if self.s.fate[p] in fates]

    @property
    def payers(self) -> list[int]:
        return [p for p in range(rules.SEATS) if self.s.paid[p]]


def revealed(s: State, lang: str, form: Form) -> Moment:
    """The moment of the last round. However many look at it, and however often, it is made once."""
    known = s.copy()  # nothing of what has been done since
    known["orders"], known["phase"] = rules.NONE, 0
    return _revealed(known.tobytes(), lang, form)


@lru_cache(maxsize=256)
def _revealed(record: bytes, lang: str, form: Form) -> Moment:
    s = np.frombuffer(record, dtype=rules.RECORD)[0]
    told = Round(s, GAME.words.texts(lang), form)
    beats = [*_openings(told)]
    if told.authors(rules.CANCELLED) and told.authors(rules.MOVED, rules.TIED, rules.FINED):
        beats.append(_countering(told))
    beats.append(_weighing(told))
    beats += [_paying(told)] if told.payers else []
    beats += [_moving(told)] if s.way != rules.STAYS else []
    return Moment(f"round-{s.rounds}", tuple(beats))


# --- the beats --------------------------------------------------------------------------------------------------------


def _openings(told: Round) -> Iterator[Beat]:
    """One letter after the other; those without a stake at once, with the first."""
    staked = [p for p in range(rules.SEATS) if told.s.shown[p] >> 3]
    idle = [p for p in range(rules.SEATS) if p not in staked]
    for last in range(1, len(staked) + 1) if staked else (0,):
        opened = [*idle, *staked[:last]]
        words = _order_said(told, staked[last - 1]) if staked else told.said["reveal.nothing"]
        sealed = [drawing.letter(p, True, "", told.form) for p in staked[last:]]
        items = (*_capitals(told), *sealed, _dusk(told), _pawn(told), *(_opened(told, p) for p in opened))
        yield Beat(words, items, (*_hidden(opened), "trail", "weighing"), OPENING)


def _countering(told: Round) -> Beat:
    """MC-17, MC-18: what cancels each other falls away."""
    who = names(told.authors(rules.CANCELLED), told.said)
    items = (*_capitals(told), _dusk(told), _pawn(told), *_all_opened(told, (rules.CANCELLED,)))
    return Beat(told.said("reveal.cancelled", who=who), items, (*_hidden(), "trail"), WEIGHING)


def _weighing(told: Round) -> Beat:
    """MC-6, MC-16: equal orders are one; the strongest decide."""
    coins, totals = _coins(told, paid=False), _totals(told)
    items = (
        *_capitals(told),
        _dusk(told),
        *_lit(told),
        _pawn(told),
        *coins,
        *_all_opened(told),
        *_shares(told),
        *totals,
    )
    return Beat(_decision(told), items, (*_hidden(), "trail"), WEIGHING)


def _paying(told: Round) -> Beat:
    """MC-9: coins cross the bridges to what they decide; those of the others fall into the moat."""
    coins, totals = _coins(told, paid=True), _totals(told)
    items = (_dusk(told), *_lit(told), _pawn(told), *coins, *_all_opened(told), *_costs(told), *_shares(told), *totals)
    return Beat(_payment(told), items, (*_hidden(), "trail"), PAYING)


def _moving(told: Round) -> Beat:
    """MC-7"""
    x, y = drawing.place(told.s["size"], told.s.x, told.s.y)
    size = 1.9 * drawing.COURT / int(told.s["size"])
    light = Item("light", x, y, (use("light", 0, 0, size, size),))
    pawn = drawing.pawn(int(told.s["size"]), int(told.s.x), int(told.s.y), told.said, MOVER)
    items = (_dusk(told), *_lit(told), light, pawn, *_all_opened(told), *_costs(told))
    return Beat(what_happened(told.s, told.said), items, _hidden(), MOVING)


# --- what is said -----------------------------------------------------------------------------------------------------


def _order_said(told: Round, p: int) -> str:
    order = int(told.s.shown[p])
    return told.said("reveal.order", who=name_of(p, told.said), n=order >> 3, way=way_of(order & 7, told.said))


def _decision(told: Round) -> str:
    s, said = told.s, told.said
    for fate, key in ((rules.TIED, "reveal.tied"), (rules.FINED, "reveal.fined")):
        if who := told.authors(fate):
            return said(key, who=names(who, said))
    who = told.authors(rules.MOVED)
    if not who:
        return said["reveal.nothing" if not told.authors(rules.CANCELLED) else "reveal.all-cancelled"]
    orders = {int(s.shown[p]) for p in who}
    key = "alone" if len(who) == 1 else "together" if len(orders) == 1 else "combined"
    return said(f"reveal.{key}", who=names(who, said), n=int(s.force[who[0]]), way=way_of(s.way, said))


def _payment(told: Round) -> str:
    stakes = [int(order >> 3) for order in told.s.shown]
    if [int(paid) for paid in told.s.paid] == stakes and not told.authors(rules.FINED):
        return told.said["reveal.all-pay"]
    costs = [told.said("reveal.pays", who=name_of(p, told.said), n=told.s.paid[p]) for p in told.payers]
    return told.said("reveal.pay", costs=", ".join(costs))


# --- what is seen -----------------------------------------------------------------------------------------------------


def _hidden(opened: list[int] | range = range(rules.SEATS)) -> tuple[str, ...]:
    """What is not there while letters are opened: what came of them, and the place of those that are open."""
    last = (f"last-{seat}" for seat in notation.SEATS)
    return ("pawn", *last, *(f"letter-{notation.SEATS[p]}" for p in opened))


def _capitals(told: Round) -> Iterator[Item]:
    """Before anything was paid."""
    for p in told.payers:
        yield drawing.capital(int(told.s.capital), p, int(told.s.points[p] + told.s.paid[p]), told.form)


def _pawn(told: Round) -> Item:
    """Before its step; in front of the dusk, and so another one than that of the scene."""
    return drawing.pawn(int(told.s["size"]), *drawing.before(told.s), told.said, MOVER)


def _dusk(told: Round) -> Item:
    return Item("dusk", 0, 0, (use("dusk", 0, 0, *ROOM[told.form]),))


def _all_opened(told: Round, judged: tuple[int, ...] = EVERY_FATE) -> Iterator[Item]:
    """All letters; of these fates one sees what they are."""
    for p in range(rules.SEATS):
        fate = int(told.s.fate[p])
        yield _opened(told, p, counts=fate in (rules.MOVED, rules.TIED, rules.FINED) or fate not in judged)
        if fate in judged and fate not in (rules.MOVED, rules.IDLE):
            yield _fate(told, p)


def _opened(told: Round, p: int, counts: bool = True) -> Item:
    """A letter with its order: the number, the direction in the player's language, an arrow."""
    x, y, size, *_ = RUG[told.form][p].opened
    number, way = int(told.s.shown[p]) >> 3, int(told.s.shown[p]) & 7
    ink, symbol = (INK, "opened") if counts else (DIM, "beaten")
    line = -0.22 * size
    shapes = [use(symbol, 0, 0, size, size, color=RUGS[p])]
    if number:
        words = f"{number} {short_way(way, told.said)}"
        shapes.append(text(-0.11 * size, line, words, _fitting(words) * size, fill=ink, **BOLD))
        shapes.append(use("arrow", 0.3 * size, line, 0.2 * size, 0.2 * size, turn=45 * way, color=ink))
    else:
        shapes.append(text(0, line, "0", 0.27 * size, fill=DIM, **BOLD))
    return Item(f"open-{notation.SEATS[p]}", x, y, tuple(shapes), _order_said(told, p), kind="card")


def _fitting(words: str) -> float:
    """How large words can be on a slip of paper, as a part of its width."""
    return min(0.25, 0.88 / len(words))


def _fate(told: Round, p: int) -> Item:
    """What became of an order that did not move the pawn."""
    x, y, size, *_ = RUG[told.form][p].fate
    words = told.said[f"fate.{FATES[int(told.s.fate[p])]}"]
    pill = use("pill", 0, 0, 0.76 * size, 0.3 * size, color=SLATE)
    shapes = (pill, text(0, -0.005, words, 0.14 * size, fill=IVORY, **SANS))
    return Item(f"fate-{notation.SEATS[p]}", x, y, shapes)


def _costs(told: Round) -> Iterator[Item]:
    for p in told.payers:
        rug = RUG[told.form][p]
        shape = written(rug.cost, f"−{told.s.paid[p]}", **{**BOLD, "fill": GILT})
        yield Item(f"cost-{notation.SEATS[p]}", rug.x, rug.y, (shape,))


def _coins(told: Round, *, paid: bool) -> Iterator[Item]:
    """What is paid: in each pile, and then on its way, to the total or into the moat."""
    for p in told.payers:
        rug, moved = RUG[told.form][p], told.s.fate[p] == rules.MOVED
        for i in range(min(COINS, 1 + 20 * int(told.s.paid[p]) // int(told.s.capital))):
            x, y = rug.x + rug.pile.x, rug.y + rug.pile.y
            if paid:
                x, y = _on_its_way(told, p, i) if moved else _in_the_moat(told, p, i)
            shape = use("coin", 0, 0, 0.34, 0.34) if moved or not paid else use("sunk", 0, 0, 0.4, 0.4)
            yield Item(f"coin-{notation.SEATS[p]}{i}", x, y, (shape,))


def _on_its_way(told: Round, p: int, i: int) -> tuple[float, float]:
    """From the gate on, one coin after the other."""
    (across, down), (to_x, to_y) = drawing.towards(p), _middle(told)
    x, y = drawing.GATE * across, drawing.GATE * down
    part = (0.05 + 0.26 * i) / ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return x + (to_x - x) * part, y + (to_y - y) * part + (0.03 if i % 2 else -0.03)


def _in_the_moat(told: Round, p: int, i: int) -> tuple[float, float]:
    """Beside the bridge; on a phone the moat is out of sight, or nearly."""
    (across, down), away = drawing.towards(p), 0.6 + 0.36 * i
    far = 3.03 if told.form == "wide" else 3.76
    return far * across - away * abs(down), far * down + away * abs(across)


def _shares(told: Round) -> Iterator[Item]:
    """What each adds to an order that several have given."""
    who, size = told.authors(rules.MOVED), SHARE[told.form]
    is_joint = len(who) > 1 and len({int(told.s.shown[p]) for p in who}) == 1
    for p in who if is_joint else ():
        across, down = drawing.towards(p)
        x, y = 1.95 * across + abs(down), 1.95 * down - 0.42 * abs(across)
        pill = use("pill", 0, 0, size, 0.4 * size, color=RUGS[p])
        shapes = (pill, text(0, -0.01, f"+{int(told.s.shown[p]) >> 3}", 0.25 * size, fill=IVORY, **BOLD))
        yield Item(f"share-{notation.SEATS[p]}", x, y, shapes)


def _lit(told: Round) -> Iterator[Item]:
    """The rugs of those who decide."""
    for p in told.authors(rules.MOVED):
        rug = RUG[told.form][p]
        yield Item(f"lit-{notation.SEATS[p]}", rug.x, rug.y, (drawing.frame(p, told.form),))


def _middle(told: Round) -> tuple[float, float]:
    """Where totals are weighed: away from the pawn, before its step and after."""
    s = told.s
    stands = [drawing.place(s["size"], *drawing.before(s)), drawing.place(s["size"], s.x, s.y)]
    free = (at for at in MIDDLES if all(abs(at[1] - y) > 1 or abs(at[0] - x) > 1.2 for x, y in stands))
    return next(free, MIDDLES[1])


def _totals(told: Round) -> Iterator[Item]:
    """What the strongest orders come to: gold if they move the pawn; those that are level stand side by side."""
    s, (x, y) = told.s, _middle(told)
    strongest = {int(s.shown[p]): int(s.force[p]) for p in told.authors(rules.MOVED, rules.TIED, rules.FINED)}
    symbol, size = "medal" if s.way != rules.STAYS else "blank", 2.2 if len(strongest) == 1 else 1.8
    for i, (order, force) in enumerate(strongest.items()):
        shift = (i - (len(strongest) - 1) / 2) * 0.62 * size
        yield Item(f"total-{i}", x + shift, y, _total(symbol, force, order & 7, size), order_words(order, told.said))
        if i:
            yield _level(f"level-{i}", x + shift - 0.31 * size, y, "+" if s.way != rules.STAYS else "=")


def _level(id: str, x: float, y: float, sign: str) -> Item:
    """Between two totals: they combine, or are only equal."""
    shapes = (use("dot", 0, 0, 0.36, 0.36, color=SLATE), text(0, -0.01, sign, 0.26, fill=IVORY, **BOLD))
    return Item(id, x, y, shapes)


def _total(symbol: str, force: int, way: int, size: float) -> tuple[Shape, ...]:
    return (
        use(symbol, 0, 0, size, size),
        text(0, -0.05 * size, str(force), 0.2 * size, fill=INK, **BOLD),
        use("arrow", 0, 0.13 * size, 0.13 * size, 0.13 * size, turn=45 * way, color=INK),
    )
