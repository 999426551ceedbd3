"""Maestria, rule by rule (MA-1 to MA-20). The numbers in comments are those of the rules page.

Squares count from a1 = 0 along the rows: b1 = 1, a2 = 6, f4 = 23. Black is seat 0 and has rows 3 and 4, White seat 1.
A deep board is a wide one turned over its diagonal: its columns are numbered as the rows of a wide one, and its rows as
the columns: a2 = 1, b1 = 6, d6 = 23. So the same squares touch, and have the same colours, on both.

Pawns are counted, not named: a square holds so many of a seat's, and the General is known by the square it stands on.

A *way* leads from a square to one of those around it; the 136 ways are numbered by origin, then by target. An action is

      0 -   47   `kind * 24 + square`                place a pawn there: kind 0 a soldier, 1 the General
     48 - 1407   `48 + way * 10 + led * 5 + k - 1`   move, or attack with, k pawns; led: the General is one of them
           1408   END                                 end the turn
           1409   FIGHT                               answer an attack by fighting
    1410 - 1433   `1410 + square`                     answer it by a retreat to that square

Nature's action is all the dice of one fight, each counted from 0, those that nobody rolls being 0:
`((special * 6 + second) * 6 + defender's) * 6 + attacker's`. The position tells which side rolls the second die and the
special one.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel, record

# --- what the numbers mean --------------------------------------------------------------------------------------------

COLUMNS, ROWS = 6, 4  # of a wide board (MA-1)
SQUARES = COLUMNS * ROWS
WIDE, DEEP = 0, 1  # option shape
OFF = -1  # no square; of a General: not placed yet, or eliminated
NOWHERE = SQUARES  # beyond the border

BLACK, WHITE = 0, 1
NOBODY, DRAW = -1, 2  # no seat, or no side of a fight; and what `winner` is in a game without one

PAWNS = 15  # of one side (MA-4)
HANDFUL = 3  # placed at a time (MA-5)
FULL = 5  # pawns on one square (MA-6)
ALWAYS, IN_SET_UP = 0, 1  # option cap
POINTS = 5  # of one turn (MA-7)

PLAIN, FOREST, MOUNTAIN = 0, 1, 2  # each beats the next, the last the first (MA-12)
REMAINDER, DIFFERENCE = 0, 1  # option losses (MA-13)

PLACING, MOVING, ANSWERING, ROLLING = 0, 1, 2, 3  # phases

SOLDIER, GENERAL = 0, 1  # kinds of pawn
FIRST_MOVE = 2 * SQUARES
GROUPS = 2 * FULL  # actions of one way
WAYS = 136
END = FIRST_MOVE + WAYS * GROUPS
FIGHT = END + 1
RETREAT = FIGHT + 1
ACTION_COUNT = RETREAT + SQUARES
ANY_COUNT = (1 << ACTION_COUNT.bit_length()) - 1  # a mask that leaves any count of actions as it is
NONE = -1  # no action, no way

ATTACKER, DEFENDER = 0, 1  # sides of a fight
SIDES, SPECIAL_SIDES = 6, 4  # of the ordinary dice and of the special one
PAIR = SIDES * SIDES  # throws of one die each
CHANCE_COUNT = PAIR * SIDES * SPECIAL_SIDES

RECORD = record(
    __name__,
    [
        # options. A record has a `shape` of its own, so this one is read as s["shape"]
        ("shape", np.int32),
        ("map", np.int32, (SQUARES // 2,)),  # terrains of one camp: its front row, then those behind it (MA-2)
        ("cap", np.int32),
        ("losses", np.int32),
        ("max_turns", np.int32),
        # position
        ("pawns", np.int32, (2, SQUARES)),  # each side's on each square, the General included
        ("general", np.int32, (2,)),  # each General's square, or OFF
        ("in_hand", np.int32, (2,)),  # pawns of each side still to be placed
        ("seat", np.int32),  # whose turn it is, also while the other answers an attack
        ("phase", np.int32),
        ("points", np.int32),  # left to this turn
        ("turns", np.int32),  # turns completed, the set-up not counted
        ("winner", np.int32),  # a seat, NOBODY or DRAW
        ("attack", np.int32),  # the one to be answered or rolled for, or else the last; an action, or NONE
        # for the eye alone
        ("dice", np.int32, (2, 3)),  # its ATTACKER's and DEFENDER's: first, second, special; 0: not rolled
        ("attacker", np.int32),  # the seat that made that attack, or NOBODY
        ("fallen", np.int32),  # pawns lost by it
        ("last", np.int32),  # the last move since that attack, an action, or NONE
        ("refuge", np.int32),  # the square to which its defenders withdrew, or OFF
        ("fights", np.int32),  # attacks made so far
    ],
)

FOR_THE_EYE = "dice"  # the first field that no rule reads


def column_and_row(shape: int, square: int) -> tuple[int, int]:
    """Where a square is, counted from a1. MA-1"""
    row, column = divmod(square, COLUMNS)
    return (column, row) if shape == WIDE else (row, column)


def extent(shape: int) -> tuple[int, int]:
    """How many columns and rows a board has. MA-1"""
    return (COLUMNS, ROWS) if shape == WIDE else (ROWS, COLUMNS)


def camp_of(shape: int, square: int) -> int:
    """The seat in whose camp a square is. MA-1"""
    return WHITE if column_and_row(shape, square)[1] < extent(shape)[1] // 2 else BLACK


def _places() -> Buffer:
    """PLACES[shape, square]: the seat that may place pawns there, or NOBODY. MA-1, MA-3, MA-5."""
    table = np.full((2, SQUARES), NOBODY, dtype=np.int32)
    for shape, square in np.ndindex(table.shape):
        camp = camp_of(shape, square)
        if colour_of(square) == camp:
            table[shape, square] = camp
    return table


def _camps() -> Buffer:
    """CAMPS[shape, seat]: the squares on which a seat may place pawns, ascending. MA-5"""
    return np.array([[np.flatnonzero(PLACES[shape] == seat) for seat in (BLACK, WHITE)] for shape in (WIDE, DEEP)])


def _spots() -> Buffer:
    """SPOTS[shape, square]: which letter of the map is its terrain. MA-2: counted from the border, row by row."""
    table = np.zeros((2, SQUARES), dtype=np.int32)
    for shape, square in np.ndindex(table.shape):
        (column, row), (columns, rows) = column_and_row(shape, square), extent(shape)
        behind = row - rows // 2 if row >= rows // 2 else rows // 2 - 1 - row
        table[shape, square] = behind * columns + column
    return table


def _ways() -> tuple[Buffer, Buffer, Buffer, Buffer]:
    """ORIGINS[way], TARGETS[way]; WAY[origin, target] or NONE; FIRST_WAY[origin], with one more at the end. MA-7."""
    squares = [divmod(square, COLUMNS) for square in range(SQUARES)]
    ways = [
        (origin, target)
        for origin, (row, column) in enumerate(squares)
        for target, (other_row, other_column) in enumerate(squares)
        if max(abs(row - other_row), abs(column - other_column)) == 1
    ]
    table = np.full((SQUARES, SQUARES), NONE, dtype=np.int32)
    for way, (origin, target) in enumerate(ways):
        table[origin, target] = way
    origins, targets = np.array(ways, dtype=np.int32).T.copy()
    return origins, targets, table, np.searchsorted(origins, np.arange(SQUARES + 1)).astype(np.int32)


def _around() -> Buffer:
    """AROUND[square]: where its ways lead, in their order, and NOWHERE in place of those that it lacks.

    So there are as many for every square, and no branch depends on it. Numbers without a sign: compiled code need not
    see whether one counts from the end of what it is an index of.
    """
    table = np.full((SQUARES, np.diff(FIRST_WAY).max()), NOWHERE, dtype=np.uint8)
    for square in range(SQUARES):
        targets = TARGETS[FIRST_WAY[square] : FIRST_WAY[square + 1]]
        table[square, : len(targets)] = targets
    return table


def colour_of(square: int) -> int:
    """MA-3: a1 is black. The colour of a square is also a seat's."""
    return BLACK if (square // COLUMNS + square % COLUMNS) % 2 == 0 else WHITE


PLACES = _places()
CAMPS = _camps()
SPOTS = _spots()
ORIGINS, TARGETS, WAY, FIRST_WAY = _ways()
AROUND = _around()


# --- the protocol -----------------------------------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    # MA-4: every pawn is in hand. MA-5: Black begins to place them.
    s.pawns[:] = 0
    s.general[:] = OFF
    s.in_hand[:] = PAWNS
    s.seat = BLACK
    s.phase = PLACING
    s.points = 0
    s.turns = 0
    s.winner = NOBODY
    s.attack = NONE
    s.dice[:] = 0
    s.attacker = NOBODY
    s.fallen = 0
    s.last = NONE
    s.refuge = OFF
    s.fights = 0


@kernel
def pending(s: State) -> int:
    if s.winner != NOBODY or s.phase == ROLLING:
        return 0
    return 1 << acting(s)


@kernel
def over(s: State) -> bool:
    return s.winner != NOBODY


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    if s.winner != NOBODY or s.phase == ROLLING or p != acting(s):
        return 0
    if s.phase == MOVING:
        return moves(s, p, out)
    if s.phase == ANSWERING:
        return answers(s, p, out)
    return placings(s, p, out)


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if s.winner != NOBODY:
        return 20 if s.winner == DRAW else 19
    if s.phase == MOVING:
        return forbids_turn(s, p, a)
    if s.phase == PLACING:
        return forbids_placing(s, p, a)
    if s.phase == ANSWERING:
        return forbids_answer(s, p, a)
    return 10


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    # MA-10: a die for each side. MA-11: a second one for the side with more pawns. MA-12: the special one.
    if s.phase != ROLLING:
        return 0
    throws = PAIR * (SIDES if second_side(s) != NOBODY else 1)
    n = 0
    for special in range(SPECIAL_SIDES if special_side(s) != NOBODY else 1):
        actions, ones = out[n:], weights[n:]  # counted from 0, so that several are written at a time
        for throw in range(throws):
            actions[throw] = special * SIDES * PAIR + throw
            ones[throw] = 1
        n += throws
    return n


@kernel
def apply(s: State, p: int, a: int) -> None:
    if p < 0:
        roll(s, a)
    elif a < FIRST_MOVE:
        place(s, p, a)
    elif a < END:
        move(s, p, a)
    elif a == END:
        end_turn(s)
    elif a == FIGHT:
        s.phase = ROLLING
    else:
        retreat(s, p, a - RETREAT)


@kernel
def shares(s: State, out: Buffer) -> None:
    out[BLACK] = 1 if s.winner != WHITE else 0
    out[WHITE] = 1 if s.winner != BLACK else 0


@kernel
def hide(s: State, p: int) -> None:
    """Nothing is hidden: both players see every pawn, and which is the General (MA-4)."""


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    """Nothing is hidden, so nothing is to be filled in."""


# --- which actions there are ------------------------------------------------------------------------------------------


@kernel
def acting(s: State) -> int:
    """The seat that is to act where nature is not. MA-16: it is the defender who answers an attack."""
    return 1 - s.seat if s.phase == ANSWERING else s.seat


@kernel
def placings(s: State, p: int, out: Buffer) -> int:
    """MA-5: soldiers while there are any in hand, the General until it is placed."""
    n = 0
    if soldiers_in_hand(s, p) > 0:
        n = places(s, p, SOLDIER, out, n)
    if s.general[p] == OFF:
        n = places(s, p, GENERAL, out, n)
    return n


@kernel
def places(s: State, p: int, kind: int, out: Buffer, n: int) -> int:
    """Append the placing of such a pawn on every square of seat p with room. Return the new count."""
    for i in range(CAMPS.shape[2]):
        square = CAMPS[s["shape"], p, i]
        out[n] = kind * SQUARES + square  # counts only if there is room
        n += s.pawns[p, square] < FULL
    return n


@kernel
def moves(s: State, p: int, out: Buffer) -> int:
    """Every group that may move, and everywhere it may go (MA-7, MA-8); and END."""
    n, general = 0, int(s.general[p])
    origins = out[ACTION_COUNT - SQUARES :]  # these, and the rooms before them, are beyond any list of moves
    rooms = out[ACTION_COUNT - SQUARES - (NOWHERE + 1) :]
    find_rooms(s, p, rooms)
    for i in range(occupied(s, p, origins)):
        origin = int(origins[i])
        here, led = int(s.pawns[p, origin]), general == origin
        action = FIRST_MOVE + int(FIRST_WAY[origin]) * GROUPS
        for j in range(AROUND.shape[1]):
            most = int(rooms[AROUND[origin, j]])
            n = groups(action, min(most, here - led), out, n)
            if led:
                n = groups(action + FULL, min(most, here), out, n)
            action += GROUPS
    out[n] = END
    return n + 1


@kernel
def find_rooms(s: State, p: int, out: Buffer) -> None:
    """Write how many pawns of seat p may go to each square (MA-6, MA-7); to NOWHERE go none.

    Where enemies are there is no limit but the points: none of ours is there.
    """
    pawns, room, points = s.pawns[p], room_on_a_square(s), int(s.points)
    for square in range(SQUARES):
        out[square] = min(points, room - int(pawns[square]))
    out[NOWHERE] = 0


@kernel
def occupied(s: State, p: int, out: Buffer) -> int:
    """Write the squares on which seat p has pawns. Return how many; no branch depends on where they are."""
    pawns, n = s.pawns[p], 0
    for square in range(SQUARES):
        out[n] = square
        n += int(pawns[square]) > 0
    return n


@kernel
def groups(action: int, most: int, out: Buffer, n: int) -> int:
    """Append the actions of one pawn to `most`; of one pawn is `action`. Return the new count."""
    start = n & ANY_COUNT  # so compiled code knows that it is not negative, and need not see each time
    for more in range(FULL):  # writes beyond the count, so that no branch depends on it
        out[start + more] = action + more
    return n + most


@kernel
def answers(s: State, p: int, out: Buffer) -> int:
    """MA-16"""
    out[0] = FIGHT
    n = 1
    here = TARGETS[way_of(s.attack)]
    for way in range(FIRST_WAY[here], FIRST_WAY[here + 1]):
        if forbids_retreat(s, p, here, TARGETS[way]) == 0:
            out[n] = RETREAT + TARGETS[way]
            n += 1
    return n


@kernel
def forbids_placing(s: State, p: int, a: int) -> int:
    """The rule that forbids an action while pawns are being placed, or 0."""
    if p != s.seat or a >= FIRST_MOVE or PLACES[s["shape"], a % SQUARES] != p:
        return 5
    if a >= SQUARES and s.general[p] != OFF:
        return 4
    if a < SQUARES and soldiers_in_hand(s, p) == 0:
        return 5
    return 6 if s.pawns[p, a % SQUARES] == FULL else 0


@kernel
def forbids_turn(s: State, p: int, a: int) -> int:
    """The rule that forbids an action in a turn, or 0."""
    if p != s.seat:
        return 7
    if a < FIRST_MOVE:
        return 5
    if a > END:
        return 16
    return 0 if a == END else forbids_move(s, p, a)


@kernel
def forbids_move(s: State, p: int, a: int) -> int:
    """The rule that forbids the player to move this group so, or 0."""
    way, count, led = way_of(a), count_of(a), led_of(a)
    origin = ORIGINS[way]
    has_general = s.general[p] == origin
    if led and not has_general:
        return 8
    if count > s.pawns[p, origin] - (has_general and not led):
        return 8
    if count > s.points:
        return 7
    return 6 if s.pawns[p, TARGETS[way]] + count > room_on_a_square(s) else 0


@kernel
def forbids_answer(s: State, p: int, a: int) -> int:
    """The rule that forbids an action while an attack is to be answered, or 0."""
    if p == s.seat or a < FIGHT:
        return 16
    return 0 if a == FIGHT else forbids_retreat(s, p, TARGETS[way_of(s.attack)], a - RETREAT)


@kernel
def forbids_retreat(s: State, p: int, here: int, target: int) -> int:
    """MA-16: the rule that forbids all of seat p's pawns here to withdraw there, or 0."""
    if WAY[here, target] == NONE or s.pawns[1 - p, target] > 0 or s.pawns[p, here] < 2:
        return 16
    return 6 if s.pawns[p, target] + s.pawns[p, here] - 1 > room_on_a_square(s) else 0


@kernel
def room_on_a_square(s: State) -> int:
    """MA-6: how many pawns a square may hold once all are placed."""
    return FULL if s.cap == ALWAYS else PAWNS


@kernel
def soldiers_in_hand(s: State, p: int) -> int:
    """MA-4: all that are still to be placed, but the General."""
    return s.in_hand[p] - (s.general[p] == OFF)


# --- what an action does ----------------------------------------------------------------------------------------------


@kernel
def place(s: State, p: int, a: int) -> None:
    """MA-5: put a pawn down; after three it is the other player's turn to place, after all Black's to move."""
    square = a % SQUARES
    s.pawns[p, square] += 1
    if a >= SQUARES:
        s.general[p] = square
    s.in_hand[p] -= 1
    if s.in_hand[p] % HANDFUL == 0:
        s.seat = 1 - p
        if s.in_hand[1 - p] == 0:
            begin_turn(s)


@kernel
def move(s: State, p: int, a: int) -> None:
    """MA-7: the points are spent, whatever follows. MA-9: where enemies are, it is an attack."""
    s.points -= count_of(a)
    if s.pawns[1 - p, TARGETS[way_of(a)]] > 0:
        declare(s, p, a)
    else:
        s.last = a
        advance(s, p, a)
        go_on(s)


@kernel
def declare(s: State, p: int, a: int) -> None:
    """MA-16: before the dice, the defender answers. Until the attack is settled its pawns stay where they are."""
    s.phase = ANSWERING
    s.attack = a
    s.dice[:] = 0
    s.attacker = p
    s.fallen = 0
    s.last = NONE
    s.refuge = OFF
    s.fights += 1


@kernel
def advance(s: State, p: int, a: int) -> None:
    """Take the group of this move, or attack, to its target."""
    way, count = way_of(a), count_of(a)
    s.pawns[p, ORIGINS[way]] -= count
    s.pawns[p, TARGETS[way]] += count
    if led_of(a):
        s.general[p] = TARGETS[way]


@kernel
def retreat(s: State, p: int, target: int) -> None:
    """MA-16: all withdraw but one, which is lost; MA-17: never the General. The attackers advance."""
    here = TARGETS[way_of(s.attack)]
    s.pawns[p, target] += s.pawns[p, here] - 1
    s.pawns[p, here] = 0
    s.fallen = 1
    s.refuge = target
    if s.general[p] == here:
        s.general[p] = target
    advance(s, 1 - p, s.attack)
    go_on(s)


@kernel
def roll(s: State, a: int) -> None:
    """Throw the dice of a fight and settle it."""
    set_dice(s, a)
    mine, theirs = total(s, ATTACKER), total(s, DEFENDER)
    if mine > theirs:  # MA-10
        beat_defenders(s, s.seat)
    elif mine < theirs:
        beat_attackers(s, s.seat)
    go_on(s)  # MA-15: an equal roll changes nothing


@kernel
def set_dice(s: State, a: int) -> None:
    s.dice[:] = 0
    s.dice[ATTACKER, 0] = a % SIDES + 1
    s.dice[DEFENDER, 0] = a // SIDES % SIDES + 1
    second, special = second_side(s), special_side(s)
    if second != NOBODY:
        s.dice[second, 1] = a // PAIR % SIDES + 1
    if special != NOBODY:
        s.dice[special, 2] = a // (PAIR * SIDES) + 1


@kernel
def beat_defenders(s: State, p: int) -> None:
    """MA-14: if none is left, the attackers of seat p advance. MA-17, MA-19: with the last of them falls a General."""
    target = TARGETS[way_of(s.attack)]
    defenders = s.pawns[1 - p, target]
    left = survivors(s, defenders, count_of(s.attack))
    s.fallen = defenders - left
    s.pawns[1 - p, target] = left
    if left == 0:
        advance(s, p, s.attack)
        if s.general[1 - p] == target:
            eliminate_general(s, 1 - p)


@kernel
def beat_attackers(s: State, p: int) -> None:
    """MA-14: those that are left stay where they came from. MA-17, MA-19: with the last of them falls a General."""
    way, attackers = way_of(s.attack), count_of(s.attack)
    left = survivors(s, attackers, s.pawns[1 - p, TARGETS[way]])
    s.fallen = attackers - left
    s.pawns[p, ORIGINS[way]] -= attackers - left
    if left == 0 and led_of(s.attack):
        eliminate_general(s, p)


@kernel
def survivors(s: State, losers: int, winners: int) -> int:
    """MA-13: how many of the losers are left."""
    if losers <= winners:
        return 0
    return losers - winners if s.losses == REMAINDER else winners


@kernel
def eliminate_general(s: State, p: int) -> None:
    """MA-19"""
    s.general[p] = OFF
    s.winner = 1 - p


@kernel
def begin_turn(s: State) -> None:
    s.phase = MOVING
    s.points = POINTS


@kernel
def go_on(s: State) -> None:
    """The turn goes on; MA-7: with no points left it ends by itself."""
    s.phase = MOVING
    if s.points == 0 and s.winner == NOBODY:
        end_turn(s)


@kernel
def end_turn(s: State) -> None:
    """MA-7: what is left of the points is lost. MA-20: a game that is not won in time is a draw."""
    s.turns += 1
    if s.turns >= s.max_turns:
        s.winner = DRAW
    else:
        s.seat = 1 - s.seat
        begin_turn(s)


# --- the dice ---------------------------------------------------------------------------------------------------------


@kernel
def second_side(s: State) -> int:
    """MA-11: the side with more pawns in the fight, or NOBODY."""
    attackers, defenders = count_of(s.attack), s.pawns[1 - s.seat, TARGETS[way_of(s.attack)]]
    if attackers == defenders:
        return NOBODY
    return ATTACKER if attackers > defenders else DEFENDER


@kernel
def special_side(s: State) -> int:
    """MA-12: the side whose terrain beats the other's, or NOBODY."""
    way = way_of(s.attack)
    lead = (terrain(s, TARGETS[way]) - terrain(s, ORIGINS[way])) % 3
    if lead == 0:
        return NOBODY
    return ATTACKER if lead == 1 else DEFENDER


@kernel
def terrain(s: State, square: int) -> int:
    """MA-2"""
    return s.map[SPOTS[s["shape"], square]]


@kernel
def total(s: State, side: int) -> int:
    """What a side has thrown."""
    return s.dice[side, 0] + s.dice[side, 1] + s.dice[side, 2]


# --- reading a move ---------------------------------------------------------------------------------------------------


@kernel
def way_of(a: int) -> int:
    return (a - FIRST_MOVE) // GROUPS


@kernel
def count_of(a: int) -> int:
    """How many pawns move."""
    return (a - FIRST_MOVE) % FULL + 1


@kernel
def led_of(a: int) -> bool:
    """Whether the General is one of them."""
    return (a - FIRST_MOVE) % GROUPS >= FULL
