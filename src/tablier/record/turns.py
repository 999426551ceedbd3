"""What was played, turn by turn, as each viewer may know it. Everything that is written of a game is written here.

A *viewer* is a seat, PUBLIC for somebody who only watches, or EVERYTHING where nothing is hidden.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablier.engine.game import Played
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.language import Saying
from tablier.record.gamefile import numbered

Viewer = int | None
EVERYTHING = None

Texts = Mapping[Viewer, str]
"""The same thing as each viewer may know it."""

NOTHING: Texts = {}

Written = tuple[int, Texts]
"""Who did something, and how it is written."""


def everybody(seats: int) -> tuple[Viewer, ...]:
    """Every viewer that there is."""
    return (EVERYTHING, PUBLIC, *range(seats))


class Move(NamedTuple):
    """One action of a game."""

    seat: int
    action: int
    text: str
    """As it is written, with nothing hidden."""
    turn: int
    """The number of the turn that it belongs to, as the game counts them."""


class Turn(NamedTuple):
    """One turn, as a viewer may know it: a line of the game file."""

    number: int
    """Counted from 1."""
    seats: tuple[int, ...]
    """Who acted in it."""
    line: str
    end: int
    """How many actions there had been when it ended: `match.at(end)` is where it led."""
    revealed: bool = False
    """Whether its end showed what had been played in secret before."""


class Stage(NamedTuple):
    """How far a game has come. It is asked for again and again, and found out once for each position."""

    turn: int
    """As the game counts them."""
    pending: tuple[int, ...]
    """The seats that may act; (NATURE,) when chance is to act; () when it is over."""

    @property
    def over(self) -> bool:
        return not self.pending


def stage_of(position: Position) -> Stage:
    return Stage(position.turn, position.pending)


class Step(NamedTuple):
    """An action with all that is told of it."""

    move: Move
    stream: str
    """Of chance, where nature acted."""
    texts: Texts
    lines: Texts | None
    """Where the action ended a turn: the turn, in one line."""
    stage: Stage
    """To which it has led."""
    revealed: tuple[Played, ...] = ()
    """Where the action ended a turn: what was played in it in secret, and is known to everybody from now on."""
    sayings: Mapping[Viewer, Saying | None] = {}
    """In a draft: what each is told of it in words."""

    @property
    def acts_again(self) -> bool:
        """Whether it is for the same seat to go on, in the same turn."""
        return self.lines is None and self.move.seat in self.stage.pending


class Turns:
    """The turns of one game, for some viewers, kept as they are made."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self.viewers = tuple(dict.fromkeys((EVERYTHING, *viewers)))
        self.moves: list[Move] = []
        self._finished: dict[Viewer, list[Turn]] = {viewer: [] for viewer in self.viewers}
        self.unfinished: list[Written] = []
        """Who did what in the turn that is being played."""
        self._text: dict[Viewer, tuple[int, str]] = {}
        """How many turns have been put together for a game file, and the text."""

    def act(
        self,
        position: Position,
        seat: int,
        action: int,
        stream: str = "",
        *,
        texts: Texts = NOTHING,
        lines: Texts = NOTHING,
        stage: Stage | None = None,
    ) -> Step:
        """Play an action, and write it down; what of it is written already, to a viewer, is left as it is.

        `stage`: that of the position before it, where somebody knows it.
        """
        step = self.step(self.unfinished, position, seat, action, stream, texts=texts, lines=lines, stage=stage)
        self.add(step)
        return step

    def step(
        self,
        unfinished: Sequence[Written],
        position: Position,
        seat: int,
        action: int,
        stream: str = "",
        *,
        texts: Texts = NOTHING,
        lines: Texts = NOTHING,
        stage: Stage | None = None,
    ) -> Step:
        """The same for an action in a turn of which this was played before it; nothing is written down yet."""
        texts = self._written(position, seat, action, texts)
        move = Move(seat, action, texts[EVERYTHING], stage.turn if stage else position.turn)
        position.apply(seat, action)
        after = stage_of(position)
        if after.turn == move.turn and after.pending:
            step = Step(move, stream, texts, None, after)
        else:
            played = [*unfinished, (seat, texts)]
            lines = self._lines(played, position, lines)
            is_known = len(set(lines.values())) == 1
            step = Step(move, stream, texts, lines, after, tuple(_in_secret(played)) if is_known else ())
        return step

    def add(self, step: Step) -> None:
        """Write down a step."""
        self.moves.append(step.move)
        self.unfinished.append((step.move.seat, step.texts))
        if step.lines is not None:
            self._finish(step.lines, bool(step.revealed))

    def in_secret(self) -> list[Played]:
        """What seats have done in the turn that is being played that not every viewer knows."""
        return _in_secret(self.unfinished)

    def of(self, viewer: Viewer, position: Position) -> list[Turn]:
        """The turns as a viewer may know them; the last is perhaps unfinished, and led to this position."""
        finished = self._finished[viewer]
        if not self.unfinished:
            return [*finished]
        return [
            *finished,
            Turn(len(finished) + 1, self._actors(), _line(self.unfinished, viewer, position), len(self.moves)),
        ]

    def text(self, viewer: Viewer, position: Position) -> str:
        """The same as a game file has them. What was written once is not written again."""
        finished = self._finished[viewer]
        count, text = self._text.get(viewer, (0, ""))
        text += numbered(count + 1, (turn.line for turn in finished[count:]))
        self._text[viewer] = len(finished), text
        last = [_line(self.unfinished, viewer, position)] if self.unfinished else []
        return text + numbered(len(finished) + 1, last)

    def finished_at(self, actions: int) -> int:
        """How many turns were finished after so many actions."""
        finished = self._finished[EVERYTHING]
        if not finished or finished[-1].end <= actions:
            return len(finished)
        return bisect_right(finished, actions, key=lambda turn: turn.end)

    def begin_of_turn(self, actions: int) -> int:
        """How many actions there had been when the turn began that was being played after so many actions."""
        count = self.finished_at(actions)
        return self._finished[EVERYTHING][count - 1].end if count else 0

    def truncate(self, begin: int) -> None:
        """Back to the beginning of a turn."""
        count = self.finished_at(begin)
        for turns in self._finished.values():
            del turns[count:]
        del self.moves[begin:]
        self.unfinished = []
        self._text.clear()

    def _written(self, position: Position, seat: int, action: int, known: Texts) -> Texts:
        write, record = position.game.notation.write, position.record
        if not position.game.secrets:
            text = known[PUBLIC] if PUBLIC in known else write(record, seat, action)
            return {**dict.fromkeys(self.viewers, text), **known}
        return {
            viewer: known[viewer] if viewer in known else write(record, seat, action, viewer) for viewer in self.viewers
        }

    def _lines(self, played: Sequence[Written], position: Position, known: Texts) -> Texts:
        if not position.game.secrets:
            line = known[PUBLIC] if PUBLIC in known else _line(played, EVERYTHING, position)
            return {**dict.fromkeys(self.viewers, line), **known}
        return {
            viewer: known[viewer] if viewer in known else _line(played, viewer, position) for viewer in self.viewers
        }

    def _actors(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(seat for seat, _ in self.unfinished if seat != NATURE))

    def _finish(self, lines: Texts, revealed: bool) -> None:
        number, seats, end = len(self._finished[EVERYTHING]) + 1, self._actors(), len(self.moves)
        made = {line: Turn(number, seats, line, end, revealed) for line in {*lines.values()}}  # most know the same
        for viewer, turns in self._finished.items():
            turns.append(made[lines[viewer]])
        self.unfinished = []


def _in_secret(played: Iterable[Written]) -> list[Played]:
    return [(seat, texts[EVERYTHING]) for seat, texts in played if seat != NATURE and len(set(texts.values())) > 1]


def _line(played: Iterable[Written], viewer: Viewer, position: Position) -> str:
    """The actions of a turn that has led to this position, in one line."""
    told = [(seat, texts[viewer]) for seat, texts in played]
    seen = position if viewer is EVERYTHING else position.view(viewer)
    return position.game.notation.write_line(told, seen.record)
