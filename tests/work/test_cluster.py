"""A Ray cluster of two machines, both of them this one, and one of them lost in the middle: the same to the byte.

It takes half a minute to start, so that all of this is one cluster, and one module. Without Ray it is skipped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablier.arena import Contest, merge, round_robin
from tablier.engine.net import weights_of
from tablier.engine.registry import find
from tablier.lab import training
from tablier.work.cluster import Cluster, NoCluster
from tablier.work.executor import Attempt, Executor, Here, Task, WorkerFailed, WorkerLost
from tablier.work.spread import gather, spread
from tests.arena.players import make
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.skipif(not find_spec("ray"), reason="A cluster is tested with Ray: `make test` installs it."),
    pytest.mark.filterwarnings("ignore"),  # Ray's own are not ours to mend
]


STARTS = 6


class Machines:
    """A cluster that runs: a first machine that stays, and others that may be lost."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster as Nodes

        self.room = {"num_cpus": 1, "object_store_memory": 80_000_000}
        head = {**self.room, "include_dashboard": False}
        self.nodes: Any = _patiently(lambda: Nodes(initialize_head=True, head_node_args=head))
        self.others: list[Any] = []
        self.executor = Cluster(self.nodes.address)

    def join(self) -> None:
        self.others.append(_patiently(lambda: self.nodes.add_node(**self.room)))

    def lose_one(self) -> None:
        self.nodes.remove_node(self.others.pop(), allow_graceful=False)


def _patiently(start: Callable[[], Any]) -> Any:
    """Ray gives up when a machine has not started within 30 seconds, and on one that is busy it may not have."""
    for _ in range(STARTS):
        try:
            return start()
        except Exception as problem:
            if "timed out" not in str(problem).lower():
                raise
    pytest.skip("Ray's own machines do not start on this one in the 30 seconds that Ray gives them.")


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, value in {
            "TABLIER_JIT": "0",
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
        }.items():
            patch.setenv(name, value)
        machines = Machines()
        yield machines
        machines.nodes.shutdown()


def who(item: int) -> tuple[int, int, str]:
    import ray

    return item, os.getpid(), ray.get_runtime_context().get_node_id()


def divide(item: int) -> float:
    return 1 / item


def die(note: Path) -> str:
    with note.open("a") as notes:
        notes.write("dead\n")
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def die_if_told(note: Path) -> str:
    return "done" if note.name == "good" else die(note)


def die_once(note: Path) -> str:
    return "done" if note.exists() else die(note)


def test_contest_that_loses_a_machine_has_the_same_bytes_as_one_on_processes(
    machines: Machines, tmp_path: Path
) -> None:
    machines.join()
    options = {"path": "leap", "max_turns": 8}
    tables = round_robin(["careless", "other", "first"], 2)
    contest = Contest("war-of-masters", tables, games=40, options=options, bots=make)

    def lose_one_in_the_middle(done: int, total: int) -> None:
        if done == total // 3:
            machines.lose_one()

    found = contest.run(
        tmp_path / "ray", tell=lose_one_in_the_middle, clock=False, executor=machines.executor
    )  # fmt: skip
    assert machines.others == []
    assert contest.run(tmp_path / "processes", jobs=2, clock=False) == found
    for name in ("ray", "processes"):
        merge([tmp_path / name], tmp_path / f"{name} in order", clock=False, bots=make)
    assert (tmp_path / "ray in order").read_bytes() == (tmp_path / "processes in order").read_bytes()


class LosesOne:
    """A cluster that loses a machine when the first of all work is done, and other work is being done there."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines

    def attempt(self, *what: Any) -> Generator[Attempt, None, None]:
        with closing(self.machines.executor.attempt(*what)) as attempts:
            for one in attempts:
                if self.machines.others:
                    self.machines.lose_one()
                yield one


def test_training_that_loses_a_machine_gives_the_same_net(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "PIECE", 1)
    machines.join()
    game, nets = find("maestria"), []
    places: list[Executor] = [LosesOne(machines), Here()]
    with machines.executor.held():
        for where in places:
            lessons = training.Training(game, game.settle({"max_turns": 1}), 5, together=3)
            nets.append(lessons.run(tmp_path / "checkpoint.npz", lambda now: None, where))
    assert machines.others == []
    assert all(np.array_equal(*pair) for pair in zip(*(weights_of(net.net) for net in nets), strict=True))


def test_machine_that_joins_is_used_and_what_was_done_on_one_that_is_lost_is_done_again(machines: Machines) -> None:
    nodes = set[str]()
    done = list[int]()
    with closing(spread(Task(who), range(400), machines.executor)) as work:
        for number, (item, _, node) in work:
            assert number == item
            done.append(number)
            nodes.add(node)
            if number == 20:
                machines.join()
            if len(nodes) == 2 and machines.others:
                machines.lose_one()
    assert sorted(done) == list(range(400))


def test_work_that_ends_its_worker_each_time_is_told_when_all_else_is_done(machines: Machines, tmp_path: Path) -> None:
    notes = [tmp_path / name for name in ("bad", "good")]
    done: list[tuple[int, str]] = []
    with pytest.raises(WorkerLost) as lost:
        done.extend(spread(Task(die_if_told), notes, machines.executor))
    assert (done, lost.value.numbers) == ([(1, "done")], (0,))
    assert notes[0].read_text() == "dead\n" * 3
    assert gather(Task(die_once), [tmp_path / "once"], machines.executor) == ["done"]


def test_failure_is_told_with_its_traceback(machines: Machines) -> None:
    with pytest.raises(WorkerFailed, match="ZeroDivisionError"):
        gather(Task(divide), [1, 0], machines.executor)


def test_other_version_is_not_worked_with(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.__version__", "9.9")
    with pytest.raises(WorkerFailed, match=r"who asks has 9\.9"):
        gather(Task(divide), [1], machines.executor)


def test_address_at_which_there_is_nobody_is_told() -> None:
    with pytest.raises(NoCluster):
        gather(Task(divide), [1], Cluster("127.0.0.1:1"))


def test_command_prints_the_same_summary_and_nothing_of_ray_s(machines: Machines) -> None:
    contest = ("arena", "war-of-masters", "--bots", "greedy,random", "-o", "max_turns=6", "--games", "4")
    how = ("--json", "--no-clock")
    by_ray, by_processes = (
        subprocess.run(
            [sys.executable, "-c", "from tablier.cli import main; main()", *contest, *how, *where],
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        ).stdout
        for where in (("--ray", machines.executor.address), ("--jobs", "2"))
    )  # fmt: skip
    assert by_ray == by_processes
