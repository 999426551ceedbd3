"""Where thinkers of other machines come in: a WebSocket for each machine. `work/lent.py` says what goes over it.

The first message tells who they are: {"thinker": "a name of its own", "version": ..., "jobs": 4, "quick": 1}. We say
every second how the nodes of the store are reached, so that thinkers find all of them by one: {"nodes": [...]}.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from secrets import compare_digest
from typing import Any, Final, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tablier import __version__
from tablier.bots.pool import Pool
from tablier.serve.api.limits import Bucket
from tablier.serve.nodes.peers import THINKER, thinkers_token_of
from tablier.serve.store import Store
from tablier.work.lent import Loan

log = logging.getLogger(__name__)

PATH: Final = "/node/think"

BEAT: Final = 1.0
"""Seconds from one word to a thinker to the next."""

SILENCE: Final = 3.0
"""Seconds without a word of theirs after which thinkers are gone: cut off, or frozen."""

OTHER_VERSION: Final = 4426
"""Closed because the thinker is of another version: it would not think the same."""

HERE_ALREADY: Final = 4409
"""Closed because the same thinker has another line to this node."""

NONSENSE: Final = 4400

ENOUGH: Final = 4429
"""Closed because there are thinkers enough, or because they come again and again: later there may be room."""

MOST_JOBS: Final = 1024
"""Of all thinkers together."""

ARRIVALS: Final = (1.0, 200.0)
"""Lines that begin, a second and at once: each is told of in the log."""


NO_MESSAGE: Final = (TimeoutError, ValueError, KeyError, TypeError, IndexError, RecursionError)
"""What is raised by silence, and by what is no message."""


class Hello(NamedTuple):
    """What thinkers say first."""

    name: str
    version: str
    jobs: int
    quick: int

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Hello:
        """Raises KeyError and TypeError."""
        hello = cls(told["thinker"], told["version"], told["jobs"], told["quick"])
        if [type(part) for part in hello] != [str, str, int, int]:
            raise TypeError("this is no greeting")
        return hello

    @property
    def processes(self) -> int:
        return self.jobs + self.quick


class Thinkers:
    """The machines that think for this server's bots."""

    def __init__(self, pool: Pool, store: Store, nodes: Callable[[], list[str]]) -> None:
        """`nodes` tells how all nodes are reached."""
        self._pool, self._store, self._nodes = pool, store, nodes
        self._here: dict[str, int] = {}
        """How many processes each has, by the name that it gives itself."""
        self._arrivals = Bucket(*ARRIVALS)

    @cached_property
    def _token(self) -> bytes:
        return thinkers_token_of(self._store.signer()).encode()

    async def serve(self, socket: WebSocket) -> None:
        """One line, from its beginning to its end."""
        if not compare_digest(socket.headers.get(THINKER, "").encode(), self._token):
            await socket.close()
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await socket.close(await self._meet(socket))

    async def _meet(self, socket: WebSocket) -> int:
        """Let somebody think for us for as long as they are there; why that is over."""
        try:
            hello = Hello.of(await _heard(socket))
        except NO_MESSAGE:
            return NONSENSE
        if problem := self._problem(hello):
            return problem
        self._here[hello.name] = hello.processes
        try:
            await self._borrow(socket, hello)
        finally:
            del self._here[hello.name]
        return NONSENSE

    def _problem(self, hello: Hello) -> int:
        """Why somebody is not let in; 0: they are."""
        if min(hello.jobs, hello.quick) < 0 or not 0 < hello.processes <= MOST_JOBS:
            return NONSENSE
        if hello.version != __version__:
            return OTHER_VERSION
        if hello.name in self._here:
            return HERE_ALREADY
        has_room = sum(self._here.values()) + hello.processes <= MOST_JOBS
        return 0 if has_room and self._arrivals.take() else ENOUGH

    async def _borrow(self, socket: WebSocket, hello: Hello) -> None:
        outbox: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        name = f"thinker of {socket.client.host if socket.client else '?'}"
        loan = Loan(name, hello.jobs, hello.quick, outbox.put_nowait)
        self._pool.borrow(loan)
        log.info("%s: %s come", name, hello.processes)
        work = [self._hear(socket, loan), _write(socket, outbox), self._tell(outbox), loan.ended.wait()]
        tasks = [asyncio.ensure_future(one) for one in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._pool.give_back(loan)
            log.warning("%s: %s are gone", name, hello.processes)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, socket: WebSocket, loan: Loan) -> None:
        """Until they go, are silent, or talk nonsense."""
        with suppress(WebSocketDisconnect, *NO_MESSAGE):
            while True:
                loan.hear(await _heard(socket))
                await asyncio.sleep(0)  # who talks without a pause does not keep others from being heard

    async def _tell(self, outbox: asyncio.Queue[Mapping[str, Any]]) -> None:
        while True:
            outbox.put_nowait({"nodes": self._nodes()})
            await asyncio.sleep(BEAT)


async def _write(socket: WebSocket, outbox: asyncio.Queue[Mapping[str, Any]]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while socket.application_state == WebSocketState.CONNECTED:
            await socket.send_text(json.dumps(await outbox.get()))


async def _heard(socket: WebSocket) -> dict[str, Any]:
    """The next message; raises TimeoutError where none comes, and others of NO_MESSAGE if it is none."""
    async with asyncio.timeout(SILENCE):
        message = json.loads(await socket.receive_text())
    if not isinstance(message, dict):
        raise TypeError("a message is an object")
    return message
