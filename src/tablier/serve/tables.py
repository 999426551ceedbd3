"""The tables: the tables that are in use, and everything that happens at them.

One writer for each table: whoever wants something of it waits for its lock. What is decided is stored first, then
applied, then told to those who are connected. A table that nobody needs leaves memory, and is rebuilt from its events
when it is asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from tablier.bots.driver import Driver
from tablier.bots.pool import Pool
from tablier.engine.errors import TablierError
from tablier.engine.kernels import PUBLIC
from tablier.engine.registry import find
from tablier.record.chance import new_secret as new_fair_secret
from tablier.serve import metrics, timing
from tablier.serve.api import schema
from tablier.serve.bots import Bots
from tablier.serve.errors import BadRequest, NotYours, Taken, UnknownTable
from tablier.serve.identity import hashed, new_secret, new_table
from tablier.serve.store import Change, Duplicate, Entry, Holder, Key, Store, StoreTrouble, TableRow, TableUpdate
from tablier.serve.table import visibility
from tablier.serve.table.events import Acted, Event, Left, Opened, Pace, Reservation, Said, Sat, load
from tablier.serve.table.table import Table

log = logging.getLogger("tablier.serve.tables")

IDLE = 120.0
"""Seconds after which a table that nobody looks at leaves memory."""

HEARTBEAT = 5.0
"""Seconds from one note that we are alive to the next: so much thinking time may be forgiven after a crash."""

WAITING = 512
"""Messages that may wait for a connection; one that takes no more is closed, and can come back for what it missed."""


@dataclass(eq=False, slots=True)
class Connection:
    """Somebody who is connected to a table, as a seat or to watch."""

    audience: int
    show: frozenset[str]
    lang: str
    outbox: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    """What is to be sent; None: nothing more, close it."""
    shown: visibility.Shown | None = None
    """The picture that it was last sent, if changes are what it likes."""

    @property
    def likes(self) -> tuple[int, frozenset[str], str]:
        """Connections that like the same are sent the same."""
        return self.audience, self.show, self.lang

    def send(self, text: str) -> None:
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        while self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass(eq=False, slots=True)
class Live:
    """A table in memory."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    gone: dict[int, int] = field(default_factory=dict)
    """Since when a seat has not been connected, in steady milliseconds."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    waiting: dict[int, asyncio.TimerHandle] = field(default_factory=dict)
    """Bots that leave others time to talk."""
    drivers: dict[int, Driver] = field(default_factory=dict)
    """Of the seats that bots play."""
    talked: int = 0
    """When something was said last."""
    discussed: int | None = None
    """Since when there is a discussion."""
    used: int = 0

    @property
    def here(self) -> set[int]:
        """The seats that are connected."""
        return {connection.audience for connection in self.connections} - {PUBLIC}

    @property
    def absent(self) -> list[int]:
        here = self.here
        return [seat for seat in range(len(self.table.chairs)) if seat not in here]


class Tables:
    """All tables."""

    def __init__(self, store: Store, pool: Pool, bot_pause: float = 0.4) -> None:
        """`bot_pause`: seconds that a bot lets pass before it acts while people look on, so that they can follow."""
        self.store = store
        self.pool = pool
        self.bots = Bots(self, bot_pause)
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.sockets: Counter[str] = Counter()
        """Connections, by address."""
        self._alive = 0
        """When we were last known to run, before this time."""
        self._started, self._started_wall = timing.steady(), timing.wall()

    # --- coming and going

    async def start(self) -> None:
        """Go on where we stopped: games that are on get their clocks and bots again."""
        self._alive = self.store.alive() or 0
        self.spawn(self._heartbeat())
        self.spawn(self._resume(await self.store.playing()))

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for live in self._lives.values():
            for timer in live.waiting.values():
                timer.cancel()
            for connection in list(live.connections):
                connection.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _heartbeat(self) -> None:
        while True:
            try:
                await self.store.mark_alive(timing.wall())
            except StoreTrouble as problem:
                log.warning("the store is in trouble: %s", problem)
            self._sweep()
            await asyncio.sleep(HEARTBEAT)

    async def _resume(self, tables: Iterable[str]) -> None:
        for table in tables:
            try:
                await self.live(table)
            except TablierError:
                log.exception("a table could not be resumed")
            await asyncio.sleep(0)

    def _sweep(self) -> None:
        """Let tables go that nobody needs."""
        for id, live in list(self._lives.items()):
            idle = timing.steady() - live.used > IDLE * 1000
            if idle and not live.connections and not live.thinking and not live.lock.locked():
                del self._lives[id]
        metrics.TABLES.set(len(self._lives))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do it in the background; what goes wrong there is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) and not isinstance(problem, TablierError):
            log.error("something went wrong in the background", exc_info=problem)

    async def live(self, id: str) -> Live:
        """A table, from memory or from the store; raises UnknownTable."""
        if found := self._lives.get(id):
            found.used = timing.steady()
            return found
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = self.spawn(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Live:
        entries = await self.store.entries(id)
        live = Live(_rebuilt(id, entries), used=timing.steady())
        now = timing.steady()
        live.gone = dict.fromkeys(range(len(live.table.chairs)), now)
        live.table.tick(live.absent, now, self._since(entries[-1].at))
        self._lives[id] = live
        self._after(live)
        return live

    def _since(self, at: int) -> int:
        """How much thinking time has gone by since an event.

        Not while we were not there, and not because the wall clock was set.
        """
        running = timing.steady() - self._started
        if at < self._started_wall:
            return max(0, self._alive - at) + running
        return min(max(0, timing.wall() - at), running)

    # --- opening

    async def open(self, new: schema.NewTable, host: str) -> tuple[Live, dict[int, str]]:
        """Open a table. Return it with the keys of its links, by seat."""
        game = find(new.game)
        options = game.settle(new.options)
        seats = game.seats(options)
        if len(new.seats) != len(seats):
            raise BadRequest(f"{len(seats)} seats are to be described, not {len(new.seats)}")
        reservations = [Reservation(who=seat.who, level=seat.level, persons=[]) for seat in new.seats]
        opened = Opened(
            game=game.name,
            options=options,
            places=reservations,
            secret=new_fair_secret(),
            pace=Pace(**new.pace.model_dump()) if new.pace else None,  # type: ignore[typeddict-item]
            discussion=new.discussion,
            free_text=new.free_text,
            listed=new.listed,
            host=host,
        )
        return await self._opened(opened)

    async def _opened(self, opened: Opened) -> tuple[Live, dict[int, str]]:
        id, now = new_table(), timing.steady()
        table = Table(id, opened)
        events: list[Event] = [opened]
        table.apply(opened, now)
        for event in table.fill():
            table.apply(event, now)
            events.append(event)
        keys = {seat: new_secret() for seat, reservation in enumerate(opened.places) if reservation["who"] == "link"}
        at = timing.wall()
        row = TableRow(id, opened.game, table.status, opened.listed, at, at, opened.host, _about(table))
        await self.store.commit(
            Change(
                new_table=row,
                new_keys=tuple(Key(hashed(key), id, seat) for seat, key in keys.items()),
                entries=tuple(_entries(id, 0, events, None, at)),
            )
        )
        live = Live(table, used=now, gone=dict.fromkeys(range(len(table.chairs)), now))
        self._lives[id] = live
        table.tick(live.absent, now)
        self._after(live)
        metrics.OPENED.labels(opened.game).inc()
        return live, keys

    # --- sitting down

    async def sit(self, id: str, seat: int, person: str, sitting: schema.Sitting) -> str:
        """Sit down, or come with another device; return the key of the seat, for its next device."""
        live = await self.live(id)
        key = hashed(sitting.key) if sitting.key else ""
        async with live.lock:
            invited = bool(key) and await self.store.seat_of_key(key) == (id, seat)
            table = live.table
            seat = table.game.seat(seat, table.opened.options)
            new, chair = new_secret(), table.chairs[seat]
            if chair.who == "person" and (key in chair.keys or person in chair.persons):
                events = table.move(seat, person, hashed(new), key)
            elif sitting.key and not invited:
                raise NotYours
            else:
                events = table.sit(seat, sitting.name, person, sitting.entropy, invited, hashed(new))
            await self.commit(
                live, events,
                dropped_keys=(key,) if invited else (),
                new_holders=(Holder(person, id, seat),),
            )  # fmt: skip
            return new

    async def invite(self, id: str, seat: int, person: str) -> str:
        """A new key for a chair that waits for somebody with a link; for who opened the table."""
        live = await self.live(id)
        async with live.lock:
            table = live.table
            chair = table.chairs[table.game.seat(seat, table.opened.options)]
            if person != table.opened.host or chair.reservation["who"] != "link" or chair.reservation["persons"]:
                raise NotYours
            if chair.who:
                raise Taken
            key = new_secret()
            await self.store.commit(Change(new_keys=(Key(hashed(key), id, seat),)))
            return key

    async def seat_bot(self, id: str, seat: int, level: int, person: str) -> None:
        """Put a bot on an empty chair."""
        live = await self.live(id)
        async with live.lock:
            await self.commit(live, live.table.seat_bot(seat, level, person))

    # --- commands

    async def carry_out(self, id: str, seat: int, command: Any) -> int:
        """What a seat asks for. Return the version in which it is told so; raises what refuses it.

        It is carried out to the end even if who asked does not wait for it.
        """
        live = await self.live(id)
        return await asyncio.shield(self.spawn(self._carry_out(live, seat, command)))

    async def _carry_out(self, live: Live, seat: int, command: Any) -> int:
        async with live.lock:
            known = f"{seat}:{command.id}"
            if known in live.table.commands:
                return live.table.commands[known]
            if isinstance(command, schema.Rematch):
                events = await self._rematch(live)
            else:
                events = _DECIDE[type(command)](live, seat, command)
            metrics.ACTIONS.labels(command.do).inc()
            persons = live.table.chairs[seat].persons if isinstance(command, schema.Leave) else ()
            gone = tuple(Holder(person, live.table.id, seat) for person in persons)
            with suppress(Duplicate):  # it was carried out so long ago that we do not remember it
                await self.commit(live, events, known, dropped_holders=gone)
            return live.table.commands.get(known, live.table.versions[seat])

    async def _rematch(self, live: Live) -> list[Event]:
        table = live.table
        if table.status != "over" or table.followed:
            return []
        opened = replace(table.opened, places=table.next_reservations(), secret=new_fair_secret())
        following, _ = await self._opened(opened)
        return table.follow(following.table.id)

    async def commit(self, live: Live, events: list[Event], command: str | None = None, **more: Any) -> None:
        """Store what has been decided, let it have happened, and tell everybody. The table's lock is held."""
        table, at = live.table, timing.wall()
        entries = tuple(_entries(table.id, table.numbers, events, command, at))
        update = None
        if any(not isinstance(event, Acted | Said) for event in events):
            update = TableUpdate(table.id, _status_after(table, events), changed=at, about=_about(table, events))
        try:
            await self.store.commit(Change(entries=entries, update=update, **more))
        except TablierError:
            await self._reload(live)
            raise
        now = timing.steady()
        news: dict[int, list[visibility.Sent]] = defaultdict(list)
        for event, entry in zip(events, entries, strict=True):
            table.apply(event, now, entry.command)
            for audience, version in table.versions.items():
                if sent := visibility.seen(event, audience, table.id):
                    news[audience].append({"version": version, **sent})
        table.tick(live.absent, now)
        self._tell(live, news)
        self._after(live, events)

    async def _reload(self, live: Live) -> None:
        """The store refused something: what is stored is what counts."""
        try:
            live.table = _rebuilt(live.table.id, await self.store.entries(live.table.id))
            live.table.tick(live.absent, timing.steady())
        except TablierError:
            log.warning("a table could not be read again")

    # --- telling

    def _tell(self, live: Live, news: dict[int, list[visibility.Sent]]) -> None:
        standing: dict[Any, visibility.Sent] = {}
        written: dict[Any, tuple[str, visibility.Shown | None]] = {}
        for connection in live.connections:
            if not (events := news.get(connection.audience)):
                continue
            likes = connection.likes
            if likes not in standing:
                standing[likes] = self.now(live, *likes)
            same = likes, id(connection.shown)
            if same not in written:
                written[same] = _written({"type": "events", "events": events, "now": standing[likes]}, connection)
            text, connection.shown = written[same]
            connection.send(text)

    def now(self, live: Live, audience: int, show: frozenset[str], lang: str) -> visibility.Sent:
        """How things stand for an audience."""
        sent = visibility.now(live.table, audience, show, lang, live.here, timing.steady())
        if live.discussed is not None and live.table.opened.discussion:
            left = live.discussed + live.table.opened.discussion * 1000 - timing.steady()
            sent["discussion"] = max(0, left)
        return sent

    async def trouble(self) -> str:
        """What is wrong, in a word; nothing: all is well."""
        try:
            await asyncio.wait_for(self.store.mark_alive(timing.wall()), 5)
        except (StoreTrouble, TimeoutError):
            return "store/unavailable"
        return ""

    async def connect(self, id: str, connection: Connection, after: int) -> Live:
        """Somebody connects, and is told what they missed since a version."""
        live = await self.live(id)
        async with live.lock:
            events = [load(entry.kind, entry.body) for entry in await self.store.entries(id)]
            table, seat = live.table, connection.audience
            if after > table.versions[seat]:
                after = 0
            live.connections.add(connection)
            if seat in live.gone:
                del live.gone[seat]
                table.clock.regain(seat, timing.steady())
            welcome = {
                "type": "events",
                "protocol": schema.PROTOCOL,
                "seat": None if seat == PUBLIC else seat,
                "after": after,
                "events": visibility.story(events, seat, id, after),
                "now": self.now(live, *connection.likes),
            }
            text, connection.shown = _written(welcome, connection)
            connection.send(text)
            self._tell_presence(live, connection)
            self._set_timer(live)
        metrics.CONNECTIONS.inc()
        return live

    def disconnect(self, live: Live, connection: Connection) -> None:
        """Somebody is no longer connected."""
        if connection not in live.connections:
            return
        live.connections.discard(connection)
        metrics.CONNECTIONS.dec()
        live.used = timing.steady()
        seat = connection.audience
        if seat != PUBLIC and seat not in live.here:
            live.gone[seat] = timing.steady()
            live.table.clock.lose(seat, timing.steady())
            self._tell_presence(live)
            self._set_timer(live)
            self.bots.ask(live)

    def _tell_presence(self, live: Live, but: Connection | None = None) -> None:
        sent = {"type": "presence", "here": sorted(live.here)}
        if clock := live.table.clock.show(timing.steady()):
            sent["clock"] = clock  # type: ignore[assignment]
        text = schema.as_json(sent)
        for connection in live.connections:
            if connection is not but:
                connection.send(text)

    # --- time and bots

    def _after(self, live: Live, events: Iterable[Event] = ()) -> None:
        """What has to go on by itself, now that something has happened."""
        if any(isinstance(event, Said) for event in events):
            live.talked = timing.steady()
        if live.table.status == "over":
            self.pool.forget(live.table.id)
            for task in live.thinking.values():
                if task is not asyncio.current_task():
                    task.cancel()
        closing = live.table.game.closing(live.table.match.current.record) if live.table.status == "playing" else None
        if not closing:
            live.discussed = None
        elif live.discussed is None:
            live.discussed = live.talked = timing.steady()
        self._set_timer(live)
        self.bots.ask(live)

    def _set_timer(self, live: Live) -> None:
        """Wake up when somebody's time is over, or the discussion's."""
        id = live.table.id
        if timer := self._timers.pop(id, None):
            timer.cancel()
        times = [live.table.clock.deadline()] if live.table.status == "playing" else []
        if live.discussed is not None and live.table.opened.discussion:
            times.append(live.discussed + live.table.opened.discussion * 1000)
        due = min((time for time in times if time is not None), default=None)
        if due is not None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, (due - timing.steady()) / 1000) + 0.001
            self._timers[id] = loop.call_later(min(delay, 86_400), lambda: self.spawn(self._time_is_up(id)))

    @staticmethod
    def _is_talked_out(live: Live, now: int) -> bool:
        """Whether a discussion has reached its limit."""
        limit = live.table.opened.discussion
        return limit is not None and live.discussed is not None and now >= live.discussed + limit * 1000

    async def _time_is_up(self, id: str) -> None:
        self._timers.pop(id, None)
        live = await self.live(id)
        async with live.lock:
            now = timing.steady()
            events = live.table.flag(now)
            if not events and self._is_talked_out(live, now):
                events = live.table.close_discussion(now)
            try:
                if events:
                    await self.commit(live, events)
                else:
                    self._set_timer(live)
            except StoreTrouble:
                await asyncio.sleep(1)
                self._set_timer(live)
                raise


def _rebuilt(id: str, entries: list[Entry]) -> Table:
    """A table as its events have made it."""
    if not entries:
        raise UnknownTable
    opened = load(entries[0].kind, entries[0].body)
    assert isinstance(opened, Opened)
    table, now = Table(id, opened), timing.steady()
    for entry in entries:
        table.apply(load(entry.kind, entry.body), now, entry.command)
    return table


def _entries(id: str, before: int, events: Iterable[Event], command: str | None, at: int) -> Iterable[Entry]:
    for number, event in enumerate(events, start=1):
        yield Entry(id, before + number, at, event.kind, event.dump(), command if number == 1 else None)


def _written(message: dict[str, Any], connection: Connection) -> tuple[str, visibility.Shown | None]:
    """A message as a connection is sent it, and the picture that it then knows."""
    if "changes" not in connection.show:
        return schema.as_json(message), None
    scene, shown = visibility.only_changes(message["now"]["scene"], connection.shown or {})
    return schema.as_json({**message, "now": {**message["now"], "scene": scene}}), shown


def _status_after(table: Table, events: Iterable[Event]) -> str:
    kinds = {event.kind for event in events}
    return "over" if "ended" in kinds else "playing" if "began" in kinds else table.status


def _about(table: Table, events: Iterable[Event] = ()) -> str:
    """What a list of tables shows of a table once these events have happened."""
    sitting: dict[int, Any] = {i: chair for i, chair in enumerate(table.chairs) if chair.who}
    for event in events:
        if isinstance(event, Sat):
            sitting[event.seat] = event
        elif isinstance(event, Left):
            del sitting[event.seat]
    seats = [
        {"who": sitting[i].who, "name": sitting[i].name, "level": sitting[i].level}
        if i in sitting
        else {"who": reservation["who"], "free": True}
        for i, reservation in enumerate(table.opened.places)
    ]
    about = {"options": table.opened.options, "seats": seats, "pace": table.opened.pace}
    return schema.as_json(about)


Decide = Callable[[Live, int, Any], list[Event]]


def _replace(live: Live, seat: int, command: schema.Replace) -> list[Event]:
    gone = live.gone.get(command.seat)
    return live.table.replace(command.seat, command.level, timing.steady() - gone if gone is not None else 0)


_DECIDE: dict[type, Decide] = {
    schema.Play: lambda live, seat, c: live.table.play(seat, c.version, c.action, timing.steady()),
    schema.Say: lambda live, seat, c: live.table.say(seat, c.to, c.kind, c.body),
    schema.Resign: lambda live, seat, c: live.table.resign(seat),
    schema.Takeback: lambda live, seat, c: live.table.ask_takeback(seat),
    schema.Answer: lambda live, seat, c: live.table.answer_takeback(seat, c.agrees),
    schema.Leave: lambda live, seat, c: live.table.leave(seat),
    schema.Replace: _replace,
    schema.ComeBack: lambda live, seat, c: live.table.come_back(seat),
}
