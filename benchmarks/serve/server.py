"""A server in a process of its own, with its store on the disk, or in PostgreSQL as one node of several."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

PROGRAM = """
import sys
from functools import partial
from tablier.serve import run
from tablier.serve.api.limits import Limits
tell = lambda address: print(address, flush=True)
run.Pool = partial(run.Pool, games=[sys.argv[3]])
run.serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]), limits=Limits.none(), bot_pause=0, ready=tell)
"""
"""The server as it is; only bots of games that nobody plays do not get ready, which would take the processor."""

AS_INSTALLED = PROGRAM.replace("run.Pool = partial(run.Pool, games=[sys.argv[3]])\n", "")
"""With bots of all games."""

GAME = "war-of-masters"


class Server:
    """It can be killed and started again on the same store, at the same address."""

    def __init__(self, store: Path | str, program: str = PROGRAM, environment: Mapping[str, str] | None = None) -> None:
        """`environment`: what is another there than here."""
        self.store = store
        self.program = program
        self.environment = environment or {}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-c", self.program, str(self.store), str(self.port), GAME]
        environment = {**os.environ, **self.environment}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout
        if not await asyncio.to_thread(self._process.stdout.readline):
            raise RuntimeError("the server did not start")

    async def until_bots_are_ready(self, games: Sequence[str] = ()) -> None:
        """Wait for bots of all games, or of these: getting ready takes the processor from what is measured."""
        async with httpx.AsyncClient(timeout=30) as http:
            while True:
                ready = (await http.get(f"{self.url}/api/v1/health")).json()["ready"]
                if all(ready[game] == "ready" for game in games or ready):
                    return
                await asyncio.sleep(0.2)

    def kill(self) -> None:
        """It has no time for anything. The system goes on: what it was given to write, it still writes."""
        if self._process:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None

    @property
    def kilobytes(self) -> int:
        """The memory of the server itself that is in use; the processes in which bots think are not counted."""
        assert self._process
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    @property
    def seconds_used(self) -> float:
        """Of the processor."""
        assert self._process
        return seconds_used(self._process.pid)

    @property
    def seconds_of_others(self) -> list[float]:
        """The same of each process that it has started and that is still there, and of all that are gone, together."""
        assert self._process
        stats = [stat for stat in map(_stat, _pids()) if stat and int(stat[1]) == self._process.pid]
        return [*(_seconds(stat[11:13]) for stat in stats), _seconds(_stat(self._process.pid)[13:15])]


def seconds_used(pid: int) -> float:
    """Of the processor, by a process."""
    return _seconds(_stat(pid)[11:13])


def spent_and_stolen() -> tuple[float, float]:
    """Seconds that the processors were wanted since the system started; and of these, that they were others'."""
    user, nice, system, _, _, interrupts, soft, stolen = Path("/proc/stat").read_text(encoding="ascii").split()[1:9]
    return _seconds([user, nice, system, interrupts, soft, stolen]), _seconds([stolen])


def _pids() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def _stat(pid: int) -> list[str]:
    """What the system knows of a process, from its state on; nothing, if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _seconds(ticks: Sequence[str]) -> float:
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
