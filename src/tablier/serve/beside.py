"""Work that takes the longer the longer a game is: done in threads beside the event loop, which turns meanwhile."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TypeVar

from tablier.serve.errors import TooMuch
from tablier.work.fair import Fair

T = TypeVar("T")


class Beside:
    """So many threads, which do one thing after the other, in fair turns between those who ask."""

    def __init__(self, name: str, threads: int = 1, *, each: int = 1 << 30, most: int = 1 << 30) -> None:
        """For one and the same so many threads work at a time (`each`), and so many pieces of work wait (`most`)."""
        self._each, self._most = each, most
        self._working: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(threads, f"tablier-{name}")
        self._free = threads
        self._fair, self._numbers = Fair(), count()
        self._waiting: list[tuple[float, int, str, asyncio.Future[None]]] = []
        self._asked: Counter[str] = Counter()
        """How much each waits for."""

    async def do(self, who: str, work: Callable[[], T], cost: float = 1.0) -> T:
        """Do it, when it is their turn; raises TooMuch, and whatever the work raises."""
        if self._asked[who] >= self._most:
            raise TooMuch
        self._asked[who] += 1
        try:
            await self._turn(who, cost)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
            finally:
                self._release(who)
        finally:
            _less(self._asked, who)

    def stop(self) -> None:
        """What has been begun comes to its end; nobody waits for it."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, who: str, cost: float) -> None:
        turn = asyncio.get_running_loop().create_future()
        insort(self._waiting, (self._fair.place(who, cost=cost), next(self._numbers), who, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # a thread was kept for it
                self._release(who)
            raise

    def _release(self, who: str) -> None:
        self._free += 1
        _less(self._working, who)
        self._go_on()

    def _go_on(self) -> None:
        self._waiting = [one for one in self._waiting if not one[3].done()]
        for one in list(self._waiting):
            place, _, who, turn = one
            if self._free and self._working[who] < self._each:
                self._waiting.remove(one)
                self._fair.served(place)
                self._free -= 1
                self._working[who] += 1
                turn.set_result(None)


def _less(counts: Counter[str], who: str) -> None:
    counts[who] -= 1
    if not counts[who]:
        del counts[who]
