"""A process that works for the server: it is asked one thing at a time, on a lease, and replaced when it fails."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")

LONGEST_START = 30.0
"""Seconds that a process may take until it says hello."""

LONGEST_REST = 60.0
"""Seconds before another process is started, where one after the other fails."""

logger = logging.getLogger("tablier.serve.bots.pool")


class Unanswered(Exception):
    """A worker gave no answer that is one; why, in a few words."""


class WorkerProcess:
    """One process at a time. Start it and ask it from one task at a time."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """It is started when it is first asked. `environment` is set for it, besides the server's own.

        `lost` is called when a process has failed, and all that it had in memory is gone.
        """
        self.name = name
        self.limits: list[float] = []
        """For each level, how many seconds it thinks at most; as the process tells when it says hello."""
        self._command = command
        self._environment = environment
        self._lost = lost
        self._process: Process | None = None
        self._in_use = False
        """Somebody waits for what it says, and will notice if it dies."""
        self._asked = 0
        self._failures = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def pid(self) -> int | None:
        """Its process, if there is one."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Have a process that is there to be asked; raises Unanswered. After failures it takes a rest first."""
        if self._process:
            return
        if self._failures > 1:
            await asyncio.sleep(min(2.0**self._failures / 4, LONGEST_REST))
        with self._use():
            async with asyncio.timeout(LONGEST_START):
                await self._start_process()
                self.limits = [float(seconds) for seconds in (await self._hear())["hello"]]
        if self._process:
            self._spawn(self._watch(self._process))
        logger.info("%s started", self.name, extra={"worker": self.name, "pid": self.pid})

    async def ask(self, request: Mapping[str, Any], lease: Callable[[], float], read: Callable[[Any], T]) -> T:
        """What it answers, as `read` understands it; raises Unanswered.

        The process is ended if it is gone, if `read` raises, or if the lease is over: seconds, asked for when it has
        started. One that tells of a problem of its own lives on.
        """
        await self.start()
        self._asked += 1
        with self._use():
            async with asyncio.timeout(lease()):
                reply = await self._exchange({"id": self._asked, **request})
            if "problem" not in reply:
                answer = read(reply["answer"])
                self._failures = 0
                return answer
        raise Unanswered(f"problem: {reply['problem']}")

    def post(self, request: Mapping[str, Any]) -> None:
        """Tell it something that it does not answer, if it is there."""
        if self._process and self._process.stdin:
            self._process.stdin.write(_line(request))

    def drop(self) -> None:
        """End the process, at once; the next question goes to a new one."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            self._spawn(_read_out(process))

    async def end(self) -> None:
        """End the process, and wait until it is no more."""
        self.drop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _start_process(self) -> None:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, **self._environment},
                start_new_session=True,  # Ctrl-C is for the server, which then ends it
            )
        )
        try:
            self._process = await asyncio.shield(starting)
        except asyncio.CancelledError:  # it is started all the same, and `end` must know of it
            self._process = await starting
            raise

    async def _exchange(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._process is None or self._process.stdin is None:
            raise EOFError
        self._process.stdin.write(_line(request))
        await self._process.stdin.drain()
        reply = await self._hear()
        if reply["id"] != request["id"]:
            raise ValueError("this answers another question")
        return reply

    async def _hear(self) -> dict[str, Any]:
        if self._process is None or self._process.stdout is None:
            raise EOFError
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError
        reply = json.loads(line)
        if not isinstance(reply, dict):
            raise TypeError("an answer is an object")
        return reply

    @contextmanager
    def _use(self) -> Iterator[None]:
        """Whatever goes wrong meanwhile ends the process, and is raised as Unanswered."""
        self._in_use = True
        try:
            yield
        except Exception as problem:
            self._fail()
            raise Unanswered(_why(problem)) from None
        finally:
            self._in_use = False

    async def _watch(self, process: Process) -> None:
        """See it if a process dies while nobody uses it."""
        await process.wait()
        if process is self._process and not self._in_use:
            logger.warning("%s is gone", self.name, extra={"worker": self.name, "pid": process.pid})
            self._fail()

    def _fail(self) -> None:
        self._failures += 1
        self.drop()
        self._lost()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _line(request: Mapping[str, Any]) -> bytes:
    return json.dumps(request).encode() + b"\n"


def _why(problem: Exception) -> str:
    """What is wrong with a worker, without quoting it."""
    if isinstance(problem, TimeoutError):
        return "late"
    return "gone" if isinstance(problem, EOFError | OSError) else f"nonsense ({type(problem).__name__})"


async def _read_out(process: Process) -> None:
    """Wait for the end of a process that was killed, with all that it still had to say, so that its pipes close."""
    with suppress(OSError):
        await process.communicate()
