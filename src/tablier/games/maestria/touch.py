"""What touching means in Maestria: the squares and answers that make each action, and what is asked beside the board.

Who touches a square and one beside it goes that way; what is left to choose there depends on little: who may go, and
whether enemies are there. So each way is made once for that, all ways from a square once for theirs, and what a seat
may do is put together of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tablier.games.maestria import fight, notation, rules
from tablier.games.maestria.fight import Alone
from tablier.games.maestria.land import SEATS
from tablier.games.maestria.seen import Numbers
from tablier.games.maestria.set_ups import SET_UPS
from tablier.language import Texts
from tablier.picture.scene import Choice, Control, Joined, Outlook, Part

Touches = Part[tuple[str, ...]]

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


class Leaving(NamedTuple):
    """What a seat may do from a square, all ways together."""

    origin: int
    attacks: tuple[Way, ...]
    """Those that lead to where enemies are."""
    touches: Touches
    moves: dict[str, str]
    soldiers: frozenset[int]
    """Among which numbers of soldiers one chooses, on one way or another."""
    asks_general: bool
    advances: bool
    """Whether one chooses on a way that leads to no enemies."""


class Touched(NamedTuple):
    """What a seat may do, and how."""

    leaving: list[Leaving]
    attacks: list[Way]
    touches: Mapping[str, tuple[str, ...]]
    moves: dict[str, str]


def touched(s: Numbers, seat: int, actions: list[int]) -> Touched:
    """These are all its actions, ascending."""
    begin, end = bisect_left(actions, rules.FIRST_MOVE), bisect_left(actions, rules.END)
    before, after = (_at_once(s.shape, seat, tuple(part)) for part in (actions[:begin], actions[end:]))
    leaving, moves = _leave(s, seat, tuple(actions[begin:end])), {**before[1]}
    for each in leaving:
        moves.update(each.moves)
    touches = Joined([before[0], *[each.touches for each in leaving], after[0]])
    return Touched(leaving, [way for each in leaving for way in each.attacks], touches, moves)


NOTHING = Touched([], [], {}, {})
"""For who may do nothing."""


def _leave(s: Numbers, seat: int, actions: tuple[int, ...]) -> list[Leaving]:
    mine, others, leaving, end = s.pawns[seat], bytes(s.pawns[1 - seat]), list[Leaving](), 0
    for origin, n in Counter(map(_ORIGIN_OF.__getitem__, actions)).items():
        start, end = end, end + n
        enemies = bytes(map(bool, map(others.__getitem__, _AROUND[origin])))
        leaving.append(_leaving(s.shape, actions[start:end], enemies, mine[origin] == 1))
    return leaving


@lru_cache(maxsize=4096)
def _leaving(shape: int, actions: tuple[int, ...], enemies: bytes, is_last: bool) -> Leaving:
    """`enemies`: whether they are on each of the squares around; `is_last`: who goes leaves nobody behind."""
    ways, end, origin = list[Way](), 0, _ORIGIN_OF[actions[0]]
    for way, n in Counter(map(_WAY_OF.__getitem__, actions)).items():
        start, end = end, end + n
        attacks = bool(enemies[_AROUND[origin].index(notation.ENDS[way][1])])
        ways.append(_way(shape, actions[start:end], attacks, is_last))
    touches, moves = Touches(), dict[str, str]()
    for each in ways:
        touches.update(each.touches)
        moves.update(each.moves)
    choosing = [way for way in ways if way.soldiers]
    return Leaving(
        origin,
        tuple(way for way in ways if way.attacks),
        touches,
        moves,
        frozenset().union(*(way.soldiers for way in choosing)),
        any(way.asks_general for way in choosing),
        not all(way.attacks for way in choosing),
    )


_WAY_OF = [rules.way_of(action) for action in range(rules.END)]
_ORIGIN_OF = [notation.ENDS[way][0] for way in _WAY_OF]
_AROUND = [[target for origin, target in notation.ENDS if origin == square] for square in range(rules.SQUARES)]


@lru_cache(maxsize=1024)
def _at_once(shape: int, seat: int, actions: Sequence[int]) -> tuple[Touches, dict[str, str]]:
    """Those that leave nothing to choose, and of them those that take the General along."""
    written = [notation.written(shape, action, False) for action in actions]
    touches = Part(zip(written, (_place_or_button(shape, seat, action) for action in actions), strict=True))
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
    soldiers = [_SOLDIERS[action] for action in actions]
    has_choice, asked = len(actions) > 1, frozenset(soldiers)
    asks_general = len(asked) < len(soldiers)
    touches = Part([_touch(shape, action, attacks, has_choice, asks_general) for action in actions])
    (origin, target), takes_all = notation.ends_of(actions[0]), is_last and not attacks and not has_choice
    moves = dict.fromkeys(touches, stack_id(notation.name_of(shape, origin))) if takes_all else {}
    return Way(origin, target, attacks, actions, touches, moves, asked if has_choice else frozenset(), asks_general)


_SOLDIERS = [rules.count_of(action) - rules.led_of(action) for action in range(rules.END)]
"""How many go besides the General."""


@lru_cache(maxsize=16384)
def _touch(shape: int, action: int, attacks: bool, has_choice: bool, asks_general: bool) -> tuple[str, tuple[str, ...]]:
    """A move or an attack as it is written, and what to touch for it."""
    origin, target = notation.names_of(shape, action)
    number = [_soldiers_id(origin, _SOLDIERS[action])] * has_choice
    general = [_LED[rules.led_of(action)]] * asks_general
    confirm = [_attack_id(target)] if attacks else ["advance"] * has_choice
    return notation.written(shape, action, attacks), (origin, target, *number, *general, *confirm)


# --- beside the board -------------------------------------------------------------------------------------------------


def controls(s: Numbers, touched: Touched, actions: Sequence[int], said: Texts) -> Iterator[Control]:
    """Quick set-ups; who leaves each square, with what that costs; and what is said by a button."""
    if s.phase == rules.PLACING and actions:
        yield _set_ups(said)
    choosing = [each for each in touched.leaving if each.soldiers]
    for each in choosing:
        yield _who(s.shape, each.origin, each.soldiers, said)
    if any(each.asks_general for each in choosing):
        yield _whether_led(said)
    for target in targets(touched.attacks):
        yield _attack(notation.name_of(s.shape, target), said)
    if any(each.advances for each in choosing):
        yield _button("advance", said)
    for action in (rules.FIGHT, rules.END):
        if action in actions:
            yield _button("end" if action == rules.END else "fight", said)


def targets(attacks: Sequence[Way]) -> list[int]:
    """The squares that may be attacked."""
    return sorted({way.target for way in attacks})


@cache
def _set_ups(said: Texts) -> Control:
    return Control("set-up", "course", said["control.set-up"], tuple(_set_up(name, said) for name in SET_UPS))


def _set_up(name: str, said: Texts) -> Choice:
    return Choice(set_up_id(name), said[f"set-up.{name}"], said[f"set-up.{name}-note"], f"set-up-{name}")


@lru_cache(maxsize=2048)
def _who(shape: int, square: int, numbers: frozenset[int], said: Texts) -> Control:
    origin = notation.name_of(shape, square)
    choices = tuple(_soldiers(origin, n, said) for n in sorted(numbers))
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


def outlooks(s: Numbers, attacks: Sequence[Way], actions: Sequence[int], said: Texts) -> dict[str, Outlook]:
    """The odds of each attack, and those of whoever is attacked."""
    looks: dict[str, Outlook] = {}
    for way in attacks:
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
