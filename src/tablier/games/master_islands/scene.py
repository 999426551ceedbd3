"""The picture of Master Islands: an archipelago of cards on a sea chart, the seats above it, one's own hand below.

A unit is a card. A card at (x, y) of the notation is drawn around (x, -y): things keep their place, while the chart, as
large as the archipelago needs, scrolls beneath them. A galleon is moved by touching the card that it leaves and the one
that it goes to. So the words of a card say which galleons it carries, and galleons have none of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tablier.core import kernels
from tablier.core.kernels import State
from tablier.core.options import Settled
from tablier.core.scene import Gradient, Item, Paint, Scene, Shape, circle, path, rect, text
from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.game import GAME

# --- where things are -------------------------------------------------------------------------------------------------

LEAST_WIDTH, LEAST_HEIGHT = 7, 5  # of the chart, in cards
BORDER = 0.5  # around the chart
STRIP = 1.5  # the height of the seats above it, and of the hand below
CELL = (6, 2)  # of a text drawing
CORNERS = ((-0.2, 0.07, 0.32), (0.22, 0.07, 0.32), (-0.2, 0.32, 0.32), (0.22, 0.32, 0.32))
MOORINGS = (  # where the galleons of so many seats lie on a card, and how large they are
    (),
    ((0.06, 0.14, 0.6),),
    ((-0.2, 0.17, 0.39), (0.21, 0.17, 0.39)),
    CORNERS[:3],
    CORNERS,
)

# --- colours ----------------------------------------------------------------------------------------------------------

INK, PAPER, PALE, GOLD, DEEP = "#3b2c1a", "#efe2bf", "#fbf5e3", "#ffc928", "#1f5468"
TINTS = ("#fbe9a6", "#c9e7b8", "#f8cbb9", "#c3ddf5")  # yellow, green, red, blue
ISLES = ("#e5a910", "#4a9440", "#cb3f2b", "#3473b8")
DARKS = ("#6b4a00", "#1c5220", "#741810", "#123a6d")
SAILS = {"red": "#d7372c", "white": "#fffdf5", "violet": "#8149bd", "black": "#26262c", "corsair": "#26262c"}
SAND = ("M-.3.3a.33.09 0 1 0 .66 0a.33.09 0 1 0-.66 0z", "#ecd9a0")
RAYS = "M.14-.34v.07M.14.11v.07M-.12-.08h.07M.33-.08h.07M-.04-.26l.05.05M.27-.21l.05-.05M.27.05l.05.05M-.04.1l.05-.05"
LEAVES = (
    "M.12-.1Q-.06-.16-.12.06Q-.02-.08.12-.1Q.3-.3.39-.06Q.27-.14.12-.1"
    "Q.03-.3.22-.36Q.12-.26.12-.1Q.31-.06.3.12Q.24 0 .12-.1"
)
ASIDE = "translate(.02 .03) scale(.93)"  # of a landscape, to leave room for the value
LANDSCAPES = (  # outline, fill, line and its width: a desert under the sun, a palm tree, a volcano, a lagoon
    (
        (RAYS, "none", DARKS[0], 0.03),
        ("M.01-.08a.13.13 0 1 0 .26 0a.13.13 0 1 0-.26 0z", ISLES[0], DARKS[0], 0.02),
        (*SAND, DARKS[0], 0.015),
        ("M-.3.3Q-.12.08.04.22Q.2.1.36.3z", ISLES[0], DARKS[0], 0.015),
    ),
    (
        (*SAND, DARKS[1], 0.015),
        ("M.04.3Q.02.08.12-.1", "none", "#7a5230", 0.06),
        (LEAVES, ISLES[1], DARKS[1], 0.015),
    ),
    (
        (*SAND, DARKS[2], 0.015),
        ("M-.24.3L.02-.06h.16L.38.3z", ISLES[2], DARKS[2], 0.015),
        ("M.02-.06h.16l.06.12l-.07 0l-.05.1l-.06-.1l-.08.06z", "#ffb43b", "none", 0.0),
        ("M.06-.13Q-.02-.23.1-.29M.15-.13Q.26-.19.2-.33", "none", DARKS[2], 0.03),
    ),
    (
        ("M-.3.3Q-.36.02.04 0Q.42.04.36.3Q.3.39.03.39Q-.24.39-.3.3z", "#ecd9a0", DARKS[3], 0.015),
        ("M-.21.2a.24.13 0 1 0 .48 0a.24.13 0 1 0-.48 0z", ISLES[3], DARKS[3], 0.015),
        ("M-.1.18q.04-.04.08 0t.08 0t.08 0M-.06.25q.04-.04.08 0t.08 0", "none", TINTS[3], 0.025),
        ("M0-.27q.05-.06.1 0t.1 0t.1 0M.04-.15q.05-.06.1 0t.1 0", "none", DARKS[3], 0.03),
    ),
)

FLAGS = {  # at the top of the mast, a shape for each seat
    "red": "M0-.54l.22.07-.22.07z",
    "white": "M0-.54h.2v.14H0z",
    "violet": "M0-.54h.22l-.07.07.07.07H0z",
    "black": "M0-.54Q.12-.6.22-.47Q.12-.36 0-.4z",
    "corsair": "M0-.54Q.12-.6.22-.47Q.12-.36 0-.4z",
}
TRIMS = {"red": "#fff3ea", "white": "#57452f", "violet": "#f6ecff", "black": "#f4ecda", "corsair": "#f4ecda"}

GRADIENTS = (
    Gradient("mi-sea", ((0, "#8ccbd3"), (0.5, "#64b3c2"), (1, "#4a9db1")), x2=0.5, y2=1),
    Gradient("mi-back", ((0, "#33758c"), (1, DEEP)), x2=1, y2=1),
    *(
        Gradient(f"mi-{letter}", ((0, "#fffcf2"), (0.45, tint), (1, tint)), x2=0.2, y2=1)
        for letter, tint in zip(notation.LETTERS, TINTS, strict=True)
    ),
)

# --- words ------------------------------------------------------------------------------------------------------------

COLOURS = {"fr": ("jaune", "vert", "rouge", "bleu"), "en": ("yellow", "green", "red", "blue")}
CARD = {"fr": "{value} {colour}", "en": "{colour} {value}"}
AND = {"fr": " et ", "en": " and "}
WORDS = {
    "fr": {
        "card": "{card} en {place}",
        "carries": "{card} en {place}, avec {galleons}",
        "picked": "{card} en {place}, choisi pour la conquête",
        "place": "Place libre {place}",
        "hand": "En main\u00a0: {card}",
        "twins": "En main\u00a0: {card}, {n} fois",
        "pile": "Pioche\u00a0: {n} cartes",
        "one left": "Pioche\u00a0: 1 carte",
        "seat": "{who}\u00a0: cartes en main, {held}\u00a0; prises, {won} sur {goal}\u00a0; points, {worth}",
        "corsair": "Corsaire\u00a0: déplacements possibles, {steps}",
        "turn": "tour {turn}",
        "round": "tour {round}/{rounds}",
        "again": "Encore",
        "done": "Terminé",
        "keep": "Renoncer",
        "again words": "Encore\u00a0: jouer une autre découverte",
        "done words": "Terminé\u00a0: passer à la suite",
        "keep words": "Renoncer\u00a0: ne rien prendre",
        "points": "{worth} points",
        "with": "avec {who}",
    },
    "en": {
        "card": "{card} at {place}",
        "carries": "{card} at {place}, with {galleons}",
        "picked": "{card} at {place}, picked for the conquest",
        "place": "Free place {place}",
        "hand": "In hand: {card}",
        "twins": "In hand: {card}, {n} of them",
        "pile": "Pile: {n} cards",
        "one left": "Pile: 1 card",
        "seat": "{who}: cards in hand, {held}; taken, {won} of {goal}; points, {worth}",
        "corsair": "Corsair: moves left, {steps}",
        "turn": "turn {turn}",
        "round": "round {round}/{rounds}",
        "again": "Again",
        "done": "Done",
        "keep": "Decline",
        "again words": "Again: play another discovery",
        "done words": "Done: go on",
        "keep words": "Decline: take nothing",
        "points": "{worth} points",
        "with": "with {who}",
    },
}
STATUS = {
    "fr": {
        "deal": "On distribue les cartes.",
        "first": "On retourne la première carte.",
        "both": "À {who}\u00a0: poser une carte et déplacer un galion, dans l'ordre qu'on veut.",
        "lay": "À {who} de poser une carte.",
        "move": "À {who} de déplacer un galion.",
        "stuck": "Aucune place libre pour {who}\u00a0: seul un galion se déplace.",
        "replay": "Même couleur\u00a0: {who} peut jouer une autre découverte.",
        "raid": "Au Corsaire\u00a0: déplacements encore possibles, {steps}.",
        "conquest": "{who} peut prendre sur une ligne des cartes qui totalisent 10.",
        "picking": "{who} en est à {sum}\u00a0: il manque {rest}.",
        "supply": "{who} complète sa main.",
        "empty": "La pioche est épuisée. ",
        "idle": "Plus personne ne pose de carte. ",
        "won": "{who} l'emporte avec {won} cartes.",
        "team": "L'équipe {who} l'emporte avec {won} cartes.",
        "level": "Égalité à {won} cartes\u00a0: {who}.",
        "accomplished": "Mission accomplie avec {won} cartes.",
        "failed": "Le Corsaire l'emporte\u00a0: la mission s'arrête à {won} cartes sur 12.",
    },
    "en": {
        "deal": "The cards are being dealt.",
        "first": "The first card is being turned up.",
        "both": "{who} lays a card and moves a galleon, in either order.",
        "lay": "{who} is to lay a card.",
        "move": "{who} is to move a galleon.",
        "stuck": "There is no free place for {who}, who only moves a galleon.",
        "replay": "The same colour: {who} may play another discovery.",
        "raid": "The Corsair is to move: moves left, {steps}.",
        "conquest": "{who} may take cards of one line that total 10.",
        "picking": "{who} has come to {sum}: {rest} to go.",
        "supply": "{who} draws up to three.",
        "empty": "The pile is used up. ",
        "idle": "Nobody lays a card any more. ",
        "won": "{who} wins with {won} cards.",
        "team": "The team {who} wins with {won} cards.",
        "level": "Level at {won} cards: {who}.",
        "accomplished": "Mission accomplished with {won} cards.",
        "failed": "The Corsair wins: the mission ends at {won} cards of 12.",
    },
}

# --- the scene --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """One seat's look at the table: what every part of the picture needs to know."""

    s: State
    seat: int
    lang: str
    seats: tuple[str, ...]
    """The seats' names, which stand for their colours."""
    left: float
    top: float
    width: int
    height: int
    """The chart."""

    def say(self, key: str, **parts: object) -> str:
        return WORDS[self.lang][key].format(**parts)

    def who(self, *seats: int) -> str:
        """What people call these seats."""
        return AND[self.lang].join(GAME.seat_words[self.seats[seat]][self.lang] for seat in seats)

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def bottom(self) -> float:
        return self.top + self.height


def scene(s: State, settled: Settled, seat: int, lang: str) -> Scene:
    """What a seat sees and may touch; a spectator sees the same table, and no hand."""
    look = Look(s, seat, lang, GAME.seats(settled), *_chart(s))
    touches = _touches(s, seat)
    lit = {id for sequence in touches.values() for id in sequence}
    return Scene(
        x=look.left - BORDER,
        y=look.top - BORDER - STRIP,
        width=look.width + 2 * BORDER,
        height=look.height + 2 * BORDER + 2 * STRIP,
        title=f"{GAME.title[lang]}, {_round(look) if s.mode == rules.CORSAIR else look.say('turn', turn=s.turns)}",
        status=_status(look),
        items=(
            *_furniture(look),
            *_ghosts(look),
            *(_free_place(look, id) for id in sorted(lit) if id.startswith("place")),
            *(_card(look, rank, lit) for rank in range(s.cards)),
            *_wake(look),
            *_fleet(look),
            *(_panel(look, p) for p in range(s.players)),
            _pile(look),
            *_rounds(look),
            *_hand(look),
            *_sum(look),
            *_buttons(look, lit),
        ),
        touches=touches,
        gradients=GRADIENTS,
        cell=CELL,
    )


def _chart(s: State) -> tuple[float, float, int, int]:
    """The part of the sea that is shown: every card with a place around it; around the first card, while it can be."""
    places = [int(place) for place in s.place[: s.cards]] or [0]
    columns, rows = [rules.x_of(place) for place in places], [-rules.y_of(place) for place in places]
    left, width = _span(min(columns) - 1, max(columns) + 1, LEAST_WIDTH)
    top, height = _span(min(rows) - 1, max(rows) + 1, LEAST_HEIGHT)
    return left - 0.5, top - 0.5, width, height


def _span(first: int, last: int, least: int) -> tuple[int, int]:
    """Where a span of at least so many begins, as near to around 0 as it can be, and how many it is."""
    if last - first + 1 >= least:
        return first, last - first + 1
    return min(max(-(least // 2), last - least + 1), first), least


def _legal(s: State, seat: int) -> list[int]:
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    return [int(action) for action in out[: kernels.legal(s, seat, out)]]


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    """A card of the hand and a place; the card that a galleon leaves and the one it goes to; a card; or a button."""
    touches: dict[str, tuple[str, ...]] = {}
    for action in _legal(s, seat):
        if action < rules.MOVE:
            place = notation.place_name(rules.place_of(s, seat, action))
            sequence: tuple[str, ...] = (f"hand {notation.card_name(rules.kind_of(action))}", f"place {place}")
        elif action < rules.AGAIN:
            origin, target = s.galleon[seat, rules.galleon_of(action)], rules.place_of(s, seat, action)
            sequence = (f"card {notation.place_name(origin)}", f"card {notation.place_name(target)}")
        elif action < rules.TAKE:
            sequence = (notation.ANSWERS[action],)
        else:
            sequence = (f"card {notation.place_name(s.place[action - rules.TAKE])}",)
        touches[notation.write(s, seat, action)] = sequence
    return touches


# --- what is going on -------------------------------------------------------------------------------------------------


def _status(look: Look) -> str:
    s = look.s
    if s.ended:
        return _ending(look)
    words, phase = STATUS[look.lang], s.phase
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
    told = words[key].format(who=who, steps=s.steps, sum=rules.TEN - s.rest, rest=s.rest)
    return f"{_round(look).capitalize()}. {told}" if s.mode == rules.CORSAIR and s.cards else told


def _ending(look: Look) -> str:
    s, words = look.s, STATUS[look.lang]
    winners = _winners(s)
    won = int(rules.won_by_side(s, winners[0]))
    if s.mode == rules.CORSAIR:
        key = "failed" if rules.is_corsair(s, winners[0]) else "accomplished"
        won = int(s.won.sum())
    else:
        is_one_side = all(rules.are_together(s, winners[0], p) for p in winners)
        key = "level" if not is_one_side else "won" if s.mode == rules.CLASSIC else "team"
    why = {14: words["empty"], 15: words["idle"]}.get(int(s.ended), "")
    return why + words[key].format(who=look.who(*winners), won=won)


def _winners(s: State) -> list[int]:
    parts = np.zeros(s.players, dtype=np.int64)
    kernels.shares(s, parts)
    return [int(p) for p in np.flatnonzero(parts)]


def _round(look: Look) -> str:
    rounds = rules.ROUNDS[look.s.mission]
    return look.say("round", round=min(look.s.rounds + 1, rounds), rounds=rounds)


# --- the chart --------------------------------------------------------------------------------------------------------


def _furniture(look: Look) -> Iterator[Item]:
    x, y, width, height = look.left, look.top, look.width, look.height
    whole = (width + 2 * BORDER, height + 2 * BORDER + 2 * STRIP)
    scale: dict[str, Paint] = {"fill": "none", "stroke": INK, "stroke_width": 0.07, "stroke_dasharray": "1 1"}
    yield Item(
        "page",
        x + width / 2,
        y + height / 2,
        (
            rect(-whole[0] / 2, -whole[1] / 2, *whole, fill=PAPER),
            rect(
                -width / 2 - 0.1, -height / 2 - 0.1, width + 0.2, height + 0.2, fill=PALE, stroke=INK, stroke_width=0.02
            ),
            path(f"M{-width / 2} {-height / 2 - 0.05}h{width}M{-width / 2} {height / 2 + 0.05}h{width}", **scale),
            path(f"M{-width / 2 - 0.05} {-height / 2}v{height}M{width / 2 + 0.05} {-height / 2}v{height}", **scale),
        ),
        ground=PAPER,
        size=whole,
    )
    water = rect(-width / 2, -height / 2, width, height, fill="url(#mi-sea)", stroke=INK, stroke_width=0.02)
    yield Item("sea", x + width / 2, y + height / 2, (water,), ground="#8ccbd3", size=(width, height))
    yield Item("compass", x + width - 1, y + height - 1, _compass())
    for i in range(width):
        yield _coordinate("column", x + i + 0.5, look.bottom + BORDER / 2 + 0.04, round(x + i + 0.5))
    for i in range(height):
        yield _coordinate("row", x - BORDER / 2 - 0.04, y + i + 0.5, -round(y + i + 0.5))


def _coordinate(axis: str, x: float, y: float, value: int) -> Item:
    return Item(f"{axis} {value}", x, y, (text(0, 0, str(value), 0.2, fill=INK),), glyph=str(value), colour=INK)


def _compass() -> tuple[Shape, ...]:
    """A rose in a corner of the sea, where cards may come to lie over it."""
    faint: dict[str, Paint] = {"fill": "none", "stroke": PALE, "stroke_width": 0.02, "opacity": 0.5}
    star = "M0-.62L.1-.1L.62 0L.1.1L0 .62L-.1.1L-.62 0L-.1-.1z"
    return (
        circle(0, 0, 0.46, **faint),
        circle(0, 0, 0.52, **faint),
        path("M-.3-.3L.1-.1M.3-.3L.1.1M.3.3L-.1.1M-.3.3L-.1-.1", **faint),
        path(star, fill=PALE, opacity=0.55),
        path("M0-.62L.1-.1L0 0zM.62 0L.1.1L0 0zM0 .62L-.1.1L0 0zM-.62 0L-.1-.1L0 0z", fill=DEEP, opacity=0.35),
    )


def _free_place(look: Look, id: str) -> Item:
    place = id.removeprefix("place ")
    x, y = _spot(place)
    shapes = (
        rect(-0.43, -0.43, 0.86, 0.86, rx=0.1, fill=PALE, fill_opacity=0.22),
        rect(-0.43, -0.43, 0.86, 0.86, rx=0.1, fill="none", stroke=PALE, stroke_width=0.04, stroke_dasharray=".13 .1"),
        path("M-.1 0h.2M0-.1v.2", stroke=PALE, stroke_width=0.045, stroke_linecap="round"),
    )
    return Item(id, x, y, shapes, words=look.say("place", place=place), glyph=place, colour=DEEP)


def _spot(place: str) -> tuple[float, float]:
    """Where a place of the notation is on the chart."""
    x, y = place.strip("()").split(",")
    return int(x), -int(y)


def _middle(place: int) -> tuple[float, float]:
    return rules.x_of(int(place)), -rules.y_of(int(place))


def _ghosts(look: Look) -> Iterator[Item]:
    """Where the cards of the last conquest lay."""
    for i in range(look.s.gone):
        x, y = _middle(look.s.picked[i])
        ghost = rect(-0.4, -0.4, 0.8, 0.8, rx=0.1, fill=DEEP, fill_opacity=0.16, stroke=GOLD, stroke_width=0.03)
        yield Item(f"ghost {i}", x, y, (ghost,))


def _wake(look: Look) -> Iterator[Item]:
    """How the last galleon went."""
    if look.s.wake[0] != rules.NO_PLACE:
        (x, y), (to_x, to_y) = (_middle(place) for place in look.s.wake)
        dots: dict[str, Paint] = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": ".001 .14"}
        way = f"M{x} {y + 0.2:.1f}L{to_x} {to_y + 0.2:.1f}"
        under, over = (
            path(way, stroke=DEEP, stroke_width=0.08, **dots),
            path(way, stroke=PALE, stroke_width=0.05, **dots),
        )
        yield Item("wake", 0, 0, (under, over))


# --- cards ------------------------------------------------------------------------------------------------------------


def _card_words(look: Look, kind: int) -> str:
    return CARD[look.lang].format(colour=COLOURS[look.lang][rules.colour_of(kind)], value=rules.value_of(kind))


def _card(look: Look, rank: int, lit: set[str]) -> Item:
    s, place = look.s, int(look.s.place[rank])
    kind, name, ships = int(s.card[rank] % rules.SHIP), notation.place_name(place), _ships_on(look, place)
    is_picked = place in s.picked[: s.picks]
    galleons = AND[look.lang].join(f"{look.who(p)} {letter}" for p, letter in ships)
    key = "picked" if is_picked else "carries" if ships else "card"
    x, y = _middle(place)
    return Item(
        f"card {name}",
        x,
        y,
        (*_tile(kind), *_marks(look, place, is_picked, f"card {name}" in lit)),
        words=look.say(key, card=_card_words(look, kind), place=name, galleons=galleons),
        glyph=f"{notation.card_name(kind)}\n{_ship_letters(look, ships)}",
        colour=DARKS[rules.colour_of(kind)],
        ground=GOLD if is_picked else TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
    )


def _marks(look: Look, place: int, is_picked: bool, is_lit: bool) -> Iterator[Shape]:
    """What sets a card apart: picked, to be picked, or the last one laid."""
    around: dict[str, Paint] = {"rx": 0.1, "fill": "none"}
    if is_picked:
        yield rect(-0.47, -0.47, 0.94, 0.94, **around, stroke=GOLD, stroke_width=0.1)
    elif is_lit and look.s.phase == rules.CONQUEST:
        yield rect(-0.46, -0.46, 0.92, 0.92, **around, stroke=GOLD, stroke_width=0.06, stroke_dasharray=".14 .09")
    elif place == look.s.fresh:
        yield rect(-0.46, -0.46, 0.92, 0.92, **around, stroke=PALE, stroke_width=0.05)


def _tile(kind: int) -> tuple[Shape, ...]:
    """An island: its colour, a landscape that stands for the colour, and its value."""
    colour = rules.colour_of(kind)
    return (
        rect(-0.43, -0.41, 0.92, 0.92, rx=0.1, fill="#123541", opacity=0.3),
        rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill=ISLES[colour]),
        rect(-0.4, -0.4, 0.8, 0.8, rx=0.06, fill=f"url(#mi-{notation.LETTERS[colour]})"),
        *_landscape(colour),
        text(-0.25, -0.22, str(rules.value_of(kind)), 0.38, fill=DARKS[colour], font_weight="bold"),
    )


def _landscape(colour: int) -> Iterator[Shape]:
    paint: dict[str, Paint] = {"stroke_linecap": "round", "stroke_linejoin": "round", "transform": ASIDE}
    for outline, fill, stroke, width in LANDSCAPES[colour]:
        yield path(outline, fill=fill, stroke=stroke, stroke_width=width, **paint)


# --- galleons ---------------------------------------------------------------------------------------------------------


def _ships_on(look: Look, place: int) -> list[tuple[int, str]]:
    """The galleons on a card: each its seat and its letter."""
    s = look.s
    every = [(p, galleon) for p in range(s.players) for galleon in range(rules.galleons(s, p))]
    return [(p, "AB"[galleon]) for p, galleon in every if s.galleon[p, galleon] == place]


def _ship_letters(look: Look, ships: list[tuple[int, str]]) -> str:
    """The galleons on a card, as text: `R` for all of Red's, `Ra` for one of two; or, too long, the seats alone."""
    seats = sorted({p for p, _ in ships})
    letters = ["".join(letter.lower() for q, letter in ships if q == p) for p in seats]
    alone = [own if len(own) < rules.galleons(look.s, p) else "" for p, own in zip(seats, letters, strict=True)]
    initials = [look.who(p)[0] for p in seats]
    full = "".join(initial + own for initial, own in zip(initials, alone, strict=True))
    return full if len(full) <= CELL[0] else "".join(initials)


def _fleet(look: Look) -> Iterator[Item]:
    """The galleons, from the back to the front. Two of a seat on one card sail close together."""
    for place in look.s.place[: look.s.cards]:
        ships, (x, y) = _ships_on(look, place), _middle(place)
        seats = sorted({p for p, _ in ships})
        for p, (dx, dy, size) in zip(seats, MOORINGS[len(seats)], strict=True):
            letters = [letter for q, letter in ships if q == p]
            for i, letter in reversed(list(enumerate(letters))):
                aside = (i - (len(letters) - 1) / 2) * size * 0.42
                name = look.seats[p]
                yield Item(f"galleon {name} {letter}", x + dx + aside, y + dy - aside / 4, _ship(name, size, letter))


def _ship(name: str, size: float, letter: str = "", x: float = 0) -> tuple[Shape, ...]:
    """A galleon under sail."""
    sail, trim, transform = SAILS[name], TRIMS[name], f"translate({x:.3f} 0) scale({size})"
    outline: dict[str, Paint] = {
        "stroke": trim,
        "stroke_width": 0.045,
        "stroke_linejoin": "round",
        "transform": transform,
    }
    shapes = (
        path("M-.5.04h.2v.1h.54l.26-.07Q.44.4.22.42H-.26Q-.46.38-.5.04z", fill="#6d4524", **outline),
        path("M0-.54V.14", stroke="#4a2e17", stroke_width=0.06, transform=transform),
        path("M.03-.42Q.48-.3.42.07Q.2 0 .03.07Q.12-.16.03-.42z", fill=sail, **outline),
        path("M-.05-.4Q-.46-.26-.42.03Q-.22-.03-.05.05Q-.1-.18-.05-.4z", fill=sail, **outline),
        path(FLAGS[name], fill=sail, **outline),
    )
    mark = text(0.235, -0.12, letter, 0.28, fill=trim, font_weight="bold", transform=transform)
    return (*shapes, mark) if letter else shapes


# --- around the chart -------------------------------------------------------------------------------------------------


def _panel(look: Look, p: int) -> Item:
    """A seat: its colour, how many cards it holds (the Corsair, how many moves), and what its side has taken."""
    s, name = look.s, look.seats[p]
    width = min(2.7, (look.width + 2 * BORDER) / s.players)
    left, acts, lines = 0.82 - width / 2, p in _lit_seats(look), _tally(look, p)
    paint: dict[str, Paint] = {"fill": PALE, "stroke": GOLD, "stroke_width": 0.08}
    quiet: dict[str, Paint] = {"fill": "#e7d8af", "stroke": "#c8b583", "stroke_width": 0.02}
    return Item(
        f"seat {name}",
        look.middle + (p - (s.players - 1) / 2) * width,
        look.top - BORDER / 2 - STRIP / 2,
        (
            rect(0.06 - width / 2, -0.63, width - 0.12, 1.26, rx=0.12, **(paint if acts else quiet)),
            *_ship(name, 0.62, x=0.46 - width / 2),
            text(left, -0.38, look.who(p), 0.22, fill=INK, text_anchor="start", font_weight="bold"),
            *_pips(look, p, left),
            *(text(left, 0.22 + 0.23 * i, words, 0.18, fill=INK, text_anchor="start") for i, words in enumerate(lines)),
        ),
        words=_seat_words(look, p),
        glyph=f"{'▶' if acts else ' '}{look.who(p)}\n{_pip_glyphs(look, p)}\n{lines[0] if lines else ''}",
        colour=INK,
        ground=PALE if acts else "",
        size=(width - 1 / CELL[0], STRIP),
    )


def _lit_seats(look: Look) -> list[int]:
    """Who is to act; when the game is over, who has won it."""
    return _winners(look.s) if look.s.ended else [int(look.s.seat)]


def _tally(look: Look, p: int) -> tuple[str, ...]:
    """What a seat's side has taken of what it needs, and what else there is to know of it."""
    s = look.s
    if rules.is_corsair(s, p):
        return ()
    taken = f"{rules.won_by_side(s, p)} / {rules.goal(s)}"
    if s.mode == rules.TEAMS:
        return taken, look.say("with", who=look.who((p + 2) % s.players))
    return (taken, look.say("points", worth=s.worth[p])) if s.mode == rules.CLASSIC else (taken,)


def _seat_words(look: Look, p: int) -> str:
    s = look.s
    if rules.is_corsair(s, p):
        return look.say("corsair", steps=s.steps if s.phase == rules.RAID else rules.RAID_STEPS)
    won, worth = rules.won_by_side(s, p), rules.worth_of_side(s, p)
    return look.say("seat", who=look.who(p), held=s.held[p], won=won, goal=rules.goal(s), worth=worth)


def _pips(look: Look, p: int, left: float) -> Iterator[Shape]:
    """The cards in a hand, face down; or the moves that the Corsair has left."""
    s = look.s
    if not rules.is_corsair(s, p):
        for i in range(s.held[p]):
            yield from _back(f"translate({left + 0.1 + 0.25 * i:.3f} -.08) scale(.22)")
    else:
        for i in range(rules.RAID_STEPS):
            is_left = s.phase == rules.RAID and i < s.steps
            yield circle(
                left + 0.08 + 0.22 * i, 0, 0.08, fill=INK if is_left else "none", stroke=INK, stroke_width=0.025
            )


def _pip_glyphs(look: Look, p: int) -> str:
    s = look.s
    if not rules.is_corsair(s, p):
        return "▯" * int(s.held[p])
    steps = int(s.steps) if s.phase == rules.RAID else 0
    return "●" * steps + "○" * (rules.RAID_STEPS - steps)


def _back(transform: str) -> tuple[Shape, ...]:
    """A card face down, one unit large before it is transformed."""
    paint: dict[str, Paint] = {"transform": transform}
    return (
        rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill="url(#mi-back)", stroke=PALE, stroke_width=0.05, **paint),
        path("M0-.3L.08 0L0 .3L-.08 0z", fill=PALE, opacity=0.8, **paint),
        path("M-.3 0L0-.08L.3 0L0 .08z", fill=GOLD, opacity=0.8, **paint),
    )


def _pile(look: Look) -> Item:
    left = int(look.s.left)
    count = circle(0.3, 0.3, 0.24, fill=PALE, stroke=DEEP, stroke_width=0.03)
    stack = [_back(f"translate({-0.05 * i} {-0.05 * i})") for i in reversed(range(min(3, left)))]
    return Item(
        "pile",
        look.left + 0.3,
        _below(look),
        (*(shape for back in stack for shape in back), count, text(0.3, 0.3, str(left), 0.26, fill=INK)),
        words=look.say("pile" if left > 1 else "one left", n=left),
        glyph=f"▒▒▒\n{left}",
        colour=DEEP,
    )


def _below(look: Look) -> float:
    """The middle of the strip below the chart."""
    return look.bottom + BORDER + STRIP / 2


def _rounds(look: Look) -> Iterator[Item]:
    """MI-20: how much time the mission has."""
    if look.s.mode == rules.CORSAIR:
        words = _round(look).capitalize()
        first, _, second = words.partition(" ")
        shapes = (text(0, -0.16, first, 0.22, fill=INK), text(0, 0.14, second, 0.36, fill=INK, font_weight="bold"))
        yield Item("round", look.left + 1.4, _below(look), shapes, words, glyph=f"{first}\n{second}", colour=INK)


def _hand(look: Look) -> Iterator[Item]:
    """One's own cards; those of a kind lie on each other, and are one thing to touch."""
    hand = look.s.hand[look.seat] if look.seat >= 0 else []
    kinds = [kind for kind, count in enumerate(hand) if count]
    for i, kind in enumerate(kinds):
        count, name = int(hand[kind]), notation.card_name(kind)
        behind = [f"translate({0.07 * k:.2f} {-0.07 * k:.2f})" for k in reversed(range(1, count))]
        yield Item(
            f"hand {name}",
            look.middle + (i - (len(kinds) - 1) / 2) * 1.12,
            _below(look),
            (*(_blank(kind, transform) for transform in behind), *_tile(kind)),
            words=look.say("hand" if count == 1 else "twins", card=_card_words(look, kind), n=count),
            glyph=name if count == 1 else f"{name}\n×{count}",
            colour=DARKS[rules.colour_of(kind)],
            ground=TINTS[rules.colour_of(kind)],
            size=(0.84, 1),
        )


def _blank(kind: int, transform: str) -> Shape:
    """The edge of a card that lies beneath another of its kind."""
    edge: dict[str, Paint] = {"stroke": PALE, "stroke_width": 0.03, "transform": transform}
    return rect(-0.46, -0.46, 0.92, 0.92, rx=0.1, fill=ISLES[rules.colour_of(kind)], **edge)


def _sum(look: Look) -> Iterator[Item]:
    """How far a conquest has come."""
    if look.s.picks and not look.s.ended:
        total = f"{rules.TEN - look.s.rest} / {rules.TEN}"
        shapes = (
            rect(-0.8, -0.32, 1.6, 0.64, rx=0.32, fill=GOLD),
            text(0, 0.01, total, 0.36, fill=INK, font_weight="bold"),
        )
        yield Item("sum", _right(look), _below(look), shapes, glyph=total, colour=INK, ground=GOLD, size=(1.6, 0.5))


def _buttons(look: Look, lit: set[str]) -> Iterator[Item]:
    answers = [answer for answer in notation.ANSWERS.values() if answer in lit]
    for i, answer in enumerate(answers):
        shown, y = look.say(answer), (i - (len(answers) - 1) / 2) * 0.7
        button = (rect(-0.85, -0.3, 1.7, 0.6, rx=0.3, fill=INK), text(0, 0.01, shown, 0.27, fill=PALE))
        words = look.say(f"{answer} words")
        yield Item(answer, _right(look), _below(look) + y, button, words, f"[{shown}]", PALE, INK, (1.7, 0.5))


def _right(look: Look) -> float:
    """The middle of what stands to the right of the hand."""
    return look.left + look.width + BORDER - 1
