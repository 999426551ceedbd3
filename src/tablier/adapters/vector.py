"""Our games for Gymnasium: many games from one seat, against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from tablier.adapters.seats import LEAST, MOST
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.registry import find
from tablier.lab.batch import Batch

Step = tuple[Buffer, Buffer, Buffer, Buffer, dict[str, Any]]


class GymVector(VectorEnv[Buffer, Buffer, Buffer]):
    """Games side by side, of which one seat is played from outside. A game that is over begins anew with the next step.

    An action that is not legal is refused, with the game and the rule, and then nothing has changed: choose by
    `info["action_mask"]`.
    """

    def __init__(
        self, game: str | Game, n: int, *, seat: int, opponent: str | int, seed: int, options: Mapping[str, Any]
    ) -> None:
        found = game if isinstance(game, Game) else find(game)
        settled = found.settle(options)
        self.seat = found.seat(seat, settled)
        others = {other: opponent for other in range(len(found.seats(settled))) if other != self.seat}
        self.batch = Batch(found, n, seed=seed, legal="masks", bots=others, log=False, options=settled)
        self.num_envs = n
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = spaces.Box(LEAST, MOST, (self.batch.obs.shape[1],), np.int32)
        self.single_action_space = spaces.Discrete(found.rules.ACTION_COUNT)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, n)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, n)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Buffer, dict[str, Any]]:
        """Begin the games of a seed; without one, the next."""
        super().reset(seed=seed)
        self.batch.reset(seed=seed)
        return self.batch.obs.copy(), self._info()

    def step(self, actions: Buffer) -> Step:
        self.batch.step(actions)
        rewards = self.batch.reward[:, self.seat].astype(np.float64)
        over = self.batch.done.copy()
        return self.batch.obs.copy(), rewards, over, np.zeros_like(over), self._info()

    def sample(self) -> Buffer:
        """A legal action in each game, each as likely as another."""
        return np.maximum(0, self.batch.sample())

    def _info(self) -> dict[str, Any]:
        """Which actions are legal; in a game that is over all are, as none counts."""
        masks = self.batch.masks.astype(np.int8)
        masks[self.batch.done] = 1
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}
