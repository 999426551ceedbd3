"""How Master Islands is written.

`Y4@(1,0)` lays a card and `A:(0,0)-(1,0)` moves a galleon; `again` and `done` answer; `take (0,0)` picks a card and
`keep` declines. A card drawn is `[Y4]`. In a line the cards of a conquest are joined: `take (0,0)(2,0)(3,0)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, State
from tablier.games.master_islands import rules

ANSWERS = {rules.AGAIN: "again", rules.DONE: "done", rules.KEEP: "keep"}
LETTERS = "YGRB"
FARTHEST = rules.CARDS
"""No card is ever farther away from the first, and none is laid there."""

_PLACE = r"\((-?[0-9]{1,2}),(-?[0-9]{1,2})\)"
_CARD = r"([YGRB])([1-5])"
_LAY = re.compile(rf"{_CARD}@{_PLACE}")
_MOVE = re.compile(rf"([AB]):{_PLACE}-{_PLACE}")
_TAKE = re.compile(rf"take {_PLACE}")
_DRAW = re.compile(rf"\[{_CARD}\]")
_WORD = re.compile(r"\[[^\]]*\]|take \S+|\S+")
_JOINED = re.compile(r"\([^()]*\)")


@cache
def card_name(kind: int) -> str:
    return f"{LETTERS[rules.colour_of(kind)]}{rules.value_of(kind)}"


@cache
def place_name(place: int) -> str:
    return f"({rules.x_of(place)},{rules.y_of(place)})"


def write(s: State, seat: int, action: int, viewer: int | None = None) -> str:
    if seat == NATURE:
        return f"[{card_name(action)}]" if _may_see_draw(s, viewer) else "[?]"
    return _write(s, action, s.galleon[seat])


def write_all(s: State, seat: int, actions: Sequence[int]) -> list[str]:
    galleons = s.galleon[seat].tolist()
    return [_write(s, action, galleons) for action in actions]


def _write(s: State, action: int, galleons: Sequence[int]) -> str:
    """An action of a seat whose galleons lie there."""
    if action < rules.AGAIN:
        return name_from(int(galleons[rules.galleon_of(action)]), action)
    return ANSWERS.get(action) or take_name(int(s.place[action - rules.TAKE]))


@lru_cache(maxsize=16384)
def name_from(origin: int, action: int) -> str:
    """Of a card that is laid, or a move: from where its galleon lies."""
    target = origin + rules.STEP[rules.direction_of(action)]
    if action < rules.MOVE:
        return f"{card_name(rules.kind_of(action))}@{place_name(target)}"
    return f"{'AB'[rules.galleon_of(action)]}:{place_name(origin)}-{place_name(target)}"


def take_name(place: int) -> str:
    return f"take {place_name(place)}"


def _may_see_draw(s: State, viewer: int | None) -> bool:
    """The first card lies open; any other is its owner's secret."""
    return viewer is None or s.phase == rules.TURN_UP or s.seat == viewer


def read(s: State, seat: int, text: str) -> int:
    if seat == NATURE:
        if card := _DRAW.fullmatch(text):
            return _kind(card[1], card[2])
        raise ValueError("a card drawn is written [Y4]: its colour Y, G, R or B, and its value 1 to 5")
    for action, answer in ANSWERS.items():
        if text == answer:
            return action
    if parts := _LAY.fullmatch(text):
        return _read_lay(s, seat, _kind(parts[1], parts[2]), _place(parts[3], parts[4]))
    if parts := _MOVE.fullmatch(text):
        return _read_move(s, seat, "AB".index(parts[1]), _place(parts[2], parts[3]), _place(parts[4], parts[5]))
    if parts := _TAKE.fullmatch(text):
        rank = int(rules.find(s, _place(parts[1], parts[2])))
        return rules.TAKE + (rank if rank != rules.NO_CARD else int(s.cards))
    raise ValueError(
        "a card is laid Y4@(1,0), a galleon moved A:(0,0)-(1,0), a card picked take (1,0); or it is again, done or keep"
    )


def _kind(colour: str, value: str) -> int:
    return LETTERS.index(colour) * rules.VALUES + int(value) - 1


def _place(x: str, y: str) -> int:
    if max(abs(int(x)), abs(int(y))) > FARTHEST:
        raise ValueError(f"no card is ever more than {FARTHEST} steps away from the first")
    return int(x) * rules.STRIDE + int(y)


def _read_lay(s: State, seat: int, kind: int, place: int) -> int:
    for galleon in range(rules.galleons(s, seat)):
        gap = place - int(s.galleon[seat, galleon])
        if gap in rules.STEP:
            return (galleon * 4 + rules.STEP.index(gap)) * rules.KINDS + kind
    return rules.OUT_OF_REACH


def _read_move(s: State, seat: int, galleon: int, origin: int, target: int) -> int:
    if galleon < rules.galleons(s, seat) and s.galleon[seat, galleon] != origin:
        raise ValueError(f"galleon {'AB'[galleon]} is on {place_name(s.galleon[seat, galleon])}")
    if target - origin not in rules.STEP:
        return rules.OUT_OF_REACH
    if s.galleon[seat, galleon] == s.galleon[seat, 0]:
        galleon = 0  # of two that share a card it is A that moves
    return rules.MOVE + galleon * 4 + rules.STEP.index(target - origin)


def turn(s: State) -> int:
    return int(s.turns)


def write_line(played: Sequence[Played], after: State) -> str:
    words: list[str] = []
    for _, text in played:
        if text.startswith("take ") and words and words[-1].startswith("take "):
            words[-1] += text.removeprefix("take ")
        else:
            words.append(text)
    return " ".join(words)


def read_line(s: State, line: str) -> list[tuple[int | None, str]]:
    actions: list[tuple[int | None, str]] = []
    for word in _WORD.findall(line):
        cards = _JOINED.findall(word)
        is_joined = word == "take " + "".join(cards)
        actions += [(None, f"take {card}") for card in cards] if is_joined else [(None, word)]
    return actions
