"""Who is to move: seats as the bits of `pending`."""

from __future__ import annotations

from tablier.engine.kernels import State, kernel, pending


@kernel
def lowest_seat(seats: int) -> int:
    """The lowest of a set of seats that is not empty."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@kernel
def next_seat(seats: int, seat: int) -> int:
    """The first after this one of a set of seats that is not empty; after the highest comes the lowest."""
    return lowest_seat(seats >> seat + 1) + seat + 1 if seats >> seat + 1 else lowest_seat(seats)


@kernel
def are_several(seats: int) -> bool:
    """Whether more than one seat is in the set: they move simultaneously."""
    return seats & (seats - 1) != 0


@kernel
def moves_alone(s: State, seat: int) -> bool:
    """Whether this seat is to move and no other."""
    return pending(s) == 1 << seat
