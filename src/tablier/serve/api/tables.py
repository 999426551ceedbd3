"""Tables and their seats: opened, listed, looked at, sat down at, played at."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from tablier.engine.registry import find, games
from tablier.picture.scene import Form
from tablier.picture.wire import drawn
from tablier.record.hashes import commitment_of
from tablier.serve import broadcast, hints, reports, schema, seating, timing
from tablier.serve.api.dependencies import AllTables, MaybeSeat, Person, Seat, TableId, audience, secret_of
from tablier.serve.api.language import InLanguage
from tablier.serve.api.limits import household_of
from tablier.serve.api.ready import json_answer
from tablier.serve.encoding import with_events
from tablier.serve.errors import NotNow
from tablier.serve.identity import hashed
from tablier.serve.store import TableRow
from tablier.serve.tables import Visitor

router = APIRouter(prefix="/api/v1/tables")


@router.post("", status_code=201)
async def open_table(body: schema.NewTable, request: Request, tables: AllTables, who: Person) -> dict[str, Any]:
    """Open a table. The answer has the commitment to its chance, and a key for each seat that wants a link."""
    request.app.state.limits.tables.take(household_of(request.scope))
    if body.resume:
        request.app.state.limits.reading.take(household_of(request.scope), len(body.resume.file))
    live, keys = await tables.open(body, who, household_of(request.scope))
    table = live.table
    return {
        "table": table.id,
        "seats": table.match.current.seats,
        "commitment": commitment_of(table.id, table.opened.secret, table.opened.scheme),
        "keys": keys,
    }


@router.get("")
async def listed_tables(
    tables: AllTables,
    status: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open",
    game: Annotated[str | None, Query(max_length=40)] = None,
) -> list[dict[str, Any]]:
    """Tables that anyone may join, or watch: those where somebody is, or that were opened not long ago."""
    rows = [row for row in await tables.store.listed(status, game=game) if row.game in games()]
    return [listed(row) for row in rows if status == "over" or tables.is_living(row)]


def listed(row: TableRow) -> dict[str, Any]:
    """A table in a list."""
    about = json.loads(row.about)
    mode = find(row.game).mode_of(about["options"]) if row.game in games() else None
    return {
        "table": row.id, "game": row.game, "mode": mode and mode.name, "status": row.status,
        "created": row.created, "changed": row.changed, **about,
    }  # fmt: skip


@router.get("/{table}", response_model=dict[str, Any])
async def look(
    table: TableId, request: Request, tables: AllTables, lang: InLanguage,
    seat: MaybeSeat = None,
    after: Annotated[int, Query(ge=0, le=schema.MOST_COUNTED)] = 0,
    show: Annotated[str, Query(max_length=40)] = "",
) -> Response:  # fmt: skip
    """A table as a seat, or somebody who watches, may know it: what happened since a version, and how things stand."""
    live = await tables.live(table)
    looking = audience(live, seat, request)
    me, likes = hashed(secret_of(request)), (looking, frozenset(show.split(",")), lang)
    async with tables.past(live, likes, after) as (told, since):
        message = {
            "table": table,
            "seats": live.table.match.current.seats,
            "mine": live.table.seats_of(me),
            "host": bool(secret_of(request)) and me == live.table.opened.host,
            "welcome": live.table.welcomes(me) if live.table.status == "open" else [],
            "after": since,
            "now": broadcast.now(live, *likes),
        }
    return Response(with_events(message, told), media_type="application/json")


@router.get("/{table}/at/{actions}", response_model=dict[str, Any])
async def look_back(
    table: TableId,
    actions: Annotated[int, Path(ge=0, le=schema.MOST_COUNTED)],
    request: Request,
    tables: AllTables,
    lang: InLanguage,
    seat: MaybeSeat = None,
    form: Form = "wide",
) -> Response:
    """How things stood after so many actions, as a picture of what a seat, or somebody who watches, knew then."""
    live = await tables.live(table)
    looking, match = audience(live, seat, request), live.table.match
    if actions > match.length:
        raise NotNow("there have not been so many actions")
    scene = match.at(actions).view(looking).scene(looking, lang, form)
    return json_answer(drawn(scene, touchable=False))


@router.post("/{table}/reports", status_code=201)
async def report(
    table: TableId,
    body: schema.ReportRequest,
    request: Request,
    tables: AllTables,
    who: Person,
    seat: MaybeSeat = None,
) -> dict[str, str]:
    """Tell the host what somebody said, with all that one could hear as a seat, or watching. Nobody else is told."""
    live = await tables.live(table)
    looking = audience(live, seat, request)
    request.app.state.limits.reports.take(household_of(request.scope))
    return {"report": await reports.report(tables, live, looking, who, body.about, body.words)}


# --- seats


@router.post("/{table}/seats/{seat}", status_code=201)
async def sit(table: TableId, seat: Seat, body: schema.SitRequest, tables: AllTables, who: Person) -> dict[str, Any]:
    """Sit down; or, with the seat's own key, come back to it from another device.

    The answer says which seats are to give the entropy that they have pledged, if everybody has.
    """
    key = await seating.sit(tables, table, seat, who, body)
    return {"table": table, "seat": seat, "key": key, "to_give": (await tables.live(table)).table.to_give}


@router.post("/{table}/seats/{seat}/key", status_code=201)
async def invite(table: TableId, seat: Seat, tables: AllTables, who: Person) -> dict[str, Any]:
    """A new invitation to a free chair; for who opened the table."""
    return {"table": table, "seat": seat, "key": await seating.invite(tables, table, seat, who)}


@router.get("/{table}/seats/{seat}/offers")
async def offers(table: TableId, seat: Seat, request: Request, tables: AllTables, lang: InLanguage) -> dict[str, Any]:
    """What a seat could offer to others now, as it is written; each with the parts in which one chooses it.

    With it comes what those parts are called, where that is not as they are written.
    """
    live = await tables.live(table)
    who, position = audience(live, seat, request), live.table.match.current
    return {"offers": position.offer_parts(who), "words": position.part_words(who, lang)}


@router.post("/{table}/seats/{seat}/hint")
async def hint(table: TableId, seat: Seat, request: Request, tables: AllTables, lang: InLanguage) -> dict[str, Any]:
    """What the best bot would do with the seat's view, and why; at a table of practice, when the seat is to act."""
    live = await tables.live(table)
    looking = audience(live, seat, request)
    request.app.state.limits.hints.take(household_of(request.scope))
    return await hints.hint(tables, live, looking, lang)


@router.post("/{table}/seats/{seat}/bot", status_code=204)
async def seat_bot(table: TableId, seat: Seat, body: schema.BotRequest, tables: AllTables, who: Person) -> None:
    """Put a bot on an empty chair; for who opened the table."""
    await seating.seat_bot(tables, table, seat, body.level, who)


@router.post("/{table}/seats/{seat}/commands")
async def command(
    table: TableId, seat: Seat, body: schema.AnyCommand, tables: AllTables, request: Request, who: Person
) -> dict[str, Any]:
    """What a seat asks for, as over the WebSocket. The answer has the version in which the seat is told of it."""
    arrived, limits, address = timing.steady(), request.app.state.limits, household_of(request.scope)
    audience(await tables.live(table), seat, request)
    limits.all_commands.take(address)
    limits.commands.take(f"{table} {seat} ")
    if isinstance(body, schema.Rematch):
        limits.tables.take(address)
    work = tables.carry_out(table, seat, body, arrived, Visitor(who, address))
    return {"id": body.id, "version": await tables.background.finish(work)}
