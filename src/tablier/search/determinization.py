"""Determinization: a full state that may lie behind what a seat sees.

Whatever decides by a state that it was not given as a view, in search, self-play or a batch, gets it here: a greedy
loop that played on full states saw the orders already written, and gave Master Citadel's last seat 99.7 % of the wins.
"""

from __future__ import annotations

from tablier.engine.insight import recall
from tablier.engine.kernels import Buffer, State, deal, hide, kernel


@kernel
def determinize(view: State, seat: int, random: Buffer) -> None:
    """In place, fill the blanks of a seat's view. Secret choices of a simultaneous move are still to be made.

    So who chooses last knows no more than who chooses first: nothing stands behind a choice that could be dealt.
    """
    recall(view)
    deal(view, seat, random)


@kernel
def resample(s: State, seat: int, random: Buffer) -> None:
    """In place, make of a full state another that the seat cannot tell from it."""
    hide(s, seat)
    determinize(s, seat, random)
