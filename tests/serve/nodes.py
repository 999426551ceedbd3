"""Several real nodes on one real PostgreSQL, and what people reach them by: a balancer, as a proxy in front of them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import httpx

from tests.postgres import Cluster
from tests.serve.serving import free_port

PROGRAM = """
import os, signal, sys
from tablier.serve import run
from tablier.serve.api.limits import Limits
from tests.serve.hosting import QuickThinkers
run.Pool = lambda *given, **more: QuickThinkers()
store, port, node, requests = sys.argv[1:]
tell = lambda address: print(address, flush=True)
limits = Limits.none()
if requests:
    from tablier.serve.api.limits import Buckets
    limits.requests = Buckets(rate=0, most=int(requests))
run.serve(store, "127.0.0.1", int(port), node=node, limits=limits, bot_pause=0, ready=tell)
"""


class Node:
    """One server of several, in a process of its own; it can be killed, frozen, stopped, and started again."""

    def __init__(
        self, store: str, program: str = PROGRAM, *, requests: int | None = None, sources: Path | None = None
    ) -> None:
        """`requests`: how many one address has in all; `sources`: the folder of another version than this one."""
        self.store, self.program, self.requests, self.sources = store, program, requests, sources
        self.port = free_port()
        self.url = self.node = f"http://127.0.0.1:{self.port}"
        """`node`: how the other nodes reach it."""
        self.process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        given = [self.store, str(self.port), self.node, str(self.requests or "")]
        command = [sys.executable, "-c", self.program, *given]
        environment = os.environ | {"TABLIER_JIT": "0", "TABLIER_LOG": "ERROR"}
        if self.sources:
            environment["PYTHONPATH"] = f"{self.sources / 'src'}{os.pathsep}{self.sources}"
        folder = self.sources or Path.cwd()  # what is run by -c finds modules where it stands, before all else
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
        assert self.process.stdout
        assert await asyncio.to_thread(self.process.stdout.readline), "the node did not start"

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None

    async def stop(self) -> int:
        """Politely; its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(self.process.wait)
        code = self.process.returncode
        self.kill()
        return code

    def freeze(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)


class Way:
    """How other nodes reach one; it can be closed, while people still come to it."""

    def __init__(self, node: Node) -> None:
        self._to, self.port = node.port, free_port()
        node.node = f"http://127.0.0.1:{self.port}"
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_open = True

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._server.close()
        self.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        self.is_open = False
        for task in self._tasks:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            with suppress(asyncio.CancelledError):  # asyncio would say that it is a fault
                if self.is_open:
                    await _join(reader, writer, self._to)
        finally:
            self._tasks.discard(task)
            writer.close()


class Reached(Protocol):
    """A server that people can come to."""

    port: int
    url: str


class Balancer:
    """What stands before several nodes: a connection goes to any of them that is well, by its own word."""

    LOOK = 0.25
    """Seconds from one look at who is well to the next."""

    def __init__(self, nodes: Sequence[Reached], seed: int = 0) -> None:
        self.nodes = nodes
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._well: set[Reached] = set()
        self._random = random.Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._http = httpx.AsyncClient(timeout=2.0, trust_env=False)
        await self._look()
        self._looking = asyncio.create_task(self._look_on())
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for task in (self._looking, *self._tasks):
            task.cancel()
        await asyncio.gather(self._looking, *self._tasks, return_exceptions=True)
        await self._http.aclose()

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(self.LOOK)
            await self._look()

    async def _look(self) -> None:
        await asyncio.gather(*map(self._look_at, self.nodes))

    async def _look_at(self, node: Reached) -> None:
        try:
            is_well = (await self._http.get(f"{node.url}/api/v1/health")).status_code == 200
        except httpx.HTTPError:
            is_well = False
        (self._well.add if is_well else self._well.discard)(node)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            await self._carry(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nodes = [node for node in self.nodes if node in self._well] or [*self.nodes]  # the machine may be busy
        self._random.shuffle(nodes)
        for node in nodes:
            with suppress(ConnectionRefusedError):
                await _join(reader, writer, node.port)
                return


async def _join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    """Carry everything to a port and back, until one side ends."""
    there, back = await asyncio.open_connection("127.0.0.1", port)
    ways = [asyncio.create_task(_copy(reader, back)), asyncio.create_task(_copy(there, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        back.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()


class Cooperative:
    """So many nodes on a database of their own, with a balancer before them."""

    def __init__(self, postgres: Cluster, count: int = 2) -> None:
        self.postgres, self.store = postgres, postgres.new_database()
        self.nodes = [Node(self.store) for _ in range(count)]
        self.balancer = Balancer(self.nodes)

    async def __aenter__(self) -> Self:
        for node in self.nodes:
            await node.start()
        await self.balancer.__aenter__()
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.balancer.__aexit__(None, None, None)
        for node in self.nodes:
            node.kill()

    @property
    def url(self) -> str:
        return self.balancer.url

    def owners(self) -> list[int]:
        """The nodes that look after tables whose game is on, by what the store says."""
        found = self._ask("SELECT DISTINCT node FROM leases JOIN tables ON id = table_id WHERE status = 'playing'")
        return sorted(row[0] for row in found)

    def there(self) -> list[int]:
        """The nodes that are there."""
        return sorted(row[0] for row in self._ask("SELECT number FROM nodes WHERE NOT gone"))

    def _ask(self, statement: str) -> list[Any]:
        return self.postgres.do(statement, self.store.rpartition("/")[2])
