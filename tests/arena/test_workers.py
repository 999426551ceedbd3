"""Work spread over processes."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import closing

import pytest

from tablier.arena import Contest
from tablier.arena.workers import WorkerFailed, WorkerLost, spread
from tests.arena.players import make


def nothing() -> None:
    pass


def process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


def divide(item: int) -> float:
    return 1 / item


def fail() -> None:
    raise OSError("no room")


def test_everything_is_done_once_and_elsewhere() -> None:
    done = list(spread(nothing, process_of, range(12), jobs=2))
    assert sorted(item for item, _ in done) == list(range(12))
    assert os.getpid() not in {process for _, process in done}
    assert multiprocessing.active_children() == []


def test_one_job_is_done_here() -> None:
    assert list(spread(nothing, process_of, range(3), jobs=1)) == [(item, os.getpid()) for item in range(3)]
    assert list(spread(fail, process_of, [], jobs=4)) == []


def test_nobody_is_left_when_work_is_given_up() -> None:
    with closing(spread(nothing, process_of, range(1000), jobs=2)) as work:
        next(work)
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


def test_failure_elsewhere_is_told_here() -> None:
    with pytest.raises(WorkerFailed, match="ZeroDivisionError"):
        list(spread(nothing, divide, [1, 0], jobs=2))
    with pytest.raises(WorkerFailed, match="no room"):
        list(spread(fail, divide, [1, 2], jobs=2))


def test_process_that_is_lost_is_missed() -> None:
    contest = Contest("war-of-masters", [("deadly", "first")], games=2, bots=make)
    with pytest.raises(WorkerLost, match="code 3"):
        contest.run(jobs=2)
    assert multiprocessing.active_children() == []
