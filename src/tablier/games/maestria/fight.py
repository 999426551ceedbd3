"""A fight as it is told and shown: who has which dice and why, the odds before it, and the moment of the throw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tablier.engine.kernels import State
from tablier.games.maestria import notation, rules
from tablier.games.maestria.land import INK, PAPER, RIM, SEATS, SQUARE, TERRAINS, Layout
from tablier.games.maestria.odds import in_the_fight, led_in_the_fight, odds
from tablier.language import Texts
from tablier.picture.scene import Beat, Item, Moment, Outlook, Shape, path, rect, text, use

RED, QUIET = "#a01a13", "#5f5949"
DIE = 1.2  # how wide a die is on the card
SIDES = (rules.ATTACKER, rules.DEFENDER)


def squares_of(s: State, action: int) -> tuple[str, str]:
    """The names of the squares that a move or an attack leads from and to."""
    way = rules.way_of(action)
    return notation.square_name(s, rules.ORIGINS[way]), notation.square_name(s, rules.TARGETS[way])


def totals(s: State) -> tuple[int, int]:
    """What the attacker and the defender have thrown; 0: nothing."""
    return int(rules.total(s, rules.ATTACKER)), int(rules.total(s, rules.DEFENDER))


def coming_dice(s: State, side: int) -> list[int]:
    """Like a throw, with -1 for each die that is to be rolled."""
    return [-1, -(rules.second_side(s) == side), -(rules.special_side(s) == side)]


# --- beforehand -------------------------------------------------------------------------------------------------------


def outlook(s: State, action: int, said: Texts) -> Outlook:
    """What a player is to know before an attack: its odds, what falls, why each die is there, what is at stake."""
    return _before(_alone(s, action), said)


def defence(s: State, said: Texts) -> Outlook:
    """The same for who is attacked and would fight."""
    return _defence(_alone(s, int(s.attack)), said)


class Alone(NamedTuple):
    """An attack, and nothing else of a position: all that is to be known of it follows from this."""

    shape: int
    land: bytes
    """The map."""
    losses: int
    action: int
    defenders: int
    led: bool
    """Whether the General is one of them."""

    def position(self) -> State:
        """One in which it has been made."""
        at = np.zeros(1, dtype=rules.RECORD)[0]
        at["shape"], at["map"], at.losses = self.shape, np.frombuffer(self.land, dtype=np.int32), self.losses
        at.attack, target = self.action, rules.TARGETS[rules.way_of(self.action)]
        at.pawns[1 - at.seat, target] = self.defenders
        at.general[:] = rules.OFF
        if self.led:
            at.general[1 - at.seat] = target
        return at


def _alone(s: State, action: int) -> Alone:
    target, other = rules.TARGETS[rules.way_of(action)], 1 - s.seat
    led = bool(s.general[other] == target)
    return Alone(int(s["shape"]), s.map.tobytes(), int(s.losses), action, int(s.pawns[other, target]), led)


@lru_cache(maxsize=4096)
def _before(alone: Alone, said: Texts) -> Outlook:
    at = alone.position()
    before, number = odds(at), said.language.number
    attackers, defenders = in_the_fight(at, rules.ATTACKER), in_the_fight(at, rules.DEFENDER)
    falls = {"mine": number(float(before.attackers_fall), 1), "enemy": number(float(before.defenders_fall), 1)}
    words = [said("outlook.odds", **_percent(before.win, before.tie), **falls), *reasons(at, True, said)]
    if led_in_the_fight(at, rules.ATTACKER) and not rules.survivors(at, attackers, defenders):
        words.append(said["outlook.general"])
    elif led_in_the_fight(at, rules.DEFENDER) and not rules.survivors(at, defenders, attackers):
        words.append(said["outlook.victory"])
    return _looks(at, " ".join(words), (before.win, before.tie, before.loss), said)


@lru_cache(maxsize=1024)
def _defence(alone: Alone, said: Texts) -> Outlook:
    at = alone.position()
    before, number = odds(at), said.language.number
    falls = {"mine": number(float(before.defenders_fall), 1), "enemy": number(float(before.attackers_fall), 1)}
    words = [said("outlook.odds", **_percent(before.loss, before.tie), **falls), *reasons(at, False, said)]
    attackers, defenders = in_the_fight(at, rules.ATTACKER), in_the_fight(at, rules.DEFENDER)
    if led_in_the_fight(at, rules.DEFENDER) and not rules.survivors(at, defenders, attackers):
        words.append(said["outlook.general"])
    return _looks(at, " ".join(words), (before.loss, before.tie, before.win), said)


def _percent(win: Fraction, tie: Fraction) -> dict[str, int]:
    return {"win": round(100 * win), "tie": round(100 * tie)}


def _looks(s: State, words: str, shares: tuple[Fraction, ...], said: Texts) -> Outlook:
    """At the square that is attacked."""
    figure = said("outlook.figure", win=round(100 * shares[0]))
    return Outlook(words, figure, tuple(map(float, shares)), squares_of(s, int(s.attack))[1])


def reasons(s: State, attacks: bool, said: Texts) -> Iterator[str]:
    """Why a side has more than one die, as a player says it who attacks, or else is attacked."""
    me = rules.ATTACKER if attacks else rules.DEFENDER
    second, special = rules.second_side(s), rules.special_side(s)
    if second != rules.NOBODY:
        yield said("outlook.number.mine" if second == me else "outlook.number.theirs")
    if special != rules.NOBODY:
        own, other = _grounds(s, int(special), said)
        yield said(f"outlook.terrain.{'mine' if special == me else 'theirs'}", own=own, other=other)


def _grounds(s: State, side: int, said: Texts) -> tuple[str, str]:
    """The terrain of a side, and that of the other (MA-12)."""
    way = rules.way_of(s.attack)
    found = [said[f"terrain.{TERRAINS[int(rules.terrain(s, ends[way]))]}"] for ends in (rules.ORIGINS, rules.TARGETS)]
    return (found[0], found[1]) if side == rules.ATTACKER else (found[1], found[0])


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


def before_the_fight(s: State) -> State:
    """The position in which the dice of the last attack were thrown: what has fallen stands again (MA-13, MA-14)."""
    was, way = s.copy(), rules.way_of(s.attack)
    origin, target, count, p = rules.ORIGINS[way], rules.TARGETS[way], rules.count_of(s.attack), int(s.attacker)
    mine, theirs = totals(s)
    was.seat, was.phase = p, rules.ROLLING
    if mine > theirs:
        if s.pawns[p, target]:
            was.pawns[p, target] -= count
            was.pawns[p, origin] += count
            if rules.led_of(s.attack):
                was.general[p] = origin
        was.pawns[1 - p, target] += s.fallen
        if s.winner == p:
            was.general[1 - p] = target
    elif mine < theirs:
        was.pawns[p, origin] += s.fallen
        if s.winner == 1 - p:
            was.general[p] = origin
    was.winner = rules.NOBODY
    return was


class Card:
    """What is shown of a fight, beside the two squares on which it takes place."""

    def __init__(self, was: State, s: State, lay: Layout, said: Texts) -> None:
        self.was, self.s, self.lay, self.said = was, s, lay, said
        self.size = (7.7, 5.5) if lay.is_narrow else (10.8, 2.95)
        self.font = 0.36 if lay.is_narrow else 0.27
        ends = [ends[rules.way_of(was.attack)] for ends in (rules.ORIGINS, rules.TARGETS)]
        self.squares = [lay.place(end) for end in ends]
        high, low = min(y for _, y in self.squares) - SQUARE / 2, max(y for _, y in self.squares) + SQUARE / 2
        bottom = lay.whole[1] - RIM
        top = min(low + 0.15, bottom - self.size[1]) if bottom - low > high + RIM else 0.05 - RIM
        self.x, self.y = lay.board[0] / 2, top + self.size[1] / 2

    def items(self, numbers: Sequence[Sequence[int]], summed: bool) -> tuple[Item, ...]:
        return (
            Item("fight-veil", 0, 0, (self._veil(),)),
            Item("fight-card", self.x, self.y, tuple(self._paper())),
            *(self._side(side, numbers[side], summed) for side in SIDES),
        )

    def _veil(self) -> Shape:
        """Dusk over the board, but for the two squares."""
        width, height = self.lay.board
        holes = "".join(f"M{x - 1:g} {y - 1:g}v2h2v-2z" for x, y in self.squares)
        return path(f"M0 0H{width:g}V{height:g}H0z{holes}", fill="#1b1a10", fill_opacity=0.55, fill_rule="evenodd")

    def _paper(self) -> Iterator[Shape]:
        width, height = self.size
        yield rect(-width / 2 + 0.08, -height / 2 + 0.12, width, height, rx=0.3, fill="#000000", fill_opacity=0.3)
        yield rect(-width / 2, -height / 2, width, height, rx=0.3, fill=PAPER, stroke="#d8ccb0", stroke_width=0.04)

    def _side(self, side: int, numbers: Sequence[int], summed: bool) -> Item:
        """One side's name and number, its dice, why it has them, and what they come to."""
        (width, height), p, font = self.size, int(self.was.seat) ^ side, self.font
        left, top, across = -width / 2 + 0.35, -height / 2 + 0.2, width - 0.7
        if self.lay.is_narrow:
            top += side * 2.65
        else:
            left, across = left + side * width / 2, width / 2 - 0.55
        row = top + 2 * font + DIE / 2
        name, bold = self._title(side, p), {"font_weight": "bold"}
        shapes = [
            use(f"sign-{TERRAINS[self._terrain(side)]}", left + 0.8 * font, top + font, 1.6 * font, 1.6 * font),
            text(left + 1.9 * font, top + font, name, font, fill=INK, text_anchor="start", **bold),
            *dice(p, numbers, left, row, DIE),
        ]
        for i, why in enumerate(self._why(side)):
            y = row + DIE / 2 + (0.75 + 1.1 * i) * font
            shapes.append(text(left, y, why, 0.82 * font, fill=QUIET, text_anchor="start"))
        if summed:
            mine, other = (sum(self.s.dice[i]) for i in (side, 1 - side))
            fill = RED if mine > other else QUIET
            size = DIE if self.lay.is_narrow else 0.66 * DIE  # beside three dice
            shapes.append(text(left + across, row, str(mine), size, fill=fill, text_anchor="end", **bold))
        return Item(f"fight-{('attack', 'defence')[side]}", self.x, self.y, tuple(shapes), kind="die")

    def _terrain(self, side: int) -> int:
        ends = (rules.ORIGINS, rules.TARGETS)[side]
        return int(rules.terrain(self.was, ends[rules.way_of(self.was.attack)]))

    def _title(self, side: int, p: int) -> str:
        square = squares_of(self.was, self.was.attack)[side]
        who, n = self.said[f"seat.{SEATS[p]}"], in_the_fight(self.was, side)
        return self.said(f"fight.{('attacks', 'defends')[side]}", who=who, n=n, square=square)

    def _why(self, side: int) -> Iterator[str]:
        """A reason for each die, as far as there is room."""
        if not self.lay.is_narrow:
            yield self.said["fight.each"]
        if rules.second_side(self.was) == side:
            n, m = in_the_fight(self.was, side), in_the_fight(self.was, 1 - side)
            yield self.said("fight.number", n=n, m=m)
        if rules.special_side(self.was) == side:
            own, other = _grounds(self.was, side, self.said)
            yield self.said("fight.terrain", own=own, other=other)

    def fallen(self) -> Iterator[Item]:
        """Those of the loser who lie on the ground now."""
        mine, theirs = totals(self.s)
        if mine == theirs:
            return
        side = rules.DEFENDER if mine > theirs else rules.ATTACKER
        p, n = int(self.was.seat) ^ side, min(int(self.s.fallen), rules.FULL)
        x, y = self.squares[side]
        spots = ((-0.1, 0.72), (-0.35, 0.3), (0.42, 0.42), (0.1, -0.02), (-0.5, -0.2))[:n]
        turns = (-82, 78, -70, 84, 96)
        lie = tuple(
            use(f"soldier-{SEATS[p]}", a, b, 0.55, 0.95, turn=turn) for (a, b), turn in zip(spots, turns, strict=False)
        )
        yield Item("fight-fallen", x, y, lie, kind="mark")


def moment(s: State, lay: Layout, said: Texts, pawns: Callable[[State], list[Item]]) -> Moment | None:
    """How the last attack was fought, as long as nothing else has been done; `pawns` draws those of a position."""
    if s.attack == rules.NONE or s.last != rules.NONE or s.phase != rules.MOVING or not totals(s)[0]:
        return None
    was = before_the_fight(s)
    card, left = Card(was, s, lay, said), after_the_fall(was, s)
    rolled = [[int(n) for n in s.dice[side]] for side in SIDES]
    blank = [coming_dice(was, side) for side in SIDES]
    mine, theirs = totals(s)
    begin = said("fight.begin", who=said[f"seat.{SEATS[int(s.attacker)]}"], target=squares_of(s, s.attack)[1])
    lying, outcome = card.fallen(), _outcome(was, s, said)

    def beat(words: str, at: State, *items: Item, milliseconds: int) -> Beat:
        there = [item for item in pawns(at) if (item.x, item.y) in card.squares]
        ids = {f"stack-{name}" for name in squares_of(s, s.attack)} - {item.id for item in there}
        return Beat(words, (*there, *items), ("attacked", *sorted(ids)), milliseconds)

    return Moment(
        f"fight-{int(s.fights)}",
        (
            beat(begin, was, *card.items(blank, False), milliseconds=1100),
            beat(said["fight.roll"], was, *card.items(rolled, False), milliseconds=800),
            beat(said("fight.sum", mine=mine, enemy=theirs), was, *card.items(rolled, True), milliseconds=800),
            beat(outcome, left, *card.items(rolled, True), *lying, milliseconds=1700),
        ),
    )


def _outcome(was: State, s: State, said: Texts) -> str:
    """MA-13, MA-14, MA-15"""
    mine, theirs = totals(s)
    if mine == theirs:
        return said["fight.equal"]
    winner = int(was.seat) if mine > theirs else 1 - int(was.seat)
    advances = mine > theirs and int(s.fallen) == in_the_fight(was, rules.DEFENDER)
    facts = {"winner": said[f"seat.{SEATS[winner]}"], "loser": said[f"seat.{SEATS[1 - winner]}"], "n": int(s.fallen)}
    return said(f"fight.{'advances' if advances else 'falls'}", **facts)


def after_the_fall(was: State, s: State) -> State:
    """The position with the losers on the ground, before anybody advances."""
    left, way = was.copy(), rules.way_of(was.attack)
    mine, theirs = totals(s)
    if mine > theirs:
        left.pawns[1 - was.seat, rules.TARGETS[way]] -= s.fallen
    elif mine < theirs:
        left.pawns[was.seat, rules.ORIGINS[way]] -= s.fallen
    left.general[:] = np.where(s.general == rules.OFF, rules.OFF, was.general)
    return left
