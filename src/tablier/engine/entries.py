"""The rules as Python calls them when they are compiled: each is handed the array of one record, not the record.

Numba looks for eight microseconds at a record that it is handed, at an array whose type is known a tenth of one. What
they do is what the kernels of the same names do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tablier.engine import kernels
from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer, State


@compiled
def setup(states: Buffer) -> None:
    kernels.setup(states[0])


@compiled
def pending(states: Buffer) -> int:
    return kernels.pending(states[0])


@compiled
def over(states: Buffer) -> bool:
    return kernels.over(states[0])


@compiled
def legal(states: Buffer, p: int, out: Buffer) -> int:
    return kernels.legal(states[0], p, out)


@compiled
def forbids(states: Buffer, p: int, a: int) -> int:
    return kernels.forbids(states[0], p, a)


@compiled
def chances(states: Buffer, out: Buffer, weights: Buffer) -> int:
    return kernels.chances(states[0], out, weights)


@compiled
def apply(states: Buffer, p: int, a: int) -> None:
    kernels.apply(states[0], p, a)


@compiled
def shares(states: Buffer, out: Buffer) -> None:
    kernels.shares(states[0], out)


@compiled
def hide(states: Buffer, p: int) -> None:
    kernels.hide(states[0], p)


@compiled
def deal(states: Buffer, p: int, rng: Buffer) -> None:
    kernels.deal(states[0], p, rng)


NUMBERS = np.dtype(np.int64)
ONE = (1,)


def entry(dispatcher: Any, types: Sequence[Any]) -> Callable[..., Any]:
    """One of these as Python calls it, with a record: compiled for arguments of these types.

    Numbers must be plain ones. An array of another kind is looked at by Numba, as it would be without us.
    """
    from numba.core.types import Array

    bound = dispatcher.compile(tuple(types))
    arrays = [place for place, kind in enumerate(types[1:]) if isinstance(kind, Array)]

    def quick(s: State, *given: Any) -> Any:
        return bound(array_of(s), *given)

    def call(s: State, *given: Any) -> Any:
        for place in arrays:
            if given[place].dtype is not NUMBERS or not given[place].flags.carray:
                return dispatcher(array_of(s), *given)
        return bound(array_of(s), *given)

    return call if arrays else quick


def array_of(s: State) -> Buffer:
    """The array of one record that this is; or one over the same memory: of one of several, of a part, of a copy."""
    array: Buffer | None = s.base
    if array is not None and array.shape == ONE and array.dtype is s.dtype:
        return array
    return np.ndarray(ONE, s.dtype, s)
