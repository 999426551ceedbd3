"""Whether an action has shown somebody what they could not know: then it is not taken back."""

from __future__ import annotations

from tablier.engine import kernels
from tablier.engine.position import Position

DEALS = 8
"""How many deals are tried to see whether an action has shown something that was hidden."""


def reveals(position: Position, who: int, action: int) -> bool:
    """Whether this action shows somebody what they could not know.

    It does if what they see of it depends on that: if, with what is hidden dealt otherwise, it would not be possible,
    or would look different afterwards.
    """
    after = position.copy()
    after.apply(who, action)
    for viewer in range(len(position.seats)):
        if viewer == who:
            continue
        known = position.view(viewer)
        if known == position:
            continue  # nothing is hidden from them
        seen = after.view(viewer).to_bytes()
        for deal in range(DEALS):
            other = known.deal(deal)
            if kernels.forbids(other.record, who, action):
                return True
            other.apply(who, action)
            kernels.hide(other.record, viewer)
            if other.to_bytes() != seen:
                return True
    return False
