"""Workers that another machine lends us. They are asked as our own are, over a line on which messages come and go.

Whoever lends says first how many there are. From then on this goes over the line, as JSON:

    from us     {"id": 7, "worker": 0, "lease": 5.5, "request": ...}    do this; the request is what our own would get
                {"post": ...}                                           all are told something that they do not answer
    to us       {"prepared": [...], "quickly": [...]}                   for which subjects they are, twice a second
                {"worker": 0, "taken": true}                            somebody else has it now, or no more
                {"id": 7, "answer": ...} or {"id": 7, "problem": ...}   as a worker answers
                {"id": 7, "lost": ...}                                  its process there is gone, or was late
                {"id": 7, "withdrawn": true}                            somebody else was quicker

Who is not heard for a while is gone, and so is who is late or talks nonsense: what they were at is done by others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, TypeVar

from tablier.work.process import Request, Unanswered

T = TypeVar("T")

GRACE = 2.0
"""Seconds that an answer may be on its way, besides its lease; who lends keeps to the lease."""

LONGEST_WORDS = 200
"""Characters of what is told of a problem there that come into our log."""

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
        self.prepared = loan.quickly if only_quick else loan.prepared
        """For which subjects it is; all of its kind are for the same."""
        self._loan, self._number = loan, number

    async def ask(self, request: Request, lease: float | None, read: Callable[[Any], T]) -> T:
        """What it answers, as `read` understands it; raises Unanswered."""
        reply = await self._loan.ask(self._number, request, lease)
        try:
            return read(_answer(reply))
        except Unanswered:
            raise
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


def _answer(reply: Mapping[str, Any]) -> Any:
    """What a worker answers; raises Unanswered if it does not, and TypeError if that is not told in words."""
    if "problem" in reply:
        raise Unanswered("", problem=_words(reply["problem"]))
    if "lost" in reply:
        raise Unanswered(_words(reply["lost"]))
    if "answer" not in reply:
        raise Withdrawn("somebody else was quicker", is_lost=False)
    return reply["answer"]


def _words(told: Any) -> str:
    if not isinstance(told, str):
        raise TypeError("these are no words")
    return told[:LONGEST_WORDS]


class Loan:
    """All workers of one machine, for as long as its line is there."""

    def __init__(self, name: str, jobs: int, quick: int, send: Send) -> None:
        """So many, and so many more for quick jobs alone. `send` takes a message for the other side at once."""
        self.name, self.send = name, send
        self.prepared, self.quickly = set[str](), set[str]()
        """For which subjects they are, and those for quick jobs."""
        self.workers = [Lent(self, number, only_quick=number >= jobs) for number in range(jobs + quick)]
        self.changed: Callable[[Loan], None] = lambda loan: None
        """Called when more can be done by them than before, or less."""
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
            self._take(self.workers[message["worker"]], bool(message["taken"]))
        else:
            self._prepare(set(message["prepared"]), set(message["quickly"]))

    def _take(self, worker: Lent, is_taken: bool) -> None:
        is_free_now = worker.is_taken and not is_taken
        worker.is_taken = is_taken
        if is_free_now:
            self.changed(self)

    def _prepare(self, usual: set[str], quickly: set[str]) -> None:
        if (self.prepared, self.quickly) != (usual, quickly):
            for kept, now in ((self.prepared, usual), (self.quickly, quickly)):
                kept.clear()
                kept.update(now)
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
            self.end()  # else it would be asked again, and who waits would wait as long again
            raise Unanswered("late") from None
        finally:
            self._asked.pop(number, None)

    def end(self) -> None:
        """Whatever they were asked they will not answer."""
        self.ended.set()
        self.prepared.clear()
        self.quickly.clear()
        asked, self._asked = self._asked, {}
        for reply in asked.values():
            if not reply.done():
                reply.set_exception(Withdrawn("gone", is_lost=True))
