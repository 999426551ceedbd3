"""What comes for one who waits for it."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue for one who takes out, in the order in which others put in.

    asyncio's own has room for many who wait: three kilobytes, which every connection would take three times.
    """

    __slots__ = ("_things", "_waiter")

    def __init__(self) -> None:
        self._things: list[T] = []
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._things)

    def empty(self) -> bool:
        return not self._things

    def put_nowait(self, thing: T) -> None:
        self._things.append(thing)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def get_nowait(self) -> T:
        return self._things.pop(0)

    async def get(self) -> T:
        await self.first()
        return self._things.pop(0)

    async def first(self) -> T:
        """What is to be taken out next; it stays in."""
        while not self._things:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._things[0]
