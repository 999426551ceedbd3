"""The session by which the database knows that a node is there: as long as it lives, it holds the node's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from tablier.serve.nodes import leases
from tablier.serve.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class Presence:
    """One session of the store, in a thread of its own; it is made again where it breaks."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, "tablier-node")
        self._line: sa.Connection | None = None
        self._number = 0
        """The node whose lock it holds; 0: none."""

    async def join(self, address: str, version: str, at: int) -> int:
        """Become a node; its number."""
        self._number = 0
        await self._in_thread(self._disconnect)
        number = await self.do(leases.join, address, version, at)
        self._number = number
        await self._in_thread(self._disconnect)  # the next session begins with its lock
        return number

    async def do(self, work: Callable[Concatenate[sa.Connection, P], T], *given: P.args, **more: P.kwargs) -> T:
        """One transaction; raises StoreTrouble."""
        return await self._in_thread(partial(self._do, work, *given, **more))

    async def close(self) -> None:
        """The lock goes with the session."""
        await self._in_thread(self._disconnect)
        self._thread.shutdown(wait=False)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _do(self, work: Callable[..., T], *given: Any) -> T:
        database = self._store.database
        with database.told():
            line = self._line = self._line or self._connected()
            try:
                line.exec_driver_sql(database.BEGIN)
                found = work(line, *given)
                line.exec_driver_sql("COMMIT")
            except Exception:
                self._roll_back(line)
                raise
            return found

    def _roll_back(self, line: sa.Connection) -> None:
        """The session goes on, and the lock stays with it, if it can."""
        try:
            line.exec_driver_sql("ROLLBACK")
        except Exception:
            self._disconnect()

    def _connected(self) -> sa.Connection:
        line = self._store.session()
        if self._number:
            leases.lock(line, self._number)
        return line

    def _disconnect(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):
                line.invalidate()
            with suppress(Exception):
                line.close()
