"""Work that takes the longer the longer a game is: done in threads beside the event loop, which turns meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from tablier.serve.errors import TooMuch
from tablier.work.fair import Fair

T = TypeVar("T")


class Beside:
    """So many threads, which do one thing after the other, in fair turns between those who ask."""

    def __init__(self, name: str, threads: int = 1, most: int = 1 << 30) -> None:
        """Of one and the same so many pieces of work may wait at `most`."""
        self._most = most
        self._threads = ThreadPoolExecutor(threads, f"tablier-{name}")
        self._free = threads
        self._fair, self._numbers = Fair(), count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._asked: dict[str, int] = {}
        """How much each waits for."""

    async def do(self, who: str, work: Callable[[], T], cost: float = 1.0) -> T:
        """Do it, when it is their turn; raises TooMuch, and whatever the work raises."""
        if self._asked.get(who, 0) >= self._most:
            raise TooMuch
        self._asked[who] = self._asked.get(who, 0) + 1
        try:
            await self._turn(who, cost)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
            finally:
                self._free += 1
                self._go_on()
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    def stop(self) -> None:
        """What has been begun comes to its end; nobody waits for it."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, who: str, cost: float) -> None:
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (self._fair.place(who, cost=cost), next(self._numbers), turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # a thread was kept for it
                self._free += 1
                self._go_on()
            raise

    def _go_on(self) -> None:
        while self._free and self._waiting:
            place, _, turn = heappop(self._waiting)
            if not turn.done():
                self._fair.served(place)
                self._free -= 1
                turn.set_result(None)
