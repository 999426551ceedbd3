"""Arguments that compiled code is given once and keeps, so that a call need not bring them again.

Numba takes apart every array of a call: 25 of them take a microsecond, which is as long as a step of a small game. What
is held was taken apart when it was made; a call brings its address. It is for memory that stays where it is, and for
what is done to one position: the interpreter's lock is kept meanwhile, as to let go of it takes longer than a step.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np

from tablier.engine.compiled import compiled, enabled
from tablier.engine.kernels import Buffer

Values = TypeVar("Values", bound=tuple[Any, ...])


class Held(int, Generic[Values]):
    """Values, as compiled code sees them, in memory; the number is its address. It holds on to whatever they need."""

    values: Values
    memory: Buffer

    def __new__(cls, values: Values) -> Held[Values]:
        memory = np.zeros(_words(values) if enabled() else 0, dtype=np.int64)
        held = super().__new__(cls, memory.ctypes.data)
        held.values, held.memory = values, memory
        if enabled():
            store(memory, values)
        return held

    def __reduce__(self) -> tuple[Any, ...]:
        return Held, (self.values,)


def values_of(held: Held[Values]) -> Values:
    """What is held; compiled code finds it at the address."""
    return held.values


@compiled
def store(memory: Buffer, values: Values) -> None:
    """Write values as compiled code sees them."""
    write(memory, values)


def write(memory: Buffer, values: Values) -> None:
    """Compiled code alone has something to write."""


def _words(values: Values) -> int:
    """How much memory they need."""
    from tablier.engine.held_types import words

    return words(values)
