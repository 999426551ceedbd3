"""Work done by the machines of a Ray cluster, which may come and go meanwhile. Each has Tablier, in this version.

What runs there are Ray's tasks, not actors: so a machine that joins is used, and one that is gone is not waited for.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

from tablier.work.executor import Attempt, Done, Item, Lost, Task, WorkerFailed

AHEAD = 2
"""Items for each core that are handed to the cluster at a time, so that no core waits for the next."""

SOON = 30.0
"""Seconds within which the first machine of a cluster must answer."""


def available() -> bool:
    """Whether Ray is installed."""
    return find_spec("ray") is not None


class NoCluster(RuntimeError):
    """There is no cluster at this address, or it cannot be used; the message says why."""


class Cluster:
    """A Ray cluster, by the address of its first machine; from a machine that is part of it."""

    def __init__(self, address: str) -> None:
        self.address = address

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stay connected meanwhile, for many attempts: each would connect anew, which takes seconds."""
        with _connected(self.address):
            yield

    def attempt(
        self, task: Task[Item, Done], items: Sequence[tuple[int, Item]], alone: bool = False
    ) -> Generator[Attempt, None, None]:
        with _connected(self.address) as ray:
            # Nothing is tried again by Ray, which would not know when to stop; `spread` does.
            do = ray.remote(num_cpus=1, max_retries=0)(_do)
            token, shared, version = uuid4().hex, [ray.put(task)], _version()
            left, open = iter(items), dict[Any, int]()
            try:
                while True:
                    for number, item in _some(left, _room(ray, alone) - len(open)):
                        open[do.remote(token, shared, version, item)] = number
                    if not open:
                        return
                    done, _ = ray.wait([*open], num_returns=1)
                    yield open.pop(done[0]), _found(ray, done[0])
            finally:
                for one in open:
                    ray.cancel(one, force=True)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, connected; it stays so if it was."""
    import ray

    if ray.is_initialized():
        yield ray
        return
    _see_that_somebody_is_there(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError, OSError) as problem:
        raise NoCluster(str(problem).partition("\n")[0]) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _see_that_somebody_is_there(address: str) -> None:
    """Ray would ask again for minutes."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal():  # auto, or another of Ray's own words
        return
    try:
        socket.create_connection((host, int(port)), SOON).close()
    except (OSError, OverflowError) as problem:
        raise NoCluster(str(problem)) from None


def _version() -> str:
    """Of the package that this is part of, which has all else in it, and is not imported from here."""
    return str(sys.modules["tablier"].__version__)


def _room(ray: Any, alone: bool) -> int:
    """How many items may be with the cluster at a time. It may grow and shrink."""
    return 1 if alone else max(1, int(AHEAD * ray.cluster_resources().get("CPU", 1)))


def _some(left: Iterator[Any], most: int) -> Iterator[Any]:
    for _ in range(most):
        try:
            yield next(left)
        except StopIteration:
            return


def _found(ray: Any, ref: Any) -> Any:
    """What came of an item."""
    problems = ray.exceptions
    try:
        return ray.get(ref)
    except problems.RayTaskError as problem:
        raise WorkerFailed(str(problem)) from None
    except (problems.NodeDiedError, problems.ObjectLostError):
        return Lost(blamed=False)
    except (problems.WorkerCrashedError, problems.OutOfMemoryError):
        return Lost()
    except problems.RayError as problem:
        raise NoCluster(str(problem).partition("\n")[0]) from None


# --- on the other machine

_ready: dict[str, Task[Any, Any]] = {}
"""What this worker is prepared for, by the token of who asked; one task at most."""


def _do(token: str, shared: list[Any], version: str, item: Any) -> Any:
    if token not in _ready:
        if version != _version():
            raise RuntimeError(f"here is Tablier {_version()}, and who asks has {version}")
        import ray

        task = ray.get(shared[0])
        task.prepare()
        _ready.clear()
        _ready[token] = task
    return _ready[token].work(item)
