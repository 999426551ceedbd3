"""The application: the tables behind HTTP and WebSocket. What it does is done by them; `api` only reads and answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from tablier import __version__
from tablier.bots.pool import Pool
from tablier.serve.admin import Admin
from tablier.serve.api import codes, files, games, health, lessons, nodes, people, site, tables
from tablier.serve.api.limits import Guard, Limits
from tablier.serve.api.names import Forwarded
from tablier.serve.api.refusals import handle_refusals
from tablier.serve.api.relay import Recognise, Relay
from tablier.serve.api.socket import Sockets
from tablier.serve.api.thinkers import Thinkers
from tablier.serve.api.web import Web
from tablier.serve.beside import Beside
from tablier.serve.edition import WEB
from tablier.serve.hatch import Hatch
from tablier.serve.nodes.cluster import Cluster
from tablier.serve.store import Store
from tablier.serve.tables import Tables

READERS = 2
"""Threads in which game files are read; for one address one at a time."""

MOST_FILES = 32
"""Of one address that may wait to be read."""


class Application(FastAPI):
    """What is asked over HTTP goes through the layers of requests; a WebSocket, which stays, has its own."""

    sockets: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.sockets if scope["type"] == "websocket" else super().__call__)(scope, receive, send)


def make_app(
    store: Store, pool: Pool, limits: Limits | None = None, bot_pause: float = 0.4, node: str | None = None
) -> Application:
    """The application. The store is open; it is closed with it, and the pool started and stopped.

    With others on the same store, it is a `node`, which they reach by this address.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await pool.start()
        await app.state.tables.start()
        await app.state.hatch.open()
        try:
            yield
        finally:
            await app.state.hatch.close()
            await app.state.tables.stop()
            await pool.stop()
            app.state.reading.stop()
            store.close()

    app = Application(
        title="Tablier", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        description="Open a table, sit down, play, watch, talk. The WebSocket is described in docs/server.md.",
    )  # fmt: skip
    app.state.limits = limits or Limits()
    cluster = app.state.cluster = Cluster(store, node) if node else None
    app.state.tables = Tables(store, pool, bot_pause, app.state.limits.quotas, cluster)
    app.state.hatch = Hatch(Admin(store, app.state.tables))
    app.state.reading = Beside("files", READERS, each=1, most=MOST_FILES)
    app.state.thinkers = Thinkers(pool, store, cluster.addresses if cluster else list)
    app.sockets = Sockets(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    if cluster:
        _layer(app, Relay, cluster=cluster, limits=app.state.limits, bans=app.state.tables.bans)
    app.add_middleware(Guard, limits=app.state.limits, bans=app.state.tables.bans)
    if app.state.limits.proxy:
        _layer(app, Forwarded)
    if cluster:
        _layer(app, Recognise, token=cluster.lines.token)
        app.include_router(nodes.router)
        app.state.limits.share()
        cluster.spend, cluster.collect = app.state.limits.spend, app.state.limits.collect
    for noun in (games, lessons, people, tables, files, codes, health, site):
        app.include_router(noun.router)
    handle_refusals(app)
    app.mount("/web", Web(directory=WEB), name="web")
    return app


def _layer(app: Application, layer: Any, **given: Any) -> None:
    """Put a layer around requests and WebSockets."""
    app.add_middleware(layer, **given)
    app.sockets = layer(app.sockets, **given)
