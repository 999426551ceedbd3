"""What an action at a table costs, and on what: inside one process, with the real tables and a real store.

    python -m benchmarks.cost                  every game, two or three minutes
    python -m benchmarks.cost maestria         only this one; nothing is kept
    python -m benchmarks.cost --quick          few actions, to see that it works; nothing is kept

People play at random, by compiled rules, in a process that is set up as a server's is: its event loop, how its threads
take turns, when it looks for garbage. Two have a page open, as browsers ask for it; nobody looks on, or three do. The
connections end where a message would be handed to the network, which `benchmarks.serve` has. Times are of the
processor, so that a busy machine measures nearly the same; the parts are measured in a second run of the same games,
each without the parts within it. What is found is kept in benchmarks/results/cost.json.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import tempfile
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, median
from time import process_time, thread_time
from typing import Any
from unittest import mock

import uvloop
from rich.console import Console
from rich.table import Table as Grid

from tablier.arena.machine import circumstances
from tablier.engine.compiled import use_compiled_rules
from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.engine.registry import find, games
from tablier.picture import wire
from tablier.record import draft as drafts
from tablier.record.turns import Turns
from tablier.serve import broadcast, commands, garbage, journal, schema, seating, tables
from tablier.serve.api import socket
from tablier.serve.api.limits import Limits
from tablier.serve.encoding import as_bytes
from tablier.serve.live import Connection, Live
from tablier.serve.run import SWITCH
from tablier.serve.store import Store
from tablier.serve.table import visibility
from tablier.serve.table.table import Table
from tablier.serve.tables import Tables

RESULTS = Path(__file__).parent / "results" / "cost.json"
PAGES = frozenset({"changes", "words"})
"""What a browser asks for."""

ACTIONS, WARM = 400, 200
"""Of people, that are measured, and that are played before; in as many games as it takes."""
ONLOOKERS = 3
TABLES, EACH = 40, 40
"""For the memory of a table: how many there are, and what is played at each."""

PER_ACTION, PER_ONLOOKER, PER_TABLE, BYTES = 1.2, 0.1, 60, 10
"""Milliseconds, milliseconds, kilobytes of memory, kilobytes sent to 95 of 100: at most."""

PARTS: tuple[tuple[str, Any, str], ...] = (
    ("decide", commands, "decide"),
    ("turns", Turns, "step"),
    ("story", drafts, "saying"),
    ("store", journal, "entries"),
    ("apply", Table, "apply"),
    ("stand", visibility, "standing"),
    ("stand", visibility, "now"),
    ("scene", Position, "scene"),
    ("wire", visibility, "drawn"),
    ("wire", wire.Drawn, "since"),
    ("send", broadcast, "tell"),
)
"""Where each of the parts is done."""


class Nobody:
    """Bots that are never asked."""

    def forget(self, table: str) -> None: ...


class Stopwatch:
    """How long each part takes the event loop's thread, without the parts within it."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._within = [0.0]

    @contextmanager
    def running(self) -> Iterator[None]:
        with ExitStack() as stack:
            for part, owner, name in PARTS:
                timed = self._timed(part, getattr(owner, name))
                stack.enter_context(mock.patch.object(owner, name, timed))
            yield

    def _timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            begun = thread_time()
            self._within.append(0.0)
            try:
                return work(*given, **named)
            finally:
                spent = thread_time() - begun
                self.seconds[part] += spent - self._within.pop()
                self._within[-1] += spent

        return timed


@dataclass
class Spent:
    """What some actions took."""

    seconds: list[float] = field(default_factory=list)
    """Of the processor, for each."""
    loop: float = 0.0
    """Of that, in the thread that answers."""
    sent: list[int] = field(default_factory=list)
    """Bytes for the page of somebody else, for each."""


class Players:
    """People at the tables of one game, who play one game after the other."""

    def __init__(self, house: Tables, game: str, onlookers: int, seed: int = 1) -> None:
        self.house, self.game, self.onlookers = house, find(game), onlookers
        self.random, self.limits, self.commands = random.Random(seed), Limits.none(), 0
        self.live: Live | None = None
        self.pages: dict[int, list[Connection]] = {}

    async def sit_down(self) -> Live:
        """At a new table: everybody is a person, the first two have a page open."""
        seats = self.game.seats(self.game.settle({}))
        new = schema.NewTable(game=self.game.name, seats=[schema.SeatRequest(who="anyone") for _ in seats])
        live, _ = await self.house.open(new, "host")
        for seat in range(len(seats)):
            asked = schema.SitRequest(name=f"P{seat}", entropy=f"{self.random.randrange(16**32):032x}")
            await seating.sit(self.house, live.table.id, seat, f"person {seat}", asked)
        self.pages = {seat: [Connection(seat, PAGES, "fr")] for seat in range(2)}
        self.pages[PUBLIC] = [Connection(PUBLIC, PAGES, "fr") for _ in range(self.onlookers)]
        for connection in self._connections():
            await self.house.connect(live.table.id, connection, 0)
        self._take()
        return live

    def _connections(self) -> Iterator[Connection]:
        return (connection for page in self.pages.values() for connection in page)

    def _take(self) -> dict[int, int]:
        """Take what was sent; how many bytes went to each audience that has a page."""
        sent: dict[int, int] = defaultdict(int)
        for connection in self._connections():
            while not connection.outbox.empty():
                sent[connection.audience] += len(connection.outbox.get_nowait() or b"")
        return sent

    async def get_up(self) -> None:
        for connection in self._connections():
            if self.live:
                self.house.disconnect(self.live, connection)

    async def act(self, actions: int) -> Spent:
        """Let people act so many times."""
        spent = Spent()
        for _ in range(actions):
            if self.live is None or self.live.table.status == "over":
                await self.get_up()
                self.live = await self.sit_down()
            await self._act(self.live, spent)
        return spent

    async def _act(self, live: Live, spent: Spent) -> None:
        seat = self.random.choice(live.table.pending)
        position = live.table.match.current
        action = position.write(seat, self.random.choice(position.actions(seat)))
        self.commands += 1
        text = json.dumps(
            {"do": "play", "id": f"c{self.commands}", "action": action, "version": live.table.versions[seat]}
        )
        page = self.pages.get(seat, [Connection(seat, PAGES, "fr")])[0]
        begun, looped = process_time(), thread_time()
        answer = await socket._answer(text, self.house, live.table.id, page, self.limits)
        page.send(as_bytes(answer))
        spent.seconds.append(process_time() - begun)
        spent.loop += thread_time() - looped
        assert answer["type"] == "done", answer
        sent = self._take()
        spent.sent.append(max(sent[other] for other in range(2) if other != seat))


@contextmanager
def house() -> Iterator[Tables]:
    """Tables, with a store on the disk. Their chance is the same each time."""
    with tempfile.TemporaryDirectory() as directory:
        store = Store(Path(directory) / "tables.db")
        store.open()
        ids = (f"table-number-{number}" for number in range(10**6))
        try:
            with mock.patch.multiple(
                tables, new_table=mock.Mock(side_effect=ids), new_fair_secret=mock.Mock(return_value="5b" * 32)
            ):
                yield Tables(store, Nobody())  # type: ignore[arg-type]
        finally:
            store.close()


async def played(game: str, onlookers: int, actions: int, watch: Stopwatch | None = None) -> Spent:
    """Some actions of a game, once everything is warm."""
    with house() as found:
        players = Players(found, game, onlookers)
        await players.act(WARM)
        gc.collect()
        if watch is None:
            return await players.act(actions)
        with watch.running():
            return await players.act(actions)


async def memory(game: str, count: int) -> float:
    """Kilobytes of a table with two pages, when its game is on: what is free again when the tables are gone.

    What all tables share, such as pictures of things, is not a table's.
    """
    with house() as found:
        tracemalloc.start()
        try:
            kept = await seated(found, game, count)
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            kept.clear()
            found._lives.clear()
            gc.collect()
            return (before - tracemalloc.get_traced_memory()[0]) / 1000 / count
        finally:
            tracemalloc.stop()


async def seated(found: Tables, game: str, count: int) -> list[Players]:
    """People at so many tables, always the same, where something has been played."""
    everybody = [Players(found, game, 0, seed) for seed in range(count)]
    for players in everybody:
        await players.act(EACH)
    return everybody


@dataclass(frozen=True)
class Cost:
    """What was found of one game: milliseconds of the processor, and kilobytes."""

    game: str
    action: float
    """With two pages, on average; of 100 actions 95 take less than:"""
    most: float
    onlooker: float
    parts: dict[str, float]
    sent: float
    """To the page of somebody else; the median, and what 95 of 100 are under:"""
    most_sent: float
    memory: float

    @property
    def holds(self) -> bool:
        within = self.action <= PER_ACTION and self.onlooker <= PER_ONLOOKER
        return within and self.most_sent <= BYTES and self.memory <= PER_TABLE


async def cost(game: str, actions: int, count: int) -> Cost:
    use_compiled_rules(find(game))
    watch = Stopwatch()
    alone, crowded = await played(game, 0, actions), await played(game, ONLOOKERS, actions)
    timed = await played(game, 0, actions, watch)
    parts = {part: seconds / actions * 1000 for part, seconds in watch.seconds.items()}
    parts["threads"] = (sum(timed.seconds) - timed.loop) / actions * 1000
    parts["rest"] = timed.loop / actions * 1000 - sum(watch.seconds.values()) / actions * 1000
    return Cost(
        game=game,
        action=mean(alone.seconds) * 1000,
        most=_late(alone.seconds) * 1000,
        onlooker=(median(crowded.seconds) - median(alone.seconds)) / ONLOOKERS * 1000,
        parts=parts,
        sent=median(alone.sent) / 1000,
        most_sent=_late(alone.sent) / 1000,
        memory=await memory(game, count),
    )


def _late(values: list[Any]) -> Any:
    return sorted(values)[int(len(values) * 0.95)]


def show(found: list[Cost], console: Console) -> None:
    names = list(dict.fromkeys(part for cost in found for part in cost.parts))
    grid = Grid("", *(cost.game for cost in found), title="An action with two pages: ms of the processor, KB")
    rows: list[tuple[str, Callable[[Cost], float]]] = [
        (f"an action (at most {PER_ACTION})", lambda cost: cost.action),
        ("95 of 100 under", lambda cost: cost.most),
        (f"each onlooker (at most {PER_ONLOOKER})", lambda cost: cost.onlooker),
        *((f"  {name}", lambda cost, name=name: cost.parts.get(name, 0.0)) for name in names),
        ("KB sent, median", lambda cost: cost.sent),
        (f"KB sent, 95 of 100 under (at most {BYTES})", lambda cost: cost.most_sent),
        (f"KB of memory (at most {PER_TABLE})", lambda cost: cost.memory),
    ]
    for words, value in rows:
        grid.add_row(words, *(f"{value(cost):.3f}" for cost in found))
    console.print(grid)


def main() -> int:
    """Measure, print and keep; the exit code says whether every figure holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cost", description="Measure what an action costs.")
    names = [*games()]
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of these alone: {', '.join(names)}; keep nothing")
    parser.add_argument("--quick", action="store_true", help="few actions; keep nothing")
    arguments = parser.parse_args()
    actions, count = (30, 5) if arguments.quick else (ACTIONS, TABLES)
    sys.setswitchinterval(SWITCH)
    garbage.look_at_new()
    found = [uvloop.run(cost(name, actions, count)) for name in arguments.names or names]
    show(found, Console())
    if not arguments.quick and not arguments.names:
        kept = {**circumstances(), "games": [asdict(cost) for cost in found]}
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if all(cost.holds for cost in found) else 1


if __name__ == "__main__":
    sys.exit(main())
