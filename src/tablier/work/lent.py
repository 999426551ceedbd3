"""Workers that another machine lends us. They are asked as our own are, over a line on which messages come and go.

Whoever lends says first how many there are. From then on this goes over the line, as JSON:

    from us     {"id": 7, "worker": 0, "lease": 5.5, "request": ...}    do this; the request is what our own would get
                {"post": ...}                                           all are told something that they do not answer
    to us       {"prepared": [...], "quickly": [...]}                   for which subjects they are, twice a second
                {"worker": 0, "taken": true}                            somebody else has it now, or no more
                {"id": 7, "answer": ...} or {"id": 7, "problem": ...}   as a worker answers
                {"id": 7, "lost": ...}                                  its process there is gone, or was late
                {"id": 7, "withdrawn": true}                            somebody else was quicker

Who is not heard for a while is gone, and so is who talks nonsense: what they were at is done by others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, TypeVar

from tablier.work.process import Request, Unanswered

T = TypeVar("T")

GRACE = 2.0
"""Seconds that an answer may be on its way, besides its lease."""

Send = Callable[[Mapping[str, Any]], None]


class Withdrawn(Unanswered):
    """A lent worker is not there for this job any more; that is not the job's fault."""

    def __init__(self, why: str, *, is_lost: bool) -> None:
        super().__init__(why)
        self.is_lost = is_lost
        """Whether its machine is gone; else somebody else was quicker."""


class Lent:
    """One worker of another machine."""

    pid = None

    def __init__(self, loan: Loan, number: int, *, only_quick: bool) -> None:
        self.name = f"{loan.name} {number + 1}"
        self.only_quick = only_quick
        self.is_taken = False
        """Whether it works for somebody else."""
        self.prepared: set[str] = set()
        self._loan, self._number = loan, number

    async def ask(self, request: Request, lease: float | None, read: Callable[[Any], T]) -> T:
        """What it answers, as `read` understands it; raises Unanswered."""
        reply = await self._loan.ask(self._number, request, lease)
        if "problem" in reply:
            raise Unanswered("", problem=str(reply["problem"]))
        if "lost" in reply:
            raise Unanswered(str(reply["lost"]))
        if "answer" not in reply:
            raise Withdrawn("somebody else was quicker", is_lost=False)
        try:
            return read(reply["answer"])
        except Exception as problem:
            self._loan.end()
            raise Withdrawn(f"nonsense ({type(problem).__name__})", is_lost=True) from None

    def post(self, request: Request) -> None:
        """Tell it something; all of a machine are told at once."""
        if self._number == 0:
            self._loan.send({"post": request})

    def drop(self) -> None: ...

    async def end(self) -> None:
        self._loan.end()


class Loan:
    """All workers of one machine, for as long as its line is there."""

    def __init__(self, name: str, jobs: int, quick: int, send: Send) -> None:
        """So many, and so many more for quick jobs alone. `send` takes a message for the other side at once."""
        self.name, self.send = name, send
        self.workers = [Lent(self, number, only_quick=number >= jobs) for number in range(jobs + quick)]
        self.changed: Callable[[Loan], None] = lambda loan: None
        """Called when more, or less, can be done by them than before."""
        self.ended = asyncio.Event()
        """They are there no more, or are not wanted: the line is to be closed."""
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Future[Mapping[str, Any]]] = {}

    def hear(self, message: Mapping[str, Any]) -> None:
        """What comes over the line; raises ValueError and the like if it is nonsense."""
        if "id" in message:
            reply = self._asked.pop(message["id"], None)
            if reply and not reply.done():
                reply.set_result(message)
        elif "worker" in message:
            self.workers[message["worker"]].is_taken = bool(message["taken"])
            self.changed(self)
        else:
            self._prepare(frozenset(message["prepared"]), frozenset(message["quickly"]))

    def _prepare(self, usual: frozenset[str], quick: frozenset[str]) -> None:
        before = [frozenset(worker.prepared) for worker in self.workers]
        now = [quick if worker.only_quick else usual for worker in self.workers]
        if now != before:
            for worker, prepared in zip(self.workers, now, strict=True):
                worker.prepared.clear()
                worker.prepared.update(prepared)
            self.changed(self)

    async def ask(self, worker: int, request: Request, lease: float | None) -> Mapping[str, Any]:
        """The reply to a request; raises Unanswered."""
        if self.ended.is_set():
            raise Withdrawn("gone", is_lost=True)
        number = next(self._numbers)
        reply: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[number] = reply
        self.send({"id": number, "worker": worker, "lease": lease, "request": request})
        try:
            async with asyncio.timeout(None if lease is None else lease + GRACE):
                return await reply
        except TimeoutError:
            raise Unanswered("late") from None
        finally:
            self._asked.pop(number, None)

    def end(self) -> None:
        """Whatever they were asked they will not answer."""
        self.ended.set()
        for worker in self.workers:
            worker.prepared.clear()
        asked, self._asked = self._asked, {}
        for reply in asked.values():
            if not reply.done():
                reply.set_exception(Withdrawn("gone", is_lost=True))
