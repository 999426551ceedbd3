"""The host's own way in: a Unix socket beside the store, or in a folder of ours, that only its owner can open.

Nothing of it can be reached over a network. A question is one line of JSON, and so is its answer. Where several nodes
share a store, and none of them can be reached like that from here, they are asked as they ask each other.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import socket
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tablier.engine.errors import TablierError
from tablier.language import DEFAULT, known
from tablier.serve.admin import TOLD_BY_ALL, Admin, Answer
from tablier.serve.encoding import as_json
from tablier.serve.errors import BadRequest, Unreached, refusal
from tablier.serve.nodes import leases
from tablier.serve.nodes.peers import UNREACHABLE, Lines, Peer, token_of
from tablier.serve.store import Store

log = logging.getLogger(__name__)

LONGEST = 100
"""Characters of a path by which the system finds a socket; a longer one is found from its folder."""

MOST_BYTES = 1 << 26
"""Of an answer."""

PATIENCE = 60.0
"""Seconds for an answer to come."""


class Hatch:
    """Where the host is answered while the server runs."""

    def __init__(self, admin: Admin) -> None:
        self.admin = admin
        self._path = admin.store.database.hatch
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen. Where that is not possible the server runs all the same."""
        if not hasattr(socket, "AF_UNIX"):
            return
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=_bound(self._path))
        except OSError as problem:
            log.warning("tablier admin cannot reach this server: %s", problem)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError):  # who asked has gone, or goes on and on
            while line := await reader.readline():
                writer.write((as_json(await self._answer(line)) + "\n").encode())
                await writer.drain()
        writer.close()

    async def _answer(self, line: bytes) -> Answer:
        lang = DEFAULT
        try:
            asked = json.loads(line)
            lang = known(asked.pop("lang", "")) or DEFAULT
            return {"answer": await self.admin.answer(asked)}
        except TablierError as problem:
            return {"refused": refusal(problem, lang)}
        except (ValidationError, ValueError, AttributeError, TypeError):
            return {"refused": refusal(BadRequest(), lang)}


def _bound(path: Path) -> socket.socket:
    """A socket that only we can open. One that was left behind goes, unless another server of the store is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and stat.S_ISSOCK(path.lstat().st_mode):
        if _is_answered(path):
            raise FileExistsError(errno.EEXIST, "another server of this store answers for it", str(path))
        path.unlink()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _short(path) as name:
            listening.bind(name)
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


def _is_answered(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking, _short(path) as name:
        return asking.connect_ex(name) == 0


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """A name by which the system takes a path, however long it is."""
    if len(os.fsencode(path)) <= LONGEST or sys.platform != "linux":
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


# --- from outside


class Refused(Exception):
    """What was asked for is refused, with the words for it."""


def ask(where: str | Path, request: dict[str, Any], lang: str) -> Answer:
    """Ask the server that uses a store; or, where none runs, do it with the store. Raises Refused, TablierError."""
    store = Store(where)
    answer = _asked(store.database.hatch, {**request, "lang": lang})
    if answer is None:
        return asyncio.run(_without_hatch(store, request, lang))
    if "refused" in answer:
        raise _refused(answer["refused"])
    found: Answer = answer["answer"]
    return found


def _asked(path: Path, request: dict[str, Any]) -> Answer | None:
    """What the server answers; None: there is none."""
    if not path.exists() or not hasattr(socket, "AF_UNIX"):
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(PATIENCE)
        try:
            with _short(path) as name:
                asking.connect(name)
        except (ConnectionRefusedError, FileNotFoundError):
            return None
        asking.sendall((as_json(request) + "\n").encode())
        with asking.makefile("rb") as read:
            answer: Answer = json.loads(read.readline(MOST_BYTES))
            return answer


async def _without_hatch(store: Store, request: dict[str, Any], lang: str) -> Answer:
    store.open()
    try:
        nodes = _nodes_of(store) if store.is_shared else []
        return await (_asked_of(nodes, store, request) if nodes else Admin(store).answer(request))
    except ValidationError:
        raise _refused(refusal(BadRequest(), lang)) from None
    except TablierError as problem:
        raise _refused(refusal(problem, lang)) from None
    finally:
        store.close()


def _nodes_of(store: Store) -> list[Peer]:
    """The servers that share a store and are there."""
    with store.session() as line:
        return [Peer(node.number, node.address) for node in leases.nodes(line, 0) if node.is_locked]


async def _asked_of(nodes: Sequence[Peer], store: Store, request: dict[str, Any]) -> Answer:
    """What the nodes answer: the one that it is about, or all of them together. Raises Unreached, and what is refused.

    Nobody else may touch the tables: a node goes on with what it has in memory.
    """
    lines, found = Lines(token_of(store.signer())), list[Answer]()
    try:
        for node in nodes:
            with suppress(*UNREACHABLE):  # or it knows that the table is another's
                found.append(await lines.ask(node, "admin", request))
                if request["do"] not in TOLD_BY_ALL:
                    return found[0]
    finally:
        await lines.close()
    if not found:
        raise Unreached(", ".join(node.address for node in nodes))
    for other in found[1:]:
        TOLD_BY_ALL[request["do"]](found[0], other)
    return found[0]


def _refused(told: dict[str, Any]) -> Refused:
    if told["code"] == Unreached.code:
        return Refused(f"{told['words']} ({told['detail']})")
    detail = told["detail"] if told["code"] == BadRequest.code else ""
    return Refused(detail or told["words"])
