"""Playing Master Citadel well: how likely each seat is to win, and which of the many orders are worth a thought.

A round is an auction in which the losers pay as well (MC-9). So good players often stake nothing, and what they stake
otherwise has no pattern, up to a limit that all of them know: that is the `limit` below.
"""

from __future__ import annotations

from math import exp

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.games.master_citadel.rules import (
    ALL,
    BEYOND,
    DISCUSSION,
    EASTWARD,
    NONE,
    NORTHWARD,
    ON,
    SEATS,
    SILENCE,
    authors,
    game_master,
)

FEATURES = (
    "pace",  # its points, over these and what it takes to outbid the richest other at every step that is missing
    "pace against all",  # the same, should the others give the strongest order that they can give together
    "force",  # whether that is enough: then nobody can stop it
    "edge",  # its points, over these and those of the richest other
    "edge opposite",  # the same with the one opposite, who has to spend most to get the pawn back
    "broke",  # whether no point is left
)

# Fitted to 7,300 games of players who match regrets over their shortlists, on boards of 3, 5 and 7. A row: `variant`.
WEIGHTS = np.array(
    [
        [2.88, 2.24, 2.20, 0.95, 0.97, 1.19],
        [2.21, 3.52, 1.70, 0.64, 1.27, 1.33],
        [4.25, 5.31, 1.15, -1.44, 1.11, 0.95],
        [2.90, 3.36, 1.58, -0.06, 0.91, 0.90],
    ]
)

# The liking (see below) of a seat whose line is crossed, and of one that can no longer win, only draw; exp(3) is usual.
WON = 1e9
TOO_LATE = 1.0

AMOUNTS = np.array(
    [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800]
)
"""Numbers that players think of, so that two who want the same may write the same and form a coalition (MC-6)."""


# --- who is likely to win ---------------------------------------------------------------------------------------------


@kernel
def estimate(s: State, out: Buffer) -> None:
    weigh(s, WEIGHTS[variant(s)], out)


@kernel
def variant(s: State) -> int:
    """The row of WEIGHTS for these options."""
    return 2 * s.payment + s.variant


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    """Write what FEATURES names, for one seat, as a round begins."""
    points = s.points
    found = traits(s, p, s.x, s.y, points[p], points[(p + 1) & 3], points[(p + 2) & 3], points[(p + 3) & 3])
    for i in range(len(found)):
        out[i] = found[i]


@kernel
def weigh(s: State, weights: Buffer, out: Buffer) -> None:
    """Each seat's likely share by these weights: as things stand, and if a written order moves the pawn."""
    order, force = strongest_written(s)
    chance = force**2 / (force**2 + likely_bid(s) ** 2) if force > 0 else 0.0
    stays = outlook(s, s.x, s.y, NONE, weights)
    goes = stays if force == 0 else outlook(s, s.x + EASTWARD[order & 7], s.y + NORTHWARD[order & 7], order, weights)
    for p in range(SEATS):
        out[p] = (1 - chance) * stays[p] + chance * goes[p]


@kernel
def outlook(s: State, x: int, y: int, moved: int, weights: Buffer) -> tuple[float, float, float, float]:
    """Each seat's likely share with the pawn there, when what is written is paid for and this order moved the pawn."""
    a, b, c, d = purse(s, 0, moved), purse(s, 1, moved), purse(s, 2, moved), purse(s, 3, moved)
    north = liking(s, 0, x, y, a, b, c, d, weights)
    east = liking(s, 1, x, y, b, c, d, a, weights)
    south = liking(s, 2, x, y, c, d, a, b, weights)
    west = liking(s, 3, x, y, d, a, b, c, weights)
    total = north + east + south + west
    return north / total, east / total, south / total, west / total


@kernel
def liking(s: State, p: int, x: int, y: int, own: int, left: int, opposite: int, right: int, weights: Buffer) -> float:
    """How the pawn's square and the points of all, clockwise from its own, suit a seat: the more the better."""
    steps = steps_from(s, p, x, y)
    if steps == 0:
        return WON
    if steps > s.max_rounds - s.rounds:  # MC-10
        return TOO_LATE
    found = traits(s, p, x, y, own, left, opposite, right)
    score = 0.0
    for i in range(len(found)):
        score += weights[i] * found[i]
    return exp(score)


@kernel
def traits(
    s: State, p: int, x: int, y: int, own: int, left: int, opposite: int, right: int
) -> tuple[float, float, float, float, float, float]:
    """What FEATURES names, for one seat."""
    steps = steps_from(s, p, x, y)
    richest = max(left, opposite, right)
    united = together(left, opposite, right)
    return (
        own / (own + steps * (richest + 1)),
        own / (own + steps * (united + 1)),
        1.0 if own >= steps * (united + 1) else 0.0,
        own / (own + richest + 1),
        own / (own + opposite + 1),
        1.0 if own == 0 else 0.0,
    )


@kernel
def strongest_written(s: State) -> tuple[int, int]:
    """The strongest order that is written in this round and can be read, and its force (MC-6)."""
    strongest, most = NONE, 0
    for p in range(SEATS):
        force = authors(s.orders[p], s.orders, SEATS) * (s.orders[p] >> 3)
        if force > most:
            strongest, most = s.orders[p], force
    return strongest, most


@kernel
def likely_bid(s: State) -> float:
    """About what the strongest of those who have not written yet will stake."""
    most = 0
    for p in range(SEATS):
        if s.orders[p] < 0:
            most = max(most, s.points[p])
    return min(most, limit(s)) / 2


@kernel
def purse(s: State, p: int, moved: int) -> int:
    """What a seat has left when what is written is paid for, and this order moved the pawn (MC-9)."""
    order = s.orders[p]
    return s.points[p] - (order >> 3) if order >= 0 and (s.payment == ALL or order == moved) else s.points[p]


@kernel
def steps_left(s: State, p: int) -> int:
    """How many steps the pawn needs to be behind this seat's line (MC-2)."""
    return steps_from(s, p, s.x, s.y)


@kernel
def steps_from(s: State, p: int, x: int, y: int) -> int:
    """The same from another square."""
    last = s["size"] // 2 + (1 if s.line == BEYOND else 0)
    return last - (x * EASTWARD[2 * p] + y * NORTHWARD[2 * p])


@kernel
def most_against(s: State, p: int) -> int:
    """The strongest order that the others can give."""
    return together(s.points[(p + 1) & 3], s.points[(p + 2) & 3], s.points[(p + 3) & 3])


@kernel
def together(a: int, b: int, c: int) -> int:
    """The strongest order of three who have so much: of one of them, of two with the same number, or of all (MC-6)."""
    most, least = max(a, b, c), min(a, b, c)
    return max(most, 2 * (a + b + c - most - least), 3 * least)


# --- which orders are worth a thought ---------------------------------------------------------------------------------


@kernel
def shortlist(s: State, p: int, out: Buffer) -> int:
    """Nothing, or one of a few amounts in one of a few directions."""
    if s.winners != ON or (s.phase == DISCUSSION and p != game_master(s)) or s.orders[p] != NONE:
        return 0
    if s.phase == DISCUSSION:
        out[0] = SILENCE
        return 1
    out[0] = 0
    n = put(s, p, 1, out, 1)
    n = put(s, p, most_against(s, p) + 1, out, n)
    n = put_up_to(s, p, limit(s), out, n)
    if s.payment == ALL:
        n = put(s, p, common(3 * usual_limit(s) // 4), out, n)
    return n


@kernel
def put_up_to(s: State, p: int, top: int, out: Buffer, n: int) -> int:
    """Put orders up to a limit in the list, just beyond it, and beyond it if two give them together (MC-6)."""
    n = put(s, p, common(top // 4), out, n)
    n = put(s, p, common(top // 2), out, n)
    n = put(s, p, top // 2 + 1, out, n)
    n = put(s, p, min(top, s.points[p]), out, n)
    return put(s, p, min(top + 1, s.points[p]), out, n)


@kernel
def limit(s: State) -> int:
    """What nobody needs to go beyond in this round: a threat, unless almost anything stops it, or what is usual."""
    at_stake, usual = threat(s), usual_limit(s)
    return at_stake if 4 * at_stake > usual else usual


@kernel
def threat(s: State) -> int:
    """The most that somebody can stake who is a step from winning; the others need no more to prevent it."""
    most = 0
    for p in range(SEATS):
        if steps_left(s, p) == 1:
            most = max(most, min(s.points[p], most_against(s, p)))
    return most


@kernel
def usual_limit(s: State) -> int:
    """What a step is worth that wins nothing yet: half of what the second richest has; less if only winners pay."""
    return common(second_richest(s) * (5 if s.payment == ALL else 4) // 10)


@kernel
def second_richest(s: State) -> int:
    first, second = 0, 0
    for p in range(SEATS):
        first, second = max(first, s.points[p]), max(second, min(first, s.points[p]))
    return second


@kernel
def common(number: int) -> int:
    """The greatest of AMOUNTS that is not more, or the least."""
    i = 0
    while i + 1 < len(AMOUNTS) and AMOUNTS[i + 1] <= number:
        i += 1
    return AMOUNTS[i]


@kernel
def put(s: State, p: int, number: int, out: Buffer, n: int) -> int:
    """Put orders of this number in the list, if the seat can pay them. Return how many it has now."""
    if number < 1 or number > s.points[p]:
        return n
    for way in range(8):
        if is_sensible(s, p, way):
            n = put_order(number * 8 + way, out, n)
    return n


@kernel
def is_sensible(s: State, p: int, way: int) -> bool:
    """Whether this is a direction to think of: towards one's line, but away from another who is a step from winning."""
    if steps_left(s, p) == 1:
        return gain(p, way) > 0
    threats, away = 0, 0
    for q in range(SEATS):
        if q != p and steps_left(s, q) == 1:
            threats += 1
            away -= gain(q, way)
    if threats == 0:
        return gain(p, way) > 0
    return away == threats and gain(p, way) >= 0


@kernel
def gain(p: int, way: int) -> int:
    """How many steps nearer to this seat's line a direction leads: 1, 0 or -1."""
    return EASTWARD[way] * EASTWARD[2 * p] + NORTHWARD[way] * NORTHWARD[2 * p]


@kernel
def put_order(order: int, out: Buffer, n: int) -> int:
    """Put an order where it belongs in an ascending list that begins with 0, unless it is there. Return its length."""
    i = n
    while out[i - 1] > order:
        i -= 1
    if out[i - 1] == order:
        return n
    for j in range(n, i, -1):
        out[j] = out[j - 1]
    out[i] = order
    return n + 1


@kernel
def urge(s: State, p: int, a: int) -> float:
    """About how often good players give an order, as their regrets have it."""
    if a == SILENCE:
        return 1.0
    number, is_near = a >> 3, steps_left(s, p) == 1
    if number == 0:
        return urge_to_pass(s, is_near) if a == 0 else 0.0  # MC-7: one of the eight is enough
    if not is_sensible(s, p, a & 7):
        return 0.05
    if is_near and number > most_against(s, p):
        return 20.0
    return urge_to_stake(s, number, number == s.points[p])


@kernel
def urge_to_pass(s: State, is_near: bool) -> float:
    """Where all pay, it is the first thought; less so for one who is a step from winning."""
    if s.payment != ALL:
        return 1.0
    return 2.0 if is_near else 8.0


@kernel
def urge_to_stake(s: State, number: int, is_all: bool) -> float:
    """Where somebody may win, all or nothing, or half so as to be enough with another; otherwise this or that."""
    top = limit(s)
    if number > top + 1:
        return 0.1
    if is_all:
        return 3.0
    if top != threat(s):
        return 1.0
    return 2.0 if number >= top else 1.0 if number == top // 2 + 1 else 0.3


# --- secret orders ----------------------------------------------------------------------------------------------------


@kernel
def recall(s: State) -> None:
    """MC-5: what is written but not yet revealed is written anew."""
    s.orders[:] = NONE
