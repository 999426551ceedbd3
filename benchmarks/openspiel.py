"""How many players' actions a second OpenSpiel's random games make, with the loop in C++.

OpenSpiel plays random games in C++ in `RandomRolloutEvaluator`, whose `Evaluate` the Python bindings leave out. A
search of one simulation calls it once, on the state it is given, and does nothing else of weight, so that is how it is
reached. Its games are uniform: a legal action each time a player is to act, an outcome by its probability each time
chance is, until the game's own end or length limit. It reports no lengths; they are taken from the same uniform games
played from Python.

    python benchmarks/openspiel.py checkers backgammon "goofspiel(imp_info=True,players=4)"
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from typing import Any, NamedTuple

import pyspiel

__all__ = ["Measure", "game_lengths", "games_per_second", "measure", "plies_per_second", "simulations_per_second"]

SAMPLE = 600
"""Games played from Python to learn the mean length."""

ROLLOUTS = 100
"""Games in one call into C++: enough of them that the call costs nothing beside them."""

State = Any
Game = Any


class Measure(NamedTuple):
    """What was measured for one game."""

    games_per_second: float
    mean_plies: float
    """Players' actions in a game: chance is not counted, and a joint move counts once."""
    standard_error: float
    """Of `mean_plies`."""

    @property
    def plies_per_second(self) -> float:
        return self.games_per_second * self.mean_plies


def plies_per_second(game: str, seconds: float = 2.0) -> float:
    """Return the players' actions a second in OpenSpiel's C++ random games of `game`, an OpenSpiel game string."""
    return measure(game, seconds).plies_per_second


def measure(game: str, seconds: float = 2.0, sample: int = SAMPLE) -> Measure:
    """Time random games in C++ for `seconds`, and play `sample` of them from Python to count their actions."""
    lengths = game_lengths(game, sample)
    error = statistics.stdev(lengths) / math.sqrt(sample)
    return Measure(games_per_second(game, seconds), statistics.fmean(lengths), error)


def game_lengths(game: str, sample: int, seed: int = 1) -> list[int]:
    """Return the players' actions in each of `sample` random games."""
    rules = pyspiel.load_game(game)
    rng = random.Random(seed)
    return [_play(rules.new_initial_state(), rng) for _ in range(sample)]


def games_per_second(game: str, seconds: float, seed: int = 1) -> float:
    """Return the random games a second, clone of the opening included, that the C++ loop plays."""
    rules = pyspiel.load_game(game)
    if rules.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        # The evaluator plays in turn only. The games are the same, and this is faster than OpenSpiel's loop over bots.
        rules = pyspiel.convert_to_turn_based(rules)
    rng = random.Random(seed)
    search = _one_simulation(rules, seed)
    search.mcts_search(_opening(rules, rng))  # the first call warms up
    games = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        search.mcts_search(_opening(rules, rng))
        games += ROLLOUTS
        elapsed = time.perf_counter() - start
    return games / elapsed


def simulations_per_second(game: str, simulations: int, seed: int = 1) -> float:
    """Return the simulations a second of the C++ search, each with one random game, from the opening."""
    rules = pyspiel.load_game(game)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    search = pyspiel.MCTSBot(
        rules, evaluator, uct_c=1.0, max_simulations=simulations, max_memory_mb=500, solve=False, seed=seed,
        verbose=False,
    )  # fmt: skip
    state = _opening(rules, random.Random(seed))
    start = time.perf_counter()
    search.mcts_search(state)
    return simulations / (time.perf_counter() - start)


def _one_simulation(rules: Game, seed: int) -> Any:
    return pyspiel.MCTSBot(
        rules,
        pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=0,
        solve=False,
        seed=seed,
        verbose=False,
    )


def _opening(rules: Game, rng: random.Random) -> State:
    """Return a state where a player is to act: the search credits its result to the player before a chance node."""
    state = rules.new_initial_state()
    while state.is_chance_node():
        _sample_chance(state, rng)
    return state


def _sample_chance(state: State, rng: random.Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, chances)[0])


def _play(state: State, rng: random.Random) -> int:
    """Play a game to its end at random; return how many actions the players made."""
    plies = 0
    while not state.is_terminal():
        if state.is_chance_node():
            _sample_chance(state, rng)
            continue
        if state.is_simultaneous_node():
            seats = range(state.num_players())
            state.apply_actions([_choose(state.legal_actions(seat), rng) for seat in seats])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def _choose(actions: list[int], rng: random.Random) -> int:
    return rng.choice(actions) if actions else int(pyspiel.INVALID_ACTION)


def main(games: list[str]) -> None:
    """Print a line for each game."""
    for game in games:
        found = measure(game)
        print(
            f"{game}: {found.plies_per_second:,.0f} plies/s = {found.games_per_second:,.1f} games/s"
            f" x {found.mean_plies:.1f} (+-{found.standard_error:.1f}) plies"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ["checkers", "backgammon"])
