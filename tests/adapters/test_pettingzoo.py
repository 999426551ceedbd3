"""PettingZoo: its own tests on every game and mode, and what an agent is shown."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import tablier
from tablier import adapters
from tablier.engine.errors import BadActions, BadOption, IllegalAction, MissingExtra, UnknownSeat
from tablier.engine.registry import find

pytestmark = [
    pytest.mark.usefixtures("interpreted"),
    pytest.mark.filterwarnings("ignore:Observation"),  # it is a dictionary, with the mask
    pytest.mark.filterwarnings("ignore:We recommend agents"),  # ours are called what the seats are: red, brown
]

MODES = [(game, dict(mode.options)) for game in tablier.games() for mode in find(game).modes]


@pytest.mark.parametrize(("game", "options"), MODES)
def test_aec_passes_their_tests(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(adapters.aec(game, **options), num_cycles=30)
    seed_test(lambda: adapters.aec(game, **options), num_cycles=8)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "options"), MODES)
def test_parallel_passes_their_tests(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(adapters.parallel(game, **options), num_cycles=20)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_environment_plays_the_game_that_a_batch_plays() -> None:
    env, batch = adapters.aec("war-of-masters", seed=5), tablier.batch("war-of-masters", 1, seed=5)
    seen, shown = [], []
    for _ in range(20):
        action = batch.sample()
        seen.append(env.observe(env.agent_selection)["observation"])
        shown.append(batch.obs[0].tolist())
        env.step(np.int64(action[0]))
        batch.step(action)
    assert [words.tolist() for words in seen] == shown  # and what was handed out is not written on


@pytest.mark.parametrize("action", [-1, 10**12, 10**4, 0.5, None, "1", [[1], [2, 3]]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = adapters.aec("maestria")
    with pytest.raises((IllegalAction, BadActions)):
        env.step(action)


def test_those_who_act_at_once_are_all_named_and_nobody_else() -> None:
    """MC-5"""
    env = adapters.parallel("master-citadel")
    env.reset(seed=1)
    orders: dict[str, Any] = dict.fromkeys(env.agents, 3)
    for wrong in (None, [3, 3, 3, 3], {}, {"north": 3}, {**orders, "nord": 3}, {**orders, "north": [3]}):
        with pytest.raises((BadActions, UnknownSeat)):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadActions, match="who is to act has no action: south, west"):
        env.step({"north": 3, "east": 3})
    with pytest.raises(UnknownSeat, match="there are: north, east, south, west"):
        env.step({**orders, "nord": 3})
    assert env.seats.batch.length[0] == 0
    env.step(orders)
    assert env.seats.batch.length[0] == 4


def test_who_is_not_to_act_needs_no_action() -> None:
    env = adapters.parallel("war-of-masters")
    _, infos = env.reset(seed=1)
    agent = next(agent for agent in env.agents if infos[agent]["to_act"])
    length = env.seats.batch.length[0]
    env.step({agent: int(np.argmax(env.seats.observe(agent)["action_mask"]))})
    assert env.seats.batch.length[0] > length


def test_game_that_is_over_and_agents_that_are_not_here_are_told() -> None:
    env = adapters.aec("maestria", max_turns=1)
    env.reset(seed=3)
    with pytest.raises(UnknownSeat, match="there is no agent 'green'"):
        env.observe("green")
    for _ in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over or observation is None else int(np.argmax(observation["action_mask"])))
    with pytest.raises(BadActions, match="reset begins the next"):
        env.step(0)


def test_agents_are_rewarded_with_their_share_when_the_game_is_over() -> None:
    env = adapters.aec("maestria", max_turns=2)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        env.step(None if over or observation is None else int(np.argmax(observation["action_mask"])))
    assert sum(total.values()) == pytest.approx(1)


def test_agent_is_shown_what_its_seat_may_know() -> None:
    """MI-23"""
    env = adapters.aec("master-islands", players=3)
    for seat, agent in enumerate(env.possible_agents):
        view = env.seats.batch.position(0).view(seat).to_bytes()
        assert env.observe(agent)["observation"].tobytes() == view


def test_all_orders_of_a_round_are_one_step() -> None:
    """MC-5"""
    env = adapters.parallel("master-citadel")
    observations, infos = env.reset(seed=1)
    assert all(info["to_act"] for info in infos.values())
    assert all(observation["action_mask"].sum() > 1 for observation in observations.values())
    env.step(dict.fromkeys(env.agents, 3))
    assert env.seats.batch.length[0] == 4


def test_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    """WM-6"""
    env = adapters.aec("war-of-masters", render_mode="ansi")
    mask = env.observe(env.agent_selection)["action_mask"]
    before = env.render()
    with pytest.raises(IllegalAction, match=r"\(WM-\d+\)"):
        env.step(int(np.argmin(mask)))
    assert env.render() == before != ""
    with pytest.raises(BadOption, match="ansi"):
        adapters.aec("war-of-masters", render_mode="hologram")


def test_what_is_missing_is_said_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("tablier.adapters.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tablier\[pettingzoo\]'"):
        adapters.aec("maestria")
