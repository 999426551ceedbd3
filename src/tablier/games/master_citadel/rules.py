"""Master Citadel, rule by rule (MC-1 to MC-24). The numbers in comments are those of the rules page.

The pawn's square is (x, y) from the centre, x to the east and y to the north. Seats go clockwise from North, 0 to 3. So
do directions, 0 to 7 where the rules page counts 1 to 8. The side of seat p lies in direction 2p.

An order is `number * 8 + direction`. So identical orders are equal numbers, and the exact opposite of an order, with
the same number of points, is `order ^ 4`. The only other action is SILENCE, by which the game master ends a discussion.
Nature never acts.

How a round is resolved, MC-6 to MC-8 and MC-16 to MC-22, is the kernel `resolve` and what it calls. It knows only four
orders and the variant, not the record.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel, record
from tablier.engine.rng import below

# --- what the numbers mean --------------------------------------------------------------------------------------------

SEATS = 4
NORTH, EAST, SOUTH, WEST = range(SEATS)
NOBODY = -1

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # clockwise from north
OPPOSITE = 4  # the angle between opposite directions, counted as they are, in steps of 45 degrees
STAYS = -1  # in place of the pawn's direction

MOST_POINTS = 999  # MC-3
SILENCE = (MOST_POINTS + 1) * len(DIRECTIONS)
ACTION_COUNT = SILENCE + 1
CHANCE_COUNT = 0

NONE = -1  # an order that is not written yet
HIDDEN = -2  # one that is written, but not for this view's eyes (MC-5)

BEYOND, EDGE = 0, 1  # option line (MC-2)
ALL, WINNERS = 0, 1  # option payment (MC-9)
USUAL, FREE, PAID = 0, 1, 2  # option ties (MC-9)
BY_PHASE, BY_ROUND = 0, 1  # option lead (MC-12)
BASIC, OPEN = 0, 1  # option variant
DISCUSSION, WRITING = 0, 1  # of `phase`; resolution, the third phase, takes no time (MC-12)
PHASES = 3
IDLE_ROUNDS = 3  # so many in a row end the game (MC-10)

ON = 0  # of `winners`, while the game is on
EVERYBODY = (1 << SEATS) - 1  # of `winners`: a draw, for no more than two players ever win together

# What became of an order. It
IDLE = 0  # staked nothing and took no part (MC-7)
STOOD = 1  # was a fair order, but did not decide
MOVED = 2  # moved the pawn, alone or with others
CANCELLED = 3  # was cancelled by another (MC-17, MC-18)
FINED = 4  # was among those that could not be combined, and costs a point (MC-20, MC-21)
TIED = 5  # was among the strongest of a round that nobody won (MC-8)
VOID = 6  # was a fair order of a round that was cancelled (MC-20, MC-21)

RECORD = record(
    __name__,
    [
        # options. A record has a `size` of its own, so this one is read as s["size"]
        ("size", np.int32),
        ("line", np.int32),
        ("capital", np.int32),
        ("payment", np.int32),
        ("ties", np.int32),
        ("max_rounds", np.int32),
        ("variant", np.int32),
        ("lead", np.int32),
        # position
        ("x", np.int32),  # of the pawn; across a line it is size // 2 + 1 from the centre
        ("y", np.int32),
        ("points", np.int32, (SEATS,)),  # what each player has left
        ("phase", np.int32),  # in the basic game always WRITING
        ("orders", np.int32, (SEATS,)),  # of this round: an order, NONE or HIDDEN
        ("rounds", np.int32),  # rounds completed
        ("idle_rounds", np.int32),  # the last so many in which everybody staked 0
        ("winners", np.int32),  # bit p: seat p has a part of the win; ON or EVERYBODY
        # the last round, for the eye alone
        ("shown", np.int32, (SEATS,)),  # its orders; NONE before the first
        ("force", np.int32, (SEATS,)),  # what each was worth, with its coalition; 0 if cancelled or without a part
        ("fate", np.int32, (SEATS,)),  # what became of each
        ("paid", np.int32, (SEATS,)),  # what it cost each player
        ("way", np.int32),  # where the pawn went: a direction, or STAYS
    ],
)

FOR_THE_EYE = "shown"  # the first field that no rule reads

EASTWARD = np.array([across for across, _ in DIRECTIONS], dtype=np.int32)
NORTHWARD = np.array([up for _, up in DIRECTIONS], dtype=np.int32)


# --- the protocol -----------------------------------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    # MC-1: the pawn in the centre. MC-3: the same points for all. MC-12: an open round begins with a discussion.
    s.x = 0
    s.y = 0
    s.points[:] = s.capital
    s.phase = first_phase(s)
    s.orders[:] = NONE
    s.rounds = 0
    s.idle_rounds = 0
    s.winners = ON
    s.shown[:] = NONE
    s.force[:] = 0
    s.fate[:] = IDLE
    s.paid[:] = 0
    s.way = STAYS


@kernel
def pending(s: State) -> int:
    # MC-4: all who have still to write. MC-14: the game master, while there is a discussion.
    if s.winners != ON:
        return 0
    if s.phase == DISCUSSION:
        return 1 << game_master(s)
    seats = 0
    for p in range(SEATS):
        if s.orders[p] == NONE:
            seats |= 1 << p
    return seats


@kernel
def over(s: State) -> bool:
    return s.winners != ON


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    if s.winners != ON:
        return 0
    if s.phase == DISCUSSION:
        out[0] = SILENCE
        return 1 if p == game_master(s) else 0
    if s.orders[p] != NONE:
        return 0
    n = order_count(s, p)
    for order in range(n):  # as plain as it can be: a long list is the price of a round, and this one is vectorised
        out[order] = order
    return n


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if s.winners != ON:
        return 10 if s.winners == EVERYBODY else 2
    if s.phase == DISCUSSION:
        if p != game_master(s):
            return 14
        return 0 if a == SILENCE else 12
    if a == SILENCE:
        return 14 if s.variant == OPEN else 12
    return 0 if s.orders[p] == NONE and a < order_count(s, p) else 4


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    """Nothing here is left to chance."""
    return 0


@kernel
def apply(s: State, p: int, a: int) -> None:
    if a == SILENCE:  # MC-14
        s.phase = WRITING
        return
    s.orders[p] = a
    if pending(s) == 0:  # MC-5: revealed together, when the last is in
        end_round(s)


@kernel
def shares(s: State, out: Buffer) -> None:
    # MC-2: two may win together. MC-10: in a draw all four are level.
    for p in range(SEATS):
        out[p] = s.winners >> p & 1


@kernel
def hide(s: State, p: int) -> None:
    # MC-5: everybody sees who has written, and nobody what the others have.
    for q in range(SEATS):
        if q != p and s.orders[q] != NONE:
            s.orders[q] = HIDDEN


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    """No chance stands behind an order, so each that could have been written is as likely as any other."""
    for q in range(SEATS):
        if s.orders[q] == HIDDEN:
            s.orders[q] = below(rng, order_count(s, q))


# --- a round ----------------------------------------------------------------------------------------------------------


@kernel
def first_phase(s: State) -> int:
    """What a round begins with."""
    return DISCUSSION if s.variant == OPEN else WRITING


@kernel
def game_master(s: State) -> int:
    """MC-12: the role goes one seat on at every phase, and so three seats on in a round; or one with every round."""
    return (s.rounds if s.lead == BY_ROUND else s.rounds * PHASES + s.phase) % SEATS


@kernel
def order_count(s: State, p: int) -> int:
    """MC-4: how many orders seat p may choose from: any number from 0 to what is left, in any direction."""
    return (s.points[p] + 1) * 8


@kernel
def end_round(s: State) -> None:
    """Reveal the orders, and do all that follows from them."""
    s.way = resolve(s.orders, s.variant, s.force, s.fate)
    is_tied = has_fate(s.fate, TIED)
    s.idle_rounds = s.idle_rounds + 1 if stakes(s.orders) == 0 else 0
    for p in range(SEATS):
        s.paid[p] = min(s.points[p], cost(s.orders[p] >> 3, s.fate[p], s.payment, s.ties, is_tied))
        s.points[p] -= s.paid[p]
        s.shown[p] = s.orders[p]
        s.orders[p] = NONE
    if s.way != STAYS:
        s.x += EASTWARD[s.way]
        s.y += NORTHWARD[s.way]
    s.rounds += 1
    s.phase = first_phase(s)
    s.winners = behind_lines(s)
    if s.winners == ON and is_draw(s):
        s.winners = EVERYBODY


@kernel
def stakes(orders: Buffer) -> int:
    """What all have staked together."""
    total = 0
    for p in range(SEATS):
        total += orders[p] >> 3
    return total


@kernel
def cost(stake: int, fate: int, payment: int, ties: int, is_tied: bool) -> int:
    """MC-9, MC-23: what an order costs its author; a point that is lost, too (MC-20, MC-21)."""
    fine = 1 if fate == FINED else 0
    if fate == MOVED:
        return stake
    if ties == PAID and fate in (TIED, CANCELLED, FINED):
        return stake + fine
    if ties != PAID and fate in (CANCELLED, FINED, VOID):
        return fine
    if ties == FREE and is_tied:
        return 0
    return stake if payment == ALL else 0


@kernel
def has_fate(fate: Buffer, wanted: int) -> bool:
    """Whether this became of any of the orders."""
    for p in range(SEATS):
        if fate[p] == wanted:
            return True
    return False


@kernel
def behind_lines(s: State) -> int:
    """MC-2: the seats whose line the pawn is behind, as bits; in a corner they are two."""
    last = s["size"] // 2 + (1 if s.line == BEYOND else 0)
    seats = 0
    for p in range(SEATS):
        if s.x * EASTWARD[2 * p] + s.y * NORTHWARD[2 * p] >= last:
            seats |= 1 << p
    return seats


@kernel
def is_draw(s: State) -> bool:
    """MC-10: whether a game that nobody has won ends here."""
    left = 0
    for p in range(SEATS):
        left += s.points[p]
    return left == 0 or s.idle_rounds == IDLE_ROUNDS or s.rounds >= s.max_rounds


# --- resolution -------------------------------------------------------------------------------------------------------


@kernel
def resolve(orders: Buffer, variant: int, force: Buffer, fate: Buffer) -> int:
    """Where four orders move the pawn: a direction, or STAYS. Writes the force and the fate of each."""
    add_up(orders, force, fate)
    if variant == OPEN:
        counter(orders, force, fate)
    first, last, equal = strongest(orders, force)
    while variant == OPEN and equal == 2 and angle(orders[first], orders[last]) == OPPOSITE:  # MC-18
        cancel(orders[first], orders, force, fate)
        cancel(orders[last], orders, force, fate)
        first, last, equal = strongest(orders, force)
    if equal == 0:
        return STAYS
    way = common_way(orders[first], orders[last], equal, variant)
    if way != STAYS:
        mark_strongest(force, force[first], MOVED, fate)
    elif variant == OPEN:
        cancel_round(force, force[first], fate)
    else:
        mark_strongest(force, force[first], TIED, fate)
    return way


@kernel
def add_up(orders: Buffer, force: Buffer, fate: Buffer) -> None:
    """MC-6, MC-16: an order is as strong as all that are identical to it, together. MC-7: one of 0 takes no part."""
    for p in range(SEATS):
        force[p] = authors(orders[p], orders, SEATS) * (orders[p] >> 3)
        fate[p] = STOOD if force[p] > 0 else IDLE


@kernel
def authors(order: int, orders: Buffer, n: int) -> int:
    """How many of the first n seats have given this order."""
    count = 0
    for p in range(n):
        if orders[p] == order:
            count += 1
    return count


@kernel
def counter(orders: Buffer, force: Buffer, fate: Buffer) -> None:
    """MC-17: a coalition and its exact opposite, with the same number in each of their orders, cancel each other."""
    for p in range(SEATS):
        if force[p] > (orders[p] >> 3) and authors(orders[p] ^ OPPOSITE, orders, SEATS) > 0:
            cancel(orders[p] ^ OPPOSITE, orders, force, fate)
            cancel(orders[p], orders, force, fate)


@kernel
def cancel(order: int, orders: Buffer, force: Buffer, fate: Buffer) -> None:
    """Cancel an order, of however many authors."""
    for p in range(SEATS):
        if orders[p] == order:
            force[p] = 0
            fate[p] = CANCELLED


@kernel
def strongest(orders: Buffer, force: Buffer) -> tuple[int, int, int]:
    """An author of the first and of the last of the strongest orders, and how many these are; a coalition's is one."""
    most, first, last, equal = 0, NOBODY, NOBODY, 0
    for p in range(SEATS):
        if force[p] > most:
            most, first, last, equal = force[p], p, p, 1
        elif most > 0 and force[p] == most and authors(orders[p], orders, p) == 0:
            last = p
            equal += 1
    return first, last, equal


@kernel
def angle(order: int, other: int) -> int:
    """How far one has to turn, clockwise in steps of 45 degrees, from the direction of the one to that of the other."""
    return (other - order) & 7


@kernel
def common_way(order: int, other: int, equal: int, variant: int) -> int:
    """Where the strongest orders, so many, of which these are the first and the last, move the pawn; or STAYS."""
    if equal == 1:  # MC-7
        return order & 7
    turn = angle(order, other)
    if variant == BASIC or equal > 2 or turn % 2 == 1:  # MC-8, MC-21, MC-20
        return STAYS
    if turn == 0:  # MC-22
        return order & 7
    return (order + (1 if turn == 2 else -1)) & 7  # MC-19


@kernel
def mark_strongest(force: Buffer, most: int, becomes: int, fate: Buffer) -> None:
    """Give this fate to every author of the strongest orders, MC-21: whichever of them it is."""
    for p in range(SEATS):
        if force[p] == most:
            fate[p] = becomes


@kernel
def cancel_round(force: Buffer, most: int, fate: Buffer) -> None:
    """MC-20, MC-21: the authors of the strongest orders lose a point, and no other order counts."""
    for p in range(SEATS):
        if fate[p] == STOOD:
            fate[p] = VOID
    mark_strongest(force, most, FINED, fate)
