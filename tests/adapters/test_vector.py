"""Gymnasium: many games from one seat, and its own checks of what an environment gives."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tablier
from tablier import adapters
from tablier.engine.errors import IllegalInBatch
from tablier.engine.registry import find

pytestmark = pytest.mark.usefixtures("interpreted")

MODES = [(game, dict(mode.options)) for game in tablier.games() for mode in find(game).modes]


@pytest.mark.parametrize(("game", "options"), MODES)
def test_vector_environment_keeps_to_its_spaces_and_its_seed(game: str, options: dict[str, Any]) -> None:
    first, second = (adapters.gym_vector(game, 3, opponent="random", **options) for _ in range(2))
    assert isinstance(first, gymnasium.vector.VectorEnv)
    assert first.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, again = first.reset(seed=5), second.reset(seed=5)
    assert data_equivalence(seen, again, exact=True)
    assert seen[0] in first.observation_space
    for _ in range(4):
        actions = first.sample()
        assert actions in first.action_space
        assert all(seen[1]["action_mask"][np.arange(3), actions])
        steps = first.step(actions), second.step(actions)
        assert data_equivalence(*steps, exact=True)
        seen = steps[0][0], steps[0][4]
        assert seen[0] in first.observation_space
        assert all(len(part) == 3 for part in steps[0][:4])


def test_next_step_after_the_end_begins_another_game_and_statistics_are_theirs() -> None:
    env = RecordEpisodeStatistics(adapters.gym_vector("maestria", 2, opponent="random", max_turns=2))
    _, info = env.reset(seed=1)
    ended = 0
    while not ended:
        actions = np.argmax(info["action_mask"], axis=1)
        _, rewards, over, cut, info = env.step(actions)
        ended = int(over.sum())
        assert not cut.any()
        assert (rewards[~over] == 0).all()
    assert "episode" in info
    _, rewards, over, _, _ = env.step(np.argmax(info["action_mask"], axis=1))
    assert over.sum() + ended <= 2
    assert (rewards[~over] == 0).all()


def test_one_seat_is_played_and_the_others_are_bots() -> None:
    env = adapters.gym_vector("master-islands", 2, seat=2, opponent="random", players=4)
    for _ in range(3):
        assert set(env.batch.seat.tolist()) <= {2, -1}
        env.step(env.sample())
    with pytest.raises(IllegalInBatch):
        env.step(np.argmin(env.batch.masks, axis=1))
