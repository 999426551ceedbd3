"""Work spread over processes. Whatever becomes of one of them, the work is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import NoReturn

import pytest

from tablier.work.executor import Attempt, Done, Here, Item, Lost, Task, WorkerFailed, WorkerLost
from tablier.work.processes import Processes
from tablier.work.spread import MOST_IN_A_ROW, TRIES, gather, spread
from tablier.work.workers import MOST_FAILURES

TWO = Processes(2)


def process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


def divide(item: int) -> float:
    return 1 / item


def fail() -> None:
    raise OSError("no room")


def die(note: Path) -> NoReturn:
    """End the process, and leave a note that it has."""
    with note.open("a") as notes:
        notes.write("dead\n")
    os._exit(3)


def die_once(note: Path) -> int:
    return os.getpid() if note.exists() else die(note)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_everything_is_done_once_and_elsewhere() -> None:
    done = list(spread(Task(process_of), range(12), TWO))
    assert sorted(number for number, _ in done) == list(range(12))
    assert all(number == item for number, (item, _) in done)
    processes = {process for _, (_, process) in done}
    assert os.getpid() not in processes
    assert not any(map(is_there, processes))


def test_results_are_gathered_in_the_order_of_the_items() -> None:
    told: list[tuple[int, int]] = []
    done = gather(Task(process_of), range(30, 0, -1), TWO, lambda *so_far: told.append(so_far))
    assert [item for item, _ in done] == list(range(30, 0, -1))
    assert told == [(number, 30) for number in range(1, 31)]


def test_work_can_be_done_here() -> None:
    assert gather(Task(process_of), range(3), Here()) == [(item, os.getpid()) for item in range(3)]


@pytest.mark.parametrize("where", [Here(), TWO])
def test_nobody_is_prepared_for_nothing(where: Here | Processes) -> None:
    assert gather(Task(process_of, fail), [], where) == []


def test_nobody_is_left_when_work_is_given_up() -> None:
    with closing(spread(Task(process_of), range(1000), TWO)) as work:
        processes = {next(work)[1][1] for _ in range(20)}
        assert any(map(is_there, processes))
    assert not any(map(is_there, processes))


def test_failure_elsewhere_is_told_here() -> None:
    with pytest.raises(WorkerFailed, match="ZeroDivisionError"):
        gather(Task(divide), [1, 0], TWO)
    with pytest.raises(WorkerFailed, match="no room"):
        gather(Task(divide, fail), [1, 2], TWO)


def test_item_that_cannot_cross_is_told_and_not_waited_for() -> None:
    with pytest.raises(Exception, match="pickle"):
        gather(Task(repr), [lambda: None], TWO)


def long_text(length: int) -> str:
    return length * "x"


def test_what_comes_of_an_item_may_be_long() -> None:
    assert [len(text) for text in gather(Task(long_text), [3_000_000, 1], TWO)] == [3_000_000, 1]


def test_process_that_is_lost_is_replaced_and_its_work_done_by_another(tmp_path: Path) -> None:
    notes = [tmp_path / str(number) for number in range(4)]
    done = gather(Task(die_once), notes, TWO)
    assert len(done) == 4
    assert all(note.read_text() == "dead\n" for note in notes)
    assert not any(map(is_there, done))


def test_process_that_is_killed_is_replaced() -> None:
    done = []
    with closing(spread(Task(process_of), range(200), TWO)) as work:
        for item, (_, process) in work:
            done.append(item)
            if item == 5:
                os.kill(process, signal.SIGKILL)
    assert sorted(done) == list(range(200))


def die_if_told(note: Path) -> str:
    return "done" if "good" in note.name else die(note)


def test_work_that_ends_one_process_after_the_other_is_reported_when_all_other_work_is_done(tmp_path: Path) -> None:
    notes = [tmp_path / name for name in ("bad", "good 1", "good 2", "bad too", "good 3")]
    done: list[tuple[int, str]] = []
    with pytest.raises(WorkerLost, match="item 0, 3, the last with code 3") as lost:
        done.extend(spread(Task(die_if_told), notes, TWO))  # what came before the end counts
    assert sorted(done) == [(1, "done"), (2, "done"), (4, "done")]
    assert lost.value.numbers == (0, 3)
    assert notes[0].read_text() == "dead\n" * TRIES


def die_at_once() -> None:
    os._exit(4)


def test_process_that_cannot_be_prepared_is_reported() -> None:
    with pytest.raises(WorkerLost, match=r"what they had to prepare, the last with code 4"):
        gather(Task(divide, die_at_once), [1, 2], TWO)


def die_while_preparing_once() -> None:
    note = Path(os.environ["TABLIER_TEST_NOTE"])
    if not note.exists():
        note.touch()
        os._exit(5)


def test_who_prepares_first_may_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_TEST_NOTE", str(tmp_path / "note"))
    assert gather(Task(divide, die_while_preparing_once), [1, 2, 4], TWO) == [1, 0.5, 0.25]
    assert (tmp_path / "note").exists()


def preparations() -> list[Path]:
    return [*Path(os.environ["TABLIER_TEST_NOTE"]).iterdir()]


def die_while_preparing_all_but_the_first_time() -> None:
    """Until somebody has died at work."""
    names = {note.name for note in preparations()}
    number = len(names)
    Path(os.environ["TABLIER_TEST_NOTE"], str(number)).touch()
    if number and "work" not in names:
        os._exit(6)


def die_when_others_have(item: int) -> int:
    """Wait until as many were lost over preparing as would have to be enough, and then die once."""
    while len(preparations()) < 1 + MOST_FAILURES:
        sleep(0.05)
    note = Path(os.environ["TABLIER_TEST_NOTE"], "work")
    if not note.exists():
        note.touch()
        os._exit(7)
    return item


def test_what_was_ready_once_is_prepared_again_whoever_was_lost_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIER_TEST_NOTE", str(tmp_path))
    task = Task(die_when_others_have, die_while_preparing_all_but_the_first_time)
    assert gather(task, [1, 2], TWO) == [1, 2]


class Unlucky:
    """An executor that loses what it is told to lose, and notes what it was asked."""

    def __init__(self, *losses: dict[int, Lost]) -> None:
        self.losses = list(losses)
        self.asked: list[tuple[list[int], bool]] = []

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        self.asked.append(([number for number, _ in items], alone))
        lost = self.losses.pop(0) if self.losses else {}
        for number, item in items:
            yield number, lost.get(number) or task.work(item)


def test_last_try_is_made_alone_in_case_memory_ran_out() -> None:
    where = Unlucky({1: Lost(-9), 2: Lost(-9)}, {2: Lost(-9)})
    assert gather(Task(divide), [1, 2, 4], where) == [1, 0.5, 0.25]
    assert where.asked == [([0, 1, 2], False), ([1, 2], False), ([2], True)]


def test_work_is_not_blamed_for_machines_that_are_gone() -> None:
    gone = [{0: Lost(blamed=False)}] * (TRIES + 5)
    assert gather(Task(divide), [1, 2], Unlucky(*gone)) == [1, 0.5]


def test_nothing_is_gone_on_with_where_everything_is_lost() -> None:
    everything = dict.fromkeys(range(10_000), Lost(7))
    where = Unlucky(everything)
    with pytest.raises(WorkerLost, match="code 7"):
        gather(Task(divide), range(1, 10_001), where)
    assert len(where.asked) == 1
    assert MOST_IN_A_ROW < 10_000


SCRIPT = """
from tablier.work.executor import Task
from tablier.work.processes import Processes
from tablier.work.spread import gather

def say_something():
    print("this is for nobody")

def double(item):
    return 2 * item

{guard}
    print(gather(Task(double, say_something), range(4), Processes(2)))
"""


def run_script(path: Path, guard: str) -> subprocess.CompletedProcess[str]:
    path.write_text(SCRIPT.format(guard=guard))
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False, timeout=120)


def test_functions_of_a_script_are_found_elsewhere(tmp_path: Path) -> None:
    told = run_script(tmp_path / "script.py", 'if __name__ == "__main__":')
    assert (told.returncode, told.stdout) == (0, "[0, 2, 4, 6]\n")


def test_script_that_would_begin_anew_in_each_process_is_told_so(tmp_path: Path) -> None:
    told = run_script(tmp_path / "script.py", "if True:")
    assert told.returncode == 1
    assert "call it under `if __name__ == '__main__':`" in told.stderr
