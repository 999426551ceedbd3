"""Who may say what in Master Islands."""

from __future__ import annotations

from tablier.engine.kernels import State
from tablier.engine.talk import FREE, Talk
from tablier.games.master_islands import rules

GESTURES_ONLY = Talk(aloud=False)


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
