"""One game of a batch, as one environment: what both of PettingZoo's interfaces have in common."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

from tablier.engine.errors import UnknownSeat
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.words import shorten
from tablier.lab.batch import Batch
from tablier.lab.blocks import NEXT_GAME, NOT_LEGAL

LEAST, MOST = np.iinfo(np.int32).min, np.iinfo(np.int32).max


class Seats:
    """A batch of one game, and what its agents, named after the seats, are shown of it."""

    def __init__(self, game: str | Game, seed: int, options: Mapping[str, Any]) -> None:
        self.batch = Batch(game, 1, seed=seed, legal="masks", restart=False, log=False, options=options)
        self.agents = list(self.batch.seats)
        self.numbers = {agent: number for number, agent in enumerate(self.agents)}
        words, actions = self.batch.obs.shape[1], self.batch.game.rules.ACTION_COUNT
        self.observation_spaces = {agent: observation_space(words, actions) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._step = self.batch.stepping()
        # the batch writes these anew with each step
        self._copy_words, self._copy_mask = self.batch.obs[0].copy, self.batch.masks.view(np.int8)[0].copy
        self.seat = int(self.batch.seat[0])
        """Who is to act, of several the first; NOBODY when it is over."""

    def seed(self, seed: int | None) -> None:
        """Begin anew: the first game of a seed, or the next."""
        if seed is None:
            self.seat = self._step(NEXT_GAME)
        else:
            self.batch.reset(seed=seed)
            self.seat = int(self.batch.seat[0])

    def act(self, action: Any) -> int:
        """Play an action of the agent that is to act; raises BadActions or IllegalInBatch, and then nothing changes.

        Return who is to act then.
        """
        try:
            number = index(action)
            seat = self._step(number) if number >= 0 else NOT_LEGAL
        except (TypeError, OverflowError):  # it is no number, or none that there could be
            seat = NOT_LEGAL
        if seat == NOT_LEGAL:
            self.act_together([action])
        else:
            self.seat = seat
        return self.seat

    def act_together(self, actions: Any) -> None:
        """Play an action of each agent at once, [1, seats]; or, [1], that of who is to act. Raises the same."""
        self.batch.step(actions)
        self.seat = int(self.batch.seat[0])

    def observe(self, agent: str) -> dict[str, Buffer]:
        """What an agent sees, and which of its actions are legal; raises UnknownSeat."""
        seat = self.numbers.get(agent)
        if seat is None:
            raise self.unknown(agent)
        if self.seat == seat:
            return {"observation": self._copy_words(), "action_mask": self._copy_mask()}
        words = self.batch.view_of(seat).view(np.int32)
        return {"observation": words, "action_mask": self.batch.masks_of(seat).view(np.int8)[0]}

    def unknown(self, agent: object) -> UnknownSeat:
        """What to say of an agent that is not here."""
        return UnknownSeat(f"there is no agent {shorten(agent)!r}; there are: {', '.join(self.agents)}")

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
