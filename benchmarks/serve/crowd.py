"""Many people at many tables: two at each, who move at random and play again when a game is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import httpx

from benchmarks.serve.ledger import Ledger
from benchmarks.serve.server import GAME
from tablier.client.guest import Guest, Message, Visit
from tablier.engine.errors import TablierError

AT_A_TIME = 20
"""Tables that are opened at the same time."""

SEATS = ({"who": "me"}, {"who": "anyone"})

Tell = Callable[[int], None]
Doors = Callable[[], Sequence[str]]
"""Where people come to for the next table: who opens it, and then those who sit there, by seat."""


@dataclass(eq=False, slots=True)
class Table:
    """A table with two people, as they know it."""

    visits: dict[int, Visit] = field(default_factory=dict)
    turn: tuple[int, int, list[str]] | None = None
    """Who is to act, at which version, and how; None while that is not known."""
    is_able: bool = False
    """Whether it is among those where somebody can act."""
    sent: float = 0.0
    """When the last action was sent; 0 once the other has seen it."""
    actions: int = 0
    """That the other has seen."""

    @property
    def is_connected(self) -> bool:
        return len(self.visits) == 2 and all(visit.is_connected for visit in self.visits.values())


@dataclass(slots=True)
class Played:
    """What came of a while of playing."""

    seconds: float
    delays: list[float]
    """From sending an action to the opponent's receipt, in seconds, ascending."""
    missed: int
    """How often an action was due and nobody at any table could act."""

    @property
    def rate(self) -> float:
        return len(self.delays) / self.seconds

    def percentile(self, percent: float) -> float:
        """In milliseconds."""
        return self.delays[min(len(self.delays) - 1, int(len(self.delays) * percent / 100))] * 1000


class Crowd:
    """All of them."""

    def __init__(self, url: str | Doors, show: str = "legal", ledger: Ledger | None = None, seed: int = 0) -> None:
        self.doors: Doors = (lambda: [url] * (1 + len(SEATS))) if isinstance(url, str) else url
        self.show = show
        self.ledger = ledger
        self.tables: dict[str, Table] = {}
        """Those that are played at now, by id."""
        self.lost: list[TablierError] = []
        """Why people left who were not to."""
        self.refused: list[Message] = []
        self.delays: list[float] = []
        self._able: list[Table] = []
        """Where somebody can act."""
        self.arrivals: list[float] = []
        """When each of the people was last let in."""
        self._random = random.Random(seed)
        self._people: list[asyncio.Task[None]] = []
        self._http = httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=AT_A_TIME))

    # --- coming and going

    async def come(self, number: int, tell: Tell = lambda done: None) -> None:
        """Open so many tables and sit down at them; return when all are connected."""
        room = asyncio.Semaphore(AT_A_TIME)

        async def come_to_one() -> None:
            async with room:
                await self._open()

        for done, opened in enumerate(asyncio.as_completed([come_to_one() for _ in range(number)]), start=1):
            await opened
            tell(done)
        await self.all_arrive()

    async def _open(self) -> None:
        opener, *guests = [Guest(url, http=self._http, patience=120) for url in self.doors()]
        for guest in guests:
            await guest.introduce()
        opener.secret = guests[0].secret
        opened = await opener.open(GAME, SEATS, listed=False)
        for seat, guest in enumerate(guests):
            await guest.sit(opened.table, seat, f"P{seat}")
        self.tables[opened.table] = Table()
        for seat, guest in enumerate(guests):
            self.arrivals.append(0.0)
            self._people.append(asyncio.create_task(self._play(guest, opened.table, seat, len(self._people))))

    async def all_arrive(self, since: float = 0.0, patience: float = 60) -> int:
        """Wait until everybody has been let in since a moment, but not for ever; return how many have not been."""
        end = perf_counter() + patience
        while (outside := sum(arrival <= since for arrival in self.arrivals)) and perf_counter() < end:
            await asyncio.sleep(0.02)
        return outside

    async def leave(self) -> None:
        for person in self._people:
            person.cancel()
        await asyncio.gather(*self._people, return_exceptions=True)
        await self._http.aclose()

    # --- one person

    async def _play(self, guest: Guest, table: str, seat: int, person: int) -> None:
        try:
            while True:
                async with guest.visit(table, seat, show=(self.show,)) as visit:
                    self.tables.setdefault(table, Table()).visits[seat] = visit
                    following = await self._sit_through(self.tables[table], visit, person)
                self.tables.pop(table, None)
                table, seat = following, 1 - seat
                await guest.sit(table, seat, f"P{seat}")
        except TablierError as problem:
            self.lost.append(problem)

    async def _sit_through(self, table: Table, visit: Visit, person: int) -> str:
        """One game; return the table of the next."""
        assert visit.seat is not None
        asked_again = False
        async for message in visit:
            if self.ledger:
                self.ledger.received(visit.table, visit.seat, message)
            if message["type"] == "refused":
                self.refused.append(message)
                continue
            if message["type"] == "done":
                self._consider(table, visit)
            if message["type"] != "events":
                continue
            if "protocol" in message:
                self.arrivals[person] = perf_counter()
            self._see(table, visit, message)
            self._consider(table, visit)
            for event in message["events"]:
                if event["kind"] == "followed":
                    return str(event["table"])
            if message["now"]["status"] == "over" and visit.seat == 0 and not asked_again:
                asked_again = True
                await self._send(visit, "rematch")
        raise AssertionError("a visit ends only when it is closed")

    def _see(self, table: Table, visit: Visit, message: Message) -> None:
        seat, now = visit.seat, message["now"]
        assert seat is not None
        if table.sent and any(event["kind"] == "acted" and event["seat"] == 1 - seat for event in message["events"]):
            self.delays.append(perf_counter() - table.sent)
            table.sent = 0.0
            table.actions += 1
        if seat in now["pending"]:
            table.turn = (seat, visit.version, actions_of(now))
        elif table.turn and table.turn[0] == seat:
            table.turn = None

    def _consider(self, table: Table, visit: Visit) -> None:
        """Whether this person can act now: not before what they have sent is answered."""
        if table.turn and table.turn[0] == visit.seat and not visit.unanswered and not table.is_able:
            table.is_able = True
            self._able.append(table)

    # --- moving

    async def act(self, rate: float, seconds: float, tell: Tell = lambda done: None) -> Played:
        """Let somebody act so many times a second, at random tables and moments."""
        self.delays = []
        begun = due = perf_counter()
        missed = 0
        while due < begun + seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            tell(int(due - begun))
            while due <= perf_counter():
                missed += not await self._act()
                due += self._random.expovariate(rate)
        await asyncio.sleep(0.5)  # what is under way still arrives
        return Played(seconds, sorted(self.delays), missed)

    async def _act(self) -> bool:
        while self._able:
            i = self._random.randrange(len(self._able))
            self._able[i], self._able[-1] = self._able[-1], self._able[i]
            table = self._able.pop()
            table.is_able = False
            if not table.turn or table.visits[table.turn[0]].unanswered:
                continue
            (seat, version, actions), table.turn = table.turn, None
            table.sent = perf_counter()
            action = actions[self._random.randrange(len(actions))]
            await self._send(table.visits[seat], "play", action=action, version=version)
            return True
        return False

    async def _send(self, visit: Visit, do: str, **what: Any) -> None:
        id = await visit.send(do, **what)
        if self.ledger:
            self.ledger.sent(visit.table, visit.seat or 0, id)


def actions_of(now: Message) -> list[str]:
    """What a seat may do; from a scene, what can be touched."""
    return now["legal"] if "legal" in now else list(now["scene"]["touches"])
