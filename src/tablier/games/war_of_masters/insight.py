"""What a player of War of Masters sees at a glance. It is about playing well: the rules are in `rules.py`.

The game is a race of threats. A piece threatens the Master when it stands in line with it at a distance that the die
may show, and a six serves every distance from two on: a first part that wins need not be completed (WM-13). So the
chance of winning with the next roll is exact, and the rest is judged by a few signs whose weights come from played games.
"""

from __future__ import annotations

import math

import numpy as np

from tablier.core.kernels import Buffer, State, kernel
from tablier.games.war_of_masters.rules import (
    ALL,
    BLOCKED,
    DIRECTIONS,
    LARGE,
    MASTER,
    NOBODY,
    NORTH,
    OFF,
    PASS,
    PIECES,
    RED,
    SIX,
    SIZE,
    SQUARES,
    TARGETS,
    distance_of,
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
    "threat, to roll",
    "threat that stays",
    "reach",
    "large",
    "small",
    "advance",
    "exposure",
)

WEIGHTS = np.array(
    [
        [0.255, 0.42, 1.93, 0.117, 0.155, 0.28, -0.018, 0.032],
        [0.255, 0.42, 1.93, 0.117, 0.155, 0.28, -0.018, 0.032],
        [0.132, 0.5, 3.0, -0.022, 0.578, 0.394, 0.009, 0.031],
        [0.132, 0.5, 3.0, -0.022, 0.578, 0.394, 0.009, 0.031],
    ]
)


def _lines() -> tuple[Buffer, Buffer]:
    """LINE[from, to]: the distance (up to six) and WAY[from, to]: the direction, if a move may lead there; else 0."""
    line = np.zeros((SQUARES + 1, SQUARES + 1), dtype=np.uint8)
    way = np.zeros((SQUARES + 1, SQUARES + 1), dtype=np.uint8)
    for distance in range(1, SIX + 1):
        for square in range(SQUARES):
            for direction in range(len(DIRECTIONS)):
                if (target := TARGETS[distance, square, direction]) != OFF:
                    line[square, target], way[square, target] = distance, direction
    return line, way


LINE, WAY = _lines()
HIT = np.where(LINE >= 2, 1 << LINE, 0).astype(np.uint8)

# CHANCE[distances]: how likely a roll is to serve one of these distances (a set of bits 2 to 6): a six serves each.
CHANCE = np.array([((mask & 0b111100).bit_count() + (mask & 0b1111100 != 0)) / 6 for mask in range(128)])


def _reach() -> Buffer:
    """REACH[from, to]: how likely a roll is to bring a large cylinder to where it threatens that square."""
    table = np.zeros((SQUARES + 1, SQUARES + 1))
    for square in range(SQUARES):
        for goal in range(SQUARES):
            for distance in range(1, SIX + 1):
                table[square, goal] += (HIT[TARGETS[distance, square], goal] != 0).any() / SIX
    return table


REACH = _reach()
EXPOSURE = (HIT != 0).sum(axis=0).astype(np.float64)


@kernel
def variant(s: State) -> int:
    """The row of WEIGHTS for these options."""
    return 2 * s.goal + s.path


@kernel
def estimate(s: State, out: Buffer) -> None:
    judge(s, WEIGHTS, out)


@kernel
def judge(s: State, weights: Buffer, out: Buffer) -> None:
    """The estimate with these weights."""
    seat = s.seat
    at_once = sure(s, seat)
    mine, theirs = signs(s, seat), signs(s, 1 - seat)
    row, score = variant(s), 0.0
    for i in range(len(mine)):
        score += weights[row, i] * (mine[i] - theirs[i])
    out[seat] = at_once + (1 - at_once) / (1 + math.exp(-score))
    out[1 - seat] = 1 - out[seat]


@kernel
def sure(s: State, p: int) -> float:
    """How likely the seat is to win with this roll, or with its next one."""
    if s.seat != p or s.goal != MASTER:
        return 0.0
    distances = threats(s, p, s.at[1 - p, ringed(s, 1 - p)], s.first)
    if s.roll == 0:
        return CHANCE[distances]
    if s.rest:
        return 1.0 if distances >> s.rest & 1 else 0.0
    return 1.0 if distances >> s.roll & 1 or (s.roll == SIX and distances) else 0.0


@kernel
def features(s: State, p: int, out: Buffer) -> None:
    found = signs(s, p)
    for i in range(len(found)):
        out[i] = found[i]


@kernel
def signs(s: State, p: int) -> tuple[float, ...]:
    """What FEATURES names, for this seat."""
    large, small, advance, reach = 0, 0, 0, 0.0
    rolling = 1.0 if s.seat == p else 0.0
    back = 0 if p == RED else SIZE - 1
    goal = s.at[1 - p, ringed(s, 1 - p)]
    for piece in range(PIECES):
        square = s.at[p, piece]
        if square == OFF:
            continue
        if roams(s, p, piece):
            large += 1
            reach += REACH[square, goal]
        else:
            small += 1
            advance += abs(square // SIZE - back)
    threat, stays = 0.0, 0.0
    if s.goal == MASTER:
        distances = threats(s, p, goal, OFF)
        if s.seat == p:
            threat = CHANCE[distances]
        elif distances:
            stays = threat_that_stays(s, p, goal, CHANCE[distances])
    return (
        rolling, threat, stays, reach, float(large), float(small), float(advance),
        EXPOSURE[s.at[p, ringed(s, p)]],
    )  # fmt: skip


@kernel
def threats(s: State, p: int, goal: int, but: int) -> int:
    """At which distances a piece of seat p, except one, is in line with a square: a set of bits from 2 to 6."""
    distances = 0
    for piece in range(PIECES):
        hit = HIT[s.at[p, piece], goal]
        if hit and piece != but and aims(s, p, piece, s.at[p, piece], goal):
            distances |= hit
    return distances


@kernel
def aims(s: State, p: int, piece: int, square: int, goal: int) -> bool:
    """Whether a piece in line with this square may go that way (WM-7, WM-10)."""
    if not roams(s, p, piece) and WAY[square, goal] != (NORTH if p == RED else 4):
        return False
    return s.path != BLOCKED or is_clear(s, square, WAY[square, goal], LINE[square, goal])


@kernel
def threat_that_stays(s: State, p: int, goal: int, chance: float) -> float:
    """How likely seat p's next roll is to win when the enemy Master, there and to move first, goes where it is best."""
    total, first, last = 0.0, 1, SIX
    if s.roll:
        first = last = s.rest if s.rest else s.roll
    for distance in range(first, last + 1):
        best = chance
        for direction in range(8):
            target = TARGETS[distance, goal, direction]
            if s.board[target] & (32 if p == 1 else 64) == 0 and best > 0:
                best = min(best, CHANCE[threats(s, p, target, OFF)])
        total += best
    return total / (last - first + 1)


@kernel
def urge(s: State, p: int, a: int) -> float:
    if a == PASS:
        return 1.0
    target = target_of(s, p, a)
    cell = s.board[target]
    enemy = ringed(s, 1 - p)
    if s.goal == MASTER and cell and piece_on(cell) == enemy:
        return 1000.0
    weight = 1.0
    if cell:
        weight += 3.0 if piece_on(cell) >= LARGE else 1.5
    if s.goal == MASTER and roams(s, p, piece_of(a)) and HIT[target, s.at[1 - p, enemy]]:
        weight += 2.0
    return weight
