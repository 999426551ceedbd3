"""One game of a batch, as one environment: what both of PettingZoo's interfaces have in common."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.lab.batch import Batch

LEAST, MOST = np.iinfo(np.int32).min, np.iinfo(np.int32).max

NONE = -1
"""In place of an action."""


class Seats:
    """A batch of one game, and what its agents, named after the seats, are shown of it."""

    def __init__(self, game: str | Game, seed: int, options: Mapping[str, Any]) -> None:
        self.batch = Batch(game, 1, seed=seed, legal="masks", restart=False, log=False, options=options)
        self.agents = list(self.batch.seats)
        self.numbers = {agent: number for number, agent in enumerate(self.agents)}
        words, actions = self.batch.obs.shape[1], self.batch.game.rules.ACTION_COUNT
        self.observation_spaces = {agent: observation_space(words, actions) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        # the batch writes these anew with each step; a memoryview gives a number in a third of NumPy's time
        self._words, self._mask = self.batch.obs[0], self.batch.masks.view(np.int8)[0]
        self._seat, self._legal = self.batch.seat.data, self._mask.data
        asked = np.zeros((1, 1), dtype=np.int32)
        self._asked, self._step = asked[0].data, self.batch.stepping(asked)

    def seed(self, seed: int | None) -> None:
        """Begin anew: the first game of a seed, or the next."""
        self.batch.reset(seed=seed)

    def act(self, action: Any) -> None:
        """Play an action of the agent that is to act; raises BadActions or IllegalInBatch, and then nothing changes."""
        try:
            number = index(action)
        except TypeError:
            number = NONE
        if 0 <= number < len(self._legal) and self._legal[number]:
            self._asked[0] = number
            self._step()
        else:
            self.batch.step(np.array([action]))

    def observe(self, agent: str) -> dict[str, Buffer]:
        """What an agent sees, and which of its actions are legal."""
        seat = self.numbers[agent]
        if self._seat[0] == seat:
            return {"observation": self._words.copy(), "action_mask": self._mask.copy()}
        words = self.batch.view_of(seat).view(np.int32)
        return {"observation": words, "action_mask": self.batch.masks_of(seat).view(np.int8)[0]}

    @property
    def seat(self) -> int:
        """Who is to act, of several the first; NOBODY when it is over."""
        number: int = self._seat[0]
        return number

    def pending(self) -> list[str]:
        """Who may act now."""
        return [agent for agent, seat in self.numbers.items() if self.batch.pending[0] >> seat & 1]

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.agents, self.batch.reward[0].tolist(), strict=True))

    def picture(self) -> str:
        """The position, drawn with letters, with what everybody may see."""
        return str(self.batch.position(0))


def observation_space(words: int, actions: int) -> spaces.Dict:
    """Words of a view, and a mask of actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, (words,), np.int32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
