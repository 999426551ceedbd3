"""Tens: those that are hinted, the one that is being counted, and a conquest as a moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import NamedTuple

from tablier.engine.story import added
from tablier.games.master_islands import hand, notation, rules
from tablier.games.master_islands.chart import CARD, Chart, middle
from tablier.games.master_islands.look import NUMERALS, Look
from tablier.games.master_islands.sea import alight
from tablier.games.master_islands.tens import Ten
from tablier.language import Texts
from tablier.picture.scene import NO_ITEMS, Beat, Group, Item, Moment, Paint, path, rect, text, use


def sums(look: Look) -> Group:
    """How far a conquest has come, card by card."""
    s = look.s
    if s.ended or not s.picks:
        return NO_ITEMS
    picked = s.picked[: s.picks]
    totals = accumulate(rules.value_of(s.kind_at(place)) for place in picked)
    return Group(map(_coin, count(), picked, totals))


@lru_cache(maxsize=4096)
def _coin(i: int, place: int, total: int) -> Item:
    """A running total, at the corner of its card."""
    (x, y), size = middle(place), 0.36 if total < rules.TEN else 0.56
    number = text(0, 0.02 * size, str(total), 0.52 * size, fill="#4a2f04", **NUMERALS)
    shapes = (use("coin" if total < rules.TEN else "full-coin", 0, 0, size, size), number)
    return Item(f"coin {i}", x + 0.4, y + 0.38, shapes, kind="mark")


def thread(hints: list[Ten]) -> Iterator[Item]:
    """What of the longest ten lies on the table, joined to the place that would complete it."""
    if hints:
        ten = _longest(hints)
        yield _thread(ten.cards, ten.place)


@lru_cache(maxsize=1024)
def _thread(cards: tuple[int, ...], place: int) -> Item:
    points = sorted(map(middle, (*cards, place)))
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    lines: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round"}
    beam = path(way, stroke="#f2b636", stroke_width=0.09, **lines)
    rims = (use("rim", *middle(card), CARD + 0.1, CARD + 0.1) for card in cards)
    return Item("thread", 0, 0, (beam, *rims), kind="mark")


def _longest(hints: list[Ten]) -> Ten:
    return max(hints, key=lambda ten: len(ten.cards))


def hints(look: Look, hints: list[Ten]) -> Iterator[Item]:
    """On each place what a card would have to be to make a ten; and of the longest, why."""
    for ten in hints:
        yield _missing(ten.place, ten.missing)
    if hints:
        yield _reason(_longest(hints), look.s.place, look.chart, look.said)


@lru_cache(maxsize=4096)
def _missing(place: int, value: int) -> Item:
    shapes = use("ten", 0, 0, 0.5, 0.5), text(0, 0.005, str(value), 0.2, fill="#4a2f04", **NUMERALS)
    return Item(f"ten {notation.place_name(place)}", *middle(place), shapes, kind="mark")


@lru_cache(maxsize=256)
def _reason(ten: Ten, places: tuple[int, ...], seen: Chart, said: Texts) -> Item:
    """`3 + 5: 2 to go`, above or below the place: where it covers less."""
    words = said("scene.ten", sum=added(*ten.values), n=ten.missing)
    size = (0.16 if seen.form == "wide" else 0.21) * seen.span
    half, (at, y) = size * (0.28 * len(words) + 0.5), middle(ten.place)
    x, away = min(max(at, seen.x + half + 0.1), seen.x + seen.width - half - 0.1), CARD / 2 + 0.95 * size
    sides = (y + away, y - away)
    cards = [middle(place) for place in places]
    covered = [
        sum(abs(cx - x) < half + CARD / 2 and abs(cy - side) < CARD / 2 + size for cx, cy in cards) for side in sides
    ]
    paint: dict[str, Paint] = {"fill": "#fff3d2", "stroke": "#d99a1c", "stroke_width": 0.09 * size}
    box = rect(-half, -0.85 * size, 2 * half, 1.7 * size, rx=0.5 * size, **paint)
    shapes = box, text(0, 0, words, size, fill="#5a3a06", **NUMERALS)
    return Item("reason", x, sides[covered.index(min(covered))], shapes, kind="mark")


def moment(look: Look) -> Moment | None:
    """MI-10, MI-11: the line lights up, counts to ten, and its cards go to who has taken them."""
    s = look.s
    if not s.gone:
        return None
    words = look.said("scene.taken", who=look.who(s.taker), n=s.gone)
    taken = Taken(s.spoils[: s.gone], s.picked[: s.gone], hand.harbour(look, s.taker), words)
    return _moment(sum(s.won), taken, look.chart)


class Taken(NamedTuple):
    """A conquest: what its cards are and where they lay; where they go, and what is said of it."""

    kinds: tuple[int, ...]
    places: tuple[int, ...]
    harbour: tuple[float, float]
    words: str


@lru_cache(maxsize=256)
def _moment(won: int, taken: Taken, seen: Chart) -> Moment:
    """Made once for all who look, as long as nothing of it changes. `won`: the cards that all have taken by then."""
    values = [rules.value_of(kind) for kind in taken.kinds]
    beats = [_counting(taken, values, n, seen) for n in range(1, len(values) + 1)]
    (x, y), size, gone = taken.harbour, 0.5 * seen.span, len(values)
    landed = [(x + (i - (gone - 1) / 2) * 0.3 * size, y) for i in range(gone)]
    beats.append(Beat(taken.words, tuple(_spoils(taken.kinds, landed, size)), (), 800))
    return Moment(f"conquest {won}", tuple(beats))


def _counting(taken: Taken, values: list[int], n: int, seen: Chart) -> Beat:
    """The first so many cards are counted."""
    at, gaps = [middle(place) for place in taken.places], tuple(f"gap {i}" for i in range(len(values)))
    coins = (_coin(i, taken.places[i], sum(values[: i + 1])) for i in range(n))
    items = (_veil(seen), *alight(taken.places[:n]), *_spoils(taken.kinds, at, CARD), *coins)
    return Beat(_counted(values[:n]), items, gaps, 600 if n < len(values) else 1000)


@lru_cache(maxsize=256)
def _veil(seen: Chart) -> Item:
    shape = rect(-seen.width, -seen.height, 3 * seen.width, 3 * seen.height, fill="#0d3f4a", fill_opacity=0.45)
    return Item("veil", seen.x, seen.y, (shape,))


def _spoils(kinds: Sequence[int], at: Sequence[tuple[float, float]], size: float) -> Iterator[Item]:
    for i, (kind, to) in enumerate(zip(kinds, at, strict=True)):
        yield _spoil(i, kind, to, size)


@lru_cache(maxsize=4096)
def _spoil(i: int, kind: int, at: tuple[float, float], size: float) -> Item:
    return Item(f"spoil {i}", *at, (use(notation.card_name(kind), 0, 0, size, size),))


def _counted(values: list[int]) -> str:
    return added(*values) if len(values) == 1 else f"{added(*values)}\N{NO-BREAK SPACE}= {sum(values)}"
