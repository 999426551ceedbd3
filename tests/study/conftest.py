"""Studies with rules as they are written: nothing waits for a compiler."""

from __future__ import annotations

from tests.lab.conftest import interpreted

__all__ = ["interpreted"]
