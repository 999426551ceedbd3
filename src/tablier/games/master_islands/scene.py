"""The picture of Master Islands: an archipelago of cards on a sea chart, who sails there, and one's own hand.

A unit is a card. A card at (x, y) of the notation is drawn around (x, -y): things keep their place, while the chart, as
large as the archipelago needs, scrolls beneath them. A galleon is moved by touching the card that it leaves and the one
that it goes to. So the words of a card say which galleons it carries, and galleons have none of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tablier.engine import kernels
from tablier.engine.kernels import State
from tablier.engine.options import Settled
from tablier.engine.story import added
from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.chart import BERTHS, CARD, SHIP, Chart, chart, extent, middle, skeleton
from tablier.games.master_islands.game import COLOURS as SAILS
from tablier.games.master_islands.game import GAME
from tablier.games.master_islands.tens import Ten, tens
from tablier.language import Saying, Texts
from tablier.picture.scene import (
    Beat,
    Choice,
    Control,
    Form,
    Item,
    Moment,
    Paint,
    Scene,
    Shape,
    line,
    path,
    rect,
    text,
    use,
)

# --- colours ----------------------------------------------------------------------------------------------------------

COLOURS = ("yellow", "green", "red", "blue")
"""The words for each, by their number in the rules."""

INK, PALE, GOLD, SOFT, SEA = "#1d1c16", "#fffdf7", "#efc251", "#5f5949", "#a4d2c6"
TINTS = ("#fbe9a6", "#c9e7b8", "#f8cbb9", "#c3ddf5")  # of cards, in a text
DARKS = ("#6b4a00", "#1c5220", "#741810", "#123a6d")
FLAGS = {"red": "#d8392b", "white": "#8d8266", "violet": "#8a4fc0", "black": "#33312f", "corsair": "#1d1b20"}
"""What marks the cards that a seat has taken."""
SHALLOWS = (
    (3.1, "#35828d", 0.2),
    (2.4, "#4a979d", 0.28),
    (1.85, "#7fbcb6", 0.4),
    (1.45, "#a9d5c9", 0.55),
    (1.16, "#d3e9d8", 0.7),
)
"""Up to how far from land on both sides the water has which colour, and how clear the line around it is."""
NUMERALS: dict[str, Paint] = {"font_family": "Fraunces, Georgia, 'DejaVu Serif', serif", "font_weight": 700}
LETTERS: dict[str, Paint] = {"font_family": "Inter, 'Helvetica Neue', Arial, sans-serif"}

CELL = (6, 2)  # of a text drawing

# --- the scene --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """One seat's look at the table: what every part of the picture needs to know."""

    s: State
    seat: int
    said: Texts
    seats: tuple[str, ...]
    """The seats' names, which stand for their colours."""
    chart: Chart

    def who(self, *seats: int) -> str:
        """What people call these seats."""
        return self.said.language.listed([self.said[f"seat.{self.seats[seat]}"] for seat in seats])

    @property
    def is_wide(self) -> bool:
        return self.chart.form == "wide"


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees the same table, and no hand."""
    said = GAME.words.texts(lang)
    look = Look(s, seat, said, GAME.seats(settled), chart(s, form))
    touches = _touches(s, seat)
    lit = {id for sequence in touches.values() for id in sequence}
    hints = tens(s, seat, [place for place in free_places(s) if place_id(place) in lit])
    return Scene(
        x=look.chart.x,
        y=look.chart.y,
        width=look.chart.width,
        height=look.chart.height,
        title=f"{said['title']}, {_round(look) if s.mode == rules.CORSAIR else said('scene.turn', turn=s.turns)}",
        status=_status(look),
        aim=GAME.aim(settled, lang, *_aim(look)),
        counts=tuple(_count(look, p) for p in range(s.players)),
        items=(
            *_sea(look),
            *_gaps(look),
            *(_free_place(look, place, place_id(place) in lit) for place in free_places(s)),
            *_highlights(look),
            *_thread(hints),
            *(_card(look, rank) for rank in range(s.cards)),
            *_wake(look),
            *_fleet(look),
            *_sums(look),
            *_hints(look, hints),
            *_table(look),
            *(_plate(look, p, i) for i, p in enumerate(_in_order(look))),
            _pile(look),
            *_hand(look),
            *_told(look, lit),
        ),
        touches=touches,
        moves=_moves(look, touches),
        controls=tuple(_controls(look, lit)),
        moment=_conquest(look),
        cell=CELL,
    )


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    return [int(action) for action in out[: kernels.legal(s, seat, out)]]


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    """A card of the hand and a place; the card that a galleon leaves and the one it goes to; a card; or a button."""
    touches: dict[str, tuple[str, ...]] = {}
    for action in _legal(s, seat):
        if action < rules.MOVE:
            sequence: tuple[str, ...] = (_hand_id(rules.kind_of(action)), place_id(rules.place_of(s, seat, action)))
        elif action < rules.AGAIN:
            origin, target = s.galleon[seat, rules.galleon_of(action)], rules.place_of(s, seat, action)
            sequence = (card_id(origin), card_id(target))
        elif action < rules.TAKE:
            sequence = (notation.ANSWERS[action],)
        else:
            sequence = (card_id(s.place[action - rules.TAKE]),)
        touches[notation.write(s, seat, action)] = sequence
    return touches


def _moves(look: Look, touches: Iterable[str]) -> dict[str, str]:
    """Each with the galleon that sails; or with the card that is laid, if the hand has no other of its kind."""
    s, seat, moves = look.s, look.seat, dict[str, str]()
    for written, action in zip(touches, _legal(s, seat), strict=True):
        if rules.MOVE <= action < rules.AGAIN:
            moves[written] = _galleon_id(look, seat, "AB"[rules.galleon_of(action)])
        elif action < rules.MOVE and s.hand[seat, rules.kind_of(action)] == 1:
            moves[written] = _hand_id(rules.kind_of(action))
    return moves


def _hand_id(kind: int) -> str:
    return f"hand {notation.card_name(kind)}"


def card_id(place: int) -> str:
    return f"card {notation.place_name(place)}"


def place_id(place: int) -> str:
    return f"place {notation.place_name(place)}"


def _galleon_id(look: Look, p: int, letter: str) -> str:
    return f"galleon {look.seats[p]} {letter}"


# --- what is going on -------------------------------------------------------------------------------------------------


YOURS = ("both", "lay", "move", "stuck", "replay", "raid", "conquest", "picking")
"""What is said in another way to who is to act."""


def _status(look: Look) -> str:
    s = look.s
    if s.ended:
        return " ".join(map(look.said.say, ending(s)))
    phase = s.phase
    if phase == rules.DISCOVERY:
        stuck = not s.laid and not s.moved and not rules.can_do_both(s, s.seat)
        key = "stuck" if stuck else "move" if s.laid else "lay" if s.moved else "both"
    elif phase == rules.CONQUEST:
        key = "picking" if s.picks else "conquest"
    else:
        key = {
            rules.DEAL: "deal",
            rules.TURN_UP: "first",
            rules.REPLAY: "replay",
            rules.RAID: "raid",
            rules.SUPPLY: "supply",
        }[int(phase)]
    who = look.who(s.seat) if s.seat != rules.NOBODY else ""
    group = "your" if s.seat == look.seat and key in YOURS else "status"
    told = look.said(f"{group}.{key}", who=who, steps=s.steps, sum=rules.TEN - s.rest, rest=s.rest)
    return f"{_round(look).capitalize()}. {told}" if s.mode == rules.CORSAIR and s.cards else told


def ending(s: State) -> list[Saying]:
    """How it ended, in a sentence or two."""
    winners = _winners(s)
    won = int(rules.won_by_side(s, winners[0]))
    if s.mode == rules.CORSAIR:
        key = "failed" if rules.is_corsair(s, winners[0]) else "accomplished"
        won = int(s.won.sum())
    else:
        is_one_side = all(rules.are_together(s, winners[0], p) for p in winners)
        key = "level" if not is_one_side else "won" if s.mode == rules.CLASSIC else "team"
    told = Saying(f"status.{key}", {"who": [name_of(s, p) for p in winners], "n": won})
    why = {14: "status.empty", 15: "status.idle"}.get(int(s.ended))
    return [Saying(why), told] if why else [told]


def name_of(s: State, p: int) -> Saying:
    """What people call a seat."""
    if rules.is_corsair(s, p):
        return Saying("seat.corsair")
    return Saying(f"seat.{SAILS[p - (s.mode == rules.CORSAIR and p > s.corsair_seat)]}")


def _winners(s: State) -> list[int]:
    parts = np.zeros(s.players, dtype=np.int64)
    kernels.shares(s, parts)
    return [int(p) for p in np.flatnonzero(parts)]


def _aim(look: Look) -> Iterator[str]:
    """What the one who looks is after, and how far each side has come (MI-12, MI-17, MI-20)."""
    s, said, goal = look.s, look.said, rules.goal(look.s)
    if s.mode == rules.CORSAIR:
        who = "public" if look.seat < 0 else "corsair" if rules.is_corsair(s, look.seat) else "team"
        yield said(f"aim.{who}", goal=goal, rounds=rules.ROUNDS[s.mission])
        yield said("aim.taken", n=s.won.sum(), goal=goal)
        yield _round(look)
        yield from [said["aim.one-conquest"]] if s.conquest == rules.TEAM else []
        return
    yield said("aim.together" if s.mode == rules.TEAMS else "aim.alone", goal=goal)
    for p in range(2 if s.mode == rules.TEAMS else s.players):
        side = [q for q in range(s.players) if rules.are_together(s, p, q)]
        side.sort(key=lambda q: q != look.seat)
        who = said.language.listed([said["aim.you"] if q == look.seat else look.who(q) for q in side])
        yield said("aim.side", who=who, won=rules.won_by_side(s, p), n=rules.worth_of_side(s, p))


def _count(look: Look, p: int) -> str:
    """What counts: the cards of a seat's side, and where nobody shares them their points; of the Corsair, the time."""
    s = look.s
    if rules.is_corsair(s, p):
        return _round(look)
    cards = look.said("player.won", n=rules.won_by_side(s, p), goal=rules.goal(s))
    return cards if s.mode == rules.CORSAIR else f"{cards}, {look.said('player.points', n=rules.worth_of_side(s, p))}"


def _round(look: Look) -> str:
    rounds = rules.ROUNDS[look.s.mission]
    return look.said("scene.round", round=min(look.s.rounds + 1, rounds), rounds=rounds)


# --- the chart --------------------------------------------------------------------------------------------------------


def _sea(look: Look) -> Iterator[Item]:
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


def _free_place(look: Look, place: int, is_lit: bool) -> Item:
    """One where a card may be laid now is drawn; any other is there to be pointed at, and nothing is seen of it."""
    name, (x, y) = notation.place_name(place), middle(place)
    shape = use("place" if is_lit else "open", 0, 0, CARD, CARD)
    words, glyph = look.said("scene.place", place=name), name if is_lit else ""
    return Item(place_id(place), x, y, (shape,), words, glyph=glyph, colour=INK, kind="place")


def _gaps(look: Look) -> Iterator[Item]:
    """Where the cards of the last conquest lay."""
    for i in range(look.s.gone):
        yield Item(f"gap {i}", *middle(look.s.picked[i]), (use("gap", 0, 0, CARD, CARD),), kind="mark")


def _highlights(look: Look) -> Iterator[Item]:
    """Under the card laid last, and under those that are picked for a conquest."""
    s = look.s
    if rules.find(s, s.fresh) != rules.NO_CARD and not s.picks:
        yield Item("fresh", *middle(s.fresh), (use("fresh", 0, 0, CARD + 0.16, CARD + 0.16),), kind="mark")
    if s.picks and not s.ended:
        yield from _alight([int(place) for place in s.picked[: s.picks]])


def _alight(places: list[int]) -> Iterator[Item]:
    """An alignment: a beam along it, and light under its cards."""
    yield Item("beam", 0, 0, tuple(_beam([middle(place) for place in places])), kind="mark")
    for i, place in enumerate(places):
        yield Item(f"light {i}", *middle(place), (use("lit", 0, 0, CARD + 0.14, CARD + 0.14),), kind="mark")


def _beam(points: list[tuple[float, float]]) -> Iterator[Shape]:
    way = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    yield path(way, fill="none", stroke="#8a5a10", stroke_width=0.15, stroke_linecap="round")
    yield path(way, fill="none", stroke="#ffd75e", stroke_width=0.11, stroke_linecap="round")


def _wake(look: Look) -> Iterator[Item]:
    """How the last galleon went."""
    if look.s.wake[0] == rules.NO_PLACE:
        return
    dots: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": ".001 .13"}
    dx, dy = next(
        (BERTHS[look.seats[p]][g] for p, g in _galleons(look.s) if look.s.galleon[p, g] == look.s.wake[1]), (0, 0)
    )
    (x, y), (to_x, to_y) = (middle(place) for place in look.s.wake)
    way = f"M{x + dx:g} {y + dy + 0.16:g}L{to_x + dx:g} {to_y + dy + 0.16:g}"
    shapes = path(way, stroke="#1a5360", stroke_width=0.09, **dots), path(way, stroke=PALE, stroke_width=0.06, **dots)
    yield Item("wake", 0, 0, shapes, kind="mark")


# --- cards ------------------------------------------------------------------------------------------------------------


def _card_words(look: Look, kind: int) -> str:
    colour = look.said[f"colour.{COLOURS[rules.colour_of(kind)]}"]
    return look.said("card.name", colour=colour, value=rules.value_of(kind))


def _card(look: Look, rank: int) -> Item:
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
        words=look.said(key, card=_card_words(look, kind), place=name, galleons=galleons),
        glyph=f"{notation.card_name(kind)}\n{_ship_letters(look, ships)}",
        colour=DARKS[rules.colour_of(kind)],
        ground=GOLD if is_picked else TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


# --- galleons ---------------------------------------------------------------------------------------------------------


def _galleons(s: State) -> list[tuple[int, int]]:
    return [(p, galleon) for p in range(s.players) for galleon in range(rules.galleons(s, p))]


def _ships_on(look: Look, place: int) -> list[tuple[int, str]]:
    """The galleons on a card: each its seat and its letter."""
    return [(p, "AB"[galleon]) for p, galleon in _galleons(look.s) if look.s.galleon[p, galleon] == place]


def _ship_letters(look: Look, ships: list[tuple[int, str]]) -> str:
    """The galleons on a card, as text: `R` for all of Red's, `Ra` for one of two; or, too long, the seats alone."""
    seats = sorted({p for p, _ in ships})
    letters = ["".join(letter.lower() for q, letter in ships if q == p) for p in seats]
    alone = [own if len(own) < rules.galleons(look.s, p) else "" for p, own in zip(seats, letters, strict=True)]
    initials = [look.who(p)[0] for p in seats]
    full = "".join(initial + own for initial, own in zip(initials, alone, strict=True))
    return full if len(full) <= CELL[0] else "".join(initials)


def _fleet(look: Look) -> Iterator[Item]:
    """The galleons, from the back to the front: each at the quay of its colour."""
    if not look.s.cards:
        return
    lying = []
    for p, galleon in _galleons(look.s):
        place, name = int(look.s.galleon[p, galleon]), look.seats[p]
        has_company = galleon == 1 and place == look.s.galleon[p, 0]
        (x, y), (dx, dy) = middle(place), BERTHS[name][1 if has_company else 0]
        shapes = (use(f"{name}-b" if galleon else name, 0, 0, SHIP, SHIP),)
        lying.append(Item(_galleon_id(look, p, "AB"[galleon]), x + dx, y + dy, shapes, kind="piece", on=card_id(place)))
    yield from sorted(lying, key=lambda item: item.y)


# --- tens -------------------------------------------------------------------------------------------------------------


def _sums(look: Look) -> Iterator[Item]:
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


def _thread(hints: list[Ten]) -> Iterator[Item]:
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


def _hints(look: Look, hints: list[Ten]) -> Iterator[Item]:
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


# --- around the archipelago -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand around the archipelago, in spans from the corner of the picture."""

    tray: tuple[float, float, float, float]
    pile: tuple[float, float, float]
    """Where its middle is, and how large."""
    hand: tuple[float, float, float, float]
    """The same, and how far the cards are apart."""


PLACES: dict[Form, Places] = {
    "wide": Places((4.5, 4.7, 3.8, 0.9), (4.98, 5.08, 0.62), (6.85, 5.02, 0.9, 0.96)),
    "tall": Places((0.1, 7.25, 5.8, 1.25), (0.78, 7.84, 0.84), (3.62, 7.76, 1.2, 1.4)),
}


def _table(look: Look) -> Iterator[Item]:
    """What the pile lies on, and the hand, where there is one."""
    (x, y, width, height), span = PLACES[look.chart.form].tray, look.chart.span
    width = width if _has_hand(look) else height
    size = width * span, height * span
    shape = rect(-size[0] / 2, -size[1] / 2, *size, rx=0.16 * span, fill=PALE, fill_opacity=0.94)
    yield Item("tray", *look.chart.at(x + width / 2, y + height / 2), (shape,))


def _has_hand(look: Look) -> bool:
    return look.seat >= 0 and not rules.is_corsair(look.s, look.seat)


def _in_order(look: Look) -> list[int]:
    """The seats, partners beside each other."""
    return sorted(range(look.s.players), key=lambda p: (p % 2 if look.s.mode == rules.TEAMS else 0, p))


def _berth_of_plate(look: Look, i: int) -> tuple[float, float, float, float]:
    """Where the i-th plate is, and how large."""
    if look.is_wide:
        return 7.44, 0.58 + i, 1.74, 0.84
    width = 5.88 / look.s.players
    return 0.06 + (i + 0.5) * width, 0.5, width - 0.06, 0.8


def _plate(look: Look, p: int, i: int) -> Item:
    """A seat: its ship, how many cards it holds (the Corsair, how many moves), and what its side has taken."""
    x, y, width, height = _berth_of_plate(look, i)
    acts, span = p in _lit_seats(look), look.chart.span
    return Item(
        f"seat {look.seats[p]}",
        *look.chart.at(x, y),
        tuple(_engraved(look, p, width * span, height * span, span)),
        words=_seat_words(look, p),
        glyph=f"{'▶' if acts else ' '}{look.who(p)}\n{_pips(look, p)} {_tally(look, p)}".rstrip(),
        colour=INK,
        ground=PALE if acts else "",
        size=(width * span, 1),
        kind="text",
    )


def _engraved(look: Look, p: int, width: float, height: float, span: float) -> Iterator[Shape]:
    acts: dict[str, Paint] = {"fill": "#fff1c4", "stroke": GOLD, "stroke_width": 0.06 * span}
    waits: dict[str, Paint] = {"fill": PALE, "fill_opacity": 0.92}
    yield rect(-width / 2, -height / 2, width, height, rx=0.14 * span, **(acts if p in _lit_seats(look) else waits))
    has_room = width > 1.7 * span
    ship, right = (0.6 if has_room else 0.48) * span, width / 2 - 0.12 * span
    yield use(look.seats[p], 0.56 * ship - width / 2, 0.02 * span, ship, ship)
    left = 1.12 * ship - width / 2
    start: dict[str, Paint] = {"fill": INK, "text_anchor": "start"}
    if has_room:
        yield text(left, -0.25 * span, look.who(p), 0.18 * span, font_weight=600, **start, **LETTERS)
    y, size = (0.02, 0.24) if has_room else (-0.12, 0.22)
    size *= 0.8 if rules.is_corsair(look.s, p) else 1  # words are longer than numbers
    yield text(left, y * span, _tally(look, p, short=False), size * span, **start, **NUMERALS)
    yield from _bar(look, p, left, right, 0.27 * span)


def _bar(look: Look, p: int, left: float, right: float, y: float) -> Iterator[Shape]:
    """What a side has of what it needs, piece by piece; or the moves that the Corsair has left."""
    s = look.s
    is_corsair = rules.is_corsair(s, p)
    whole = int(s.raid) if is_corsair else int(rules.goal(s))
    part = _steps(s) if is_corsair else min(int(rules.won_by_side(s, p)), whole)
    piece = (right - left) / whole
    dashes: dict[str, Paint] = {"stroke_width": 0.6 * min(piece, 0.2 * look.chart.span)}
    dashes["stroke_dasharray"] = f"{0.72 * piece:.3f} {0.28 * piece:.3f}"
    yield line(left, y, right, y, stroke="#cfc5ab", **dashes)
    if part:
        yield line(left, y, left + (part - 0.2) * piece, y, stroke=FLAGS[look.seats[p]], **dashes)


def _steps(s: State) -> int:
    """How many moves the Corsair has left now."""
    return int(s.steps) if s.phase == rules.RAID else 0


def _lit_seats(look: Look) -> list[int]:
    """Who is to act; when the game is over, who has won it."""
    return _winners(look.s) if look.s.ended else [int(look.s.seat)]


def _tally(look: Look, p: int, short: bool = True) -> str:
    """What a seat's side has taken of what it needs; of the Corsair, where there is room, how the time goes."""
    if rules.is_corsair(look.s, p):
        return "" if short else _round(look).capitalize()
    return f"{rules.won_by_side(look.s, p)} / {rules.goal(look.s)}"


def _seat_words(look: Look, p: int) -> str:
    s = look.s
    if rules.is_corsair(s, p):
        return look.said("player.corsair", steps=s.steps if s.phase == rules.RAID else s.raid)
    won, worth = rules.won_by_side(s, p), rules.worth_of_side(s, p)
    return look.said("player.cards", who=look.who(p), held=s.held[p], won=won, goal=rules.goal(s), worth=worth)


def _pips(look: Look, p: int) -> str:
    s = look.s
    if not rules.is_corsair(s, p):
        return "▯" * int(s.held[p])
    return "●" * _steps(s) + "○" * (int(s.raid) - _steps(s))


def _pile(look: Look) -> Item:
    left, (x, y, size) = int(look.s.left), PLACES[look.chart.form].pile
    size *= look.chart.span
    count = use("coin", 0.4 * size, 0.4 * size, 0.56 * size, 0.56 * size)
    number = text(0.4 * size, 0.41 * size, str(left), 0.28 * size, fill=INK, **NUMERALS)
    deck = use("pile" if left > 1 else "back" if left else "none", 0, 0, size, size)
    return Item(
        "pile",
        *look.chart.at(x, y),
        (deck, count, number),
        words=look.said("scene.pile", n=left),
        glyph=f"▒▒▒\n{left}",
        colour=INK,
        kind="card",
    )


def _hand(look: Look) -> Iterator[Item]:
    """One's own cards, and room for those to be drawn. Those of a kind lie on each other: one thing to touch."""
    if not _has_hand(look):
        return
    hand = look.s.hand[look.seat]
    kinds = [kind for kind, count in enumerate(hand) if count]
    missing = rules.HAND - int(look.s.held[look.seat])
    x, y, size, apart = PLACES[look.chart.form].hand
    spots = [look.chart.at(x + (i - (len(kinds) + missing - 1) / 2) * apart, y) for i in range(len(kinds) + missing)]
    size *= look.chart.span
    for kind, at in zip(kinds, spots, strict=False):
        yield _held(look, kind, int(hand[kind]), at, size)
    for i, at in enumerate(spots[len(kinds) :]):
        yield Item(f"to draw {i}", *at, (use("none", 0, 0, 0.94 * size, 0.94 * size),))


def _held(look: Look, kind: int, count: int, at: tuple[float, float], size: float) -> Item:
    name = notation.card_name(kind)
    steps = [0.05 * size * (k - (count - 1) / 2) for k in reversed(range(count))]
    return Item(
        _hand_id(kind),
        *at,
        tuple(use(name, step, -step, size, size) for step in steps),
        words=look.said("card.hand" if count == 1 else "card.twins", card=_card_words(look, kind), n=count),
        glyph=name if count == 1 else f"{name}\n×{count}",
        colour=DARKS[rules.colour_of(kind)],
        ground=TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


def _controls(look: Look, lit: set[str]) -> Iterator[Control]:
    """MI-7, MI-10, MI-21: another discovery, or none; nothing to be taken; no more moves."""
    answers = [answer for answer in notation.ANSWERS.values() if answer in lit]
    if answers:
        choices = tuple(Choice(answer, look.said[f"answer.{answer}"]) for answer in answers)
        yield Control("answer", "confirm", "", choices)


def _told(look: Look, lit: set[str]) -> Iterator[Item]:
    """What a page shows beside the picture, or in another way, for texts: the time, a sum, what there is to answer."""
    if not look.is_wide:
        return
    s, said = look.s, look.said
    if s.mode == rules.CORSAIR:
        words = _round(look).capitalize()
        yield Item("round", *look.chart.at(5, 4.3), (), words, words, INK, kind="text")
    if s.picks and not s.ended:
        total = f"{rules.TEN - s.rest} / {rules.TEN}"
        yield Item(
            "sum", *look.chart.at(7.2, 4.3), (), glyph=total, colour=INK, ground=GOLD, size=(1.6, 0.5), kind="text"
        )
    answers = [said[f"button.{answer}"] for answer in notation.ANSWERS.values() if answer in lit]
    for i, words in enumerate(answers):
        at = look.chart.at(7.4 - 1.3 * (len(answers) - 1 - i), 4.3)
        yield Item(f"button {i}", *at, (), glyph=f"[{words}]", colour=PALE, ground=INK, size=(1.7, 0.5), kind="text")


# --- a conquest, as a moment ------------------------------------------------------------------------------------------


def _conquest(look: Look) -> Moment | None:
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
        lit = (veil, *_alight(places[:n]), *_spoils(kinds, at, CARD))
        coins = [_coin(look, i, places[i], sum(values[: i + 1])) for i in range(n)]
        beats.append(Beat(_counted(values[:n]), (*lit, *coins), gaps, 600 if n < len(values) else 1000))
    x, y, *_ = _berth_of_plate(look, _in_order(look).index(int(s.taker)))
    harbour, size = look.chart.at(x, y), 0.5 * look.chart.span
    landed = [(harbour[0] + (i - (s.gone - 1) / 2) * 0.3 * size, harbour[1]) for i in range(s.gone)]
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
