"""One session: a plan carried out, and everything that must hold looked at all the while."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any
from unittest import mock

from tablier.engine.kernels import PUBLIC
from tablier.serve import broadcast
from tablier.serve.nodes.owners import Alone
from tablier.serve.store import BadStore
from tablier.serve.tables import Tables
from tests.simulator import judge as judging
from tests.simulator.judge import Judge, Violation
from tests.simulator.loop import Loop, Standstill
from tests.simulator.machine import Machine, simulated, stream
from tests.simulator.network import Lost, Network
from tests.simulator.people import Person, Player
from tests.simulator.plan import PACES, SETTINGS, At, Fault, Plan

CALM = 30.0
"""Seconds without faults at the end, in which all who wait get an answer."""

LOOKS = 0.25
"""Seconds between looks."""


@dataclass(frozen=True)
class Verdict:
    """What came of a session."""

    violation: str
    """Empty: none."""
    trace: str
    """A hash of all that was said and stored."""
    commands: int
    views: int
    lives: int


class Session:
    """People, a network, a machine."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.loop = Loop()
        self.network = Network(self.loop)
        self.machine = Machine(self.loop, self.network, plan.seed)
        self.judge = Judge(self.machine)
        self.is_over = False
        self.found: BaseException | None = None
        self._people: set[asyncio.Task[None]] = set()
        self._falling = asyncio.Lock()
        self._outside = copy_context()

    def run(self) -> Verdict:
        try:
            with simulated(self.machine), _watched(self):
                self.loop.run_until_complete(self._run())
        except Standstill:
            self.found = self.found or Violation("nobody goes on any more")
        finally:
            self.loop.close()
        told = f"{self.found}" if isinstance(self.found, Violation) else repr(self.found) if self.found else ""
        trace = self.judge.trace.hexdigest()
        return Verdict(told, trace, self.judge.commands, self.judge.views, self.machine.lives)

    async def _run(self) -> None:
        await self.machine.start()
        self.judge.restarted()
        for number, at in enumerate(self.plan.tables):
            self.spawn(self._people_of(number, at))
        self.spawn(self._look())
        for fault in self.plan.faults:
            if self.found or fault.at > self.plan.seconds:
                break
            await asyncio.sleep(max(0.0, fault.at - self.loop.time()))
            await self._attempt(FAULTS[fault.kind](self, fault))
        await self._wait_until(self.plan.seconds)
        await self._attempt(self._calm_down())
        await self._wait_until(self.loop.time() + CALM)
        self.is_over = True
        await self._attempt(self._audit())
        for task in list(self._people):
            task.cancel()
        await asyncio.gather(*self._people, return_exceptions=True)

    async def _wait_until(self, time: float) -> None:
        while not self.found and self.loop.time() < time:
            await asyncio.sleep(min(1.0, time - self.loop.time()))

    async def _attempt(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Violation, AssertionError, BadStore, sqlite3.DatabaseError) as problem:
            self.found = self.found or problem

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something; what they find wrong is found."""
        task = self.loop.create_task(work, context=self._outside.copy())
        self._people.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._people.discard(task)
        if not task.cancelled() and (problem := task.exception()) and not isinstance(problem, Lost):
            self.found = self.found or problem

    async def _people_of(self, number: int, at: At) -> None:
        """Somebody opens a table, others sit down, and one more watches."""
        random = stream(at.seed, f"table {number}")
        game, options, seats = SETTINGS[at.setting]
        people = [Person(self, Random(random.random()), 10 * number + seat) for seat in range(len(seats) + 1)]
        body = {
            "game": game, "options": options, "pace": PACES[at.pace],
            "seats": [{"who": "bot", "level": 1} if who == "b" else {"who": "anyone"} for who in seats],
        }  # fmt: skip
        opened = await people[-1].ask("POST", "/tables", body)
        assert opened.status == 201, opened.body
        table = opened.json()["table"]
        for seat, who in enumerate(seats):
            if who == "p":
                self.spawn(self._player(people[seat], table, seat))
        self.spawn(Player(people[-1], table, PUBLIC).play())

    async def _player(self, person: Person, table: str, seat: int) -> None:
        if await person.sit(table, seat):
            await Player(person, table, seat).play()

    async def _look(self) -> None:
        while not self.is_over:
            await asyncio.sleep(LOOKS)
            self.judge.look()
            self.judge.check_patience()

    # --- what goes wrong

    async def _fall(self, how: Callable[[], Coroutine[Any, Any, None]], off: float, rots: int | None = None) -> None:
        """The server goes down, and comes up again some time later."""
        async with self._falling:
            if self.machine.tables is None:
                return
            self.judge.look()
            self.judge.troubled(10**6)
            await how()
            self._audit_disk()
            if rots is not None and (table := self.machine.rot(rots)):
                self.judge.rotten.add(table)
            await asyncio.sleep(off)
            await self._start()

    async def _start(self) -> None:
        self.network.slowest = 0.05
        files = self.machine.disk.copy()
        playing, logs = judging.playing(files), judging.entries(files)
        await self.machine.start()
        self.judge.trouble = self.loop.time()
        self.judge.restarted(logs)
        self.spawn(self._see_resumed(self.machine.lives, playing))

    async def _see_resumed(self, life: int, playing: list[str]) -> None:
        await asyncio.sleep(10)
        while self.loop.time() - self.judge.trouble < 10:  # a server that stood still has had no time for it
            await asyncio.sleep(1)
        if self.machine.lives == life and self.machine.tables and self.machine.disk.is_well:
            self.judge.check_resumed(playing)

    def _died(self) -> None:
        self.spawn(self._fall(self.machine.lose_power, 2.0))

    async def _calm_down(self) -> None:
        self._mend()
        self.network.loses = self.network.repeats = 0.0
        self.network.slowest = 0.05
        async with self._falling:
            pass
        self.judge.troubled(0.0)

    def _mend(self) -> None:
        """The disk is well again."""
        disk = self.machine.disk
        disk.is_full = False
        disk.writes_fail = disk.syncs_fail = disk.reads_fail = 0
        disk.dies_after = None

    async def _audit(self) -> None:
        self.judge.look()
        await self.machine.stop()
        self._audit_disk()
        self.judge.note(judging.entries(self.machine.disk.copy()))

    def _audit_disk(self) -> None:
        files = self.machine.disk.copy()
        self.judge.note({name: sha256(found).hexdigest() for name, found in sorted(files.items())})
        self.judge.audit(files)


@contextmanager
def _watched(session: Session) -> Iterator[None]:
    """Whatever is decided, and whoever comes and goes, the judge sees it."""
    judge, commit, welcome, part = session.judge, Tables.commit, broadcast.welcome, broadcast.part
    mark_alive = Alone.mark_alive

    async def committed(tables: Tables, live: Any, events: Any, command: Any = None, **more: Any) -> None:
        await commit(tables, live, events, command, **more)
        try:
            judge.committed(live, list(events), command)
        except Violation as problem:
            session.found = session.found or problem

    async def noted(*given: Any) -> None:
        began = judge.now
        await mark_alive(*given)
        judge.notes(began)

    def welcomed(*given: Any) -> None:
        judge.let_time_pass()
        welcome(*given)

    def parted(*given: Any) -> bool:
        judge.let_time_pass()
        return part(*given)

    with (
        mock.patch.object(Tables, "commit", committed),
        mock.patch.object(Alone, "mark_alive", noted),
        mock.patch.object(broadcast, "welcome", welcomed),
        mock.patch.object(broadcast, "part", parted),
    ):
        yield


# --- faults


async def _on_a_line(session: Session, fault: Fault) -> None:
    lines = [line for line in session.network.lines if line.is_open]
    if not lines:
        return
    line = lines[fault.number % len(lines)]
    if fault.kind == "cut":
        line.cut()
    elif fault.kind == "half-open":
        line.fall_silent()
    else:
        line.wait(fault.size * 10)
        line.is_calm = False


async def _on_the_net(session: Session, fault: Fault) -> None:
    net, seconds = session.network, 2 + fault.number % 15
    session.judge.troubled(seconds)
    name, usual, now = {
        "lossy": ("loses", 0.0, fault.size * 0.6),
        "repeating": ("repeats", 0.0, fault.size),
        "slow": ("slowest", 0.05, fault.size * 3),
    }[fault.kind]
    setattr(net, name, now)
    session.loop.call_later(seconds, setattr, net, name, usual)


async def _on_the_server(session: Session, fault: Fault) -> None:
    machine, off = session.machine, 0.2 + fault.size * 20
    if fault.kind == "stop":
        await session._fall(machine.stop, off)
    elif fault.kind == "kill":
        await session._fall(machine.kill, off)
    elif fault.kind == "rot":
        await session._fall(machine.stop, off, rots=fault.number)
    elif machine.tables:
        machine.disk.died = session._died
        machine.disk.dies_after = fault.number % 12


async def _on_the_disk(session: Session, fault: Fault) -> None:
    disk, count, seconds = session.machine.disk, 1 + fault.number % 4, fault.size * 10
    if session.machine.tables is None:
        return
    session.judge.troubled(seconds + 5)
    if fault.kind in ("sync fails", "sync drops"):
        disk.syncs_fail, disk.syncs_drop = count, fault.kind == "sync drops"
        if fault.number % 3 == 0:  # and then the power goes
            session.spawn(_later_power(session, fault.size * 2))
    elif fault.kind == "write fails":
        disk.writes_fail = count
    elif fault.kind == "read fails":
        disk.reads_fail = count
    elif fault.kind == "full":
        disk.is_full = True
        session.loop.call_later(seconds, setattr, disk, "is_full", False)


async def _later_power(session: Session, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await session._fall(session.machine.lose_power, 1.0)


async def _stand_still(session: Session, fault: Fault) -> None:
    session.judge.look()
    session.loop.stand_still(fault.size * 20)
    session.judge.stood_still(1.0)


FAULTS: dict[str, Callable[[Session, Fault], Coroutine[Any, Any, None]]] = {
    **dict.fromkeys(("cut", "half-open", "slow line"), _on_a_line),
    **dict.fromkeys(("lossy", "repeating", "slow"), _on_the_net),
    **dict.fromkeys(("power", "kill", "stop", "rot"), _on_the_server),
    **dict.fromkeys(("sync fails", "sync drops", "write fails", "read fails", "full"), _on_the_disk),
    "standstill": _stand_still,
}


def run(plan: Plan) -> Verdict:
    """Carry out a plan."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        return Session(plan).run()
    finally:
        if enabled:
            gc.enable()
