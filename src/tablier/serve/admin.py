"""What a host can ask and do: with the tables while the server runs, so that people are told; else with the store."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from tablier import __version__
from tablier.engine.kernels import PUBLIC
from tablier.engine.words import shorten
from tablier.language import Words
from tablier.serve import journal, metrics, timing
from tablier.serve.bans import Bans, is_in_force, network_of
from tablier.serve.durations import LONGEST
from tablier.serve.errors import WORDS, BadRequest, UnknownTable
from tablier.serve.live import Live
from tablier.serve.nodes.owners import Elsewhere
from tablier.serve.nodes.peers import thinkers_token_of
from tablier.serve.schema import Strict
from tablier.serve.store import Ban, Change, Overview, Report, Store, TableRow
from tablier.serve.table.table import Table
from tablier.serve.tables import Tables

Answer = dict[str, Any]

LEAST_OF_A_PERSON = 8
"""Digits by which somebody is named, where no other begins like that."""

PERSON = 64
"""Digits of a person's name, in full."""


class Glance(Strict):
    """How many tables and people there are."""

    do: Literal["glance"]


class ListTables(Strict):
    """Tables, those that changed last first."""

    do: Literal["tables"]
    status: Literal["open", "playing", "over"] | None = None
    game: str | None = None
    most: int = Field(default=50, ge=1, le=10_000)


class ShowTable(Strict):
    """One table, with who sits and looks on there."""

    do: Literal["table"]
    table: str


class EndTable(Strict):
    """Put an end to a game."""

    do: Literal["end"]
    table: str


class ForgetTable(Strict):
    """Forget a table with all that is known of it."""

    do: Literal["forget"]
    table: str


class AddBan(Strict):
    """Let somebody in no more: an address, a network, a person, or whoever holds a seat (`TABLE/SEAT`)."""

    do: Literal["ban"]
    who: str
    seconds: int | None = Field(default=None, ge=1, le=LONGEST)
    why: str = Field(default="", max_length=500)


class ListBans(Strict):
    do: Literal["bans"]


class LiftBan(Strict):
    do: Literal["lift"]
    who: str


class ListReports(Strict):
    do: Literal["reports"]
    settled: bool = False


class ShowToken(Strict):
    """By what thinkers on other machines are let in."""

    do: Literal["token"]


class SettleReport(Strict):
    """The host is done with it."""

    do: Literal["settle"]
    report: str


AnyRequest = Annotated[
    Glance
    | ListTables
    | ShowTable
    | EndTable
    | ForgetTable
    | AddBan
    | ListBans
    | LiftBan
    | ListReports
    | SettleReport
    | ShowToken,
    Field(discriminator="do"),
]
REQUEST: TypeAdapter[Any] = TypeAdapter(AnyRequest)


class Admin:
    """Carries out what a host asks for."""

    def __init__(self, store: Store, tables: Tables | None = None) -> None:
        """The store is open; `tables` are those of the server that runs, if one does."""
        self.store = store
        self.overview = Overview(store)
        self.tables = tables
        self.bans = tables.bans if tables else Bans(store)
        self._do: dict[type, Callable[[Any], Awaitable[Answer]]] = {
            Glance: self._glance, ListTables: self._list, ShowTable: self._show, EndTable: self._end,
            ForgetTable: self._forget, AddBan: self._ban, ListBans: self._bans, LiftBan: self._lift,
            ListReports: self._reports, SettleReport: self._settle, ShowToken: self._token,
        }  # fmt: skip

    async def answer(self, request: Any) -> Answer:
        """Do what is asked for, at all nodes if there are several; raises ValidationError, and whatever refuses it."""
        try:
            answer = await self.answer_here(request)
        except Elsewhere as other:
            assert self.tables
            found: Answer = await self.tables.owners.ask(other.node, "admin", request)
            return found
        if self.tables and request["do"] in TOLD_BY_ALL:
            for other_answer in await self.tables.owners.ask_all("admin", request):
                TOLD_BY_ALL[request["do"]](answer, other_answer)
        return answer

    async def answer_here(self, request: Any) -> Answer:
        """The same at this node alone; raises Elsewhere if it is about a table of another."""
        asked = REQUEST.validate_python(request)
        return await self._do[type(asked)](asked)

    # --- looking

    async def _glance(self, _: Glance) -> Answer:
        now, counts = timing.wall(), await self.overview.counts()
        return {
            "version": __version__,
            "running": self._running(),
            "store": {"path": self.store.where, "bytes": await self.overview.size()},
            "tables": [{"game": game, "status": status, "count": n} for game, status, n in counts],
            "bans": sum(is_in_force(ban, now) for ban in await self.overview.bans()),
            "reports": len(await self.overview.reports()),
        }

    def _running(self) -> Answer | None:
        """What only a server that runs can tell."""
        if self.tables is None:
            return None
        lives = self.tables.lives
        connections = [one for live in lives for one in live.connections]
        return {
            "nodes": 1,
            "seconds": (timing.steady() - self.tables.uptime.began) // 1000,
            "in_memory": len(lives),
            "damaged": sorted(self.tables.damaged),
            "playing": sum(len(live.here) for live in lives),
            "watching": sum(one.audience == PUBLIC for one in connections),
            "addresses": len({one.address for one in connections}),
            "thinking": sum(len(live.thinking) for live in lives),
            "bots": self.tables.pool.readiness,
            "thinkers": self.tables.pool.thinkers,
            "refused": metrics.refused(),
        }

    async def _list(self, asked: ListTables) -> Answer:
        rows = await self.overview.tables(asked.status, asked.game, asked.most)
        return {"tables": [self._row(row) for row in rows]}

    def _row(self, row: TableRow) -> Answer:
        live = self._live(row.id)
        names = [seat.get("name") or seat["who"] for seat in json.loads(row.about)["seats"]]
        return {
            "table": row.id, "game": row.game, "status": row.status, "listed": row.listed, "created": row.created,
            "changed": row.changed, "seats": names,
            "here": len(live.here) if live else 0,
            "watching": sum(one.audience == PUBLIC for one in live.connections) if live else 0,
        }  # fmt: skip

    def _live(self, id: str) -> Live | None:
        return next((live for live in self.tables.lives if live.table.id == id), None) if self.tables else None

    async def _show(self, asked: ShowTable) -> Answer:
        row, live = await self._found(asked.table), self._live(asked.table)
        table = await self._rebuilt(asked.table)
        connections = live.connections if live else ()
        seats = [
            {
                "seat": number, "called": called, "name": chair.name, "who": chair.who, "bot": chair.bot,
                "persons": sorted(chair.persons),
                "addresses": sorted({one.address for one in connections if one.audience == number}),
            }
            for number, (called, chair) in enumerate(zip(table.match.seats, table.chairs, strict=True))
        ]  # fmt: skip
        return self._row(row) | {
            "changed": await self.overview.changed(row.id),
            "seats": seats, "events": table.numbers, "actions": table.match.length, "said": len(table.messages),
            "host": row.host, "opened_from": await self.overview.opener(row.id),
            "watchers": sorted(one.address for one in connections if one.audience == PUBLIC),
        }  # fmt: skip

    async def _found(self, id: str) -> TableRow:
        if row := await self.store.find(id):
            return row
        raise UnknownTable

    async def _rebuilt(self, id: str) -> Table:
        if self.tables:
            return (await self.tables.live(id)).table
        return journal.rebuilt(id, await self.store.entries(id), timing.Uptime())

    # --- tables

    async def _end(self, asked: EndTable) -> Answer:
        await self._found(asked.table)
        if self.tables:
            await self.tables.end(asked.table)
        else:
            table, at = await self._rebuilt(asked.table), timing.wall()
            events = table.stop()
            entries = journal.entries(table.id, table.numbers, events, None, at)
            await self.store.commit(Change(entries=entries, update=journal.update(table, events, at)))
        return {"table": asked.table}

    async def _forget(self, asked: ForgetTable) -> Answer:
        await self._found(asked.table)
        if self.tables:
            await self.tables.remove(asked.table)
        else:
            await self.store.commit(Change(forget=asked.table))
        return {"table": asked.table}

    # --- bans

    async def _ban(self, asked: AddBan) -> Answer:
        at = timing.wall()
        until = at + asked.seconds * 1000 if asked.seconds else None
        bans = [Ban(kind, who, at, until, asked.why) for kind, who in await self._meant(asked.who)]
        await self.bans.add(*bans)
        if self.tables:
            self.tables.turn_out()
        return {"bans": [_ban(ban, at) for ban in bans]}

    async def _meant(self, who: str) -> list[tuple[str, str]]:
        """The address, or the people, that somebody is named by; raises BadRequest."""
        if network := network_of(who):
            return [("address", network)]
        table, _, seat = who.partition("/")
        if seat.isascii() and seat.isdigit():
            return [("person", person) for person in await self._holders(table, int(seat))]
        if len(who) >= LEAST_OF_A_PERSON and set(who) <= set("0123456789abcdef"):
            people = [who] if len(who) == PERSON else await self.overview.people_like(who)
            if len(people) == 1:
                return [("person", people[0])]
        raise _unclear("nobody", who=who)

    async def _holders(self, table: str, seat: int) -> list[str]:
        chairs = (await self._rebuilt(table)).chairs
        if seat < len(chairs) and chairs[seat].persons:
            return sorted(chairs[seat].persons)
        raise _unclear("empty_seat", table=table, seat=seat)

    async def _bans(self, _: ListBans) -> Answer:
        now = timing.wall()
        return {"bans": [_ban(ban, now) for ban in await self.overview.bans()]}

    async def _lift(self, asked: LiftBan) -> Answer:
        """Of all bans whose name is this one, or begins like it."""
        wanted, bans = network_of(asked.who), await self.overview.bans()
        found = [ban for ban in bans if ban.who == wanted] or [
            ban for ban in bans if len(asked.who) >= LEAST_OF_A_PERSON and ban.who.startswith(asked.who)
        ]
        if not found:
            raise _unclear("not_banned", who=asked.who)
        await self.bans.lift(*((ban.kind, ban.who) for ban in found))
        return {"bans": [_ban(ban, timing.wall()) for ban in found]}

    # --- reports

    async def _reports(self, asked: ListReports) -> Answer:
        return {"reports": [_report(one) for one in await self.overview.reports(settled=asked.settled)]}

    async def _settle(self, asked: SettleReport) -> Answer:
        found = await self.overview.reports_like(asked.report)
        if len(found) != 1:
            raise _unclear("no_report", report=asked.report)
        await self.store.commit(Change(settled_reports=((found[0], timing.wall()),)))
        return {"report": found[0]}

    # --- other machines

    async def _token(self, _: ShowToken) -> Answer:
        return {"token": thinkers_token_of(self.store.signer())}


def _add_running(glance: Answer, other: Answer) -> None:
    """What another node tells of itself, to what is told of this one; bots are as ready as here."""
    mine, theirs = glance["running"], other["running"]
    mine["nodes"] += theirs["nodes"]
    mine["damaged"] = sorted({*mine["damaged"], *theirs["damaged"]})
    for name in ("in_memory", "playing", "watching", "addresses", "thinking"):
        mine[name] += theirs[name]
    thinkers = theirs.get("thinkers", {"own": 0, "lent": 0})  # an older node has none but its own
    mine["thinkers"]["own"] += thinkers["own"]
    mine["thinkers"]["lent"] = max(mine["thinkers"]["lent"], thinkers["lent"])  # they are the same for all
    for code, count in theirs["refused"].items():
        mine["refused"][code] = mine["refused"].get(code, 0) + count


def _add_people(mine: Answer, theirs: Answer) -> None:
    """Who is at tables of another node."""
    others = {row["table"]: row for row in theirs["tables"]}
    for row in mine["tables"]:
        for name in ("here", "watching"):
            row[name] += others.get(row["table"], {}).get(name, 0)


TOLD_BY_ALL: Final[dict[str, Callable[[Answer, Answer], None]]] = {"glance": _add_running, "tables": _add_people}
"""What every node knows a part of, and how the parts are put together."""


def _unclear(key: str, **values: object) -> BadRequest:
    """What a host may have meant cannot be told, in their language."""
    quoted = {name: shorten(value) for name, value in values.items()}
    return BadRequest(Words(WORDS, f"host.{key}", quoted))


def _ban(ban: Ban, now: int) -> Answer:
    return {
        "kind": ban.kind, "who": ban.who, "since": ban.at, "until": ban.until, "why": ban.why,
        "in_force": is_in_force(ban, now),
    }  # fmt: skip


def _report(report: Report) -> Answer:
    return {
        "report": report.id, "at": report.at, "table": report.table, "by": report.person,
        "seat": report.seat if report.seat >= 0 else None, "about": report.about, "settled": report.settled,
        **json.loads(report.body),
    }  # fmt: skip
