"""Work spread over processes. If one of them is lost, or the work is given up, all are ended at once."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

Prepare = Callable[[], None]
Pipe = Any
"""One end of a `multiprocessing` pipe; its type is another one on each system."""


class WorkerLost(RuntimeError):
    """A process ended in the middle of its work, as happens where memory runs out."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"a worker process ended with code {code}; perhaps memory ran out: try fewer jobs")
        self.code = code


class WorkerFailed(RuntimeError):
    """The work raised an exception in another process; its traceback is the message."""


def spread(
    prepare: Prepare, work: Callable[[Item], Done], items: Sequence[Item], jobs: int
) -> Generator[Done, None, None]:
    """What the work on each item gives, as it is done: by so many new processes, or by this one if it is one.

    Each process prepares first, and one of them before the others: what it compiles, they find in the cache. Who
    wants no more closes the generator.
    """
    jobs = min(jobs, len(items))
    if jobs > 1:
        yield from _by_processes(prepare, work, items, jobs)
    elif items:
        prepare()
        yield from map(work, items)


def _by_processes(prepare: Prepare, work: Callable[[Item], Done], items: Sequence[Item], jobs: int) -> Iterator[Done]:
    context = get_context("spawn")
    prepared = context.Event()
    workers: dict[Pipe, BaseProcess] = {}
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, prepare, work, prepared, not workers), daemon=True)
            with _ignoring_interrupts():
                worker.start()
            theirs.close()  # so that our end tells when the worker is no more
            workers[ours] = worker
        yield from _hand_out(workers, items)
    finally:
        for pipe, process in workers.items():
            pipe.close()
            process.terminate()
        for process in workers.values():
            process.join()


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """A process started meanwhile goes on to ignore them. Ctrl-C reaches every process of a terminal: one decides."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _hand_out(workers: dict[Pipe, BaseProcess], items: Sequence[Any]) -> Iterator[Any]:
    """Give each worker an item when it is prepared, and the next whenever it has done one, as long as there are any."""
    left, at_work = list(reversed(items)), set[Pipe]()
    while left or at_work:
        pipe: Pipe = wait(list(workers))[0]
        result = _received(pipe, workers[pipe])
        was_at_work = pipe in at_work
        if left:
            pipe.send(left.pop())
            at_work.add(pipe)
        else:
            at_work.discard(pipe)
        if was_at_work:
            yield result


def _received(pipe: Pipe, worker: BaseProcess) -> Any:
    try:
        result, failure = pipe.recv()
    except (EOFError, OSError):
        worker.join()
        raise WorkerLost(worker.exitcode) from None
    if failure:
        raise WorkerFailed(failure)
    return result


# --- in the other process


def _serve(pipe: Pipe, prepare: Prepare, work: Callable[[Any], Any], prepared: Any, is_first: bool) -> None:
    """Work for as long as somebody is there to ask for it."""
    with suppress(EOFError, OSError):
        if not is_first:
            prepared.wait()
        pipe.send(_tried(prepare))
        prepared.set()
        while True:
            pipe.send(_tried(work, pipe.recv()))


def _tried(work: Callable[..., Any], *items: Any) -> tuple[Any, str]:
    """What it gives, or how it failed."""
    try:
        return work(*items), ""
    except Exception:
        return None, traceback.format_exc()
