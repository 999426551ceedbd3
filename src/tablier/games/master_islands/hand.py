"""What stands around the archipelago: the pile, one's own hand, and, for texts, the seats and what there is to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablier.games.master_islands import notation, rules
from tablier.games.master_islands.chart import Chart
from tablier.games.master_islands.look import (
    DARKS,
    GOLD,
    INK,
    NUMERALS,
    PALE,
    TINTS,
    Look,
    card_words,
    hand_id,
    round_words,
    winners_of,
)
from tablier.games.master_islands.table import Table, record
from tablier.language import Texts
from tablier.picture.scene import NO_ITEMS, Form, Group, Item, rect, text, use


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
    "tall": Places((0.1, 6.35, 5.8, 1.25), (0.78, 6.94, 0.84), (3.62, 6.86, 1.2, 1.4)),
}


@lru_cache(maxsize=256)
def tray(chart: Chart, has_hand: bool) -> Group:
    """What the pile lies on, and the hand, where there is one."""
    (x, y, width, height), span = PLACES[chart.form].tray, chart.span
    width = width if has_hand else height
    size = width * span, height * span
    shape = rect(-size[0] / 2, -size[1] / 2, *size, rx=0.16 * span, fill=PALE, fill_opacity=0.94)
    return Group([Item("tray", *chart.at(x + width / 2, y + height / 2), (shape,))])


def has_hand(s: Table, seat: int) -> bool:
    return seat >= 0 and not rules.is_corsair(s, seat)


def seats(look: Look) -> Group:
    """Each in words: what it holds and its side has taken. A page shows that beside the board, a text here."""
    lit, s, name = _lit_seats(look), look.s, look.seats
    shown = [(name[p], p in lit, _holding(s, p)) for p in _in_order(look)]
    return Group([_seat(i, *each, look.chart, look.said) for i, each in enumerate(shown)])


class Holding(NamedTuple):
    """What a seat has: cards in hand, what its side has taken of what it needs, and what that is worth."""

    held: int
    won: int
    goal: int
    worth: int


class Raiding(NamedTuple):
    """What the Corsair has: moves that are left now, of so many in a raid; and how many are told."""

    steps: int
    raid: int
    told: int


def _holding(s: Table, p: int) -> Holding | Raiding:
    if rules.is_corsair(s, p):
        return Raiding(_steps(s), s.raid, s.steps if s.phase == rules.RAID else s.raid)
    return Holding(s.held[p], rules.won_by_side(s, p), rules.goal(s), rules.worth_of_side(s, p))


@lru_cache(maxsize=4096)
def _seat(i: int, name: str, is_lit: bool, has: Holding | Raiding, chart: Chart, said: Texts) -> Item:
    """The seat that stands in this line of a text."""
    who, is_wide = said[f"seat.{name}"], chart.form == "wide"
    if isinstance(has, Raiding):
        words, pips, tally = said("player.corsair", steps=has.told), _pips(has.steps, has.raid), ""
    else:
        facts, tally = has._asdict(), f"{has.won} / {has.goal}"
        words, pips = said("player.cards", who=who, **facts), "▯" * has.held
    glyph = f"{'▶' if is_lit else ' '}{who}\n{pips} {tally}".rstrip() if is_wide else ""
    return Item(
        f"seat {name}",
        *chart.at(7.44, 0.58 + i),
        (),
        words=words,
        glyph=glyph,
        colour=INK,
        ground=PALE if is_lit and is_wide else "",
        size=(1.74 * chart.span, 1),
        kind="text",
    )


def _pips(steps: int, raid: int) -> str:
    return "●" * steps + "○" * (raid - steps)


def harbour(look: Look, p: int) -> tuple[float, float]:
    """Where what a seat takes goes: out of the picture, to where a page shows the seat."""
    i = _in_order(look).index(p)
    return look.chart.at(8.9, 0.6 + 0.7 * i) if look.is_wide else look.chart.at((i + 0.5) * 6 / look.s.players, -0.5)


def _in_order(look: Look) -> list[int]:
    """The seats, partners beside each other."""
    seats = range(look.s.players)
    return [*seats[::2], *seats[1::2]] if look.s.mode == rules.TEAMS else [*seats]


def _steps(s: Table) -> int:
    """How many moves the Corsair has left now."""
    return s.steps if s.phase == rules.RAID else 0


def _lit_seats(look: Look) -> list[int]:
    """Who is to act; when the game is over, who has won it."""
    return winners_of(record(look.known)) if look.s.ended else [look.s.seat]


def pile(look: Look) -> Item:
    return _pile(look.s.left, look.chart, look.said)


@lru_cache(maxsize=1024)
def _pile(left: int, chart: Chart, said: Texts) -> Item:
    x, y, size = PLACES[chart.form].pile
    size *= chart.span
    count = use("coin", 0.4 * size, 0.4 * size, 0.56 * size, 0.56 * size)
    number = text(0.4 * size, 0.41 * size, str(left), 0.28 * size, fill=INK, **NUMERALS)
    deck = use("pile" if left > 1 else "back" if left else "none", 0, 0, size, size)
    return Item(
        "pile",
        *chart.at(x, y),
        (deck, count, number),
        words=said("scene.pile", n=left),
        glyph=f"▒▒▒\n{left}",
        colour=INK,
        kind="card",
    )


@lru_cache(maxsize=512)
def cards(hand: tuple[int, ...], missing: int, chart: Chart, said: Texts) -> Group:
    """One's own cards, and room for those to be drawn. Those of a kind lie on each other: one thing to touch."""
    kinds = [kind for kind, count in enumerate(hand) if count]
    x, y, size, apart = PLACES[chart.form].hand
    spots = [chart.at(x + (i - (len(kinds) + missing - 1) / 2) * apart, y) for i in range(len(kinds) + missing)]
    size *= chart.span
    held = (_held(kind, hand[kind], at, size, said) for kind, at in zip(kinds, spots, strict=False))
    return Group((*held, *(_to_draw(i, at, 0.94 * size) for i, at in enumerate(spots[len(kinds) :]))))


@lru_cache(maxsize=1024)
def _to_draw(i: int, at: tuple[float, float], size: float) -> Item:
    return Item(f"to draw {i}", *at, (use("none", 0, 0, size, size),))


@lru_cache(maxsize=4096)
def _held(kind: int, count: int, at: tuple[float, float], size: float, said: Texts) -> Item:
    name = notation.card_name(kind)
    steps = [0.05 * size * (k - (count - 1) / 2) for k in reversed(range(count))]
    return Item(
        hand_id(kind),
        *at,
        tuple(use(name, step, -step, size, size) for step in steps),
        words=said("card.hand" if count == 1 else "card.twins", card=card_words(kind, said), n=count),
        glyph=name if count == 1 else f"{name}\n×{count}",
        colour=DARKS[rules.colour_of(kind)],
        ground=TINTS[rules.colour_of(kind)],
        size=(0.84, 1),
        kind="card",
    )


def told(look: Look) -> Group:
    """What a page shows beside the picture, or in another way, for texts: the time, and a sum."""
    s, items = look.s, list[Item]()
    if look.is_wide and s.mode == rules.CORSAIR:
        items.append(_round(look.chart.at(5, 4.3), round_words(s, look.said).capitalize()))
    if look.is_wide and s.picks and not s.ended:
        items.append(_sum(look.chart.at(7.2, 4.3), f"{rules.TEN - s.rest} / {rules.TEN}"))
    return Group(items) if items else NO_ITEMS


@lru_cache(maxsize=512)
def _round(at: tuple[float, float], words: str) -> Item:
    return Item("round", *at, (), words, words, INK, kind="text")


@lru_cache(maxsize=512)
def _sum(at: tuple[float, float], total: str) -> Item:
    return Item("sum", *at, (), glyph=total, colour=INK, ground=GOLD, size=(1.6, 0.5), kind="text")


def buttons(chart: Chart, answers: list[str], said: Texts) -> Iterator[Item]:
    """What there is to answer, for texts as well."""
    for i, answer in enumerate(answers if chart.form == "wide" else ()):
        at = chart.at(7.4 - 1.3 * (len(answers) - 1 - i), 4.3)
        yield _button(i, at, said[f"button.{answer}"])


@lru_cache(maxsize=512)
def _button(i: int, at: tuple[float, float], words: str) -> Item:
    return Item(f"button {i}", *at, (), glyph=f"[{words}]", colour=PALE, ground=INK, size=(1.7, 0.5), kind="text")
