"""Whatever can be sent: requests, WebSocket frames and game files that are nearly right, to the whole server.

What is sent is made from a corpus of right ones, by changes that keep most of them readable. No answer may be a fault
of the server (5xx), nothing may be let fall, and every connection answers on.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from tablier.record.hashes import pledge_of
from tests.simulator.loop import Loop
from tests.simulator.machine import Machine, simulated, stream
from tests.simulator.network import Line, Network

CORPUS: Final = Path(__file__).parent / "corpus"
SECRET: Final = "secret of who sends nonsense".ljust(40, "x")
PAUSE: Final = 0.06
"""Seconds from one frame to the next: as fast as a seat may send."""

TABLES: Final[tuple[tuple[str, dict[str, Any], str], ...]] = (
    ("maestria", {}, "pb"), ("war-of-masters", {}, "bp"), ("master-citadel", {}, "pbbb"),
    ("master-islands", {"players": 3}, "bpb"), ("maestria", {}, "pp"), ("master-islands", {"players": 2}, "pp"),
)  # fmt: skip
"""What is played, and by whom: p for who sends nonsense, b for a bot. Where two are people, what they pledge is waited
for."""

AT_A_TABLE: Final = 400
"""Pieces of nonsense at one table; then there is another."""

SHOWS: Final = ("legal", "legal,changes", "legal,scene,tall,words", "legal,record")
REFUSED: Final = 400
"""Until it is known that it was not."""

ODD: Final = (
    "", "0", "-1", "null", "true", "[]", "{}", '"', "\\", "\0", "é", "\u202e", "😀", "9" * 30, "1e999", "NaN", "../..",
    "%00", "' OR 1=1", "<script>", "\ud83d", "a" * 300, " ", "\n", "§", "−5", "٣",
)  # fmt: skip
"""What programs stumble over."""


def corpus(kind: str) -> list[str]:
    """What is right, or has once found something: a file each for requests, frames and game files."""
    if kind == "files":
        return [path.read_text(encoding="utf-8") for path in sorted(CORPUS.glob("*.txt"))]
    return [line for line in (CORPUS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines() if line]


def changed(text: str, random: Random) -> str:
    """The same with something else in it, a few times over."""
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 6))):
        text = random.choice(CHANGES)(text, random)
    return text


def _place(text: str, random: Random) -> int:
    return random.randrange(len(text) + 1)


def _insert(text: str, random: Random) -> str:
    place = _place(text, random)
    return text[:place] + random.choice(ODD) + text[place:]


def _delete(text: str, random: Random) -> str:
    place = _place(text, random)
    return text[:place] + text[place + random.choice((1, 1, 3, 10)) :]


def _repeat(text: str, random: Random) -> str:
    place, length = _place(text, random), random.randrange(1, 20)
    return text[:place] + text[place : place + length] * random.choice((1, 2, 5)) + text[place:]


def _swap(text: str, random: Random) -> str:
    place = _place(text, random)
    return text[:place] + chr(random.choice((random.randrange(32, 127), random.randrange(0x3000)))) + text[place + 1 :]


def _word(text: str, random: Random) -> str:
    """A word, or a number, is another one."""
    words = text.split('"') if '"' in text else text.split(" ")
    one = random.randrange(len(words))
    words[one] = random.choice((random.choice(ODD), random.choice(words), str(random.randrange(-5, 400))))
    return ('"' if '"' in text else " ").join(words)


CHANGES: Final[tuple[Callable[[str, Random], str], ...]] = (_insert, _delete, _repeat, _swap, _word, _word)


class Fuzz:
    """A server, a table, and somebody who sends what comes to mind."""

    def __init__(self, seed: int) -> None:
        self.loop = Loop()
        self.network = Network(self.loop)
        self.machine = Machine(self.loop, self.network, seed)
        self.random = stream(seed, "fuzz")
        self.found: list[str] = []
        self.count = self.accepted = 0
        self.version, self.actions = 0, ["nothing"]

    def run(self, count: int) -> list[str]:
        """Send so much; what has gone wrong."""
        try:
            with simulated(self.machine):
                self.loop.run_until_complete(self._run(count))
        finally:
            self.loop.close()
        return self.found

    async def _run(self, count: int) -> None:
        await self.machine.start()
        while self.count < count:
            await self._open()
            until = min(count, self.count + AT_A_TABLE)
            while self.count < until:
                await self.random.choice((self._requests, self._frames, self._frames, self._files))(10)
        await self.machine.stop()

    async def _open(self) -> None:
        """Another table, at which who sends nonsense has every seat that is not a bot's."""
        game, options, seats = self.random.choice(TABLES)
        places = [{"who": "bot", "level": 1} if who == "b" else {"who": "anyone"} for who in seats]
        new = {"game": game, "options": options, "seats": places}
        self.table = str((await self._ask("POST", "/api/v1/tables", json.dumps(new))).json()["table"])
        self.seat, self.entropy = seats.index("p"), self.random.randbytes(16).hex()
        for seat in (seat for seat, who in enumerate(seats) if who == "p"):
            sit = {"name": f"Eve {seat}", "pledge": pledge_of(self.table, seat, self.entropy)}
            await self._ask("POST", f"/api/v1/tables/{self.table}/seats/{seat}", json.dumps(sit))

    def _filled(self, text: str) -> str:
        """What is right, at this table and now."""
        now = {"{table}": self.table, "{seat}": str(self.seat), "{entropy}": self.entropy}
        now |= {"{version}": str(self.version), "{action}": json.dumps(self.random.choice(self.actions))[1:-1]}
        for name, value in now.items():
            text = text.replace(name, value)
        return text

    async def _ask(self, method: str, path: str, body: str) -> Any:
        process = self.network.process
        assert process
        sent = body.encode(errors="surrogatepass")
        answer = await process.spawn(self.network._serve(method, path, sent, SECRET, "10.1.1.1"))
        self._see(f"{method} {path} {body}", answer.status)
        return answer

    def _see(self, sent: str, status: int) -> None:
        self.count += 1
        self.accepted += status < 400
        faults = [*self.machine.faults.found, *self.network.crashes]
        self.machine.faults.found.clear()
        self.network.crashes.clear()
        if faults or status >= 500 or status == 0:
            self.found.append(f"{sent[:2000]!r}: {status} {faults}")

    async def _requests(self, count: int) -> None:
        for _ in range(count):
            method, path, body = json.loads(self.random.choice(corpus_of("requests")))
            path, body = self._filled(path), self._filled(body)
            what = self.random.randrange(4)
            path = changed(path, self.random) if what in (0, 2) else path
            body = changed(body, self.random) if what in (1, 2) and body else body
            method = self.random.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH")) if what == 3 else method
            path = "/" + path.lstrip("/").encode("utf-8", "replace").decode()
            await self._ask(method, path, body)

    async def _files(self, count: int) -> None:
        for _ in range(count):
            file = changed(self.random.choice(corpus_of("files")), self.random)
            if self.random.random() < 0.5:
                await self._ask("POST", "/api/v1/verify", json.dumps({"file": file}))
            else:
                asked = {"file": file, "actions": self.random.choice((None, 0, 1, 3, 10**9)), "lang": "fr"}
                await self._ask("POST", "/api/v1/replay", json.dumps(asked))

    async def _frames(self, count: int) -> None:
        query = {"seat": self.seat, "after": self.random.choice((0, 3, 10**8)), "show": self.random.choice(SHOWS)}
        line = self.network.call(
            self.random, f"/api/v1/tables/{self.table}/socket", query, SECRET, f"10.1.2.{self.random.randrange(200)}"
        )
        frames = []
        for _ in range(count):
            await asyncio.sleep(PAUSE)
            self._hear(line)
            frames.append(changed(self._filled(self.random.choice(corpus_of("frames"))), self.random))
            line.send(frames[-1])
            self._see(frames[-1], REFUSED)
        if not await self._answers(line):
            self.found.append(f"{frames}: no more answers")
        line.close()

    def _hear(self, line: Line) -> None:
        """What has come since: how things stand, and whether something was done."""
        while not line.received.empty() and (text := line.received.get_nowait()):
            told = json.loads(text)
            self.accepted += told["type"] == "done"
            self.version = max([self.version, *(event["version"] for event in told.get("events", ()))])
            self.actions = told.get("now", {}).get("legal") or self.actions

    async def _answers(self, line: Line) -> bool:
        """Whether the connection still does."""
        line.send('{"do":"ping"}')
        first = text = ""
        try:
            async with asyncio.timeout(60):
                while text := await line.received.get() or "":
                    first = first or text
                    if '"pong"' in text or '"limit/too-much"' in text:
                        return True
        except TimeoutError:
            return False
        return '"refused"' in first  # it was never let in


_kept: dict[str, list[str]] = {}


def corpus_of(kind: str) -> list[str]:
    """The same, read once."""
    return _kept.setdefault(kind, corpus(kind))
