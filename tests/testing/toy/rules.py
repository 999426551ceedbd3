"""Three at the Market, rule by rule (TM-1 to TM-9): small, and with everything that makes the protocol necessary.

Cards drawn in secret, hands, simultaneous secret bids, a die, a choice in turn, three seats and two options.

A player's action is a bid (1 to 4: the card), TAKE or LEAVE. Nature's is a card drawn (1 to 4) or `DIE + face`.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel, record
from tablier.engine.rng import below

SEATS = 3
VALUES = 4
COPIES = 3  # of each value (TM-1)
HAND = 2  # cards that a player holds when bidding (TM-2)

TAKE, LEAVE = 5, 6
ACTION_COUNT = 7
DIE = 10  # nature's action for a face of 0
FACES = 3
CHANCE_COUNT = DIE + FACES + 1

DRAWING, BIDDING, ROLLING, CHOOSING, OVER = range(5)  # phases
FAIR, LOADED = 0, 1  # option die (TM-6)
NOBODY = -1
NONE, HIDDEN = 0, -1  # of a bid; HIDDEN also of the numbers of a hand

RECORD = record(
    __name__,
    [
        # options
        ("rounds", np.int32),
        ("die", np.int32),
        # position
        ("phase", np.int32),
        ("played", np.int32),  # rounds completed
        ("hand", np.int32, (SEATS, VALUES)),  # how many of each value, or HIDDEN
        ("held", np.int32, (SEATS,)),  # cards in hand, which everybody sees
        ("bid", np.int32, (SEATS,)),  # a value, NONE, or HIDDEN
        ("last", np.int32, (SEATS,)),  # the bids of the round before, revealed
        ("gone", np.int32, (VALUES,)),  # cards bid so far, of each value
        ("winner", np.int32),  # of this round's bidding, or NOBODY
        ("roll", np.int32),
        ("score", np.int32, (SEATS,)),
    ],
)


@kernel
def setup(s: State) -> None:
    s.phase = DRAWING
    s.played = 0
    s.hand[:] = 0
    s.held[:] = 0
    s.bid[:] = NONE
    s.last[:] = NONE
    s.gone[:] = 0
    s.winner = NOBODY
    s.roll = 0
    s.score[:] = 0


@kernel
def pending(s: State) -> int:
    if s.phase == CHOOSING:
        return int(1 << s.winner)
    seats = 0
    if s.phase == BIDDING:  # TM-3
        for p in range(SEATS):
            if s.bid[p] == NONE:
                seats |= 1 << p
    return seats


@kernel
def over(s: State) -> bool:
    return bool(s.phase == OVER)


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    n = 0
    for a in range(1, ACTION_COUNT):
        if forbids(s, p, a) == 0:
            out[n] = a
            n += 1
    return n


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if s.phase == OVER:
        return 9
    if s.phase == BIDDING:
        if s.bid[p] != NONE or not 1 <= a <= VALUES:
            return 3
        return 0 if s.hand[p, a - 1] > 0 else 2
    if s.phase == CHOOSING and s.winner == p and a >= TAKE:
        return 0
    return 7


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    n = 0
    if s.phase == DRAWING:  # TM-2
        for value in range(1, VALUES + 1):
            out[n] = value
            weights[n] = left(s, value)
            n += weights[n] > 0
    elif s.phase == ROLLING:  # TM-6
        for face in range(1, FACES + 1):
            out[n] = DIE + face
            weights[n] = 2 if face == FACES and s.die == LOADED else 1
            n += 1
    return n


@kernel
def apply(s: State, p: int, a: int) -> None:
    if s.phase == DRAWING:
        draw(s, a)
    elif s.phase == BIDDING:
        s.bid[p] = a
        if pending(s) == 0:
            reveal(s)
    elif s.phase == ROLLING:
        s.roll = a - DIE
        s.phase = CHOOSING
    else:  # TM-7
        s.score[p if a == TAKE else (p + 1) % SEATS] += s.roll
        end_round(s)


@kernel
def shares(s: State, out: Buffer) -> None:
    best = 0
    for p in range(SEATS):
        best = max(best, s.score[p])
    for p in range(SEATS):
        out[p] = s.score[p] == best


@kernel
def hide(s: State, p: int) -> None:
    for q in range(SEATS):
        if q != p:
            s.hand[q, :] = HIDDEN
            if s.bid[q] != NONE:
                s.bid[q] = HIDDEN


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    for q in range(SEATS):
        if q != p:
            s.hand[q, :] = 0
    for q in range(SEATS):
        if q != p:
            for _ in range(s.held[q]):
                s.hand[q, any_card(s, rng) - 1] += 1
            if s.bid[q] == HIDDEN:
                s.bid[q] = any_of_hand(s, q, rng)


# --- what happens -----------------------------------------------------------------------------------------------------


@kernel
def drawer(s: State) -> int:
    """The first who lacks a card, TM-2; only while cards are drawn."""
    p = 0
    while s.held[p] == HAND:
        p += 1
    return p


@kernel
def draw(s: State, value: int) -> None:
    p = drawer(s)
    s.hand[p, value - 1] += 1
    s.held[p] += 1
    if s.held[SEATS - 1] == HAND:
        s.phase = BIDDING


@kernel
def reveal(s: State) -> None:
    """TM-4: the cards bid are laid open and gone. TM-5: the highest that is alone wins."""
    s.winner = NOBODY
    for value in range(1, VALUES + 1):
        bidders = 0
        for p in range(SEATS):
            bidders += s.bid[p] == value
        for p in range(SEATS):
            if s.bid[p] == value and bidders == 1:
                s.winner = p
    for p in range(SEATS):
        s.hand[p, s.bid[p] - 1] -= 1
        s.held[p] -= 1
        s.gone[s.bid[p] - 1] += 1
        s.last[p] = s.bid[p]
        s.bid[p] = NONE
    if s.winner == NOBODY:
        end_round(s)
    else:
        s.phase = ROLLING


@kernel
def end_round(s: State) -> None:
    """TM-8: the next round, or the end."""
    s.played += 1
    s.winner = NOBODY
    s.roll = 0
    s.phase = OVER if s.played == s.rounds else DRAWING


# --- cards ------------------------------------------------------------------------------------------------------------


@kernel
def left(s: State, value: int) -> int:
    """Cards of this value still to be drawn."""
    found = COPIES - s.gone[value - 1]
    for p in range(SEATS):
        found -= s.hand[p, value - 1]
    return int(found)


@kernel
def any_card(s: State, rng: Buffer) -> int:
    """The value of a random card of those still to be drawn."""
    total = 0
    for value in range(1, VALUES + 1):
        total += left(s, value)
    rest = below(rng, total)
    value = 1
    while rest >= left(s, value):
        rest -= left(s, value)
        value += 1
    return value


@kernel
def any_of_hand(s: State, p: int, rng: Buffer) -> int:
    """The value of a random card of a hand."""
    rest = below(rng, s.held[p])
    value = 1
    while rest >= s.hand[p, value - 1]:
        rest -= s.hand[p, value - 1]
        value += 1
    return value
