"""Work spread over workers, wherever these are. Whatever becomes of one of them, the work is done.

What comes of an item depends on the item alone: not on how many workers there are, nor on how many are lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from tablier.work.executor import Done, Executor, Item, Lost, Task, WorkerLost
from tablier.work.processes import Processes

TRIES = 3
"""Workers that may be lost over one item. For the last try it has the executor to itself, in case memory ran out."""

MOST_IN_A_ROW = 100
"""Workers that may be lost without anything being done: then there is no sense in going on."""

Tell = Callable[[int, int], None]
"""Told how many items are done, and how many there are."""


def spread(
    task: Task[Item, Done], items: Sequence[Item], executor: Executor | None = None
) -> Generator[tuple[int, Done], None, None]:
    """The number of each item, from 0, and what the work on it gives, as it is done; on all cores, if not elsewhere.

    What is lost is tried again when all else has been tried. Items that end their worker each time are told by
    WorkerLost, at the very end. Who wants no more closes the generator, and all workers are ended at once.
    """
    executor = executor or Processes()
    waiting, losses, given_up = dict(enumerate(items)), Counter[int](), dict[int, Lost]()
    while waiting:
        alone, in_a_row = max(losses.values(), default=0) == TRIES - 1, 0
        with closing(executor.attempt(task, [*waiting.items()], alone)) as attempts:
            for number, found in attempts:
                if not isinstance(found, Lost):
                    del waiting[number]
                    in_a_row = 0
                    yield number, found
                elif found.blamed:
                    in_a_row += 1
                    losses[number] += 1
                    if losses[number] == TRIES or in_a_row == MOST_IN_A_ROW:
                        given_up[number] = found
                        del waiting[number]
                    if in_a_row == MOST_IN_A_ROW:
                        raise _given_up(given_up)
    if given_up:
        raise _given_up(given_up)


def gather(
    task: Task[Item, Done], items: Sequence[Item], executor: Executor | None = None, tell: Tell | None = None
) -> list[Done]:
    """What the work on each item gives, in the order of the items. Raises WorkerLost if that of any was given up."""
    found: dict[int, Done] = {}
    with closing(spread(task, items, executor)) as done:
        for number, result in done:
            found[number] = result
            if tell:
                tell(len(found), len(items))
    return [found[number] for number in range(len(items))]


def _given_up(lost: dict[int, Lost]) -> WorkerLost:
    return WorkerLost([*lost.values()][-1].code, sorted(lost))
