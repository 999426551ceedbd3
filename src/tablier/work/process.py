"""A process that works for this one: it is asked one thing at a time, on a lease, and replaced when it fails."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")

Request = Mapping[str, Any]

LONGEST_START = 30.0
"""Seconds that a process may take until it says hello."""

LONGEST_REST = 60.0
"""Seconds before another process is started, where one after the other fails."""

LONGEST_END = 5.0
"""Seconds that one which speaks no more may take until it is gone."""

LONGEST_ANSWER = 1 << 18
"""Bytes; what is longer is nonsense, unless more was asked for."""

GONE = "gone"

logger = logging.getLogger("tablier.work")


class Unanswered(Exception):
    """A worker gave no answer that is one; why, in a few words."""

    def __init__(self, why: str, *, problem: str = "", code: int | None = None) -> None:
        super().__init__(f"problem: {problem}" if problem else why)
        self.problem = problem
        """What the worker itself told of, if it did, and lives on."""
        self.code = code
        """With which its process ended, if it did."""


class WorkerProcess:
    """One process at a time. Start it and ask it from one task at a time."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        lost: Callable[[], None] = lambda: None,
        longest_answer: int = LONGEST_ANSWER,
    ) -> None:
        """It is started when it is first asked. `environment` is set for it, besides our own.

        `lost` is called when a process has failed, and all that it had in memory is gone.
        """
        self.name = name
        self._command = command
        self._environment = environment
        self._lost = lost
        self._longest_answer = longest_answer
        self._process: Process | None = None
        self._in_use = False
        """Somebody waits for what it says, and will notice if it dies."""
        self._requests = 0
        self._failures = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def pid(self) -> int | None:
        """Its process, if there is one."""
        return self._process.pid if self._process else None

    async def ask(self, request: Request, lease: float | None, read: Callable[[Any], T]) -> T:
        """What it answers, as `read` understands it; raises Unanswered.

        The process is ended if it is gone, if `read` raises, or if the lease is over: seconds since it was ready to be
        asked, or None. One that tells of a problem of its own lives on.
        """
        await self._start()
        self._requests += 1
        async with self._use():
            async with asyncio.timeout(lease):
                reply = await self._exchange({"id": self._requests, **request})
            if "problem" not in reply:
                answer = read(reply["answer"])
                self._failures = 0
                return answer
        raise Unanswered("", problem=str(reply["problem"]))

    def post(self, request: Request) -> None:
        """Tell it something that it does not answer, if it is there."""
        if self._process and self._process.stdin:
            self._process.stdin.write(_line(request))

    def interrupt(self) -> bool:
        """End the process in the middle of what it is asked, which stays unanswered. Return whether there is one."""
        if self._process is None or self._process.returncode is not None:
            return False
        with suppress(ProcessLookupError):
            self._process.kill()
        return True

    def drop(self) -> None:
        """End the process, at once; the next request goes to a new one."""
        process, self._process = self._process, None
        if process:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            self._spawn(_read_out(process))

    async def end(self) -> None:
        """End the process, and wait until it is no more."""
        self.drop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _start(self) -> None:
        """Have a process that is there to be asked; raises Unanswered. After failures it takes a rest first."""
        if self._process:
            return
        if self._failures > 1:
            await asyncio.sleep(min(2.0**self._failures / 4, LONGEST_REST))
        async with self._use(), asyncio.timeout(LONGEST_START):
            await self._start_process()
            if "hello" not in await self._hear():
                raise ValueError("this is no greeting")
        if self._process:
            self._spawn(self._watch(self._process))
        logger.info("%s started", self.name, extra={"worker": self.name, "pid": self.pid})

    async def _start_process(self) -> None:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                limit=self._longest_answer,
                env={**os.environ, **self._environment},
                start_new_session=True,  # Ctrl-C is for who started it, and then ends it
            )
        )
        try:
            self._process = await asyncio.shield(starting)
        except asyncio.CancelledError:  # it is started all the same, and `end` must know of it
            self._process = await starting
            raise

    async def _exchange(self, request: Request) -> dict[str, Any]:
        if self._process is None or self._process.stdin is None:
            raise EOFError
        self._process.stdin.write(_line(request))
        await self._process.stdin.drain()
        reply = await self._hear()
        if reply["id"] != request["id"]:
            raise ValueError("this answers another request")
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

    @asynccontextmanager
    async def _use(self) -> AsyncIterator[None]:
        """Whatever goes wrong meanwhile ends the process, and is raised as Unanswered."""
        self._in_use = True
        try:
            yield
        except Exception as problem:
            why = _why(problem)
            code = await self._exit_code() if why == GONE else None
            self._fail()
            raise Unanswered(why, code=code) from None
        finally:
            self._in_use = False

    async def _exit_code(self) -> int | None:
        """Of a process that speaks no more, and so will soon be at its end."""
        try:
            async with asyncio.timeout(LONGEST_END):
                return await self._process.wait() if self._process else None
        except TimeoutError:
            return None

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


def _line(request: Request) -> bytes:
    return json.dumps(request).encode() + b"\n"


def _why(problem: Exception) -> str:
    """What is wrong with a worker, without quoting it."""
    if isinstance(problem, TimeoutError):
        return "late"
    return GONE if isinstance(problem, EOFError | OSError) else f"nonsense ({type(problem).__name__})"


async def _read_out(process: Process) -> None:
    """Wait for the end of a process that was killed, with all that it still had to say, so that its pipes close."""
    with suppress(OSError):
        await process.communicate()
