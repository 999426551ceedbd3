"""The picture of Master Islands: an archipelago of cards on a sea chart, the seats above it, one's own hand below.

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
from tablier.games.master_islands import drawing, notation, rules
from tablier.games.master_islands.drawing import DARKS, DEEP, GOLD, INK, PALE, PAPER, TINTS
from tablier.games.master_islands.game import COLOURS as SAILS
from tablier.games.master_islands.game import GAME
from tablier.language import Saying, Texts
from tablier.picture.scene import Form, Item, Scene, Shape, text

# --- where things are -------------------------------------------------------------------------------------------------

LEAST_WIDTH, LEAST_HEIGHT = 7, 5  # of the chart, in cards
BORDER = 0.5  # around the chart
STRIP = 1.5  # the height of the seats above it, and of the hand below
CELL = (6, 2)  # of a text drawing
MOORINGS = ((1, 1, 0.6), (2, 2, 0.42), (4, 2, 0.36), (6, 3, 0.31), (8, 4, 0.265))
"""Up to so many galleons on a card lie so many in a row, and are so large."""

COLOURS = ("yellow", "green", "red", "blue")
"""The words for each, by their number in the rules."""

# --- the scene --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """One seat's look at the table: what every part of the picture needs to know."""

    s: State
    seat: int
    said: Texts
    seats: tuple[str, ...]
    """The seats' names, which stand for their colours."""
    left: float
    top: float
    width: int
    height: int
    """The chart."""

    def who(self, *seats: int) -> str:
        """What people call these seats."""
        return self.said.language.listed([self.said[f"seat.{self.seats[seat]}"] for seat in seats])

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def bottom(self) -> float:
        return self.top + self.height


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    """What a seat sees and may touch; a spectator sees the same table, and no hand."""
    said = GAME.words.texts(lang)
    look = Look(s, seat, said, GAME.seats(settled), *_chart(s))
    touches = _touches(s, seat)
    lit = {id for sequence in touches.values() for id in sequence}
    return Scene(
        x=look.left - BORDER,
        y=look.top - BORDER - STRIP,
        width=look.width + 2 * BORDER,
        height=look.height + 2 * BORDER + 2 * STRIP,
        title=f"{said['title']}, {_round(look) if s.mode == rules.CORSAIR else said('scene.turn', turn=s.turns)}",
        status=_status(look),
        aim=GAME.aim(settled, lang, *_aim(look)),
        counts=tuple(_count(look, p) for p in range(s.players)),
        items=(
            *_furniture(look),
            *_ghosts(look),
            *(_free_place(look, place, place_id(place) in lit) for place in free_places(s)),
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
        moves=_moves(look, touches),
        gradients=drawing.GRADIENTS,
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
    told = look.said(f"status.{key}", who=who, steps=s.steps, sum=rules.TEN - s.rest, rest=s.rest)
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


def _furniture(look: Look) -> Iterator[Item]:
    x, y, width, height = look.left, look.top, look.width, look.height
    middle = (x + width / 2, y + height / 2)
    whole = (width + 2 * BORDER, height + 2 * BORDER + 2 * STRIP)
    yield Item("page", *middle, drawing.page(width, height, BORDER, STRIP), ground=PAPER, size=whole)
    yield Item("sea", *middle, drawing.sea(width, height), ground="#8ccbd3", size=(width, height))
    yield Item("compass", x + width - 1, y + height - 1, drawing.compass())
    for i in range(width):
        yield _coordinate("column", x + i + 0.5, look.bottom + BORDER / 2 + 0.04, round(x + i + 0.5))
    for i in range(height):
        yield _coordinate("row", x - BORDER / 2 - 0.04, y + i + 0.5, -round(y + i + 0.5))


def _coordinate(axis: str, x: float, y: float, value: int) -> Item:
    shapes = (text(0, 0, str(value), 0.2, fill=INK),)
    return Item(f"{axis} {value}", x, y, shapes, glyph=str(value), colour=INK, kind="text")


def free_places(s: State) -> list[int]:
    """Those next to a card: whoever's galleons are near, one may point at them."""
    cards = s.place[: s.cards].tolist()
    return sorted({place + step for place in cards for step in rules.STEP}.difference(cards))


def _free_place(look: Look, place: int, is_lit: bool) -> Item:
    """One where a card may be laid now is drawn; any other is there to be pointed at, and nothing is seen of it."""
    name, (x, y) = notation.place_name(place), _middle(place)
    shapes, glyph = (drawing.free_place(), name) if is_lit else (drawing.open_sea(), "")
    words = look.said("scene.place", place=name)
    return Item(place_id(place), x, y, shapes, words, glyph=glyph, colour=DEEP, kind="place")


def _middle(place: int) -> tuple[float, float]:
    return rules.x_of(int(place)), -rules.y_of(int(place))


def _ghosts(look: Look) -> Iterator[Item]:
    """Where the cards of the last conquest lay."""
    for i in range(look.s.gone):
        x, y = _middle(look.s.picked[i])
        yield Item(f"ghost {i}", x, y, drawing.ghost(), kind="mark")


def _wake(look: Look) -> Iterator[Item]:
    """How the last galleon went."""
    if look.s.wake[0] != rules.NO_PLACE:
        (x, y), (to_x, to_y) = (_middle(place) for place in look.s.wake)
        yield Item("wake", 0, 0, drawing.wake(f"M{x} {y + 0.2:.1f}L{to_x} {to_y + 0.2:.1f}"), kind="mark")


# --- cards ------------------------------------------------------------------------------------------------------------


def _card_words(look: Look, kind: int) -> str:
    colour = look.said[f"colour.{COLOURS[rules.colour_of(kind)]}"]
    return look.said("card.name", colour=colour, value=rules.value_of(kind))


def _card(look: Look, rank: int, lit: set[str]) -> Item:
    s, place = look.s, int(look.s.place[rank])
    kind, name, ships = int(s.card[rank] % rules.SHIP), notation.place_name(place), _ships_on(look, place)
    is_picked = place in s.picked[: s.picks]
    galleons = look.said.language.listed([f"{look.who(p)} {letter}" for p, letter in ships])
    key = "card.picked" if is_picked else "card.carries" if ships else "card.at"
    x, y = _middle(place)
    return Item(
        card_id(place),
        x,
        y,
        (*_tile(kind), *_marks(look, place, is_picked, card_id(place) in lit)),
        words=look.said(key, card=_card_words(look, kind), place=name, galleons=galleons),
        glyph=f"{notation.card_name(kind)}\n{_ship_letters(look, ships)}",
        colour=DARKS[rules.colour_of(kind)],
        ground=GOLD if is_picked else TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


def _tile(kind: int) -> tuple[Shape, ...]:
    return drawing.tile(rules.colour_of(kind), rules.value_of(kind))


def _marks(look: Look, place: int, is_picked: bool, is_lit: bool) -> Iterator[Shape]:
    """What sets a card apart: picked, to be picked, or the last one laid."""
    if is_picked:
        yield drawing.picked()
    elif is_lit and look.s.phase == rules.CONQUEST:
        yield drawing.to_be_picked()
    elif place == look.s.fresh:
        yield drawing.fresh()


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
    """The galleons, from the back to the front."""
    for place in look.s.place[: look.s.cards]:
        ships, (x, y) = _ships_on(look, place), _middle(place)
        for i, (p, letter) in enumerate(ships):
            dx, dy, size = _mooring(i, len(ships))
            shapes = drawing.ship(look.seats[p], size, letter)
            yield Item(_galleon_id(look, p, letter), x + dx, y + dy, shapes, kind="piece", on=card_id(place))


def _mooring(i: int, count: int) -> tuple[float, float, float]:
    """Where on its card one of so many galleons lies, and how large it is: below the value, in one row or in two."""
    columns, size = next((columns, size) for most, columns, size in MOORINGS if count <= most)
    row, column = divmod(i, columns)
    return (column - (columns - 1) / 2) * 0.87 / columns, (0.08, 0.34)[row] if count > columns else 0.16, size


# --- around the chart -------------------------------------------------------------------------------------------------


def _panel(look: Look, p: int) -> Item:
    """A seat: its colour, how many cards it holds (the Corsair, how many moves), and what its side has taken."""
    s, name = look.s, look.seats[p]
    width = min(2.7, (look.width + 2 * BORDER) / s.players)
    left, acts, lines = 0.82 - width / 2, p in _lit_seats(look), _tally(look, p)
    return Item(
        f"seat {name}",
        look.middle + (p - (s.players - 1) / 2) * width,
        look.top - BORDER / 2 - STRIP / 2,
        (
            drawing.panel(width - 0.12, acts),
            *drawing.ship(name, 0.62, x=0.46 - width / 2),
            text(left, -0.38, look.who(p), 0.22, fill=INK, text_anchor="start", font_weight="bold"),
            *_pips(look, p, left),
            *(text(left, 0.22 + 0.23 * i, words, 0.18, fill=INK, text_anchor="start") for i, words in enumerate(lines)),
        ),
        words=_seat_words(look, p),
        glyph=f"{'▶' if acts else ' '}{look.who(p)}\n{_pip_glyphs(look, p)}\n{lines[0] if lines else ''}",
        colour=INK,
        ground=PALE if acts else "",
        size=(width - 1 / CELL[0], STRIP),
        kind="text",
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
        return taken, look.said("player.with", who=look.who((p + 2) % s.players))
    return (taken, look.said("player.points", n=s.worth[p])) if s.mode == rules.CLASSIC else (taken,)


def _seat_words(look: Look, p: int) -> str:
    s = look.s
    if rules.is_corsair(s, p):
        return look.said("player.corsair", steps=s.steps if s.phase == rules.RAID else s.raid)
    won, worth = rules.won_by_side(s, p), rules.worth_of_side(s, p)
    return look.said("player.cards", who=look.who(p), held=s.held[p], won=won, goal=rules.goal(s), worth=worth)


def _pips(look: Look, p: int, left: float) -> Iterator[Shape]:
    """The cards in a hand, face down; or the moves that the Corsair has left."""
    s = look.s
    if not rules.is_corsair(s, p):
        for i in range(s.held[p]):
            yield from drawing.back(f"translate({left + 0.1 + 0.25 * i:.3f} -.08) scale(.22)")
    else:
        for i in range(s.raid):
            yield drawing.step(left + 0.08 + 0.22 * i, s.phase == rules.RAID and i < s.steps)


def _pip_glyphs(look: Look, p: int) -> str:
    s = look.s
    if not rules.is_corsair(s, p):
        return "▯" * int(s.held[p])
    steps = int(s.steps) if s.phase == rules.RAID else 0
    return "●" * steps + "○" * (int(s.raid) - steps)


def _pile(look: Look) -> Item:
    left = int(look.s.left)
    return Item(
        "pile",
        look.left + 0.3,
        _below(look),
        tuple(drawing.pile(left)),
        words=look.said("scene.pile", n=left),
        glyph=f"▒▒▒\n{left}",
        colour=DEEP,
        kind="card",
    )


def _below(look: Look) -> float:
    """The middle of the strip below the chart."""
    return look.bottom + BORDER + STRIP / 2


def _rounds(look: Look) -> Iterator[Item]:
    """MI-20: how much time the mission has."""
    if look.s.mode == rules.CORSAIR:
        words = _round(look).capitalize()
        first, _, second = words.partition(" ")
        shapes = drawing.signpost(first, second)
        yield Item("round", look.left + 1.4, _below(look), shapes, words, f"{first}\n{second}", INK, kind="text")


def _hand(look: Look) -> Iterator[Item]:
    """One's own cards; those of a kind lie on each other, and are one thing to touch."""
    hand = look.s.hand[look.seat] if look.seat >= 0 else []
    kinds = [kind for kind, count in enumerate(hand) if count]
    for i, kind in enumerate(kinds):
        count, name = int(hand[kind]), notation.card_name(kind)
        behind = [f"translate({0.07 * k:.2f} {-0.07 * k:.2f})" for k in reversed(range(1, count))]
        yield Item(
            _hand_id(kind),
            look.middle + (i - (len(kinds) - 1) / 2) * 1.12,
            _below(look),
            (*(drawing.edge(rules.colour_of(kind), transform) for transform in behind), *_tile(kind)),
            words=look.said("card.hand" if count == 1 else "card.twins", card=_card_words(look, kind), n=count),
            glyph=name if count == 1 else f"{name}\n×{count}",
            colour=DARKS[rules.colour_of(kind)],
            ground=TINTS[rules.colour_of(kind)],
            size=(0.84, 1),
            kind="card",
        )


def _sum(look: Look) -> Iterator[Item]:
    """How far a conquest has come."""
    if look.s.picks and not look.s.ended:
        total = f"{rules.TEN - look.s.rest} / {rules.TEN}"
        at, shapes = (_right(look), _below(look)), drawing.score(total)
        yield Item("sum", *at, shapes, glyph=total, colour=INK, ground=GOLD, size=(1.6, 0.5), kind="text")


def _buttons(look: Look, lit: set[str]) -> Iterator[Item]:
    answers = [answer for answer in notation.ANSWERS.values() if answer in lit]
    for i, answer in enumerate(answers):
        shown, y = look.said[f"button.{answer}"], (i - (len(answers) - 1) / 2) * 0.7
        at, words = (_right(look), _below(look) + y), look.said[f"answer.{answer}"]
        yield Item(answer, *at, drawing.button(shown), words, f"[{shown}]", PALE, INK, (1.7, 0.5), kind="button")


def _right(look: Look) -> float:
    """The middle of what stands to the right of the hand."""
    return look.left + look.width + BORDER - 1
