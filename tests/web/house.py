"""A house of tables for the pages: the real server in a process of its own, with bots that answer at once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import ClassVar
from unittest import mock

from tablier.bots import driver
from tablier.bots.question import Question
from tablier.engine.talk import Message
from tablier.serve import run
from tablier.serve.api.limits import Limits
from tests.serve.hosting import QuickThinkers
from tests.serve.visiting import Server

ROOT = Path(__file__).parents[2]


class House(Server):
    """How well bots play is shown elsewhere. Here they play anything, so that games are over soon."""

    program: ClassVar[str] = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.web.house import open_house
open_house(sys.argv[1], int(sys.argv[2]))
"""

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])


class Hasty(QuickThinkers):
    """Bots that take any legal action, always the same in the same position, and keep quiet."""

    async def choose(self, question: Question, asker: object = None) -> str:
        chance = random.Random(f"{question.seed} {question.view!r}")
        return chance.choice(question.position().legal(question.seat))

    async def speak(self, question: Question, asker: object = None) -> list[Message]:
        return []


def open_house(store: str, port: int) -> None:
    """Serve until interrupted; says the address once people can come."""
    driver.QUIET = 0.3  # seconds: bots who lead a discussion end it soon
    mock.patch.object(run, "Pool", return_value=Hasty()).start()
    run.serve(
        Path(store), "127.0.0.1", port,
        bot_pause=0, limits=Limits.none(), ready=lambda address: print(address, flush=True),
    )  # fmt: skip
