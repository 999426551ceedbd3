"""The tables that are in use: loaded when they are needed, opened, changed, and let go.

One writer for each table: whoever wants something of it waits for its lock. What is decided is stored first, then
applied, then told to those who are connected. A table that nobody needs leaves memory, and is rebuilt from its events
when it is asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from tablier.bots.pool import Thinkers
from tablier.engine.errors import TablierError
from tablier.engine.kernels import PUBLIC
from tablier.engine.registry import find
from tablier.record.chance import new_secret as new_fair_secret
from tablier.record.hashes import WHOLE_GAME
from tablier.record.match import Match
from tablier.record.signature import Signer
from tablier.serve import broadcast, commands, garbage, journal, keeping, metrics, note, schema, timing
from tablier.serve.background import Background
from tablier.serve.bans import Bans
from tablier.serve.beside import Beside
from tablier.serve.bots import Bots
from tablier.serve.deadlines import Deadlines, follow_talk
from tablier.serve.errors import BadRequest, Banned, Moved, NotYours, Removed, TooMuch
from tablier.serve.identity import hashed, new_secret, new_table
from tablier.serve.limits import Quotas
from tablier.serve.live import Connection, Live
from tablier.serve.nodes.owners import Alone, Elsewhere, Owners
from tablier.serve.past import Likes, Past
from tablier.serve.store import (
    Change,
    Damaged,
    Duplicate,
    Entry,
    Fenced,
    Holder,
    Key,
    Opener,
    Overview,
    Store,
    StoreTrouble,
    TableRow,
)
from tablier.serve.table.events import Event, Left, Opened, Pace, Reservation
from tablier.serve.table.table import Table

log = logging.getLogger(__name__)

IDLE = 120.0
"""Seconds after which a table that nobody looks at leaves memory."""

HEARTBEAT = 5.0
"""Seconds from one note that we are alive to the next: so much thinking time may be forgiven after a crash."""

DAY = 86_400_000
"""Milliseconds."""

FRESH = DAY
"""Milliseconds for which a table that waits for somebody is shown to those who look for one."""

PATIENCE = 5.0
"""Seconds after which a store that does not answer is in trouble."""

AGAIN = 1.0
"""Seconds until a game that could not be read is tried again."""

THREADS = 2
"""In which tables are rebuilt, and their past is told."""

SOON = 1.0
"""Seconds until who has got up from a seat is sent away."""

FEW = 64
"""Events that are dealt with on the event loop, all at once."""


class Visitor(NamedTuple):
    """Who asks for something as a seat."""

    person: str = ""
    """By the hash of their secret; nobody: it was seen before that they may."""
    address: str = ""
    """By what limits count them."""


NOBODY = Visitor()


class Tables:
    """All tables."""

    def __init__(
        self, store: Store, pool: Thinkers, bot_pause: float = 0.4, quotas: Quotas | None = None,
        owners: Owners | None = None,
    ) -> None:  # fmt: skip
        """`bot_pause`: seconds that a bot lets pass before it acts while people look on, so that they can follow."""
        self.store = store
        self.owners: Owners = owners or Alone(store)
        self.quotas = quotas or Quotas()
        self.overview = Overview(store)
        self.pool = pool
        self.background = Background()
        self.beside = Beside("tables", THREADS)
        self.bots = Bots(self, bot_pause)
        self.deadlines = Deadlines(self)
        self.sockets: Counter[str] = Counter()
        """Connections, by household."""
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.damaged: dict[str, Damaged] = {}
        """The tables that cannot be used any more, and why."""
        self.bans = Bans(store)
        self.uptime = timing.Uptime()
        self._uptimes: dict[str, timing.Uptime] = {}
        """Of tables that another node has looked after before."""
        self._graces: note.Note = {}
        """For how long clocks have stood still, by table, as it was last noted."""

    @cached_property
    def signer(self) -> Signer:
        """Signs games when they are over."""
        return Signer(self.store.signer())

    # --- coming and going

    async def start(self) -> None:
        """Go on where we stopped: games that are on get their clocks and bots again."""
        self._graces = note.read(self.store.grace())
        self.uptime.follow(self.store.alive() or 0, note.stood(self._graces))
        self._graces.pop(note.STOOD, None)
        timing.noted(timing.steady())
        await self.bans.read()
        self.background.spawn(timing.watch())
        self.background.spawn(self._heartbeat())
        self.background.spawn(self.resume(await self.owners.start(self)))
        self.background.spawn(self._keep())

    async def stop(self) -> None:
        self.deadlines.stop()
        for live in self._lives.values():
            for timer in live.waiting.values():
                timer.cancel()
            for connection in list(live.connections):
                connection.close()
        await self.background.stop()
        with suppress(StoreTrouble, TimeoutError):
            await asyncio.wait_for(self._mark_alive(), PATIENCE)  # whoever goes on knows when we stopped
        await self.owners.stop()
        self.beside.stop()

    async def trouble(self) -> str:
        """What is wrong, in a word; nothing: all is well."""
        try:
            await asyncio.wait_for(self._mark_alive(), PATIENCE)
        except (StoreTrouble, TimeoutError):
            return StoreTrouble.code
        return Moved.code if self.owners.is_resting else Damaged.code if self.damaged else ""

    async def _heartbeat(self) -> None:
        while True:
            try:
                await self._mark_alive()
                await self.bans.read()
                self.turn_out()
            except StoreTrouble as problem:
                log.warning("the store is in trouble: %s", problem)
            except Exception:  # whatever it is, clocks would stand still without the next one
                log.exception("a heartbeat has failed")
            self._sweep()
            await asyncio.sleep(HEARTBEAT)

    async def _mark_alive(self) -> None:
        """Note that we run, and what clocks show that no event tells; also of tables that are not in memory."""
        now = timing.steady()
        self._graces |= {live.table.id: live.table.graces(now) for live in self.lives}
        self._graces = {id: graces for id, graces in self._graces.items() if graces}
        await self.owners.mark_alive(timing.wall(), note.written(self._graces, self.uptime, self._uptimes))
        timing.noted(now)

    async def _keep(self) -> None:
        """Forget what is older than the host keeps it, every now and then; if nobody is there, look for garbage too."""
        while True:
            try:
                await keeping.tidy(self)
            except StoreTrouble as problem:
                log.warning("what is old could not be forgotten: %s", problem)
            await asyncio.sleep(keeping.EVERY)
            if not any(live.connections for live in self.lives):
                garbage.look_at_all()

    async def resume(self, tables: Iterable[str]) -> None:
        """Go on with games; they get their clocks and bots again."""
        for table in tables:
            try:
                await self._resume_one(table)
            except Exception:  # whatever it is, it concerns nobody else
                log.exception("a table could not be resumed")
            await asyncio.sleep(0)

    async def _resume_one(self, table: str) -> None:
        """A game goes on, if only once the store can be read again; or elsewhere."""
        while True:
            try:
                with suppress(Moved):
                    await self.live(table)
            except StoreTrouble as problem:
                log.warning("the store is in trouble: %s", problem)
                await asyncio.sleep(AGAIN)
            else:
                return

    def _sweep(self) -> None:
        """Let tables go that nobody needs."""
        for id, live in list(self._lives.items()):
            idle = timing.steady() - live.used > IDLE * 1000
            if idle and not self.is_needed(id):
                self._graces[id] = live.table.graces(timing.steady())
                del self._lives[id]
        metrics.TABLES.set(len(self._lives))

    def is_needed(self, id: str) -> bool:
        """Whether somebody is at a table, comes to it just now, or waits for something of it."""
        live = self._lives.get(id)
        return id in self._loading or bool(live and (live.connections or live.thinking or live.lock.locked()))

    def is_living(self, row: TableRow) -> bool:
        """Whether somebody sits at a table now, or it has been waiting for somebody for less than a day."""
        live = self._lives.get(row.id)
        is_fresh = row.status == "open" and timing.wall() - row.changed < FRESH
        return is_fresh or bool(live and live.here) or self.owners.sits_elsewhere(row.id)

    def living(self) -> list[str]:
        return [live.table.id for live in self.lives if live.table.opened.listed and live.here]

    async def pending(self, ids: Iterable[str], *, everywhere: bool = True) -> dict[str, list[int]]:
        """Who is to act at these tables: those of other nodes are asked for there, or left out."""
        found: dict[str, list[int]] = {}
        others: dict[int, list[str]] = {}
        for id in ids:
            try:
                found[id] = [*(await self.live(id)).table.pending]
            except Damaged:
                found[id] = []
            except Elsewhere as other:
                others.setdefault(other.node, []).append(id)
        for node, theirs in others.items() if everywhere else ():
            with suppress(Moved):
                found |= await self.owners.ask(node, "pending", theirs)
        return found

    async def live(self, id: str) -> Live:
        """A table, from memory or from the store; raises UnknownTable, Damaged, and Moved if it is another node's."""
        if problem := self.damaged.get(id):
            raise problem
        if found := self._lives.get(id):
            found.used = timing.steady()
            return found
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = self.background.spawn(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Live:
        if taken := await self.owners.take(id):
            self._uptimes[id], self._graces[id] = taken.uptime, taken.graces
        table = await self._rebuilt(id)
        table.clock.stand_as(note.graces(self._graces, id))
        self._graces.pop(id, None)
        return self._take_up(table)

    async def _rebuilt(self, id: str) -> Table:
        entries, uptime = await self._entries(id), self._uptimes.get(id, self.uptime)
        try:
            return await self.beside.do(id, partial(journal.rebuilt, id, entries, uptime, self.quotas))
        except (TablierError, asyncio.CancelledError):
            raise
        except Exception as problem:
            log.exception("a table could not be rebuilt")
            raise self._set_aside(id, Damaged(f"{id}: {type(problem).__name__}")) from None

    async def _entries(self, id: str, after: int = 0) -> list[Entry]:
        try:
            return await self.store.entries(id, after)
        except Damaged as problem:
            raise self._set_aside(id, problem) from None

    def _set_aside(self, id: str, problem: Damaged) -> Damaged:
        """A table cannot be used any more; its people are told, and the others go on."""
        log.error("a table is damaged, and set aside: %s", problem)
        self.damaged[id] = problem
        self._let_go(id, problem)
        return problem

    def _let_go(self, id: str, problem: TablierError) -> None:
        """A table is no more; whoever is there is told why."""
        if live := self._lives.pop(id, None):
            self.deadlines.forget(id)
            self.bots.dismiss(live)
            broadcast.send_away(problem, live.connections)

    def give_up(self) -> None:
        """Everything belongs to other nodes now: whoever is here comes back, and finds it there."""
        for task in self._loading.values():
            task.cancel()
        for live in self.lives:
            live.is_ours = False
            self._let_go(live.table.id, Moved())
        self.deadlines.stop()
        self._graces.clear()
        self._uptimes.clear()
        self.damaged.clear()

    def _take_up(self, table: Table) -> Live:
        """Have a table in memory from now on; nobody has come to it yet."""
        live = self._lives[table.id] = Live(table, timing.steady())
        table.tick(live.absent, live.used)
        for seat in live.absent:
            table.clock.lose(seat, live.used)
        follow_talk(live)
        self._go_on(live)
        return live

    def _go_on(self, live: Live) -> None:
        """Whatever goes on by itself, now that something has happened."""
        self.deadlines.set(live)
        self.bots.ask(live)

    # --- opening

    async def open(self, new: schema.NewTable, host: str, address: str = "") -> tuple[Live, dict[int, str]]:
        """Open a table for somebody who comes from there. Return it with the keys of its links, by seat."""
        resumed = partial(_resumed, new, host)
        return await self._open(await self.beside.do(host, resumed) if new.resume else _opened(new, host), address)

    async def _open(self, opened: Opened, address: str) -> tuple[Live, dict[int, str]]:
        await self._check_room(address)
        at, work = timing.wall(), partial(_first_events, opened, timing.steady(), self.quotas)
        table, events = await self.beside.do(opened.host, work) if opened.start else work()
        keys = {seat: new_secret() for seat, reservation in enumerate(opened.places) if reservation["who"] == "link"}
        change = Change(
            new_table=journal.new_row(table, at),
            new_keys=tuple(Key(hashed(key), table.id, seat) for seat, key in keys.items()),
            entries=journal.entries(table.id, 0, events, None, at),
            opener=Opener(table.id, address) if address else None,
        )
        await self.store.commit(change)
        await self.owners.take(table.id)
        metrics.OPENED.labels(opened.game).inc()
        if any(reservation["who"] == "bot" for reservation in opened.places):
            self.pool.want(opened.game)
        return self._take_up(table), keys

    async def _check_room(self, address: str) -> None:
        """See that there is room for one more table of this address; raises TooMuch."""
        if await self.overview.size() >= self.quotas.store_bytes:
            raise TooMuch("the store has as many bytes as its host gives it")
        since = timing.wall() - DAY
        if address and await self.overview.opened_from(address, since) >= self.quotas.tables_a_day:
            raise TooMuch("so many tables were opened from there within a day")

    async def _rematch(self, live: Live, seat: int, level: int | None, address: str) -> list[Event]:
        table = live.table
        if table.status != "over" or table.followed:
            return []
        if level and table.others(seat):
            raise NotYours("bots of another level are for who plays against bots alone")
        places = table.next_reservations(level)
        opened = replace(table.opened, places=places, secret=new_fair_secret(), start=[], scheme=WHOLE_GAME)
        following, _ = await self._open(opened, address)
        return table.follow(following.table.id)

    # --- what happens

    async def carry_out(
        self, id: str, seat: int, command: Any, arrived: int | None = None, visitor: Visitor = NOBODY
    ) -> int:  # fmt: skip
        """What a seat asks for, which counts from when it arrived. Return the version in which it is told so.

        Raises what refuses it. Who may stop waiting for it has it done `background`.
        """
        arrived = timing.steady() if arrived is None else arrived
        self.deadlines.hear(id, arrived)
        try:
            live = await self.live(id)
            if seat in live.gone:  # who acts is there, by whatever way
                live.gone[seat] = max(live.gone[seat], arrived)
            async with live.lock:
                return await self._decide(live, seat, command, arrived, visitor)
        finally:
            self.deadlines.answered(id, arrived)

    async def _decide(self, live: Live, seat: int, command: Any, arrived: int, visitor: Visitor) -> int:
        known = f"{seat}:{command.id}"
        if visitor.person and seat not in live.table.seats_of(visitor.person):
            raise NotYours  # any more: they have got up, and another may sit there
        if known in live.table.commands:
            return live.table.commands[known]
        if command.do == "rematch":
            events = await self._rematch(live, seat, command.level, visitor.address)
        else:
            events = commands.decide(live, seat, command, arrived)
        metrics.commands(command.do).inc()
        persons = live.table.chairs[seat].persons if command.do == "leave" else ()
        gone = tuple([Holder(person, live.table.id, seat) for person in persons])
        try:
            await self.commit(live, events, known, dropped_holders=gone)
        except Duplicate as problem:
            if problem.what != "command":
                raise
            # it was carried out so long ago that we do not remember it
        return live.table.commands.get(known, live.table.versions[seat])

    async def commit(self, live: Live, events: Sequence[Event], command: str | None = None, **more: Any) -> None:
        """Store what has been decided, let it have happened, and tell everybody. The table's lock is held."""
        table, at = live.table, timing.wall()
        if not live.is_ours:
            raise Moved  # while it was being decided
        entries = journal.entries(table.id, table.numbers, events, command, at)
        try:
            await self.store.commit(Change(entries=entries, update=journal.update(table, events, at), **more))
        except Fenced:
            raise Moved from None
        except TablierError:
            await self._reload(live)
            raise
        now, news = timing.steady(), broadcast.no_news(live)
        for count, (event, entry) in enumerate(zip(events, entries, strict=True), start=1):
            table.apply(event, now, entry.command)
            broadcast.note(news, event, table)
            if count % FEW == 0:
                await asyncio.sleep(0)
        table.tick(live.absent, now)
        follow_talk(live, events)
        broadcast.tell(live, news)
        if Left in map(type, events):
            self._see_off(live)
        self._go_on(live)

    def _see_off(self, live: Live) -> None:
        """Who has got up sees and does nothing more as that seat; they are answered before they are sent away."""
        for connection in [one for one in live.connections if not one.may_stay(live.table)]:
            self.disconnect(live, connection)
            asyncio.get_running_loop().call_later(SOON, broadcast.send_away, NotYours(), [connection])

    async def _reload(self, live: Live) -> None:
        """The store refused something: what is stored is what counts."""
        try:
            table = await self._rebuilt(live.table.id)
            table.clock.go_on(live.table.clock)
            live.table = table
        except TablierError:
            log.warning("a table could not be read again")

    # --- who looks on

    @contextmanager
    def room(self, address: str) -> Iterator[None]:
        """A connection of this address, from the moment at which it is wanted."""
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def connect(self, id: str, connection: Connection, after: int) -> Live:
        """Somebody connects, and is told what they missed since a version."""
        live = await self.live(id)
        async with self.past(live, connection.likes, after) as (told, since):
            if not connection.may_stay(live.table):
                raise NotYours
            broadcast.welcome(live, connection, told, since)
            self.deadlines.set(live)
        metrics.CONNECTIONS.inc()
        return live

    @asynccontextmanager
    async def past(self, live: Live, likes: Likes, after: int) -> AsyncIterator[tuple[list[str], int]]:
        """What an audience was told since a version; who claims to know more, everything. The table's lock is held."""
        after = after if after <= live.table.versions[likes[0]] else 0
        past = await self._then(Past(), live, likes, after)
        async with live.lock:
            past = await self._then(past, live, likes, after)  # what has happened meanwhile
            yield past.told, after

    async def _then(self, past: Past, live: Live, likes: Likes, after: int) -> Past:
        entries = await self._entries(live.table.id, past.number)
        work = partial(past.then, entries, live.table.game, likes, after)
        return work() if len(entries) <= FEW else await self.beside.do(live.table.id, work)

    async def file(self, live: Live, audience: int) -> str:
        """The game file, written once for as long as nothing happens."""
        async with live.lock:
            table = live.table
            whose = PUBLIC if table.status == "over" else audience
            number, text = live.files.get(whose, (0, ""))
            if number != table.numbers:
                text = await self.beside.do(table.id, partial(journal.game_file, table, audience, self.signer))
                live.files[whose] = table.numbers, text
            return text

    # --- what the host wants

    @property
    def lives(self) -> list[Live]:
        """The tables that are in memory."""
        return [*self._lives.values()]

    async def remove(self, id: str) -> None:
        """Forget a table with all that is known of it; raises Moved if it is another node's."""
        await self.owners.take(id)
        await self._loaded(id)
        live = self._lives.get(id)
        async with live.lock if live else nullcontext():
            await self.store.commit(Change(forget=id))
            await self._loaded(id)  # one that began before it was forgotten would take it up again
            self.damaged.pop(id, None)
            self._let_go(id, Removed())
            self._graces.pop(id, None)

    async def _loaded(self, id: str) -> None:
        """Wait until a table that is being loaded is, or cannot be."""
        if task := self._loading.get(id):
            await asyncio.wait([task])

    async def end(self, id: str) -> None:
        """Put an end to a game; raises UnknownTable, NotNow."""
        live = await self.live(id)
        async with live.lock:
            await self.commit(live, live.table.stop())

    def turn_out(self) -> None:
        """Whoever is banned leaves."""
        for live in self.lives:
            banned = [one for one in live.connections if self.bans.about(one.address, one.person)]
            broadcast.send_away(Banned(), banned)

    def disconnect(self, live: Live, connection: Connection) -> None:
        """Somebody is no longer connected."""
        if connection not in live.connections:
            return
        metrics.CONNECTIONS.dec()
        if broadcast.part(live, connection):
            self.deadlines.set(live)
            self.bots.ask(live)


def _first_events(opened: Opened, now: int, quotas: Quotas) -> tuple[Table, list[Event]]:
    """A new table, with all that has happened there at once."""
    table = Table(new_table(), opened, quotas)
    table.apply(opened, now)
    events = [opened, *table.fill()]
    for event in events[1:]:
        table.apply(event, now)
    return table, events


def _opened(new: schema.NewTable, host: str) -> Opened:
    """The table that somebody wants, with chance of its own."""
    game = find(new.game)
    options = game.settle(new.options)
    if len(new.seats) != len(game.seats(options)):
        raise BadRequest(f"{len(game.seats(options))} seats are to be described, not {len(new.seats)}")
    return Opened(
        game=game.name,
        options=options,
        places=[Reservation(who=seat.who, level=seat.level, persons=[]) for seat in new.seats],
        secret=new_fair_secret(),
        scheme=WHOLE_GAME,
        pace=Pace(kind=new.pace.kind, seconds=new.pace.seconds, increment=new.pace.increment) if new.pace else None,
        discussion=new.discussion,
        free_text=new.free_text,
        listed=any(seat.who in ("link", "anyone") for seat in new.seats) if new.listed is None else new.listed,
        host=host,
        practice=sorted(seat.who for seat in new.seats) == ["bot"] * (len(new.seats) - 1) + ["me"] and not new.serious,
    )


def _resumed(new: schema.NewTable, host: str) -> Opened:
    """The same for a game that goes on from a moment of another: one's own, since who has its file may know all."""
    assert new.resume
    if any(seat.who not in ("me", "bot") for seat in new.seats):
        raise BadRequest("a game that goes on from another is between oneself and bots")
    match = Match.loads(new.resume.file, game=find(new.game))
    if new.resume.actions > match.length or match.at(new.resume.actions).over:
        raise BadRequest("the game cannot go on from there")
    opened = _opened(new.model_copy(update={"options": match.options}), host)
    return replace(opened, start=match.actions[: new.resume.actions])
