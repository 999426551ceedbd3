"""Master Islands, rule by rule (MI-1 to MI-24). The numbers in comments are those of the rules page.

A *kind* of card is `colour * 5 + value - 1`, colours in the order yellow, green, red, blue. Cards of a kind are alike:
hands, the pile (its stock) and what was taken are counts of each kind, and the pile has no order.

A *place* is `128 * x + y`, counted from the first card, which lies at place 0. So a step is an addition, and places in
ascending order go from left to right and, in a column, from bottom to top. The table has no border, and needs none: 48
cards, each laid next to another, are never more than 47 steps apart, so no two places in reach have the same number.
The cards on the table are kept in the order of their places, and known by their rank in it.

An action is one of these, and nature's is the kind of the card that is drawn:

    (galleon * 4 + direction) * 20 + kind   lay a card next to a galleon: to A, where both are next to the place
    MOVE + galleon * 4 + direction          move a galleon: A, where both are on one card
    AGAIN, DONE                             another discovery, or none (MI-7); DONE also ends the Corsair's part (MI-21)
    KEEP                                    take nothing (MI-10)
    TAKE + rank                             pick a card
"""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel, record
from tablier.engine.rng import weighted

# --- what the numbers mean --------------------------------------------------------------------------------------------

SEATS = 4  # at most (MI-24)
GALLEONS = 2  # of a seat, at most
NOBODY = -1

COLOURS, VALUES = 4, 5
KINDS = COLOURS * VALUES  # MI-1
CARDS = 48
HAND = 3  # MI-3
TEN = 10  # what an alignment totals (MI-10), and so the most cards that it can have

STRIDE = 128  # one step to the right
HALF = STRIDE // 2
STEP = (1, STRIDE, -1, -STRIDE)  # in the four directions: north, east, south, west
EVERY_SIDE = 0b1111  # bits of the four directions
NO_PLACE = 1_000_000  # greater than any place
NO_CARD = -1
SHIP = 32  # added to a card on the table for each galleon that it carries
ROOM = 64  # for the cards on the table: a power of two, to search by halves

COLUMN, ROW, RISING, FALLING = 0, 1, 2, 3  # the ways of a line, each to the right or up
ANY_WAY, NO_WAY = -1, -2
SUMS = 16  # bits for the sums of one way, of which 0 to 10 are used
NO_SUM = 1 | 1 << SUMS | 1 << 2 * SUMS | 1 << 3 * SUMS  # of each way, that of no card
UP_TO_TEN = 0x7FF * NO_SUM

CLASSIC, TEAMS, CORSAIR = 0, 1, 2  # option mode (MI-24)
EACH, TEAM = 0, 1  # option conquest (MI-21)
ROUNDS = (10, 7, 4)  # option mission: easy, medium, hard (MI-20)
GOALS = (12, 10, 8)  # with 2, 3 and 4 players (MI-12)
TEAM_GOAL = 12  # MI-17, MI-20
AIMS = (12, 17, 20)  # the rule that ends a game of each mode when the aim is reached
ANY, MADE = 0, 1  # option alignment (MI-10)
ENDS, GOES_ON = 0, 1  # option pile (MI-20)
MARKS = 24  # bits in a word of `made`

# phases
DEAL, TURN_UP, DISCOVERY, REPLAY, RAID, CONQUEST, SUPPLY = 0, 1, 2, 3, 4, 5, 6

MOVE = GALLEONS * 4 * KINDS
AGAIN = MOVE + GALLEONS * 4
DONE = AGAIN + 1
KEEP = AGAIN + 2
TAKE = AGAIN + 3
ACTION_COUNT = TAKE + CARDS
OUT_OF_REACH = ACTION_COUNT  # no action: what a card or a move far from the galleons is read as, for a rule to forbid
CHANCE_COUNT = KINDS

RECORD = record(
    __name__,
    [
        # options
        ("mode", np.int32),
        ("players", np.int32),
        ("deck", np.int32, (VALUES,)),  # cards of each value in each colour (MI-2)
        ("alignment", np.int32),
        ("mission", np.int32),
        ("raid", np.int32),
        ("pile", np.int32),
        ("conquest", np.int32),
        ("corsair_seat", np.int32),
        # cards that are not on the table
        ("hand", np.int32, (SEATS, KINDS)),  # secret
        ("held", np.int32, (SEATS,)),  # how many that is
        ("stock", np.int32, (KINDS,)),  # of the pile; secret
        ("left", np.int32),  # how many that is
        ("taken", np.int32, (SEATS, KINDS)),
        ("won", np.int32, (SEATS,)),  # how many that is
        ("worth", np.int32, (SEATS,)),  # and what they total
        # the table
        ("cards", np.int32),  # how many there are
        ("place", np.int32, (ROOM,)),  # where they lie, ascending; then NO_PLACE
        ("card", np.int32, (ROOM,)),  # what they are, by rank: kind + SHIP * galleons; then NO_CARD
        ("made", np.int32, (2,)),  # bits by rank: laid in this turn, or under a galleon when it began; only with MADE
        ("galleon", np.int32, (SEATS, GALLEONS)),  # its place; NO_PLACE where there is none
        # whose turn it is, and what for
        ("seat", np.int32),  # who acts, or draws; NOBODY while the first card is turned up
        ("phase", np.int32),
        ("laid", np.int32),  # 1: the card of this discovery is laid
        ("moved", np.int32),  # 1: the galleon of this discovery is moved
        ("replay", np.int32),  # 1: the card laid allows another discovery (MI-7)
        ("rest", np.int32),  # what the cards still to be picked total
        ("picks", np.int32),  # cards picked so far in this conquest
        ("steps", np.int32),  # moves left to the Corsair
        ("landed", np.int32),  # 1: a card was laid in this turn
        ("idle", np.int32),  # turns without a card laid, since the last with one (MI-15)
        ("rounds", np.int32),  # rounds completed (MI-21)
        ("turns", np.int32),  # changes of the seat that acts, since the deal
        ("ended", np.int32),  # the number of the rule by which the game is over; 0: it is on
        ("picked", np.int32, (TEN,)),  # the places of the cards picked
        # what was played last, for the eye alone
        ("gone", np.int32),  # how many of `picked` were taken, until a card is laid
        ("fresh", np.int32),  # where the last card was laid
        ("wake", np.int32, (2,)),  # from where to where the last galleon went; NO_PLACE first: none since that card
        ("spoils", np.int32, (TEN,)),  # what the cards were that were taken last, in the order of `picked`
        ("taker", np.int32),  # who took them
    ],
)

FOR_THE_EYE = "gone"  # the first field that no rule reads


# --- the protocol -----------------------------------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    # MI-1, MI-2: the whole deck is the pile, to be dealt from.
    for kind in range(KINDS):
        s.stock[kind] = s.deck[kind % VALUES]
    s.left = CARDS
    s.hand[:] = 0
    s.held[:] = 0
    s.taken[:] = 0
    s.won[:] = 0
    s.worth[:] = 0
    s.cards = 0
    s.place[:] = NO_PLACE
    s.card[:] = NO_CARD
    s.made[:] = 0
    s.galleon[:] = NO_PLACE
    s.landed = 0
    s.idle = 0
    s.rounds = 0
    s.turns = 0
    s.ended = 0
    s.picked[:] = NO_PLACE
    s.gone = 0
    s.fresh = NO_PLACE
    s.wake[:] = NO_PLACE
    s.spoils[:] = NO_CARD
    s.taker = NOBODY
    s.seat = NOBODY
    begin(s, next_with_cards(s, 0), DEAL)


@kernel
def pending(s: State) -> int:
    if s.ended or is_natures(s):
        return 0
    return 1 << s.seat


@kernel
def over(s: State) -> bool:
    return s.ended != 0


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    if s.ended or is_natures(s) or s.seat != p:
        return 0
    if s.phase == CONQUEST:
        return picks(s, out)
    n = 0
    if s.phase == DISCOVERY and not s.laid:
        n = lays(s, p, out, n)
    if (s.phase == DISCOVERY and not s.moved) or s.phase == RAID:
        n = moves(s, p, out, n)
    if s.phase == REPLAY:  # MI-7
        out[n] = AGAIN
        n += 1
    if s.phase in (REPLAY, RAID):  # MI-7, MI-21
        out[n] = DONE
        n += 1
    return n


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if s.ended:
        return s.ended
    if s.phase <= TURN_UP:
        return 3
    if s.phase == SUPPLY or s.seat != p:
        return 21 if s.mode == CORSAIR else 13
    if s.phase == DISCOVERY:
        return forbids_discovery(s, p, a)
    if s.phase == REPLAY:
        return 0 if a in (AGAIN, DONE) else 7
    if s.phase == RAID:
        return forbids_raid(s, p, a)
    return forbids_conquest(s, a)


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    # MI-3, MI-13: each card of the pile is as likely as any other.
    n = 0
    if s.ended == 0 and is_natures(s):
        for kind in range(KINDS):
            if s.stock[kind]:
                out[n] = kind
                weights[n] = s.stock[kind]
                n += 1
    return n


@kernel
def apply(s: State, p: int, a: int) -> None:
    is_complete = True  # the part of the turn, by this action
    if p < 0:
        is_complete = draw(s, a)
    elif a < MOVE:
        is_complete = lay(s, p, kind_of(a), place_of(s, p, a))
    elif a < AGAIN:
        is_complete = sail(s, p, galleon_of(a), place_of(s, p, a))
    elif a == AGAIN:
        is_complete = False
        begin(s, p, DISCOVERY)
    elif a >= TAKE:
        is_complete = pick(s, p, a - TAKE)
    if is_complete and s.ended == 0:
        go_on(s)


@kernel
def shares(s: State, out: Buffer) -> None:
    # MI-14: those who are level share it.
    best = 0
    for p in range(s.players):
        best = max(best, standing(s, p))
    for p in range(s.players):
        out[p] = 1 if standing(s, p) == best else 0


@kernel
def hide(s: State, p: int) -> None:
    # MI-23: players see their own hands only. How many cards there are where is in `held` and `left`.
    for q in range(SEATS):
        if q != p:
            s.hand[q, :] = 0
    s.stock[:] = 0


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    """Every card that seat p has not seen is as likely to be in one hidden place as in another."""
    gather_unseen(s, p)
    for q in range(s.players):
        if q != p:
            s.hand[q, :] = 0
            for _ in range(s.held[q]):
                kind = weighted(rng, s.stock, KINDS)
                s.stock[kind] -= 1
                s.hand[q, kind] += 1


@kernel
def gather_unseen(s: State, p: int) -> None:
    """Put into the pile every card that is neither on the table, nor taken, nor in the hand of seat p."""
    for kind in range(KINDS):
        s.stock[kind] = s.deck[kind % VALUES]
        for q in range(SEATS):
            s.stock[kind] -= s.taken[q, kind]
        if p >= 0:
            s.stock[kind] -= s.hand[p, kind]
    for rank in range(s.cards):
        s.stock[s.card[rank] % SHIP] -= 1


# --- discovery: which there are ---------------------------------------------------------------------------------------


@kernel
def lays(s: State, p: int, out: Buffer, n: int) -> int:
    """Append every way to lay a card of the hand next to a galleon. Return the new count."""
    for galleon in range(galleons(s, p)):
        free = free_spots(s, p, galleon)
        for direction in range(4):
            if free >> direction & 1:
                for kind in range(KINDS):
                    out[n] = (galleon * 4 + direction) * KINDS + kind
                    n += s.hand[p, kind] > 0  # no branch: a processor could not foresee it
    return n


@kernel
def free_spots(s: State, p: int, galleon: int) -> int:
    """Bit d is set where a card may be laid in direction d of this galleon, and galleon A is not next to the place."""
    here = s.galleon[p, galleon]
    free = EVERY_SIDE - neighbours(s, here)
    if galleon == 1:
        for direction in range(4):
            if is_beside(here + STEP[direction], s.galleon[p, 0]):
                free &= ~(1 << direction)
    return free


@kernel
def moves(s: State, p: int, out: Buffer, n: int) -> int:
    """Append every move of a galleon (MI-6, MI-21). Return the new count."""
    is_bound = must_leave_room(s, p)
    for galleon in range(galleons(s, p)):
        ways = ways_out(s, p, galleon)
        for direction in range(4):
            if ways >> direction & 1 and (not is_bound or leaves_room(s, p, galleon, direction)):
                out[n] = MOVE + galleon * 4 + direction
                n += 1
    return n


@kernel
def ways_out(s: State, p: int, galleon: int) -> int:
    """Bit d is set where this galleon may move in direction d. Of two on one card it is A that moves."""
    if galleon == 1 and s.galleon[p, 1] == s.galleon[p, 0]:
        return 0
    return neighbours(s, s.galleon[p, galleon])


@kernel
def must_leave_room(s: State, p: int) -> bool:
    """MI-6: whether a move has to leave room for the card that is still to be laid. MI-8: not where none can."""
    return s.phase == DISCOVERY and s.laid == 0 and can_do_both(s, p)


@kernel
def leaves_room(s: State, p: int, galleon: int, direction: int) -> bool:
    """Whether a card can be laid next to a galleon of seat p after this move (MI-6)."""
    if galleons(s, p) == 2 and neighbours(s, s.galleon[p, 1 - galleon]) != EVERY_SIDE:
        return True
    return neighbours(s, s.galleon[p, galleon] + STEP[direction]) != EVERY_SIDE


@kernel
def neighbours(s: State, place: int) -> int:
    """Bit d is set where a card lies in direction d of the card at this place."""
    rank = find(s, place)
    cards = 1 if s.place[rank + 1] == place + STEP[0] else 0
    cards |= 2 if find(s, place + STEP[1]) != NO_CARD else 0
    cards |= 4 if rank > 0 and s.place[rank - 1] == place + STEP[2] else 0
    return cards | (8 if find(s, place + STEP[3]) != NO_CARD else 0)


@kernel
def can_lay(s: State, p: int) -> bool:
    if s.held[p] == 0:  # MI-20
        return False
    for galleon in range(galleons(s, p)):
        if neighbours(s, s.galleon[p, galleon]) != EVERY_SIDE:
            return True
    return False


@kernel
def can_do_both(s: State, p: int) -> bool:
    """Whether some order of play lets a card be laid and a galleon be moved: it can always move on to the card."""
    if can_lay(s, p) or s.held[p] == 0:
        return s.held[p] > 0
    for galleon in range(galleons(s, p)):
        ways = ways_out(s, p, galleon)
        for direction in range(4):
            if ways >> direction & 1 and leaves_room(s, p, galleon, direction):
                return True
    return False


@kernel
def forbids_discovery(s: State, p: int, a: int) -> int:
    """The rule that forbids this as a part of a discovery, or 0."""
    if a in (AGAIN, DONE):
        return 7
    if KEEP <= a < ACTION_COUNT:
        return 11
    if a == OUT_OF_REACH:
        return 6
    galleon, direction = galleon_of(a), direction_of(a)
    if galleon >= galleons(s, p):
        return 16 if s.mode == TEAMS else 19
    if a < MOVE:
        fits = not s.laid and s.hand[p, kind_of(a)] > 0 and free_spots(s, p, galleon) >> direction & 1 == 1
    else:
        fits = not s.moved and ways_out(s, p, galleon) >> direction & 1 == 1
        fits = fits and (leaves_room(s, p, galleon, direction) or not must_leave_room(s, p))
    return 0 if fits else 6


@kernel
def forbids_raid(s: State, p: int, a: int) -> int:
    """The rule that forbids this to the Corsair, or 0."""
    if a < MOVE:
        return 19
    if a < AGAIN:
        if ways_out(s, p, galleon_of(a)) >> direction_of(a) & 1:
            return 0
        return 22 if neighbours(s, s.galleon[p, galleon_of(a)]) == 0 else 21
    return 0 if a == DONE else 21


# --- conquest: which there are ----------------------------------------------------------------------------------------


@kernel
def picks(s: State, out: Buffer) -> int:
    """MI-10: every card that may be picked; KEEP too, as long as none is."""
    out[0] = KEEP
    n = 1 if s.picks == 0 else 0
    for rank in range(s.cards):
        out[n] = TAKE + rank
        n += may_pick(s, rank)
    return n


@kernel
def forbids_conquest(s: State, a: int) -> int:
    """The rule that forbids this during a conquest, or 0."""
    if a < KEEP or a == OUT_OF_REACH:
        return 11
    if a == KEEP:
        fits = s.picks == 0
    elif a - TAKE >= s.cards:
        fits = False
    else:
        fits = may_pick(s, a - TAKE)
    return 0 if fits else 10


@kernel
def has_alignment(s: State) -> bool:
    """MI-10: whether there is anything to take."""
    for rank in range(s.cards):
        if leads(s, rank):
            return True
    return False


@kernel
def may_pick(s: State, rank: int) -> bool:
    return leads(s, rank) if s.picks == 0 else may_follow(s, rank)


@kernel
def leads(s: State, rank: int) -> bool:
    """Whether this card is the first of an alignment."""
    value = free_value(s.card[rank])
    if value == 0:
        return False
    if s.alignment == MADE:
        return completes_made(s, rank, ANY_WAY, TEN - value, is_made(s, rank))
    return completes(s, rank, ANY_WAY, TEN - value)


@kernel
def may_follow(s: State, rank: int) -> bool:
    """Whether this card, free and on one line with those picked, is the next of an alignment."""
    line = ANY_WAY if s.picks == 1 else way(s.picked[1] - s.picked[0])
    to = way(s.place[rank] - s.picked[s.picks - 1])
    if to == NO_WAY or line not in (to, ANY_WAY):
        return False
    value = free_value(s.card[rank])
    if value == 0 or value > s.rest:
        return False
    if s.alignment == MADE:
        return completes_made(s, rank, to, s.rest - value, is_made(s, rank) or has_picked_made(s))
    return completes(s, rank, to, s.rest - value)


@kernel
def completes(s: State, rank: int, line: int, rest: int) -> bool:
    """Whether free cards that follow this one this way (or any one way) total exactly that.

    Bit n of a way's sums is set when some choice of the cards met so far totals n.
    """
    here, sums = s.place[rank], NO_SUM
    for other in range(rank + 1, s.cards):
        to = way(s.place[other] - here)
        if to != NO_WAY and line in (to, ANY_WAY):
            of_this_way = sums & 0x7FF << SUMS * to
            sums = (sums | of_this_way << int(free_value(s.card[other]))) & UP_TO_TEN
    return sums >> int(rest) & NO_SUM != 0


@kernel
def completes_made(s: State, rank: int, line: int, rest: int, has_made: bool) -> bool:
    """The same where one card at least, of all that are picked, is a made one (MI-10); `has_made`: one is already."""
    here = s.place[rank]
    without, sums = (0, NO_SUM) if has_made else (NO_SUM, 0)  # choices without a made card, and with one
    for other in range(rank + 1, s.cards):
        to, value = way(s.place[other] - here), free_value(s.card[other])
        if to != NO_WAY and line in (to, ANY_WAY) and value > 0:
            of_this_way = 0x7FF << SUMS * to
            if is_made(s, other):
                sums = (sums | ((without | sums) & of_this_way) << int(value)) & UP_TO_TEN
            else:
                sums = (sums | (sums & of_this_way) << int(value)) & UP_TO_TEN
                without = (without | (without & of_this_way) << int(value)) & UP_TO_TEN
    return sums >> int(rest) & NO_SUM != 0


@kernel
def is_made(s: State, rank: int) -> bool:
    """Whether a card was laid in this turn, or lay under a galleon when it began (MI-10)."""
    return s.made[rank // MARKS] >> rank % MARKS & 1 == 1


@kernel
def has_picked_made(s: State) -> bool:
    for i in range(s.picks):
        if is_made(s, find(s, s.picked[i])):
            return True
    return False


@kernel
def mark_made(s: State, rank: int, is_so: bool) -> None:
    bit = 1 << rank % MARKS
    if is_so:
        s.made[rank // MARKS] |= bit
    else:
        s.made[rank // MARKS] &= ~bit


@kernel
def mark_anchorages(s: State) -> None:
    """MI-10: a turn begins, or a round against the Corsair; the cards that lie under a galleon now are marked."""
    if s.alignment == MADE:
        for rank in range(s.cards):
            mark_made(s, rank, s.card[rank] >= SHIP)


@kernel
def way(gap: int) -> int:
    """The way from a place to another, that much further on in the order of places: COLUMN to FALLING, or NO_WAY."""
    if gap < HALF:
        return COLUMN if gap > 0 else NO_WAY
    if gap % STRIDE == 0:
        return ROW
    if gap % (STRIDE + 1) == 0:
        return RISING
    return FALLING if gap % (STRIDE - 1) == 0 else NO_WAY


@kernel
def free_value(card: int) -> int:
    """The value of a card on the table; 0 if it carries a galleon, anyone's (MI-10)."""
    return value_of(card) if card < SHIP else 0


@kernel
def find(s: State, place: int) -> int:
    """The rank of the card that lies at this place, or NO_CARD."""
    rank, step = 0, ROOM // 2
    while step > 0:
        if s.place[rank + step - 1] < place:
            rank += step
        step //= 2
    return rank if s.place[rank] == place else NO_CARD


# --- what an action does ----------------------------------------------------------------------------------------------


@kernel
def draw(s: State, kind: int) -> bool:
    """MI-3, MI-13: a card of the pile goes to the hand, or is turned up to be the first. MI-14: the last ends the game.

    Return whether no more is to be drawn there.
    """
    s.stock[kind] -= 1
    s.left -= 1
    if s.phase == TURN_UP:
        put(s, 0, kind)
        gather_galleons(s)
    else:
        s.hand[s.seat, kind] += 1
        s.held[s.seat] += 1
    if s.left == 0 and not goes_on(s):
        s.ended = 14
    return s.phase == TURN_UP or s.held[s.seat] == HAND or s.left == 0


@kernel
def goes_on(s: State) -> bool:
    """MI-20: whether a mission is played on when the pile is empty."""
    return s.mode == CORSAIR and s.pile == GOES_ON


@kernel
def gather_galleons(s: State) -> None:
    """MI-4: every galleon begins on the first card."""
    for p in range(s.players):
        for galleon in range(galleons(s, p)):
            s.galleon[p, galleon] = 0
            s.card[0] += SHIP


@kernel
def lay(s: State, p: int, kind: int, place: int) -> bool:
    """MI-6: a card of the hand goes to the table. Return whether that completes the discovery."""
    s.replay = is_match(s, p, kind, place)
    s.hand[p, kind] -= 1
    s.held[p] -= 1
    put(s, place, kind)
    s.laid = 1
    s.landed = 1
    s.gone = 0
    s.fresh = place
    s.wake[0] = NO_PLACE
    return s.moved == 1


@kernel
def is_match(s: State, p: int, kind: int, place: int) -> bool:
    """MI-7: whether a card laid here has the colour of an adjacent card that carries a galleon of the player's."""
    for galleon in range(galleons(s, p)):
        anchorage = s.galleon[p, galleon]
        if is_beside(place, anchorage) and colour_of(s.card[find(s, anchorage)] % SHIP) == colour_of(kind):
            return True
    return False


@kernel
def put(s: State, place: int, kind: int) -> None:
    """Put a card on the table, among the others in the order of places."""
    rank = s.cards
    while rank > 0 and s.place[rank - 1] > place:
        s.place[rank] = s.place[rank - 1]
        s.card[rank] = s.card[rank - 1]
        if s.alignment == MADE:
            mark_made(s, rank, is_made(s, rank - 1))
        rank -= 1
    s.place[rank] = place
    s.card[rank] = kind
    s.cards += 1
    if s.alignment == MADE:
        mark_made(s, rank, True)


@kernel
def sail(s: State, p: int, galleon: int, place: int) -> bool:
    """MI-6, MI-21: a galleon goes to the next card. Return whether that completes the discovery, or the raid."""
    here = s.galleon[p, galleon]
    s.card[find(s, here)] -= SHIP
    s.card[find(s, place)] += SHIP
    s.galleon[p, galleon] = place
    s.wake[0] = here
    s.wake[1] = place
    if s.phase == RAID:
        s.steps -= 1
        return s.steps == 0
    s.moved = 1
    return s.laid == 1 or not can_lay(s, p)  # MI-8


@kernel
def pick(s: State, p: int, rank: int) -> bool:
    """MI-10: one more card of an alignment. Return whether it is complete, at ten."""
    s.gone = 0
    s.picked[s.picks] = s.place[rank]
    s.picks += 1
    s.rest -= value_of(s.card[rank])
    if s.rest > 0:
        return False
    take(s, p)
    return True


@kernel
def take(s: State, p: int) -> None:
    """MI-11: the cards picked go to their owner, and the aim is checked: MI-12, MI-17, MI-20."""
    for i in range(s.picks):
        rank = find(s, s.picked[i])
        s.taken[p, s.card[rank]] += 1
        s.spoils[i] = s.card[rank]
        s.card[rank] = NO_CARD
    s.won[p] += s.picks
    s.worth[p] += TEN
    s.gone = s.picks
    s.taker = p
    close_ranks(s)
    if won_by_side(s, p) >= goal(s):
        s.ended = AIMS[s.mode]


@kernel
def close_ranks(s: State) -> None:
    """Let the cards that are left on the table move up into the ranks of those that are gone."""
    kept = 0
    for rank in range(s.cards):
        if s.card[rank] != NO_CARD:
            s.place[kept] = s.place[rank]
            s.card[kept] = s.card[rank]
            if s.alignment == MADE:
                mark_made(s, kept, is_made(s, rank))
            kept += 1
    for rank in range(kept, s.cards):
        s.place[rank] = NO_PLACE
        s.card[rank] = NO_CARD
        if s.alignment == MADE:
            mark_made(s, rank, False)
    s.cards = kept


# --- whose turn it is, and what for -----------------------------------------------------------------------------------


@kernel
def is_natures(s: State) -> bool:
    """Whether a card is to be drawn now."""
    return s.phase <= TURN_UP or s.phase == SUPPLY


@kernel
def begin(s: State, seat: int, phase: int) -> None:
    if seat != s.seat and phase > TURN_UP:
        s.turns += 1
    s.seat = seat
    s.phase = phase
    s.laid = 0
    s.moved = 0
    s.replay = 0
    s.rest = TEN
    s.picks = 0
    s.steps = s.raid


@kernel
def go_on(s: State) -> None:
    """Pass to the next part, and over those where there is nothing to do."""
    next_part(s)
    while s.ended == 0 and has_nothing_to_do(s):
        next_part(s)


@kernel
def has_nothing_to_do(s: State) -> bool:
    if s.phase == CONQUEST:  # MI-10: where there is nothing to take, nobody is asked
        return not has_alignment(s)
    if s.phase == DISCOVERY:  # MI-20: who has neither a card nor a move is not asked
        return s.held[s.seat] == 0 and not can_move(s, s.seat)
    return s.phase == SUPPLY and (s.held[s.seat] == HAND or s.left == 0)


@kernel
def can_move(s: State, p: int) -> bool:
    for galleon in range(galleons(s, p)):
        if ways_out(s, p, galleon):
            return True
    return False


@kernel
def next_part(s: State) -> None:
    if s.phase <= TURN_UP:
        seat, phase = after_dealing(s)
    elif s.phase == DISCOVERY and s.replay and s.held[s.seat] > 0:  # MI-7
        seat, phase = s.seat, REPLAY
    elif s.mode == CORSAIR:
        seat, phase = after_part_of_round(s)
    else:
        seat, phase = after_part_of_turn(s)
    if s.ended == 0:
        begin(s, seat, phase)


@kernel
def after_dealing(s: State) -> tuple[int, int]:
    """MI-3: to each seat with cards, then the first card. MI-5: the first of them begins."""
    if s.phase == TURN_UP:
        mark_anchorages(s)
        return next_with_cards(s, 0), DISCOVERY
    after = next_with_cards(s, s.seat + 1)
    return after, TURN_UP if after == NOBODY else DEAL


@kernel
def after_part_of_turn(s: State) -> tuple[int, int]:
    """MI-6 to MI-13: discovery, conquest, supply; then the player on the left."""
    if s.phase == CONQUEST:
        return s.seat, SUPPLY
    if s.phase != SUPPLY:
        return s.seat, CONQUEST
    s.idle = 0 if s.landed else s.idle + 1
    s.landed = 0
    if s.idle == s.players:
        s.ended = 15
    mark_anchorages(s)
    return (s.seat + 1) % s.players, DISCOVERY


@kernel
def after_part_of_round(s: State) -> tuple[int, int]:
    """MI-21: every discovery, then the Corsair's moves, then conquest and supply."""
    first, after = next_with_cards(s, 0), next_with_cards(s, s.seat + 1)
    if s.phase == RAID:
        return first, CONQUEST
    if s.phase == CONQUEST:
        if s.conquest == EACH:
            return s.seat, SUPPLY
        return (first, SUPPLY) if s.rest == 0 or after == NOBODY else (after, CONQUEST)
    if s.phase != SUPPLY:
        return (s.corsair_seat, RAID) if after == NOBODY else (after, DISCOVERY)
    if after != NOBODY:
        return after, CONQUEST if s.conquest == EACH else SUPPLY
    s.rounds += 1
    if s.rounds == ROUNDS[s.mission]:  # MI-20
        s.ended = 20
    mark_anchorages(s)
    return first, DISCOVERY


@kernel
def next_with_cards(s: State, seat: int) -> int:
    """This seat, or the next that plays with cards: not the Corsair's (MI-19). NOBODY if there is none."""
    if is_corsair(s, seat):
        seat += 1
    return seat if seat < s.players else NOBODY


@kernel
def is_corsair(s: State, p: int) -> bool:
    return s.mode == CORSAIR and p == s.corsair_seat


@kernel
def galleons(s: State, p: int) -> int:
    """How many galleons a seat has: MI-4, MI-16, MI-19."""
    return 2 if s.mode == CLASSIC or is_corsair(s, p) else 1


@kernel
def are_together(s: State, p: int, q: int) -> bool:
    """Whether two seats are one side: MI-16, MI-20."""
    if s.mode == CLASSIC:
        return p == q
    if s.mode == TEAMS:
        return p % 2 == q % 2
    return is_corsair(s, p) == is_corsair(s, q)


@kernel
def goal(s: State) -> int:
    """How many cards a side has to take: MI-12, MI-17, MI-20."""
    return GOALS[s.players - 2] if s.mode == CLASSIC else TEAM_GOAL


@kernel
def won_by_side(s: State, p: int) -> int:
    """How many cards the side of this seat has taken."""
    won = 0
    for q in range(s.players):
        won += s.won[q] if are_together(s, p, q) else 0
    return won


@kernel
def worth_of_side(s: State, p: int) -> int:
    """What the cards that the side of this seat has taken total."""
    worth = 0
    for q in range(s.players):
        worth += s.worth[q] if are_together(s, p, q) else 0
    return worth


@kernel
def standing(s: State, p: int) -> int:
    """Higher is better. MI-14, MI-17: the cards taken, then their values. MI-20: the mission, or else the Corsair."""
    if s.mode == CORSAIR:
        is_accomplished = s.won.sum() >= TEAM_GOAL
        return 1 if is_accomplished != is_corsair(s, p) else 0
    return won_by_side(s, p) * 1000 + worth_of_side(s, p)


# --- reading a number -------------------------------------------------------------------------------------------------


@kernel
def is_beside(place: int, other: int) -> bool:
    """Whether two places are next to each other, not diagonally."""
    gap = abs(place - other)
    return gap in (1, STRIDE)


@kernel
def colour_of(kind: int) -> int:
    return kind // VALUES


@kernel
def value_of(kind: int) -> int:
    return kind % VALUES + 1


@kernel
def kind_of(a: int) -> int:
    """The card that this action lays."""
    return a % KINDS


@kernel
def galleon_of(a: int) -> int:
    """The galleon that this action moves, or next to which it lays a card."""
    return (a - MOVE) // 4 if a >= MOVE else a // KINDS // 4


@kernel
def direction_of(a: int) -> int:
    """The direction, from that galleon, in which this action goes."""
    return (a - MOVE) % 4 if a >= MOVE else a // KINDS % 4


@kernel
def place_of(s: State, p: int, a: int) -> int:
    """The place where this action lays a card, or to which it moves a galleon."""
    return s.galleon[p, galleon_of(a)] + STEP[direction_of(a)]


@kernel
def x_of(place: int) -> int:
    return (place + HALF) // STRIDE


@kernel
def y_of(place: int) -> int:
    return (place + HALF) % STRIDE - HALF
