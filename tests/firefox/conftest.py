from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.firefox.browser import Firefox, installed, opened
from tests.web.house import House


@pytest.fixture(scope="package")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = installed()
    if not program:
        pytest.skip("The main ways are tested in a Firefox too, and none is installed. `make test` does.")
    with opened(program, tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """At the end it is seen to have logged no fault."""
    house = House(tmp_path_factory.mktemp("house") / "tables.db")
    yield house
    code, logged = house.stop()
    assert code == 0
    assert "Traceback" not in logged, logged
