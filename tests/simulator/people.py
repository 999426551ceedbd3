"""People: they open tables, sit down, play, talk, lose their connection and come back; some try to cheat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

from tablier.engine.kernels import PUBLIC
from tablier.record.hashes import pledge_of
from tests.simulator.judge import Judge, Place
from tests.simulator.network import Answer, Line, Lost, Network

GIVES_UP: Final = 25.0
"""Seconds without an answer after which somebody calls again."""

FORGOTTEN: Final = 34
"""Commands after which a server does not remember one any more."""

NATURES: Final = {"steady": 5, "quick": 3, "sleeper": 2, "talker": 2, "insister": 2, "fickle": 2, "cheat": 3}
"""What somebody is like, and how many are."""

GIVERS: Final = {"gives": 10, "at once": 4, "late": 2, "never": 2, "wrongly": 2}
"""How somebody gives the entropy of theirs, and how many do: most pledge it first."""

THINKS: Final = {"quick": 0.3, "sleeper": 40.0, "insister": 4.0}
"""Seconds, at most, before somebody does something; others: 3."""


class World(Protocol):
    """Where people are."""

    network: Network
    judge: Judge
    is_over: bool

    def spawn(self, work: Any) -> None: ...


class Person:
    """Somebody with a secret."""

    def __init__(self, world: World, random: Random, number: int) -> None:
        self.world, self.random = world, random
        self.secret = f"secret of person {number} ".ljust(40, "x")
        self.number = number
        self.giver = random.choices([*GIVERS], [*GIVERS.values()])[0]
        self.entropies: dict[Place, str] = {}
        """What they have pledged, and not given."""

    @property
    def address(self) -> str:
        """From where they come; every other from a household that has a network, and changes its address each time."""
        if self.number % 2:
            return f"2001:db8:0:{self.number:x}::{self.random.randrange(1, 1 << 16):x}"
        return f"10.0.0.{self.number % 250}"

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """A request, as often as it takes to be answered."""
        while not self.world.is_over:
            try:
                answer = await self.try_once(method, path, body)
                if answer.status < 500:
                    return answer
            except Lost:
                pass
            await asyncio.sleep(0.2 + self.random.random())
        raise Lost

    async def try_once(self, method: str, path: str, body: Any = None) -> Answer:
        network = self.world.network
        answer = await network.ask(self.random, method, f"/api/v1{path}", body, self.secret, self.address)
        if answer.status >= 500 and answer.status != 503:
            raise AssertionError(f"{method} {path}: {answer.status} {answer.body!r}")
        return answer

    async def sit(self, table: str, seat: int) -> bool:
        """Sit down, and pledge entropy, or give it at once; whether that is possible."""
        entropy, name = self.random.randbytes(16).hex(), f"P{self.number}"
        pledge = pledge_of(table, seat, entropy)
        body = {"name": name, "entropy": entropy} if self.giver == "at once" else {"name": name, "pledge": pledge}
        self.world.judge.pledges((table, seat), pledge, entropy)
        if self.giver != "at once":
            self.entropies[table, seat] = entropy
        return (await self.ask("POST", f"/tables/{table}/seats/{seat}", body)).status == 201


class Player:
    """A person on a seat; or, without one, who watches."""

    def __init__(self, person: Person, table: str, seat: int, following: bool = True) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.world, self.random = person.world, person.random
        self.place: Place = table, seat
        self.nature = self.random.choices([*NATURES], [*NATURES.values()])[0] if seat != PUBLIC else "steady"
        self.version = 0
        self.now: dict[str, Any] = {}
        self.open: dict[str, str] = {}
        """Commands that were not answered, by id."""
        self.old: list[tuple[str, str]] = []
        """What was said and answered: ids and commands."""
        self.count = 0
        self.stays = True
        self.replaced = False
        self.got_up = False
        """Whether the seat was left over the line that is open."""
        self.following = following
        self.show = self.random.choice(("legal", "legal", "legal", "legal,changes", "legal,record"))

    async def play(self) -> None:
        """Be there until the end, with pauses."""
        while self.stays and not self.world.is_over:
            try:
                await self._visit()
            except Lost:
                await asyncio.sleep(0.1 + self.random.random())
            else:
                await asyncio.sleep(self.random.random() * (20 if self.nature == "fickle" else 1))

    async def _visit(self) -> None:
        query = {"after": self.version, "show": self.show, "lang": "en"}
        query |= {"seat": self.seat} if self.seat != PUBLIC else {}
        path = f"/api/v1/tables/{self.table}/socket"
        self.got_up = False
        line = self.world.network.call(self.random, path, query, self.person.secret, self.person.address)
        try:
            await self._talk(line)
        finally:
            line.close()

    async def _talk(self, line: Line) -> None:
        welcomed, heard = False, self.world.judge.now
        while not self.world.is_over:
            thinks = self.random.random() * THINKS.get(self.nature, 3.0) if welcomed and not self.open else GIVES_UP
            text = await self._next(line, thinks)
            if text is None:
                return
            if text:
                heard = self.world.judge.now
                self._hear(json.loads(text))
                if not welcomed:
                    welcomed = True
                    self._send_again(line)
            elif self.world.judge.now - heard >= GIVES_UP and (self.open or not welcomed):
                self._check_answered(line, heard)
                return
            elif self.nature == "fickle" and self.random.random() < 0.2:
                return
            else:
                await self._act(line)

    async def _next(self, line: Line, seconds: float) -> str | None:
        """What comes next; nothing if so long nothing comes."""
        try:
            async with asyncio.timeout(seconds):
                return await line.received.get()
        except TimeoutError:
            return ""

    def _check_answered(self, line: Line, heard: float) -> None:
        self.world.judge.check_answer(self.place, line.is_calm and line.is_open, heard)

    def _hear(self, message: dict[str, Any]) -> None:
        self.world.judge.note(self.place, message)
        self.version = self.world.judge.hears(self.place, self.version, message)
        if message["type"] == "events" and "protocol" not in message:
            self.world.judge.check_seated(self.place, self.got_up)
            left = ({"kind": event["kind"], "seat": event.get("seat")} for event in message["events"])
            self.got_up = {"kind": "left", "seat": self.seat} in left
        if message["type"] in ("done", "refused"):
            if text := self.open.pop(message["id"], None):
                self.old.append((message["id"], text))
            if message.get("code") in ("table/damaged", "table/unknown"):
                self.stays = False
        for event in message.get("events", ()):
            self._learn(event)
        self.now = message.get("now", self.now)

    def _learn(self, event: dict[str, Any]) -> None:
        if event["kind"] in ("replaced", "returned") and event["seat"] == self.seat:
            self.replaced = event["kind"] == "replaced"
        if event["kind"] == "followed" and self.following:
            self.following = False
            self.world.spawn(self._follow(event["table"]))

    async def _follow(self, table: str) -> None:
        """Sit down at the next table."""
        try:
            found = (await self.person.ask("GET", f"/tables/{table}")).json()
            if found.get("welcome") and await self.person.sit(table, found["welcome"][0]):
                await Player(self.person, table, found["welcome"][0], following=False).play()
        except Lost:
            pass

    # --- what one does

    def _send(self, line: Line, do: str, **more: Any) -> None:
        self.count += 1
        id = f"{do}-{self.count}"
        self._say(line, id, json.dumps({"id": id, "do": do, **more}))

    def _say(self, line: Line, id: str, text: str) -> None:
        self.open[id] = text
        self.world.judge.sends(self.place, id, line.send(text))

    def _send_again(self, line: Line) -> None:
        for id, text in list(self.open.items()):
            self._say(line, id, text)

    async def _act(self, line: Line) -> None:
        """Do something that fits who one is."""
        if self.seat == PUBLIC:
            return
        status = self.now.get("status")
        if self.nature == "cheat" and self.random.random() < 0.4:
            await self._cheat(line)
        elif self.nature == "insister" and self.random.random() < 0.5:
            self._insist(line)
        elif self.replaced and self.random.random() < 0.7:
            self._send(line, "come-back")
        elif status == "open":
            self._give(line)
        elif status == "over":
            self._end(line)
        elif self.random.random() < (0.5 if self.nature == "talker" else 0.12):
            self._chat(line)
        elif self.seat in self.now.get("pending", ()):
            await self._play(line)
        elif self.random.random() < 0.3:
            self._other(line)

    def _give(self, line: Line) -> None:
        """What one has pledged, when it is time to; some give something else, or never, or before everybody has."""
        person, entropy = self.person, self.person.entropies.get(self.place)
        is_time = self.seat in self.now.get("to_give", ())
        if not entropy or person.giver == "never" or not (is_time or self.nature == "cheat"):
            return
        if person.giver == "wrongly" and self.random.random() < 0.7:
            self._send(line, "give", entropy=self.random.randbytes(16).hex())
        elif person.giver != "late" or self.random.random() < 0.2:
            self._send(line, "give", entropy=entropy)

    async def _play(self, line: Line) -> None:
        legal = self.now.get("legal") or ["?"]
        action = self.random.choice(legal)
        if self.random.random() < 0.1:
            await self._by_http("play", action=action, version=self.version)
        else:
            self._send(line, "play", action=action, version=self.version)

    async def _by_http(self, do: str, **more: Any) -> None:
        """The same without a connection; asked once, whatever comes of it."""
        self.count += 1
        id = f"{do}-{self.count}"
        body = {"id": id, "do": do, **more}
        self.world.judge.sends(self.place, id, 2)
        try:
            answer = await self.person.try_once("POST", f"/tables/{self.table}/seats/{self.seat}/commands", body)
        except Lost:
            return
        self.world.judge.answered(self.place, id, "done" if answer.status == 200 else answer.json()["code"])

    def _end(self, line: Line) -> None:
        if self.following and self.random.random() < 0.3:
            self._send(line, "rematch")

    def _chat(self, line: Line) -> None:
        talk = self.now.get("talk") or {}
        if talk.get("secret") and self.random.random() < 0.5:
            self._send(line, "say", kind="text", body=f"psst {self.count}", to=[self.random.choice(talk["secret"])])
        elif self.random.random() < 0.5:
            self._send(line, "say", kind="gesture", body=self.random.choice(["yes", "no", *talk.get("signs", ())][:5]))
        else:
            self._send(line, "say", kind="text", body=f"hello {self.count}", to=[])

    def _other(self, line: Line) -> None:
        """What one does besides."""
        if self.now.get("takeback") is not None:
            self._send(line, "answer", agrees=self.random.random() < 0.7)
        elif self.now.get("can_take_back") and self.random.random() < 0.4:
            self._send(line, "takeback")
        elif self.random.random() < 0.3:
            self._send(line, "replace", seat=self.random.randrange(4))
        elif self.random.random() < 0.1:
            self._send(line, "resign")

    def _insist(self, line: Line) -> None:
        """Say so much that the first of it is forgotten; then say that again, while one's clock runs."""
        said = [(id, text) for id, text in self.old if id.startswith("say")]
        if len(self.old) >= FORGOTTEN and said:
            self._say(line, *said[0])
        else:
            for _ in range(12):
                self._send(line, "say", kind="gesture", body="hurry")

    async def _cheat(self, line: Line) -> None:
        tries: list[Callable[[], None]] = [
            lambda: self._send(line, "play", action="nonsense", version=10**6),
            lambda: self._send(line, "play", action=self.random.choice(self.now.get("legal") or ["x"]), version=0),
            lambda: self._send(line, "resign"),
            lambda: self._send(line, "come-back"),
            lambda: self._send(line, "answer", agrees=True),
            lambda: self._send(line, "replace", seat=self.random.randrange(4)),
            lambda: self._send(line, "leave"),
            lambda: self._send(line, "takeback"),
            lambda: self._twice(line),
            lambda: self._ahead(line),
        ]
        if self.random.random() < 0.2:
            await self._forge()
        else:
            self.random.choice(tries)()

    def _twice(self, line: Line) -> None:
        """The same action by two commands."""
        action = self.random.choice(self.now.get("legal") or ["x"])
        for _ in range(2):
            self._send(line, "play", action=action, version=self.version)

    def _ahead(self, line: Line) -> None:
        """Give up, act all the same, and be back, at once."""
        action = self.random.choice(self.now.get("legal") or ["x"])
        self._send(line, "resign")
        self._send(line, "play", action=action, version=self.version)
        self._send(line, "come-back")
        self._send(line, "play", action=action, version=self.version)

    async def _forge(self) -> None:
        """Act for somebody else."""
        other = (self.seat + 1) % 2
        body = {"id": f"forged-{self.count}", "do": "resign"}
        try:
            answer = await self.person.try_once("POST", f"/tables/{self.table}/seats/{other}/commands", body)
        except Lost:
            return
        self.world.judge.check_forged((self.table, other), self.seat, answer.status)
