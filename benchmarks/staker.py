"""The staker: in Master Citadel, a few points towards its own line in every round, whatever the others do.

It knows nothing, and whoever thinks ought to have at least as much of the win. It is here to measure the bots by.
"""

from __future__ import annotations

from tablier.engine import rng
from tablier.engine.position import Position
from tablier.games.master_citadel import rules
from tablier.games.master_citadel.notation import order_name

FEW = (2, 6)
"""The least that it stakes, and the most."""


class Staker:
    """Stakes 2 to 6 points straight towards its line, any of these as likely; at the end what it has left."""

    def __init__(self, seed: int = 0) -> None:
        self.random = rng.seeded("staker", seed)

    def choose(self, view: Position) -> str:
        seat = view.viewer
        assert seat is not None
        if view.actions(seat) == [rules.SILENCE]:
            return view.write(seat, rules.SILENCE)
        least, most = FEW
        stake = least + rng.below(self.random, most - least + 1)
        return order_name(min(stake, int(view.record.points[seat])) * 8 + 2 * seat)
