"""The WebSocket: somebody at a table, as a seat or to watch. docs/server.md has the protocol, with examples."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from time import perf_counter
from typing import Any

from fastapi import FastAPI
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablier.engine.errors import TablierError
from tablier.engine.game import Game
from tablier.engine.kernels import PUBLIC
from tablier.language import known
from tablier.serve import metrics, schema, timing
from tablier.serve.api import thinkers
from tablier.serve.api.dependencies import person_of
from tablier.serve.api.language import language_of
from tablier.serve.api.limits import Limits, address_of, check_visitor, household_of, is_relayed
from tablier.serve.encoding import as_bytes, as_json
from tablier.serve.errors import BadRequest, Moved, NotYours, TooMuch, refusal
from tablier.serve.line import LINE, Line
from tablier.serve.live import LATER_MORE, NO_MORE, Connection, Live
from tablier.serve.tables import Tables, Visitor

SHOW = frozenset({"legal", "record", "scene", "changes", "tall", "words"})
MOST_BYTES = 16_384
"""Of one message."""

HEARD = 16
"""Messages that may wait for the answer to another; no more are read then."""

LATER = 4429
"""Closed because there are too many connections: later there may be room."""

PATH = re.compile(r"/api/v1/tables/([^/]+)/socket")


class Sockets:
    """All WebSockets. They have none of the layers of requests, which would stay in memory as long as each is open."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if asked := PATH.fullmatch(scope["path"]):
            await self._serve(asked[1], scope, receive, send)
        elif scope["path"] == thinkers.PATH:
            await self.app.state.thinkers.serve(WebSocket(scope, receive, send))
        else:
            await send({"type": "websocket.close"})

    async def _serve(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its beginning to its end."""
        tables: Tables = self.app.state.tables
        limits: Limits = self.app.state.limits
        with tables.room(household_of(scope)), suppress(WebSocketDisconnect):
            let_in = await _let_in(WebSocket(scope, receive, send), table, tables, limits)
            if let_in:
                line = scope.get("extensions", {}).get(LINE)
                scope["headers"].clear()  # what was asked is not kept either
                scope.clear()
                await _stay(*let_in, tables, limits, receive, send, line)


async def _let_in(socket: WebSocket, table: str, tables: Tables, limits: Limits) -> tuple[Live, Connection] | None:
    await socket.accept()
    try:
        _check_room(socket, tables, limits)
        connection, after = await _requested(socket, tables, table)
        return await tables.connect(table, connection, after), connection
    except TablierError as problem:
        await _turn_away(socket, problem)
        return None


async def _stay(
    live: Live, connection: Connection, tables: Tables, limits: Limits, receive: Receive, send: Send,
    line: Line | None = None,
) -> None:  # fmt: skip
    """From when on somebody is let in. Where the line itself can be had, messages come and go without a detour."""
    writer = asyncio.get_running_loop().create_task(_write(send, connection))
    hearing = Hearing(tables, live.table.id, connection, limits, line)
    if line:
        connection.say, line.ear = line.say, hearing.take
    try:
        await hearing.hear(receive)
    finally:
        if line:
            connection.say = line.ear = None
        tables.disconnect(live, connection)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def refuse(socket: WebSocket, problem: TablierError) -> None:
    """Say why somebody cannot be connected."""
    await socket.accept()
    await _turn_away(socket, problem)


async def _turn_away(socket: WebSocket, problem: TablierError) -> None:
    code = LATER if isinstance(problem, TooMuch) else LATER_MORE if isinstance(problem, Moved) else NO_MORE
    with suppress(RuntimeError, WebSocketDisconnect):
        if code != LATER_MORE:  # who only has to come again need not know why
            await socket.send_text(as_json({"type": "refused", "id": None, **refusal(problem, language_of(socket))}))
        await socket.close(code)


def _check_room(socket: WebSocket, tables: Tables, limits: Limits) -> None:
    household = household_of(socket.scope)
    if not is_relayed(socket.scope):
        check_visitor(socket, limits, tables.bans)
    sockets = tables.sockets[household] + tables.owners.sockets_elsewhere(household)
    if sockets > limits.sockets or tables.sockets.total() > limits.all_sockets:
        raise TooMuch


async def _requested(socket: WebSocket, tables: Tables, table: str) -> tuple[Connection, int]:
    """The connection that somebody asks for, if it is theirs."""
    query = socket.query_params
    show = frozenset(filter(None, query.get("show", "").split(",")))
    seat, after = query.get("seat", ""), query.get("after", "0")
    lang, is_number = language_of(socket), after.isascii() and after.isdigit() and len(after) < 10
    if show - SHOW or not known(query.get("lang", lang)) or not is_number:
        raise BadRequest
    address, who = address_of(socket.scope), person_of(socket)
    if not seat:
        return Connection(PUBLIC, show, lang, address, who), int(after)
    live = await tables.live(table)
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise BadRequest
    if int(seat) not in live.table.seats_of(who):
        raise NotYours
    return Connection(int(seat), show, lang, address, who), int(after)


async def _write(send: Send, connection: Connection) -> None:
    """Send what is to be sent, as fast as it is taken."""
    with suppress(OSError, RuntimeError):
        while (told := await connection.outbox.first()) is not None:
            await send({"type": "websocket.send", "text": told.decode()})
            connection.outbox.get_nowait()  # not before: what is said meanwhile comes after it
            del told  # the first is long, and the next may come late
        await send({"type": "websocket.close", "code": connection.closing, "reason": ""})


class Hearing:
    """Answers one message after the other. Each counts from when it was heard, however long the one before it takes.

    What it is at is carried out to the end, even if whoever asked for it is gone.
    """

    __slots__ = ("_answering", "_connection", "_inbox", "_limits", "_line", "_table", "_tables")

    def __init__(
        self, tables: Tables, table: str, connection: Connection, limits: Limits, line: Line | None = None
    ) -> None:
        self._tables, self._table, self._connection, self._limits = tables, table, connection, limits
        self._line = line
        self._inbox: list[tuple[str | None, int]] = []
        """What was heard and is not answered, and when."""
        self._answering: asyncio.Task[None] | None = None

    async def hear(self, receive: Receive) -> None:
        """Until nothing more comes, and all that came is answered; or until somebody else is to answer."""
        try:
            while not self._is_given_up and (message := await receive())["type"] == "websocket.receive":
                self.take(message.get("text"))
                if self._answering and len(self._inbox) > HEARD:
                    await asyncio.wait({self._answering})
            if self._answering:
                await asyncio.shield(self._answering)
        finally:
            del self._inbox[1:]

    def take(self, text: str | None) -> None:
        """Something was said; who says too much at once is not listened to for a while."""
        if self._is_given_up:
            return
        self._inbox.append((text, timing.steady()))
        self._answering = self._answering or self._tables.background.spawn(self._answer_all())
        if self._line and len(self._inbox) > HEARD:
            self._line.stop_hearing()

    @property
    def _is_given_up(self) -> bool:
        return self._answering is not None and self._answering.done()

    async def _answer_all(self) -> None:
        try:
            while self._inbox:
                await self._answer(*self._inbox[0])
                del self._inbox[0]
            self._answering = None
            if self._line and self._line.is_deaf:  # not at once: others are heard in between
                asyncio.get_running_loop().call_soon(self._line.hear_again)
        except Moved:  # nobody has to know: who comes again, and asks again, is answered elsewhere
            self._connection.close()
        except Exception:
            self._connection.close()
            raise

    async def _answer(self, text: str | None, arrived: int) -> None:
        begun = perf_counter()
        answer = await _answer(text, self._tables, self._table, self._connection, self._limits, arrived)
        self._connection.send(as_bytes(answer))
        metrics.SECONDS.observe(perf_counter() - begun)


async def _answer(
    text: str | None,
    tables: Tables,
    table: str,
    connection: Connection,
    limits: Limits,
    arrived: int | None = None,
) -> dict[str, Any]:
    """Carry out what is asked, and say so; or say why not."""
    id = None
    try:
        limits.all_commands.take(connection.household)
        watching = connection.household if connection.audience == PUBLIC else ""
        limits.commands.take(f"{table} {connection.audience} {watching}")
        if text is None or len(text) > MOST_BYTES:
            raise BadRequest
        if text == '{"do":"ping"}':
            return {"type": "pong"}
        command = schema.read_command(text)
        id = command.id
        if connection.audience == PUBLIC:
            raise NotYours
        if command.do == "rematch":
            limits.tables.take(connection.household)
        visitor = Visitor(connection.person, connection.household)
        version = await tables.carry_out(table, connection.audience, command, arrived, visitor)
        return {"type": "done", "id": id, "version": version}
    except ValidationError as problem:
        where = [{"at": ".".join(map(str, error["loc"])), "problem": error["msg"]} for error in problem.errors()]
        return _refused(BadRequest(), id, connection) | {"where": where}
    except Moved:
        raise
    except TablierError as problem:
        return _refused(problem, id, connection, await _game_at(tables, table))


async def _game_at(tables: Tables, table: str) -> Game | None:
    """What is played at a table; None where it is no more."""
    try:
        return (await tables.live(table)).table.game
    except TablierError:
        return None


def _refused(problem: TablierError, id: str | None, connection: Connection, game: Game | None = None) -> dict[str, Any]:
    metrics.REFUSED.labels(problem.code).inc()
    return {"type": "refused", "id": id, **refusal(problem, connection.lang, game)}
