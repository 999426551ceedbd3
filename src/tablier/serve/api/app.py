"""The HTTP interface. What it does is done by the tables; here it is only read and answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection

from tablier import __version__
from tablier.bots.pool import Pool
from tablier.engine.errors import BadMessage, BadOption, BrokenGame, TablierError, UnknownGame, UnknownSeat
from tablier.engine.kernels import PUBLIC
from tablier.engine.registry import broken, find, games
from tablier.record.chance import commitment_of
from tablier.serve import metrics
from tablier.serve.api import export, schema
from tablier.serve.api.language import InLanguage, language_of
from tablier.serve.api.limits import Guard, Limits, address_of
from tablier.serve.api.pages import router as pages
from tablier.serve.api.site import WEB
from tablier.serve.api.site import router as site
from tablier.serve.api.socket import serve_socket
from tablier.serve.errors import BadRequest, NoSuchPage, NotYours, Refusal, refusal
from tablier.serve.identity import COOKIE, LENGTHS, hashed, new_secret
from tablier.serve.store import Store, StoreTrouble
from tablier.serve.table import visibility
from tablier.serve.table.events import load
from tablier.serve.tables import Live, Tables

YEAR = 365 * 24 * 3600
MOST_OF_MINE = 30
"""Seats that somebody is shown as theirs."""

TableId = Annotated[str, InPath(pattern=r"^[\w-]{16}$", description="A table's id.")]
Seat = Annotated[int, InPath(ge=0, lt=schema.MOST_SEATS)]
MaybeSeat = Annotated[int | None, Query(ge=0, lt=schema.MOST_SEATS)]

router = APIRouter(prefix="/api/v1")


def secret_of(connection: HTTPConnection) -> str:
    """The secret that somebody sends along; empty if it is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    secret = token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return secret if len(secret) in LENGTHS else ""


def person(request: Request) -> str:
    """Who asks, as the hash of their secret."""
    if secret := secret_of(request):
        return hashed(secret)
    raise NotYours("who asks is not known: POST /api/v1/people first")


def the_hall(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


Person = Annotated[str, Depends(person)]
TheHall = Annotated[Tables, Depends(the_hall)]


@router.get("/games")
async def all_games(lang: InLanguage) -> list[dict[str, Any]]:
    """The games that there are, with their options."""
    return [_game(name, lang) for name in games()]


def _game(name: str, lang: str) -> dict[str, Any]:
    game = find(name)
    settled = game.settle({})
    return {
        "name": name,
        "title": game.title[lang],
        "summary": game.summary[lang],
        "minutes": game.minutes,
        "lessons": game.pages.lessons(lang) is not None,
        "seats": [{"name": seat, "words": game.seat_words[seat][lang]} for seat in game.seats(settled)],
        "seat_words": {seat: words[lang] for seat, words in game.seat_words.items()},
        "variants": [{"options": v, "seats": list(game.seats(v))} for v in game.variants()],
        "options": [
            {
                "name": option.name,
                "words": game.option_words[option.name][lang],
                "default": settled[option.name],
                "range": option.range,
                "values": getattr(option, "values", None),
                "least": getattr(option, "least", None),
                "most": getattr(option, "most", None),
            }
            for option in game.options
        ],
    }


@router.post("/people", status_code=201)
async def introduce(request: Request, response: Response) -> dict[str, str]:
    """Make a secret by which somebody is known from now on; a browser keeps it as a cookie."""
    secret = secret_of(request) or new_secret()
    response.set_cookie(
        COOKIE, secret, max_age=YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    return {"secret": secret}


@router.post("/tables", status_code=201)
async def open_table(body: schema.NewTable, request: Request, tables: TheHall, who: Person) -> dict[str, Any]:
    """Open a table. The answer has the commitment to its chance, and a key for each seat that wants a link."""
    request.app.state.limits.tables.take(address_of(request.scope))
    live, keys = await tables.open(body, who)
    table = live.table
    return {
        "table": table.id,
        "seats": table.match.current.seats,
        "commitment": commitment_of(table.id, table.opened.secret),
        "keys": keys,
    }


@router.get("/tables")
async def listed_tables(
    tables: TheHall,
    status: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open",
    game: Annotated[str | None, Query(max_length=40)] = None,
) -> list[dict[str, Any]]:
    """Tables that anyone may join, or watch."""
    return [export.row(row) for row in await tables.store.listed(status, game=game) if row.game in games()]


@router.get("/mine")
async def my_tables(tables: TheHall, who: Person) -> list[dict[str, Any]]:
    """The seats that one holds, newest first, and whether they are to act."""
    found = []
    for table, seat in await tables.store.held_by(who, most=MOST_OF_MINE):
        if (row := await tables.store.find(table)) and row.game in games():  # a game may have left the house
            pending = row.status == "playing" and seat in (await tables.live(table)).table.pending
            found.append({"seat": seat, "pending": pending, **export.row(row)})
    return found


async def _audience(live: Live, seat: int | None, request: Request) -> int:
    """The seat, if it is theirs; PUBLIC where none is named."""
    if seat is None:
        return PUBLIC
    if seat not in live.table.seats_of(person(request)):
        raise NotYours
    return seat


@router.get("/tables/{table}")
async def look(
    table: TableId, request: Request, tables: TheHall, lang: InLanguage,
    seat: MaybeSeat = None,
    after: Annotated[int, Query(ge=0)] = 0,
    show: Annotated[str, Query(max_length=40)] = "",
) -> dict[str, Any]:  # fmt: skip
    """A table as a seat, or somebody who watches, may know it: what happened since a version, and how things stand."""
    live = await tables.live(table)
    audience = await _audience(live, seat, request)
    me = hashed(secret_of(request))
    async with live.lock:
        events = [load(entry.kind, entry.body) for entry in await tables.store.entries(table)]
        return {
            "table": table,
            "seats": live.table.match.current.seats,
            "mine": live.table.seats_of(me),
            "host": bool(secret_of(request)) and me == live.table.opened.host,
            "welcome": live.table.welcomes(me) if live.table.status == "open" else [],
            "after": after,
            "events": visibility.story(events, audience, table, after),
            "now": tables.now(live, audience, frozenset(show.split(",")), lang),
        }


@router.post("/tables/{table}/seats/{seat}", status_code=201)
async def sit(table: TableId, seat: Seat, body: schema.Sitting, tables: TheHall, who: Person) -> dict[str, Any]:
    """Sit down; or, with the seat's own key, come back to it from another device."""
    key = await tables.sit(table, seat, who, body)
    return {"table": table, "seat": seat, "key": key}


@router.post("/tables/{table}/seats/{seat}/key", status_code=201)
async def invite(table: TableId, seat: Seat, tables: TheHall, who: Person) -> dict[str, Any]:
    """A new invitation to a free chair; for who opened the table."""
    return {"table": table, "seat": seat, "key": await tables.invite(table, seat, who)}


@router.get("/tables/{table}/seats/{seat}/offers")
async def offers(table: TableId, seat: Seat, request: Request, tables: TheHall) -> list[str]:
    """What a seat could offer to others now, as it is written."""
    live = await tables.live(table)
    return live.table.match.current.offers(await _audience(live, seat, request))


@router.post("/tables/{table}/seats/{seat}/bot", status_code=204)
async def seat_bot(table: TableId, seat: Seat, bot: schema.Bot, tables: TheHall, who: Person) -> None:
    """Put a bot on an empty chair; for who opened the table."""
    await tables.seat_bot(table, seat, bot.level, who)


@router.post("/tables/{table}/seats/{seat}/commands")
async def command(
    table: TableId, seat: Seat, body: schema.AnyCommand, tables: TheHall, request: Request, who: Person
) -> dict[str, Any]:
    """What a seat asks for, as over the WebSocket. The answer has the version in which the seat is told of it."""
    live = await tables.live(table)
    await _audience(live, seat, request)
    return {"id": body.id, "version": await tables.carry_out(table, seat, body)}


@router.get("/tables/{table}/file")
async def file(table: TableId, request: Request, tables: TheHall, seat: MaybeSeat = None) -> PlainTextResponse:
    """The game file of a finished game; of one that is on, as far as a seat or the public may know it."""
    live = await tables.live(table)
    audience = await _audience(live, seat, request)
    async with live.lock:
        text = export.game_file(live.table, audience)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{table}.txt"'})


@router.get("/tables/{table}/verdict")
async def verdict(table: TableId, tables: TheHall, lang: InLanguage) -> dict[str, Any]:
    """Whether the chance of a finished game was what had been committed to."""
    live = await tables.live(table)
    async with live.lock:
        text = export.game_file(live.table, PUBLIC)
    return await asyncio.to_thread(export.verdict, text, lang)


async def _read(request: Request, body: schema.File, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Read a game file, one at a time and beside everything else: its whole game is played again."""
    request.app.state.limits.reading.take(address_of(request.scope), len(body.file))
    async with request.app.state.reading:
        return await asyncio.to_thread(work)


@router.post("/verify")
async def verify(body: schema.File, request: Request, lang: InLanguage) -> dict[str, Any]:
    """The same for any game file."""
    return await _read(request, body, lambda: export.verdict(body.file, lang))


@router.post("/replay")
async def replay(body: schema.Replay, request: Request) -> dict[str, Any]:
    """A moment of a game file, as a picture."""
    return await _read(request, body, lambda: export.replay(body))


@router.get("/health")
async def health(request: Request, tables: TheHall) -> JSONResponse:
    """Whether all is well, which games' bots are ready, and which games cannot be used."""
    trouble = await tables.trouble()
    state = {
        "version": __version__, "ok": not trouble, "trouble": trouble, "ready": tables.pool.readiness,
        "broken": broken(),
    }  # fmt: skip
    return JSONResponse(state, 503 if trouble else 200)


async def metrics_page() -> Response:
    """For Prometheus."""
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")


# --- what goes wrong


STATUS: dict[type[TablierError], int] = {
    UnknownGame: 404,
    BrokenGame: 503,
    UnknownSeat: 404,
    BadOption: 422,
    BadMessage: 422,
    StoreTrouble: 503,
}


async def refused(request: Request, problem: Exception) -> JSONResponse:
    """A typed error, in the words of who asks."""
    assert isinstance(problem, TablierError)
    status = next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 409)
    if isinstance(problem, Refusal):
        status = problem.status
    metrics.REFUSED.labels(problem.code).inc()
    return JSONResponse(refusal(problem, language_of(request)), status)


async def not_understood(request: Request, problem: Exception) -> JSONResponse:
    """A request that has not the form it should: which part of it, but not what it held."""
    assert isinstance(problem, RequestValidationError)
    where = [{"at": ".".join(map(str, error["loc"])), "problem": error["msg"]} for error in problem.errors()]
    return JSONResponse(refusal(BadRequest(), language_of(request)) | {"where": where}, 422)


async def not_there(request: Request, problem: Exception) -> JSONResponse:
    """What the web itself refuses: an address that there is not, a method that it does not know, half a body."""
    assert isinstance(problem, HTTPException)
    refused = NoSuchPage() if problem.status_code == 404 else BadRequest(problem.detail)
    return JSONResponse(refusal(refused, language_of(request)), problem.status_code, problem.headers)


# --- the whole


def make_app(store: Store, pool: Pool, limits: Limits | None = None, bot_pause: float = 0.4) -> FastAPI:
    """The application. The store is open; pool are started and stopped with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await pool.start()
        await tables.start()
        try:
            yield
        finally:
            await tables.stop()
            await pool.stop()
            store.close()

    app = FastAPI(
        title="Tablier", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        description="Open a table, sit down, play, watch, talk. The WebSocket is described in docs/server.md.",
    )  # fmt: skip
    tables = app.state.tables = Tables(store, pool, bot_pause)
    app.state.limits = limits or Limits()
    app.state.reading = asyncio.Lock()
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, limits=app.state.limits)
    app.include_router(router)
    app.include_router(pages)
    app.include_router(site)
    app.add_api_route("/metrics", metrics_page, include_in_schema=False)
    app.add_api_websocket_route("/api/v1/tables/{table}/socket", serve_socket)
    app.add_exception_handler(TablierError, refused)
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_exception_handler(HTTPException, not_there)
    app.mount("/web", StaticFiles(directory=WEB), name="web")
    return app
