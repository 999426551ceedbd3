"""Positions from diagrams, so that a test reads like the rule it holds.

           -1      0      1        the columns
     1     ..      Y4     ..       one line for each row, the highest first: cards, or .. where there is none
     0     R1:0A   B3     G5:1AB   after a colon, who lies there: a seat, and the letters of its galleons

Galleons that are not drawn lie on the first card of the diagram.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tablier.engine.errors import IllegalAction
from tablier.engine.kernels import State
from tablier.engine.position import Position
from tablier.games.master_islands import rules
from tablier.games.master_islands.notation import card_name

Place = tuple[int, int]
REEF = -20
"""The row that takes the cards of the pile that a test does not want."""


def arrange(
    diagram: str,
    *,
    hands: dict[int, str] | None = None,
    taken: dict[int, str] | None = None,
    to_move: int = 0,
    phase: int = rules.DISCOVERY,
    left: int | None = None,
    **options: Any,
) -> Position:
    """The position of a diagram, where a seat begins its discovery, or another phase.

    Hands that are not given are dealt from the lowest cards; `taken` gives the cards that seats have taken; `left` is
    how many cards the pile has, the others lie on a reef far below.
    """
    position = Position("master-islands", **options)
    s = position.record
    s.seat = rules.NOBODY
    cards, ships = _drawn(diagram)
    for place, card in cards.items():
        rules.put(s, _number(place), _from_pile(s, card))
    _moor(s, ships, next(iter(cards)))
    for seat, owned in (taken or {}).items():
        for card in owned.split():
            kind = _from_pile(s, card)
            s.taken[seat, kind] += 1
            s.won[seat] += 1
            s.worth[seat] += rules.value_of(kind)
    _deal(s, hands or {})
    for x in range(int(s.left) - left if left is not None else 0):
        rules.put(s, _number((x - 12, REEF)), _from_pile(s, _lowest(s)))
    rules.mark_anchorages(s)
    rules.begin(s, to_move, phase)
    return position


def _deal(s: State, hands: dict[int, str]) -> None:
    for seat in range(s.players):
        for card in hands.get(seat, "").split():
            _give(s, seat, card)
    for seat in range(s.players):
        while seat not in hands and s.held[seat] < rules.HAND and not rules.is_corsair(s, seat):
            _give(s, seat, _lowest(s))


def _give(s: State, seat: int, card: str) -> None:
    s.hand[seat, _from_pile(s, card)] += 1
    s.held[seat] += 1


def _lowest(s: State) -> str:
    return card_name(min((kind for kind in range(rules.KINDS) if s.stock[kind]), key=rules.value_of))


def _from_pile(s: State, card: str) -> int:
    kind = "YGRB".index(card[0]) * rules.VALUES + int(card[1]) - 1
    assert s.stock[kind] > 0, f"there are not so many {card}"
    s.stock[kind] -= 1
    s.left -= 1
    return kind


def _moor(s: State, ships: dict[tuple[int, str], Place], otherwise: Place) -> None:
    for seat in range(s.players):
        for galleon in range(rules.galleons(s, seat)):
            place = _number(ships.pop((seat, "AB"[galleon]), otherwise))
            s.galleon[seat, galleon] = place
            s.card[rules.find(s, place)] += rules.SHIP
    assert not ships, f"nobody has the galleons {ships}"


def _drawn(diagram: str) -> tuple[dict[Place, str], dict[tuple[int, str], Place]]:
    header, *rows = [line.split() for line in diagram.strip().splitlines()]
    cards: dict[Place, str] = {}
    ships: dict[tuple[int, str], Place] = {}
    for y, *cells in rows:
        for x, cell in zip(header, cells, strict=True):
            if cell != "..":
                card, *crews = cell.split(":")
                cards[int(x), int(y)] = card
                ships |= {(int(crew[0]), letter): (int(x), int(y)) for crew in crews for letter in crew[1:]}
    return cards, ships


def _number(place: Place) -> int:
    return place[0] * rules.STRIDE + place[1]


# --- what there is in a position --------------------------------------------------------------------------------------


def table_of(position: Position) -> dict[Place, str]:
    """The cards on the table."""
    s = position.record
    places = [int(place) for place in s.place[: s.cards]]
    assert places == sorted(places), "the cards are in the order of places"
    assert (s.place[s.cards :] == rules.NO_PLACE).all()
    assert (s.card[s.cards :] == rules.NO_CARD).all()
    return {_place(place): card_name(int(s.card[rank] % rules.SHIP)) for rank, place in enumerate(places)}


def fleet_of(position: Position) -> dict[tuple[int, str], Place]:
    """Where the galleons are."""
    s = position.record
    if s.cards == 0:
        return {}
    fleet = {
        (seat, "AB"[galleon]): _place(int(s.galleon[seat, galleon]))
        for seat in range(s.players)
        for galleon in range(rules.galleons(s, seat))
    }
    for place in s.place[: s.cards]:
        carried = s.card[rules.find(s, place)] // rules.SHIP
        assert carried == list(fleet.values()).count(_place(int(place))), "a card knows how many galleons it carries"
    return fleet


def hand_of(position: Position, seat: int) -> Counter[str]:
    hand = _cards(position.record.hand[seat])
    assert hand.total() == position.record.held[seat]
    return hand


def pile_of(position: Position) -> Counter[str]:
    pile = _cards(position.record.stock)
    assert pile.total() == position.record.left
    return pile


def taken_by(position: Position, seat: int) -> Counter[str]:
    taken, s = _cards(position.record.taken[seat]), position.record
    assert taken.total() == s.won[seat]
    assert sum(int(card[1]) * n for card, n in taken.items()) == s.worth[seat]
    return taken


def _cards(counts: Any) -> Counter[str]:
    return Counter({card_name(kind): int(count) for kind, count in enumerate(counts) if count})


def _place(number: int) -> Place:
    return int(rules.x_of(number)), int(rules.y_of(number))


def winners(position: Position) -> set[int]:
    """The seats that share the win, in equal parts."""
    shares = position.shares or ()
    sharing = {seat for seat, share in enumerate(shares) if share}
    assert all(shares[seat] == Fraction(1, len(sharing)) for seat in sharing)
    return sharing


# --- what may be done -------------------------------------------------------------------------------------------------


def lays(position: Position) -> set[str]:
    """The places where a card may be laid."""
    return {action.split("@")[1] for action in position.legal() if "@" in action}


def moves(position: Position) -> set[str]:
    return {action for action in position.legal() if ":" in action}


def takes(position: Position) -> set[str]:
    """The cards that may be picked."""
    return {action.removeprefix("take ") for action in position.legal() if action.startswith("take ")}


def play(position: Position, *actions: str) -> Position:
    """The same position, after these actions."""
    for action in actions:
        position.play(action)
    return position


def refused_by(position: Position, action: str, seat: int | None = None) -> str:
    """The rule by which an action is refused; it must not be on the list either."""
    before = position.to_bytes()
    assert action not in position.legal(seat)
    with pytest.raises(IllegalAction) as refusal:
        position.play(action, seat)
    assert position.to_bytes() == before
    return refusal.value.rule
