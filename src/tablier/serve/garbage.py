"""When Python looks for garbage: it stops everything meanwhile, the longer the more there is to look at.

What nobody holds any more is gone at once, without a look; only what holds itself has to be found, and tables and
connections do not. So a look is at what is new, a little at a time, and what is in use then is not looked at again
until nobody is there.
"""

from __future__ import annotations

import gc

NEW = 5_000
"""Objects that are new, more than are gone, before they are looked at: some milliseconds."""

NEVER = 1 << 30


def look_at_new() -> None:
    """From now on look only at what is new."""
    gc.freeze()
    gc.set_threshold(NEW, NEVER, NEVER)
    gc.callbacks.append(_set_aside)


def look_at_all() -> None:
    """Look at everything, as long as it takes; where Python looks as it does by itself, there is no need to."""
    if _set_aside in gc.callbacks:
        gc.unfreeze()
        gc.collect()


def _set_aside(phase: str, info: dict[str, int]) -> None:
    if phase == "stop":
        gc.freeze()
