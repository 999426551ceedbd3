"""Our games for PettingZoo, one agent at a time or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from tablier.adapters.seats import Seats
from tablier.engine.errors import BadActions, BadOption
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.lab.blocks import NOBODY

Observation = dict[str, Buffer]

RENDER_MODES = ["ansi"]


class Aec(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo says nothing of its types
    """One agent acts at a time. An action that is not legal is refused, with the rule, and changes nothing."""

    def __init__(
        self, game: str | Game, *, seed: int = 1, render_mode: str | None = None, options: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self.seats = Seats(game, seed, options)
        self.metadata = _metadata(self.seats)
        self.render_mode = _render_mode(render_mode)
        self.possible_agents = list(self.seats.agents)
        self.observation_spaces = self.seats.observation_spaces
        self.action_spaces = self.seats.action_spaces
        self._begin()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        return self.seats.observe(agent)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What PettingZoo's own gives, of which a step would spend a tenth of its time on the way."""
        agent = self.agent_selection
        return (
            self.seats.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed; without one, the next."""
        self.seats.seed(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.seats.seat]

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play; raises BadActions or IllegalInBatch, and then nothing has changed."""
        if not self.agents:
            raise BadActions("the game is over; reset begins the next")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seat = self.seats.act(action)
        if seat == NOBODY:
            self._end()
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        """There are no rewards before."""
        self.rewards = self.seats.rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        return self.seats.picture() if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""


class Parallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # the same
    """All agents act at once. Who is not to act has no legal action but 0, which does not count."""

    def __init__(
        self, game: str | Game, *, seed: int = 1, render_mode: str | None = None, options: Mapping[str, Any]
    ) -> None:
        self.seats = Seats(game, seed, options)
        self.metadata = _metadata(self.seats)
        self.render_mode = _render_mode(render_mode)
        self.possible_agents = list(self.seats.agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = self.seats.observation_spaces
        self.action_spaces = self.seats.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the first game of a seed; without one, the next."""
        self.seats.seed(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play; raises BadActions, UnknownSeat or IllegalInBatch, and then nothing has changed."""
        self._check(actions)
        self.seats.act_together([[actions.get(agent, 0) for agent in self.possible_agents]])
        over = self.seats.seat == NOBODY
        observations, infos = self._observations(), self._infos()
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, self.seats.rewards(), ended, cut, infos

    def _check(self, actions: Mapping[str, int]) -> None:
        """See that whoever is to act has an action, and nobody else than the agents of the game."""
        if not isinstance(actions, Mapping):
            raise BadActions(f"actions are given by agents, as {{{self.possible_agents[0]!r}: 0, ...}}")
        for agent in actions:
            if agent not in self.seats.numbers:
                raise self.seats.unknown(agent)
        if missing := [agent for agent in self.seats.pending() if agent not in actions]:
            raise BadActions(f"who is to act has no action: {', '.join(missing)}")

    def _observations(self) -> dict[str, Observation]:
        seen = {agent: self.seats.observe(agent) for agent in self.agents}
        for observation in seen.values():
            if not observation["action_mask"].any():
                observation["action_mask"][0] = 1
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        pending = self.seats.pending()
        return {agent: {"to_act": agent in pending} for agent in self.agents}

    def render(self) -> str | None:
        return self.seats.picture() if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""


def _metadata(seats: Seats) -> dict[str, Any]:
    name = f"tablier_{seats.batch.game.name.replace('-', '_')}_v0"
    return {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": False}


def _render_mode(mode: str | None) -> str | None:
    if mode not in (None, *RENDER_MODES):
        raise BadOption(f"render_mode: {mode!r} is not possible; it is {' or '.join(RENDER_MODES)}")
    return mode
