"""Players without search, to measure the others by."""

from __future__ import annotations

from tablier.bots.player import seat_to_act
from tablier.engine import rng
from tablier.engine.position import Position
from tablier.search import greedy


class Greedy:
    """It takes the turn that looks best at once by the game's own estimate, and never thinks of the next."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        random = rng.seeded("greedy", self.seed, view.to_bytes().hex())
        return view.write(seat, greedy.action_of(view, seat, random))


class Random:
    """It takes any legal action, each as likely as another."""

    def __init__(self, seed: int = 0) -> None:
        self.random = rng.seeded("random", seed)

    def choose(self, view: Position) -> str:
        seat = seat_to_act(view)
        actions = view.actions(seat)
        return view.write(seat, actions[rng.below(self.random, len(actions))])
