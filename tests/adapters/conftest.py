"""Most of what a batch does is tested interpreted, on few games: to compile it all for each game takes minutes."""

from __future__ import annotations

import pytest


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
