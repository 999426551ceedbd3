"""What a player of Maestria sees at a glance. It is about playing well: the rules are in `rules.py`.

All turns on the Generals. How likely the one who is to move can eliminate the enemy's at once is looked up in tables of
small fights, worked out here: one group that attacks one other again and again, as long as its points last. The rest is
judged by a few signs whose weights come from played games. Before the dice a position is worth what it will be worth
on average, and before an answer what the defender's best one leads to.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel
from tablier.engine.net import Net, no_net, score
from tablier.games.maestria.planes import BOARD, PLANES, planes  # noqa: F401 - a part of this insight
from tablier.games.maestria.rules import (
    ANSWERING,
    BLACK,
    COLUMNS,
    END,
    FIRST_MOVE,
    FIRST_WAY,
    FULL,
    NOBODY,
    OFF,
    ORIGINS,
    PAWNS,
    POINTS,
    REMAINDER,
    ROLLING,
    SIDES,
    SPECIAL_SIDES,
    SQUARES,
    TARGETS,
    WHITE,
    beat_attackers,
    beat_defenders,
    column_and_row,
    count_of,
    extent,
    forbids_retreat,
    go_on,
    retreat,
    terrain,
    way_of,
)

FEATURES = (
    "pawns, as a logarithm",
    "pawns with the General",
    "five with the General",
    "raid, to move",
    "raid, not to move",
    "points",
)
WEIGHTS = np.array([2.1, 0.12, 0.3, 0.1, 0.18, 0.03])
"""Set by hand between two logistic fits to greedy games, of 300 and 600 games; chosen by matches, not by the fits."""

SEARCH_FOR_TWO = {"exploration": 0.15, "implicit_minimax": 0.8}
"""A turn has up to five actions: what the first is worth shows in the best that follow it, not in the mean."""

# --- fights, worked out beforehand ------------------------------------------------------------------------------------

EVEN, AHEAD, BEHIND = 0, 1, 2  # the attackers' terrain against the defenders'

LEAD = np.array([[(theirs - mine) % 3 for theirs in range(3)] for mine in range(3)], dtype=np.uint8)
"""EVEN, AHEAD or BEHIND for an attack from the first terrain on the second. MA-12"""

REVERSED = np.array([EVEN, BEHIND, AHEAD], dtype=np.uint8)
"""The same seen from the other side."""

SHELTER = np.array([1, 0, 2], dtype=np.int32)  # how good a terrain is for those who are attacked with each lead

WIN, TIE, LOSS, WITHDRAWAL = 0, 1, 2, 3  # what an attack may come to, for the attackers; the last: it is avoided


def _chances_of_totals(*dice: int) -> Buffer:
    chances = np.ones(1)
    for sides in dice:
        chances = np.convolve(chances, np.r_[0, np.full(sides, 1 / sides)])
    return chances


def _odds() -> Buffer:
    """ODDS[lead, attackers, defenders]: how likely are WIN, TIE and LOSS. MA-10, MA-11, MA-12."""
    table = np.zeros((3, FULL + 1, PAWNS + 1, 3))
    for lead, attackers, defenders in np.ndindex(table.shape[:3]):
        mine = _chances_of_totals(SIDES, *[SIDES] * (attackers > defenders), *[SPECIAL_SIDES] * (lead == AHEAD))
        theirs = _chances_of_totals(SIDES, *[SIDES] * (attackers < defenders), *[SPECIAL_SIDES] * (lead == BEHIND))
        both = np.outer(mine, theirs)
        table[lead, attackers, defenders] = np.tril(both, -1).sum(), np.trace(both), np.triu(both, 1).sum()
    return table


ODDS = _odds()


def _left(losses: int, losers: int, winners: int) -> int:
    """MA-13"""
    if losers <= winners:
        return 0
    return losers - winners if losses == REMAINDER else winners


NO_WAY_OUT = 0  # the defenders cannot withdraw; otherwise
WAYS_OUT = 1 + 3 * FULL
"""`1 + lead * 5 + friends`: all may withdraw to a square with so many friends, attacked there with that lead."""


def _assaults() -> Buffer:
    """ASSAULTS[losses, way out, lead, attackers, defenders, points]: how likely one group wipes out another.

    It attacks again and again as long as there are points. Where there is a way out, the defenders may withdraw once
    (MA-16), and are attacked again where they arrive.
    """
    table = np.zeros((2, WAYS_OUT, 3, FULL + 1, FULL + 1, POINTS + 1))
    table[..., 0, :] = 1
    for losses, points, defenders, attackers in np.ndindex(2, POINTS + 1, FULL + 1, FULL + 1):
        here = table[losses, ..., attackers, defenders, points]
        for group in range(1, min(attackers, points) + 1 if defenders else 1):
            after = table[losses, ..., points - group]
            won, tied, lost = ODDS[:, group, defenders].T
            stand = tied * after[..., attackers, defenders]
            stand += won * after[..., attackers, _left(losses, defenders, group)]
            stand += lost * after[..., attackers - group + _left(losses, group, defenders), defenders]
            np.maximum(here, np.minimum(stand, _chases(after[NO_WAY_OUT], group, defenders)), out=here)
    return table


def _chases(assaults: Buffer, group: int, defenders: int) -> Buffer:
    """For each way out, how likely those who withdraw there before a group are wiped out; 1 where they cannot."""
    chances = np.ones((WAYS_OUT, 1))
    for way_out in range(1, WAYS_OUT):
        lead, friends = divmod(way_out - 1, FULL)
        if defenders > 1 and friends + defenders - 1 <= FULL:
            chances[way_out] = assaults[lead, group, friends + defenders - 1]
    return chances


def _storms(assaults: Buffer) -> Buffer:
    """The same with one more index after `attackers`: others who are near, and may first join them for a point each."""
    losses, ways_out, leads, groups, defenders, budgets = assaults.shape
    table = np.zeros((losses, ways_out, leads, groups, groups, defenders, budgets))
    for here, near, more in np.ndindex(groups, groups, groups):
        if more <= min(near, FULL - here):
            better = table[:, :, :, here, near, :, more:]
            np.maximum(better, assaults[:, :, :, here + more, :, : budgets - more], out=better)
    return table


@cache
def _raid(losses: int, lead: int, attackers: int, defenders: int, points: int) -> float:
    """How many more pawns than itself one group costs another, who may withdraw at the cost of one (MA-16)."""
    best = 0.0
    for group in range(1, min(attackers, points) + 1 if defenders else 1):
        won, tied, lost = ODDS[lead, group, defenders]
        after, stay = points - group, _left(losses, defenders, group)
        fallen = group - _left(losses, group, defenders)
        gain = won * (defenders - stay + _raid(losses, lead, attackers, stay, after))
        gain += tied * _raid(losses, lead, attackers, defenders, after)
        gain += lost * (_raid(losses, lead, attackers - fallen, defenders, after) - fallen)
        best = max(best, min(gain, 1.0) if defenders > 1 else gain)
    return best


def _raids() -> Buffer:
    """RAIDS[losses, lead, attackers, defenders, points]"""
    table = np.zeros((2, 3, FULL + 1, FULL + 1, POINTS + 1))
    for index in np.ndindex(table.shape):
        table[index] = _raid(*index)
    return table


def _runs(assaults: Buffer) -> Buffer:
    """RUNS[moves, points]: how likely a pawn so many moves away reaches a General that is alone, and eliminates it."""
    table = np.zeros((COLUMNS, POINTS + 1))
    for moves, points in np.ndindex(table.shape):
        if 0 < moves <= points:
            table[moves, points] = assaults[REMAINDER, NO_WAY_OUT, EVEN, 1, 1, points + 1 - moves]
    return table


ASSAULTS = _assaults()
STORMS, RUNS, RAIDS = _storms(ASSAULTS), _runs(ASSAULTS), _raids()


def _distances() -> Buffer:
    """DISTANCES[a, b]: how many moves lie between two squares. MA-7"""
    rows, columns = np.divmod(np.arange(SQUARES), COLUMNS)
    return np.maximum(abs(rows[:, None] - rows), abs(columns[:, None] - columns))


DISTANCES = _distances()


def _mirror() -> Buffer:
    """MIRROR[shape, seat, square]: where a square is for a seat that plays up the board: for Black, turned over."""
    table = np.zeros((2, 2, SQUARES), dtype=np.int32)
    for shape in range(2):
        at = {column_and_row(shape, square): square for square in range(SQUARES)}
        for (column, row), square in at.items():
            table[shape, WHITE, square] = square
            table[shape, BLACK, square] = at[column, extent(shape)[1] - 1 - row]
    return table


MIRROR = _mirror()

SEEN_GENERALS = 2 * SQUARES * FULL  # inputs of the net: pawns on each square, own and theirs; Generals; hands; points
SEEN_HANDS = SEEN_GENERALS + 2 * SQUARES
SEEN_POINTS = SEEN_HANDS + 2 * (PAWNS + 1)
INPUTS = SEEN_POINTS + POINTS + 1
NET_FOR = ("shape", "map", "cap", "losses")
BY_HAND = no_net()

SMALL, MOST_PAWNS = 7, 15
"""Masks that leave numbers as they are: compiled code then knows that these are not negative, and need not look."""

LOGARITHMS = np.log(np.maximum(np.arange(PAWNS + 1), 1))

# --- what a position is worth -----------------------------------------------------------------------------------------


@kernel
def estimate(s: State, out: Buffer) -> None:
    estimate_by(s, BY_HAND, out)


@kernel
def estimate_by(s: State, net: Net, out: Buffer) -> None:
    if s.phase == ANSWERING:
        out[BLACK] = worth_before_answer(s, net)
    elif s.phase == ROLLING:
        out[BLACK] = worth_before_dice(s, net)
    else:
        out[BLACK] = worth(s, net)
    out[WHITE] = 1 - out[BLACK]


@kernel
def worth(s: State, net: Net) -> float:
    """How likely Black wins, as the position stands in a turn."""
    if s.winner != NOBODY:
        return 1.0 if s.winner == BLACK else 0.0 if s.winner == WHITE else 0.5
    logits = judged_by_hand(s) if len(net.outer) == 0 else score(net, see(s, net))
    at_once = sure(s, s.seat)
    chance = at_once + (1 - at_once) / (1 + math.exp(-logits))
    return chance if s.seat == BLACK else 1 - chance


@kernel
def judged_by_hand(s: State) -> float:
    """What the signs say for the seat to move, in logits."""
    mine, theirs = both_signs(s, s.seat)
    total = 0.0
    for i in range(len(mine)):
        total += WEIGHTS[i] * (mine[i] - theirs[i])
    return total


@kernel
def perceive(s: State, net: Net) -> tuple[int, int, float]:
    if s.phase in (ANSWERING, ROLLING):  # made of what follows
        return NOBODY, 0, 0.0
    return s.seat, see(s, net), sure(s, s.seat)


@kernel
def see(s: State, net: Net) -> int:
    """Write what the net sees with the eyes of the seat to move: it plays up the board. Return how many are active."""
    mine, theirs = both_signs(s, s.seat)
    for i in range(len(mine)):
        net.seen[i] = mine[i] - theirs[i]
    n = see_side(s, 1, net.active, see_side(s, 0, net.active, 0))
    net.active[n] = SEEN_POINTS + s.points
    return n + 1


@kernel
def see_side(s: State, side: int, active: Buffer, n: int) -> int:
    """The same of the pawns of one side, 0 the seat's own and 1 the other's, after the first n inputs."""
    p, turned = s.seat ^ side, MIRROR[s["shape"], s.seat]
    for square in range(SQUARES):
        pawns = s.pawns[p, square]
        active[n] = (side * SQUARES + turned[square]) * FULL + min(pawns, FULL) - 1  # counts only if there are any
        n += pawns > 0
    if s.general[p] != OFF:
        active[n] = SEEN_GENERALS + side * SQUARES + turned[s.general[p]]
        n += 1
    active[n] = SEEN_HANDS + side * (PAWNS + 1) + s.in_hand[p]
    return n + 1


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    found, _ = both_signs(s, p)
    for i in range(len(found)):
        out[i] = found[i]


@kernel
def both_signs(s: State, p: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What FEATURES names, for this seat and for the other."""
    raid, threat = raids(s, p)
    return signs(s, p, raid), signs(s, 1 - p, threat)


@kernel
def signs(s: State, p: int, raid: float) -> tuple[float, ...]:
    """What FEATURES names, for a seat whose best raid brings so much."""
    moves = 1.0 if s.seat == p else 0.0
    guard = 0 if s.general[p] == OFF else s.pawns[p, s.general[p]]
    return (
        LOGARITHMS[pawns_of(s, p)], float(guard), 1.0 if guard >= FULL else 0.0, moves * raid, (1 - moves) * raid,
        moves * s.points,
    )  # fmt: skip


@kernel
def pawns_of(s: State, p: int) -> int:
    """How many pawns seat p has on the board."""
    pawns, total = s.pawns[p], 0
    for square in range(SQUARES):
        total += pawns[square]
    return total & MOST_PAWNS


@kernel
def raids(s: State, p: int) -> tuple[float, float]:
    """The best raid of one of seat p's groups on one of the other's, and the other way round."""
    mine, theirs = s.pawns[p], s.pawns[1 - p]
    ours, others = (s.points & SMALL, POINTS) if s.seat == p else (POINTS, s.points & SMALL)
    raid, threat = 0.0, 0.0
    for square in range(SQUARES):
        if mine[square] > 0:
            here = min(mine[square], FULL) & SMALL
            for way in range(FIRST_WAY[square], FIRST_WAY[square + 1]):
                if theirs[TARGETS[way]] > 0:
                    there, lead = min(theirs[TARGETS[way]], FULL) & SMALL, lead_of(s, square, TARGETS[way])
                    raid = max(raid, RAIDS[s.losses, lead, here, there, ours])
                    threat = max(threat, RAIDS[s.losses, REVERSED[lead], there, here, others])
    return raid, threat


@kernel
def sure(s: State, p: int) -> float:
    """How likely the seat eliminates the enemy General in this turn."""
    if s.seat != p or s.points == 0:
        return 0.0
    goal, nearest = s.general[1 - p], COLUMNS - 1
    distances, pawns = DISTANCES[goal], s.pawns[p]
    for square in range(SQUARES):
        nearest = min(nearest, distances[square] if pawns[square] > 0 else nearest)
    chance = assault(s, p, goal) if nearest <= 2 else 0.0
    return max(chance, RUNS[nearest, s.points]) if s.pawns[1 - p, goal] == 1 else chance


@kernel
def assault(s: State, p: int, goal: int) -> float:
    """How likely seat p wipes out the enemies on a square, from the best of those beside it."""
    best, mine, theirs, points = 0.0, s.pawns[p], s.pawns[1 - p], s.points & SMALL
    defenders, way_out = min(theirs[goal], FULL) & SMALL, way_out_of(s, 1 - p, goal)
    for way in range(FIRST_WAY[goal], FIRST_WAY[goal + 1]):
        origin = TARGETS[way]
        if theirs[origin] == 0:
            here, near = min(mine[origin], FULL) & SMALL, pawns_around(s, p, origin)
            if here + near > 0:
                best = max(best, STORMS[s.losses, way_out, lead_of(s, origin, goal), here, near, defenders, points])
    return best


@kernel
def way_out_of(s: State, p: int, home: int) -> int:
    """Where seat p's pawns on a square best withdraw to: most friends first, then the terrain."""
    found, best, leaving = NO_WAY_OUT, -1, s.pawns[p, home] - 1
    if leaving <= 0:
        return NO_WAY_OUT
    for way in range(FIRST_WAY[home], FIRST_WAY[home + 1]):
        refuge = TARGETS[way]
        friends = s.pawns[p, refuge]
        if s.pawns[1 - p, refuge] == 0 and leaving <= FULL - friends:
            lead = lead_of(s, home, refuge)
            rank = 3 * friends + SHELTER[lead]
            if rank > best:
                found, best = 1 + lead * FULL + friends, rank
    return found


@kernel
def pawns_around(s: State, p: int, square: int) -> int:
    """How many of seat p's pawns stand around a square, counted up to five."""
    n, pawns = 0, s.pawns[p]
    for way in range(FIRST_WAY[square], FIRST_WAY[square + 1]):
        n += pawns[TARGETS[way]]
    return min(n, FULL) & SMALL


@kernel
def lead_of(s: State, origin: int, target: int) -> int:
    return LEAD[terrain(s, origin), terrain(s, target)]


# --- an attack that is not settled yet --------------------------------------------------------------------------------


@kernel
def worth_before_answer(s: State, net: Net) -> float:
    """How likely Black wins, if the defender gives its best answer to the attack."""
    defender, here = 1 - s.seat, TARGETS[way_of(s.attack)]
    best = worth_before_dice(s, net)
    for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
        if forbids_retreat(s, defender, here, TARGETS[way]) == 0:
            chance = worth_after(s, WITHDRAWAL, TARGETS[way], net)
            best = max(best, chance) if defender == BLACK else min(best, chance)
    return best


@kernel
def worth_before_dice(s: State, net: Net) -> float:
    """How likely Black wins, if the attack is fought out."""
    way = way_of(s.attack)
    origin, target = ORIGINS[way], TARGETS[way]
    lead, defenders = lead_of(s, origin, target), s.pawns[1 - s.seat, target]
    chance = 0.0
    for outcome in range(3):
        chance += ODDS[lead, count_of(s.attack), defenders, outcome] * worth_after(s, outcome, target, net)
    return chance


@kernel
def worth_after(s: State, outcome: int, refuge: int, net: Net) -> float:
    """How likely Black wins once the attack has come to this. The position is changed, and put back as it was."""
    way, p = way_of(s.attack), s.seat
    origin, target = ORIGINS[way], TARGETS[way]
    phase, points, turns, fallen, withdrawn = s.phase, s.points, s.turns, s.fallen, s.refuge
    black, white = s.general[BLACK], s.general[WHITE]
    here, there, sheltered = s.pawns[p, origin], s.pawns[1 - p, target], s.pawns[1 - p, refuge]
    settle(s, p, outcome, refuge)
    chance = worth(s, net)
    s.seat, s.phase, s.points, s.turns, s.fallen, s.winner = p, phase, points, turns, fallen, NOBODY
    s.general[BLACK], s.general[WHITE], s.refuge = black, white, withdrawn
    s.pawns[1 - p, refuge] = sheltered
    s.pawns[p, origin], s.pawns[p, target], s.pawns[1 - p, target] = here, 0, there
    return chance


@kernel
def settle(s: State, p: int, outcome: int, refuge: int) -> None:
    """End the attack of seat p so."""
    if outcome == WITHDRAWAL:
        retreat(s, 1 - p, refuge)
        return
    if outcome == WIN:
        beat_defenders(s, p)
    elif outcome == LOSS:
        beat_attackers(s, p)
    go_on(s)


# --- what to look at first --------------------------------------------------------------------------------------------


@kernel
def urge(s: State, p: int, a: int) -> float:
    if a < FIRST_MOVE or a >= END:
        return 1.0
    way = way_of(a)
    origin, target = ORIGINS[way], TARGETS[way]
    defenders, goal = s.pawns[1 - p, target], s.general[1 - p]
    if defenders > 0:
        won = ODDS[lead_of(s, origin, target), count_of(a), defenders, WIN]
        return (9.0 if target == goal else 3.0) * won
    return 1.0 if DISTANCES[target, goal] < DISTANCES[origin, goal] else 0.5
