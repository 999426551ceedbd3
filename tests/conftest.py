"""The order of tests, which decides how long they take on several cores; and a PostgreSQL for those that want one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from tablier.engine import kernels
from tests.postgres import Cluster

kernels.warm_up_after(None)  # tests say themselves by which rules they play

COMPILING = ("tests/search", "tests/bots", "tests/testing", "tests/engine/test_compiled.py", "README.md", "docs")
"""Where most is compiled, the first time."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes long where each of two workers begins, and what both can do at any time where one may end.

    Workers get a half each, and who has nothing left takes from the end of what the other has. So the one begins with
    what is compiled, which the other then finds, and ends with the conformance suite, of which much can be taken; the
    other begins with the browser, which is slow to open and is better opened once.
    """
    parts: dict[str, list[pytest.Item]] = {"compiling": [], "conformance": [], "web": [], "other": []}
    for part, some in groupby(items, lambda item: _part(item.path.relative_to(config.rootpath).as_posix())):
        parts[part] += some
    others = len(items) // 2 - len(parts["compiling"]) - len(parts["conformance"])
    before, after = parts["other"][: max(0, others)], parts["other"][max(0, others) :]
    items[:] = [*parts["compiling"], *before, *parts["conformance"], *parts["web"], *after]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One PostgreSQL for all tests of a process; each test has a database of its own."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def _part(path: str) -> str:
    if path.startswith("tests/web"):
        return "web"
    if path == "tests/test_conformance.py":
        return "conformance"
    return "compiling" if path.startswith(COMPILING) else "other"
