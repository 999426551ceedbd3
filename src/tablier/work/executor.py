"""Where work is done: in this process, in others of this machine, or on many machines. All do the same to a *task*.

A task is a function for one item after the other, and what a worker does before its first. Both cross to workers as
pickles, and so do items and what comes of them. An executor tries each item once and tells what became of it; what is
lost is tried again by `spread`, which is the same wherever the work is done.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tablier.work.cores import cores

Item = TypeVar("Item")
Done = TypeVar("Done")


def nothing() -> None:
    """What a task is prepared by that needs no preparation."""


@dataclass(frozen=True, slots=True)
class Task(Generic[Item, Done]):
    """What is to be done with each item."""

    work: Callable[[Item], Done]
    prepare: Callable[[], None] = nothing
    """Done once by each worker, before its first item: it compiles, or loads."""


class Lost(NamedTuple):
    """An item over which its worker was lost."""

    code: int | None = None
    """With which its process ended, where that is known."""
    blamed: bool = True
    """Whether the work may have been the reason; it is not where a whole machine is gone."""


Attempt = tuple[int, Any]
"""The number of an item, and what the work on it gives, or Lost."""


class Executor(Protocol):
    """Does work."""

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        """Work on each of these numbered items once; `alone`: one at a time. As they are done, in any order.

        Who wants no more closes the generator, and what is still being done is ended. Raises WorkerFailed where the
        work raised an exception, and WorkerLost where no worker could be prepared.
        """


class WorkerLost(RuntimeError):
    """The same work has ended worker after worker, as happens where memory runs out. All other work is done."""

    def __init__(self, code: int | None, numbers: Sequence[int] = ()) -> None:
        """`numbers` are those of the items that were given up; without any, nobody could be prepared."""
        over = f"item {', '.join(map(str, numbers[:5]))}" if numbers else "what they had to prepare"
        more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
        super().__init__(
            f"one worker after the other ended over {over}{more}, the last with code {code}; perhaps memory ran out"
        )
        self.code, self.numbers = code, tuple(numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.numbers)  # so that it crosses from one process to another


class WorkerFailed(RuntimeError):
    """The work raised an exception in another process; its traceback is the message."""


class Here:
    """In this process, one item after the other."""

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        task.prepare()
        for number, item in items:
            yield number, task.work(item)


class Threads:
    """In this process, several items at a time: for work that lets go of the interpreter's lock."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or cores()

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        task.prepare()
        with ThreadPoolExecutor(1 if alone else min(self.jobs, len(items))) as pool:
            numbers = {pool.submit(task.work, item): number for number, item in items}
            for done in as_completed(numbers):
                yield numbers[done], done.result()
