"""The sea of Master Islands: the chart, the cards that make the archipelago, and the galleons at their quays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count
from operator import attrgetter

from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.chart import BERTHS, CARD, SHIP, Chart, Ends, extent, middle, skeleton
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
from tablier.language import Texts
from tablier.picture.once import Made
from tablier.picture.scene import NO_ITEMS, Brush, Group, Item, Paint, path, use

SHALLOWS = (
    (3.1, "#35828d", 0.2),
    (2.4, "#4a979d", 0.28),
    (1.85, "#7fbcb6", 0.4),
    (1.45, "#a9d5c9", 0.55),
    (1.16, "#d3e9d8", 0.7),
)
"""Up to how far from land on both sides the water has which colour, and how clear the line around it is."""


def water(look: Look) -> Group:
    """The chart, which is always the same, and what the cards make of it: shallows around the land."""
    return _water(look.chart, look.s.place, extent(look.s))


@lru_cache(maxsize=512)
def _water(seen: Chart, places: tuple[int, ...], ends: tuple[Ends, Ends]) -> Group:
    chart, border = _sea(seen)
    named = _coordinates(seen, ends) if seen.form == "wide" else ()
    return Group((chart, _shallows(skeleton(places)), border, *named))


@lru_cache(maxsize=256)
def _sea(seen: Chart) -> tuple[Item, Item]:
    at, size = (seen.x + seen.width / 2, seen.y + seen.height / 2), (seen.width, seen.height)
    chart = Item("sea", *at, (use(f"chart-{seen.form}", 0, 0, *size),), ground=SEA, size=size)
    return chart, Item("border", *at, (use(f"border-{seen.form}", 0, 0, *size),))


@lru_cache(maxsize=1024)
def _coordinates(seen: Chart, ends: tuple[Ends, Ends]) -> tuple[Item, ...]:
    (left, right), (top, bottom) = ends
    columns = (_coordinate("column", x, seen.y + 0.1, x) for x in range(left + 1, right))
    return *columns, *(_coordinate("row", seen.x + 0.21, y, -y) for y in range(top + 1, bottom))


@lru_cache(maxsize=256)
def _shallows(coast: str) -> Item:
    return Item("shallows", 0, 0, tuple([brush.path(coast) for brush in BRUSHES]))


def _brushes() -> Iterator[Brush]:
    round_: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    for width, colour, clear in SHALLOWS:
        yield Brush(stroke="#eefaf0", stroke_width=width + 0.03, stroke_opacity=clear, **round_)
        yield Brush(stroke=colour, stroke_width=width, **round_)


BRUSHES = tuple(_brushes())
"""From the deep to the land."""


@lru_cache(maxsize=2048)
def _coordinate(axis: str, x: float, y: float, value: int) -> Item:
    """For texts, in which places are named."""
    return Item(f"{axis} {value}", x, y, (), glyph=str(value), colour=INK, kind="text")


@lru_cache(maxsize=1024)
def free_places(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Those next to a card: whoever's galleons are near, one may point at them."""
    return tuple(sorted({place + step for place in cards for step in rules.STEP}.difference(cards)))


@lru_cache(maxsize=512)
def free(cards: tuple[int, ...], lit: frozenset[int], said: Texts) -> Group:
    """Of these places some are lit."""
    shelf = _free_places(said)
    return Group([shelf[2 * place + (place in lit)] for place in free_places(cards)])


@cache
def _free_places(said: Texts) -> Made[Item]:
    """Each by its number, and by whether it is lit."""
    return Made(lambda number: _free_place(number // 2, bool(number % 2), said))


def _free_place(place: int, is_lit: bool, said: Texts) -> Item:
    """One where a card may be laid now is drawn; any other is there to be pointed at, and nothing is seen of it."""
    name, (x, y) = notation.place_name(place), middle(place)
    shape = use("place" if is_lit else "open", 0, 0, CARD, CARD)
    words, glyph = said("scene.place", place=name), name if is_lit else ""
    return Item(place_id(place), x, y, (shape,), words, glyph=glyph, colour=INK, kind="place")


def gaps(look: Look) -> Group:
    """Where the cards of the last conquest lay."""
    return _gaps(look.s.picked[: look.s.gone])


@lru_cache(maxsize=512)
def _gaps(places: tuple[int, ...]) -> Group:
    return Group(map(_gap, count(), places))


@lru_cache(maxsize=2048)
def _gap(i: int, place: int) -> Item:
    return Item(f"gap {i}", *middle(place), (use("gap", 0, 0, CARD, CARD),), kind="mark")


def highlights(look: Look) -> Group:
    """Under the card laid last, and under those that are picked for a conquest."""
    s = look.s
    is_fresh = not s.picks and s.fresh in s.place and s.fresh != rules.NO_PLACE
    return _highlights(s.fresh if is_fresh else rules.NO_PLACE, () if s.ended else s.picked[: s.picks])


@lru_cache(maxsize=1024)
def _highlights(fresh: int, picked: tuple[int, ...]) -> Group:
    return Group((*([_fresh(fresh)] if fresh != rules.NO_PLACE else []), *(alight(picked) if picked else ())))


@lru_cache(maxsize=2048)
def _fresh(place: int) -> Item:
    return Item("fresh", *middle(place), (use("fresh", 0, 0, CARD + 0.16, CARD + 0.16),), kind="mark")


def alight(places: tuple[int, ...]) -> Iterator[Item]:
    """An alignment: a beam along it, and light under its cards."""
    yield _beam(places)
    yield from map(_light, count(), places)


@lru_cache(maxsize=1024)
def _beam(places: tuple[int, ...]) -> Item:
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in map(middle, places))
    dark = path(way, fill="none", stroke="#8a5a10", stroke_width=0.15, stroke_linecap="round")
    bright = path(way, fill="none", stroke="#ffd75e", stroke_width=0.11, stroke_linecap="round")
    return Item("beam", 0, 0, (dark, bright), kind="mark")


@lru_cache(maxsize=2048)
def _light(i: int, place: int) -> Item:
    return Item(f"light {i}", *middle(place), (use("lit", 0, 0, CARD + 0.14, CARD + 0.14),), kind="mark")


def wake(look: Look) -> Group:
    """How the last galleon went."""
    s = look.s
    if s.wake[0] == rules.NO_PLACE:
        return NO_ITEMS
    there = [BERTHS[look.seats[p]][g] for p, g in fleet(s) if s.anchorage(p, g) == s.wake[1]]
    return _wake(*s.wake, there[0] if there else (0, 0))


@lru_cache(maxsize=4096)
def _wake(origin: int, target: int, berth: tuple[float, float]) -> Group:
    dots: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": ".001 .13"}
    (x, y), (to_x, to_y), (dx, dy) = middle(origin), middle(target), berth
    way = f"M{x + dx:g} {y + dy + 0.16:g}L{to_x + dx:g} {to_y + dy + 0.16:g}"
    shapes = path(way, stroke="#1a5360", stroke_width=0.09, **dots), path(way, stroke=PALE, stroke_width=0.06, **dots)
    return Group([Item("wake", 0, 0, shapes, kind="mark")])


Ships = tuple[tuple[str, str, bool], ...]
"""The galleons on a card: of each its seat, its letter, and whether it is the only one of its seat."""


def cards(look: Look) -> Group:
    """Those that make the archipelago."""
    s, said, ships = look.s, look.said, _ships(look)
    picked = s.picked[: s.picks]
    plain = _plain_cards(said)
    items = [plain[place * rules.SHIP + card % rules.SHIP] for place, card in zip(s.place, s.card, strict=True)]
    for place in {*ships, *picked}.intersection(s.place):
        rank = s.place.index(place)
        items[rank] = _card(place, s.card[rank] % rules.SHIP, place in picked, ships.get(place, ()), said)
    return Group(items)


@cache
def _plain_cards(said: Texts) -> Made[Item]:
    """As nearly all are, without a galleon: by their place and kind."""
    return Made(lambda number: _card(*divmod(number, rules.SHIP), False, (), said))


@lru_cache(maxsize=1024)  # there are few with galleons, and those without are kept by their numbers
def _card(place: int, kind: int, is_picked: bool, ships: Ships, said: Texts) -> Item:
    name, who = notation.place_name(place), [said[f"seat.{seat}"] for seat, _, _ in ships]
    galleons = said.language.listed([f"{own} {letter}" for own, (_, letter, _) in zip(who, ships, strict=True)])
    key = "card.picked" if is_picked else "card.carries" if ships else "card.at"
    x, y = middle(place)
    return Item(
        card_id(place),
        x,
        y,
        (use(notation.card_name(kind), 0, 0, CARD, CARD),),
        words=said(key, card=card_words(kind, said), place=name, galleons=galleons),
        glyph=f"{notation.card_name(kind)}\n{_ship_letters(ships, said)}",
        colour=DARKS[rules.colour_of(kind)],
        ground=GOLD if is_picked else TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


def _ships(look: Look) -> dict[int, Ships]:
    """The galleons on each card that carries any, by its place."""
    s, found = look.s, dict[int, Ships]()
    for p, galleon in fleet(s):
        ship, at = (look.seats[p], "AB"[galleon], rules.galleons(s, p) == 1), s.anchorage(p, galleon)
        found[at] = (*found.get(at, ()), ship)
    return found


def _ship_letters(ships: Ships, said: Texts) -> str:
    """The galleons on a card, as text: `R` for all of Red's, `Ra` for one of two; or, too long, the seats alone."""
    letters: dict[str, str] = {}
    for seat, letter, is_only in ships:
        letters[seat] = letters.get(seat, "") + ("" if is_only else letter.lower())
    initials = {seat: said[f"seat.{seat}"][0] for seat in letters}
    full = "".join(initials[seat] + (own if len(own) < len("ab") else "") for seat, own in letters.items())
    return full if len(full) <= CELL[0] else "".join(initials.values())


def galleons(look: Look) -> Group:
    """The galleons, from the back to the front: each at the quay of its colour."""
    return _galleons(look.s.galleon, fleet(look.s), look.seats) if look.s.cards else NO_ITEMS


@lru_cache(maxsize=2048)
def _galleons(places: tuple[int, ...], ships: tuple[tuple[int, int], ...], seats: tuple[str, ...]) -> Group:
    """`places`: of A and B of the first seat, of the second, and so on."""
    lying = []
    for p, galleon in ships:
        first, place = places[rules.GALLEONS * p], places[rules.GALLEONS * p + galleon]
        lying.append(_galleon(seats[p], galleon, place, galleon == 1 and place == first))
    return Group(sorted(lying, key=attrgetter("y")))


@lru_cache(maxsize=4096)
def _galleon(seat: str, galleon: int, place: int, has_company: bool) -> Item:
    (x, y), (dx, dy) = middle(place), BERTHS[seat][1 if has_company else 0]
    shapes = (use(f"{seat}-b" if galleon else seat, 0, 0, SHIP, SHIP),)
    return Item(galleon_id(seat, "AB"[galleon]), x + dx, y + dy, shapes, kind="piece", on=card_id(place))
