"""What a game may tell about playing it well: optional kernels, in the `insight.py` of its folder.

They are found by the record's dtype, as the protocol's are, and compiled code calls them by these names. Search works
without any of them; a kernel that a game leaves out has the meaning given here. Insight is never a rule: with another
one, or with none, the same actions are legal and the same games are won.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, resources
from types import ModuleType
from typing import Any

import numpy as np

from tablier.engine import kernels
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, State, kernel


def estimate(s: State, out: Buffer) -> None:
    """Write each seat's likely share of the win: floats that add up to 1. For any position that is not over."""
    _insights[s.dtype]["estimate"](s, out)


def urge(s: State, p: int, a: int) -> float:
    """How much a fair player is drawn to this legal action, at a glance: 1 for an ordinary one, never below 0."""
    return float(_insights[s.dtype]["urge"](s, p, a))


def shortlist(s: State, p: int, out: Buffer) -> int:
    """Write the actions worth thinking about, ascending: some or all of the legal ones. Return how many."""
    return int(_insights[s.dtype]["shortlist"](s, p, out))


def recall(s: State) -> None:
    """In place, take back what has been chosen in secret for a simultaneous move, so that it can be chosen again."""
    _insights[s.dtype]["recall"](s)


INSIGHT: tuple[Callable[..., Any], ...] = (estimate, urge, shortlist, recall)


# --- what a kernel that is left out means -----------------------------------------------------------------------------


@kernel
def even(s: State, out: Buffer) -> None:
    for seat in range(len(out)):
        out[seat] = 1 / len(out)


@kernel
def alike(s: State, p: int, a: int) -> float:
    return 1.0


@kernel
def all_legal(s: State, p: int, out: Buffer) -> int:
    return kernels.legal(s, p, out)


@kernel
def stand(s: State) -> None:
    pass


DEFAULTS: dict[str, Callable[..., Any]] = {"estimate": even, "urge": alike, "shortlist": all_legal, "recall": stand}


def load(game: Game) -> None:
    """Make a game's insight known; search does it before it first looks at the game."""
    if game.dtype not in _insights:
        found = _module(game)
        _insights[game.dtype] = {name: getattr(found, name, default) for name, default in DEFAULTS.items()}


def insight_of(dtype: np.dtype[Any], name: str) -> Callable[..., Any]:
    """The kernel of this name for these records."""
    return _insights[dtype][name]


def _module(game: Game) -> ModuleType | None:
    if resources.files(game.package).joinpath("insight.py").is_file():
        return import_module(f"{game.package}.insight")
    return None


_insights: dict[np.dtype[Any], dict[str, Callable[..., Any]]] = {}
