"""How long a test waits for what is to happen."""

from __future__ import annotations

PATIENCE = 1800.0
"""Seconds after which it will not happen any more. They pass only when something is wrong, so there may be many: a test
waits for what happens, never for time, and a machine that has fifteen other things to do only takes longer."""
