from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serve.visiting import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module, without limits; at the end it is seen to have logged no fault."""
    server = Server(tmp_path_factory.mktemp("served") / "tables.db")
    yield server
    code, logged = server.stop()
    assert code == 0
    assert "Traceback" not in logged, logged
