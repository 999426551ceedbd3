from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.serve.store import Store
from tests.postgres import Cluster
from tests.serve.store.changes import do, new


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store can be that does not exist yet: in either database."""
    if request.param == "sqlite":
        return tmp_path / "tables.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    """An open store with one table, 'a'."""
    store = Store(where)
    store.open()
    do(store, new("a"))
    yield store
    store.close()
