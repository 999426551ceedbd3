"""Workers: processes that do jobs, one at a time for each. A job that was lost with its process is tried again.

What a worker has to be prepared for before it can do a job is the job's *subject*: a game, whose rules have to be
compiled. One process prepares a subject before the others do, which then find in the cache what it has compiled. Where
there are several subjects that is a process of its own, so that the others work on what is prepared already.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from time import perf_counter
from typing import Any, Literal

from tablier.work.fair import Fair
from tablier.work.lent import Lent, Loan, Withdrawn
from tablier.work.process import LONGEST_ANSWER, Request, Unanswered, WorkerProcess, logger

LOADING = 5.0
"""Seconds in which a subject is loaded; if it takes longer it has been compiled."""

MOST_FAILURES = 3
"""To prepare a subject in a row, after which it is not tried again."""

MOST_MOVES = 3
"""Machines that may be lost over a job, one after the other, until it is given up."""

MOST_RACES = 100
"""How often somebody else may be quicker to have a lent worker, until a job is given up."""

TOGETHER = 2
"""So many prepare at the same time what somebody waits for: they share what is to be compiled."""

Readiness = Literal["waiting", "compiling", "ready"]
"""Of a subject: nothing is done for it yet; somebody compiles or loads it; somebody is prepared."""

Home = tuple[Any, ...]

Tell = Callable[[str, Readiness], None]
"""Told a subject and its readiness."""


class Unprepared(Unanswered):
    """Nobody is prepared for the job's subject, or can be."""


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a job is done: everybody has an equal part of the workers' time."""

    who: tuple[Hashable, ...] = ()
    """All of these ask for it."""
    any_of: tuple[Hashable, ...] = ()
    """And any of these."""
    waits: bool = False
    """Whether nobody is there to see it: then it waits until nothing else is to be done."""


@dataclass(slots=True, eq=False)
class Job:
    """Something that a worker is to do."""

    request: Request
    read: Callable[[Any], Any] = lambda answer: answer
    """Makes a result of what a worker answers; raises ValueError and the like if it is none."""
    lease: float | None = None
    """Seconds within which it must be done."""
    subject: str = ""
    waits: bool = True
    """Whether it waits for somebody to be prepared, or is given up where nobody is."""
    tries: int = 1
    """How many processes may be lost over it."""
    moves: int = MOST_MOVES
    """How many lent workers may be lost before they have done it."""
    races: int = MOST_RACES
    """How many may be taken by somebody else before they have begun."""
    home: Home | None = None
    """Who did the last job of this home remembers it, and does this one too if possible."""
    asker: Asker = Asker()
    cost: float = 1.0
    """What it takes of a worker's time, to be fair to others who ask."""
    quick: bool = False
    """Whether it takes so little that it may be done by those who are kept free for such."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What is logged with it, if it fails."""
    place: tuple[bool, float, int] = (False, 0.0, 0)
    """In the queue."""
    result: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def done(self, result: Any) -> None:
        if not self.result.done():  # whoever wanted it may have gone
            self.result.set_result(result)

    def give_up(self, problem: Unanswered) -> None:
        if not self.result.done():
            self.result.set_exception(problem)


@dataclass(slots=True, eq=False)
class Slot:
    """Room for a worker, and what it does."""

    process: WorkerProcess | Lent
    prepared: set[str]
    """For which subjects it is."""
    only_prepares: bool = False
    only_quick: bool = False
    busy: bool = False
    preparing: bool = False

    @property
    def is_own(self) -> bool:
        """Whether it is a process of ours; the others are prepared, and replaced, where they are."""
        return isinstance(self.process, WorkerProcess)

    @property
    def is_free(self) -> bool:
        return not self.busy and not (isinstance(self.process, Lent) and self.process.is_taken)

    def can_do(self, subject: str, quick: bool = False) -> bool:
        """Now, or as soon as it has done another job."""
        if self.only_prepares or self.preparing or (self.only_quick and not quick):
            return False
        return not subject or subject in self.prepared


class Workers:
    """So many processes for these subjects, prepared in this order."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        jobs: int = 1,
        subjects: Iterable[str] = (),
        *,
        prepare: Callable[[str], Request] = lambda subject: {"do": "prepare", "subject": subject},
        one_first: bool = True,
        quick: int = 0,
        is_kept: Callable[[str], bool] = lambda subject: False,
        urgent: Sequence[str] | None = None,
        patience: float | None = None,
        environment: Mapping[str, str] | None = None,
        longest_answer: int = LONGEST_ANSWER,
        tell: Tell | None = None,
        compiled: Callable[[str], None] | None = None,
    ) -> None:
        """`command` starts a worker, in our environment and this. `prepare` is what it is asked so that it is prepared.

        `one_first`: one prepares a subject before the others, unless it `is_kept` already. `quick` workers more do
        nothing but quick jobs. `urgent` starts these and that one, if not `command`. `patience`: seconds that preparing
        may take.
        `longest_answer`: bytes. `tell` hears of each change of `readiness`, `compiled` of each subject once a process
        of ours is prepared for it, which others then find in the cache.
        """
        self.readiness: dict[str, Readiness] = dict.fromkeys(subjects, "waiting")
        """How far each subject is."""
        self.homes: dict[Home, Slot] = {}
        """Who did the last job of each home."""
        self._command, self._environment = command, environment or {}
        self._request, self._patience, self._longest_answer = prepare, patience, longest_answer
        self._tell, self._compiled = tell or (lambda subject, state: None), compiled or (lambda subject: None)
        self._slots = self._make_slots(name, jobs, quick, urgent)
        self._first = self._who_prepares_first(urgent) if one_first else None
        self._raw = [subject for subject in self.readiness if one_first and not is_kept(subject)]
        """Subjects that the first has still to prepare."""
        self._wanted: set[str] = set()
        """Those among them that somebody waits for: whoever is free prepares them, together with the first."""
        self._underway = Counter[str]()
        """How many prepare each of them now."""
        self._left_off: set[str] = set()
        """Those that the first has just been taken away from, for something that somebody waits for."""
        self._known = [subject for subject in self.readiness if subject not in self._raw]
        """Those that anybody may prepare: what had to be compiled has been, or cannot be kept for others."""
        self._here: set[str] = set()
        """Those that a process of ours was prepared for; others may be ready on other machines alone."""
        self._failures = Counter[str]()
        """In a row, to prepare a subject."""
        self._hopeless: dict[str, Unprepared] = {}
        """Subjects that cannot be prepared."""
        self._open: set[Job] = set()
        """All that is wanted and not done."""
        self._queue: list[Job] = []
        """What nobody works on yet, by place."""
        self._fair, self._numbers = {waits: Fair() for waits in (False, True)}, count()
        self._running, self._tasks = False, set[asyncio.Task[None]]()
        self._will_hand_out = False

    def _make_slots(self, name: str, jobs: int, quick: int, urgent: Sequence[str] | None) -> list[Slot]:
        usual = [self._slot(f"{name} {number}") for number in range(1, jobs + 1)]
        return usual + [self._slot(f"quick {name} {number}", urgent, only_quick=True) for number in range(1, quick + 1)]

    def _who_prepares_first(self, urgent: Sequence[str] | None) -> Slot:
        """Where there are several subjects somebody does nothing else, so that who is ready goes on meanwhile."""
        if len(self.readiness) <= 1 and self._slots:
            return self._slots[0]
        self._slots.append(self._slot("compiler", urgent, only_prepares=True))
        return self._slots[-1]

    # --- what they are told to do

    @property
    def pids(self) -> dict[str, int]:
        """The processes that there are, by name."""
        processes = (slot.process for slot in self._slots)
        return {process.name: process.pid for process in processes if process.pid is not None}

    def can_do(self, subject: str, quick: bool = False, *, only_quick: bool = False) -> bool:
        """Whether somebody is prepared for a subject; if asked so, one of those that do nothing but quick jobs."""
        return any(slot.can_do(subject, quick) for slot in self._slots if slot.only_quick or not only_quick)

    async def start(self) -> None:
        """Let them prepare; does not wait for them."""
        self._running = True
        self._hand_out()

    async def stop(self) -> None:
        """End all processes. Jobs that are not done are given up."""
        self._running = False
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in self._open:
            job.give_up(Unanswered("at an end"))
        await asyncio.gather(*(slot.process.end() for slot in self._slots))

    async def do(self, job: Job) -> Any:
        """The result of a job, in fair turns between those who ask; raises Unanswered."""
        if not self._running:
            raise Unanswered("at an end")
        self._open.add(job)
        asker = job.asker
        place = self._fair[asker.waits].place(*asker.who, any_of=asker.any_of, cost=job.cost)
        job.place = asker.waits, place, next(self._numbers)
        insort(self._queue, job, key=lambda job: job.place)
        self.want(job.subject)
        self._hand_out()
        try:
            return await job.result
        finally:
            self._open.discard(job)
            if job in self._queue:
                self._queue.remove(job)

    def want(self, subject: str) -> None:
        """Somebody waits for this, or soon will: it is prepared before others, at once if anybody is free."""
        if subject in self._raw and subject not in self._wanted:
            self._wanted.add(subject)
            self._raw.sort(key=lambda one: one != subject)
            self._leave_off()
            self._hand_out()

    def _leave_off(self) -> None:
        """Take the first away from what nobody waits for; whatever it has compiled whole is kept."""
        first = self._first.process if self._first and self._first.only_prepares and self._first.preparing else None
        unwanted = [one for one in self._raw if self._underway[one] and one not in self._wanted]
        if unwanted and isinstance(first, WorkerProcess) and first.interrupt():
            self._left_off.update(unwanted)

    def post(self, request: Request) -> None:
        """Tell all of them something that they do not answer."""
        for slot in self._slots:
            slot.process.post(request)

    def rest(self) -> None:
        """End the processes that do nothing; they are started again when they are wanted."""
        for slot in self._slots:
            if not slot.busy:
                slot.process.drop()

    # --- workers of other machines

    def borrow(self, loan: Loan) -> None:
        """From now on these do jobs too."""
        loan.changed = self._loan_changed
        self._slots += [Slot(lent, lent.prepared, only_quick=lent.only_quick) for lent in loan.workers]
        self._loan_changed(loan)

    def give_back(self, loan: Loan) -> None:
        """They are there no more: what they were at is done by others."""
        self._slots = [slot for slot in self._slots if slot.process not in loan.workers]
        self.homes = {home: slot for home, slot in self.homes.items() if slot.process not in loan.workers}
        loan.end()
        self._hand_out()

    def count(self, *, own: bool) -> int:
        """How many do jobs: processes of ours that run, or those that are lent."""
        found = [slot for slot in self._slots if slot.is_own == own and not slot.only_prepares]
        return sum(slot.process.pid is not None or not own for slot in found)

    def _loan_changed(self, loan: Loan) -> None:
        if any(not lent.only_quick for lent in loan.workers):
            for subject in self.readiness.keys() & loan.prepared:
                self._note(subject, "ready")
        self._hand_out_soon()

    # --- who does what

    def _hand_out_soon(self) -> None:
        """Once for all that other machines tell meanwhile, however much that is."""
        if not self._will_hand_out:
            self._will_hand_out = True
            asyncio.get_running_loop().call_soon(self._hand_out)

    def _hand_out(self) -> None:
        """Give everybody who is free something to do: a job, or else a subject to prepare."""
        self._will_hand_out = False
        if not self._running:
            return
        for job in list(self._queue):
            if problem := self._problem(job):
                self._queue.remove(job)
                job.give_up(problem)
            elif slot := self._free_for(job):
                self._queue.remove(job)
                self._fair[job.asker.waits].served(job.place[1])
                self._begin(slot, partial(self._work, slot, job))
        for slot in self._slots:
            if not slot.busy and (subject := self._to_prepare(slot)):
                self._underway[subject] += 1
                self._begin(slot, partial(self._prepare, slot, subject))

    def _problem(self, job: Job) -> Unanswered | None:
        """Why a job need not wait any longer, if so."""
        if self.can_do(job.subject, job.quick):
            return None
        return self._hopeless.get(job.subject) or (None if job.waits else Unprepared("nobody is prepared"))

    def _free_for(self, job: Job) -> Slot | None:
        """Who takes this job now: long ones rather those who are lent, quick ones rather our own, which are nearest."""
        free = [slot for slot in self._slots if slot.can_do(job.subject, job.quick) and slot.is_free]
        home = self.homes.get(job.home) if job.home else None
        free.sort(key=lambda slot: (slot.only_quick != job.quick, slot is not home, slot.is_own != job.quick))
        return next(iter(free), None)

    def _to_prepare(self, slot: Slot) -> str | None:
        raw = [one for one in self._raw if self._underway[one] < (TOGETHER if one in self._wanted else 1)]
        if slot is self._first and raw:
            return raw[0]
        if slot.only_prepares or not slot.is_own:
            return None
        known = (one for one in self._known if one not in slot.prepared and one not in self._hopeless)
        wanted = () if slot.only_quick else (one for one in raw if one in self._wanted)
        return next(chain(wanted, known), None)

    def _begin(self, slot: Slot, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let a worker do something, and then the next thing."""
        slot.busy = True

        async def do() -> None:
            try:
                await work()
            finally:
                slot.busy = False
                self._hand_out()

        task = asyncio.create_task(do())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what they do

    async def _work(self, slot: Slot, job: Job) -> None:
        process = slot.process
        if job.home:
            self.homes[job.home] = slot
        try:
            job.done(await process.ask(job.request, job.lease, job.read))
        except Withdrawn as problem:
            job.moves -= problem.is_lost
            job.races -= not problem.is_lost
            if job.moves and job.races and not job.result.done():
                self._queue.insert(0, job)
            else:
                job.give_up(problem)
        except Unanswered as problem:
            about = {"worker": process.name, **job.about}
            logger.warning("%s unanswered by %s: %s", job.request["do"], process.name, problem, extra=about)
            job.tries -= 1
            if job.tries and not problem.problem and not job.result.done():
                self._queue.insert(0, job)
            else:
                job.give_up(problem)

    async def _prepare(self, slot: Slot, subject: str) -> None:
        """Have a worker prepared for a subject, or one failure more."""
        self._note(subject, "compiling")
        slot.preparing, begun = True, perf_counter()
        about = {"worker": slot.process.name, "subject": subject}
        try:
            await slot.process.ask(self._request(subject), self._patience, lambda answer: None)
        except Unanswered as problem:
            if slot is not self._first or subject not in self._left_off:
                logger.warning("%s not prepared by %s: %s", subject, slot.process.name, problem, extra=about)
                self._failed(subject, problem)
        else:
            logger.info("%s prepared by %s", subject, slot.process.name, extra=about)
            slot.preparing = False
            self._succeeded(slot, subject)
        finally:
            slot.preparing = False
            self._underway[subject] -= 1
            if subject in self._raw and not (slot is self._first and subject in self._left_off):
                self._raw.remove(subject)
                self._known.append(subject)
            if slot is self._first:
                self._left_off.discard(subject)
            if slot.only_prepares and (not self._raw or perf_counter() - begun > LOADING):
                slot.process.drop()  # compiling took hundreds of megabytes, which it would not give back

    def _succeeded(self, slot: Slot, subject: str) -> None:
        slot.prepared.add(subject)
        if subject not in self._here:
            self._here.add(subject)
            self._compiled(subject)
        if not (slot.only_prepares or slot.only_quick):
            self._failures.pop(subject, None)
            self._note(subject, "ready")

    def _failed(self, subject: str, problem: Unanswered) -> None:
        """What cannot be prepared is not tried for ever: other subjects would suffer, and so would who waits.

        What was ready once can be: then it is workers that are lost, and there will be others.
        """
        self._failures[subject] += 1
        excused = self.readiness[subject] == "ready" and not problem.problem
        if self._failures[subject] >= MOST_FAILURES and not excused:
            self._hopeless[subject] = Unprepared(str(problem), problem=problem.problem, code=problem.code)
            logger.error("%s cannot be prepared", subject, extra={"subject": subject})

    def _note(self, subject: str, state: Readiness) -> None:
        """A subject is so far now; what was ready once stays so, even while a worker is replaced."""
        if self.readiness[subject] not in (state, "ready"):
            self.readiness[subject] = state
            try:
                self._tell(subject, state)
            except Exception:
                logger.exception("nobody could be told that %s is %s", subject, state)

    def _slot(self, name: str, command: Sequence[str] | None = None, **what: bool) -> Slot:
        """Room for a worker, which is prepared for nothing any more when it is lost; it is replaced at once."""
        prepared = set[str]()

        def lost() -> None:
            prepared.clear()
            self._hand_out()

        return Slot(self._process(name, command, lost), prepared, **what)

    def _process(self, name: str, command: Sequence[str] | None, lost: Callable[[], None]) -> WorkerProcess:
        return WorkerProcess(name, command or self._command, self._environment, lost, self._longest_answer)
