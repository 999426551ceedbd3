"""What runs in a process that thinks for bots: `python -m tablier.bots.thinker`. It is asked

    {"do": "prepare", "subject": ...}                   compile all that a bot of this game needs, or load it
    {"do": "choose", "jobs": ..., "question": ...}      -> "e2-e5"
    {"do": "glance", ...}                               the same at once, without compiled code
    {"do": "speak", ...}                                -> messages
    {"do": "analyse", ...}                              -> what it thinks of some actions, the most tried first
    {"do": "forget", "table": ...}                      a table is over

Of an exception it tells where and of what kind, but not its words, which may quote a player.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablier.bots.bot import Considered
from tablier.bots.driver import Listener
from tablier.bots.plain import Glance
from tablier.bots.player import Player
from tablier.bots.pool import GIVE_WAY
from tablier.bots.preparation import prepare
from tablier.bots.question import Question, read_question, write_message
from tablier.engine import start
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.search.search import Budget
from tablier.work import worker
from tablier.work.cores import cores
from tablier.work.process import Request

MOST_STRONG = 3
"""Bots without a limit of simulations that are kept in memory, at about 100 MB each: a table of four has three."""

MOST_OTHERS = 24
"""Bots with one that are kept; the largest of them takes some 10 MB."""

MOST_CONSIDERED = 3
"""Actions that who asks for advice is told about."""

POLITENESS = 10
"""Those who think for a server give way to it, which has people waiting."""


# --- bots -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Remembered:
    """A bot that this process has in mind, with its memory of the game."""

    player: Player
    listener: Listener
    terms: tuple[str, int, int]
    """What makes it this bot: game, level, seed."""

    def allow(self, seconds: float | None) -> None:
        """Bound the time that it thinks; None: by its level."""
        level = self.player.level
        self.player.budget = Budget(level.simulations, level.seconds if seconds is None else seconds)
        self.player.talk.seconds = self.player.budget.seconds

    @property
    def is_strong(self) -> bool:
        return self.player.level.simulations is None


class Bots:
    """The bots that this process has in mind; those asked last, and not too many."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[tuple[str, int], Remembered] = OrderedDict()

    def choose(self, question: Question, threads: int) -> str:
        bot, view = self._call(question, threads)
        action = bot.listener.choose(view, question.heard)
        self._keep(question, bot)
        return action

    def speak(self, question: Question, threads: int) -> list[Message]:
        bot, view = self._call(question, threads)
        messages = bot.listener.speak(view, question.heard)
        self._keep(question, bot)
        return messages

    def analyse(self, question: Question, threads: int) -> list[Considered]:
        bot, view = self._call(question, threads)
        considered = bot.player.analyse(view, most=MOST_CONSIDERED)
        self._keep(question, bot)
        return considered

    def forget(self, table: str) -> None:
        """The table is over."""
        for seat in [seat for seat in self._remembered if seat[0] == table]:
            del self._remembered[seat]

    def __len__(self) -> int:
        return len(self._remembered)

    def _call(self, question: Question, threads: int) -> tuple[Remembered, Position]:
        """The bot that is asked, and the view. If it fails, it is not seen again."""
        view = question.position()
        bot = self._remembered.pop((question.table, question.seat), None)
        terms = question.game, question.level, question.seed
        if bot is None or bot.terms != terms:
            player = Player(view.game, question.level, seed=question.seed)
            if player.level.simulations is None:  # where they are counted, more threads would be another player
                player.threads = threads
            bot = Remembered(player, Listener(player), terms)
        bot.allow(question.seconds)
        return bot, view

    def _keep(self, question: Question, kept: Remembered) -> None:
        """Remember a bot, and forget the one of its strength that was asked longest ago, if there are too many."""
        self._remembered[question.table, question.seat] = kept
        alike = [seat for seat, bot in self._remembered.items() if bot.is_strong == kept.is_strong]
        for seat in alike[: -MOST_STRONG if kept.is_strong else -MOST_OTHERS]:
            del self._remembered[seat]


# --- requests ---------------------------------------------------------------------------------------------------------


class Thinker:
    """Does what it is asked."""

    def __init__(self) -> None:
        self.bots = Bots()

    def answer(self, request: Request) -> Any:
        match request["do"]:
            case "choose":
                return self.bots.choose(*_asked(request))
            case "speak":
                return [write_message(message) for message in self.bots.speak(*_asked(request))]
            case "analyse":
                return [asdict(considered) for considered in self.bots.analyse(*_asked(request))]
            case "glance":
                question, _ = _asked(request)
                return Glance(question.seed).choose(question.position())
            case "prepare":
                return prepare(find(request["subject"]))
            case "forget":
                return self.bots.forget(request["table"])
            case other:
                raise ValueError(f"{other!r} is nothing that a thinker does")

    def explain(self, problem: BaseException) -> str:
        """The kind of an exception and where it was raised."""
        trace = problem.__traceback__
        while trace and trace.tb_next:
            trace = trace.tb_next
        place = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
        return type(problem).__name__ + place


def _asked(request: Request) -> tuple[Question, int]:
    """The question, and how many threads are there for it."""
    return read_question(request["question"]), max(1, cores() // request["jobs"])


def _give_way() -> None:
    os.nice(POLITENESS)
    with suppress(OSError):  # where cores are shared out by session, niceness counts only within one
        Path("/proc/self/autogroup").write_text(str(POLITENESS))


if __name__ == "__main__":
    if GIVE_WAY in sys.argv:
        _give_way()
    start.soon()
    worker.serve(Thinker())
