"""One environment at a time, beside OpenSpiel's own games in Python: `python -m benchmarks.environments`.

Both sides do the same work, in four ways in which programs use such games:

    act     list what is legal, choose, play it
    recall  the same, and ask for the history when a game is over: our states keep it, and tell OpenSpiel only then
    look    the same, and before it what the player to act sees, as numbers; what PettingZoo gives with each step
    learn   through OpenSpiel's environment for learning

A step is an action of a player, or of chance where the program plays for it; a simultaneous move is one of each player.
What is compared is measured by turns, in many short slices of processor time, and the best slice counts.

What OpenSpiel itself takes for a game in Python is measured with a game that does nothing: nothing behind it
can be faster than that. What is found is kept in benchmarks/results/environments.json.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

from benchmarks.__main__ import Claim
from tablier import adapters
from tablier.arena.machine import circumstances

RESULTS = Path(__file__).parent / "results" / "environments.json"

SLICES = 16
SECONDS = 0.05
"""Of processor, for each slice."""

OURS = ("maestria", "war-of-masters")
"""Games that one plays at a time for two players, as most of theirs."""

THEIRS = (
    "python_ant_foraging",
    "python_block_dominoes",
    "python_dynamic_routing",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_team_dominoes",
    "python_tic_tac_toe",
)
"""All of OpenSpiel's games in Python for two players or more that have observations and need nothing else installed."""

EMPTY = "python_that_does_nothing"

Step = Callable[[], int]
"""Does something, and says how many steps it was."""

Look = Callable[[Any, int], object]


# --- a state of OpenSpiel ---------------------------------------------------------------------------------------------


def act(name: str) -> Step:
    """List, choose, play."""
    return _through_states(name, lambda state, player: None)


def recall(name: str) -> Step:
    """List, choose, play; and what has been played, in the end."""
    return _through_states(name, lambda state, player: None, lambda state: state.history())


def look(name: str) -> Step:
    """Look, list, choose, play."""
    return _through_states(name, lambda state, player: state.observation_tensor(player))


def _through_states(name: str, see: Look, end: Callable[[Any], object] = lambda state: None) -> Step:
    game, chooser = pyspiel.load_game(name), random.Random(1)
    players = range(game.num_players())
    state = game.new_initial_state()

    def choose(player: int) -> int:
        see(state, player)
        listed: list[int] = state.legal_actions(player)
        return chooser.choice(listed or [0])

    def step() -> int:
        nonlocal state
        if state.is_terminal():
            end(state)
            state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(chooser.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions([choose(player) for player in players])
            return len(players)
        else:
            state.apply_action(choose(state.current_player()))
        return 1

    return step


# --- environments -----------------------------------------------------------------------------------------------------


def zoo(game: str) -> Step:
    """What a program that uses PettingZoo does: look, choose by the mask, act."""
    env, chooser = adapters.aec(game), random.Random(1)
    env.reset(seed=1)

    def step() -> int:
        observation, _, over, _, _ = env.last()
        if over or observation is None:
            env.reset()
            return 0
        (listed,) = observation["action_mask"].view(np.bool_).nonzero()
        env.step(chooser.choice(listed))
        return 1

    return step


def learn(name: str) -> Step:
    """What a program that uses OpenSpiel's environment does: look, choose among what is listed, act."""
    from open_spiel.python.rl_environment import Environment

    env, chooser = Environment(name), random.Random(1)
    now = env.reset()

    def step() -> int:
        nonlocal now
        if now.last():
            now = env.reset()
        listed, player = now.observations["legal_actions"], now.observations["current_player"]
        chosen = [chooser.choice(each or [0]) for each in (listed if player < 0 else [listed[player]])]
        now = env.step(chosen)
        return len(chosen)

    return step


# --- a game that does nothing -----------------------------------------------------------------------------------------


def register_empty() -> None:
    """A game of nine actions, any of which leaves it as it was, written as OpenSpiel's games in Python are."""
    kind = pyspiel.GameType
    of_empty = kind(
        short_name=EMPTY,
        long_name=EMPTY,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"kind": "plain"},
    )

    class EmptyGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, params: dict[str, Any]) -> None:
            self.state = KINDS[params["kind"]]
            super().__init__(of_empty, pyspiel.GameInfo(9, 0, 2, -1.0, 1.0, 0.0, 10**9), params)

        def new_initial_state(self) -> Any:
            return self.state(self)

    pyspiel.register_game(of_empty, EmptyGame)


class EmptyState(pyspiel.State):  # type: ignore[misc]  # the same
    """It says what OpenSpiel needs to be told."""

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return False

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2, 3, 4, 5, 6, 7, 8]

    def _apply_action(self, action: int) -> None:
        pass


class AnsweringState(EmptyState):
    """Whatever Python asks it answers itself."""

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [0, 1, 2, 3, 4, 5, 6, 7, 8]


class PlayingState(AnsweringState):
    """It plays by itself too, and tells OpenSpiel nothing of it; ours tell it as soon as they are asked."""

    def apply_action(self, action: int) -> None:
        pass


KINDS = {"plain": EmptyState, "answering": AnsweringState, "playing": PlayingState}


# --- what comes of it -------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way to use a game."""

    name: str
    ours: str
    theirs: str
    least: float | None = 10
    """How many times as fast we claim to be."""


WAYS = (
    Way("OpenSpiel's states, act", "act", "act"),
    Way("OpenSpiel's states, act and recall", "recall", "recall", None),
    Way("OpenSpiel's states, look and act", "look", "look"),
    Way("PettingZoo, against states, look and act", "zoo", "look"),
    Way("OpenSpiel's environment", "learn", "learn"),
    Way("PettingZoo, against OpenSpiel's environment", "zoo", "learn"),
)

Times = dict[tuple[str, str], float]
"""Seconds of processor that a step takes, by the way and the game."""


def runners() -> dict[tuple[str, str], Step]:
    """All that is measured."""
    adapters.openspiel()
    register_empty()
    import open_spiel.python.games  # noqa: F401 - it registers them

    made: dict[tuple[str, str], Step] = {("act", empty(kind)): act(f"{EMPTY}(kind={kind})") for kind in KINDS}
    for way, make in (("act", act), ("recall", recall), ("look", look), ("learn", learn)):
        made |= {(way, game): make("tablier_" + game.replace("-", "_")) for game in OURS}
        made |= {(way, game): make(game) for game in THEIRS}
    return made | {("zoo", game): zoo(game) for game in OURS}


def empty(kind: str) -> str:
    """What a game that does nothing is called in what is found."""
    return f"{EMPTY}, {kind}"


def measure(slices: int = SLICES) -> Times:
    """The best slice of each, by turns."""
    made = runners()
    best = dict.fromkeys(made, float("inf"))
    for _ in range(slices):
        for what, step in made.items():
            best[what] = min(best[what], _seconds_a_step(step))
    return best


def _seconds_a_step(step: Step) -> float:
    step()
    done, start = 0, time.process_time()
    while (used := time.process_time() - start) < SECONDS:
        for _ in range(20):
            done += step()
    return used / done


def mean(times: Times, way: str, games: tuple[str, ...]) -> float:
    """The mean time of a step where each game has as many of them."""
    return sum(times[way, game] for game in games) / len(games)


def ratio(times: Times, way: Way, games: tuple[str, ...] = THEIRS) -> float:
    """How many steps of ours are made in the time of one of theirs."""
    return mean(times, way.theirs, games) / mean(times, way.ours, OURS)


def claims(times: Times) -> list[Claim]:
    return [
        Claim(f"a step of ours: {way.name}", ratio(times, way), least=way.least, unit=" x") for way in WAYS if way.least
    ]


def tables(times: Times) -> list[Table]:
    """What a step takes, and each pair."""
    ways = ("act", "recall", "look", "zoo", "learn")
    steps = Table("game", *ways, title="Microseconds of processor for a step")
    for game in (*OURS, *THEIRS, *map(empty, KINDS)):
        steps.add_row(game, *(f"{times[way, game] * 1e6:.1f}" if (way, game) in times else "" for way in ways))
    pairs = Table("against", *(way.name for way in WAYS), title="Ours are so many times as fast")
    for game in THEIRS:
        pairs.add_row(game, *(f"{ratio(times, way, (game,)):.1f}" for way in WAYS))
    pairs.add_row("all of them", *(f"{ratio(times, way):.1f}" for way in WAYS))
    return [steps, pairs]


def keep(times: Times) -> None:
    """Write down what was found, with the machine and the commit."""
    ratios = {way.name: {game: round(ratio(times, way, (game,)), 1) for game in THEIRS} for way in WAYS}
    found = {
        **circumstances(),
        "microseconds_of_processor_for_a_step": {
            f"{way}: {game}": round(took * 1e6, 2) for (way, game), took in times.items()
        },
        "ours_are_so_many_times_as_fast": {
            way.name: {**ratios[way.name], "all": round(ratio(times, way), 1)} for way in WAYS
        },
    }
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    times = measure()
    Console().print(*tables(times))
    keep(times)
    return 0 if all(claim.holds for claim in claims(times)) else 1


if __name__ == "__main__":
    sys.exit(main())
