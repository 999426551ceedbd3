"""Bots think elsewhere. The server asks here, goes on serving, and always gets an action.

Pool are processes with compiled code, one question at a time for each. A question is held on a lease: the time for
thinking and a margin. A thinker that is late, gone or talking nonsense is replaced, and its question asked once more of
the *stand-in*, a process that never compiles and answers at a glance; if that fails as well, any legal action is taken.

On the first run nothing is compiled yet, which takes minutes. One process, the compiler, then prepares one game after
the other; what it has compiled the pool load. Until one of them has loaded a game the stand-in plays it, so that
nobody waits. When all is ready the compiler and the stand-in end.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from tablier.engine import compiled, rng
from tablier.engine.position import Position
from tablier.engine.registry import games as all_games
from tablier.engine.talk import Message
from tablier.serve.bots.process import Unanswered, WorkerProcess
from tablier.serve.bots.question import Question, read_message, write_question

__all__ = ["Pool", "Question", "Readiness"]

COMMAND = (sys.executable, "-m", "tablier.serve.bots.worker")

MARGIN = 5.0
"""Seconds that an answer may take, besides those for thinking."""

INTERPRETED_MARGIN = 60.0
"""The same where compiling is switched off, and no thought looks at the clock in time."""

LONGEST_PREPARATION = 900.0
"""Seconds for compiling a game: about one minute here, more on a small machine with much else to do."""

LOADING = 5.0
"""Seconds in which a game is loaded; if it takes longer it has been compiled."""

MOST_TROUBLE = 3
"""Failures to load a game after which it is not tried again."""

Readiness = Literal["waiting", "compiling", "ready"]
"""Of a game: nothing is done for it yet; somebody compiles or loads it; bots think about it with compiled code."""

Tell = Callable[[str, str], None]
"""Told a game and its readiness."""

logger = logging.getLogger("tablier.serve.bots.pool")


@dataclass(slots=True, eq=False)
class Asked:
    """A question that waits for a worker, or for its answer."""

    do: Literal["choose", "speak"]
    question: Question
    read: Callable[[Any], Any]
    """Makes an answer of what a worker replies; raises ValueError and the like if it is none."""
    at_a_glance: bool
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, answer: Any) -> None:
        """With None: there is no answer. Whoever asked may have gone."""
        if not self.answer.done():
            self.answer.set_result(answer)


@dataclass(slots=True, eq=False)
class Place:
    """A worker's place, and what it does."""

    worker: WorkerProcess
    games: set[str]
    """Those that it has loaded, compiled."""
    busy: bool = False
    preparing: bool = False

    def can_answer(self, game: str) -> bool:
        """Now, or as soon as it has answered another question."""
        return game in self.games and not self.preparing


class Pool:
    """Processes that think for bots."""

    def __init__(
        self,
        jobs: int = 1,
        games: Sequence[str] | None = None,
        tell: Tell | None = None,
        *,
        command: Sequence[str] = COMMAND,
        margin: float | None = None,
    ) -> None:
        """`jobs` pool for these games (all), prepared in this order. `tell` hears of each change of `readiness`.

        `command` starts a worker, and `margin` is the seconds it has besides those for thinking.
        """
        self.jobs = jobs
        self._command = command
        self._margin = margin or (MARGIN if compiled.enabled() else INTERPRETED_MARGIN)
        self._tell = tell or (lambda game, state: None)
        self._readiness: dict[str, Readiness] = dict.fromkeys(all_games() if games is None else games, "waiting")
        self._thinkers = [self._place(f"thinker {number}") for number in range(1, jobs + 1)]
        self._stand_in = self._place("stand-in", TABLIER_JIT="0")
        self._to_compile: list[str] = []
        self._to_load: list[str] = []
        """What the compiler has compiled."""
        self._trouble = Counter[str]()
        """How often in a row a thinker has failed to load a game."""
        self._open: set[Asked] = set()
        """All that is asked and not answered."""
        self._queue: list[Asked] = []
        """What nobody thinks about yet."""
        self._homes: dict[tuple[str, int], Place] = {}
        """Who was asked last about a table's seat."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = False

    # --- what the server calls

    @property
    def readiness(self) -> dict[str, str]:
        """How far each game is: waiting, compiling or ready."""
        return {**self._readiness}

    @property
    def workers(self) -> dict[str, int]:
        """The processes that there are, by name."""
        workers = (place.worker for place in (*self._thinkers, self._stand_in))
        return {worker.name: worker.pid for worker in workers if worker.pid is not None}

    async def start(self) -> None:
        """Start the processes; does not wait for them."""
        self._running = True
        self._begin(self._stand_in, self._warm_up)
        if compiled.enabled() and compiled.cache_directory():
            self._to_compile = list(self._readiness)
            self._spawn(self._compile())
        else:  # there is nothing to compile; or nowhere to keep it, and each thinker has to for itself
            self._to_load = list(self._readiness)
        self._hand_out()

    async def stop(self) -> None:
        """End all processes. Questions that are still open are answered without them."""
        self._running = False
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for asked in self._open:
            asked.settle(None)
        await asyncio.gather(*(place.worker.end() for place in (*self._thinkers, self._stand_in)))

    async def choose(self, question: Question) -> str:
        """The bot's action, as it is written. There always is one; raises ValueError if the seat is not to act."""
        view = question.position()
        if question.seat not in view.pending:
            raise ValueError("a bot is asked when it is to act, with the view of its seat")

        def read(text: Any) -> str:
            view.read(text, question.seat)
            return str(text)

        action = await self._ask("choose", question, read)
        if action is None:
            action = await self._ask("choose", question, read, at_a_glance=True)
        return any_action(view, question) if action is None else action

    async def speak(self, question: Question) -> list[Message]:
        """What the bot has to say now. Nothing, where that cannot be found out."""
        if not self._can_answer(question.game):
            return []

        def read(plain: Any) -> list[Message]:
            messages = [read_message(message) for message in plain]
            if any(message.by != question.seat for message in messages):
                raise ValueError("a bot speaks for itself")
            return messages

        return await self._ask("speak", question, read) or []

    def forget(self, table: str) -> None:
        """The table is over."""
        for home in [home for home in self._homes if home[0] == table]:
            del self._homes[home]
        for place in self._thinkers:
            place.worker.post({"do": "forget", "table": table})

    # --- who is asked what

    async def _ask(
        self, do: Literal["choose", "speak"], question: Question, read: Callable[[Any], Any], at_a_glance: bool = False
    ) -> Any:
        """Have it answered; None if that fails."""
        if not self._running:
            return None
        asked = Asked(do, question, read, at_a_glance)
        self._open.add(asked)
        self._queue.insert(0 if at_a_glance else len(self._queue), asked)  # who asks again has waited already
        if question.game in self._to_compile:
            self._to_compile.remove(question.game)
            self._to_compile.insert(0, question.game)
        self._hand_out()
        try:
            return await asked.answer
        finally:
            self._open.discard(asked)
            if asked in self._queue:
                self._queue.remove(asked)

    def _hand_out(self) -> None:
        """Give everybody who is free something to do: a question, first come first served, or else a game to load."""
        if not self._running:
            return
        for asked in list(self._queue):
            if place := self._free_for(asked):
                self._queue.remove(asked)
                self._begin(place, self._answer, asked)
        for place in self._thinkers:
            game = next((game for game in self._to_load if game not in place.games), None)
            if game and not place.busy:
                self._begin(place, self._load, game)
        if not self._stand_in.busy and all(map(self._can_answer, self._readiness)):
            self._stand_in.worker.drop()

    def _can_answer(self, game: str) -> bool:
        return any(place.can_answer(game) for place in self._thinkers)

    def _free_for(self, asked: Asked) -> Place | None:
        """Who takes this question now: if possible who was asked last about the seat, and remembers its thoughts."""
        game = asked.question.game
        if asked.at_a_glance or not self._can_answer(game):
            return None if self._stand_in.busy else self._stand_in
        free = [place for place in self._thinkers if place.can_answer(game) and not place.busy]
        home = self._homes.get((asked.question.table, asked.question.seat))
        return home if home in free else next(iter(free), None)

    def _begin(self, place: Place, work: Callable[..., Coroutine[Any, Any, None]], *what: Any) -> None:
        """Let a worker do something, and then the next thing."""
        place.busy = True

        async def do() -> None:
            try:
                await work(place, *what)
            finally:
                place.busy = False
                self._hand_out()

        self._spawn(do())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what workers do

    async def _answer(self, place: Place, asked: Asked) -> None:
        """Ask a question of a worker. The stand-in has nothing to say, and chooses at a glance."""
        question, do = asked.question, asked.do
        if place is self._stand_in and do == "speak":
            return asked.settle(None)
        if place is not self._stand_in:
            self._homes[question.table, question.seat] = place
        request = {
            "do": "glance" if place is self._stand_in else do,
            "jobs": self.jobs,
            "question": write_question(question),
        }
        try:
            asked.settle(await place.worker.ask(request, lambda: self._lease(place, question), asked.read))
        except Unanswered as problem:
            about = {"worker": place.worker.name, "game": question.game, "seat": question.seat, "level": question.level}
            logger.warning("%s unanswered by %s: %s", do, place.worker.name, problem, extra=about)
        finally:
            asked.settle(None)

    def _lease(self, place: Place, question: Question) -> float:
        """Seconds within which an answer must come."""
        if place is self._stand_in:
            return 2 * min(self._margin, MARGIN)
        limits = place.worker.limits
        own = limits[min(max(question.level, 1), len(limits)) - 1]
        return (own if question.seconds is None else question.seconds) + self._margin

    async def _warm_up(self, place: Place) -> None:
        """Start a worker before it is asked, so that the first question need not wait for it."""
        try:
            await place.worker.start()
        except Unanswered as problem:
            logger.warning("%s did not start: %s", place.worker.name, problem, extra={"worker": place.worker.name})

    async def _load(self, place: Place, game: str) -> None:
        """Let a thinker load a game that is compiled."""
        self._note(game, "compiling")
        place.preparing = True
        try:
            if await self._prepare(place.worker, game):
                place.games.add(game)
                self._trouble.pop(game, None)
                self._note(game, "ready")
            else:
                self._give_up_if_hopeless(game)
        finally:
            place.preparing = False

    def _give_up_if_hopeless(self, game: str) -> None:
        """A game that cannot be loaded is left to the stand-in; other games would suffer if it were tried for ever."""
        self._trouble[game] += 1
        if self._trouble[game] == MOST_TROUBLE and game in self._to_load:
            self._to_load.remove(game)
            logger.error("%s cannot be prepared", game, extra={"game": game})

    async def _compile(self) -> None:
        """Let a process of its own compile the games, one after the other, for the others to load."""
        worker = WorkerProcess("compiler", self._command, {})
        try:
            while self._to_compile:
                game = self._to_compile.pop(0)
                self._note(game, "compiling")
                begun = perf_counter()
                await self._prepare(worker, game)
                if perf_counter() - begun > LOADING:
                    worker.drop()  # compiling took hundreds of megabytes, which it would not give back
                self._to_load.append(game)
                self._hand_out()
        finally:
            await worker.end()

    async def _prepare(self, worker: WorkerProcess, game: str) -> bool:
        """Whether a worker has this game compiled now."""
        try:
            await worker.ask({"do": "prepare", "game": game}, lambda: LONGEST_PREPARATION, lambda answer: None)
        except Unanswered as problem:
            about = {"worker": worker.name, "game": game}
            logger.warning("%s not prepared by %s: %s", game, worker.name, problem, extra=about)
            return False
        logger.info("%s prepared by %s", game, worker.name, extra={"worker": worker.name, "game": game})
        return True

    def _note(self, game: str, state: Readiness) -> None:
        """A game is so far now; what was ready once stays so, even while a thinker is replaced."""
        if self._readiness[game] not in (state, "ready"):
            self._readiness[game] = state
            try:
                self._tell(game, state)
            except Exception:
                logger.exception("nobody could be told that %s is %s", game, state)

    def _place(self, name: str, **environment: str) -> Place:
        """A place with a worker, who knows no game any more when it is lost; it is replaced at once."""
        games = set[str]()

        def lost() -> None:
            games.clear()
            self._hand_out()

        return Place(WorkerProcess(name, self._command, environment, lost), games)


def any_action(view: Position, question: Question) -> str:
    """A legal action, whichever: where nobody could be asked."""
    actions = view.actions(question.seat)
    random = rng.seeded("any action", question.seed, question.view.hex())
    return view.write(question.seat, actions[rng.below(random, len(actions))])
