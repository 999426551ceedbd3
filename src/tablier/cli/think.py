"""`tablier think`: this machine thinks for the bots of servers on others."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tablier import __version__
from tablier.bots.lending import Lending, Line
from tablier.bots.pool import Pool
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.texts import say
from tablier.serve.api.thinkers import ENOUGH, HERE_ALREADY, OTHER_VERSION, PATH
from tablier.serve.nodes.peers import THINKER
from tablier.work.cores import cores

QUICK = 1
"""Processes that answer nothing but quick questions: a beginner's answer never waits for a master's."""

AGAIN = 1.0
"""Seconds until a server that is away is tried once more."""

SILENCE = 10.0
"""Seconds without a word of a server after which it is gone."""

CONNECT = 5.0
"""Seconds until a server is not reached."""

UNREACHABLE = (
    OSError,
    EOFError,
    WebSocketException,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RecursionError,
)
"""What is raised where nobody answers, or somebody who is no server of ours."""

CLOSED = {OTHER_VERSION: "think_version", ENOUGH: "think_enough", HERE_ALREADY: ""}
"""What is said where a server has closed a line; nothing, if there is another way to it by which we think for it."""


@dataclass(frozen=True)
class ThinkArguments:
    """What was asked for."""

    urls: tuple[str, ...]
    jobs: int | None
    token: str


def run(args: ThinkArguments, screen: Screen) -> None:
    """Think until ctrl-C."""
    urls = [url.rstrip("/") for url in args.urls]
    if not urls or not _is_token(args.token) or not all(map(_is_address, urls)):
        raise Refusal(say(screen.lang, "think_which"))
    with suppress(KeyboardInterrupt):  # it was told that this is how to end
        asyncio.run(_think(urls, args.jobs or cores(), args.token, screen))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_token(text: str) -> bool:
    """Whether it could be one: it goes into a header."""
    return bool(text) and text.isascii() and text.isprintable()


async def _think(urls: list[str], jobs: int, token: str, screen: Screen) -> None:
    pool = Pool(jobs, quick=QUICK)
    lending = Lending(pool, jobs, QUICK)
    await pool.start()
    screen.say("think_begins", "bold", urls=", ".join(urls), n=jobs + QUICK)
    try:
        await Round(lending, urls, token, screen).go()
    finally:
        await lending.stop()
        await pool.stop()


class Round:
    """Has a line to every server that is there: those that were named, and those that they tell of."""

    def __init__(self, lending: Lending, urls: list[str], token: str, screen: Screen) -> None:
        self._lending, self._token, self._screen = lending, token, screen
        self._named = urls
        self._told: dict[str, list[str]] = {}
        """The servers that one tells of which we have a line to."""
        self._calls: dict[str, asyncio.Task[None]] = {}
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._name = secrets.token_hex(8)
        self._said: dict[str, str] = {}

    async def go(self) -> None:
        """Until cancelled; raises Refusal."""
        try:
            self._meet(self._named)
            await self._failed
        finally:
            for call in self._calls.values():
                call.cancel()
            await asyncio.gather(*self._calls.values(), return_exceptions=True)

    def _meet(self, urls: Iterable[str]) -> None:
        for url in urls:
            if url not in self._calls:
                self._calls[url] = asyncio.create_task(self._call(url))

    def _is_known(self, url: str) -> bool:
        return url in self._named or any(url in told for told in self._told.values())

    async def _call(self, url: str) -> None:
        """Think for one server, whenever it is there, as long as anybody knows of it."""
        try:
            while self._is_known(url):
                await self._visit(url)
                await asyncio.sleep(AGAIN)
        except Refusal as problem:
            if not self._failed.done():
                self._failed.set_exception(problem)
        finally:
            del self._calls[url]

    async def _visit(self, url: str) -> None:
        try:
            way = f"ws{url.removeprefix('http')}{PATH}"
            async with connect(
                way, additional_headers={THINKER: self._token}, compression=None, open_timeout=CONNECT, proxy=None
            ) as connection:
                await self._attend(url, connection)
        except InvalidStatus as problem:
            if problem.response.status_code == 403 and url in self._named:
                raise Refusal(say(self._screen.lang, "think_refused", url=url), FAILED) from None
            self._say("think_away", url)
        except UNREACHABLE as problem:
            closed = problem.rcvd if isinstance(problem, ConnectionClosed) else None
            self._say(CLOSED.get(closed.code, "think_away") if closed else "think_away", url)
        finally:
            self._told.pop(url, None)

    async def _attend(self, url: str, connection: ClientConnection) -> None:
        """Do what one server asks for, until one of us goes; raises one of UNREACHABLE."""
        outbox: asyncio.Queue[Any] = asyncio.Queue()
        line, lending = Line(outbox.put_nowait), self._lending
        line.send({"thinker": self._name, "version": __version__, "jobs": lending.jobs, "quick": lending.quick})
        work = [self._hear(url, connection, line), _write(connection, outbox), lending.attend(line)]
        tasks = [asyncio.create_task(one) for one in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, url: str, connection: ClientConnection, line: Line) -> None:
        while True:
            async with asyncio.timeout(SILENCE):
                message = json.loads(await connection.recv())
            if "nodes" in message:
                self._say("think_here", url)
                self._told[url] = message["nodes"]
                self._meet(message["nodes"])
            else:
                self._lending.hear(line, message)

    def _say(self, what: str, url: str) -> None:
        """Once, until something else is to be said."""
        if what and self._said.get(url) != what:
            self._said[url] = what
            self._screen.say(what, url=url, version=__version__)


async def _write(connection: ClientConnection, outbox: asyncio.Queue[Any]) -> None:
    while True:
        await connection.send(json.dumps(await outbox.get()))
