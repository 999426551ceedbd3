"""How a command starts."""

from __future__ import annotations

import gc
import sys

import pytest

from tablier.cli import main
from tablier.engine import start


def test_a_start_is_not_spent_looking_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    monkeypatch.setattr(sys, "argv", ["tablier", "--version"])
    monkeypatch.setattr(start, "_is_ours", False)
    try:
        with pytest.raises(SystemExit):
            main()
        assert gc.get_threshold()[0] == start.YOUNG
    finally:
        gc.set_threshold(*before)
