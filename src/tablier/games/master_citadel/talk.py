"""Who may say what to whom: by the whole table, in secret, or not at all, as the variant and its phases have it."""

from __future__ import annotations

from tablier.core.kernels import State
from tablier.core.talk import FREE, SILENCE, Talk
from tablier.games.master_citadel import rules


def talk(s: State, seat: int) -> Talk:
    if s.variant == rules.BASIC:  # MC-11
        return Talk(aloud=True, secret=tuple(other for other in range(rules.SEATS) if other != seat))
    return FREE if s.phase == rules.DISCUSSION else SILENCE  # MC-13; MC-14, MC-15
