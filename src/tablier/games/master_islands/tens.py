"""Tens: the alignments that a card of one's hand would complete, on each place where it may be laid (MI-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablier.engine.kernels import State
from tablier.games.master_islands import rules
from tablier.games.master_islands.chart import middle
from tablier.games.master_islands.table import Table, known, table


@dataclass(frozen=True, slots=True)
class Ten:
    """Cards that lie on a line with a place, and what a card laid there would have to be."""

    place: int
    cards: tuple[int, ...]
    """Their places, along the line."""
    values: tuple[int, ...]
    missing: int


def tens(s: Table, hand: Iterable[int], places: Iterable[int]) -> list[Ten]:
    """For each of these places the ten with the most cards, where there is one that the hand has the card for."""
    missing, cards = {rules.value_of(kind) for kind, count in enumerate(hand) if count}, _free_cards(s)
    best = [max(_tens_at(cards, place, missing), key=lambda ten: len(ten.cards), default=None) for place in places]
    return [ten for ten in best if ten]


def tens_with(s: State, place: int, value: int, but: int = rules.NO_PLACE) -> Ten | None:
    """The ten with the most cards that a card of this value makes at a place; without the card at another, if any."""
    found = (ten for ten in _tens_at(_free_cards(table(known(s))), place, {value}) if but not in ten.cards)
    return max(found, key=lambda ten: len(ten.cards), default=None)


Card = tuple[int, int, int, int]
"""Where a card lies: its place, its column, its row; and its value."""


def _free_cards(s: Table) -> list[Card]:
    """Those that carry no galleon."""
    on_table = zip(s.place, s.card, strict=True)
    return [(place, *middle(place), rules.value_of(card)) for place, card in on_table if card < rules.SHIP]


def _tens_at(cards: Sequence[Card], place: int, missing: set[int]) -> Iterator[Ten]:
    for line in filter(None, _lines(cards, place)):
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


def _lines(cards: Sequence[Card], place: int) -> list[list[tuple[int, int]]]:
    """The cards on each of the four lines through a place: where they lie, and their values."""
    lines: list[list[tuple[int, int]]] = [[], [], [], []]
    column, row = middle(place)
    for other, x, y, value in cards:
        across, down = x - column, y - row
        if across == 0:
            line = lines[0]
        elif down == 0:
            line = lines[1]
        elif across == down:
            line = lines[2]
        elif across == -down:
            line = lines[3]
        else:
            continue
        if other != place:
            line.append((other, value))
    return lines
