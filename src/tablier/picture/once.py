"""What is made when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

MOST = 16384
"""Things that are kept of a kind."""


class Made(dict[int, T]):
    """Things that are made when they are first asked for, by numbers; all are forgotten when there are too many.

    >>> squares = Made(lambda n: n * n)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> T:
        if len(self) >= MOST:
            self.clear()
        made = self[number] = self._make(number)
        return made


class once(Generic[T]):  # noqa: N801 - it is used as a decorator
    """A property that is made once. Two threads may both make it, the same.

    functools' own takes a lock, which would be a third of what it costs to write a thing of a picture.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._name, self.__doc__ = make, make.__name__, make.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type[Any]) -> T: ...
    def __get__(self, owner: object | None, kind: type[Any]) -> once[T] | T:
        if owner is None:
            return self
        made = owner.__dict__[self._name] = self._make(owner)
        return made
