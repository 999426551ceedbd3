"""How to play Maestria well: what a position is worth, and what to look at first.

A position is valued for each side by a few telling figures, weighed and added up to a score; the two scores make the
odds. Most of them come from small fights that are worked out beforehand: one group that attacks one other again and
again, as long as its points last. A position before the dice is worth what it is on average after them, and one that
is to be answered what the defender's best answer leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp

import numpy as np

from tablier.core.kernels import Buffer, State, kernel
from tablier.games.maestria.rules import (
    ANSWERING, DIFFERENCE, END, FIGHT, FIRST_MOVE, FIRST_WAY, FULL, NOBODY, OFF, ORIGINS, PLACING, POINTS, REMAINDER,
    RETREAT, ROLLING, SIDES, SPECIAL_SIDES, SQUARES, SPOTS, TARGETS, COLUMNS, beat_attackers, beat_defenders, count_of,
    end_turn, forbids_retreat, go_on, led_of, retreat, terrain, way_of,
)  # fmt: skip

# --- fights, worked out beforehand ------------------------------------------------------------------------------------

EVEN, AHEAD, BEHIND = 0, 1, 2  # the terrain of an attacker against that of its target: target's less its own, mod 3


def _totals(*dice: int) -> Buffer:
    """How many throws of these dice come to each total."""
    throws = np.ones(1)
    for sides in dice:
        throws = np.convolve(throws, np.r_[0, np.ones(sides)])
    return throws / throws.sum()


def _fight_odds() -> Buffer:
    """ODDS[lead, attackers, defenders]: that the attackers win, that it is a tie, that they lose. MA-10 to MA-12."""
    table = np.zeros((3, FULL + 1, FULL + 1, 3))
    for lead, attackers, defenders in np.ndindex(3, FULL + 1, FULL + 1):
        mine = _totals(SIDES, *[SIDES] * (attackers > defenders), *[SPECIAL_SIDES] * (lead == AHEAD))
        theirs = _totals(SIDES, *[SIDES] * (attackers < defenders), *[SPECIAL_SIDES] * (lead == BEHIND))
        both = np.outer(mine, theirs)
        table[lead, attackers, defenders] = np.tril(both, -1).sum(), np.trace(both), np.triu(both, 1).sum()
    return table


ODDS = _fight_odds()


def _left(losses: int, losers: int, winners: int) -> int:
    """MA-13"""
    if losers <= winners:
        return 0
    return losers - winners if losses == REMAINDER else winners


def _assaults() -> tuple[Buffer, Buffer]:
    """What one group of attackers can do to one group that stands, by attacking again and again.

    KILLS[losses, lead, attackers, defenders, points]: how likely it wipes them out. RAIDS: how many more pawns they
    lose than it does, where they may also withdraw at the cost of one (MA-16).
    """

    @cache
    def kill(losses: int, lead: int, attackers: int, defenders: int, points: int) -> float:
        if defenders == 0:
            return 1.0
        best = 0.0
        for group in range(1, min(attackers, points) + 1):
            won, tied, lost = ODDS[lead, group, defenders]
            left = points - group
            fallen = group - _left(losses, group, defenders)
            value = won * kill(losses, lead, attackers, _left(losses, defenders, group), left)
            value += tied * kill(losses, lead, attackers, defenders, left)
            value += lost * kill(losses, lead, attackers - fallen, defenders, left)
            best = max(best, value)
        return best

    @cache
    def raid(losses: int, lead: int, attackers: int, defenders: int, points: int) -> float:
        best = 0.0
        for group in range(1, min(attackers, points) + 1 if defenders else 1):
            won, tied, lost = ODDS[lead, group, defenders]
            left, stay = points - group, _left(losses, defenders, group)
            fallen = group - _left(losses, group, defenders)
            value = won * (defenders - stay + raid(losses, lead, attackers, stay, left))
            value += tied * raid(losses, lead, attackers, defenders, left)
            value += lost * (raid(losses, lead, attackers - fallen, defenders, left) - fallen)
            best = max(best, min(value, 1.0) if defenders > 1 else value)
        return best

    return _tabled(kill), _tabled(raid)


def _tabled(figure: Callable[..., float]) -> Buffer:
    table = np.zeros((2, 3, FULL + 1, FULL + 1, POINTS + 1))
    for index in np.ndindex(table.shape):
        table[index] = figure(*index)
    return table


def _approaches(table: Buffer) -> Buffer:
    """The same with one more index after `attackers`: how many others may first join them at the cost of one each."""
    joined = np.zeros((2, 3, FULL + 1, FULL + 1, FULL + 1, POINTS + 1))
    for losses, lead, here, near, defenders, points in np.ndindex(joined.shape):
        most = min(near, FULL - here, points)
        joined[losses, lead, here, near, defenders, points] = max(
            table[losses, lead, here + more, defenders, points - more] for more in range(most + 1)
        )
    return joined


def _chases(table: Buffer) -> Buffer:
    """CHASES[losses, lead, attackers, defenders, points]: that a group wipes out those who have withdrawn before it."""
    chased = np.zeros_like(table)
    for losses, lead, attackers, defenders, points in np.ndindex(chased.shape):
        for group in range(1, min(attackers, points) + 1):
            value = table[losses, lead, group, defenders, points - group]
            chased[losses, lead, attackers, defenders, points] = max(
                value, chased[losses, lead, attackers, defenders, points]
            )
    return chased


KILLS, RAIDS = _assaults()
STORMS = _approaches(KILLS)
CHASES = _chases(KILLS)

STORMS, CHASES = -np.log(1 - 0.99 * STORMS), -np.log(1 - 0.99 * CHASES)


def _distances() -> Buffer:
    """DISTANCE[a, b]: how many moves lie between two squares."""
    rows, columns = np.divmod(np.arange(SQUARES), COLUMNS)
    return np.maximum(abs(rows[:, None] - rows), abs(columns[:, None] - columns))


DISTANCE = _distances()
RUNS = np.array([[KILLS[0, EVEN, 1, 1, min(max(points + 1 - away, 0), 5)] for points in range(POINTS + 1)] for away in range(COLUMNS)])
RUNS = -np.log(1 - 0.99 * RUNS)
LEAD = np.array([[(theirs - mine) % 3 for theirs in range(3)] for mine in range(3)], dtype=np.int32)
LOGS = np.log(np.maximum(np.arange(16), 1))

# --- the worth of a position ------------------------------------------------------------------------------------------

FEATURES = ("ratio", "guard", "full guard", "kill", "raid", "raid next", "points", "refuges", "biggest")
WEIGHTS = np.array([1.7, 0.14, 0.3, 1.2, 0.08, 0.22, 0.04, 0.02, 0.05])


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    """What seat p has, as the names in FEATURES say."""
    figures = figures_of(s, p)
    for i in range(len(FEATURES)):
        out[i] = figures[i]


@kernel
def figures_of(s: State, p: int) -> tuple[float, ...]:
    turn = s.seat == p
    points = s.points if turn else POINTS
    mine, biggest, nearest = 0, 0, COLUMNS - 1
    raid = 0.0
    goal, home = s.general[1 - p], s.general[p]
    for square in range(SQUARES):
        n = s.pawns[p, square]
        if n > 0:
            mine += n
            biggest = max(biggest, n)
            if goal != OFF:
                nearest = min(nearest, DISTANCE[square, goal])
        elif s.pawns[1 - p, square] > 0:
            raid = max(raid, raid_on(s, p, square, points))
    guard, refuges = 0, 0
    if home != OFF:
        guard = s.pawns[p, home]
        refuges = refuges_of(s, p, home)
    kill = 0.0
    if turn and goal != OFF:
        if nearest <= 2:
            kill = kill_chance(s, p, points)
        if s.pawns[1 - p, goal] == 1:
            kill = max(kill, RUNS[nearest, points])
    mover = 1.0 if turn else 0.0
    return (
        LOGS[mine], float(guard), 1.0 if guard == FULL else 0.0, kill, mover * raid, (1 - mover) * raid,
        mover * points, float(refuges), float(biggest),
    )  # fmt: skip


@kernel
def refuges_of(s: State, p: int, home: int) -> int:
    n, guard = 0, s.pawns[p, home]
    for way in range(FIRST_WAY[home], FIRST_WAY[home + 1]):
        n += s.pawns[1 - p, TARGETS[way]] == 0 and s.pawns[p, TARGETS[way]] + guard - 1 <= FULL
    return n


@kernel
def raid_on(s: State, p: int, target: int, points: int) -> float:
    """How many more pawns than seat p its enemies on a square may lose, if a group beside it attacks them."""
    best, defenders = 0.0, s.pawns[1 - p, target]
    for way in range(FIRST_WAY[target], FIRST_WAY[target + 1]):
        origin = TARGETS[way]
        attackers = s.pawns[p, origin]
        if attackers > 0:
            best = max(best, RAIDS[s.losses, lead_of(s, origin, target), attackers, defenders, points])
    return best


@kernel
def kill_chance(s: State, p: int, points: int) -> float:
    """How likely seat p can eliminate the enemy General with so many points."""
    goal = s.general[1 - p]
    defenders = s.pawns[1 - p, goal]
    best, most = 0.0, 0
    for way in range(FIRST_WAY[goal], FIRST_WAY[goal + 1]):
        origin = TARGETS[way]
        if s.pawns[1 - p, origin] == 0:
            here, near = s.pawns[p, origin], pawns_around(s, p, origin)
            if here + near > 0:
                best = max(best, STORMS[s.losses, lead_of(s, origin, goal), here, near, defenders, points])
                most = max(most, min(here + near, FULL))
    if best == 0 or defenders < 2:
        return best
    for way in range(FIRST_WAY[goal], FIRST_WAY[goal + 1]):
        refuge = TARGETS[way]
        if s.pawns[p, refuge] == 0 and s.pawns[1 - p, refuge] + defenders - 1 <= FULL:
            arrived = s.pawns[1 - p, refuge] + defenders - 1
            best = min(best, CHASES[s.losses, lead_of(s, goal, refuge), most, arrived, points])
    return best


@kernel
def pawns_around(s: State, p: int, square: int) -> int:
    """How many of seat p's pawns stand beside a square, counted up to five."""
    n = 0
    for way in range(FIRST_WAY[square], FIRST_WAY[square + 1]):
        n += s.pawns[p, TARGETS[way]]
    return min(n, FULL)


@kernel
def lead_of(s: State, origin: int, target: int) -> int:
    """MA-12: EVEN, AHEAD or BEHIND, for an attack from one square on another."""
    return LEAD[s.map[SPOTS[origin]], s.map[SPOTS[target]]]


@kernel
def worth(s: State) -> float:
    """How likely Black wins, the position taken as it stands."""
    if s.winner != NOBODY:
        return 1.0 if s.winner == 0 else 0.0 if s.winner == 1 else 0.5
    black, white = figures_of(s, 0), figures_of(s, 1)
    score = 0.0
    for i in range(len(FEATURES)):
        score += WEIGHTS[i] * (black[i] - white[i])
    return 1 / (1 + exp(-score))


@kernel
def estimate(s: State, out: Buffer) -> None:
    if s.phase == ROLLING:
        black = worth_of_fight(s)
    elif s.phase == ANSWERING:
        black = worth_of_answer(s)
    else:
        black = worth(s)
    out[0], out[1] = black, 1 - black


# --- looking ahead: the position is changed and put back --------------------------------------------------------------


@kernel
def worth_of_fight(s: State) -> float:
    """How likely Black wins before the dice are thrown."""
    way, group = way_of(s.attack), count_of(s.attack)
    odds = ODDS[lead_of(s, ORIGINS[way], TARGETS[way]), group, s.pawns[1 - s.seat, TARGETS[way]]]
    return odds[0] * worth_after(s, 0, 0) + odds[1] * worth_after(s, 1, 0) + odds[2] * worth_after(s, 2, 0)


@kernel
def worth_of_answer(s: State) -> float:
    """How likely Black wins before the defender's answer, which is its best."""
    defender = 1 - s.seat
    here = TARGETS[way_of(s.attack)]
    best = worth_of_fight(s)
    for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
        refuge = TARGETS[way]
        if forbids_retreat(s, defender, here, refuge) == 0:
            value = worth_after(s, 3, refuge)
            best = max(best, value) if defender == 0 else min(best, value)
    return best


@kernel
def worth_after(s: State, outcome: int, refuge: int) -> float:
    """How likely Black wins after the attackers' win, a tie, their loss, or a retreat there."""
    way = way_of(s.attack)
    origin, target = ORIGINS[way], TARGETS[way]
    p, phase, points, turns, fallen = s.seat, s.phase, s.points, s.turns, s.fallen
    general, other_general = s.general[0], s.general[1]
    here, there, sheltered = s.pawns[p, origin], s.pawns[1 - p, target], s.pawns[1 - p, refuge]
    if outcome == 0:
        beat_defenders(s, p)
        go_on(s)
    elif outcome == 1:
        go_on(s)
    elif outcome == 2:
        beat_attackers(s, p)
        go_on(s)
    else:
        retreat(s, 1 - p, refuge)
    value = worth(s)
    s.seat, s.phase, s.points, s.turns, s.fallen, s.winner = p, phase, points, turns, fallen, NOBODY
    s.general[0], s.general[1] = general, other_general
    s.pawns[1 - p, refuge] = sheltered
    s.pawns[p, origin], s.pawns[p, target], s.pawns[1 - p, target] = here, 0, there
    return value


# --- what to look at first --------------------------------------------------------------------------------------------


@kernel
def urge(s: State, p: int, a: int) -> float:
    return 1.0
