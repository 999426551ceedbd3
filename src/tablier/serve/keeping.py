"""How long things are kept: whatever is older than the host wants is forgotten, a few at a time."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tablier.serve import timing
from tablier.serve.errors import Moved
from tablier.serve.store import Change, Purge

if TYPE_CHECKING:
    from tablier.serve.tables import Tables

EVERY = 600.0
"""Seconds from one look at what is old to the next."""

AT_ONCE = 1000
"""Tables of a kind that are forgotten in one look; others have their turn between any two."""

DAY = 86_400


async def tidy(tables: Tables) -> None:
    """Forget what is old; not a table at which somebody is."""
    now, quotas = timing.wall(), tables.quotas
    kept = {"over": quotas.keep, "playing": quotas.keep_unfinished, "open": quotas.keep_waiting}
    for status, seconds in kept.items():
        if seconds is not None:
            for id in await tables.overview.quiet_since(status, now - seconds * 1000, AT_ONCE):
                if not tables.is_needed(id):  # now: somebody may have come while others were forgotten
                    with suppress(Moved):  # it is for another node to forget
                        await tables.remove(id)
    reports = now - quotas.keep_reports * 1000 if quotas.keep_reports is not None else 0
    await tables.store.commit(Change(purge=Purge(openers=now - DAY * 1000, reports=reports)))
