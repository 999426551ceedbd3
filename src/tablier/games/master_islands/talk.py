"""Who may say what in Master Islands."""

from __future__ import annotations

from functools import lru_cache

from tablier.engine.kernels import State
from tablier.engine.talk import FREE, POINT, Talk
from tablier.games.master_islands import rules
from tablier.games.master_islands.look import COLOURS, card_id, place_id
from tablier.games.master_islands.sea import free_places

GESTURES_ONLY = Talk(aloud=False)
COLOURS_AND_FINGERS = (*COLOURS, *(f"fingers {n + 1}" for n in range(rules.VALUES)))


def talk(s: State, seat: int) -> Talk:
    """MI-18: in teams it depends on where the partners' galleons are. MI-23: otherwise everybody may talk aloud."""
    if s.mode != rules.TEAMS:
        return FREE
    partner = (seat + 2) % rules.SEATS
    here, there = s.galleon[seat, 0], s.galleon[partner, 0]
    if here == rules.NO_PLACE:  # the cards are still being dealt
        return GESTURES_ONLY
    if here == there:
        return Talk(aloud=True, secret=(partner,))
    return FREE if rules.is_beside(here, there) else GESTURES_ONLY


def signs(s: State, seat: int) -> list[str]:
    """MI-18: to point at what lies open, a card or a free place; a colour; one to five fingers. A hand is not shown."""
    return [*_signs(tuple(s.place[: s.cards].tolist()))]


@lru_cache(maxsize=1024)
def _signs(cards: tuple[int, ...]) -> tuple[str, ...]:
    items = (*map(card_id, cards), *map(place_id, free_places(cards)))
    return *COLOURS_AND_FINGERS, *(POINT + item for item in items)
