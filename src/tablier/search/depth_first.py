"""Depth-first search without recursion: a stack of positions, with what can be done in each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.game import Game
from tablier.engine.kernels import Buffer, apply, kernel


class Stack(NamedTuple):
    """The path from the root, states[0], to the position being searched; each ply has a row."""

    states: Buffer  # [plies] records
    actions: Buffer  # [plies, action_count] int64: what can be done in each
    counts: Buffer  # [plies] int64: how many actions that is
    tried: Buffer  # [plies] int64: how many of them have been tried


def new_stack(game: Game, plies: int) -> Stack:
    """An empty stack with room for so many positions, the root among them."""
    return Stack(
        states=np.zeros(plies, dtype=game.dtype),
        actions=np.zeros((plies, len(game.buffers()[0])), dtype=np.int64),
        counts=np.zeros(plies, dtype=np.int64),
        tried=np.zeros(plies, dtype=np.int64),
    )


@kernel
def enter(stack: Stack, ply: int, count: int) -> None:
    """Begin with a position whose actions have been listed."""
    stack.counts[ply] = count
    stack.tried[ply] = 0


@kernel
def is_exhausted(stack: Stack, ply: int) -> bool:
    """Whether everything in this position has been tried."""
    return stack.tried[ply] == stack.counts[ply]


@kernel
def try_next(stack: Stack, ply: int, actor: int) -> None:
    """Make the next position of the stack the one after the next action that was not tried yet."""
    stack.states[ply + 1] = stack.states[ply]
    apply(stack.states[ply + 1], actor, stack.actions[ply, stack.tried[ply]])
    stack.tried[ply] += 1


def line(stack: Stack, length: int) -> list[int]:
    """The actions that led from the root to where the stack stands."""
    return [int(stack.actions[ply, stack.tried[ply] - 1]) for ply in range(length)]
