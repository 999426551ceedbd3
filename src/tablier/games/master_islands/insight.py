"""What a good player sees in Master Islands: how many cards the next conquest brings, and to whom.

An alignment (MI-10) is worth the number of its cards, and the lowest values make the longest. So for each line only the
number of free cards of each value matters: that is its *stock*, a number with tables for the best that it holds. More
cards of a value than make ten are not counted.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.games.master_islands.rules import (
    AGAIN,
    CARDS,
    CLASSIC,
    COLUMN,
    CONQUEST,
    CORSAIR,
    DISCOVERY,
    DONE,
    EVERY_SIDE,
    FALLING,
    KEEP,
    KINDS,
    MOVE,
    NO_WAY,
    NOBODY,
    RAID,
    REPLAY,
    RISING,
    ROUNDS,
    ROW,
    SEATS,
    SHIP,
    STEP,
    STRIDE,
    SUPPLY,
    TAKE,
    TEAM,
    TEAM_GOAL,
    TEAMS,
    TEN,
    TURN_UP,
    VALUES,
    are_together,
    find,
    galleon_of,
    goal,
    is_beside,
    is_corsair,
    is_match,
    kind_of,
    legal,
    neighbours,
    place_of,
    value_of,
    way,
    won_by_side,
)

# --- tables -----------------------------------------------------------------------------------------------------------

MOST = tuple(TEN // value for value in range(1, VALUES + 1))  # of each value, in an alignment
BITS = 4  # for a number of cards up to ten, where several are packed into one number
FEW = (1 << BITS) - 1
BYTE = 8  # for a number of cards of any kind
FAR = 64 * STRIDE  # more than the gap between any two places in reach


def stocks() -> list[tuple[int, ...]]:
    """The number of cards of each value, for each stock; first the empty one."""
    return list(product(*(range(most + 1) for most in MOST)))


def growth() -> Buffer:
    """[stock, value]: the stock with a card of this value added."""
    number = {counts: stock for stock, counts in enumerate(stocks())}
    table = np.zeros((len(number), VALUES + 1), dtype=np.int32)
    for counts, stock in number.items():
        for i in range(VALUES):
            more = min(counts[i] + 1, MOST[i])
            table[stock, i + 1] = number[(*counts[:i], more, *counts[i + 1 :])]
    return table


def longest() -> tuple[Buffer, Buffer]:
    """[stock, total]: the most cards that make this total, below 0 if none do; and how many of each value those are."""
    number = {counts: stock for stock, counts in enumerate(stocks())}
    most = np.full((len(number), TEN + 1), -TEN, dtype=np.int32)
    used = np.zeros((len(number), TEN + 1), dtype=np.int32)
    most[:, 0] = 0
    for counts, stock in number.items():
        for i in range(VALUES):
            if counts[i]:  # a card of this value comes to all the others: it is used where that makes more
                fewer = number[(*counts[:i], counts[i] - 1, *counts[i + 1 :])]
                most[stock], used[stock] = most[fewer], used[fewer]
                helps = most[fewer, : TEN - i] + 1 > most[fewer, i + 1 :]
                most[stock, i + 1 :][helps] = most[fewer, : TEN - i][helps] + 1
                used[stock, i + 1 :][helps] = used[fewer, : TEN - i][helps] + (1 << BITS * i)
                break
    return most, used


def ways() -> Buffer:
    """[gap]: the way from a place to another, that much further on."""
    return np.array([way(gap) for gap in range(FAR)], dtype=np.int32)


GROWN = growth()
MOST_CARDS, USED = longest()
WAY = ways()


# --- features and their weights ---------------------------------------------------------------------------------------

CONTEST = (  # classic and teams: of a side, in parts of its aim. "Now": it may lay a card; "next": its turn comes then
    "won",
    "won squared",
    "won late",
    "turn now",
    "turn laid",
    "turn next",
    "take now",
    "take next",
    "free now",
    "free next",
    "hand",
)
MISSION = (  # against the Corsair: of the team, most of them by `leeway`; all are 0 for the Corsair
    "accomplished",
    "missed",
    "team",
    "needed",
    "rounds",
    "rounds of three",
    "rounds of one conquest",
    "discoveries",
    "free for team",
    "haul before raid",
    "haul in raid",
    "haul by steps",
)
FEATURES = CONTEST + MISSION
Contest = tuple[float, float, float, float, float, float, float, float, float, float, float]
Mission = tuple[float, float, float, float, float, float, float, float, float, float, float, float]

# Fitted to games of the greedy player with itself, where one action in fifty was a slip, as `benchmarks/fit.py` does:
# a row for classic games with 2 and 4 players, between them one for 3, and one for teams; the mission's, to all of its
# options together. Only the hauls' were set by matches: a Corsair spoils the best of them, so that in its games a large
# one looks like nothing to hope for, and a team that believes it wins four games in ten instead of eight.
CONTEST_WEIGHTS = np.array(
    [
        [2.44, -0.13, 3.16, 0.13, 0.05, -0.01, 1.21, 1.09, 0.23, 0.93, 0.12],
        [2.2, -0.1, 2.8, 0.13, 0.15, 0.04, 1.0, 1.2, 0.4, 0.9, 0.14],
        [1.92, -0.07, 2.41, 0.13, 0.25, 0.06, 0.83, 1.39, 0.55, 0.86, 0.15],
        [2.46, 0.55, 2.27, 0.1, 0.01, 0.07, 1.71, 0.69, 0.37, 0.62, 0.24],
    ]
)
MISSION_WEIGHTS = np.array([6.5, -3.9, -6.76, -0.67, 2.4, 0.59, -0.09, 0.39, 0.48, 0.05, 0.15, -0.1])
WEIGHTS = np.zeros((len(CONTEST_WEIGHTS) + 1, len(FEATURES)))
WEIGHTS[:-1, : len(CONTEST)] = CONTEST_WEIGHTS
WEIGHTS[-1, len(CONTEST) :] = MISSION_WEIGHTS

SURE = 0.98  # that what is in sight is taken
MEAN_VALUE = 2.75  # of a card


@kernel
def variant(s: State) -> int:
    """The row of WEIGHTS for these options."""
    if s.mode == CLASSIC:
        return s.players - 2
    return 3 if s.mode == TEAMS else 4


@kernel
def side(s: State, p: int) -> int:
    """The number of the side of a seat."""
    if s.mode == CORSAIR:
        return 1 if is_corsair(s, p) else 0
    return p % 2 if s.mode == TEAMS else p


@kernel
def sure(s: State, p: int) -> float:
    """How likely the side of a seat is to win at once."""
    if s.mode == CORSAIR or s.phase <= TURN_UP:
        return 0.0
    return wins_at_once(s, p, outlook(s))


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    for i in range(len(FEATURES)):
        out[i] = 0.0
    if s.phase <= TURN_UP:
        return
    if s.mode != CORSAIR:
        contest = signs_of_contest(s, p, outlook(s))
        for i in range(len(CONTEST)):
            out[i] = contest[i]
    elif not is_corsair(s, p):
        mission = signs_of_mission(s)
        for i in range(len(MISSION)):
            out[len(CONTEST) + i] = mission[i]


@kernel
def estimate(s: State, out: Buffer) -> None:
    weigh(s, out, WEIGHTS)


@kernel
def weigh(s: State, out: Buffer, weights: Buffer) -> None:
    """The estimate with these weights."""
    if s.phase <= TURN_UP:
        for p in range(s.players):
            out[p] = 1.0 / s.players
    elif s.mode == CORSAIR:
        weigh_mission(s, out, weights)
    else:
        weigh_contest(s, out, weights)


@kernel
def weigh_contest(s: State, out: Buffer, weights: Buffer) -> None:
    look, row = outlook(s), variant(s)
    total, left = 0.0, 1.0
    for p in range(s.players):
        signs, score = signs_of_contest(s, p, look), 0.0
        for i in range(len(CONTEST)):
            score += weights[row, i] * signs[i]
        out[p] = math.exp(score)
        total += out[p]
        left -= wins_at_once(s, p, look) / mates(s)
    for p in range(s.players):
        out[p] = wins_at_once(s, p, look) / mates(s) + left * out[p] / total


@kernel
def weigh_mission(s: State, out: Buffer, weights: Buffer) -> None:
    row, signs, score = variant(s), signs_of_mission(s), 0.0
    for i in range(len(MISSION)):
        score += weights[row, len(CONTEST) + i] * signs[i]
    mission = 1.0 / (1.0 + math.exp(-score))
    for p in range(s.players):
        out[p] = 1.0 - mission if is_corsair(s, p) else mission / (s.players - 1)


@kernel
def mates(s: State) -> int:
    """How many seats share a win (classic and teams)."""
    return 2 if s.mode == TEAMS else 1


# --- what is worth a look ---------------------------------------------------------------------------------------------


@kernel
def urge(s: State, p: int, a: int) -> float:
    if a < MOVE:
        return urge_to_lay(s, p, a)
    if a < AGAIN:
        return urge_to_move(s, p, a)
    if a == AGAIN:
        return 2.0
    if a == KEEP:
        return 0.05
    if a == DONE:
        return 1.0
    return urge_to_take(s, a - TAKE)


@kernel
def urge_to_lay(s: State, p: int, a: int) -> float:
    """MI-7: the colour of a galleon's card lets one go on. MI-10: the more cards one then takes, the better."""
    place, kind = place_of(s, p, a), kind_of(a)
    cards = take_through(s, place, value_of(kind), free_ranks(s, p))
    return (2.0 if is_match(s, p, kind, place) else 1.0) * (1.0 + cards)


@kernel
def urge_to_move(s: State, p: int, a: int) -> float:
    """Leave a card that can be taken, rather than lie on one. The Corsair does the reverse."""
    ranks = free_ranks(s, p)
    left, met = take_over(s, s.galleon[p, galleon_of(a)], ranks), take_over(s, place_of(s, p, a), ranks)
    return (1.0 + met) / (1.0 + left) if s.phase == RAID else (1.0 + left) / (1.0 + met)


@kernel
def take_over(s: State, place: int, ranks: int) -> int:
    """The most cards that an alignment has with the card that lies at this place."""
    return take_through(s, place, value_at(s, find(s, place)), ranks)


@kernel
def urge_to_take(s: State, rank: int) -> float:
    """MI-12: what counts is how many cards one takes."""
    cards = take_from(s, rank)
    return float(cards * cards)


@kernel
def take_from(s: State, rank: int) -> int:
    """The most cards of an alignment that this legal pick begins, or goes on with."""
    ranks = free_ranks(s, NOBODY)
    return s.picks + 1 + best_line(s, rank, ranks, s.rest - value_at(s, rank))[0]


@kernel
def shortlist(s: State, p: int, out: Buffer) -> int:
    """In a conquest, what leads to the most cards or to one fewer, which may leave less to others; else everything."""
    n = legal(s, p, out)
    if n == 0 or s.phase != CONQUEST:
        return n
    most, kept = 0, 0
    for i in range(n):
        if out[i] != KEEP:
            most = max(most, take_from(s, out[i] - TAKE))
    for i in range(n):
        if out[i] != KEEP and take_from(s, out[i] - TAKE) >= most - 1:
            out[kept] = out[i]
            kept += 1
    return kept


# --- the signs of a contest -------------------------------------------------------------------------------------------

Outlook = tuple[int, int, int, float, float, int]
"""Who is sure to take how many cards now; who begins a turn next, what it may take on average, how likely that is all
it needs, and how many cards there are to choose from.
"""


@kernel
def outlook(s: State) -> Outlook:
    """The next two conquests (classic and teams)."""
    is_own = is_open(s)
    first = s.seat if is_own else (s.seat + 1) % s.players
    cards, taken = sure_take(s)
    if s.phase == DISCOVERY and s.laid:  # a galleon is still to be moved, and may spoil anything
        return s.seat, cards, first, 0.0, 0.0, 0
    needed = goal(s) - won_by_side(s, first) - (cards if are_together(s, first, s.seat) else 0)
    ranks = free_ranks(s, first) & ~taken
    expected, wins = prospects(s, first, ranks, needed, is_own)
    return s.seat, cards, first, expected, wins, size_of(ranks)


@kernel
def is_open(s: State) -> bool:
    """Whether the seat that acts may still lay a card."""
    return (s.phase == DISCOVERY and s.laid == 0) or s.phase == REPLAY


@kernel
def sure_take(s: State) -> tuple[int, int]:
    """How many cards the seat that has laid one takes, and which."""
    if s.phase == DISCOVERY and s.laid:
        return best_take(s, free_ranks(s, s.seat))
    if s.phase == CONQUEST:
        return begun_take(s) if s.picks > 0 else best_take(s, free_ranks(s, NOBODY))
    return 0, 0


@kernel
def size_of(ranks: int) -> int:
    """How many cards a set has."""
    cards = 0
    while ranks:
        ranks &= ranks - 1
        cards += 1
    return cards


@kernel
def wins_at_once(s: State, p: int, look: Outlook) -> float:
    """How likely the side of seat p is to reach its aim in this turn, or in the next that begins."""
    taker, cards, first, _, wins, _ = look
    if won_by_side(s, taker) + cards >= goal(s):
        return SURE if are_together(s, p, taker) else 0.0
    return SURE * wins if are_together(s, p, first) else 0.0


@kernel
def signs_of_contest(s: State, p: int, look: Outlook) -> Contest:
    """The features of the side of seat p, in the order of CONTEST."""
    taker, cards, first, expected, _, free = look
    aim = goal(s)
    won = won_by_side(s, p) + (cards if are_together(s, p, taker) else 0)
    part = min(won, aim) / aim
    turn = 1.0 if are_together(s, p, first) else 0.0
    now = turn if is_open(s) else 0.0
    laid = turn if s.phase == DISCOVERY and s.laid else 0.0
    then = turn - now - laid
    return (
        part,
        part * part,
        part * (1.0 - s.left / CARDS),
        now,
        laid,
        then,
        now * expected / aim,
        then * expected / aim,
        now * free / aim,
        then * free / aim,
        weight_of_hands(s, p),
    )


@kernel
def weight_of_hands(s: State, p: int) -> float:
    """How high the cards are that a side holds: fewer high ones make ten. One that is to be drawn counts as average."""
    weight = 0.0
    for q in range(s.players):
        if are_together(s, p, q):
            for kind in range(KINDS):
                weight += s.hand[q, kind] * (value_of(kind) - MEAN_VALUE)
    return weight / mates(s)


# --- the signs of a mission -------------------------------------------------------------------------------------------


@kernel
def takers_left(s: State) -> int:
    """How many conquests the team still has in this round (MI-21)."""
    if s.conquest == TEAM:
        return 0 if s.phase == SUPPLY else 1
    if s.phase in (CONQUEST, SUPPLY):
        left = 1 if s.phase == CONQUEST else 0
        for p in range(s.seat + 1, s.players):
            left += 0 if is_corsair(s, p) else 1
        return left
    return s.players - 1


@kernel
def haul(s: State) -> tuple[int, int]:
    """What the team's conquests of this round bring, as things are; and which cards are then left."""
    takers = takers_left(s)
    cards, taken = 0, 0
    if s.phase == CONQUEST and s.picks > 0:
        cards, taken = begun_take(s)
        takers -= 1
    ranks = free_ranks(s, s.seat if s.phase == DISCOVERY and s.moved == 0 else NOBODY) & ~taken
    for _ in range(takers):
        more, taken = best_take(s, ranks)
        cards += more
        ranks &= ~taken
    return cards, ranks


@kernel
def signs_of_mission(s: State) -> Mission:
    """The features of the team, in the order of MISSION."""
    cards, left = haul(s)
    is_safe = s.phase in (CONQUEST, SUPPLY)  # from a raid
    needed = TEAM_GOAL - (cards if is_safe else 0)
    for p in range(s.players):
        needed -= s.won[p]
    rounds = ROUNDS[s.mission] - s.rounds - (1 if is_safe else 0)
    if needed <= 0 or rounds == 0:
        return (
            1.0 if needed <= 0 else 0.0,
            0.0 if needed <= 0 else 1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        )
    leeway = math.sqrt(rounds)  # the more rounds, the less is certain
    useful = min(cards, needed) / leeway
    in_raid = useful if s.phase == RAID else 0.0
    return (
        0.0,
        0.0,
        1.0 / leeway,
        needed / leeway,
        leeway,
        leeway if s.players == SEATS else 0.0,
        leeway if s.conquest == TEAM else 0.0,
        discoveries_left(s) / leeway,
        size_of(left if is_safe else free_ranks(s, NOBODY)) / leeway,
        0.0 if is_safe or s.phase == RAID else useful,
        in_raid,
        in_raid * s.steps / s.raid,
    )


@kernel
def discoveries_left(s: State) -> int:
    """How many of the team are still to lay a card in this round."""
    if s.phase not in (DISCOVERY, REPLAY):
        return 0
    left = 1 if s.phase == DISCOVERY and s.laid == 0 else 0
    for p in range(s.seat + 1, s.players):
        left += 0 if is_corsair(s, p) else 1
    return left


# --- what there is to take --------------------------------------------------------------------------------------------
# Which cards may be taken is a set of ranks: a bit for each.


@kernel
def free_ranks(s: State, crew: int) -> int:
    """The cards without a galleon. One of `crew` that is alone on its card is looked at as if it had left."""
    ranks = 0
    for rank in range(s.cards):
        if s.card[rank] < SHIP or (crew != NOBODY and s.card[rank] < 2 * SHIP and is_at(s, crew, s.place[rank])):
            ranks |= 1 << rank
    return ranks


@kernel
def is_at(s: State, p: int, place: int) -> bool:
    """Whether a galleon of seat p lies at this place."""
    return s.galleon[p, 0] == place or s.galleon[p, 1] == place


@kernel
def total_of(s: State, ranks: int) -> int:
    total = 0
    for rank in range(s.cards):
        if ranks >> rank & 1:
            total += value_at(s, rank)
    return total


@kernel
def value_at(s: State, rank: int) -> int:
    return value_of(s.card[rank] % SHIP)


@kernel
def stocks_from(s: State, place: int, ranks: int) -> tuple[int, int, int, int]:
    """The stocks that these cards make on the four lines through a place, apart from what lies there."""
    column, row, rising, falling = 0, 0, 0, 0
    for rank in range(s.cards):
        if ranks >> rank & 1:
            to = WAY[abs(s.place[rank] - place)]
            if to == COLUMN:
                column = GROWN[column, value_at(s, rank)]
            elif to == ROW:
                row = GROWN[row, value_at(s, rank)]
            elif to == RISING:
                rising = GROWN[rising, value_at(s, rank)]
            elif to == FALLING:
                falling = GROWN[falling, value_at(s, rank)]
    return column, row, rising, falling


@kernel
def best_take(s: State, ranks: int) -> tuple[int, int]:
    """How many of these cards the longest alignment has, and which."""
    most, first, line, stock = 0, 0, 0, 0
    if total_of(s, ranks) >= TEN:
        for rank in range(s.cards):
            if ranks >> rank & 1:
                after = stocks_from(s, s.place[rank], ranks >> rank << rank)
                for to in range(4):
                    cards = 1 + MOST_CARDS[after[to], TEN - value_at(s, rank)]
                    if cards > most:
                        most, first, line, stock = cards, rank, to, after[to]
    if most == 0:
        return 0, 0
    return most, 1 << first | used_ranks(s, ranks, first, line, USED[stock, TEN - value_at(s, first)])


@kernel
def used_ranks(s: State, ranks: int, first: int, line: int, used: int) -> int:
    """The first of these cards, so many of each value, in a line from that one."""
    wanted, found = int(used), 0
    for rank in range(first + 1, s.cards):
        if ranks >> rank & 1 and WAY[s.place[rank] - s.place[first]] == line:
            lane = BITS * (int(value_at(s, rank)) - 1)
            if wanted >> lane & FEW:
                wanted -= 1 << lane
                found |= 1 << rank
    return found


@kernel
def begun_take(s: State) -> tuple[int, int]:
    """The same as `best_take`, where the first cards have been picked (MI-10)."""
    picked, last = 0, 0
    for i in range(s.picks):
        last = find(s, s.picked[i])
        picked |= 1 << last
    ranks = free_ranks(s, NOBODY) & ~picked
    most, line, stock = best_line(s, last, ranks, s.rest)
    return s.picks + most, picked | used_ranks(s, ranks, last, line, USED[stock, s.rest])


@kernel
def best_line(s: State, rank: int, ranks: int, rest: int) -> tuple[int, int, int]:
    """The most cards after this one that complete what is picked, the way of their line, and its stock."""
    after = stocks_from(s, s.place[rank], ranks >> rank << rank)
    way_picked = WAY[s.place[rank] - s.picked[0]] if s.picks > 0 else NO_WAY
    most, line = -TEN, 0
    for to in range(4):
        if way_picked in (to, NO_WAY) and MOST_CARDS[after[to], rest] > most:
            most, line = MOST_CARDS[after[to], rest], to
    return most, line, after[line]


@kernel
def take_through(s: State, place: int, value: int, ranks: int) -> int:
    """The most cards that an alignment through this place has, if a card of this value lies there."""
    through = stocks_from(s, place, ranks)
    most = 0
    for to in range(4):
        most = max(most, 1 + MOST_CARDS[through[to], TEN - value])
    return most


@kernel
def takes_by_laying(s: State, p: int, ranks: int) -> int:
    """For each value the most cards of an alignment that seat p makes by laying one, perhaps after a move: packed."""
    best = 0
    if total_of(s, ranks) < TEN - VALUES:
        return best
    for rank in range(s.cards):
        place = s.place[rank]
        is_there = is_at(s, p, place)
        if is_there or is_beside(place, s.galleon[p, 0]) or is_beside(place, s.galleon[p, 1]):
            takable = ranks if is_there else ranks & ~(1 << rank)  # a galleon that has moved there is in the way
            free = EVERY_SIDE - neighbours(s, place)
            for direction in range(4):
                if free >> direction & 1:
                    best = better_by_lines(best, stocks_from(s, place + STEP[direction], takable))
    return best


@kernel
def better_by_lines(best: int, through: tuple[int, int, int, int]) -> int:
    """The better, for each value, of these takes and those that a card of it completes on lines with these stocks."""
    for to in range(4):
        if through[to] > 0:
            for i in range(VALUES):
                cards = 1 + int(MOST_CARDS[through[to], TEN - 1 - i])
                if cards > best >> BITS * i & FEW:
                    best += cards - (best >> BITS * i & FEW) << BITS * i
    return best


@kernel
def counts_by_value(s: State, p: int, is_known: bool) -> int:
    """How many cards of each value seat p may lay, packed: those of its hand if it is known, or else all unseen."""
    counts = 0
    for kind in range(KINDS):
        count = s.hand[p, kind]
        if not is_known:
            count += s.stock[kind]
            for q in range(s.players):
                count += s.hand[q, kind] if q != p else 0
        counts += int(count) << BYTE * (kind % VALUES)
    return counts


@kernel
def chance_to_lay(takes: int, counts: int, least: int, is_known: bool) -> float:
    """How likely a seat is to hold a card that makes an alignment of at least so many cards."""
    good, every = 0, 0
    for i in range(VALUES):
        count = counts >> BYTE * i & (1 << BYTE) - 1
        every += count
        if takes >> BITS * i & FEW >= least:
            good += count
    if is_known or good == 0:
        return 1.0 if good > 0 else 0.0
    miss = 1.0 - good / every
    return 1.0 - miss * miss * miss  # MI-3: a hand has three


@kernel
def prospects(s: State, p: int, ranks: int, needed: int, is_known: bool) -> tuple[float, float]:
    """What seat p may take of these cards in a turn of its own: how many on average, and how likely all it needs."""
    ready, _ = best_take(s, ranks)
    expected, wins = float(ready), 1.0 if ready >= needed else 0.0
    takes = takes_by_laying(s, p, ranks)
    if takes > 0:
        counts = counts_by_value(s, p, is_known)
        for least in range(ready + 1, TEN + 1):
            chance = chance_to_lay(takes, counts, least, is_known)
            if chance == 0.0:
                break
            expected += chance
            if least == needed:
                wins = chance
    return expected, wins
