"""How a round of Master Citadel is revealed: the letters open, orders add up, coins are paid, the pawn steps.

All of it is told by what everybody knows of the round that ended, so it is the same for all who look.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from tablier.games.master_citadel import drawing, notation, rules
from tablier.games.master_citadel.drawing import BOLD, GILT, INK, IVORY, ROOM, RUG, RUGS, SANS, SLATE, written
from tablier.games.master_citadel.game import GAME
from tablier.games.master_citadel.standing import Standing
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

    s: Standing
    said: Texts
    form: Form

    def authors(self, *fates: int) -> list[int]:
        return [p for p in range(rules.SEATS) if self.s.fate[p] in fates]

    @property
    def payers(self) -> list[int]:
        return [p for p in range(rules.SEATS) if self.s.paid[p]]


def revealed(s: Standing, lang: str, form: Form) -> Moment:
    """The moment of the last round. However many look at it, and however often, it is made once."""
    return _revealed(s._replace(phase=rules.DISCUSSION), lang, form)  # whatever has begun since


@lru_cache(maxsize=256)
def _revealed(s: Standing, lang: str, form: Form) -> Moment:
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
        words = _letter(told, staked[last - 1]).words if staked else told.said["reveal.nothing"]
        sealed = [drawing.letter(p, True, "", told.form) for p in staked[last:]]
        items = (*_capitals(told), *sealed, _dusk(told.form), _pawn(told), *(_letter(told, p) for p in opened))
        yield Beat(words, items, (*_hidden(opened), "trail", "weighing"), OPENING)


def _countering(told: Round) -> Beat:
    """MC-17, MC-18: what cancels each other falls away."""
    who = names(told.authors(rules.CANCELLED), told.said)
    items = (*_capitals(told), _dusk(told.form), _pawn(told), *_all_opened(told, (rules.CANCELLED,)))
    return Beat(told.said("reveal.cancelled", who=who), items, (*_hidden(), "trail"), WEIGHING)


def _weighing(told: Round) -> Beat:
    """MC-6, MC-16: equal orders are one; the strongest decide."""
    coins, totals = _coins(told, paid=False), _totals(told)
    items = (
        *_capitals(told),
        _dusk(told.form),
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
    opened = (*_all_opened(told), *_costs(told), *_shares(told))
    items = (_dusk(told.form), *_lit(told), _pawn(told), *coins, *opened, *totals)
    return Beat(_payment(told), items, (*_hidden(), "trail"), PAYING)


def _moving(told: Round) -> Beat:
    """MC-7"""
    stands = told.s.size, told.s.x, told.s.y
    pawn = drawing.pawn(*stands, told.said, MOVER)
    items = (_dusk(told.form), *_lit(told), _light(*stands), pawn, *_all_opened(told), *_costs(told))
    return Beat(what_happened(told.s, told.said), items, _hidden(), MOVING)


# --- what is said -----------------------------------------------------------------------------------------------------


def _order_said(p: int, order: int, said: Texts) -> str:
    return said("reveal.order", who=name_of(p, said), n=order >> 3, way=way_of(order & 7, said))


def _decision(told: Round) -> str:
    s, said = told.s, told.said
    for fate, key in ((rules.TIED, "reveal.tied"), (rules.FINED, "reveal.fined")):
        if who := told.authors(fate):
            return said(key, who=names(who, said))
    who = told.authors(rules.MOVED)
    if not who:
        return said["reveal.nothing" if not told.authors(rules.CANCELLED) else "reveal.all-cancelled"]
    orders = {s.shown[p] for p in who}
    key = "alone" if len(who) == 1 else "together" if len(orders) == 1 else "combined"
    return said(f"reveal.{key}", who=names(who, said), n=s.force[who[0]], way=way_of(s.way, said))


def _payment(told: Round) -> str:
    stakes = tuple(order >> 3 for order in told.s.shown)
    if told.s.paid == stakes and not told.authors(rules.FINED):
        return told.said["reveal.all-pay"]
    costs = [told.said("reveal.pays", who=name_of(p, told.said), n=told.s.paid[p]) for p in told.payers]
    return told.said("reveal.pay", costs=", ".join(costs))


# --- what is seen: each thing is made once, and so written once, however many beats and rounds have it --------------


def _hidden(opened: list[int] | range = range(rules.SEATS)) -> tuple[str, ...]:
    """What is not there while letters are opened: what came of them, and the place of those that are open."""
    last = (f"last-{seat}" for seat in notation.SEATS)
    return ("pawn", *last, *(f"letter-{notation.SEATS[p]}" for p in opened))


def _capitals(told: Round) -> Iterator[Item]:
    """Before anything was paid."""
    for p in told.payers:
        yield drawing.capital(told.s.capital, p, told.s.points[p] + told.s.paid[p], told.form)


def _pawn(told: Round) -> Item:
    """Before its step; in front of the dusk, and so another one than that of the scene."""
    return drawing.pawn(told.s.size, *drawing.before(told.s), told.said, MOVER)


@cache
def _dusk(form: Form) -> Item:
    return Item("dusk", 0, 0, (use("dusk", 0, 0, *ROOM[form]),))


@lru_cache(maxsize=512)
def _light(size: int, x: int, y: int) -> Item:
    """Where the pawn steps to, on a court of so many squares."""
    wide = 1.9 * drawing.COURT / size
    return Item("light", *drawing.place(size, x, y), (use("light", 0, 0, wide, wide),))


def _all_opened(told: Round, judged: tuple[int, ...] = EVERY_FATE) -> Iterator[Item]:
    """All letters; of these fates one sees what they are."""
    for p, fate in enumerate(told.s.fate):
        yield _letter(told, p, fate in (rules.MOVED, rules.TIED, rules.FINED) or fate not in judged)
        if fate in judged and fate not in (rules.MOVED, rules.IDLE):
            yield _fate(p, told.said[f"fate.{FATES[fate]}"], told.form)


def _letter(told: Round, p: int, counts: bool = True) -> Item:
    return _opened(p, told.s.shown[p], counts, told.said, told.form)


@lru_cache(maxsize=8192)
def _opened(p: int, order: int, counts: bool, said: Texts, form: Form) -> Item:
    """A letter with its order: the number, the direction in the player's language, an arrow."""
    x, y, size, *_ = RUG[form][p].opened
    number, way = order >> 3, order & 7
    ink, symbol = (INK, "opened") if counts else (DIM, "beaten")
    line = -0.22 * size
    shapes = [use(symbol, 0, 0, size, size, color=RUGS[p])]
    if number:
        words = f"{number} {short_way(way, said)}"
        shapes.append(text(-0.11 * size, line, words, _fitting(words) * size, fill=ink, **BOLD))
        shapes.append(use("arrow", 0.3 * size, line, 0.2 * size, 0.2 * size, turn=45 * way, color=ink))
    else:
        shapes.append(text(0, line, "0", 0.27 * size, fill=DIM, **BOLD))
    return Item(f"open-{notation.SEATS[p]}", x, y, tuple(shapes), _order_said(p, order, said), kind="card")


def _fitting(words: str) -> float:
    """How large words can be on a slip of paper, as a part of its width."""
    return min(0.25, 0.88 / len(words))


@lru_cache(maxsize=256)
def _fate(p: int, words: str, form: Form) -> Item:
    """What became of an order that did not move the pawn."""
    x, y, size, *_ = RUG[form][p].fate
    pill = use("pill", 0, 0, 0.76 * size, 0.3 * size, color=SLATE)
    shapes = (pill, text(0, -0.005, words, 0.14 * size, fill=IVORY, **SANS))
    return Item(f"fate-{notation.SEATS[p]}", x, y, shapes)


def _costs(told: Round) -> Iterator[Item]:
    return (_cost(p, told.s.paid[p], told.form) for p in told.payers)


@lru_cache(maxsize=2048)
def _cost(p: int, paid: int, form: Form) -> Item:
    rug = RUG[form][p]
    shape = written(rug.cost, f"−{paid}", **{**BOLD, "fill": GILT})
    return Item(f"cost-{notation.SEATS[p]}", rug.x, rug.y, (shape,))


def _coins(told: Round, *, paid: bool) -> Iterator[Item]:
    """What is paid: in each pile, and then on its way, to the total or into the moat."""
    for p in told.payers:
        moved = told.s.fate[p] == rules.MOVED
        for i in range(min(COINS, 1 + 20 * told.s.paid[p] // told.s.capital)):
            if not paid:
                yield _piled(p, i, told.form)
            else:
                yield _on_its_way(p, i, _middle(told)) if moved else _in_the_moat(p, i, told.form)


@cache
def _piled(p: int, i: int, form: Form) -> Item:
    rug = RUG[form][p]
    return _coin(p, i, rug.x + rug.pile.x, rug.y + rug.pile.y)


def _coin(p: int, i: int, x: float, y: float) -> Item:
    return Item(f"coin-{notation.SEATS[p]}{i}", x, y, (use("coin", 0, 0, 0.34, 0.34),))


@cache
def _on_its_way(p: int, i: int, to: tuple[float, float]) -> Item:
    """From the gate on, one coin after the other."""
    (across, down), (to_x, to_y) = drawing.towards(p), to
    x, y = drawing.GATE * across, drawing.GATE * down
    part = (0.05 + 0.26 * i) / ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return _coin(p, i, x + (to_x - x) * part, y + (to_y - y) * part + (0.03 if i % 2 else -0.03))


@cache
def _in_the_moat(p: int, i: int, form: Form) -> Item:
    """Beside the bridge; on a phone the moat is out of sight, or nearly."""
    (across, down), away = drawing.towards(p), 0.6 + 0.36 * i
    far = 3.03 if form == "wide" else 3.76
    x, y = far * across - away * abs(down), far * down + away * abs(across)
    return Item(f"coin-{notation.SEATS[p]}{i}", x, y, (use("sunk", 0, 0, 0.4, 0.4),))


def _shares(told: Round) -> Iterator[Item]:
    """What each adds to an order that several have given."""
    who = told.authors(rules.MOVED)
    is_joint = len(who) > 1 and len({told.s.shown[p] for p in who}) == 1
    return (_share(p, told.s.shown[p] >> 3, told.form) for p in who if is_joint)


@lru_cache(maxsize=1024)
def _share(p: int, stake: int, form: Form) -> Item:
    (across, down), size = drawing.towards(p), SHARE[form]
    x, y = 1.95 * across + abs(down), 1.95 * down - 0.42 * abs(across)
    pill = use("pill", 0, 0, size, 0.4 * size, color=RUGS[p])
    shapes = (pill, text(0, -0.01, f"+{stake}", 0.25 * size, fill=IVORY, **BOLD))
    return Item(f"share-{notation.SEATS[p]}", x, y, shapes)


def _lit(told: Round) -> Iterator[Item]:
    """The rugs of those who decide."""
    return (_framed(p, told.form) for p in told.authors(rules.MOVED))


@cache
def _framed(p: int, form: Form) -> Item:
    rug = RUG[form][p]
    return Item(f"lit-{notation.SEATS[p]}", rug.x, rug.y, (drawing.frame(p, form),))


def _middle(told: Round) -> tuple[float, float]:
    """Where totals are weighed: away from the pawn, before its step and after."""
    s = told.s
    stands = [drawing.place(s.size, *drawing.before(s)), drawing.place(s.size, s.x, s.y)]
    free = (at for at in MIDDLES if all(abs(at[1] - y) > 1 or abs(at[0] - x) > 1.2 for x, y in stands))
    return next(free, MIDDLES[1])


def _totals(told: Round) -> Iterator[Item]:
    """What the strongest orders come to: gold if they move the pawn; those that are level stand side by side."""
    s, (x, y) = told.s, _middle(told)
    strongest = {s.shown[p]: s.force[p] for p in told.authors(rules.MOVED, rules.TIED, rules.FINED)}
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
