"""The sea of Master Islands: the chart, the cards that make the archipelago, and the galleons at their quays."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.engine.kernels import State
from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.chart import BERTHS, CARD, SHIP, extent, middle, skeleton
from tablier.games.master_islands.look import (
    CELL,
    DARKS,
    GOLD,
    INK,
    PALE,
    SEA,
    TINTS,
    Look,
    card_id,
    card_words,
    fleet,
    galleon_id,
    place_id,
)
from tablier.picture.scene import Item, Paint, Shape, path, use

SHALLOWS = (
    (3.1, "#35828d", 0.2),
    (2.4, "#4a979d", 0.28),
    (1.85, "#7fbcb6", 0.4),
    (1.45, "#a9d5c9", 0.55),
    (1.16, "#d3e9d8", 0.7),
)
"""Up to how far from land on both sides the water has which colour, and how clear the line around it is."""


def water(look: Look) -> Iterator[Item]:
    """The chart, which is always the same, and what the cards make of it: shallows around the land."""
    seen = look.chart
    at, size = (seen.x + seen.width / 2, seen.y + seen.height / 2), (seen.width, seen.height)
    yield Item("sea", *at, (use(f"chart-{seen.form}", 0, 0, *size),), ground=SEA, size=size)
    coast = skeleton(look.s)
    yield Item("shallows", 0, 0, tuple(_shallows(coast)))
    yield Item("border", *at, (use(f"border-{seen.form}", 0, 0, *size),))
    if look.is_wide:
        (left, right), (top, bottom) = extent(look.s)
        yield from (_coordinate("column", x, seen.y + 0.1, x) for x in range(left + 1, right))
        yield from (_coordinate("row", seen.x + 0.21, y, -y) for y in range(top + 1, bottom))


def _shallows(coast: str) -> Iterator[Shape]:
    round_: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    for width, colour, clear in SHALLOWS:
        yield path(coast, stroke="#eefaf0", stroke_width=width + 0.03, stroke_opacity=clear, **round_)
        yield path(coast, stroke=colour, stroke_width=width, **round_)


def _coordinate(axis: str, x: float, y: float, value: int) -> Item:
    """For texts, in which places are named."""
    return Item(f"{axis} {value}", x, y, (), glyph=str(value), colour=INK, kind="text")


def free_places(s: State) -> list[int]:
    """Those next to a card: whoever's galleons are near, one may point at them."""
    cards = s.place[: s.cards].tolist()
    return sorted({place + step for place in cards for step in rules.STEP}.difference(cards))


def free_place(look: Look, place: int, is_lit: bool) -> Item:
    """One where a card may be laid now is drawn; any other is there to be pointed at, and nothing is seen of it."""
    name, (x, y) = notation.place_name(place), middle(place)
    shape = use("place" if is_lit else "open", 0, 0, CARD, CARD)
    words, glyph = look.said("scene.place", place=name), name if is_lit else ""
    return Item(place_id(place), x, y, (shape,), words, glyph=glyph, colour=INK, kind="place")


def gaps(look: Look) -> Iterator[Item]:
    """Where the cards of the last conquest lay."""
    for i in range(look.s.gone):
        yield Item(f"gap {i}", *middle(look.s.picked[i]), (use("gap", 0, 0, CARD, CARD),), kind="mark")


def highlights(look: Look) -> Iterator[Item]:
    """Under the card laid last, and under those that are picked for a conquest."""
    s = look.s
    if rules.find(s, s.fresh) != rules.NO_CARD and not s.picks:
        yield Item("fresh", *middle(s.fresh), (use("fresh", 0, 0, CARD + 0.16, CARD + 0.16),), kind="mark")
    if s.picks and not s.ended:
        yield from alight([int(place) for place in s.picked[: s.picks]])


def alight(places: list[int]) -> Iterator[Item]:
    """An alignment: a beam along it, and light under its cards."""
    yield Item("beam", 0, 0, tuple(_beam([middle(place) for place in places])), kind="mark")
    for i, place in enumerate(places):
        yield Item(f"light {i}", *middle(place), (use("lit", 0, 0, CARD + 0.14, CARD + 0.14),), kind="mark")


def _beam(points: list[tuple[float, float]]) -> Iterator[Shape]:
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    yield path(way, fill="none", stroke="#8a5a10", stroke_width=0.15, stroke_linecap="round")
    yield path(way, fill="none", stroke="#ffd75e", stroke_width=0.11, stroke_linecap="round")


def wake(look: Look) -> Iterator[Item]:
    """How the last galleon went."""
    if look.s.wake[0] == rules.NO_PLACE:
        return
    dots: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": ".001 .13"}
    dx, dy = next(
        (BERTHS[look.seats[p]][g] for p, g in fleet(look.s) if look.s.galleon[p, g] == look.s.wake[1]), (0, 0)
    )
    (x, y), (to_x, to_y) = (middle(place) for place in look.s.wake)
    way = f"M{x + dx:g} {y + dy + 0.16:g}L{to_x + dx:g} {to_y + dy + 0.16:g}"
    shapes = path(way, stroke="#1a5360", stroke_width=0.09, **dots), path(way, stroke=PALE, stroke_width=0.06, **dots)
    yield Item("wake", 0, 0, shapes, kind="mark")


def card(look: Look, rank: int) -> Item:
    s, place = look.s, int(look.s.place[rank])
    kind, name, ships = int(s.card[rank] % rules.SHIP), notation.place_name(place), _ships_on(look, place)
    is_picked = place in s.picked[: s.picks]
    galleons = look.said.language.listed([f"{look.who(p)} {letter}" for p, letter in ships])
    key = "card.picked" if is_picked else "card.carries" if ships else "card.at"
    x, y = middle(place)
    return Item(
        card_id(place),
        x,
        y,
        (use(notation.card_name(kind), 0, 0, CARD, CARD),),
        words=look.said(key, card=card_words(look, kind), place=name, galleons=galleons),
        glyph=f"{notation.card_name(kind)}\n{_ship_letters(look, ships)}",
        colour=DARKS[rules.colour_of(kind)],
        ground=GOLD if is_picked else TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


def _ships_on(look: Look, place: int) -> list[tuple[int, str]]:
    """The galleons on a card: each its seat and its letter."""
    return [(p, "AB"[galleon]) for p, galleon in fleet(look.s) if look.s.galleon[p, galleon] == place]


def _ship_letters(look: Look, ships: list[tuple[int, str]]) -> str:
    """The galleons on a card, as text: `R` for all of Red's, `Ra` for one of two; or, too long, the seats alone."""
    seats = sorted({p for p, _ in ships})
    letters = ["".join(letter.lower() for q, letter in ships if q == p) for p in seats]
    alone = [own if len(own) < rules.galleons(look.s, p) else "" for p, own in zip(seats, letters, strict=True)]
    initials = [look.who(p)[0] for p in seats]
    full = "".join(initial + own for initial, own in zip(initials, alone, strict=True))
    return full if len(full) <= CELL[0] else "".join(initials)


def galleons(look: Look) -> Iterator[Item]:
    """The galleons, from the back to the front: each at the quay of its colour."""
    if not look.s.cards:
        return
    lying = []
    for p, galleon in fleet(look.s):
        place, name = int(look.s.galleon[p, galleon]), look.seats[p]
        has_company = galleon == 1 and place == look.s.galleon[p, 0]
        (x, y), (dx, dy) = middle(place), BERTHS[name][1 if has_company else 0]
        shapes = (use(f"{name}-b" if galleon else name, 0, 0, SHIP, SHIP),)
        lying.append(Item(galleon_id(look, p, "AB"[galleon]), x + dx, y + dy, shapes, kind="piece", on=card_id(place)))
    yield from sorted(lying, key=lambda item: item.y)
