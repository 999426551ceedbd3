"""Tens: the alignments that a card of one's hand would complete, on each place where it may be laid (MI-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablier.engine.kernels import State
from tablier.games.master_islands import rules
from tablier.games.master_islands.chart import middle


@dataclass(frozen=True, slots=True)
class Ten:
    """Cards that lie on a line with a place, and what a card laid there would have to be."""

    place: int
    cards: tuple[int, ...]
    """Their places, along the line."""
    values: tuple[int, ...]
    missing: int


def tens(s: State, seat: int, places: Iterable[int]) -> list[Ten]:
    """For each of these places the ten with the most cards, where there is one that the seat has the card for."""
    missing = {int(rules.value_of(kind)) for kind in range(rules.KINDS) if s.hand[seat, kind]}
    best = [max(_tens_at(s, place, missing), key=lambda ten: len(ten.cards), default=None) for place in places]
    return [ten for ten in best if ten]


def tens_with(s: State, place: int, value: int, but: int = rules.NO_PLACE) -> Ten | None:
    """The ten with the most cards that a card of this value makes at a place; without the card at another, if any."""
    found = (ten for ten in _tens_at(s, place, {value}) if but not in ten.cards)
    return max(found, key=lambda ten: len(ten.cards), default=None)


def _tens_at(s: State, place: int, missing: set[int]) -> Iterator[Ten]:
    for line in _lines(s, place):
        sums: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
        for card in line:
            for total, chosen in list(sums.items()):
                longer = (*chosen, card)
                if total + card[1] < rules.TEN and len(longer) > len(sums.get(total + card[1], ())):
                    sums[total + card[1]] = longer
        for total, chosen in sums.items():
            if chosen and rules.TEN - total in missing:
                at, values = zip(*chosen, strict=True)
                yield Ten(place, at, values, rules.TEN - total)


def _lines(s: State, place: int) -> list[list[tuple[int, int]]]:
    """The cards that carry no galleon on each of the four lines through a place: where they lie, and their values."""
    lines: list[list[tuple[int, int]]] = [[], [], [], []]
    x, y = middle(place)
    for other, card in zip(s.place[: s.cards].tolist(), s.card[: s.cards].tolist(), strict=True):
        across, down = (to - here for to, here in zip(middle(other), (x, y), strict=True))
        value = int(rules.free_value(card))
        if value and other != place:
            for line, is_on in zip(lines, (across == 0, down == 0, across == down, across == -down), strict=True):
                if is_on:
                    line.append((other, value))
    return lines
