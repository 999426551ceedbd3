"""The protocol: what a game's `rules.py` provides, and how a call finds the right game.

A game's state is one fixed-size NumPy record, and its rules are small functions over that record, called *kernels*.
`Rules` says what each must do. The functions of the same names below are its generic face: each finds the kernel that
was registered for the record's dtype. Compiled code calls the very same names (see `compiled.py`), so search is written
once for all games.

    s    a record; its dtype says which game it is
    p    a seat, counted from 0; NATURE where chance acts; PUBLIC for somebody who only watches
    out  a buffer that the caller owns, with room for ACTION_COUNT (or CHANCE_COUNT) integers

Kernels trust their caller. Checking happens at the edge, in `Position.play`.

No field of a record is named as an attribute that NumPy gives to records, such as `size` or `shape`: interpreted, it
would hide the field. An option that is called so is read as `s["size"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

if TYPE_CHECKING:
    from tablier.engine.insight import Insight

NATURE = -1
"""The player who rolls, draws and deals."""

PUBLIC = -2
"""The seat of a spectator: what everybody at the table may know."""

State = Any
"""A NumPy record of a game's dtype. Typed loosely: NumPy's own types do not know a record's fields."""

Buffer = np.ndarray[Any, np.dtype[Any]]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


class Rules(Protocol):
    """What a game's `rules.py` has: the record, how many actions there are, and ten kernels."""

    __name__: str
    RECORD: np.dtype[Any]
    """The dtype of its records, made by `record`: every field is int32."""
    ACTION_COUNT: int
    """Every action of a seat is a number below this."""
    CHANCE_COUNT: int
    """Every action of nature is a number below this."""
    FOR_THE_EYE: str
    """The first of the fields that no rule reads, which are last in the record; search skips them. May be left out."""

    def setup(self, s: State, /) -> None:
        """Make `s` the opening position, from the options already written in it."""

    def pending(self, s: State, /) -> int:
        """Bit p is set when seat p may act now. Several bits: simultaneously. 0: nature is to act, or nobody."""

    def over(self, s: State, /) -> bool:
        """Whether the game has ended."""

    def legal(self, s: State, p: int, out: Buffer, /) -> int:
        """Write the legal actions of seat p: ascending, unique, each below ACTION_COUNT. Return how many."""

    def forbids(self, s: State, p: int, a: int, /) -> int:
        """The number of the rule that forbids action a to seat p, for an error to cite; 0 exactly when a is legal."""

    def chances(self, s: State, out: Buffer, weights: Buffer, /) -> int:
        """Write nature's possible actions, ascending, and their integer weights. Return how many; 0 if none is due."""

    def apply(self, s: State, p: int, a: int, /) -> None:
        """Play action a of seat p (or of NATURE) in place, unchecked. A simultaneous one stays secret until the last.

        What is hidden comes to light only there, at the end of the game, or in how an action is written to a viewer.
        """

    def shares(self, s: State, out: Buffer, /) -> None:
        """Write each seat's part of the win, as whole numbers: its share is its part of their sum. Only when over."""

    def hide(self, s: State, p: int, /) -> None:
        """In place, blank everything that seat p (or PUBLIC) cannot know."""

    def deal(self, s: State, p: int, rng: Buffer, /) -> None:
        """In place, fill the blanks of p's view at random, consistently with it and in the right proportions.

        The proportions are those of nature's actions; what another seat has chosen in secret has none, and may be
        anything that it could have chosen.
        """


# --- the registry: which kernels are for which records ----------------------------------------------------------------


class Registered:
    """The kernels for the records of one dtype."""

    def __init__(self, rules: Rules, load_insight: Callable[[], Insight]) -> None:
        self.rules = rules
        """As they are written."""
        self.entries = rules
        """What a call from Python goes through: the rules themselves, or compiled entries into them."""
        self.applied = 0
        """Actions that Python has played by them."""
        self._load_insight = load_insight

    @cached_property
    def insight(self) -> Insight:
        """What the game knows about playing well; loaded when search first asks for it."""
        return self._load_insight()


_registry: dict[np.dtype[Any], Registered] = {}
_compilable: list[Callable[..., Any]] = []


def register(rules: Rules, load_insight: Callable[[], Insight]) -> None:
    """Let calls on the records of these rules find them, as they are written, and what `load_insight` gives."""
    known = _registry.get(rules.RECORD)
    if known and known.rules.__name__ != rules.__name__:
        raise TypeError(f"{rules.__name__} and {known.rules.__name__} have records of the same dtype")
    _registry[rules.RECORD] = Registered(rules, load_insight)


def registered() -> Mapping[np.dtype[Any], Registered]:
    """Every dtype that has rules, with its kernels."""
    return _registry


def kernel(function: Kernel) -> Kernel:
    """Mark a function of the rules as compilable. It stays plain Python; compiled code that calls it compiles it."""
    _compilable.append(function)
    return function


def compilable() -> tuple[Callable[..., Any], ...]:
    """Every function marked with `kernel` so far, in order of definition."""
    return tuple(_compilable)


# --- the generic face of `Rules`: it takes and gives plain numbers, whatever NumPy computed with. So compiled entries
# are never met with another kind of number, for which they would first have to be compiled again. ---------------------


def setup(s: State) -> None:
    _registry[s.dtype].entries.setup(s)


def pending(s: State) -> int:
    return int(_registry[s.dtype].entries.pending(s))


def over(s: State) -> bool:
    return bool(_registry[s.dtype].entries.over(s))


def legal(s: State, p: int, out: Buffer) -> int:
    return int(_registry[s.dtype].entries.legal(s, int(p), out))


def forbids(s: State, p: int, a: int) -> int:
    return int(_registry[s.dtype].entries.forbids(s, int(p), int(a)))


def chances(s: State, out: Buffer, weights: Buffer) -> int:
    return int(_registry[s.dtype].entries.chances(s, out, weights))


def apply(s: State, p: int, a: int) -> None:
    known = _registry[s.dtype]
    known.applied += 1
    if known.applied == _Warming.after and known.entries is known.rules:
        known.entries = _at_hand(known.rules) or known.rules
    known.entries.apply(s, int(p), int(a))


def shares(s: State, out: Buffer) -> None:
    _registry[s.dtype].entries.shares(s, out)


def hide(s: State, p: int) -> None:
    _registry[s.dtype].entries.hide(s, int(p))


def deal(s: State, p: int, rng: Buffer) -> None:
    _registry[s.dtype].entries.deal(s, int(p), rng)


# --- warming up -------------------------------------------------------------------------------------------------------


class _Warming:
    """Who plays much from Python goes on by compiled rules, if these are at hand; who plays little never waits.

    To load them takes about a second, in which interpreted rules play a few thousand actions.
    """

    after: int | None = 2000
    """Actions; None: never."""


def _at_hand(rules: Rules) -> Rules | None:
    from tablier.engine.compiled import entries_at_hand

    return entries_at_hand(rules)


def warm_up_after(actions: int | None) -> None:
    """After how many actions that Python plays a game goes on by compiled rules; None: never by itself.

    They are only loaded, never compiled: where they are not on the disk, the game is played as it was.
    """
    _Warming.after = actions


# --- records ----------------------------------------------------------------------------------------------------------


def record(module: str, fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a game's records, which is to be the RECORD of this module.

    As NumPy's own `record` it lets a field be written `s.board`; but NumPy's looks every name up in Python, which takes
    six times as long and was half the time of interpreted rules. The first field has the module as its title: so the
    records of two games are never of the same dtype, though their fields be the same.
    """
    (first, *rest), *others = fields
    plain = np.dtype([((module, first), *rest), *others])
    names = [name for name in plain.names or () if not hasattr(np.void, name)]
    kind = type("record", (np.void,), {"__slots__": (), **{name: _field(name) for name in names}})
    kind.__module__, kind.__qualname__ = module, "RECORD.type"  # by which pickle finds it
    return np.dtype((kind, plain))


def picker(kind: np.dtype[Any], names: Sequence[str]) -> Callable[[Sequence[int]], tuple[Any, ...]]:
    """Picks these fields out of all the numbers of a record: one by one NumPy would take far longer to give them."""
    assert kind.fields is not None
    places = list[int | slice]()
    for name in names:
        field, offset = kind.fields[name][:2]
        first = offset // np.dtype(np.int32).itemsize
        places.append(slice(first, first + prod(field.shape)) if field.shape else first)
    return itemgetter(*places)


def _field(name: str) -> property:
    return property(itemgetter(name), lambda self, value: self.__setitem__(name, value))
