"""The machine that the server runs on: it is started, killed, loses its power, and is started again."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import anyio.to_thread

from tablier.bots.question import Question
from tablier.engine.talk import Message
from tablier.record import chance
from tablier.serve import identity, timing
from tablier.serve import tables as all_tables
from tablier.serve.api import limits as limits_module
from tablier.serve.api.app import make_app
from tablier.serve.api.limits import Limits
from tablier.serve.beside import Beside
from tablier.serve.live import Live
from tablier.serve.store import Store, gate, migrations, sqlite, writer
from tablier.serve.tables import Tables
from tests.simulator.disk import DRIVER, Disk
from tests.simulator.loop import Condition, Loop, Process, Queue, Thread, Time
from tests.simulator.network import Network

PATH = Path("/simulated/tables.db")


def stream(seed: int, name: str) -> Random:
    """Chance for one purpose: what others draw does not move it."""
    return Random(f"{seed} {name}")


class Thinkers:
    """Bots that take any legal action, by their seed, after a moment's thought; some say something before."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.readiness: dict[str, str] = {}
        self.thinkers = {"own": 0, "lent": 0}

    async def choose(self, question: Question, asker: object = None) -> str:
        random = Random(f"{question.seed} {question.view.hex()}")
        await asyncio.sleep(random.random() ** 4 * 5)
        self.machine.asked.append(question)
        return random.choice(question.position().legal(question.seat))

    async def speak(self, question: Question, asker: object = None) -> list[Message]:
        random = Random(f"{question.seed} {len(question.heard)} {question.view.hex()}")
        if random.random() < 0.7:
            return []
        return [Message(question.seat, (), "gesture", random.choice(("yes", "no", "hello")))]

    async def analyse(self, question: Question, asker: object = None) -> list[Any]:
        return []

    def want(self, game: str) -> None: ...

    def forget(self, table: str) -> None: ...


class NoLock:
    """There is only one server on this machine."""

    def __init__(self, path: Path) -> None: ...

    def take(self) -> None: ...

    def take_itself(self) -> None: ...

    def release(self) -> None: ...


class Ordered(dict[Any, None]):
    """A set that keeps its order: that of Python's own follows from where things are in memory."""

    def add(self, one: Any) -> None:
        self[one] = None

    def discard(self, one: Any) -> None:
        self.pop(one, None)


def _live(table: Any, used: int) -> Live:
    live = Live(table, used)
    live.connections = Ordered()  # type: ignore[assignment]
    return live


class Faults(logging.Handler):
    """What the server logs as wrong."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.exc_info[1] if record.exc_info else None
        self.found.append(f"{record.getMessage()}: {problem!r}")


class Machine:
    """One machine with one disk, and a server that is on or off."""

    def __init__(self, loop: Loop, network: Network, seed: int) -> None:
        self.loop, self.network, self.seed = loop, network, seed
        self.random = stream(seed, "machine")
        self.disk = Disk()
        self.lives = 0
        self.tables: Tables | None = None
        self.asked: list[Question] = []
        """What bots were asked, since somebody looked."""
        self.started = 0.0
        self.faults = Faults()
        self.secrets = stream(seed, "secrets")
        self.time = Time(loop)

    async def start(self) -> None:
        """Start the server on what the disk has."""
        self.lives += 1
        process = Process(self.loop, stream(self.seed, f"process {self.lives}"))
        await process.spawn(self._start(process))

    async def _start(self, process: Process) -> None:
        DRIVER.disk = self.disk
        timing._turning = timing.Turning()
        opened = Store(PATH)
        opened.open()
        tables = Tables(opened, Thinkers(self), bot_pause=0.1)
        tables.background._tasks = Ordered()  # type: ignore[assignment]
        app = application()
        app.state.tables, app.state.reading = tables, Beside("files", 2, each=1, most=32)
        _renew(app.state.limits)
        await tables.start()
        self.tables, self.started = tables, self.loop.time()
        self.network.app, self.network.process = app, process

    async def stop(self) -> None:
        """Politely."""
        process, tables = self.network.process, self.tables
        if process and tables:
            self.network.fall_down()
            await process.spawn(tables.stop())
            process.context.run(tables.store.close)
            await self._end(process)
            self.disk = Disk(self.disk.after_a_kill())

    async def kill(self) -> None:
        """It has no time for anything; the system goes on."""
        await self._fall(power=False)

    async def lose_power(self) -> None:
        await self._fall(power=True)

    async def _fall(self, power: bool) -> None:
        process, tables = self.network.process, self.tables
        if not process or not tables:
            return
        left = self.disk.after_a_power_cut(self.random) if power else self.disk.after_a_kill()
        self.network.fall_down()
        await self._end(process)
        if tables.store._engine:
            tables.store._engine.dispose()
        self.disk = Disk(left)

    async def _end(self, process: Process) -> None:
        self.tables = None
        await process.kill()

    def rot(self, number: int) -> str:
        """While it is off one byte of one event of a game that is on goes bad; the table."""
        DRIVER.disk = self.disk
        with closing(sqlite3.connect(str(PATH), isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            rows = connection.execute(
                "SELECT table_id, number, body FROM events JOIN tables ON id = table_id WHERE status = 'playing' "
                "AND number > 1 ORDER BY table_id, number"
            ).fetchall()
            if not rows:
                return ""
            table, event, body = rows[number % len(rows)]
            place = number % len(body)
            other = chr(ord(body[place]) ^ 1)
            connection.execute(
                "UPDATE events SET body = ? WHERE table_id = ? AND number = ?",
                (body[:place] + other + body[place + 1 :], table, event),
            )
        self.disk = Disk(self.disk.after_a_kill())
        return str(table)


@cache
def application() -> Any:
    """Made once: what a server has of its own is put into its state."""
    return make_app(Store(PATH), Thinkers(None), Limits(), 0.1)  # type: ignore[arg-type]


def _renew(limits: Limits) -> None:
    """Every server counts from the beginning; so many requests as a session makes come from few addresses."""
    fresh = Limits()
    for name in ("requests", "tables", "reading", "hints", "commands", "all_commands"):
        buckets = getattr(limits, name)
        buckets._buckets.clear()
        buckets.rate, buckets.most = getattr(fresh, name).rate, getattr(fresh, name).most
    limits.tables.most = limits.requests.most = limits.all_commands.most = 1e6


@contextmanager
def simulated(machine: Machine) -> Iterator[None]:
    """Time, threads, secrets, locks and disks are those of the machine."""
    time, drawn = machine.time, machine.secrets
    secrets = SimpleNamespace(
        token_urlsafe=lambda size: (drawn.randbytes(size).hex() * 2)[: -(-size * 4 // 3)],
        token_hex=lambda size: drawn.randbytes(size).hex(),
        token_bytes=drawn.randbytes,
    )
    threads = SimpleNamespace(Thread=Thread, Condition=Condition)
    patches: list[Any] = [
        mock.patch.object(timing, "time", time), mock.patch.object(timing, "_turning", timing.Turning()),
        mock.patch.object(timing, "LOOK", 0.2), mock.patch.object(limits_module, "time", time),
        mock.patch.object(writer, "time", time), mock.patch.object(sqlite, "time", time),
        mock.patch.object(writer, "threading", threads), mock.patch.object(gate, "threading", threads),
        mock.patch.object(writer, "SimpleQueue", Queue),
        mock.patch.object(sqlite, "Lock", NoLock), mock.patch.object(sqlite, "_make_file", return_value=True),
        mock.patch.object(identity, "secrets", secrets), mock.patch.object(chance, "secrets", secrets),
        mock.patch.object(migrations, "secrets", secrets),
        mock.patch.object(anyio.to_thread, "run_sync", _at_once), mock.patch.object(all_tables, "Live", _live),
    ]  # fmt: skip
    log = logging.getLogger("tablier")
    with ExitStack() as stack:
        for patch in patches:
            stack.enter_context(patch)
        stack.enter_context(DRIVER.installed())
        log.addHandler(machine.faults)
        stack.callback(log.removeHandler, machine.faults)
        propagates, log.propagate = log.propagate, False
        stack.callback(setattr, log, "propagate", propagates)
        yield


async def _at_once(work: Any, *given: Any, **more: Any) -> Any:
    return work(*given)
