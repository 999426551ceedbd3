"""OpenSpiel's own search as a bot of ours, through our adapter: UCT, with one random game for each leaf.

Where all is open that is its MCTS in C++. Where something is hidden it is its ISMCTS in Python: the one in C++ does not
ask a game in Python what a player cannot know (OpenSpiel 2.0.2, as all that is said here).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tablier import adapters
from tablier.adapters.spiel import Moment
from tablier.bots.player import seat_to_act
from tablier.engine.position import Position

EXPLORATION = 1.4
MEMORY = 500
"""Megabytes that the tree in C++ may take."""

SEEDS = 1 << 31
"""They are below this."""


class Theirs:
    """It thinks for so many simulations, anew for each action."""

    def __init__(self, simulations: int, seed: int) -> None:
        self.simulations, self.seed = simulations, seed % SEEDS
        self.spiel: Any = None
        """The game, once a view tells its options."""

    def choose(self, view: Position) -> str:
        if self.spiel is None:
            self.spiel = spiel_game(view.game.name, tuple(view.options.items()))
            self.search = (self.ismcts if view.game.secrets else self.mcts)()
        # `step` of what is in C++ lets go of the interpreter's lock, which no game in Python survives
        _, action = self.search.step_with_policy(self.state(view))
        return view.write(seat_to_act(view), int(action))

    def state(self, view: Position) -> Any:
        """Where the seat is, as far as it knows: what is hidden is drawn here, and by ISMCTS anew each time."""
        words = view.deal(0).record.reshape(1).view(np.int32).copy()
        state, table = self.spiel.new_initial_state(), self.spiel.table
        state.moment = Moment(table, words, table.look_ahead(table.desk, words))
        return state

    def mcts(self) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
        return pyspiel.MCTSBot(
            self.spiel, evaluator, uct_c=EXPLORATION, max_simulations=self.simulations, max_memory_mb=MEMORY,
            solve=False, seed=self.seed, verbose=False,
        )  # fmt: skip

    def ismcts(self) -> Any:
        random = np.random.RandomState(self.seed)
        return ismcts.ISMCTSBot(
            self.spiel, mcts.RandomRolloutEvaluator(1, random), EXPLORATION, self.simulations, random_state=random,
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip


@cache
def spiel_game(name: str, options: tuple[tuple[str, Any], ...]) -> Any:
    """Our game, as OpenSpiel has it."""
    adapters.openspiel()
    written = ",".join(f"{key}={str(value).replace(',', '/')}" for key, value in options)
    return pyspiel.load_game(f"tablier_{name.replace('-', '_')}({written})")
