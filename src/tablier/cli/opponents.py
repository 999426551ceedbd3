"""The bots of a game in the terminal. They think in processes of their own, as those of a server do.

So nobody waits for minutes while, the very first time, their code is compiled: until then they play at a glance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import ExitStack
from threading import Event
from time import monotonic
from typing import Self

from anyio.from_thread import BlockingPortal, start_blocking_portal

from tablier.bots.driver import Driver, Situation, Step
from tablier.bots.pool import COMMAND, Pool
from tablier.bots.question import Question
from tablier.cli.conversation import Conversation
from tablier.engine.talk import Message
from tablier.record.match import Match
from tablier.work.workers import Readiness

GRACE = 5.0
"""Seconds from the beginning of the game in which what was compiled before is usually loaded."""


class Opponents:
    """The bots of one match; used as a context, in which their processes run."""

    def __init__(self, match: Match, talk: Conversation, seats: Iterable[int], level: int, think: float | None) -> None:
        """All of this level; they think so many seconds at most about an action (None: as the level has it)."""
        self._match, self._talk = match, talk
        self._level, self._think = level, think
        self._drivers = {seat: Driver() for seat in seats}
        self._pool = Pool(1, [match.game.name], self._told, command=COMMAND)
        self._ready = Event()
        self._running = ExitStack()
        self._portal: BlockingPortal | None = None
        self._begun = 0.0

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self._drivers)

    @property
    def are_ready(self) -> bool:
        """Whether they think with compiled code."""
        return self._ready.is_set()

    def __enter__(self) -> Self:
        if self._drivers:
            self._begun = monotonic()
            self._portal = self._running.enter_context(start_blocking_portal())
            self._portal.call(self._pool.start)
            self._running.callback(self._portal.call, self._pool.stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def await_them(self) -> bool:
        """Wait until they are ready, but no longer than until their time of grace is over. Whether they are."""
        return self._ready.wait(max(0.0, self._begun + GRACE - monotonic()))

    def next(self, seat: int, company: Collection[int], awaited: Collection[int]) -> Step:
        """What the bot of a seat does next."""
        return self._drivers[seat].next(Situation(self._match.view(seat), self._talk.heard(seat), company, awaited))

    def choose(self, seat: int) -> str:
        """What it chooses."""
        return self._asked.call(self._pool.choose, self._question(seat))

    def speak(self, seat: int) -> list[Message]:
        """What it has to say."""
        return self._asked.call(self._pool.speak, self._question(seat))

    @property
    def _asked(self) -> BlockingPortal:
        if self._portal is None:
            raise RuntimeError("bots are asked while their processes run")
        return self._portal

    def _question(self, seat: int) -> Question:
        match, view = self._match, self._match.view(seat)
        return Question(
            table="",
            seat=seat,
            game=match.game.name,
            options=dict(match.options),
            view=view.to_bytes(),
            level=self._level,
            heard=self._talk.heard(seat),
            seconds=self._think,
            seed=seat,
        )

    def _told(self, game: str, state: Readiness) -> None:
        if state == "ready":
            self._ready.set()
