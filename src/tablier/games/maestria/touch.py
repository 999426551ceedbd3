"""What touching means in Maestria: the squares and answers that make each action, and what is asked beside the board.

Who touches a square and one beside it goes that way; what is left to choose there depends on little: who may go, and
whether enemies are there. So each way is made once for that, and what a seat may do is put together of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from tablier.games.maestria import fight, notation, rules
from tablier.games.maestria.fight import Alone
from tablier.games.maestria.land import SEATS
from tablier.games.maestria.seen import Numbers
from tablier.games.maestria.set_ups import SET_UPS
from tablier.language import Texts
from tablier.picture.scene import Choice, Control, Outlook

Touches = dict[str, tuple[str, ...]]

_LED = ("without-general", "with-general")


def general_id(p: int) -> str:
    return f"general-{SEATS[p]}"


def stack_id(square: str) -> str:
    return f"stack-{square}"


def set_up_id(name: str) -> str:
    return f"set-up-{name}"


def _soldiers_id(origin: str, n: int) -> str:
    return f"{origin}*{n}"


def _attack_id(target: str) -> str:
    return f"attack-{target}"


# --- sequences --------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """What a seat may do from a square to one beside it."""

    origin: int
    target: int
    attacks: bool
    """Whether enemies are there."""
    actions: tuple[int, ...]
    touches: Touches
    """For each of them."""
    moves: dict[str, str]
    """Each with what it takes along: a stack that leaves as a whole for a square without an enemy."""
    soldiers: frozenset[int]
    """Among which numbers of soldiers one chooses; none: there is no choice."""
    asks_general: bool
    """Whether one chooses if the General goes."""


class Touched(NamedTuple):
    """What a seat may do, and how."""

    ways: list[Way]
    touches: Touches
    moves: dict[str, str]


def touched(s: Numbers, seat: int, actions: list[int]) -> Touched:
    """These are all its actions, ascending."""
    begin, end = bisect_left(actions, rules.FIRST_MOVE), bisect_left(actions, rules.END)
    before, after = (_at_once(s.shape, seat, tuple(part)) for part in (actions[:begin], actions[end:]))
    ways, touches, moves = _ways(s, seat, actions[begin:end]), {**before[0]}, {**before[1]}
    for way in ways:
        touches.update(way.touches)
        if way.moves:
            moves.update(way.moves)
    touches.update(after[0])
    return Touched(ways, touches, moves)


NOTHING = Touched([], {}, {})
"""For who may do nothing."""


def _ways(s: Numbers, seat: int, actions: Sequence[int]) -> list[Way]:
    mine, others, shape = s.pawns[seat], s.pawns[1 - seat], s.shape
    runs = [(notation.ENDS[way], tuple(run)) for way, run in groupby(actions, _WAY_OF.__getitem__)]
    return [_way(shape, run, others[target] > 0, mine[origin] == 1) for (origin, target), run in runs]


_WAY_OF = [rules.way_of(action) for action in range(rules.END)]


@lru_cache(maxsize=1024)
def _at_once(shape: int, seat: int, actions: Sequence[int]) -> tuple[Touches, dict[str, str]]:
    """Those that leave nothing to choose, and of them those that take the General along."""
    written = [notation.written(shape, action, False) for action in actions]
    touches = dict(zip(written, (_place_or_button(shape, seat, action) for action in actions), strict=True))
    return touches, {action: general_id(seat) for action, sequence in touches.items() if len(sequence) > 1}


def _place_or_button(shape: int, seat: int, action: int) -> tuple[str, ...]:
    """One square: place a soldier there, or withdraw to it; and before it the General, if it is placed."""
    if action < rules.SQUARES:
        return (notation.name_of(shape, action),)
    if action < rules.FIRST_MOVE:
        return general_id(seat), notation.name_of(shape, action - rules.SQUARES)
    if action < rules.RETREAT:
        return ("end",) if action == rules.END else ("fight",)
    return (notation.name_of(shape, action - rules.RETREAT),)


@lru_cache(maxsize=8192)
def _way(shape: int, actions: tuple[int, ...], attacks: bool, is_last: bool) -> Way:
    """Two squares: move, or attack; what is left to choose is asked. `is_last`: who goes leaves nobody behind."""
    origin, target = notation.names_of(shape, actions[0])
    groups = [(rules.count_of(action), rules.led_of(action)) for action in actions]
    soldiers = [n - led for n, led in groups]
    has_choice, asks_general = len(groups) > 1, len(set(soldiers)) < len(soldiers)
    touches: Touches = {}
    for action, (n, led) in zip(actions, groups, strict=True):
        number = [_soldiers_id(origin, n - led)] * has_choice
        general = [_LED[led]] * asks_general
        confirm = [_attack_id(target)] if attacks else ["advance"] * has_choice
        touches[notation.written(shape, action, attacks)] = (origin, target, *number, *general, *confirm)
    moves = {action: stack_id(origin) for action in touches if is_last and not attacks and not has_choice}
    asked = frozenset(soldiers if has_choice else ())
    return Way(*notation.ends_of(actions[0]), attacks, actions, touches, moves, asked, asks_general)


# --- beside the board -------------------------------------------------------------------------------------------------


def controls(s: Numbers, ways: Sequence[Way], actions: Sequence[int], said: Texts) -> Iterator[Control]:
    """Quick set-ups; who leaves each square, with what that costs; and what is said by a button."""
    if s.phase == rules.PLACING and actions:
        yield _set_ups(said)
    choosing = [way for way in ways if way.soldiers]
    for square, leaving in groupby(choosing, _ORIGIN):
        numbers = frozenset[int]().union(*[way.soldiers for way in leaving])
        yield _who(notation.name_of(s.shape, square), tuple(sorted(numbers)), said)
    if any(way.asks_general for way in choosing):
        yield _whether_led(said)
    for target in attacked(ways):
        yield _attack(notation.name_of(s.shape, target), said)
    if not all(way.attacks for way in choosing):
        yield _button("advance", said)
    for action in (rules.FIGHT, rules.END):
        if action in actions:
            yield _button("end" if action == rules.END else "fight", said)


_ORIGIN = attrgetter("origin")


def attacked(ways: Sequence[Way]) -> list[int]:
    """The squares that may be attacked."""
    return sorted({way.target for way in ways if way.attacks})


@cache
def _set_ups(said: Texts) -> Control:
    return Control("set-up", "course", said["control.set-up"], tuple(_set_up(name, said) for name in SET_UPS))


def _set_up(name: str, said: Texts) -> Choice:
    return Choice(set_up_id(name), said[f"set-up.{name}"], said[f"set-up.{name}-note"], f"set-up-{name}")


@lru_cache(maxsize=512)
def _who(origin: str, numbers: tuple[int, ...], said: Texts) -> Control:
    choices = tuple(_soldiers(origin, n, said) for n in numbers)
    most = tuple(choice.id for choice in reversed(choices))
    return Control(f"who-{origin}", "pick", said("control.who", square=origin), choices, most)


def _soldiers(origin: str, n: int, said: Texts) -> Choice:
    words = said("control.soldiers", n=n) if n else said["control.alone"]
    return Choice(_soldiers_id(origin, n), words, said("control.cost", n=n) if n else "", "" if n else "crown")


@cache
def _whether_led(said: Texts) -> Control:
    asked = tuple(_led(led, said) for led in (True, False))
    return Control("led", "pick", said["control.general"], asked, presets=(_LED[False],))


def _led(led: bool, said: Texts) -> Choice:
    note = said("control.more", n=1) if led else ""
    return Choice(_LED[led], said[f"control.{_LED[led]}"], note, "crown" if led else "")


@cache
def _attack(target: str, said: Texts) -> Control:
    return _confirm(_attack_id(target), said("control.attack", square=target))


@cache
def _button(name: str, said: Texts) -> Control:
    return _confirm(name, said[f"control.{name}"])


def _confirm(id: str, words: str) -> Control:
    return Control(f"say-{id}", "confirm", "", (Choice(id, words),))


# --- what is to be known beforehand -----------------------------------------------------------------------------------


def outlooks(s: Numbers, ways: Sequence[Way], actions: Sequence[int], said: Texts) -> dict[str, Outlook]:
    """The odds of each attack, and those of whoever is attacked."""
    looks: dict[str, Outlook] = {}
    for way in ways:
        if way.attacks:
            looks.update(_along(s.shape, way.actions, fight.alone(s, way.actions[0]), said))
    if rules.FIGHT in actions:
        looks[notation.FIGHT] = fight.defence(fight.alone(s, s.attack), notation.names_of(s.shape, s.attack)[1], said)
    return looks


@lru_cache(maxsize=4096)
def _along(shape: int, actions: Sequence[int], first: Alone, said: Texts) -> dict[str, Outlook]:
    """Of all attacks along one way; `first` is the first of them, from which the others differ in who goes."""
    target = notation.names_of(shape, actions[0])[1]
    looks: dict[str, Outlook] = {}
    for action in actions:
        attack = first._replace(attackers=rules.count_of(action), led=rules.led_of(action))
        looks[notation.written(shape, action, True)] = fight.outlook(attack, target, said)
    return looks
