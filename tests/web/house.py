"""A house of tables for the pages: the real server in a process of its own, with bots that answer at once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import ClassVar

import uvicorn

from tablier.core.talk import Message
from tablier.serve import bots
from tablier.serve.app import make_app
from tablier.serve.guard import Limits
from tablier.serve.question import Question
from tablier.serve.run import set_up_logs
from tablier.serve.store import Store
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

    async def choose(self, question: Question) -> str:
        chance = random.Random(f"{question.seed} {question.view!r}")
        return chance.choice(question.position().legal(question.seat))

    async def speak(self, question: Question) -> list[Message]:
        return []


class Announcing(uvicorn.Server):
    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup()
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        print(f"http://{host}:{port}/", flush=True)


def open_house(store: str, port: int) -> None:
    """Serve until interrupted; says the address once people can come."""
    set_up_logs()
    bots.QUIET = 0.3  # seconds that a discussion with bots has to be quiet before they end it
    kept = Store(Path(store))
    kept.open()
    app = make_app(kept, Hasty(), Limits.none(), bot_pause=0)  # type: ignore[arg-type]
    Announcing(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, access_log=False)).run()
