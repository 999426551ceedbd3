"""What ends by itself at a table: somebody's time to think, a discussion, waiting for what was pledged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tablier.serve import timing
from tablier.serve.live import Live
from tablier.serve.store import StoreTrouble
from tablier.serve.table.events import Event, Said

if TYPE_CHECKING:
    from tablier.serve.tables import Tables

DAY = 86_400
"""Seconds that a timer waits at most; then it looks again."""

AGAIN = 1.0
"""Seconds until an end is tried again, where the store is in trouble."""

HEARING = 0.05
"""The same where somebody has been heard in time, and what they ask for is still being carried out."""


def follow_talk(live: Live, events: Iterable[Event] = ()) -> None:
    """Keep in mind when something was said last, and since when a discussion has been on, in games that have one."""
    table = live.table
    if Said in map(type, events):
        live.talked = timing.steady()
    if table.status != "playing" or not table.game.talk_rules.closing(table.match.current.record):
        live.discussed = None
    elif live.discussed is None:
        live.discussed = live.talked = timing.steady()


class Deadlines:
    """A timer for each table at which something will end by itself."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._heard: dict[str, list[int]] = {}
        """When those commands arrived that are being carried out, by table."""

    def hear(self, id: str, arrived: int) -> None:
        """A command arrived; until it is `answered`, no time is over for it that was not over then."""
        self._heard.setdefault(id, []).append(arrived)

    def answered(self, id: str, arrived: int) -> None:
        """It was carried out, or refused."""
        heard = self._heard[id]
        heard.remove(arrived)
        if not heard:
            del self._heard[id]

    def set(self, live: Live) -> None:
        """Wake up when the next thing ends at this table."""
        id = live.table.id
        self.forget(id)
        flag = live.table.clock.deadline() if live.table.status == "playing" else None
        if ends := [end for end in (flag, live.discussion_end, live.table.giving_end) if end is not None]:
            delay = max(HEARING if id in self._heard else 0.001, (min(ends) - timing.steady()) / 1000 + 0.001)
            self._timers[id] = asyncio.get_running_loop().call_later(min(delay, DAY), self._wake, id)

    def forget(self, id: str) -> None:
        """Nothing ends at this table any more."""
        if timer := self._timers.pop(id, None):
            timer.cancel()

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _wake(self, id: str) -> None:
        self._timers.pop(id, None)
        self._tables.background.spawn(self._time_is_up(id))

    async def _time_is_up(self, id: str) -> None:
        live = await self._tables.live(id)
        async with live.lock:
            events = _ended(live, min([timing.steady(), *self._heard.get(id, ())]))
            try:
                if events:
                    await self._tables.commit(live, events)
                else:
                    self.set(live)
            except StoreTrouble:
                await asyncio.sleep(AGAIN)
                self.set(live)
                raise


def _ended(live: Live, now: int) -> list[Event]:
    """What comes of the time that is over."""
    if events := live.table.begin_without(now) or live.table.flag(now):
        return events
    is_talked_out = live.discussion_end is not None and now >= live.discussion_end
    return live.table.close_discussion(now) if is_talked_out else []
