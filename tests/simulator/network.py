"""A network between people and the server: it takes its time, loses, repeats and cuts. The server is an ASGI app."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.simulator.loop import Loop, Process

HOST = b"tables.local"
NOTICED = 40.0
"""Seconds until a server sees that nobody is at the other end any more: two of its pings."""


class Lost(Exception):
    """No answer comes."""


class Gone(OSError):
    """Who called is not there any more: what uvicorn raises when something is sent to them, and catches itself."""


@dataclass
class Answer:
    """Of an HTTP request."""

    status: int = 0
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(eq=False)
class Line:
    """A WebSocket, from both ends. What is sent arrives in order, unless it does not arrive at all."""

    network: Network
    random: Random
    received: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    """By who called; None: it is closed."""
    heard: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    """By the server."""
    is_open: bool = True
    is_deaf: bool = False
    """Nothing arrives any more, and nobody knows."""
    is_calm: bool = True
    """Whether nothing has gone wrong with it."""
    waits_until: float = 0.0
    _last: dict[str, float] = field(default_factory=dict)

    def send(self, text: str) -> int:
        """Who called says something; perhaps it is heard twice. How often."""
        copies = 2 if self.random.random() < self.network.repeats else 1
        for _ in range(copies):
            self._later("up", lambda: self.heard.put_nowait({"type": "websocket.receive", "text": text}))
        return copies

    def close(self) -> None:
        """Who called hangs up."""
        if self.is_open:
            self._later("up", lambda: self.cut(1000))

    def cut(self, code: int = 1006) -> None:
        """It is over, and both ends know it."""
        if self.is_open:
            self.is_open = False
            self.heard.put_nowait({"type": "websocket.disconnect", "code": code})
            self.received.put_nowait(None)

    def fall_silent(self) -> None:
        """Half-open: nothing arrives any more; some time later the server notices."""
        self.is_deaf, self.is_calm = True, False
        self.network.loop.call_later(NOTICED, self.cut)

    def wait(self, seconds: float) -> None:
        """What is sent is under way for so long, and keeps its order."""
        self.waits_until = self.network.loop.time() + seconds

    def _later(self, way: str, arrive: Any) -> None:
        if self.is_deaf or not self.is_open:
            return
        now = self.network.loop.time()
        at = max(self._last.get(way, 0.0), self.waits_until, now + self.network.delay(self.random)) + 1e-6
        self._last[way] = at
        self.network.loop.call_at(at, self._arrive, arrive)

    def _arrive(self, arrive: Any) -> None:
        if self.is_open and not self.is_deaf:
            arrive()

    # --- the server's end, as ASGI has it

    async def serve(self, app: Any, path: str, query: str, headers: list[tuple[bytes, bytes]], client: str) -> None:
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "scheme": "ws", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "headers": [(b"host", HOST), *headers], "client": (client, 1),
            "server": ("tables.local", 80), "subprotocols": [], "http_version": "1.1", "root_path": "", "state": {},
        }  # fmt: skip
        first = deque([{"type": "websocket.connect"}])

        async def receive() -> Any:
            return first.popleft() if first else await self.heard.get()

        try:
            await app(scope, receive, self._answer)
        except Gone:
            pass
        except Exception as problem:
            self.network.crashes.append(f"{path}: {problem!r}")
        finally:
            self._later("down", self.cut)

    async def _answer(self, message: Any) -> None:
        if not self.is_open:
            raise Gone
        if (wait := self.waits_until - self.network.loop.time()) > 0:
            await asyncio.sleep(wait)
        if message["type"] == "websocket.send":
            self._later("down", lambda: self.received.put_nowait(message["text"]))
        elif message["type"] == "websocket.close":
            self._later("down", self.cut)


class Network:
    """All that is between people and the server."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.app: Any = None
        """None: nobody answers."""
        self.process: Process | None = None
        self.slowest = 0.05
        """Seconds that something is under way, at most; usually less."""
        self.loses = self.repeats = 0.0
        """Parts of what is sent."""
        self.lines: list[Line] = []
        self.crashes: list[str] = []
        """What the server has let fall."""

    def delay(self, random: Random) -> float:
        return self.slowest * random.random() ** 3

    def fall_down(self) -> None:
        """The server is no more: every line is cut."""
        self.app = self.process = None
        for line in self.lines:
            line.cut()
        self.lines.clear()

    def call(self, random: Random, path: str, query: dict[str, Any], secret: str, client: str) -> Line:
        """Open a WebSocket; raises Lost if nobody is there."""
        if self.app is None or self.process is None:
            raise Lost
        line = Line(self, random)
        self.lines = [other for other in self.lines if other.is_open]
        self.lines.append(line)
        serving = line.serve(self.app, path, urlencode(query), _authorized(secret), client)
        self.loop.call_later(self.delay(random), _spawn, self.process, serving)
        return line

    async def ask(
        self, random: Random, method: str, path: str, body: Any = None, secret: str = "", client: str = "",
        patience: float = 20.0,
    ) -> Answer:  # fmt: skip
        """A request, and its answer; raises Lost if there is none, whatever became of the request."""
        await asyncio.sleep(self.delay(random))
        if self.app is None or self.process is None or random.random() < self.loses:
            await asyncio.sleep(random.random() * 2)
            raise Lost
        served = [self.process.spawn(self._serve(method, path, body, secret, client))]
        if random.random() < self.repeats:
            served.append(self.process.spawn(self._serve(method, path, body, secret, client)))
        done, _ = await asyncio.wait(served, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if not done or random.random() < self.loses:
            raise Lost
        first = next(task for task in served if task in done)
        await asyncio.sleep(self.delay(random))
        if first.cancelled():
            raise Lost
        answer: Answer = first.result()
        return answer

    async def _serve(self, method: str, path: str, body: Any, secret: str, client: str) -> Answer:
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        where, _, query = path.partition("?")
        headers = [(b"host", HOST), (b"content-length", str(len(sent)).encode()), *_authorized(secret)]
        headers += [(b"content-type", b"application/json")] if sent else []
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": where, "raw_path": where.encode(), "query_string": query.encode(), "headers": headers,
            "client": (client, 1), "server": ("tables.local", 80), "root_path": "", "state": {},
        }  # fmt: skip
        answer, asked = Answer(), deque([{"type": "http.request", "body": sent, "more_body": False}])

        async def receive() -> Any:
            if asked:
                return asked.popleft()
            return await self.loop.create_future()  # nobody hangs up

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
            else:
                answer.body += message.get("body", b"")

        assert self.app is not None
        try:
            await self.app(scope, receive, send)
        except Exception as problem:
            self.crashes.append(f"{method} {path}: {problem!r}")
        return answer


def _spawn(process: Process, work: Any) -> None:
    process.spawn(work)


def _authorized(secret: str) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", f"Bearer {secret}".encode())] if secret else []
