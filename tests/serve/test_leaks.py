"""Nothing leaks: two games that differ only in what a seat cannot know send that seat the same bytes."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.record import chain
from tablier.record.chance import Seal
from tablier.serve import seating, tables, timing
from tablier.serve.journal import game_file
from tests.serve.hosting import House, raw

ME = 1
"""The seat that watches out."""


class World:
    """One of the two games, with everything in it that chance or the clock decides outside of them."""

    def __init__(self, other: bool, seen: list[int]) -> None:
        self.other = other
        self.numbers = itertools.count()
        self.sent: list[Any] = []
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
    """What others hold in the other world is what I would draw: it cannot look the same to me any longer."""


_draw = Seal.draw

WALL = timing.wall()
"""The same moment in both worlds; it is not long ago, so that nothing is too old to be kept."""


@contextmanager
def living_in(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(timing, "steady", lambda: 1000)
        patch.setattr(timing, "wall", lambda: WALL)
        patch.setattr(tables, "new_table", lambda: "a-table-of-tests")
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

STEP = st.tuples(
    st.sampled_from(
        [
            "act",
            "act",
            "act",
            "act",
            "whisper",
            "aloud",
            "sign",
            "bad",
            "others-bad",
            "again",
            "export",
            "move",
            "takeback",
        ]
    ),
    st.integers(0, 10_000),
)


@pytest.mark.parametrize("session", SESSIONS)
@given(steps=st.lists(STEP, min_size=5, max_size=40))
@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_two_games_that_differ_in_what_a_seat_cannot_know_send_it_the_same_bytes(
    session: str, steps: list[tuple[str, int]]
) -> None:
    asyncio.run(_lockstep(*SESSIONS[session], steps))


async def _lockstep(game: str, seats: int, options: dict[str, Any], steps: list[tuple[str, int]]) -> int:
    """How many views were compared; all of them were the same."""
    monkeypatch = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory() as folder:
        seen: list[int] = []
        worlds = [World(other, seen) for other in (False, True)]
        sessions = [Session(world, House(Path(folder) / f"{world.other}.db"), monkeypatch) for world in worlds]
        async with sessions[0].house, sessions[1].house:
            with suppress(Parted):
                for session in sessions:
                    await session.begin(game, seats, options)
                for kind, number in steps:
                    await _step(sessions, kind, number)
                    assert worlds[0].sent == worlds[1].sent
        return len(worlds[0].sent)


async def _step(sessions: list[Session], kind: str, number: int) -> None:
    """The same step in both games, as far as I can know."""
    if kind != "act":
        for session in sessions:
            await session.do(kind, number)
        return
    pending = sessions[0].pending
    assert pending == sessions[1].pending
    if not pending:
        return
    seat = pending[number % len(pending)]
    both = [session.legal(seat) for session in sessions]
    common = [action for action in both[0] if action in both[1]]
    is_secret = len(pending) > 1 and seat != ME
    for i, session in enumerate(sessions):
        if is_secret and number % 7 == 0:
            session.differs = True
            await session.act(seat, both[i][(number * (i + 1)) % len(both[i])])
        elif common and not (session.differs and len(pending) == 1):  # the last would show what differs
            await session.act(seat, common[number % len(common)])


class Session:
    """A game in one of the two worlds."""

    def __init__(self, world: World, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world, self.house, self.monkeypatch = world, house, monkeypatch
        self.differs = False

    async def begin(self, game: str, seats: int, options: dict[str, Any]) -> None:
        with living_in(self.world, self.monkeypatch):
            names = ["Ann", "Bob", "Cat", "Dan"][:seats]
            self.id = await self.house.open(game, names, options=options)
            self.connections = [await self.house.connect(self.id, seat) for seat in range(seats)]
            self.public = await self.house.connect(self.id, PUBLIC)
        self._keep()

    @property
    def table(self) -> Any:
        return self.house.tables._lives[self.id].table

    @property
    def pending(self) -> tuple[int, ...]:
        return tuple(self.table.pending)

    def legal(self, seat: int) -> list[str]:
        legal: list[str] = self.table.match.current.legal(seat)
        return legal

    async def act(self, seat: int, action: str) -> None:
        with living_in(self.world, self.monkeypatch):
            await self.house.play(self.id, self.connections[seat], action)
        self._keep()

    async def do(self, kind: str, number: int) -> None:
        with living_in(self.world, self.monkeypatch):
            await getattr(self, "_" + kind.replace("-", "_"))(number)
        self._keep()

    def _keep(self) -> None:
        """What came to me; what comes to the others is their own affair."""
        self.world.sent += raw(self.connections[ME])
        raw(self.public)
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
        """I come again, and am told what I missed."""
        await self.house.leave(self.id, self.connections[ME])
        after = number % (self.table.versions[ME] + 2)
        self.connections[ME] = await self.house.connect(self.id, ME, after)

    async def _export(self, number: int) -> None:
        self.world.sent.append(game_file(self.table, ME))

    async def _move(self, number: int) -> None:
        """Another person comes with another device, in the other world only."""
        if self.world.other:
            live = await self.house.tables.live(self.id)
            async with live.lock:
                await self.house.tables.commit(live, live.table.move(0, f"device {number}"))

    async def _takeback(self, number: int) -> None:
        await self.house.ask(self.id, self.connections[ME], "takeback")


def test_the_test_would_see_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """If versions counted what others were told, the test above would fail."""
    from tablier.serve.table import table, visibility

    monkeypatch.setattr(table, "sees", lambda event, audience: True)
    monkeypatch.setattr(visibility, "sees", visibility.sees)
    steps = [("act", 1), ("whisper", 1), ("act", 1), ("again", 0)]
    with pytest.raises(AssertionError):
        asyncio.run(_lockstep(*SESSIONS["citadel"], steps))


def test_heads_whose_salts_were_known_would_be_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a head fixes is what is hidden: with the real ones, whose salts are the same here, the games differ."""
    monkeypatch.setattr(f"{__name__}.unknown_link", chain.link)
    with pytest.raises(AssertionError):
        asyncio.run(_lockstep(*SESSIONS["citadel"], [("act", 7), ("act", 14), ("act", 21)]))


def test_secrets_of_the_server_are_nowhere_in_what_is_sent(tmp_path: Path) -> None:
    """Neither the secret of chance nor anybody's hash is sent while the game is on."""

    async def session() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await house.open("master-islands", ["Ann", "Bob"], options={"players": 2})
            connections = [await house.connect(id, seat) for seat in (0, 1, PUBLIC)]
            live = await house.tables.live(id)
            for _ in range(6):
                await house.play(id, connections[live.table.pending[0]])
            sent = "".join(str(text) for connection in connections for text in raw(connection))
            assert live.table.opened.secret not in sent
            seal = live.table.fairness
            assert live.table.match.head in sent
            assert not any(seal.salt(serial) in sent for serial in range(live.table.match.length + 1))
            for chair in live.table.chairs:
                assert not any(person in sent for person in chair.persons)

    asyncio.run(session())
