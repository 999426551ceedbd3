"""Work done by processes of this machine. One of them prepares before the others: what it compiles, they find."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator, Sequence
from multiprocessing import spawn
from queue import SimpleQueue
from typing import Any

from anyio.from_thread import start_blocking_portal

from tablier.work import worker
from tablier.work.cores import cores
from tablier.work.executor import Attempt, Done, Item, Lost, Task, WorkerFailed, WorkerLost
from tablier.work.process import Request, Unanswered
from tablier.work.workers import Job, Unprepared, Workers

COMMAND = (sys.executable, "-m", "tablier.work.processes")

WORKER = "TABLIER_WORKER"
"""In the environment of those who do the work: a script that they read may have no other work spread."""

LONGEST = 1 << 30
"""Bytes of what may come of one item."""


class Processes:
    """So many processes, or one for each core."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or cores()

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        if WORKER in os.environ:
            raise RuntimeError("this process works for another; call it under `if __name__ == '__main__':`")
        jobs = 1 if alone else min(self.jobs, len(items))
        calls = {"do": "prepare", "main": _main(), "calls": _packed((task.prepare, task.work))}
        workers = Workers(
            "worker", COMMAND, jobs, ["work"],
            prepare=lambda subject: calls, environment={WORKER: "1"}, longest_answer=LONGEST,
        )  # fmt: skip
        found: SimpleQueue[tuple[int, Any, Exception | None]] = SimpleQueue()
        left = iter(items)

        async def take_one_after_the_other() -> None:
            for number, item in left:
                try:
                    job = Job({"do": "work", "item": _packed(item)}, _unpacked, subject="work")
                    found.put((number, await workers.do(job), None))
                except Exception as problem:
                    found.put((number, None, problem))

        with start_blocking_portal() as portal:
            portal.call(workers.start)
            try:
                for _ in range(jobs):
                    portal.start_task_soon(take_one_after_the_other)
                for _ in items:
                    number, result, problem = found.get()
                    yield number, _lost(problem) if problem else result
            finally:
                portal.call(workers.stop)


def _lost(problem: Exception) -> Lost:
    """That a worker was lost; whatever else went wrong is raised."""
    if not isinstance(problem, Unanswered):
        raise problem
    if problem.problem:
        raise WorkerFailed(problem.problem)
    if isinstance(problem, Unprepared):
        raise WorkerLost(problem.code)
    return Lost(problem.code)


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
