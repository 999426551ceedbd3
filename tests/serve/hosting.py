"""The tables inside the test: the real ones, with a real store, and bots that answer at once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from tablier.bots.bot import Considered
from tablier.bots.question import Question
from tablier.engine.kernels import PUBLIC
from tablier.engine.talk import Message
from tablier.serve import schema, seating, tables
from tablier.serve.api.limits import Limits
from tablier.serve.api.socket import SHOW, _answer
from tablier.serve.encoding import as_bytes
from tablier.serve.identity import hashed
from tablier.serve.live import Connection
from tablier.serve.store import Store
from tablier.serve.tables import Tables
from tests.patience import PATIENCE

ENTROPY = "00112233445566778899aabbccddeeff"


class QuickThinkers:
    """Bots that take the first legal action, and say what they are told to say."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.to_say: list[Message] = []
        self.wanted: list[str] = []
        self.readiness: dict[str, str] = {}
        self.thinkers = {"own": 0, "lent": 0}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def choose(self, question: Question, asker: object = None) -> str:
        self.questions.append(question)
        return question.position().legal(question.seat)[0]

    async def speak(self, question: Question, asker: object = None) -> list[Message]:
        said, self.to_say = [m for m in self.to_say if m.by == question.seat], []
        return said

    async def analyse(self, question: Question, asker: object = None) -> list[Considered]:
        """They advise the last legal action, and think less of the first."""
        self.questions.append(question)
        legal = question.position().legal(question.seat)
        best, other = Considered(legal[-1], 0.6, 10, (legal[-1],)), Considered(legal[0], 0.4, 5, (legal[0],))
        return [best, other] if len(legal) > 1 else [best]

    def want(self, game: str) -> None:
        self.wanted.append(game)

    def forget(self, table: str) -> None: ...


class House:
    """The tables, and people who come to them; each is known by a name."""

    def __init__(self, where: str | Path) -> None:
        self.store = Store(where)
        self.store.open()
        self.pool = QuickThinkers()
        self.tables = Tables(self.store, self.pool, bot_pause=0)
        self.limits = Limits.none()
        self.commands: Counter[int] = Counter()

    async def __aenter__(self) -> House:
        """Chance is the same in every test: it follows from the ids of tables, which are counted, and from a secret."""
        ids = (f"table-of-test-{number:02}" for number in range(100))
        self._patches = [
            mock.patch.object(tables, "new_table", side_effect=ids),
            mock.patch.object(tables, "new_fair_secret", return_value="5b" * 32),
        ]
        for patch in self._patches:
            patch.start()
        await self.tables.start()
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.tables.stop()
        for patch in self._patches:
            patch.stop()
        self.store.close()

    async def open(self, game: str, seats: Sequence[str] = (), **more: Any) -> str:
        """Open a table for Ann; `seats` says who sits where: a name, or `bot`."""
        places = [{"who": "bot" if name == "bot" else "anyone", "level": 1} for name in seats]
        options: Mapping[str, Any] = more.pop("options", {})
        new = schema.NewTable.model_validate({"game": game, "options": options, "seats": places, **more})
        live, _ = await self.tables.open(new, hashed("Ann"))
        for seat, name in enumerate(seats):
            if name not in ("bot", ""):
                await self.sit(live.table.id, seat, name)
        return live.table.id

    async def sit(self, table: str, seat: int, name: str, key: str = "", entropy: str = ENTROPY) -> str:
        return await seating.sit(
            self.tables, table, seat, hashed(name), schema.SitRequest(name=name, entropy=entropy, key=key)
        )

    async def connect(
        self, table: str, seat: int = PUBLIC, after: int = 0, show: frozenset[str] = SHOW, lang: str = "fr"
    ) -> Connection:
        connection = Connection(seat, show, lang)
        await self.tables.connect(table, connection, after)
        return connection

    async def leave(self, table: str, connection: Connection) -> None:
        self.tables.disconnect(await self.tables.live(table), connection)

    async def ask(self, table: str, connection: Connection, do: str, **more: Any) -> dict[str, Any]:
        """Send a command as a WebSocket does; its answer."""
        self.commands[connection.audience] += 1
        command = {"id": f"c{self.commands[connection.audience]}", "do": do, **more}
        return await self.send(table, connection, json.dumps(command))

    async def send(self, table: str, connection: Connection, text: str) -> dict[str, Any]:
        answer = await _answer(text, self.tables, table, connection, self.limits)
        connection.send(as_bytes(answer))
        return answer

    async def play(self, table: str, connection: Connection, action: str | None = None) -> dict[str, Any]:
        """Take an action, the first legal one if none is named."""
        found = (await self.tables.live(table)).table
        seat = connection.audience
        chosen = action or found.match.legal(seat)[0]
        return await self.ask(table, connection, "play", action=chosen, version=found.versions[seat])

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait for something that happens by itself."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.005)


def received(connection: Connection) -> list[dict[str, Any]]:
    """What was sent to somebody since they were asked last."""
    return [json.loads(text) for text in raw(connection) if text is not None]


def raw(connection: Connection) -> list[str | None]:
    texts = []
    while not connection.outbox.empty():
        told = connection.outbox.get_nowait()
        texts.append(told if told is None else told.decode())
    return texts


def kinds(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    return [event["kind"] for message in messages for event in message.get("events", ())]
