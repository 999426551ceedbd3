"""The protocol: what a game's `rules.py` provides, and how a call finds the right game.

A game's state is one fixed-size NumPy record, and its rules are small functions over that record, called *kernels*.
The functions below are the protocol's generic face: each finds the kernel of the same name that was registered for the
record's dtype. Compiled code calls the very same names (see `compiled.py`), so search is written once for all games.

    s    a record; its dtype says which game it is
    p    a seat, counted from 0; NATURE where chance acts; PUBLIC for somebody who only watches
    out  a buffer that the caller owns, with room for `action_count` (or `chance_count`) integers

Kernels trust their caller. Checking happens at the edge, in `Position.play`.

No field of a record is named as an attribute that NumPy gives to records, such as `size` or `shape`: interpreted, it
would hide the field. An option that is called so is read as `s["size"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from operator import itemgetter
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

NATURE = -1
"""The player who rolls, draws and deals."""

PUBLIC = -2
"""The seat of a spectator: what everybody at the table may know."""

State = Any
"""A NumPy record of a game's dtype. Typed loosely: NumPy's own types do not know a record's fields."""

Buffer = np.ndarray[Any, np.dtype[Any]]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def setup(s: State) -> None:
    """Make `s` the opening position, from the options already written in it."""
    _kernels[s.dtype].setup(s)


def pending(s: State) -> int:
    """Bit p is set when seat p may act now. Several bits: they act simultaneously. 0: nature is to act, or nobody."""
    return int(_kernels[s.dtype].pending(s))


def over(s: State) -> bool:
    """Whether the game has ended."""
    return bool(_kernels[s.dtype].over(s))


def legal(s: State, p: int, out: Buffer) -> int:
    """Write the legal actions of seat p: ascending, unique, each below `action_count`. Return how many."""
    return int(_kernels[s.dtype].legal(s, p, out))


def forbids(s: State, p: int, a: int) -> int:
    """The number of the rule that forbids action a to seat p, for an error to cite; 0 exactly when a is legal."""
    return int(_kernels[s.dtype].forbids(s, p, a))


def chances(s: State, out: Buffer, weights: Buffer) -> int:
    """Write nature's possible actions, ascending, and their integer weights. Return how many; 0 if it is not to act."""
    return int(_kernels[s.dtype].chances(s, out, weights))


def apply(s: State, p: int, a: int) -> None:
    """Play action a of seat p (or of NATURE) in place, unchecked. A simultaneous action stays secret until the last.

    What is hidden comes to light only there, at the end of the game, or in how an action is written to a viewer.
    """
    _kernels[s.dtype].apply(s, p, a)


def shares(s: State, out: Buffer) -> None:
    """Write each seat's part of the win, as whole numbers: a seat's share is its part of their sum. Only when over."""
    _kernels[s.dtype].shares(s, out)


def hide(s: State, p: int) -> None:
    """In place, blank everything that seat p (or PUBLIC) cannot know."""
    _kernels[s.dtype].hide(s, p)


def deal(s: State, p: int, rng: Buffer) -> None:
    """In place, fill the blanks of p's view at random, consistently with it and in the right proportions.

    The proportions are those of nature's actions; what another seat has chosen in secret has none, and may be anything
    that it could have chosen.
    """
    _kernels[s.dtype].deal(s, p, rng)


PROTOCOL: tuple[Callable[..., Any], ...] = (
    setup, pending, over, legal, forbids, chances, apply, shares, hide, deal,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kernels:
    """One game's implementation of the protocol."""

    setup: Callable[..., Any]
    pending: Callable[..., Any]
    over: Callable[..., Any]
    legal: Callable[..., Any]
    forbids: Callable[..., Any]
    chances: Callable[..., Any]
    apply: Callable[..., Any]
    shares: Callable[..., Any]
    hide: Callable[..., Any]
    deal: Callable[..., Any]

    @classmethod
    def of(cls, rules: ModuleType) -> Kernels:
        """The kernels of a `rules.py`, by their names."""
        missing = [field.name for field in fields(cls) if not hasattr(rules, field.name)]
        if missing:
            raise TypeError(f"{rules.__name__} lacks the kernels: {', '.join(missing)}")
        return cls(**{field.name: getattr(rules, field.name) for field in fields(cls)})


def record(module: str, fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a game's records, which is to be the RECORD of this module.

    As NumPy's own `record` it lets a field be written `s.board`; but NumPy's looks every name up in Python, which takes
    six times as long and was half the time of interpreted rules.
    """
    plain = np.dtype(fields)
    names = [name for name in plain.names or () if not hasattr(np.void, name)]
    kind = type("record", (np.void,), {"__slots__": (), **{name: _field(name) for name in names}})
    kind.__module__, kind.__qualname__ = module, "RECORD.type"  # by which pickle finds it
    return np.dtype((kind, plain))


def _field(name: str) -> property:
    return property(itemgetter(name), lambda self, value: self.__setitem__(name, value))


def kernel(function: Kernel) -> Kernel:
    """Mark a function of the rules as compilable. It stays plain Python; compiled code that calls it compiles it."""
    _compilable.append(function)
    return function


def register(dtype: np.dtype[Any], rules: ModuleType) -> None:
    """Give the records of this dtype the kernels of this `rules.py`."""
    if dtype in _rules and _rules[dtype] is not rules:
        raise TypeError(f"{rules.__name__} and {_rules[dtype].__name__} have records of the same dtype")
    _kernels[dtype] = Kernels.of(rules)
    _rules[dtype] = rules


def registered() -> Iterator[tuple[np.dtype[Any], ModuleType]]:
    """Every dtype that has rules, with them."""
    return iter(_rules.items())


def call_through(dtype: np.dtype[Any], kernels: Kernels) -> None:
    """From now on, calls from Python on records of this dtype go through these kernels (their compiled entries)."""
    _kernels[dtype] = kernels


def compilable() -> tuple[Callable[..., Any], ...]:
    """Every function marked with `kernel` so far, in order of definition."""
    return tuple(_compilable)


_kernels: dict[np.dtype[Any], Kernels] = {}
_rules: dict[np.dtype[Any], ModuleType] = {}
_compilable: list[Callable[..., Any]] = []
