"""Pairs of games that differ in what a seat cannot know, in great number."""

from __future__ import annotations

import asyncio
from random import Random

from tablier.serve.api.socket import SHOW
from tests.serve.twins import SESSIONS, lockstep

KINDS = (
    *("act",) * 24, "differ", *("ask",) * 6, "whisper", "whisper", "aloud", "sign", "sign", "bad", "bad", "others-bad",
    "again", "again", "move", "takeback",
)  # fmt: skip


def compared(seed: int, steps: int = 120) -> int:
    """How many views of a pair of games were compared; raises AssertionError if two are not the same."""
    random = Random(seed)
    chosen = [(random.choice(KINDS), random.randrange(10_001)) for _ in range(steps)]
    others = SHOW if random.random() < 0.125 else frozenset[str]()
    return asyncio.run(lockstep(*SESSIONS[random.choice([*SESSIONS])], chosen, others))
