"""What is looked through for tests: a module is imported for the examples in it only if there are any."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

Found = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Found, Found]:
    found = yield
    if any(isinstance(one, DoctestModule) for one in found) and b">>>" not in file_path.read_bytes():
        found = [one for one in found if not isinstance(one, DoctestModule)]
    return found
