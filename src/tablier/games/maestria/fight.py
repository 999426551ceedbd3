"""A fight as it is told and shown: who has which dice and why, the odds before it, and the moment of the throw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from tablier.engine.kernels import State
from tablier.games.maestria import notation, rules
from tablier.games.maestria.land import INK, PAPER, RIM, SEATS, SQUARE, TERRAINS, Layout
from tablier.games.maestria.odds import odds
from tablier.games.maestria.seen import Numbers, Standing, groups, totals
from tablier.language import Texts
from tablier.picture.scene import Beat, Item, Moment, Outlook, Shape, path, rect, text, use

RED, QUIET = "#a01a13", "#5f5949"
DIE = 1.2  # how wide a die is on the card
SIDES = (rules.ATTACKER, rules.DEFENDER)


class Alone(NamedTuple):
    """An attack, and nothing else of a position: all that is told of it follows from this, and is made once for it."""

    losses: int
    attackers: int
    led: bool
    """Whether the General is one of them."""
    defenders: int
    others_led: bool
    grounds: tuple[int, int]
    """The terrains of both."""

    def pawns(self, side: int) -> int:
        return self.defenders if side == rules.DEFENDER else self.attackers

    def position(self) -> State:
        """One in which it has been made, along the first of all ways."""
        at = np.zeros(1, dtype=rules.RECORD)[0]
        ends, at.losses = notation.ends_of(rules.FIRST_MOVE), self.losses
        at.map[rules.SPOTS[rules.WIDE, ends]] = self.grounds
        at.attack = rules.FIRST_MOVE + self.led * rules.FULL + self.attackers - 1
        at.pawns[1 - at.seat, ends[1]] = self.defenders
        at.general[:] = rules.OFF
        if self.others_led:
            at.general[1 - at.seat] = ends[1]
        return at


def alone(s: Numbers, action: int) -> Alone:
    """This attack of the seat whose turn it is."""
    (origin, target), other, terrains = notation.ends_of(action), 1 - s.seat, s.terrains
    count, led, others_led = rules.count_of(action), rules.led_of(action), s.general[other] == target
    return Alone(s.losses, count, led, s.pawns[other][target], others_led, (terrains[origin], terrains[target]))


def _stronger(attack: Alone) -> tuple[int, int]:
    """Which side has the second die, and which the special one (MA-11, MA-12)."""
    return _stronger_side(attack.attackers, attack.defenders, attack.grounds)


@lru_cache(maxsize=4096)
def _stronger_side(attackers: int, defenders: int, grounds: tuple[int, int]) -> tuple[int, int]:
    at = Alone(0, attackers, False, defenders, False, grounds).position()
    return int(rules.second_side(at)), int(rules.special_side(at))


@lru_cache(maxsize=4096)
def coming_dice(attack: Alone, side: int) -> tuple[int, int, int]:
    """Like a throw, with -1 for each die that is to be rolled."""
    second, special = _stronger(attack)
    return -1, -(second == side), -(special == side)


# --- beforehand -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def outlook(attack: Alone, target: str, said: Texts) -> Outlook:
    """What a player is to know before an attack: its odds, what falls, why each die is there, what is at stake."""
    before = _before(attack, said)
    return Outlook(before.words, before.figure, before.shares, target)


@lru_cache(maxsize=1024)
def defence(attack: Alone, target: str, said: Texts) -> Outlook:
    """The same for who is attacked and would fight."""
    before, number = odds(attack.position()), said.language.number
    falls = {"mine": number(float(before.defenders_fall), 1), "enemy": number(float(before.attackers_fall), 1)}
    words = [said("outlook.odds", **_percent(before.loss, before.tie), **falls), *reasons(attack, False, said)]
    if attack.others_led and not rules.survivors(attack, attack.defenders, attack.attackers):
        words.append(said["outlook.general"])
    return replace(_looks(" ".join(words), (before.loss, before.tie, before.win), said), at=target)


@lru_cache(maxsize=4096)
def _before(attack: Alone, said: Texts) -> Outlook:
    look = _without_generals(attack._replace(led=False, others_led=False), said)
    if attack.led and not rules.survivors(attack, attack.attackers, attack.defenders):
        return replace(look, words=f"{look.words} {said['outlook.general']}")
    if attack.others_led and not rules.survivors(attack, attack.defenders, attack.attackers):
        return replace(look, words=f"{look.words} {said['outlook.victory']}")
    return look


@lru_cache(maxsize=1024)
def _without_generals(attack: Alone, said: Texts) -> Outlook:
    """What is the same wherever they are."""
    before, number = odds(attack.position()), said.language.number
    falls = {"mine": number(float(before.attackers_fall), 1), "enemy": number(float(before.defenders_fall), 1)}
    words = [said("outlook.odds", **_percent(before.win, before.tie), **falls), *reasons(attack, True, said)]
    return _looks(" ".join(words), (before.win, before.tie, before.loss), said)


def _percent(win: Fraction, tie: Fraction) -> dict[str, int]:
    return {"win": round(100 * win), "tie": round(100 * tie)}


def _looks(words: str, shares: tuple[Fraction, ...], said: Texts) -> Outlook:
    figure = said("outlook.figure", win=round(100 * shares[0]))
    return Outlook(words, figure, tuple(map(float, shares)))


def reasons(attack: Alone, attacks: bool, said: Texts) -> Iterator[str]:
    """Why a side has more than one die, as a player says it who attacks, or else is attacked."""
    me = rules.ATTACKER if attacks else rules.DEFENDER
    second, special = _stronger(attack)
    if second != rules.NOBODY:
        yield said("outlook.number.mine" if second == me else "outlook.number.theirs")
    if special != rules.NOBODY:
        own, other = _grounds(attack, special, said)
        yield said(f"outlook.terrain.{'mine' if special == me else 'theirs'}", own=own, other=other)


def _grounds(attack: Alone, side: int, said: Texts) -> tuple[str, str]:
    """The terrain of a side, and that of the other (MA-12)."""
    own, other = (said[f"terrain.{TERRAINS[attack.grounds[i]]}"] for i in (side, 1 - side))
    return own, other


# --- dice -------------------------------------------------------------------------------------------------------------


def dice(p: int, numbers: Sequence[int], x: float, y: float, size: float) -> Iterator[Shape]:
    """Those that there are, in a row from there on: first, second, special; 0: none, -1: still to be rolled."""
    for i, n in enumerate(numbers):
        if not n:
            continue
        if i == 2:
            yield use("die-special", x + size / 2, y, size, size)
            if n > 0:
                yield text(x + size / 2, y + 0.12 * size, str(n), 0.42 * size, fill="#3d2808", font_weight="bold")
        else:
            yield use(f"die-{SEATS[p]}-{max(n, 0)}", x + size / 2, y, size, size, turn=(-4, 5)[i] if n > 0 else 0)
        x += 1.08 * size


# --- the moment of a fight --------------------------------------------------------------------------------------------


def before_the_fight(s: Numbers) -> Numbers:
    """The position in which the dice of the last attack were thrown: what has fallen stands again (MA-13, MA-14)."""
    (origin, target), count, p = notation.ends_of(s.attack), rules.count_of(s.attack), s.attacker
    (mine, theirs), pawns, general = totals(s), [[*side] for side in s.pawns], [*s.general]
    if mine > theirs:
        if pawns[p][target]:
            pawns[p][target] -= count
            pawns[p][origin] += count
            if rules.led_of(s.attack):
                general[p] = origin
        pawns[1 - p][target] += s.fallen
        if s.winner == p:
            general[1 - p] = target
    elif mine < theirs:
        pawns[p][origin] += s.fallen
        if s.winner == 1 - p:
            general[p] = origin
    return s._replace(pawns=pawns, general=general, seat=p, phase=rules.ROLLING, winner=rules.NOBODY)


class Card:
    """What is shown of a fight, beside the two squares on which it takes place."""

    def __init__(self, was: Numbers, s: Numbers, lay: Layout, said: Texts) -> None:
        self.was, self.s, self.lay, self.said = was, s, lay, said
        self.attack = alone(was, was.attack)
        self.size = (7.7, 5.5) if lay.is_narrow else (10.8, 2.95)
        self.font = 0.36 if lay.is_narrow else 0.27
        self.squares = [lay.place(end) for end in notation.ends_of(was.attack)]
        high, low = min(y for _, y in self.squares) - SQUARE / 2, max(y for _, y in self.squares) + SQUARE / 2
        bottom = lay.whole[1] - RIM
        top = min(low + 0.15, bottom - self.size[1]) if bottom - low > high + RIM else 0.05 - RIM
        self.x, self.y = lay.board[0] / 2, top + self.size[1] / 2

    def items(self, numbers: Sequence[Sequence[int]], summed: bool) -> tuple[Item, ...]:
        return *self._ground, *(self._side(side, numbers[side], summed) for side in SIDES)

    @cached_property
    def _ground(self) -> tuple[Item, Item]:
        """What all beats have, as long as they have a card."""
        return Item("fight-veil", 0, 0, (self._veil(),)), Item("fight-card", self.x, self.y, _paper(self.size))

    def _veil(self) -> Shape:
        """Dusk over the board, but for the two squares."""
        width, height = self.lay.board
        holes = "".join(f"M{x - 1:g} {y - 1:g}v2h2v-2z" for x, y in self.squares)
        return path(f"M0 0H{width:g}V{height:g}H0z{holes}", fill="#1b1a10", fill_opacity=0.55, fill_rule="evenodd")

    def _side(self, side: int, numbers: Sequence[int], summed: bool) -> Item:
        """One side's name and number, its dice, why it has them, and what they come to."""
        p, font, (left, top, across) = self.was.seat ^ side, self.font, self._room(side)
        row = top + 2 * font + DIE / 2
        name, reasons = self._told[side]
        shapes = [*name, *dice(p, numbers, left, row, DIE), *reasons]
        if summed:
            mine, other = (totals(self.s)[i] for i in (side, 1 - side))
            fill = RED if mine > other else QUIET
            size = DIE if self.lay.is_narrow else 0.66 * DIE  # beside three dice
            shapes.append(text(left + across, row, str(mine), size, fill=fill, text_anchor="end", font_weight="bold"))
        return Item(f"fight-{('attack', 'defence')[side]}", self.x, self.y, tuple(shapes), kind="die")

    def _room(self, side: int) -> tuple[float, float, float]:
        """The left and the upper edge of what a side has of the card, and its width."""
        width, height = self.size
        left, top = -width / 2 + 0.35, -height / 2 + 0.2
        if self.lay.is_narrow:
            return left, top + side * 2.65, width - 0.7
        return left + side * width / 2, top, width / 2 - 0.55

    @cached_property
    def _told(self) -> list[tuple[list[Shape], list[Shape]]]:
        """Of each side what its dice do not change: before them and after them."""
        return [(self._heading(side), self._reasons(side)) for side in SIDES]

    def _heading(self, side: int) -> list[Shape]:
        (left, top, _), font, name = self._room(side), self.font, self._title(side, self.was.seat ^ side)
        return [
            use(f"sign-{TERRAINS[self.attack.grounds[side]]}", left + 0.8 * font, top + font, 1.6 * font, 1.6 * font),
            text(left + 1.9 * font, top + font, name, font, fill=INK, text_anchor="start", font_weight="bold"),
        ]

    def _reasons(self, side: int) -> list[Shape]:
        (left, top, _), font = self._room(side), self.font
        row = top + 2 * font + DIE / 2
        return [
            text(left, row + DIE / 2 + (0.75 + 1.1 * i) * font, why, 0.82 * font, fill=QUIET, text_anchor="start")
            for i, why in enumerate(self._why(side))
        ]

    def _title(self, side: int, p: int) -> str:
        square = notation.names_of(self.was.shape, self.was.attack)[side]
        who, n = self.said[f"seat.{SEATS[p]}"], self.attack.pawns(side)
        return self.said(f"fight.{('attacks', 'defends')[side]}", who=who, n=n, square=square)

    def _why(self, side: int) -> Iterator[str]:
        """A reason for each die, as far as there is room."""
        if not self.lay.is_narrow:
            yield self.said["fight.each"]
        second, special = _stronger(self.attack)
        if second == side:
            yield self.said("fight.number", n=self.attack.pawns(side), m=self.attack.pawns(1 - side))
        if special == side:
            own, other = _grounds(self.attack, side, self.said)
            yield self.said("fight.terrain", own=own, other=other)

    def fallen(self) -> Iterator[Item]:
        """Those of the loser who lie on the ground now."""
        mine, theirs = totals(self.s)
        if mine == theirs:
            return
        side = rules.DEFENDER if mine > theirs else rules.ATTACKER
        p, n = self.was.seat ^ side, min(self.s.fallen, rules.FULL)
        x, y = self.squares[side]
        spots = ((-0.1, 0.72), (-0.35, 0.3), (0.42, 0.42), (0.1, -0.02), (-0.5, -0.2))[:n]
        turns = (-82, 78, -70, 84, 96)
        lie = tuple(
            use(f"soldier-{SEATS[p]}", a, b, 0.55, 0.95, turn=turn) for (a, b), turn in zip(spots, turns, strict=False)
        )
        yield Item("fight-fallen", x, y, lie, kind="mark")


@cache
def _paper(size: tuple[float, float]) -> tuple[Shape, ...]:
    width, height = size
    return (
        rect(-width / 2 + 0.08, -height / 2 + 0.12, width, height, rx=0.3, fill="#000000", fill_opacity=0.3),
        rect(-width / 2, -height / 2, width, height, rx=0.3, fill=PAPER, stroke="#d8ccb0", stroke_width=0.04),
    )


Pawns = Callable[[Sequence[tuple[int, Standing]]], list[Item]]
"""What draws those who stand on some squares."""


def moment(s: Numbers, lay: Layout, said: Texts, pawns: Pawns) -> Moment | None:
    """How the last attack was fought, as long as nothing else has been done."""
    if s.attack == rules.NONE or s.last != rules.NONE or s.phase != rules.MOVING or not totals(s)[0]:
        return None
    was, (mine, theirs) = before_the_fight(s), totals(s)
    card, names = Card(was, s, lay, said), notation.names_of(s.shape, s.attack)
    begin = said("fight.begin", who=said[f"seat.{SEATS[s.attacker]}"], target=names[1])
    total, outcome = said("fight.sum", mine=mine, enemy=theirs), _outcome(card.attack, s, said)
    blank = card.items([coming_dice(card.attack, side) for side in SIDES], False)
    rolled, summed = card.items(s.dice, False), card.items(s.dice, True)
    before, after = (_in_the_fight(at, pawns) for at in (was, after_the_fall(was, s)))

    def beat(words: str, there: Sequence[Item], *items: Item, milliseconds: int) -> Beat:
        ids = {f"stack-{name}" for name in names} - {item.id for item in there}
        return Beat(words, (*there, *items), ("attacked", *sorted(ids)), milliseconds)

    return Moment(
        f"fight-{s.fights}",
        (
            beat(begin, before, *blank, milliseconds=1100),
            beat(said["fight.roll"], before, *rolled, milliseconds=800),
            beat(total, before, *summed, milliseconds=800),
            beat(outcome, after, *summed, *card.fallen(), milliseconds=1700),
        ),
    )


def _in_the_fight(at: Numbers, pawns: Pawns) -> list[Item]:
    """Those on the two squares on which it takes place."""
    ends = notation.ends_of(at.attack)
    return pawns([(square, standing) for square, standing in groups(at) if square in ends])


def _outcome(attack: Alone, s: Numbers, said: Texts) -> str:
    """MA-13, MA-14, MA-15"""
    mine, theirs = totals(s)
    if mine == theirs:
        return said["fight.equal"]
    winner = s.attacker if mine > theirs else 1 - s.attacker
    advances = mine > theirs and s.fallen == attack.defenders
    facts = {"winner": said[f"seat.{SEATS[winner]}"], "loser": said[f"seat.{SEATS[1 - winner]}"], "n": s.fallen}
    return said(f"fight.{'advances' if advances else 'falls'}", **facts)


def after_the_fall(was: Numbers, s: Numbers) -> Numbers:
    """The position with the losers on the ground, before anybody advances."""
    (origin, target), (mine, theirs) = notation.ends_of(was.attack), totals(s)
    pawns = [[*side] for side in was.pawns]
    if mine > theirs:
        pawns[1 - was.seat][target] -= s.fallen
    elif mine < theirs:
        pawns[was.seat][origin] -= s.fallen
    general = [rules.OFF if now == rules.OFF else then for now, then in zip(s.general, was.general, strict=True)]
    return was._replace(pawns=pawns, general=general)
