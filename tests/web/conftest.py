from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.house import House
from tests.web.visit import PATIENCE, Visit

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


# One browser and one house for all tests of a worker. Not for the whole session: while the browser is open an event
# loop runs, which would be in the way of the tests of other folders.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail(f"The pages are tested in a Chromium, and none is installed: {', '.join(NAMES)}. `make test` does.")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """At the end it is seen to have logged no fault."""
    house = House(tmp_path_factory.mktemp("house") / "tables.db")
    yield house
    code, logged = house.stop()
    assert code == 0
    assert "Traceback" not in logged, logged


Visiting = Callable[..., Visit]


@pytest.fixture
def visiting(browser: Browser, house: House) -> Iterator[Visiting]:
    """Makes visitors: `visiting("Bob", has_touch=True)`. At the end no browser has complained of anything."""
    visits: list[Visit] = []

    def visit(name: str = "Ann", **how: Any) -> Visit:
        visits.append(Visit(browser, how.pop("house", house), name, **how))
        return visits[-1]

    yield visit
    assert [fault for one in visits for fault in one.close()] == []


@pytest.fixture
def visit(visiting: Visiting) -> Visit:
    return visiting()
