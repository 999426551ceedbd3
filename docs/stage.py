"""Where pictures are taken: a server whose chance and bots are always the same, and somebody who plays at it."""

from __future__ import annotations

import os

os.environ["TABLIER_JIT"] = "0"  # before tablier: for some hundred actions nothing is worth compiling

import json
import random
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

from playwright.sync_api import APIRequestContext, Browser, BrowserContext

from tablier.bots import named
from tablier.bots.bot import Considered
from tablier.bots.pool import Thinkers
from tablier.bots.question import Question
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.serve import run, tables
from tablier.serve.api.limits import Limits

SENSIBLE = 12
"""Turns after which bots play anything: thinking takes time."""

PATIENCE = 300_000
"""Milliseconds after which something that is waited for does not come any more: many, for machines that are busy."""

ENTROPY = "00112233445566778899aabbccddeeff"


# --- the server, in a process of its own ------------------------------------------------------------------------------


def choose(question: Question) -> str:
    """What a bot does, always the same in the same position: at first often something sensible."""
    position, chance = question.position(), random.Random(f"{question.seat} {question.view!r}")
    if chance.random() < 0.5 or position.turn > SENSIBLE:
        return chance.choice(position.legal(question.seat))
    return named("greedy", position.game, seed=chance.randrange(1000)).choose(position)


class Company(Thinkers):
    """In the place of the processes in which bots think."""

    readiness: ClassVar[dict[str, str]] = {}
    thinkers: ClassVar[dict[str, int]] = {"own": 0, "lent": 0}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def choose(self, question: Question, asker: object = None) -> str:
        return choose(question)

    async def speak(self, question: Question, asker: object = None) -> list[Message]:
        return []

    async def analyse(self, question: Question, asker: object = None) -> list[Considered]:
        return []

    def want(self, game: str) -> None: ...

    def forget(self, table: str) -> None: ...


def serve(store: str, series: str) -> None:
    """Until it is ended. Chance goes by the names of the tables, so these are a series, always the same."""
    ids = (f"{series}{number:0{16 - len(series)}}" for number in count())
    mock.patch.object(tables, "new_table", side_effect=ids).start()
    mock.patch.object(tables, "new_fair_secret", return_value="5b" * 32).start()
    mock.patch.object(run, "Pool", return_value=Company()).start()
    run.serve(
        Path(store), "127.0.0.1", 0,
        bot_pause=0, limits=Limits.none(), ready=lambda address: print(address, flush=True),
    )  # fmt: skip


@contextmanager
def server(store: Path, series: str) -> Iterator[str]:
    """Its address. Its tables are kept in `store`, and the new ones among them called after `series`."""
    command = [sys.executable, __file__, str(store), series]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield process.stdout.readline().strip().rstrip("/").replace("localhost", "127.0.0.1")
    finally:
        process.terminate()
        process.wait()


# --- somebody who plays -----------------------------------------------------------------------------------------------


class Player:
    """Opens tables and plays at them, by the interface; pages of the same person are then looked at."""

    def __init__(self, context: BrowserContext, name: str, memory: dict[str, Any] | None = None) -> None:
        self.context = context
        self.api: APIRequestContext = context.request
        self.name = name
        self.memory: dict[str, dict[str, Any]] = memory or {"invitations": {}, "entropies": {}, "noted": {}}
        """What the pages would have kept in the browser, by table."""
        if not memory:
            self.tell("/people", {})

    # --- keeping who one is, for another day

    def keep(self, path: Path) -> None:
        told = {"name": self.name, "cookies": self.context.storage_state(), "memory": self.memory}
        path.write_text(json.dumps(told), encoding="utf-8")

    @classmethod
    def known(cls, path: Path, browser: Browser, url: str) -> Player:
        told = json.loads(path.read_text(encoding="utf-8"))
        return cls(browser.new_context(base_url=url, storage_state=told["cookies"]), told["name"], told["memory"])

    # --- by the interface

    def tell(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.api.post(f"/api/v1{path}", data=body, timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def ask(self, path: str) -> Any:
        return self.api.get(f"/api/v1{path}", timeout=PATIENCE).json()

    def open(self, game: str, seats: str, **wish: Any) -> str:
        """Open a table: `seats` as in "me bot link anyone"."""
        places = [{"who": who, "level": level} for level, who in enumerate(seats.split(), start=2)]
        opened = self.tell("/tables", {"game": game, "seats": places, **wish})
        table: str = opened["table"]
        self.memory["invitations"][table] = opened["keys"]
        names = iter([self.name, "Bruno", "Chloé", "David"])
        for seat, who in enumerate(seats.split()):
            if who == "me":
                self.sit(table, seat, next(names))
        return table

    def open_against_bots(self, game: str, options: dict[str, Any] | None = None) -> str:
        seats = len(find(game).seats(find(game).settle(options or {})))
        return self.open(game, " ".join(["me"] + ["bot"] * (seats - 1)), options=options or {})

    def key(self, table: str, seat: int) -> str:
        """Of the invitation to a seat."""
        return str(self.memory["invitations"][table][str(seat)])

    def sit(self, table: str, seat: int, name: str, key: str = "") -> None:
        self.tell(f"/tables/{table}/seats/{seat}", {"name": name, "entropy": ENTROPY, **({"key": key} if key else {})})
        self.memory["entropies"].setdefault(table, {})[seat] = ENTROPY

    # --- playing

    def play(self, table: str, actions: int) -> str:
        """So many actions of my seats, or to the end of the game; gives the table."""
        while actions and self.act(table, f"play-{actions}"):
            actions -= 1
        self.asked(table)
        self.note(table)
        return table

    def act(self, table: str, id: str) -> bool:
        """One action of a seat of mine; false: the game is over."""
        if not (asked := self.asked(table)):
            return False
        seat, look = asked[0], self.look(table, asked[0])
        version = look["events"][-1]["version"]
        self.command(table, seat, do="play", action=self.wish(table, seat, look), version=version, id=id)
        return True

    def look(self, table: str, seat: int, *show: str) -> Any:
        return self.ask(f"/tables/{table}?seat={seat}&show={','.join(['record', *show])}")

    def wish(self, table: str, seat: int, look: Any) -> str:
        """What I would do."""
        first, view = look["events"][0], b64decode(look["now"]["record"])
        return choose(Question(table, seat, first["game"], first["options"], view, 1))

    def note(self, table: str) -> None:
        events = {event["kind"]: event for event in self.ask(f"/tables/{table}")["events"]}
        noted = {"commitment": events["opened"]["commitment"], "seal": events["began"]["seal"]}
        self.memory["noted"][table] = noted

    def asked(self, table: str) -> list[int]:
        """Those of my seats that are to act, when the bots have played; none when the game is over."""
        while True:
            look = self.ask(f"/tables/{table}?after=999999")
            asked = [seat for seat in look["mine"] if seat in look["now"]["pending"]]
            if asked or look["now"]["status"] != "playing":
                return asked
            time.sleep(0.02)

    def command(self, table: str, seat: int, **command: Any) -> None:
        self.tell(f"/tables/{table}/seats/{seat}/commands", {"id": "said", **command})


if __name__ == "__main__":
    serve(*sys.argv[1:])
