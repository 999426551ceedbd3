"""Thinkers for servers on other machines: a process here works for one of them at a time, for whoever asks first.

`work/lent.py` says what goes over a line. Who has just been answered is told last that a thinker is free again, so that
several servers take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from tablier.bots.pool import Pool
from tablier.work.process import Unanswered
from tablier.work.workers import Unprepared

BEAT = 0.5
"""Seconds from one word to a server to the next."""

Message = Mapping[str, Any]


class Line:
    """The way to one server."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        """Takes a message at once."""
        self.served = 0
        """When it last had a thinker, counted in jobs."""


class Lending:
    """All thinkers of this machine, and who has each of them."""

    def __init__(self, pool: Pool, jobs: int, quick: int) -> None:
        """The pool has so many, and so many more for quick questions."""
        self.pool, self.jobs, self.quick = pool, jobs, quick
        self._holders: list[Line | None] = [None] * (jobs + quick)
        self._lines: list[Line] = []
        self._done = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def attend(self, line: Line) -> None:
        """Tell a server twice a second what can be done for it, until cancelled."""
        self._lines.append(line)
        try:
            for worker, holder in enumerate(self._holders):
                if holder:
                    line.send({"worker": worker, "taken": True})
            while True:
                self._beat(line)
                await asyncio.sleep(BEAT)
        finally:
            self._lines.remove(line)

    def hear(self, line: Line, message: Message) -> None:
        """Do what a server asks for; raises KeyError and the like if it is nothing that a server asks for."""
        if "post" in message:
            self.pool.forget(message["post"]["table"])
        elif self._holders[message["worker"]]:
            line.send({"id": message["id"], "withdrawn": True})
        else:
            self._hold(message["worker"], line)
            task = asyncio.create_task(self._work(line, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, line: Line, asked: Message) -> None:
        worker = asked["worker"]
        try:
            reply = await self._reply(line, asked, only_quick=worker >= self.jobs)
        finally:
            self._done += 1
            line.served = self._done
            self._hold(worker, None, but=line)
        line.send({"id": asked["id"], **reply})

    def _hold(self, worker: int, holder: Line | None, but: Line | None = None) -> None:
        """A thinker works for somebody, or for nobody: all others hear of it, first who has waited longest."""
        self._holders[worker] = holder
        for line in sorted(self._lines, key=lambda line: line.served):
            if line not in (holder, but):
                line.send({"worker": worker, "taken": holder is not None})

    async def _reply(self, line: Line, asked: Message, *, only_quick: bool) -> Message:
        try:
            async with asyncio.timeout(asked["lease"]):
                return {"answer": await self.pool.work(asked["request"], asked["lease"], quick=only_quick)}
        except TimeoutError:  # it had to wait here, for a process that was lost
            return {"lost": "late"}
        except Unprepared:
            self._beat(line)  # else it would ask the same again at once
            return {"withdrawn": True}
        except Unanswered as problem:
            return {"problem": problem.problem} if problem.problem else {"lost": str(problem)}

    def _beat(self, line: Line) -> None:
        games, pool = self.pool.readiness, self.pool
        line.send(
            {
                "prepared": [game for game in games if pool.can_answer(game)],
                "quickly": [game for game in games if pool.can_answer_quickly(game)],
            }
        )
