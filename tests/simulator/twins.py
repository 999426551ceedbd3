"""Twins: two games that differ in what a seat cannot know, and every byte that is sent to it."""

from __future__ import annotations

import asyncio
from random import Random

from tests.serve.test_leaks import SESSIONS, _lockstep

KINDS = (
    *("act",) * 6, "whisper", "aloud", "sign", "bad", "bad", "others-bad", "again", "export", "move", "takeback",
)  # fmt: skip


def compared(seed: int, steps: int = 60) -> int:
    """How many views of a pair of games were compared; raises AssertionError if two are not the same."""
    random = Random(seed)
    chosen = [(random.choice(KINDS), random.randrange(10_001)) for _ in range(steps)]
    return asyncio.run(_lockstep(*SESSIONS[random.choice([*SESSIONS])], chosen))
