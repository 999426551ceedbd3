"""Bots think elsewhere. Who asks here goes on, and always gets an action.

Thinkers are processes with compiled code. A question is held on a lease: the time for thinking and a margin. Where no
thinker answers in time, or none has loaded the game yet, which on the first run takes a while, the *stand-in* is asked:
a process that never compiles and answers at a glance. If that fails as well, any legal action is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tablier.bots import kept
from tablier.bots.bot import Considered
from tablier.bots.levels import LEVELS
from tablier.bots.question import Question, read_considered, read_message, write_question
from tablier.engine import compiled, rng
from tablier.engine.position import Position
from tablier.engine.registry import games as all_games
from tablier.engine.talk import Kind, Message
from tablier.work.lent import Loan
from tablier.work.process import Request, Unanswered
from tablier.work.workers import Asker, Job, Readiness, Tell, Workers

COMMAND = (sys.executable, "-m", "tablier.bots.thinker")
GIVE_WAY = "--give-way"
"""Ends the command of those who run only when nobody else wants to."""

MARGIN = 5.0
"""Seconds that an answer may take, besides those for thinking."""

INTERPRETED_MARGIN = 60.0
"""The same where compiling is switched off, and no thought looks at the clock in time."""

LONGEST_PREPARATION = 900.0
"""Seconds for compiling a game: about a quarter of a minute here, more on a small machine with much else to do."""

QUICK = 40
"""Simulations after which a choice is made in a few hundredths of a second: levels 1 to 3."""

QUICK_COST = 0.05
"""What such a question costs, in seconds; any other, the longest that one thinks about it."""

SAID_BY_BOTS: tuple[Kind, ...] = ("phrase", "offer", "accept", "refuse")
"""Bots say nothing in words of their own."""

MOST_SAID = 50
"""Messages of a bot at once; who answers all the others says fewer."""

NOBODY = Asker()

Read = Callable[[Any], Any]

Told = Callable[[str], None]


class Thinkers(Protocol):
    """Whoever thinks for the bots of a server's tables: a pool, or what stands in for one."""

    @property
    def readiness(self) -> Mapping[str, str]: ...

    @property
    def thinkers(self) -> Mapping[str, int]: ...

    async def choose(self, question: Question, asker: Asker = ..., /) -> str: ...

    async def speak(self, question: Question, asker: Asker = ..., /) -> list[Message]: ...

    async def analyse(self, question: Question, asker: Asker = ..., /) -> list[Considered]: ...

    def want(self, game: str, /) -> None: ...

    def forget(self, table: str, /) -> None: ...


class Pool:
    """Processes that think for bots."""

    def __init__(
        self,
        jobs: int = 1,
        games: Sequence[str] | None = None,
        tell: Tell | None = None,
        *,
        quick: int = 0,
        compiled_one: Told | None = None,
        command: Sequence[str] = (*COMMAND, GIVE_WAY),
        margin: float | None = None,
    ) -> None:
        """`jobs` thinkers for these games (all), prepared in this order. `tell` hears of each change of `readiness`.

        Without any, all is thought of by those that other machines lend; games are compiled here all the same, since
        tables play by compiled rules: `compiled_one` hears of each once a process of ours has compiled or loaded it.

        So many more for `quick` questions alone, so that a beginner's answer never waits for a master's. `command`
        starts a process, and `margin` is the seconds it has besides those for thinking.
        """
        self._jobs = max(1, jobs)
        self._margin = margin or (MARGIN if compiled.enabled() else INTERPRETED_MARGIN)
        self._tell = tell or (lambda game, state: None)
        self._thinkers = Workers(
            "thinker", command, jobs, all_games() if games is None else games, tell=self._told,
            one_first=compiled.enabled() and bool(compiled.cache_directory()), patience=LONGEST_PREPARATION,
            quick=quick, is_kept=kept.is_kept, urgent=[word for word in command if word != GIVE_WAY],
            compiled=compiled_one,
        )  # fmt: skip
        self._stand_in = Workers("stand-in", command, environment={"TABLIER_JIT": "0"})

    @property
    def readiness(self) -> dict[str, Readiness]:
        """How far each game is: waiting, compiling or ready."""
        return {**self._thinkers.readiness}

    @property
    def workers(self) -> dict[str, int]:
        """The processes that there are, by name."""
        return self._thinkers.pids | self._stand_in.pids

    @property
    def thinkers(self) -> dict[str, int]:
        """How many there are, here and on other machines."""
        return {"own": self._thinkers.count(own=True), "lent": self._thinkers.count(own=False)}

    def can_answer(self, game: str) -> bool:
        """Whether bots think about this game with compiled code now."""
        return self._thinkers.can_do(game)

    def can_answer_quickly(self, game: str) -> bool:
        """Whether somebody does that is kept free for quick questions."""
        return self._thinkers.can_do(game, quick=True, only_quick=True)

    async def start(self) -> None:
        """Start the processes; does not wait for them."""
        await self._thinkers.start()
        await self._stand_in.start()

    async def stop(self) -> None:
        """End all processes. Questions that are still open are answered without them."""
        await self._thinkers.stop()
        await self._stand_in.stop()

    async def choose(self, question: Question, asker: Asker = NOBODY) -> str:
        """The bot's action, as it is written. There always is one; raises ValueError if the seat is not to act."""
        view = question.position()
        if question.seat not in view.pending:
            raise ValueError("a bot is asked when it is to act, with the view of its seat")

        def read(text: Any) -> str:
            view.read(text, question.seat)
            return str(text)

        try:
            return str(await self._think("choose", question, read, asker))
        except Unanswered:
            return await self._glance(view, question, read, asker)

    async def speak(self, question: Question, asker: Asker = NOBODY) -> list[Message]:
        """What the bot has to say now. Nothing, where that cannot be found out."""

        def read(plain: Any) -> list[Message]:
            messages = [read_message(message) for message in plain]
            if any(message.by != question.seat or message.kind not in SAID_BY_BOTS for message in messages):
                raise ValueError("a bot speaks for itself, in phrases and offers")
            if len(messages) > MOST_SAID:
                raise ValueError("a bot does not talk without end")
            return messages

        try:
            return list(await self._think("speak", question, read, asker))
        except Unanswered:
            return []

    async def analyse(self, question: Question, asker: Asker = NOBODY) -> list[Considered]:
        """What a bot thinks of some actions of the seat, the most tried first. Nothing, where nobody can tell."""
        view = question.position()

        def read(plain: Any) -> list[Considered]:
            found = [read_considered(one) for one in plain]
            for considered in found:
                view.read(considered.action, question.seat)
            return found

        try:
            return list(await self._think("analyse", question, read, asker))
        except Unanswered:
            return []

    def want(self, game: str) -> None:
        """Somebody is about to play this: it is compiled before others, if it is not yet."""
        self._thinkers.want(game)

    def forget(self, table: str) -> None:
        """The table is over."""
        homes = self._thinkers.homes
        for seat in [home for home in homes if home[0] == table]:
            del homes[seat]
        self._thinkers.post({"do": "forget", "table": table})

    # --- other machines

    def borrow(self, loan: Loan) -> None:
        """Have bots think on another machine too, from now on."""
        self._thinkers.borrow(loan)

    def give_back(self, loan: Loan) -> None:
        """That machine is there no more, or is not wanted: what it was asked others are asked."""
        self._thinkers.give_back(loan)

    async def work(self, request: Request, lease: float | None, *, quick: bool) -> Any:
        """What a thinker of ours answers to a request that another machine has made; raises Unanswered."""
        question = request["question"]
        job = Job({**request, "jobs": self._jobs}, lease=lease, subject=question["game"], waits=False, quick=quick)
        job.home = question["table"], question["seat"]
        return await self._thinkers.do(job)

    # --- asking

    async def _think(self, do: str, question: Question, read: Read, asker: Asker) -> Any:
        level = LEVELS[min(max(question.level, 1), len(LEVELS)) - 1]
        seconds = level.seconds if question.seconds is None else question.seconds
        job = self._job(do, question, read, seconds + self._margin)
        job.subject, job.waits, job.home = question.game, False, (question.table, question.seat)
        job.asker, job.quick = asker, level.simulations is not None and level.simulations <= QUICK
        job.cost = QUICK_COST if job.quick else seconds
        return await self._thinkers.do(job)

    async def _glance(self, view: Position, question: Question, read: Read, asker: Asker) -> str:
        job = self._job("glance", question, read, 2 * min(self._margin, MARGIN))
        job.asker = asker
        try:
            return str(await self._stand_in.do(job))
        except Unanswered:
            return any_action(view, question)
        finally:
            self._let_the_stand_in_rest()

    def _job(self, do: str, question: Question, read: Read, lease: float) -> Job:
        request = {"do": do, "jobs": self._jobs, "question": write_question(question)}
        about = {"game": question.game, "seat": question.seat, "level": question.level}
        return Job(request, read, lease, about=about)

    def _told(self, game: str, state: Readiness) -> None:
        self._let_the_stand_in_rest()
        self._tell(game, state)

    def _let_the_stand_in_rest(self) -> None:
        """It is not needed once every game has a thinker."""
        if all(map(self.can_answer, self.readiness)):
            self._stand_in.rest()


def any_action(view: Position, question: Question) -> str:
    """A legal action, whichever: where nobody could be asked."""
    actions = view.actions(question.seat)
    random = rng.seeded("any action", question.seed, question.view.hex())
    return view.write(question.seat, actions[rng.below(random, len(actions))])
