"""The order of tests, which decides how long they take on several cores; and a PostgreSQL for those that want one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from math import ceil

import pytest

from tablier.engine import kernels
from tests.postgres import Cluster

kernels.warm_up_after(None)  # tests say themselves by which rules they play

SLOW = (
    ("tests/work", "tests/serve/test_nodes.py", "tests/serve/test_postgres.py", "tests/serve/test_thinkers.py"),
    ("tests/search", "tests/bots", "tests/testing", "tests/engine/test_compiled.py", "README.md", "docs"),
    ("tests/web", "tests/firefox"),
    ("tests/cli", "tests/study", "tests/simulator"),
)
"""What takes long, each for a reason of its own: machines are waited for; most is compiled there, the first time, and
others find it then; a browser is slow to open, and better opened once; processes are started."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have each worker begin with something that takes long, and end with what any of them can do.

    Each gets as many tests as the others, in this order, and who has nothing left takes from the end of what another
    has.
    """
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    kinds: list[list[pytest.Item]] = [[] for _ in (*SLOW, "the others")]
    for item in items:
        kinds[_kind(item.path.relative_to(config.rootpath).as_posix())].append(item)
    *slow, others = kinds
    parts = [list(chain(*slow[worker::workers])) for worker in range(workers)]
    rest, size = iter(others), ceil(len(items) / workers)
    items[:] = [item for part in parts for item in (*part, *islice(rest, max(0, size - len(part))))]


def _kind(path: str) -> int:
    """Which of those that take long it is; one more for the others."""
    return next((kind for kind, folders in enumerate(SLOW) if path.startswith(folders)), len(SLOW))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of a process; each test has a database of its own."""
    cluster = Cluster()
    yield cluster
    cluster.remove()
