"""Static evaluation: what a position is worth to each seat, without looking further."""

from __future__ import annotations

from tablier.engine.insight import estimate_by
from tablier.engine.kernels import Buffer, State, kernel, over, shares
from tablier.engine.net import Net


@kernel
def evaluate(s: State, net: Net, values: Buffer, parts: Buffer) -> None:
    """Write each seat's share of the win to `values`: the result of a game that is over, else the game's estimate."""
    if over(s):
        shares(s, parts)
        total = parts.sum()
        for seat in range(len(parts)):
            values[seat] = parts[seat] / total
    else:
        estimate_by(s, net, values)


@kernel
def value_for(s: State, seat: int, net: Net, values: Buffer, parts: Buffer) -> float:
    """The same for one seat."""
    evaluate(s, net, values, parts)
    return values[seat]
