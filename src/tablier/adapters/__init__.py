"""Our games behind the interfaces that other programs know. Each needs what it adapts to, as an extra of this package.

    aec(game, **options)          PettingZoo, one agent at a time            pip install 'tablier[pettingzoo]'
    parallel(game, **options)     PettingZoo, all agents at once             pip install 'tablier[pettingzoo]'
    gym_vector(game, n, ...)      Gymnasium, one seat against bots           pip install 'tablier[gymnasium]'
    openspiel()                   OpenSpiel: games that are called tablier_* pip install 'tablier[openspiel]'

Whatever the interface, an agent is shown its seat's view and nothing else: the words of a record, int32.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablier.engine.errors import MissingExtra
from tablier.engine.game import Game

if TYPE_CHECKING:
    from tablier.adapters.pettingzoo import Aec, Parallel
    from tablier.adapters.vector import GymVector

__all__ = ["aec", "gym_vector", "openspiel", "parallel"]


def aec(game: str | Game, *, seed: int = 1, render_mode: str | None = None, **options: Any) -> Aec:
    """A PettingZoo environment in which one agent acts at a time; those who move simultaneously, one after the other.

    An observation is {"observation": words, "action_mask": which are legal}; the reward is the share of the win.
    """
    made: Aec = _of("pettingzoo", "pettingzoo").Aec(game, seed=seed, render_mode=render_mode, options=options)
    return made


def parallel(game: str | Game, *, seed: int = 1, render_mode: str | None = None, **options: Any) -> Parallel:
    """A PettingZoo environment in which all agents act at once; the action of who is not to act does not count."""
    made: Parallel = _of("pettingzoo", "pettingzoo").Parallel(game, seed=seed, render_mode=render_mode, options=options)
    return made


def gym_vector(
    game: str | Game, n: int, *, seat: int = 0, opponent: str | int = 3, seed: int = 1, **options: Any
) -> GymVector:
    """A Gymnasium vector environment: n games from one seat; the others are bots, "random", "greedy" or of a level.

    `info["action_mask"]` says which actions are legal; the reward is the seat's share of the win.
    """
    kind = _of("vector", "gymnasium").GymVector
    made: GymVector = kind(game, n, seat=seat, opponent=opponent, seed=seed, options=options)
    return made


def openspiel() -> list[str]:
    """Register every game with OpenSpiel. Return their names there: `pyspiel.load_game("tablier_maestria")`."""
    register: Callable[[], list[str]] = _of("spiel", "openspiel").register
    return register()


def _of(module: str, extra: str) -> Any:
    """A module of this package; raises MissingExtra."""
    try:
        return import_module(f"{__name__}.{module}")
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("tablier"):
            raise
        raise MissingExtra(f"{problem.name} is not installed: pip install 'tablier[{extra}]'") from problem
