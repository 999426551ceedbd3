"""What is asked of a table that another node looks after goes there, and its answer comes back; nobody notices."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import suppress
from secrets import compare_digest, token_bytes
from time import monotonic
from typing import Final

import httpx
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tablier.engine.errors import TablierError
from tablier.serve.api.limits import Limits, address_of, check_visitor, is_relayed
from tablier.serve.api.refusals import MOVED, refused
from tablier.serve.api.socket import refuse
from tablier.serve.bans import Bans
from tablier.serve.errors import BadRequest, Moved
from tablier.serve.line import LINE, LOST, Far, Line
from tablier.serve.live import LATER_MORE
from tablier.serve.nodes.cluster import Cluster
from tablier.serve.nodes.peers import TOKEN, Peer

TABLE: Final = re.compile(r"/api/v1/(?:tables|mine)/([\w-]{16})(?:/|$)")
"""The addresses that are about one table."""

CLIENT: Final = "x-tablier-client"
SCHEME: Final = "x-tablier-scheme"
"""Headers by which a node says who has come to it, and how."""

PATIENCE: Final = 12.0
"""Seconds in which the node that looks after a table is found, even if the one that did is just being given up."""

AGAIN: Final = 0.2
"""Seconds until it is looked for again."""

CONNECT: Final = 2.0
"""Seconds until a node is not reached."""

UPSTREAM: Final = httpx.Timeout(30.0, connect=CONNECT)

HOP_BY_HOP: Final = frozenset(
    {"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "content-length", "date", "server"}
)
"""Headers that are about one connection."""

OURS: Final = HOP_BY_HOP | {TOKEN, CLIENT, SCHEME}
"""Headers of a request that are not passed on."""

HANDSHAKE: Final = frozenset(
    {b"host", b"origin", b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions"}
)
"""Headers that each of the two WebSockets has of its own."""


class Recognise:
    """Outermost middleware: what another node sends on comes from whoever came to it, and was let in there."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self._token = app, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            if TOKEN in headers and compare_digest(headers[TOKEN].encode(), self._token):
                client, scheme = headers.get(CLIENT, "local"), headers.get(SCHEME, scope["scheme"])
                scope = {**scope, "relayed": True, "client": (client, 0), "scheme": scheme}
        await self.app(scope, receive, send)


class Relay:
    """Middleware: whatever is about a table of another node goes there."""

    def __init__(self, app: ASGIApp, cluster: Cluster, limits: Limits, bans: Bans) -> None:
        self.app, self.cluster = app, cluster
        self.limits, self.bans = limits, bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = TABLE.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if asked is None or is_relayed(scope):
            await self.app(scope, receive, send)
            return
        pass_on = self._request if scope["type"] == "http" else self._socket
        try:
            await pass_on(asked[1], scope, receive, send)
        except TablierError as problem:
            await _refuse(problem, scope, receive, send)

    # --- requests

    async def _request(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        body: bytes | None = None
        async for peer in self._owners(table):
            if peer is None:
                await self.app(scope, receive if body is None else _again(body), send)
                return
            body = await _body(receive) if body is None else body
            if await self._pass(peer, scope, body, send):
                return

    async def _owners(self, table: str) -> AsyncIterator[Peer | None]:
        """The node that looks after a table, again and again, as long as one is patient; None: this one. Then Moved."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            yield await self.cluster.owner(table)
            await self.cluster.look_around()
            await asyncio.sleep(AGAIN)
        raise Moved

    async def _pass(self, peer: Peer, scope: Scope, body: bytes, send: Send) -> bool:
        """One request, and its answer once it is whole. False: it was not even asked. Raises Moved, BadRequest."""
        try:
            answer, found = await self._asked(peer, scope, body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.TransportError:
            raise Moved from None  # whether it was done nobody knows here; who asks again is told
        except httpx.InvalidURL:
            raise BadRequest from None
        if MOVED in answer.headers:
            return False
        headers = [(name, value) for name, value in answer.headers.raw if name.decode().lower() not in HOP_BY_HOP]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": found})
        return True

    async def _asked(self, peer: Peer, scope: Scope, body: bytes) -> tuple[httpx.Response, bytes]:
        """What a node answers, packed as it was."""
        http, url = self.cluster.lines.http, peer.address + _path(scope)
        headers = self._headers(scope)
        async with http.stream(scope["method"], url, content=body, headers=headers, timeout=UPSTREAM) as answer:
            return answer, b"".join([part async for part in answer.aiter_raw()])

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """As they came, whatever is in them; and who has come, and how."""
        kept = [(name, value) for name, value in scope["headers"] if name.decode("latin-1") not in OURS]
        own = {TOKEN: self.cluster.lines.token, CLIENT: address_of(scope), SCHEME: scope["scheme"]}
        return [*kept, *((name.encode(), value.encode()) for name, value in own.items())]

    # --- WebSockets

    async def _socket(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        async for peer in self._owners(table):
            if peer is None:
                await self.app(scope, receive, send)
                return
            check_visitor(HTTPConnection(scope), self.limits, self.bans)
            with suppress(OSError, TimeoutError):
                far = await self._call(peer, scope)
                break
        await _pass_on(far, scope["extensions"][LINE], receive, send)

    async def _call(self, peer: Peer, scope: Scope) -> Far:
        """Connect to a node as whoever has come here; raises OSError, TimeoutError, BadRequest."""
        address, question = httpx.URL(peer.address), self._question(peer, scope)
        is_secret = address.scheme == "https"
        port = address.port or (443 if is_secret else 80)
        async with asyncio.timeout(CONNECT):
            transport, far = await asyncio.get_running_loop().create_connection(
                lambda: Far(question), address.host, port, ssl=is_secret or None
            )
            try:
                if not (await far.answer).startswith(b"HTTP/1.1 101 "):
                    raise ConnectionRefusedError
            except BaseException:
                transport.close()
                raise
            return far

    def _question(self, peer: Peer, scope: Scope) -> bytes:
        """The request that opens a WebSocket there; raises BadRequest."""
        path = _path(scope).encode("latin-1")
        if b"#" in path:  # that is a part of no request
            raise BadRequest
        opening = {
            b"host": httpx.URL(peer.address).netloc,
            b"connection": b"upgrade",
            b"upgrade": b"websocket",
            b"sec-websocket-version": b"13",
            b"sec-websocket-key": b64encode(token_bytes(16)),
        }
        passed = [(name, value) for name, value in self._headers(scope) if name not in HANDSHAKE]
        headers = [b"%b: %b" % header for header in (*opening.items(), *passed)]
        return b"\r\n".join([b"GET %b HTTP/1.1" % path, *headers, b"", b""])


def _path(scope: Scope) -> str:
    """What is asked for, as it was written."""
    path, query = scope["raw_path"].decode("latin-1"), scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


async def _pass_on(far: Far, near: Line, receive: Receive, send: Send) -> None:
    """Let somebody in, and another node answer, until one of the two goes."""
    try:
        await receive()  # that somebody wants to connect
        near.far = far
        await send({"type": "websocket.accept"})
        far.join(near)
        if (await receive())["type"] == LOST:
            await send({"type": "websocket.close", "code": LATER_MORE})
    finally:
        far.transport.close()


async def _body(receive: Receive) -> bytes:
    """Raises BadRequest: half of one is none."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes) -> Receive:
    """A request whose body has been read already."""
    messages = iter([{"type": "http.request", "body": body}])

    async def receive() -> Message:
        return next(messages, {"type": "http.disconnect"})

    return receive


async def _refuse(problem: TablierError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await (await refused(Request(scope), problem))(scope, receive, send)
    else:
        await refuse(WebSocket(scope, receive, send), problem)
