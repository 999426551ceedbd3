"""Measure the server by real connections, from a second process on the same machine.

    python -m benchmarks.serve              everything, some twelve minutes
    python -m benchmarks.serve load kill    only these
    python -m benchmarks.serve rates        the highest rates, by turns with boardgame.io from npm: some ten minutes
    python -m benchmarks.serve first        from the page to a bot of full strength, where nothing is compiled
    python -m benchmarks.serve nodes        two nodes on PostgreSQL beside one server: some two minutes
    python -m benchmarks.serve --tables 50  with fewer tables, and actions to match; nothing is kept
    python -m benchmarks.serve --quick      with few tables and little time, to see that it works; nothing is kept

What is found is kept in benchmarks/results/serve.json, with the machine and the commit. Whatever else the machine has
to do at the same time makes delays longer.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time, sleep

import httpx
import uvloop
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from tests.postgres import Cluster

from benchmarks.serve import flood as flooding
from benchmarks.serve.crowd import Crowd, Played, Tell
from benchmarks.serve.houses import Evening, House, to_any_node, to_its_node
from benchmarks.serve.ledger import Audit, Ledger
from benchmarks.serve.peer import NoPeer, Peer, crowd_at_ours, crowd_at_theirs, peer
from benchmarks.serve.server import AS_INSTALLED, GAME, PROGRAM, Server, spent_and_stolen
from tablier.arena.machine import circumstances
from tablier.client.guest import Guest
from tablier.serve.store import Store

RESULTS = Path(__file__).parent.parent / "results" / "serve.json"

TABLES = 500
RATE = 400
"""Actions a second."""

DELAY = 150
"""Milliseconds from sending an action to the opponent's receipt that 99 of 100 may take at most."""

KILOBYTES = 60
"""Of memory for a table, at most."""

FULL = 4
"""So many times as many tables are open at once where nothing but memory is measured: 2,000."""

ANSWER = 2
"""Seconds that a beginner's bot may take, 99 of 100 times."""

FLOOD, CALM_ANSWERS, ANSWERS = 40, 30, 100
"""Tables of strong bots that nobody watches, and answers of a beginner's that are measured without and under them."""

FLOODED = 300.0
"""Seconds after which no more answers are waited for."""

KILLS = 20
STEP = 1.25
"""From one rate to the next that is tried."""


@dataclass(frozen=True)
class Figure:
    """One figure."""

    what: str
    found: float
    unit: str = ""
    least: float | None = None
    most: float | None = None

    @property
    def asked(self) -> str:
        if self.least is not None:
            return f"at least {self.least:g}"
        return "" if self.most is None else f"at most {self.most:g}"

    @property
    def told(self) -> str:
        digits = 0 if float(self.found).is_integer() else 1 if self.found >= 10 else 2
        return f"{self.found:,.{digits}f} {self.unit}".rstrip()

    @property
    def verdict(self) -> str:
        if not self.asked:
            return ""
        high_enough = self.least is None or self.found >= self.least
        return "yes" if high_enough and (self.most is None or self.found <= self.most) else "NO"


@dataclass(frozen=True)
class Run:
    """One run of the program."""

    progress: Progress
    tables: int
    quick: bool

    @property
    def rate(self) -> float:
        return RATE * self.tables / TABLES

    def seconds(self, wanted: float) -> float:
        return min(wanted, 3) if self.quick else wanted

    def tell(self, what: str, total: float) -> Tell:
        """A bar for something that has so many parts."""
        task = self.progress.add_task(what, total=total)

        def tell(done: int) -> None:
            self.progress.update(task, completed=done, visible=done < total)

        return tell

    @asynccontextmanager
    async def server(self, program: str = PROGRAM, store: str = "") -> AsyncIterator[Server]:
        """A server with nothing to do, with a store of its own if none is given."""
        with tempfile.TemporaryDirectory() as directory:
            server = Server(store or Path(directory) / "tables.db", program)
            try:
                await server.start()
                with_bots = self.progress.add_task("bots get ready", total=None)
                await server.until_bots_are_ready()
                self.progress.remove_task(with_bots)
                yield server
            finally:
                server.kill()

    @asynccontextmanager
    async def crowd(
        self, server: Server, tables: int, show: str = "legal", ledger: Ledger | None = None
    ) -> AsyncIterator[Crowd]:
        """People at so many tables, all connected."""
        crowd = Crowd(server.url, show, ledger)
        await crowd.come(tables, self.tell("tables are opened", tables))
        gc.collect()
        gc.freeze()  # what stays is not looked through again while delays are measured
        try:
            yield crowd
        finally:
            server.kill()
            await crowd.leave()
            gc.unfreeze()

    async def act(self, crowd: Crowd, rate: float, seconds: float) -> Played:
        seconds = self.seconds(seconds)
        return await crowd.act(rate, seconds, self.tell(f"{rate:.0f} actions a second", int(seconds)))


# --- the figures ------------------------------------------------------------------------------------------------------


async def load(run: Run) -> AsyncIterator[Figure]:
    """A full house for a minute; and how much more the server takes."""
    tables = run.tables + -(-run.tables // 50)  # at some, people are always on their way to their next game
    async with run.server() as server, run.crowd(server, tables) as crowd:
        # A bit more than is asked for: chance may have it that fewer are due, the more so in a short while.
        used, own = server.seconds_used, process_time()
        played = await run.act(crowd, run.rate * (1.5 if run.quick else 1.02), 60)
        used, own = server.seconds_used - used, process_time() - own
        live = sum(table.is_connected for table in crowd.tables.values())
        yield Figure("tables with both people connected, at the end", live, least=run.tables)
        for figure in delays(played, run.rate):
            yield figure
        yield Figure("processor time of the server for an action", used / len(played.delays) * 1000, "ms")
        yield Figure("processor that the crowd itself takes", own / played.seconds, "cores")
        yield Figure("people who had to leave, refusals", len(crowd.lost) + len(crowd.refused), most=0)
        highest = await _highest(run, crowd, played)
        yield Figure(f"highest rate tried with 99 of 100 under {DELAY} ms", highest, "actions/s")


async def _highest(run: Run, crowd: Crowd, played: Played) -> float:
    """Try higher rates while the server keeps up; or lower ones, until it does."""
    highest, rate, was_good = played.rate if is_good(played) else 0.0, run.rate, is_good(played)
    while not run.quick and rate > run.rate / 10:
        rate = rate * STEP if was_good else rate / STEP
        played = await run.act(crowd, rate, 12)
        if is_good(played):
            highest = played.rate
        if is_good(played) != was_good:
            break
    return highest


def is_good(played: Played) -> bool:
    """Whether the server kept up."""
    return bool(played.delays) and played.percentile(99) <= DELAY and played.missed < len(played.delays) / 50


def delays(played: Played, rate: float) -> list[Figure]:
    return [
        Figure("durable actions", played.rate, "actions/s", least=rate),
        Figure("from sending to the opponent's receipt, 50 of 100", played.percentile(50), "ms"),
        Figure("from sending to the opponent's receipt, 99 of 100", played.percentile(99), "ms", most=DELAY),
    ]


async def memory(run: Run) -> AsyncIterator[Figure]:
    """What a table takes, both people connected, when its game is on: in a full house, without pictures and with."""
    wanted = FULL * run.tables
    tables = wanted + -(-wanted // 50)  # at some, people are always on their way to their next game
    for words, show in (("", "legal"), (", with pictures", "changes,words")):
        async with run.server() as server, run.crowd(server, 10, show) as warm:  # what is loaded once is not a table's
            await run.act(warm, 20, 3)
            before = server.kilobytes
            crowd = Crowd(server.url, show)
            await crowd.come(tables, run.tell("tables are opened", tables))
            played = await run.act(crowd, run.rate / 4, 20)
            found = (server.kilobytes - before) / tables
            live = sum(table.is_connected for table in crowd.tables.values())
            away = len(crowd.lost) + len(crowd.refused)
            await crowd.leave()
        yield Figure(f"live tables with both people connected{words}", live, least=wanted)
        yield Figure(f"durable actions at these{words}", played.rate, "actions/s")
        yield Figure(f"people who had to leave, refusals{words}", away, most=0)
        yield Figure(f"memory of the server without tables{words}", before / 1024, "MB")
        yield Figure(f"memory of a table{words}", found, "KB", most=KILOBYTES)


async def kill(run: Run) -> AsyncIterator[Figure]:
    """The server is killed again and again while people play; nobody may notice more than a pause."""
    kills, ledger, chance = 3 if run.quick else KILLS, Ledger(), random.Random(1)
    outside, pauses = 0, list[float]()
    async with run.server() as server, run.crowd(server, run.tables, ledger=ledger) as crowd:
        tell = run.tell("the server is killed", kills)
        playing = asyncio.create_task(crowd.act(run.rate, 3600))
        for done in range(kills):
            await asyncio.sleep(chance.uniform(0.5, 2.5))
            server.kill()
            begun = perf_counter()
            await server.start()
            outside += await crowd.all_arrive(since=begun)
            pauses += [arrival - begun for arrival in crowd.arrivals if arrival > begun]
            tell(done + 1)
        stuck = await _tables_that_do_not_go_on(crowd)
        playing.cancel()
        server.kill()
        lost, refused = len(crowd.lost), len(crowd.refused)
        found = await _audit(ledger, server.store)
    yield Figure("times that the server was killed", kills, least=kills)
    yield Figure("actions that were acknowledged", found.acknowledged)
    yield Figure("from a kill until one is connected again, on average", sum(pauses) / len(pauses), "s")
    yield Figure("from a kill until the last is connected again, at most", max(pauses), "s")
    yield Figure("acknowledged actions and events that are lost", found.lost, most=0)
    yield Figure("tables that do not go on", stuck, most=0)
    yield Figure("people who need help to come back", lost + outside, most=0)
    yield Figure("versions told with different contents", found.different, most=0)
    yield Figure("actions that were carried out twice, or unasked", found.twice, most=0)
    yield Figure("commands that were refused", refused, most=0)


async def _tables_that_do_not_go_on(crowd: Crowd, patience: float = 30) -> int:
    """Everywhere another action has to come through, or the next game to begin."""
    before = {id: table.actions for id, table in crowd.tables.items()}
    end, waiting = perf_counter() + patience, set(before)
    while waiting and perf_counter() < end:
        await asyncio.sleep(0.2)
        waiting = {id for id in waiting if id in crowd.tables and crowd.tables[id].actions == before[id]}
    return len(waiting)


async def _audit(ledger: Ledger, path: str | Path) -> Audit:
    store = Store(path)
    store.open()
    try:
        return await ledger.audit(store)
    finally:
        store.close()


async def scenes(run: Run) -> AsyncIterator[Figure]:
    """The same house, everybody with a picture of the table in each message, as browsers have it."""
    async with run.server() as server, run.crowd(server, run.tables, "changes") as crowd:
        for rate in (run.rate / 8, run.rate):
            used = server.seconds_used
            played = await run.act(crowd, rate, 20)
            used = server.seconds_used - used
            yield Figure(f"with pictures, {rate:g} wanted: durable actions", played.rate, "actions/s")
            yield Figure(f"with pictures, {rate:g} wanted: delay, 50 of 100", played.percentile(50), "ms")
            yield Figure(f"with pictures, {rate:g} wanted: delay, 99 of 100", played.percentile(99), "ms")
            yield Figure("with pictures: processor time for an action", used / len(played.delays) * 1000, "ms")


async def flood(run: Run) -> AsyncIterator[Figure]:
    """Somebody plays with a beginner's bot, while another address lets strong ones play that nobody watches."""
    async with run.server(flooding.PROGRAM_AS_USUAL) as server:
        few, many = (5, 10) if run.quick else (CALM_ANSWERS, ANSWERS)
        calm = await flooding.answers(server.url, few, FLOODED, run.tell("answers, in calm", few))
        await flooding.flood(server.url, FLOOD)
        found = await flooding.answers(server.url, many, FLOODED, run.tell("answers, under the flood", many))
    yield Figure("tables of bots of level 8 that nobody watches, from one address", FLOOD)
    yield Figure("answers of a beginner that were measured under them", len(found), least=many)
    yield Figure("a beginner's answer without them, 99 of 100", percentile(calm, 99), "s")
    yield Figure("a beginner's answer under them, 50 of 100", percentile(found, 50), "s")
    yield Figure("a beginner's answer under them, 99 of 100", percentile(found, 99), "s", most=ANSWER)


def percentile(ascending: list[float], percent: float) -> float:
    return ascending[min(len(ascending) - 1, int(len(ascending) * percent / 100))]


# --- several nodes

EACH = 50
"""Tables of each server, where two nodes are beside one server: who has nodes has more people, not more room."""

PACE = 50
"""Actions a second of each."""

TURNS, TURN = 4, 3.0
"""How often each house has its turn, and for how many seconds: whatever else the machine does meets all of them."""

OVER_ONE = 1.3
"""What an action may take of two nodes' processors at most, over what it takes of one server's on a file."""

LONGEST = 600.0
"""Seconds after which it is given up."""


async def nodes(run: Run) -> AsyncIterator[Figure]:
    """Two nodes on PostgreSQL beside one server on SQLite: the processor that an action takes."""
    async with asyncio.timeout(LONGEST), _houses(run) as houses:
        for words, show in (("without pictures", "legal"), ("with pictures", "changes,words")):
            evenings = await _evenings(run, houses, show, words)
            alone = evenings[0].servers
            for evening in evenings:
                name = f"{words}, {evening.house.name}"
                yield Figure(f"{name}: processor time for an action", evening.servers, "ms")
                if evening.house.postgres:
                    yield Figure(f"{name}: the same of PostgreSQL itself", evening.database, "ms")
                    most = OVER_ONE if evening.house.come is to_any_node else None
                    yield Figure(f"{name}: over one server", evening.servers / alone, "×", most=most)
            away = sum(len(evening.crowd.lost) + len(evening.crowd.refused) for evening in evenings)
            yield Figure(f"{words}: people who had to leave, refusals", away, most=0)


@asynccontextmanager
async def _houses(run: Run) -> AsyncIterator[list[House]]:
    """One server on a file first, then nodes, each two with a PostgreSQL of their own."""
    async with AsyncExitStack() as ends:
        houses = [House("one server on SQLite", [await ends.enter_async_context(run.server())])]
        for name, come in (
            ("two nodes, people at their table's", to_its_node),
            ("two nodes, people at any", to_any_node),
        ):
            postgres = await asyncio.to_thread(Cluster, {"fsync": "on"})
            ends.callback(postgres.remove)
            store = postgres.new_database()
            two = [await ends.enter_async_context(run.server(store=store)) for _ in range(2)]
            houses.append(House(name, two, come, postgres))
        yield houses


async def _evenings(run: Run, houses: list[House], show: str, words: str) -> list[Evening]:
    """People come to all of them, and play by turns."""
    turns = 1 if run.quick else TURNS
    evenings = [Evening(house, Crowd(house.doors, show)) for house in houses]
    try:
        for evening in evenings:
            tables = min(run.tables, EACH) * len(evening.house.servers)
            await evening.crowd.come(tables, run.tell("tables are opened", tables))
            await evening.act(PACE, run.seconds(TURN))
            evening.begin()  # now all is warm
        tell = run.tell(f"{words}, by turns", turns)
        for turn in range(turns):
            for evening in evenings:
                await evening.act(PACE, run.seconds(TURN))
            tell(turn + 1)
    finally:
        for evening in evenings:
            await evening.crowd.leave()
    return evenings


# --- the first game

AT_LAST = 15
"""Seconds from the page to a bot of full strength, at most, where nothing is compiled and nobody else has work."""


async def first(run: Run) -> AsyncIterator[Figure]:
    """A machine on which nothing is compiled: the page is opened, and a table with a bot."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db", AS_INSTALLED, {"XDG_CACHE_HOME": folder})
        waiting = run.progress.add_task("the game is compiled", total=None)
        try:
            async with asyncio.timeout(LONGEST), httpx.AsyncClient(timeout=60) as http:
                await server.start()
                (await http.get(server.url)).raise_for_status()
                begun = perf_counter()
                guest = Guest(server.url, http=http)
                await guest.introduce()
                await guest.open(GAME, [{"who": "me"}, {"who": "bot", "level": 8}], listed=False)
                await server.until_bots_are_ready([GAME])
                seconds, used = perf_counter() - begun, server.seconds_of_others
        finally:
            server.kill()
            run.progress.remove_task(waiting)
    yield Figure("nothing compiled: from the page to a bot of full strength", seconds, "s", most=AT_LAST)
    yield Figure("nothing compiled: processor time of the process that compiled most", max(used), "s")
    yield Figure("nothing compiled: processor time of all that compiled", sum(used), "s")


# --- beside boardgame.io

BESIDE = 200
"""Tables of each."""

SOON = 50
"""Milliseconds that 99 of 100 may take at most where rates are compared."""

WITH_PICTURES, WITHOUT = 0.5, 0.7
"""Of its rate, at least."""

FIRST, CLOSE = 100, 1.06
"""Actions a second that are tried first; and the search ends when what is too much is so close to what is not."""

WHILE = 8
"""Seconds for which each rate is tried."""

Try = Callable[[float, float], Awaitable[Played]]


@dataclass
class Climb:
    """The search for somebody's highest rate: twice as much each time until it is too much, then between the two."""

    words: str
    act: Try
    server: Server | Peer
    part: float | None = None
    """Of the rate of the first, at least."""
    best: float = 0.0
    too_much: float = 0.0
    rate: float = FIRST
    """That is tried next."""
    is_doubtful: bool = False
    """Whether it was too much once: it is tried again, for a machine may have stood still for a moment."""
    used: float = 0.0
    """Milliseconds of the server's processor for an action at the best rate. At a low one everything takes longer:
    a processor that waits in between forgets what it was at."""

    async def go_on(self, seconds: float) -> None:
        """Try the next rate."""
        before = self.server.seconds_used
        played = await self.act(self.rate, seconds)
        used = self.server.seconds_used - before
        if not is_soon(played) and not self.is_doubtful:
            self.is_doubtful = True
            return
        if is_soon(played):
            self.best, self.used = self.rate, used / len(played.delays) * 1000
        else:
            self.too_much = self.rate
        self.is_doubtful = False
        if self.best and self.too_much:
            self.rate = (self.best * self.too_much) ** 0.5
        else:
            self.rate *= 0.5 if self.too_much else 2

    @property
    def is_over(self) -> bool:
        if not self.too_much:
            return False
        return self.too_much / self.best <= CLOSE if self.best else self.rate <= 1


async def rates(run: Run) -> AsyncIterator[Figure]:
    """The highest rate with 99 of 100 within 50 ms: of boardgame.io in memory; of ours, with pictures and without.

    Both have crowds for Node that act alike (`peer`), since what a crowd takes to read a message is in every delay.
    They are tried by turns, since a machine that others use too is not as fast in one minute as in the next. Nor is its
    disk, for which ours waits and boardgame.io in memory does not: so it is told what that takes meanwhile, and how
    much of a virtual machine's time went to others, which alone can make one action of a hundred late.
    """
    disk: list[float] = []
    before = spent_and_stolen()
    async with AsyncExitStack() as ends:
        try:
            climbs = [climb async for climb in _climbs(run, min(run.tables, BESIDE), ends)]
        except NoPeer as problem:
            run.progress.console.print(f"rates are left out, which are compared with boardgame.io's: {problem}")
            return
        for climb in climbs:
            await climb.act(FIRST / 2, run.seconds(4))  # so that it is warm
        while trying := [climb for climb in climbs if not climb.is_over]:
            for climb in trying:
                await climb.go_on(run.seconds(WHILE))
                disk += await asyncio.to_thread(syncs)
            if run.quick:
                break
        theirs = climbs[0].best
        for climb in climbs:
            yield Figure(f"{climb.words}: highest rate, {SOON} ms", climb.best, "actions/s")
            if climb.best:
                yield Figure(f"{climb.words}: processor of the server for an action at that rate", climb.used, "ms")
            if theirs and climb.part:
                yield Figure(f"{climb.words}: of the rate of boardgame.io", climb.best / theirs, "×", least=climb.part)
        yield Figure("the disk alone, 99 of 100 times", sorted(disk)[int(0.99 * len(disk))], "ms")
        spent, stolen = (now - then for now, then in zip(spent_and_stolen(), before, strict=True))
        yield Figure("of the time that our programs wanted, given to other machines", 100 * stolen / spent, "%")


def syncs() -> list[float]:
    """What it takes to have a page on the disk, in milliseconds, a hundred times, with little pauses."""
    took = []
    with tempfile.TemporaryFile() as file:
        for _ in range(100):
            sleep(0.004)
            file.write(bytes(4096))
            file.flush()
            begun = perf_counter()
            os.fsync(file.fileno())
            took.append((perf_counter() - begun) * 1000)
    return took


async def _climbs(run: Run, tables: int, ends: AsyncExitStack) -> AsyncIterator[Climb]:
    """All of them, with everybody at their tables; raises NoPeer."""
    other = await ends.enter_async_context(peer())
    theirs = await ends.enter_async_context(crowd_at_theirs(other.url, tables))
    yield Climb("boardgame.io in memory", theirs.act, other)
    for words, show, part in (("with pictures", "changes,words", WITH_PICTURES), ("without", "legal", WITHOUT)):
        server = await ends.enter_async_context(run.server())
        crowd = await ends.enter_async_context(crowd_at_ours(server.url, tables, show))
        yield Climb(words, crowd.act, server, part)


def is_soon(played: Played) -> bool:
    return bool(played.delays) and played.percentile(99) <= SOON and played.missed < len(played.delays) / 50


NAMES: dict[str, Callable[[Run], AsyncIterator[Figure]]] = {
    "load": load,
    "memory": memory,
    "kill": kill,
    "scenes": scenes,
    "flood": flood,
    "rates": rates,
    "nodes": nodes,
    "first": first,
}


def keep(name: str, figures: list[Figure], others: float) -> None:
    """Write down what was found; what was found of the others before stays."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    told = [asdict(figure) | {"holds": figure.verdict} for figure in figures]
    kept[name] = {**circumstances(), "busy": others, "figures": told}
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


async def measure(names: list[str], tables: int, quick: bool, console: Console) -> list[Figure]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found = []
    for name in names:
        others = round(os.getloadavg()[0], 2)  # what wanted a core before we began: with more than 0 delays are longer
        with Progress(*columns, console=console, transient=True) as progress:
            figures = [figure async for figure in NAMES[name](Run(progress, tables, quick))]
        found += figures
        if tables == TABLES and not quick:
            keep(name, figures, others)
    return found


def main() -> int:
    """Measure, print and keep; the exit code says whether every figure holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serve", description="Measure the server.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}")
    parser.add_argument("--tables", type=int, help=f"so many, and actions to match ({TABLES}); keep nothing")
    parser.add_argument("--quick", action="store_true", help="few tables and little time; keep nothing")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    console = Console()
    tables = arguments.tables or (20 if arguments.quick else TABLES)
    found = uvloop.run(measure(arguments.names or list(NAMES), tables, arguments.quick, console))
    table = Table("what", "found", "asked", "")
    for figure in found:
        table.add_row(figure.what, figure.told, figure.asked, figure.verdict)
    console.print(table)
    return 1 if any(figure.verdict == "NO" for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
