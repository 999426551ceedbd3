"""What a player of War of Masters sees at a glance. It is about playing well: the rules are in `rules.py`.

The game is a race of threats. A piece threatens the Master when it stands in line with it at a distance that the die
may show, and a six serves every distance: a first part that wins need not be completed (WM-13). So the chance of
winning with the next roll is known, and the rest is judged by a few signs whose weights come from played games.
"""

from __future__ import annotations

import math

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.engine.net import Net, no_net, score
from tablier.games.war_of_masters.planes import BOARD, PLANES, planes  # noqa: F401 - a part of this insight
from tablier.games.war_of_masters.rules import (
    ALL,
    BLOCKED,
    DIRECTIONS,
    EMPTY,
    LARGE,
    NORTH,
    OFF,
    PASS,
    PIECES,
    RED,
    SIX,
    SIZE,
    SOUTH,
    SQUARES,
    TARGETS,
    is_clear,
    is_of,
    piece_of,
    piece_on,
    ringed,
    roams,
    target_of,
)

FEATURES = (
    "to roll",
    # where the Master is the goal
    "chance to take it in spite of its best flight, not to roll",
    "pieces that threaten it, to roll",
    "pieces that threaten it, not to roll",
    "chances to threaten it, added up",  # each piece's, by a move of its own
    "chance that some piece can threaten it",
    "squares from which the own Master can be taken",
    # always
    "large cylinders",  # and those that move like one
    "small cylinders",
    # where all are to be captured
    "strength, as a logarithm",
    "chance to take a large one, to roll",
    "chance to take only a small one, to roll",
)

# Each sign's worth in logits, in the order of FEATURES. One row for each `variant`: the Master, leaping and blocked;
# all, leaping and blocked. From fits to the results of its own games (benchmarks/fit.py): where two fits differed,
# about the mean of both.
WEIGHTS = np.array(
    [
        [0.30, 1.23, 0.12, 0.22, 0.09, 2.03, 0.026, 0.094, 0.105, 0.0, 0.0, 0.0],
        [0.10, 0.64, 0.22, 0.26, 0.22, 1.50, 0.009, 0.184, 0.115, 0.0, 0.0, 0.0],
        [-0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.06, 0.08, 5.2, 0.57, 0.28],
        [-0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.06, 0.08, 5.2, 0.57, 0.28],
    ]
)

SMALL_IN_LARGE = 0.5  # what a small cylinder counts for in a side's strength, beside a large one

ROAMER = 2  # the kind of piece that goes in all directions; 0 and 1 are Red's and Brown's small cylinders
FROM_TWO = 0b1111100  # the bits of the distances at which a Master can be captured (WM-15)

# How much `urge` adds for a move that wins, takes a large or a small cylinder, or threatens the Master.
WINS, TAKES_LARGE, TAKES_SMALL, THREATENS = 1000.0, 3.0, 1.5, 2.0


def _lines() -> tuple[Buffer, Buffer]:
    """AIM[kind, from, to]: the bit of the distance, if such a piece may go there, else 0. WAY[from, to]: which way."""
    aim = np.zeros((3, SQUARES + 1, SQUARES + 1), dtype=np.uint8)
    way = np.zeros((SQUARES + 1, SQUARES + 1), dtype=np.uint8)
    for distance in range(1, SIX + 1):
        for square in range(SQUARES):
            for direction in range(len(DIRECTIONS)):
                if (target := TARGETS[distance, square, direction]) != OFF:
                    way[square, target] = direction
                    for kind, only in enumerate((NORTH, SOUTH, direction)):
                        aim[kind, square, target] = 1 << distance if direction == only else 0
    return aim, way


def _reach(aim: Buffer) -> Buffer:
    """REACH[kind, from, goal]: how many of the six rolls can bring such a piece to where it threatens that square."""
    reach = np.zeros(aim.shape, dtype=np.uint8)
    for kind, ways in enumerate(([NORTH], [SOUTH], list(range(len(DIRECTIONS))))):
        for distance in range(1, SIX + 1):
            reach[kind] += (aim[kind][TARGETS[distance][:, ways]] & FROM_TWO != 0).any(axis=1)
    return reach


AIM, WAY = _lines()
REACH = _reach(AIM)

# By a set of distances, as bits: how likely a roll is to serve one of them (a six serves each), and the longest.
CHANCE = np.array([((bits & 0b111110).bit_count() + (bits > 1)) / SIX for bits in range(128)])
LONGEST = np.array([bits.bit_length() - 1 for bits in range(128)])

OFFSETS = (2 * SIZE - 1) ** 2 + 1  # ways that one square may lie to another; the last: there is no other
# Inputs of the net: pieces on each square, and as they lie to the Master they are after; the roll, what is left of it.
SEEN_AIMS = 2 * 3 * SQUARES
SEEN_ROLL = SEEN_AIMS + 2 * 2 * OFFSETS
SEEN_REST = SEEN_ROLL + SIX + 1
INPUTS = SEEN_REST + SIX
NET_FOR = ("goal", "path", "ring")
BY_HAND = no_net()

UNFIT = 1 - np.arange(SIX + 1) / SIX  # by a number of rolls: how likely none of them comes
EXPOSURE = (AIM[ROAMER] & FROM_TWO != 0).sum(axis=0).astype(np.float64)


@kernel
def estimate(s: State, out: Buffer) -> None:
    estimate_by(s, BY_HAND, out)


@kernel
def estimate_by(s: State, net: Net, out: Buffer) -> None:
    seat, at_once = s.seat, sure(s, s.seat)
    logits = judged_by_hand(s) if len(net.outer) == 0 else score(net, see(s, net))
    out[seat] = at_once + (1 - at_once) / (1 + math.exp(-logits))
    out[1 - seat] = 1 - out[seat]


@kernel
def judged_by_hand(s: State) -> float:
    """What the signs say for the seat to move, in logits."""
    row, total = variant(s), 0.0
    mine, theirs = signs(s, s.seat), signs(s, 1 - s.seat)
    for i in range(len(mine)):
        total += WEIGHTS[row, i] * (mine[i] - theirs[i])
    return total


@kernel
def perceive(s: State, net: Net) -> tuple[int, int, float]:
    return s.seat, see(s, net), sure(s, s.seat)


@kernel
def see(s: State, net: Net) -> int:
    """Write what the net sees with the eyes of the seat to move: it plays up the board. Return how many are active."""
    p, n = s.seat, 0
    mine, theirs = signs(s, p), signs(s, 1 - p)
    for i in range(len(mine)):
        net.seen[i] = mine[i] - theirs[i]
    for side in range(2):
        other = 1 - p ^ side
        goal = s.at[other, ringed(s, other)]
        for piece in range(PIECES):
            if s.at[p ^ side, piece] != OFF:
                here = seen_from(p, s.at[p ^ side, piece])
                net.active[n] = (3 * side + rank(s, p ^ side, piece)) * SQUARES + here
                net.active[n + 1] = SEEN_AIMS + (2 * side + roams(s, p ^ side, piece)) * OFFSETS + offset(p, here, goal)
                n += 2
    net.active[n] = SEEN_ROLL + s.roll
    net.active[n + 1] = SEEN_REST + s.rest
    return n + 2


@kernel
def seen_from(p: int, square: int) -> int:
    """Where a square is for a seat that plays up the board."""
    return square if p == RED else SQUARES - 1 - square


@kernel
def rank(s: State, p: int, piece: int) -> int:
    """0: it only goes ahead, 1: it goes everywhere, 2: it is ringed."""
    return 2 if piece == ringed(s, p) else 1 if roams(s, p, piece) else 0


@kernel
def offset(p: int, here: int, goal: int) -> int:
    """How a square, as a seat sees it, lies to another: a number for each number of columns and rows between them."""
    if goal == OFF:
        return OFFSETS - 1
    goal = seen_from(p, goal)
    rows, columns = goal // SIZE - here // SIZE, goal % SIZE - here % SIZE
    return (rows + SIZE - 1) * (2 * SIZE - 1) + columns + SIZE - 1


@kernel
def urge(s: State, p: int, a: int) -> float:
    if a == PASS:
        return 1.0
    target, weight = target_of(s, p, a), 1.0
    cell, master = s.board[target], ringed(s, 1 - p)
    if cell != EMPTY:
        if s.goal != ALL and piece_on(cell) == master:
            return WINS
        weight += TAKES_LARGE if piece_on(cell) >= LARGE else TAKES_SMALL
    if s.goal != ALL and AIM[kind_of(s, p, piece_of(a)), target, s.at[1 - p, master]] & FROM_TWO:
        weight += THREATENS
    return weight


# --- what the estimate is made of -------------------------------------------------------------------------------------


@kernel
def variant(s: State) -> int:
    """The row of WEIGHTS for these options."""
    return 2 * s.goal + s.path


@kernel
def sure(s: State, p: int) -> float:
    """How likely the seat is to take the enemy Master in its turn, if it is to roll or has rolled."""
    if s.seat != p or s.goal == ALL:
        return 0.0
    return serves(s, threats(s, p, s.at[1 - p, ringed(s, 1 - p)], s.first))


@kernel
def serves(s: State, distances: int) -> float:
    """How likely the roll is to serve one of these distances; once it is thrown, 1 or 0."""
    if s.roll == 0:
        return CHANCE[distances]
    if s.roll == SIX and s.rest == 0:
        return 1.0 if distances else 0.0
    return 1.0 if distances >> (s.rest if s.rest else s.roll) & 1 else 0.0


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    """What FEATURES names, for this seat."""
    found = signs(s, p)
    for i in range(len(found)):
        out[i] = found[i]


@kernel
def signs(s: State, p: int) -> tuple[float, ...]:
    """The features, as a tuple: nobody has to hold a buffer for them."""
    rolls, large, small = 1.0 if s.seat == p else 0.0, 0.0, 0.0
    for piece in range(LARGE):
        large += (s.at[p, LARGE + piece] != OFF) + s.waits[p, piece]
        small += (s.at[p, piece] != OFF) - s.waits[p, piece]
    if s.goal == ALL:
        strength = math.log(1 + large + SMALL_IN_LARGE * small)
        taken, taken_small = captures(s, p) if s.seat == p else (0.0, 0.0)
        return rolls, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, large, small, strength, taken, taken_small
    stays, attackers, reach, some = attack(s, p)
    exposure, waiting = EXPOSURE[s.at[p, ringed(s, p)]], (1 - rolls) * attackers
    return rolls, stays, rolls * attackers, waiting, reach, some, exposure, large, small, 0.0, 0.0, 0.0


@kernel
def attack(s: State, p: int) -> tuple[float, float, float, float]:
    """The four signs of an attack on the enemy Master: `threat_that_stays` (not to roll), then as in FEATURES."""
    goal = s.at[1 - p, ringed(s, 1 - p)]
    distances, attackers, rolls, none = 0, 0, 0, 1.0
    for piece in range(PIECES):
        bit = aim(s, p, piece, goal) & FROM_TWO
        distances |= bit
        attackers += bit != 0
        fit = REACH[kind_of(s, p, piece), s.at[p, piece], goal]
        rolls += fit
        none *= UNFIT[fit]
    stays = threat_that_stays(s, p, goal, CHANCE[distances]) if distances and s.seat != p else 0.0
    return stays, float(attackers), rolls / SIX, 1 - none


@kernel
def threat_that_stays(s: State, p: int, goal: int, chance: float) -> float:
    """How likely seat p is to take the enemy Master with its next roll when the Master, to move before, flees well."""
    first, last, total = 1, SIX, 0.0
    if s.roll:
        first = last = s.rest if s.rest else s.roll
    for distance in range(first, last + 1):
        least = chance
        for direction in range(8):
            target = TARGETS[distance, goal, direction]
            if not is_of(s.board[target], 1 - p):
                least = min(least, CHANCE[threats(s, p, target, OFF)])
                if least == 0:
                    break
        total += least
    return total / (last - first + 1)


@kernel
def threats(s: State, p: int, goal: int, but: int) -> int:
    """The distances at which a piece of seat p, except one, could take a Master on this square: a set of bits."""
    distances = 0
    for piece in range(PIECES):
        if piece != but:
            distances |= aim(s, p, piece, goal)
    return distances & FROM_TWO


@kernel
def captures(s: State, p: int) -> tuple[float, float]:
    """How likely the roll is to take a large cylinder, and to take a small one but no large one."""
    large, small = 0, 0
    for piece in range(PIECES):
        if s.at[p, piece] != OFF and piece != s.first:
            for other in range(LARGE):
                small |= aim(s, p, piece, s.at[1 - p, other])
                large |= aim(s, p, piece, s.at[1 - p, LARGE + other])
    taken = serves(s, large)
    return taken, serves(s, large | small) - taken


@kernel
def aim(s: State, p: int, piece: int, target: int) -> int:
    """The bit of the distance at which a piece may go to a square, or 0 (WM-7, WM-8, WM-10)."""
    origin = s.at[p, piece]
    bit = AIM[kind_of(s, p, piece), origin, target]
    if bit and s.path == BLOCKED and not is_clear(s, origin, WAY[origin, target], LONGEST[bit]):
        return 0
    return bit


@kernel
def kind_of(s: State, p: int, piece: int) -> int:
    return ROAMER if roams(s, p, piece) else p
