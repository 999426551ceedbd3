"""Work spread over processes: functions and what they work on cross to them as pickles.

Whatever becomes of one of them, the work is done; but work that ends one process after the other is given up.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing import spawn
from queue import SimpleQueue
from typing import Any, TypeVar

from anyio.from_thread import start_blocking_portal

from tablier.work import worker
from tablier.work.process import Request, Unanswered
from tablier.work.workers import Job, Workers

Item = TypeVar("Item")
Done = TypeVar("Done")

Prepare = Callable[[], None]

COMMAND = (sys.executable, "-m", "tablier.work.spread")

WORKER = "TABLIER_WORKER"
"""In the environment of those who do the work: a script that they read may have no other work spread."""

TRIES = 3
"""Processes that may be lost over one item."""


class WorkerLost(RuntimeError):
    """The same work has ended several processes, as happens where memory runs out."""

    def __init__(self, code: int | None) -> None:
        super().__init__(
            f"{TRIES} worker processes in a row ended over the same work, the last with code {code}; "
            "perhaps memory ran out: try fewer jobs"
        )
        self.code = code


class WorkerFailed(RuntimeError):
    """The work raised an exception in another process; its traceback is the message."""


def spread(
    prepare: Prepare, work: Callable[[Item], Done], items: Sequence[Item], jobs: int
) -> Generator[Done, None, None]:
    """What the work on each item gives, as it is done: by so many new processes, or by this one if it is one.

    Each process prepares first, and one of them before the others: what it compiles, they find in the cache. Who
    wants no more closes the generator, and all are ended at once.
    """
    jobs = min(jobs, len(items))
    if jobs > 1 and WORKER in os.environ:
        raise RuntimeError("this process works for another; call it under `if __name__ == '__main__':`")
    if jobs > 1:
        yield from _by_processes(prepare, work, items, jobs)
    elif items:
        prepare()
        yield from map(work, items)


def _by_processes(prepare: Prepare, work: Callable[[Item], Done], items: Sequence[Item], jobs: int) -> Iterator[Done]:
    calls = {"do": "prepare", "main": _main(), "calls": _packed((prepare, work))}
    workers = Workers("worker", COMMAND, jobs, ["work"], prepare=lambda subject: calls, environment={WORKER: "1"})
    found: SimpleQueue[Any] = SimpleQueue()
    left = iter(items)

    async def take_one_after_the_other() -> None:
        for item in left:
            job = Job({"do": "work", "item": _packed(item)}, _unpacked, subject="work", tries=TRIES)
            try:
                found.put(await workers.do(job))
            except Unanswered as problem:
                found.put(problem)

    with start_blocking_portal() as portal:
        portal.call(workers.start)
        try:
            for _ in range(jobs):
                portal.start_task_soon(take_one_after_the_other)
            for _ in items:
                yield _result(found.get())
        finally:
            portal.call(workers.stop)


def _result(found: Any) -> Any:
    if isinstance(found, Unanswered):
        raise WorkerFailed(found.problem) if found.problem else WorkerLost(found.code)
    return found


def _main() -> dict[str, Any]:
    """What another process needs to know of this one so that it finds the functions of a script, as ours does."""
    data = spawn.get_preparation_data("worker")
    del data["authkey"]
    return data


def _packed(thing: Any) -> str:
    return b64encode(pickle.dumps(thing)).decode()


def _unpacked(text: str) -> Any:
    return pickle.loads(b64decode(text))


# --- in the other process


class Caller:
    """Calls what it is sent."""

    def __init__(self) -> None:
        self._work: Callable[[Any], Any] = lambda item: None

    def answer(self, request: Request) -> str | None:
        if request["do"] == "work":
            return _packed(self._work(_unpacked(request["item"])))
        spawn.prepare(request["main"])
        prepare, self._work = _unpacked(request["calls"])
        prepare()
        return None

    def explain(self, problem: Exception) -> str:
        return "".join(traceback.format_exception(problem))


if __name__ == "__main__":
    worker.serve(Caller())
