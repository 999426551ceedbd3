"""What would happen in a match if something were played: decided before it is stored, and taken over once it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.language import Saying
from tablier.record.ending import End
from tablier.record.story import saying
from tablier.record.turns import EVERYTHING, Stage, Step, Turns, Viewer


class Draft(NamedTuple):
    """What would happen."""

    steps: tuple[Step, ...]
    """What is played, and what nature does after it."""
    end: End | None
    """How the rules then end the game, if they do."""


class Drafting:
    """What would happen, step by step, from a position that stays as it is."""

    def __init__(self, position: Position, stage: Stage, turns: Turns, drawn: Mapping[str, int]) -> None:
        self.position, self.stage, self.drawn = position, stage, dict(drawn)
        self.steps: list[tuple[Position, Step]] = []
        """Each with where it led."""
        self._turns, self._unfinished = turns, turns.unfinished
        self._viewers = [viewer for viewer in turns.viewers if viewer is not EVERYTHING]
        self._seen: dict[Viewer, Position] = {}
        """What each sees of the position, where somebody has looked."""

    def play(self, seat: int, action: int, stream: str = "") -> None:
        """With what everybody is told of it."""
        before, self.position = self.position, self.position.copy()
        step = self._turns.step(self._unfinished, self.position, seat, action, stream, stage=self.stage)
        self.steps.append((self.position, step._replace(sayings=self._sayings(before, step))))
        self.stage = step.stage
        self._unfinished = [*self._unfinished, (seat, step.texts)] if step.lines is None else []
        if seat == NATURE:
            self.drawn[stream] = self.drawn.get(stream, 0) + 1

    def _sayings(self, before: Position, step: Step) -> dict[Viewer, Saying | None]:
        (seat, action, full, _), after = step.move, self.position
        if not after.game.secrets:
            return dict.fromkeys(self._viewers, saying(before, seat, action, after, EVERYTHING))
        texts, seen = step.texts, self._seen or self._views(before)
        now = self._seen = self._views(after)
        return {
            viewer: saying(seen[viewer], seat, action, now[viewer], viewer, texts[viewer] == full)
            for viewer in self._viewers
        }

    def _views(self, position: Position) -> dict[Viewer, Position]:
        return {viewer: position.view(viewer) for viewer in self._viewers}
