"""What a game may tell about playing it well: optional kernels, in the `insight.py` of its folder.

They are found by the record's dtype, as those of the rules are, and compiled code calls them by these names. Search
works without any of them; what one means that a game leaves out is said here. Insight is never a rule: with another
one, or with none, the same actions are legal and the same games are won.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tablier.engine import kernels
from tablier.engine.kernels import Buffer, State, kernel, registered
from tablier.engine.net import Net


class Insight(Protocol):
    """What a game's `insight.py` may have."""

    PLANES: tuple[str, ...]
    """What each of its planes shows, for programs that learn; none, if it has none."""
    BOARD: tuple[int, int]
    """The rows and columns of a plane."""

    def estimate(self, s: State, out: Buffer, /) -> None:
        """Write each seat's likely share of the win: floats that add up to 1. For any position that is not over."""

    INPUTS: int
    """Of a trained net: every number that `perceive` writes is below this. 0: the game has none."""

    NET_FOR: tuple[str, ...]
    """The options that make a difference to a net: it is for games with the same ones. Empty: all."""

    def estimate_by(self, s: State, net: Net, out: Buffer, /) -> None:
        """The same by a trained net; by the game's own judgement, if the net has no units."""

    def perceive(self, s: State, net: Net, /) -> tuple[int, int, float]:
        """Write what the net sees to `net.active` and `net.seen`, with the eyes of a seat; return who that is.

        And how many inputs are active, and how likely the seat wins at once: the net judges the rest. Seat -1: the net
        is not asked here.
        """

    SEARCH_FOR_TWO: Mapping[str, Any]
    """How search is best set where two play, if not as usual: fields of `Settings` in `search/mcts.py`."""

    def urge(self, s: State, p: int, a: int, /) -> float:
        """How much a fair player is drawn to this legal action, at a glance: 1 for an ordinary one, never below 0."""

    def shortlist(self, s: State, p: int, out: Buffer, /) -> int:
        """Write the actions worth thinking about, ascending: some or all of the legal ones. Return how many."""

    def recall(self, s: State, /) -> None:
        """In place, take back what has been chosen in secret for a simultaneous move, to be chosen again."""

    def planes(self, s: State, p: int, out: Buffer, /) -> None:
        """Write what seat p sees as planes of the board, [planes, rows, columns]: floats, most from 0 to 1.

        From the seat's own side, where the board has sides. A function of what the seat may know, and of nothing else.
        """


# --- its generic face -------------------------------------------------------------------------------------------------


def estimate(s: State, out: Buffer) -> None:
    registered()[s.dtype].insight.estimate(s, out)


def estimate_by(s: State, net: Net, out: Buffer) -> None:
    registered()[s.dtype].insight.estimate_by(s, net, out)


def perceive(s: State, net: Net) -> tuple[int, int, float]:
    return registered()[s.dtype].insight.perceive(s, net)


def urge(s: State, p: int, a: int) -> float:
    return float(registered()[s.dtype].insight.urge(s, p, a))


def shortlist(s: State, p: int, out: Buffer) -> int:
    return int(registered()[s.dtype].insight.shortlist(s, p, out))


def recall(s: State) -> None:
    registered()[s.dtype].insight.recall(s)


def planes(s: State, p: int, out: Buffer) -> None:
    registered()[s.dtype].insight.planes(s, p, out)


# --- what a kernel that is left out means -----------------------------------------------------------------------------


@kernel
def no_estimate(s: State, out: Buffer) -> None:
    """Everybody alike; search then plays games out instead."""
    for seat in range(len(out)):
        out[seat] = 1 / len(out)


@kernel
def by_hand(s: State, net: Net, out: Buffer) -> None:
    estimate(s, out)


@kernel
def unseen(s: State, net: Net) -> tuple[int, int, float]:
    return -1, 0, 0.0


@kernel
def alike(s: State, p: int, a: int) -> float:
    return 1.0


@kernel
def all_legal(s: State, p: int, out: Buffer) -> int:
    return kernels.legal(s, p, out)


@kernel
def stand(s: State) -> None:
    pass


@kernel
def no_planes(s: State, p: int, out: Buffer) -> None:
    pass


DEFAULTS: dict[str, Any] = {
    "PLANES": (),
    "BOARD": (0, 0),
    "INPUTS": 0,
    "NET_FOR": (),
    "SEARCH_FOR_TWO": {},
    "estimate": no_estimate,
    "estimate_by": by_hand,
    "perceive": unseen,
    "urge": alike,
    "shortlist": all_legal,
    "recall": stand,
    "planes": no_planes,
}
