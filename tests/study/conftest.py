"""Studies with rules as they are written: nothing waits for a compiler."""

from __future__ import annotations

import pytest


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions are weighed by two samples, one for each half: what they come to is told in the same way as of many."""
    monkeypatch.setenv("TABLIER_JIT", "0")
    monkeypatch.setattr("tablier.lab.watching.SAMPLES", 2)
    monkeypatch.setattr("tablier.lab.watching.PLAYED_OUT", 2)
