"""One game between bots: each is asked with its own view, they talk where the rules let them, and faults are noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, TypeVar

from tablier.bots.bot import Bot, Talker
from tablier.bots.driver import ROUNDS_OF_TALK, SPEAK, Driver, Listener, Said, Situation, heard_by
from tablier.engine.errors import BadMessage, IllegalAction, TablierError
from tablier.engine.talk import Message
from tablier.engine.words import shorten
from tablier.record.match import Match

MOST_OF_A_FAULT = 300
"""Characters that are kept of what was wrong."""

DIGITS = 6
"""Of the seconds that are told: nobody's clock goes finer."""

T = TypeVar("T")

Kind = Literal["illegal", "exception", "talk"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a bot did wrong."""

    seat: int
    kind: Kind
    """An illegal action or an exception ends the game; talk that is not allowed is not heard, and the game goes on."""
    what: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game between bots went. What is counted for each seat is in order of the seats."""

    shares: tuple[float, ...]
    """Each seat's share of the win. A seat that ended the game by a fault has none; the others share it evenly."""
    turns: int
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    """Of thinking in all, talk included."""
    longest: tuple[float, ...]
    """The most seconds for one choice, with the talk before it."""
    faults: tuple[Fault, ...] = ()


def play_out(match: Match, bots: Sequence[Bot], talk: bool = True) -> Outcome:
    """Let bots play a match to its end, one for each seat. The match has a seed, so that nature plays by itself."""
    return _Bout(match, bots, talk).play()


class _Forfeit(Exception):
    """A fault after which its seat cannot play on."""

    def __init__(self, seat: int, kind: Kind, what: object) -> None:
        self.fault = Fault(seat, kind, shorten(what, MOST_OF_A_FAULT))


@dataclass(slots=True)
class _Clock:
    """How long a seat has thought."""

    choices: int = 0
    seconds: float = 0
    longest: float = 0
    running: float = 0
    """Since its last choice."""

    def stop(self) -> None:
        """It has chosen."""
        self.choices += 1
        self.seconds += self.running
        self.longest = max(self.longest, self.running)
        self.running = 0


class _Bout:
    def __init__(self, match: Match, bots: Sequence[Bot], talk: bool) -> None:
        if len(bots) != len(match.seats):
            raise ValueError(f"{len(match.seats)} seats want as many bots, not {len(bots)}")
        if match.seed is None:
            raise ValueError("bots play a match that has a seed; otherwise nature would have to be played for it")
        self.match = match
        self.bots = [Listener(bot) for bot in bots]
        self.drivers = {seat: Driver() for seat, bot in enumerate(bots) if talk and isinstance(bot, Talker)}
        self.talk: list[Said] = []
        self.clocks = [_Clock() for _ in bots]
        self.faults: list[Fault] = []

    def play(self) -> Outcome:
        try:
            while not self.match.over:
                self._discuss()
                self._decide()
            shares = tuple(map(float, self.match.shares or ()))
        except _Forfeit as forfeit:
            self.faults.append(forfeit.fault)
            even = 1 / (len(self.bots) - 1)
            shares = tuple(0.0 if seat == forfeit.fault.seat else even for seat in range(len(self.bots)))
        return Outcome(
            shares=shares,
            turns=len(self.match.lines()),
            choices=tuple(clock.choices for clock in self.clocks),
            seconds=tuple(round(clock.seconds, DIGITS) for clock in self.clocks),
            longest=tuple(round(clock.longest, DIGITS) for clock in self.clocks),
            faults=tuple(self.faults),
        )

    def _decide(self) -> None:
        """Every seat that is to act chooses before any of them has, so that none can see who was quicker."""
        chosen = {seat: self._choose(seat) for seat in self.match.pending}
        for seat, action in chosen.items():
            try:
                self.match.play(action, seat)
            except IllegalAction as problem:
                raise _Forfeit(seat, "illegal", problem) from None

    def _choose(self, seat: int) -> str:
        now = self._situation(seat)
        action = self._ask(seat, lambda: self.bots[seat].choose(now.view, now.heard))
        self.clocks[seat].stop()
        return action

    def _ask(self, seat: int, question: Callable[[], T]) -> T:
        begun = perf_counter()
        try:
            return question()
        except Exception as problem:
            raise _Forfeit(seat, "exception", f"{type(problem).__name__}: {problem}") from problem
        finally:
            self.clocks[seat].running += perf_counter() - begun

    def _situation(self, seat: int) -> Situation:
        """All that a bot goes by: among bots nobody is waited for."""
        view = self.match.view(seat)
        return Situation(view, heard_by(seat, view.turn, self.talk))

    # --- talk

    def _discuss(self) -> None:
        """Before a decision: those who have something to say speak in turn, until nobody has; but not for ever."""
        for _ in range(ROUNDS_OF_TALK):
            if not sum(self._speak(seat) for seat in self.drivers):
                return

    def _speak(self, seat: int) -> int:
        """Let a seat say what it has to say. Return how much of it was heard."""
        now = self._situation(seat)
        if self.drivers[seat].next(now) != SPEAK:
            return 0
        messages = self._ask(seat, lambda: self.bots[seat].speak(now.view, now.heard))
        allowed = [Said(now.view.turn, message) for message in messages if self._may_say(seat, message)]
        self.talk.extend(allowed)
        return len(allowed)

    def _may_say(self, seat: int, message: Message) -> bool:
        """Whether the rules let it be said; if not, it is noted."""
        try:
            if message.by != seat:
                raise BadMessage("it is said in another's name")
            self.match.check(message)
        except (TablierError, TypeError, AttributeError) as problem:  # the last two: it is no message at all
            self.faults.append(Fault(seat, "talk", shorten(problem, MOST_OF_A_FAULT)))
            return False
        return True
