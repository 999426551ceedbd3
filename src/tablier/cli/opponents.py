"""The bots of a game in the terminal. They think in processes of their own, as those of a server do.

So nobody waits while, the very first time, their code is compiled: until then they play at a glance.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import ExitStack, suppress
from threading import Event
from time import monotonic
from typing import Self, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from tablier.bots.driver import CHOOSE, SPEAK, Driver, Situation, Step
from tablier.bots.pool import COMMAND, Pool
from tablier.bots.question import Question
from tablier.cli.conversation import Conversation
from tablier.cli.screen import Screen
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.errors import TablierError
from tablier.record.match import Match
from tablier.work.workers import Readiness

T = TypeVar("T")

GRACE = 5.0
"""Seconds from the beginning of the game in which what was compiled before is usually loaded."""


class Opponents:
    """The bots of one match; used as a context, in which their processes run."""

    def __init__(
        self, match: Match, talk: Conversation, people: Collection[int], level: int, think: float | None, screen: Screen
    ) -> None:
        """In all seats but those of people. They think so many seconds at most about an action (None: as the level)."""
        self._match, self._talk, self._people = match, talk, people
        self._level, self._think = level, think
        self._screen = screen
        self._drivers = {seat: Driver() for seat in range(len(match.seats)) if seat not in people}
        self._pool = Pool(1, [match.game.name], self._told, command=COMMAND)
        self._ready = Event()
        self._is_glance_told = False
        """Whether people know that they play at a glance for now."""
        self._running = ExitStack()
        self._portal: BlockingPortal | None = None
        self._begun = 0.0

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

    def speak(self, company: Iterable[int]) -> bool:
        """Let one who has something to say say it. Whether there was one; `company` may still want to talk."""
        seat = self._first_to(SPEAK, company)
        if seat is not None:
            for message in self._asked(self._pool.speak, seat):
                with suppress(TablierError):  # it may not be said
                    self._talk.add(message)
        return seat is not None

    def act(self, company: Iterable[int]) -> bool:
        """Let one who is to act, and waits for nobody, act. Whether there was one."""
        seat = self._first_to(CHOOSE, company)
        if seat is not None:
            self._match.play(self._asked(self._pool.choose, seat), seat)
        return seat is not None

    def _first_to(self, step: Step, company: Iterable[int]) -> int | None:
        company = [*company]
        awaited = [seat for seat in self._match.pending if seat in self._people]
        for seat, driver in self._drivers.items():
            now = Situation(self._match.view(seat), self._talk.heard(seat), company, awaited)
            if driver.next(now) == step:
                return seat
        return None

    def _asked(self, ask: Callable[[Question], Awaitable[T]], seat: int) -> T:
        """What a bot answers, once all are ready; but they are waited for only once, and not for long."""
        if self._portal is None:
            raise RuntimeError("bots are asked while their processes run")
        lang, left = self._screen.lang, self._begun + GRACE - monotonic()
        if not self.are_ready and left > 0:
            with self._screen.spinner(say(lang, "preparing")):
                self._ready.wait(left)
        if self.are_ready == self._is_glance_told:
            self._screen.say("bots_ready" if self.are_ready else "glancing", "dim")
            self._is_glance_told = not self.are_ready
        who = seat_word(self._match.game, self._match.seats[seat], lang)
        with self._screen.spinner(say(lang, "thinking", who=who)):
            return self._portal.call(ask, self._question(seat))

    def _question(self, seat: int) -> Question:
        return Question(
            table="",
            seat=seat,
            game=self._match.game.name,
            options=dict(self._match.options),
            view=self._match.view(seat).to_bytes(),
            level=self._level,
            heard=self._talk.heard(seat),
            seconds=self._think,
            seed=seat,
        )

    def _told(self, game: str, state: Readiness) -> None:
        if state == "ready":
            self._ready.set()
