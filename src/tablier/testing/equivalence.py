"""Check that compiled and interpreted rules are the same rules."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from tablier.engine import compiled
from tablier.engine.game import Game
from tablier.engine.kernels import Rules
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.engine.rng import seeded
from tablier.testing.exploration import Draw, NotConforming, Run, explore
from tablier.testing.playing import sample_of_actions

STEPS = 12


def compiled_rules_agree(game: Game, options: Settled, effort: float = 1) -> None:
    """Compiled and interpreted, every kernel gives the same answer and leaves the same bytes, action after action.

    Where compiling is switched off (`TABLIER_JIT=0`) there is nothing to compare.
    """
    if compiled.enabled():
        comparison = Comparison(game)
        comparison.call("setup", Position(game, **options))
        explore(game, options, comparison.examine, examples=8 * effort, tail=0)


class Comparison:
    """The same calls on two copies of a record, one compiled and one interpreted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plain = game.rules
        self.fast = _compiled(game)

    def examine(self, run: Run, draw: Draw) -> None:
        for _ in range(STEPS):
            self.ask(run, draw)
            before = run.current.copy()
            if not run.act_by_choice(draw):
                break
            self.call("apply", before, *run.actions[-1])

    def ask(self, run: Run, draw: Draw) -> None:
        """Everything that can be asked of a position."""
        position = run.current
        self.call("pending", position)
        self.call("over", position)
        self.call("chances", position, *self.game.buffers())
        if position.over:
            self.call("shares", position, np.zeros(len(run.seats), dtype=np.int64))
        for seat in run.seat_numbers:
            self.call("legal", position, seat, self.game.buffers()[0])
            for action in sample_of_actions(self.game, set(position.actions(seat)), draw, most=25):
                self.call("forbids", position, seat, action)
        for viewer in run.viewers:
            self.call("hide", position, viewer)
            self.call("deal", position.view(viewer), viewer, seeded("deal", draw(st.integers(0, 999))))

    def call(self, name: str, position: Position, *args: Any) -> None:
        """Call both, and compare what they give, what they leave in the record and what they write into buffers."""
        plain, fast = (_call(vars(rules)[name], name, position, args) for rules in (self.plain, self.fast))
        if plain != fast:
            shown = ", ".join(str(arg) for arg in args if isinstance(arg, int))
            raise NotConforming(f"{name}({shown}): interpreted {self.tell(plain)}; compiled {self.tell(fast)}")

    def tell(self, result: Result) -> str:
        record = np.frombuffer(result.record, dtype=self.game.dtype)[0]
        return f"gives {result.given}, writes {result.written} and leaves {record}"


class Result(NamedTuple):
    """What a kernel has done."""

    given: int | None
    written: list[list[int]]
    """What stands in the buffers that it was given."""
    record: bytes


@cache
def _compiled(game: Game) -> Rules:
    return compiled.compiled_entries(game.rules)


def _call(function: Any, name: str, position: Position, args: tuple[Any, ...]) -> Result:
    array = np.atleast_1d(position.record).copy()
    own = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
    with np.errstate(all="raise"):  # interpreted, what overflows would otherwise only warn
        result = function(array[0], *own)
    given = None if result is None else int(result)
    counted = given if name in ("legal", "chances") else None
    return Result(given, [arg[:counted].tolist() for arg in own if isinstance(arg, np.ndarray)], array.tobytes())
