"""An event loop whose time is not ours: when everybody waits, it is later at once. Threads are fibers of it."""

from __future__ import annotations

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine, Mapping
from random import Random
from typing import Any, Generic, TypeVar

from greenlet import GreenletExit, getcurrent, greenlet

T = TypeVar("T")

BEGINNING = 1_700_000_000.0
"""What the wall clock shows when a session begins."""

PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
"""The process in which something is done; None: in the world outside of the server."""


class Standstill(Exception):
    """Nobody waits for anything but for each other: it will never go on."""


class Selector(selectors.BaseSelector):
    """Nothing comes from outside. Who waits for time finds that it has passed."""

    def __init__(self) -> None:
        self.now = 0.0

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, -1, 0, None)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Standstill
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class Loop(asyncio.SelectorEventLoop):
    """One thread, one time, one order of events."""

    def __init__(self) -> None:
        self.selector = Selector()
        super().__init__(self.selector)
        self.set_task_factory(_make_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.selector.now

    def stand_still(self, seconds: float) -> None:
        """Nothing is done for so long, as if others had the processor."""
        self.selector.now += seconds

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Do it in a thread, which is a fiber; it takes a moment."""
        future, process = self.create_future(), PROCESS.get()

        def work() -> None:
            try:
                outcome, problem = func(*args), None
            except Exception as raised:
                outcome, problem = None, raised
            delay = process.random.random() * process.slowness if process else 0.0
            self.call_later(delay, _resolve, future, outcome, problem)

        self.call_soon(Fiber(self, work).resume)
        return future

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        return self.call_soon(callback, *args, context=context)

    def _write_to_self(self) -> None:
        """There is nobody to be woken up."""


def _resolve(future: asyncio.Future[Any], outcome: Any, problem: Exception | None) -> None:
    if future.done():
        return
    if problem is None:
        future.set_result(outcome)
    else:
        future.set_exception(problem)


def _make_task(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    process = PROCESS.get() if context is None else context.get(PROCESS)
    if process:
        process.tasks[task] = None
        task.add_done_callback(process.forget)
    return task


class Process:
    """What would be a process: tasks, timers and threads that end together."""

    def __init__(self, loop: Loop, random: Random) -> None:
        self.loop, self.random = loop, random
        self.slowness = 0.004
        """Seconds that work in a thread takes at most."""
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.fibers: list[Fiber] = []
        self.context = contextvars.copy_context()
        self.context.run(PROCESS.set, self)

    def forget(self, task: asyncio.Task[Any]) -> None:
        self.tasks.pop(task, None)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Have something done in this process."""
        return self.loop.create_task(work, context=self.context.copy())

    async def kill(self) -> None:
        """It is no more: nothing of it happens from now on."""
        for _ in range(3):  # what was shielded, or cleans up behind itself, is cancelled again
            timers: list[Any] = self.loop._scheduled  # type: ignore[attr-defined]
            for timer in list(timers):
                if timer._context.get(PROCESS) is self:
                    timer.cancel()
            for fiber in self.fibers:
                fiber.kill()
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)


class Fiber:
    """What would be a thread: it runs until it waits, and is resumed by the loop."""

    current: Fiber | None = None

    def __init__(self, loop: Loop, work: Callable[[], None]) -> None:
        self.loop = loop
        self._greenlet = greenlet(work)
        self._greenlet.gr_context = contextvars.copy_context()
        self._ticket = 0
        if process := PROCESS.get():
            process.fibers = [fiber for fiber in process.fibers if not fiber.is_done]
            process.fibers.append(self)

    @property
    def is_done(self) -> bool:
        return bool(self._greenlet.dead)

    def resume(self, ticket: int = 0) -> None:
        """Let it go on, if it still waits for what this ticket stands for."""
        if ticket == self._ticket and not self.is_done:
            self._ticket += 1
            self._switch(self._greenlet.switch)

    def join(self) -> None:
        """Let it come to its end, at once."""
        while not self.is_done:
            self.resume(self._ticket)

    def kill(self) -> None:
        if not self.is_done:
            self._ticket += 1
            self._switch(self._greenlet.throw, GreenletExit)

    def _switch(self, switch: Callable[..., Any], *given: Any) -> None:
        before, Fiber.current = Fiber.current, self
        self._greenlet.parent = getcurrent()
        try:
            switch(*given)
        finally:
            Fiber.current = before

    def pause(self) -> None:
        """Wait to be resumed."""
        parent = self._greenlet.parent
        assert parent is not None
        parent.switch()

    @property
    def ticket(self) -> int:
        return self._ticket


def sleep(seconds: float) -> None:
    """What `time.sleep` is in a thread."""
    fiber = Fiber.current
    assert fiber, "only threads may block"
    fiber.loop.call_later(seconds, fiber.resume, fiber.ticket)
    fiber.pause()


class Thread:
    """What `threading.Thread` is."""

    def __init__(self, target: Callable[[], None], name: str = "", daemon: bool = False) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        self._fiber = Fiber(loop, target)

    def start(self) -> None:
        self._fiber.loop.call_soon(self._fiber.resume)

    def join(self) -> None:
        self._fiber.join()


class Condition:
    """What `threading.Condition` is; nobody is interrupted, so that there is nothing to lock."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Fiber, int]] = []

    def __enter__(self) -> None: ...

    def __exit__(self, *problem: object) -> None: ...

    def wait(self) -> None:
        fiber = Fiber.current
        assert fiber, "only threads may block"
        self._waiting.append((fiber, fiber.ticket))
        fiber.pause()

    def wait_for(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            self.wait()

    def notify(self) -> None:
        waiting, self._waiting = self._waiting, []
        for fiber, ticket in waiting:
            fiber.loop.call_soon(fiber.resume, ticket)

    notify_all = notify


class Queue(Generic[T]):
    """What `queue.SimpleQueue` is."""

    def __init__(self) -> None:
        self._things: list[T] = []
        self._arrival = Condition()

    def empty(self) -> bool:
        return not self._things

    def put(self, thing: T) -> None:
        self._things.append(thing)
        self._arrival.notify()

    def get(self) -> T:
        self._arrival.wait_for(lambda: self._things)
        return self._things.pop(0)


class Time:
    """What the module `time` is."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.wall_offset = 0.0
        self.sleep = sleep

    def monotonic(self) -> float:
        return 1000.0 + self._loop.time()

    perf_counter = monotonic

    def time(self) -> float:
        return BEGINNING + self._loop.time() + self.wall_offset

    def monotonic_ns(self) -> int:
        return round(self.monotonic() * 1e9)

    def time_ns(self) -> int:
        return round(self.time() * 1e9)
