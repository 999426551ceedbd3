"""Twins: two games that differ only in what a seat cannot know, side by side, and every byte that is sent of them.

What is compared is all that comes to that seat and to those who only watch: each message of several connections that
like different things, and each answer over HTTP. When a game is over there is nothing to be kept from anybody: then
everybody is told what was whispered (`unheard`), and everything is in the file. So twins part there. The message of
the end itself is still compared, without those whispers; that they are told to all then, and what else an ending
reveals, is for `tests/serve/test_tables.py` and `tests/record/test_fairness.py`.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.record import chain
from tablier.record.chance import Seal
from tablier.serve import schema, seating, tables, timing
from tablier.serve.api.app import make_app
from tablier.serve.api.limits import Limits
from tablier.serve.api.socket import SHOW
from tablier.serve.identity import hashed
from tablier.serve.live import Connection
from tablier.serve.store import Store
from tests.serve.hosting import ENTROPY, House, QuickThinkers, raw

ME: Final = 1
"""The seat that watches out."""

TABLE: Final = "a-table-of-tests"

Step = tuple[str, int]
"""What is done, and a number that says how."""

Sent = tuple[str, str]
"""To whom, and what."""


class Likes(NamedTuple):
    """Who is connected, and what they like to be told."""

    audience: int
    show: str
    lang: str


LISTENERS: Final = (
    Likes(ME, "legal,words", "fr"), Likes(ME, "words", "en"), Likes(ME, "record", "fr"),
    Likes(ME, "changes,words", "en"), Likes(ME, "changes,tall", "fr"), Likes(ME, "scene,tall,words", "en"),
    Likes(PUBLIC, "words", "fr"), Likes(PUBLIC, "legal,record", "en"),
    Likes(PUBLIC, "changes", "fr"), Likes(PUBLIC, "scene,tall,words", "en"),
)  # fmt: skip
"""The first of them is the one by which I act."""

QUESTIONS: Final = (
    "/tables/{table}?seat=1&show=legal,scene,words&lang=fr&after={number}",
    "/tables/{table}?seat=1&show=record,scene,tall&lang=en",
    "/tables/{table}?show=scene,words&lang=en&after={number}",
    "/tables/{table}/at/{number}?seat=1&lang=en",
    "/tables/{table}/at/{number}?seat=1&lang=fr&form=tall",
    "/tables/{table}/at/{number}?lang=fr",
    "/tables/{table}/file?seat=1",
    "/tables/{table}/file",
    "/tables/{table}/seats/1/offers?lang=fr",
    "/tables/{table}/chain",
    "/tables/{table}/verdict?lang=en",
    "/tables?status=playing",
    "/mine",
    "/health",
)
"""What I ask over HTTP."""


class World:
    """One of the two games, with everything in it that chance or the clock decides outside of them."""

    def __init__(self, other: bool, seen: list[int]) -> None:
        self.other = other
        self.numbers = itertools.count()
        self.sent: list[Sent] = []
        self.seen = seen if other else []
        """What chance gave that I can see: in the other world it is the same."""
        self.drawn = seen if not other else []

    def secret(self) -> str:
        return f"secret-number-{next(self.numbers):040}"

    def draw(self, seal: Seal, position: Position, drawn: Any) -> tuple[int, str]:
        """What I can see is drawn alike in both; the rest is drawn otherwise in the other, from what is left."""
        action, stream = _draw(seal, position, drawn)
        outcomes = position.outcomes()
        is_seen = stream == "all" or str(ME) in stream.split(",")
        if is_seen and self.other:
            action = self.seen.pop(0)
            if action not in outcomes:
                raise Parted
        elif is_seen:
            self.drawn.append(action)
        elif self.other:
            action = max(outcomes, key=lambda other: (outcomes[other], other != action))
        return action, stream


def unknown_link(head: str, serial: int, seat: int, action: str, salt: str) -> bytes:
    """A head of the chain as it is to who does not know its salt: any other 32 bytes.

    The real one differs in the two games, since it fixes what is hidden; that nobody can tell by which, as long as the
    salt is unknown, is for `tests/record/test_proof.py`. Nothing else that is sent of the chain may differ.
    """
    assert len(bytes.fromhex(salt)) == 32
    return sha256(f"{head} {serial}".encode()).digest()


class Parted(Exception):
    """The games cannot look the same to me any longer: what others hold is what I would draw, or all is revealed."""


_draw = Seal.draw

WALL = timing.wall()
"""The same moment in both worlds; it is not long ago, so that nothing is too old to be kept."""


@contextmanager
def living_in(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(timing, "steady", lambda: 1000)
        patch.setattr(timing, "wall", lambda: WALL)
        patch.setattr(tables, "new_table", lambda: TABLE)
        for giver in (tables, seating):
            patch.setattr(giver, "new_secret", world.secret)
        patch.setattr(tables, "new_fair_secret", lambda: "5a" * 32)
        patch.setattr(chain, "link", unknown_link)
        draw = world.draw
        patch.setattr(Seal, "draw", lambda seal, position, drawn: draw(seal, position, drawn))  # noqa: PLW0108
        yield


SESSIONS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "citadel": ("master-citadel", 4, {}),
    "open citadel": ("master-citadel", 4, {"variant": "open"}),
    "islands": ("master-islands", 3, {"players": 3}),
    "teams": ("master-islands", 4, {"mode": "teams"}),
    "corsair": ("master-islands", 3, {"mode": "corsair", "players": 3}),
}


async def lockstep(
    game: str, seats: int, options: dict[str, Any], steps: Sequence[Step], others: frozenset[str] = SHOW
) -> int:
    """How many views were compared; all of them were the same. `others` is what those like who are not me."""
    monkeypatch = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as folder:
        seen: list[int] = []
        worlds = [World(other, seen) for other in (False, True)]
        pair = [Session(world, House(Path(folder) / f"{world.other}.db"), monkeypatch) for world in worlds]
        count = 0
        async with pair[0].house, pair[1].house:
            try:
                for session in pair:
                    await session.begin(game, seats, options, others)
                for step in steps:
                    await _step(pair, *step)
                    count += _compare(pair)
            except Parted:
                pass
        return count


def _quick_folder() -> str | None:
    """Memory, where there is such a folder: nobody loses anything here."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _compare(pair: list[Session]) -> int:
    """See that the same was sent in both games; how much it was."""
    one, other = (session.world.sent for session in pair)
    assert pair[0].is_over == pair[1].is_over
    if pair[0].is_over:
        one, other = _without_whispers(one), _without_whispers(other)
    assert len(one) == len(other)
    for (who, told), (_, told_otherwise) in zip(one, other, strict=True):
        assert told == told_otherwise, f"to {who}:\n{told}\n{told_otherwise}"
    for session in pair:
        session.world.sent = []
    if pair[0].is_over:
        raise Parted
    return len(one)


def _without_whispers(sent: list[Sent]) -> list[Sent]:
    """The same without what everybody is told at the end of what was whispered."""
    found = []
    for who, text in sent:
        told = json.loads(text) if text.startswith("{") else text
        for event in told.get("events", ()) if isinstance(told, dict) else ():
            event.pop("unheard", None)
        found.append((who, json.dumps(told)))
    return found


async def _step(pair: list[Session], kind: str, number: int) -> None:
    """The same step in both games, as far as I can know."""
    if kind not in ("act", "differ"):
        for session in pair:
            await session.do(kind, number)
        return
    pending = pair[0].pending
    assert pending == pair[1].pending
    if not pending:
        return
    seat = pending[number % len(pending)]
    both = [session.actions(seat) for session in pair]
    if kind == "differ" and len(pending) > 1 and seat != ME:
        for i, session in enumerate(pair):
            session.differs = True
            await session.act(seat, both[i][(number * (i + 1)) % len(both[i])])
    elif not (pair[0].differs and len(pending) == 1):  # the last would show what differs
        common = sorted(set(both[0]).intersection(both[1]))
        chosen = common[number % len(common)] if common else -1
        if common and pair[0].written(seat, chosen) == pair[1].written(seat, chosen):
            for session in pair:
                await session.act(seat, chosen)


@cache
def _application() -> Any:
    """Made once; whose tables it has is said before each question."""
    return make_app(Store(Path("nowhere")), QuickThinkers(), Limits.none())  # type: ignore[arg-type]


async def _answer(house: House, path: str, secret: str) -> str:
    """What comes back over HTTP: the status, and every byte."""
    app, found = _application(), []
    app.state.tables = house.tables
    where, _, query = path.partition("?")
    headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {secret}".encode())]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": where, "raw_path": where.encode(), "query_string": query.encode(), "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("localhost", 80), "root_path": "", "state": {},
    }  # fmt: skip

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        found.append(str(message.get("status", "")).encode() + message.get("body", b""))

    await app(scope, receive, send)
    return b" ".join(found).decode()


class Session:
    """A game in one of the two worlds."""

    def __init__(self, world: World, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.house, self.monkeypatch = world, house, monkeypatch
        self.differs = False

    async def begin(self, game: str, seats: int, options: dict[str, Any], others: frozenset[str]) -> None:
        with living_in(self.world, self.monkeypatch):
            self.id = await self.house.open(game, [""] * seats, options=options)
            self.secrets = [f"secret of seat {seat}".ljust(40, ".") for seat in range(seats)]
            for seat, secret in enumerate(self.secrets):
                sitting = schema.SitRequest(name=f"Somebody {seat}", entropy=ENTROPY)
                await seating.sit(self.house.tables, self.id, seat, hashed(secret), sitting)
            self.listeners = [await self._connect(likes) for likes in LISTENERS]
            self.connections = [await self.house.connect(self.id, seat, show=others) for seat in range(seats)]
            self.house.tables.disconnect(await self.house.tables.live(self.id), self.connections[ME])
            self.connections[ME] = self.listeners[0]
        self._keep()

    async def _connect(self, likes: Likes, after: int = 0) -> Connection:
        return await self.house.connect(self.id, likes.audience, after, frozenset(likes.show.split(",")), likes.lang)

    @property
    def table(self) -> Any:
        return self.house.tables._lives[self.id].table

    @property
    def is_over(self) -> bool:
        return bool(self.table.status == "over")

    @property
    def pending(self) -> tuple[int, ...]:
        return tuple(self.table.pending)

    def actions(self, seat: int) -> list[int]:
        actions: list[int] = self.table.match.current.actions(seat)
        return actions

    def written(self, seat: int, action: int) -> str:
        return str(self.table.match.current.write(seat, action))

    async def act(self, seat: int, action: int) -> None:
        with living_in(self.world, self.monkeypatch):
            await self.house.play(self.id, self.connections[seat], self.written(seat, action))
        self._keep()

    async def do(self, kind: str, number: int) -> None:
        with living_in(self.world, self.monkeypatch):
            await getattr(self, "_" + kind.replace("-", "_"))(number)
        self._keep()

    def _keep(self) -> None:
        """What came to me, and to who watches; what comes to the others is their own affair."""
        for likes, connection in zip(LISTENERS, self.listeners, strict=True):
            self.world.sent += [(str(likes), str(text)) for text in raw(connection)]
        for seat, connection in enumerate(self.connections):
            if seat != ME:
                raw(connection)

    async def _whisper(self, number: int) -> None:
        """Others talk in secret: other things, and more of it, in the other world."""
        others = [seat for seat in range(len(self.connections)) if seat != ME]
        by, to = others[number % len(others)], others[(number + 1) % len(others)]
        for i in range(1 + self.world.other * (number % 3)):
            body = f"secret {number} {self.world.other} {i}"
            await self.house.ask(self.id, self.connections[by], "say", kind="text", body=body, to=[to])

    async def _aloud(self, number: int) -> None:
        seat = number % len(self.connections)
        await self.house.ask(self.id, self.connections[seat], "say", kind="text", body=f"hello {number}")

    async def _sign(self, number: int) -> None:
        """Somebody makes a sign: what there is to be made is the same in both worlds."""
        seat = number % len(self.connections)
        signs = ["yes", *self.table.match.current.signs(seat)]
        await self.house.ask(self.id, self.connections[seat], "say", kind="gesture", body=signs[number % len(signs)])

    async def _bad(self, number: int) -> None:
        """I try what is not allowed: what I am told must not depend on what I cannot know."""
        me = self.connections[ME]
        tries: list[Callable[[], Any]] = [
            lambda: self.house.ask(self.id, me, "play", action="nonsense", version=10**6),
            lambda: self.house.ask(self.id, me, "play", action="999 N", version=10**6),
            lambda: self.house.ask(self.id, me, "play", action="G2@(-1,0)", version=10**6),
            lambda: self.house.ask(self.id, me, "say", kind="text", body="psst", to=[0]),
            lambda: self.house.ask(self.id, me, "say", kind="offer", body="10 S"),
            lambda: self.house.ask(self.id, me, "say", kind="gesture", body="point hand Y4"),
            lambda: self.house.ask(self.id, me, "replace", seat=0),
            lambda: self.house.ask(self.id, me, "answer", agrees=True),
            lambda: self.house.send(self.id, me, "{"),
        ]
        await tries[number % len(tries)]()

    async def _others_bad(self, number: int) -> None:
        seat = (ME + 1 + number % (len(self.connections) - 1)) % len(self.connections)
        if self.world.other or number % 2:
            body = {"action": "nonsense", "version": 10**6}
            await self.house.ask(self.id, self.connections[seat], "play", **body)

    async def _again(self, number: int) -> None:
        """I come again, or who watches, and am told what I missed."""
        which = number % len(LISTENERS)
        likes = LISTENERS[which]
        await self.house.leave(self.id, self.listeners[which])
        after = number % (self.table.versions[likes.audience] + 2)
        self.listeners[which] = await self._connect(likes, after)
        self.connections[ME] = self.listeners[0]

    async def _ask(self, number: int) -> None:
        """I ask over HTTP."""
        path = QUESTIONS[number % len(QUESTIONS)]
        asked = path.format(table=self.id, number=number % (self.table.match.length + 2))
        self.world.sent.append((asked, await _answer(self.house, f"/api/v1{asked}", self.secrets[ME])))

    async def _move(self, number: int) -> None:
        """Another person comes with another device, in the other world only."""
        if self.world.other:
            live = await self.house.tables.live(self.id)
            async with live.lock:
                await self.house.tables.commit(live, live.table.move(0, f"device {number}"))

    async def _end(self, number: int) -> None:
        """The host puts an end to it."""
        await self.house.tables.end(self.id)

    async def _takeback(self, number: int) -> None:
        await self.house.ask(self.id, self.connections[ME], "takeback")
