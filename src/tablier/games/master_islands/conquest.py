"""Tens: those that are hinted, the one that is being counted, and a conquest as a moment."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.engine.story import added
from tablier.games.master_islands import hand, notation, rules
from tablier.games.master_islands.chart import CARD, middle
from tablier.games.master_islands.look import NUMERALS, Look
from tablier.games.master_islands.sea import alight
from tablier.games.master_islands.tens import Ten
from tablier.picture.scene import Beat, Item, Moment, Paint, path, rect, text, use


def sums(look: Look) -> Iterator[Item]:
    """How far a conquest has come, card by card."""
    s, total = look.s, 0
    for i in range(0 if s.ended else s.picks):
        total += int(rules.value_of(s.card[rules.find(s, s.picked[i])] % rules.SHIP))
        yield _coin(look, i, int(s.picked[i]), total)


def _coin(look: Look, i: int, place: int, total: int) -> Item:
    """A running total, at the corner of its card."""
    (x, y), size = middle(place), 0.36 if total < rules.TEN else 0.56
    number = text(0, 0.02 * size, str(total), 0.52 * size, fill="#4a2f04", **NUMERALS)
    shapes = (use("coin" if total < rules.TEN else "full-coin", 0, 0, size, size), number)
    return Item(f"coin {i}", x + 0.4, y + 0.38, shapes, kind="mark")


def thread(hints: list[Ten]) -> Iterator[Item]:
    """What of the longest ten lies on the table, joined to the place that would complete it."""
    if hints:
        ten = _longest(hints)
        points = sorted(middle(place) for place in (*ten.cards, ten.place))
        way = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        lines: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round"}
        beam = path(way, stroke="#f2b636", stroke_width=0.09, **lines)
        rims = (use("rim", *middle(place), CARD + 0.1, CARD + 0.1) for place in ten.cards)
        yield Item("thread", 0, 0, (beam, *rims), kind="mark")


def _longest(hints: list[Ten]) -> Ten:
    return max(hints, key=lambda ten: len(ten.cards))


def hints(look: Look, hints: list[Ten]) -> Iterator[Item]:
    """On each place what a card would have to be to make a ten; and of the longest, why."""
    for ten in hints:
        x, y = middle(ten.place)
        shapes = use("ten", 0, 0, 0.5, 0.5), text(0, 0.005, str(ten.missing), 0.2, fill="#4a2f04", **NUMERALS)
        yield Item(f"ten {notation.place_name(ten.place)}", x, y, shapes, kind="mark")
    if hints:
        yield _reason(look, _longest(hints))


def _reason(look: Look, ten: Ten) -> Item:
    """`3 + 5: 2 to go`, above or below the place: where it covers less."""
    words, seen = look.said("scene.ten", sum=added(*ten.values), n=ten.missing), look.chart
    size = (0.16 if look.is_wide else 0.21) * seen.span
    half, (x, y) = size * (0.28 * len(words) + 0.5), middle(ten.place)
    x, away = min(max(x, seen.x + half + 0.1), seen.x + seen.width - half - 0.1), CARD / 2 + 0.95 * size
    sides = (y + away, y - away)
    cards = [middle(place) for place in look.s.place[: look.s.cards]]
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
    kinds, places = ([int(value) for value in row[: s.gone]] for row in (s.spoils, s.picked))
    values = [int(rules.value_of(kind)) for kind in kinds]
    at, gaps = [middle(place) for place in places], tuple(f"gap {i}" for i in range(s.gone))
    veil = _veil(look)
    beats = []
    for n in range(1, len(values) + 1):
        lit = (veil, *alight(places[:n]), *_spoils(kinds, at, CARD))
        coins = [_coin(look, i, places[i], sum(values[: i + 1])) for i in range(n)]
        beats.append(Beat(_counted(values[:n]), (*lit, *coins), gaps, 600 if n < len(values) else 1000))
    (x, y), size = hand.harbour(look, int(s.taker)), 0.5 * look.chart.span
    landed = [(x + (i - (s.gone - 1) / 2) * 0.3 * size, y) for i in range(s.gone)]
    words = look.said("scene.taken", who=look.who(int(s.taker)), n=s.gone)
    beats.append(Beat(words, tuple(_spoils(kinds, landed, size)), (), 800))
    return Moment(f"conquest {s.won.sum()}", tuple(beats))


def _veil(look: Look) -> Item:
    seen = look.chart
    shape = rect(-seen.width, -seen.height, 3 * seen.width, 3 * seen.height, fill="#0d3f4a", fill_opacity=0.45)
    return Item("veil", seen.x, seen.y, (shape,))


def _spoils(kinds: list[int], at: list[tuple[float, float]], size: float) -> Iterator[Item]:
    for i, (kind, (x, y)) in enumerate(zip(kinds, at, strict=True)):
        yield Item(f"spoil {i}", x, y, (use(notation.card_name(kind), 0, 0, size, size),))


def _counted(values: list[int]) -> str:
    return added(*values) if len(values) == 1 else f"{added(*values)}\N{NO-BREAK SPACE}= {sum(values)}"
