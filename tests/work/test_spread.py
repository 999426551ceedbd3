"""Work spread over processes. Whatever becomes of one of them, the work is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tablier.work.spread import TRIES, WorkerFailed, WorkerLost, spread


def nothing() -> None:
    pass


def process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


def divide(item: int) -> float:
    return 1 / item


def fail() -> None:
    raise OSError("no room")


def die(note: Path) -> int:
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
    done = list(spread(nothing, process_of, range(12), jobs=2))
    assert sorted(item for item, _ in done) == list(range(12))
    processes = {process for _, process in done}
    assert os.getpid() not in processes
    assert not any(map(is_there, processes))


def test_one_job_is_done_here() -> None:
    assert list(spread(nothing, process_of, range(3), jobs=1)) == [(item, os.getpid()) for item in range(3)]
    assert list(spread(fail, process_of, [], jobs=4)) == []


def test_nobody_is_left_when_work_is_given_up() -> None:
    with closing(spread(nothing, process_of, range(1000), jobs=2)) as work:
        processes = {next(work)[1] for _ in range(20)}
        assert any(map(is_there, processes))
    assert not any(map(is_there, processes))


def test_failure_elsewhere_is_told_here() -> None:
    with pytest.raises(WorkerFailed, match="ZeroDivisionError"):
        list(spread(nothing, divide, [1, 0], jobs=2))
    with pytest.raises(WorkerFailed, match="no room"):
        list(spread(fail, divide, [1, 2], jobs=2))


def test_process_that_is_lost_is_replaced_and_its_work_done_by_another(tmp_path: Path) -> None:
    notes = [tmp_path / str(number) for number in range(4)]
    done = list(spread(nothing, die_once, notes, jobs=2))
    assert len(done) == 4
    assert all(note.read_text() == "dead\n" for note in notes)
    assert not any(map(is_there, done))


def test_process_that_is_killed_is_replaced() -> None:
    done = []
    with closing(spread(nothing, process_of, range(200), jobs=2)) as work:
        for item, process in work:
            done.append(item)
            if item == 5:
                os.kill(process, signal.SIGKILL)
    assert sorted(done) == list(range(200))


def test_work_that_ends_one_process_after_the_other_is_reported(tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match=rf"{TRIES} worker processes in a row .* code 3"):
        list(spread(nothing, die, [tmp_path / "a", tmp_path / "b"], jobs=2))
    assert (tmp_path / "a").read_text() == "dead\n" * TRIES


def die_at_once() -> None:
    os._exit(4)


def test_process_that_cannot_be_prepared_is_reported() -> None:
    with pytest.raises(WorkerLost, match="code 4"):
        list(spread(die_at_once, divide, [1, 2], jobs=2))


SCRIPT = """
from tablier.work.spread import spread

def nothing():
    print("this is for nobody")

def double(item):
    return 2 * item

{guard}
    print(sorted(spread(nothing, double, range(4), jobs=2)))
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
