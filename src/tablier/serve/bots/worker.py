"""What runs in a process that thinks: `python -m tablier.serve.bots.worker`.

It reads requests from its standard input, one JSON object a line, and answers each on its standard output in the same
way, in order. When its input ends so does it, at once and whatever it is doing: nobody is left to answer to.

    {"id": 1, "do": "prepare", "game": ...}               compile all that a bot of this game needs, or load it
    {"id": 2, "do": "choose", "jobs": ..., "question": ...}   -> {"id": 2, "answer": "e2-e5"}
    {"id": 3, "do": "glance", ...}                        the same at once, without compiled code
    {"id": 4, "do": "speak", ...}                         -> {"id": 4, "answer": [messages]}
    {"do": "forget", "table": ...}                        is not answered

An exception is answered as {"id": ..., "problem": where and of what kind}, without its words, which may quote a player.
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, BinaryIO

import numpy as np

from tablier.bots.levels import LEVELS
from tablier.bots.player import Player, seat_to_act
from tablier.engine import compiled, insight, rng
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.record.match import Match
from tablier.search.greedy import value_for
from tablier.search.search import Budget
from tablier.serve.bots.question import Question, read_question, write_message

MOST_STRONG = 3
"""Bots without a limit of simulations that are kept in memory, at about 100 MB each: a table of four has three."""

MOST_OTHERS = 24
"""Bots with one that are kept; the largest of them takes some 10 MB."""

GLANCES = 120
"""Actions that are looked at without compiled code: half a second, where that is slowest."""

LONGEST_GLANCE = 1.0
"""Seconds after which no more are looked at, on a slow machine."""

POLITENESS = 10
"""Those who think give way to the server, which has people waiting."""

Request = Mapping[str, Any]


# --- bots -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Seated:
    """A bot in its seat, and what it has been told."""

    player: Player
    terms: tuple[str, int, int]
    """What makes it this bot: game, level, seed."""
    heard: int = 0
    said: list[Message] = field(default_factory=list)
    """What it has said and has not yet come back among what its seat heard or said."""

    def tell(self, question: Question) -> None:
        """Let it hear what it does not know. What it said itself it knows; what its seat said before it came, not."""
        for message in question.heard[max(self.heard, question.earlier) :]:
            if message in self.said:
                self.said.remove(message)
            else:
                self.player.hear(message)
        self.heard = len(question.heard)

    def allow(self, seconds: float | None) -> None:
        """Bound the time that it thinks; None: by its level."""
        level = self.player.level
        self.player.budget = Budget(level.simulations, level.seconds if seconds is None else seconds)
        self.player.talk.seconds = self.player.budget.seconds

    @property
    def is_strong(self) -> bool:
        return self.player.level.simulations is None


class Bots:
    """The bots that this process has in mind, each with its memory of the game; those asked last, and not too many."""

    def __init__(self) -> None:
        self._seated: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def choose(self, question: Question, threads: int) -> str:
        seated, view = self._call(question, threads)
        action = seated.player.choose(view)
        self._keep(question, seated)
        return action

    def speak(self, question: Question, threads: int) -> list[Message]:
        seated, view = self._call(question, threads)
        messages = seated.player.speak(view)
        seated.said.extend(messages)
        self._keep(question, seated)
        return messages

    def forget(self, table: str) -> None:
        """The table is over."""
        for place in [place for place in self._seated if place[0] == table]:
            del self._seated[place]

    def __len__(self) -> int:
        return len(self._seated)

    def _call(self, question: Question, threads: int) -> tuple[Seated, Position]:
        """The bot that is asked, and the view, told all there is to know. If it fails, it is not seen again."""
        view = question.position()
        seated = self._seated.pop((question.table, question.seat), None)
        terms = question.game, question.level, question.seed
        if seated is None or seated.terms != terms or seated.heard > len(question.heard):
            seated = Seated(Player(view.game, question.level, seed=question.seed, threads=threads), terms)
        seated.tell(question)
        seated.allow(question.seconds)
        return seated, view

    def _keep(self, question: Question, kept: Seated) -> None:
        """Remember a bot, and forget the one of its strength that was asked longest ago, if there are too many."""
        self._seated[question.table, question.seat] = kept
        alike = [place for place, seated in self._seated.items() if seated.is_strong == kept.is_strong]
        for place in alike[: -MOST_STRONG if kept.is_strong else -MOST_OTHERS]:
            del self._seated[place]


# --- without compiled code --------------------------------------------------------------------------------------------


def glance(question: Question) -> str:
    """A fair action, soon: of the first that come to mind, the one after which the position looks best."""
    view = question.position()
    seat = seat_to_act(view)
    random = rng.seeded("glance", question.seed, view.to_bytes().hex())
    insight.load(view.game)
    dealt = view.deal(question.seed)
    actions = _come_to_mind(dealt, seat, random)
    end = perf_counter() + LONGEST_GLANCE
    best, most = actions[0], -1.0
    for action in actions:
        if (value := _value_after(dealt, seat, action)) > most:
            best, most = action, value
        if perf_counter() > end:
            break
    return view.write(seat, best)


def _come_to_mind(dealt: Position, seat: int, random: Any) -> list[int]:
    """Some of the actions worth a thought, in any order."""
    out, _ = dealt.game.buffers()
    actions = [int(action) for action in out[: insight.shortlist(dealt.record, seat, out)]]
    return [actions.pop(rng.below(random, len(actions))) for _ in range(min(GLANCES, len(actions)))]


def _value_after(dealt: Position, seat: int, action: int) -> float:
    after, seats = dealt.copy(), len(dealt.seats)
    after.apply(seat, action)
    return float(value_for(after.record, seat, np.zeros(seats), np.zeros(seats, dtype=np.int64)))


# --- compiled code ----------------------------------------------------------------------------------------------------


def prepare(name: str) -> None:
    """Compile what the bots of a game need, or load it compiled, so that no choice has to wait for it."""
    if compiled.enabled():
        game = find(name)
        compiled.change_over(game.dtype)
        view = _first_choice(game)
        for level in (2, len(LEVELS)):  # the strongest looks for forced wins as well
            Player(game, level, simulations=2, threads=1).choose(view)


def _first_choice(game: Game) -> Position:
    """The first view of a game in which there is something to choose."""
    match = Match(game, seed=0)
    while len(match.legal(match.pending[0])) < 2:
        match.play(match.legal(match.pending[0])[0], match.pending[0])
    return match.view(match.pending[0])


# --- requests ---------------------------------------------------------------------------------------------------------


class Worker:
    """Does what it is asked, one thing after the other."""

    def __init__(self) -> None:
        self.bots = Bots()

    def answer(self, request: Request) -> Any:
        match request["do"]:
            case "choose":
                return self.bots.choose(*_asked(request))
            case "speak":
                return [write_message(message) for message in self.bots.speak(*_asked(request))]
            case "glance":
                return glance(_asked(request)[0])
            case "prepare":
                return prepare(request["game"])
            case "forget":
                return self.bots.forget(request["table"])
            case other:
                raise ValueError(f"{other!r} is nothing that a thinker does")


def _asked(request: Request) -> tuple[Question, int]:
    """The question, and how many threads are there for it."""
    return read_question(request["question"]), max(1, _cores() // request["jobs"])


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def serve(requests: SimpleQueue[bytes], answers: BinaryIO) -> None:
    """Answer for as long as anybody asks."""
    thinker = Worker()
    _write(answers, {"hello": [level.seconds for level in LEVELS]})
    while True:
        request = json.loads(requests.get())
        reply = _tried(thinker, request)
        if "id" in request:
            _write(answers, {"id": request["id"], **reply})


def _tried(thinker: Worker, request: Request) -> dict[str, Any]:
    try:
        return {"answer": thinker.answer(request)}
    except Exception as problem:
        return {"problem": _where(problem)}


def _where(problem: BaseException) -> str:
    """The kind of an exception and where it was raised."""
    trace = problem.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return type(problem).__name__ + place


def _write(answers: BinaryIO, answer: Mapping[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _listen(requests: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)  # in the middle of a thought, too


def _take_output() -> BinaryIO:
    """The standard output for answers alone: whatever else is printed goes to the standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _give_way() -> None:
    os.nice(POLITENESS)
    with suppress(OSError):  # where cores are shared out by session, niceness counts only within one
        Path("/proc/self/autogroup").write_text(str(POLITENESS))


def main() -> None:
    _give_way()
    answers = _take_output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    try:
        serve(requests, answers)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
