"""War of Masters, rule by rule (WM-1 to WM-20). The numbers in comments are those of the rules page.

Squares count from a1 = 0 along the rows: b1 = 1, a2 = 9, i9 = 80. Red is seat 0 and plays up the board; Brown is 1.

Pieces have an identity that lasts the game. Of a side's eighteen, 0-8 are the small cylinders and 9-17 the large ones,
each numbered by the column it starts from. A small cylinder that is promoted goes off, and a large one that had been
captured comes back in its place: so a piece's number always tells its size.

An action moves one piece: `(distance - 1) * 144 + piece * 8 + direction`, or PASS. Nature's action is the die, 1 to 6.
"""

from __future__ import annotations

import numpy as np

from tablier.engine.kernels import Buffer, State, kernel, record

# --- what the numbers mean --------------------------------------------------------------------------------------------

SIZE = 9  # columns and rows (WM-1)
SQUARES = SIZE * SIZE
OFF = SQUARES  # the place of what is not on the board; every way from it leads to it

RED, BROWN = 0, 1
NOBODY, DRAW = -1, 2  # of `winner`, where it is not a seat

PIECES = 18  # of one side (WM-2)
LARGE = 9  # the first large cylinder; smaller numbers are small cylinders

# What a cell of the board holds: EMPTY, or a piece's number with the bit of its side. The cell OFF holds a WALL, which
# has the bits of both sides: nobody can land there.
EMPTY = 0
SIDE = (32, 64)
WALL = 96

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # clockwise from north
NORTH, SOUTH = 0, 4

SIX = 6  # the roll that may be divided (WM-12), and the longest move
MOVES = PIECES * len(DIRECTIONS)  # actions of one distance
PASS = SIX * MOVES
NONE = -1  # no action
PLENTY = 16  # a first part leaves one of more moves than this: 8 may be its own piece's, 8 may end where it ends
ACTION_COUNT = PASS + 1
ACTION_BITS = 10  # of an action, where those of all distances are in one number
CHANCE_COUNT = SIX + 1

LEAP, BLOCKED = 0, 1  # option path (WM-10)
MASTER, ALL = 0, 1  # option goal (WM-18)

RECORD = record(
    __name__,
    [
        # options
        ("goal", np.int32),
        ("path", np.int32),
        ("ring", np.int32, (2,)),  # each side's ringed cylinder, by its starting column (WM-19)
        ("max_turns", np.int32),
        # position
        ("board", np.int32, (SQUARES + 1,)),  # what each square holds; the last cell is the WALL
        ("at", np.int32, (2, PIECES)),  # each piece's square, or OFF
        ("waits", np.int32, (2, PIECES)),  # 1: a small cylinder that waits to be replaced (WM-17)
        ("left", np.int32, (2,)),  # pieces on the board
        ("seat", np.int32),  # whose turn it is
        ("roll", np.int32),  # the die; 0: still to be rolled
        ("rest", np.int32),  # squares that complete a divided six; 0: no first part has been played
        ("first", np.int32),  # the piece of this side that played the first part, or OFF
        ("turns", np.int32),  # turns completed
        ("winner", np.int32),  # a seat, NOBODY or DRAW
        # what was played last, for the eye alone: up to two moves of one turn, from and to; OFF: none
        ("trail", np.int32, (2, 2)),
    ],
)

FOR_THE_EYE = "trail"  # the first field that no rule reads


def _targets() -> Buffer:
    """TARGETS[distance, square, direction]: the square so far away, or OFF."""
    table = np.full((SIX + 1, SQUARES + 1, len(DIRECTIONS)), OFF, dtype=np.uint8)
    for square in range(SQUARES):
        for direction, (across, up) in enumerate(DIRECTIONS):
            for distance in range(1, SIX + 1):
                column, row = square % SIZE + across * distance, square // SIZE + up * distance
                if 0 <= column < SIZE and 0 <= row < SIZE:
                    table[distance, square, direction] = row * SIZE + column
    return table


TARGETS = _targets()


# --- the protocol -----------------------------------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    # WM-2, WM-3: large cylinders on the back row, small ones in front. WM-4: Red begins.
    s.board[:] = EMPTY
    s.board[OFF] = WALL
    s.waits[:] = 0
    s.trail[:] = OFF
    for column in range(SIZE):
        put(s, RED, LARGE + column, column)
        put(s, RED, column, SIZE + column)
        put(s, BROWN, LARGE + column, SQUARES - SIZE + column)
        put(s, BROWN, column, SQUARES - 2 * SIZE + column)
    s.left[:] = PIECES
    s.seat = RED
    s.roll = 0
    s.rest = 0
    s.first = OFF
    s.turns = 0
    s.winner = NOBODY


@kernel
def pending(s: State) -> int:
    # WM-6: the die is rolled first; then its player moves.
    if s.roll == 0 or s.winner != NOBODY:
        return 0
    return 1 << s.seat


@kernel
def over(s: State) -> bool:
    return s.winner != NOBODY


@kernel
def legal(s: State, p: int, out: Buffer) -> int:
    if s.winner != NOBODY or s.roll == 0 or s.seat != p:
        return 0
    n = 0
    if s.rest:
        n = moves(s, p, s.rest, s.first, out, n)
    elif s.roll < SIX:
        n = moves(s, p, s.roll, OFF, out, n)
    else:
        n = first_parts(s, p, out)
        n = moves(s, p, SIX, OFF, out, n)
    if n == 0:  # WM-11
        out[0] = PASS
        n = 1
    return n


@kernel
def forbids(s: State, p: int, a: int) -> int:
    if s.winner != NOBODY:
        return 20 if s.winner == DRAW else 5 if s.goal == MASTER else 18
    if s.roll == 0 or s.seat != p:
        return 6
    if a != PASS:
        return forbids_move(s, p, a)
    for other in range(PASS):  # WM-11: a player who can move may not pass
        if forbids_move(s, p, other) == 0:
            return 11
    return 0


@kernel
def chances(s: State, out: Buffer, weights: Buffer) -> int:
    # WM-6
    if s.roll != 0 or s.winner != NOBODY:
        return 0
    for i in range(SIX):
        out[i] = i + 1
        weights[i] = 1
    return SIX


@kernel
def apply(s: State, p: int, a: int) -> None:
    if p < 0:
        s.roll = a
    elif a == PASS:
        leave_trail(s, 0, OFF, OFF)
        end_turn(s)
    else:
        piece = move(s, p, piece_of(a), target_of(s, p, a))
        if s.winner == NOBODY and divides(s, distance_of(a)):
            s.rest = SIX - distance_of(a)
            s.first = piece
        else:
            end_turn(s)


@kernel
def shares(s: State, out: Buffer) -> None:
    out[RED] = 1 if s.winner != BROWN else 0
    out[BROWN] = 1 if s.winner != RED else 0


@kernel
def hide(s: State, p: int) -> None:
    """Nothing is hidden: both players see the whole board and the die."""


@kernel
def deal(s: State, p: int, rng: Buffer) -> None:
    """Nothing is hidden, so nothing is to be filled in."""


# --- which moves there are --------------------------------------------------------------------------------------------


@kernel
def moves(s: State, p: int, distance: int, but: int, out: Buffer, n: int) -> int:
    """Append every move of exactly this distance by a piece of seat p, except one piece. Return the new count."""
    start, meek, safe = n, NONE, OFF
    if distance == 1 and s.goal == MASTER:  # WM-15: who takes nothing, and where nothing is taken
        meek, safe = ringed(s, p), s.at[1 - p, ringed(s, 1 - p)]
    held, s.board[safe] = s.board[safe], WALL  # for as long as the list is made
    for piece in range(PIECES):
        origin = s.at[p, piece]
        if origin == OFF or piece == but:
            continue
        shut = WALL if piece == meek else SIDE[p]
        if roams(s, p, piece):
            for direction in range(8):
                n = add_move(s, piece, origin, direction, distance, shut, out, n)
        else:
            n = add_move(s, piece, origin, ahead(p), distance, shut, out, n)
    s.board[safe] = held
    return n if s.path == LEAP else keep_unblocked(s, p, out, start, n)


@kernel
def add_move(s: State, piece: int, origin: int, direction: int, distance: int, shut: int, out: Buffer, n: int) -> int:
    """Append a move, unless it leads off the board (WM-1) or to a piece of a side that is `shut` (WM-14).

    Return the new count. It grows by the answer, without a branch: a processor could not foresee which way it goes.
    """
    out[n] = (distance - 1) * MOVES + piece * 8 + direction
    return n + (s.board[TARGETS[distance, origin, direction]] & shut == 0)


@kernel
def keep_unblocked(s: State, p: int, out: Buffer, start: int, end: int) -> int:
    """WM-10: of the moves in this part of the list, keep those whose way is clear. Return the new count."""
    n = start
    for i in range(start, end):
        action = out[i]
        out[n] = action
        n += is_clear(s, s.at[p, piece_of(action)], action % 8, distance_of(action))
    return n


@kernel
def some_move(s: State, p: int, distance: int, but: int) -> int:
    """Any one of those `moves`, or NONE. It tries the large cylinders first, which have more."""
    for i in range(PIECES):
        piece = PIECES - 1 - i
        if s.at[p, piece] == OFF or piece == but:
            continue
        if roams(s, p, piece):
            for direction in range(8):
                if forbids_way(s, p, piece, direction, distance) == 0:
                    return (distance - 1) * MOVES + piece * 8 + direction
        elif forbids_way(s, p, piece, ahead(p), distance) == 0:
            return (distance - 1) * MOVES + piece * 8 + ahead(p)
    return NONE


@kernel
def roams(s: State, p: int, piece: int) -> bool:
    """Whether a piece moves in all eight directions (WM-8, WM-17), and not straight ahead only (WM-7)."""
    return piece >= LARGE or s.waits[p, piece] != 0


@kernel
def ahead(p: int) -> int:
    return NORTH if p == RED else SOUTH


@kernel
def first_parts(s: State, p: int, out: Buffer) -> int:
    """List the moves that may begin a divided six (WM-12). Return how many."""
    n = plenty = firsts = lasts = 0
    for distance in range(1, SIX):
        end = moves(s, p, distance, OFF, out, n)
        if end - n > PLENTY and s.path == LEAP:
            plenty |= 1 << (SIX - distance)
        firsts |= int(out[n] if end > n else PASS) << ACTION_BITS * distance  # out may be of 32 bits
        lasts |= int(out[end - 1] if end > n else PASS) << ACTION_BITS * distance
        n = end
    return n if plenty == 0b111110 else keep_completable(s, p, plenty, firsts, lasts, out, n)


@kernel
def keep_completable(s: State, p: int, plenty: int, firsts: int, lasts: int, out: Buffer, end: int) -> int:
    """WM-13: keep the first parts that may be played; those of a distance in `plenty` all may. Return how many.

    To spare most of the looking ahead, two second parts are known for each distance, the first and the last listed,
    which are mostly of different pieces. One stays possible unless the first part moves that very piece, or ends where
    it would go, or on its way there (WM-10).
    """
    i = n = 0
    for distance in range(1, SIX):
        one, other = of_distance(firsts, SIX - distance), of_distance(lasts, SIX - distance)
        base, sure = (distance - 1) * MOVES, plenty >> distance & 1
        while i < end and out[i] < base + MOVES:
            mover = (out[i] - base) >> 3
            ends = TARGETS[distance, s.at[p, mover], out[i] & 7]
            out[n] = out[i]
            n += sure or stays(s, p, one, mover, ends) or stays(s, p, other, mover, ends) or may_divide(s, p, out[i])
            i += 1
    return n


@kernel
def of_distance(actions: int, distance: int) -> int:
    """Of actions of all distances in one number, this one."""
    return actions >> ACTION_BITS * distance & (1 << ACTION_BITS) - 1


@kernel
def stays(s: State, p: int, known: int, mover: int, ends: int) -> bool:
    """Whether a move that is possible surely is so too once a piece has gone to `ends`; PASS is not."""
    if known == PASS:
        return False
    origin, direction, distance = s.at[p, piece_of(known)], known % 8, distance_of(known)
    met = mover == piece_of(known) or ends == TARGETS[distance, origin, direction]
    if s.path == BLOCKED:
        for step in range(1, distance):
            met |= ends == TARGETS[step, origin, direction]
    return not met


@kernel
def may_divide(s: State, p: int, first: int) -> bool:
    """WM-13: whether another piece can complete the six on the board that this first part leaves, or it wins."""
    board, piece = s.board, piece_of(first)
    origin, target = s.at[p, piece], target_of(s, p, first)
    taken = board[target]
    if taken != EMPTY and wins_by_taking(s, 1 - p, piece_on(taken)):
        return True
    board[target], board[origin] = board[origin], EMPTY
    found = some_move(s, p, SIX - distance_of(first), piece) != NONE
    board[origin], board[target] = board[target], taken
    return found


@kernel
def forbids_move(s: State, p: int, a: int) -> int:
    """The rule that forbids the player to move this piece so, or 0."""
    distance, piece, direction = distance_of(a), piece_of(a), a % 8
    if s.at[p, piece] == OFF:
        return 6  # it is not on the board
    if s.rest:
        if distance != s.rest or piece == s.first:
            return 13
    elif s.roll < SIX and distance != s.roll:
        return 6
    rule = forbids_way(s, p, piece, direction, distance)
    if rule == 0 and divides(s, distance) and not may_divide(s, p, a):
        return 13
    return rule


@kernel
def forbids_way(s: State, p: int, piece: int, direction: int, distance: int) -> int:
    """The rule that keeps a piece of seat p from going so far this way, or 0."""
    if direction != ahead(p) and not roams(s, p, piece):
        return 7
    origin = s.at[p, piece]
    target = TARGETS[distance, origin, direction]
    if target == OFF:
        return 1
    cell = s.board[target]
    if is_of(cell, p):
        return 14
    if cell != EMPTY and distance == 1 and s.goal == MASTER and involves_master(s, p, piece, cell):
        return 15
    if s.path == BLOCKED and not is_clear(s, origin, direction, distance):
        return 10
    return 0


@kernel
def involves_master(s: State, p: int, piece: int, cell: int) -> bool:
    """Whether a Master takes or is taken where this piece of seat p takes what stands on this cell."""
    return piece == ringed(s, p) or piece_on(cell) == ringed(s, 1 - p)


@kernel
def is_clear(s: State, origin: int, direction: int, distance: int) -> bool:
    for step in range(1, distance):
        if s.board[TARGETS[step, origin, direction]] != EMPTY:
            return False
    return True


@kernel
def divides(s: State, distance: int) -> bool:
    """Whether a move of this distance, now, is the first part of a divided six (WM-12)."""
    return s.roll == SIX and s.rest == 0 and distance < SIX


# --- what a move does -------------------------------------------------------------------------------------------------


@kernel
def move(s: State, p: int, piece: int, target: int) -> int:
    """Take the piece there, with all that follows on the board. Return the piece that then stands there."""
    origin = s.at[p, piece]
    leave_trail(s, 1 if s.rest else 0, origin, target)
    if s.board[target] != EMPTY:
        capture(s, 1 - p, piece_on(s.board[target]))
    s.board[origin] = EMPTY
    put(s, p, piece, target)
    return promote(s, p, piece) if is_promoted(s, p, piece, target) else piece


@kernel
def leave_trail(s: State, part: int, origin: int, target: int) -> None:
    """Remember a turn's first move (part 0), which wipes out the turn before, or its second."""
    s.trail[part, 0], s.trail[part, 1] = origin, target
    if part == 0:
        s.trail[1, 0], s.trail[1, 1] = OFF, OFF


@kernel
def capture(s: State, p: int, piece: int) -> None:
    """WM-14: remove a piece of seat p. WM-5, WM-18: that may end the game. WM-17: it may free a place."""
    if wins_by_taking(s, p, piece):
        s.winner = 1 - p
    s.board[s.at[p, piece]] = EMPTY
    s.at[p, piece] = OFF
    s.waits[p, piece] = 0
    s.left[p] -= 1
    if piece >= LARGE and s.winner == NOBODY:
        small = next_waiting(s, p)
        if small != OFF:
            replace(s, p, small, piece)


@kernel
def wins_by_taking(s: State, p: int, piece: int) -> bool:
    """Whether the capture of this piece of seat p ends the game: WM-5, WM-18."""
    if s.goal == MASTER:
        return piece == ringed(s, p)
    return s.left[p] == 1


@kernel
def is_promoted(s: State, p: int, piece: int, target: int) -> bool:
    """Whether a small cylinder reaches the opponent's back row there, WM-16; one that waits has done so before."""
    return piece < LARGE and not s.waits[p, piece] and target // SIZE == (SIZE - 1 if p == RED else 0)


@kernel
def promote(s: State, p: int, small: int) -> int:
    """WM-16: replace a small cylinder on the far row, or let it wait (WM-17). Return the piece that stands there."""
    large = spare(s, p)
    if large == OFF:
        s.waits[p, small] = 1
        return small
    replace(s, p, small, large)
    return large


@kernel
def spare(s: State, p: int) -> int:
    """A large cylinder of seat p that is off the board, or OFF. WM-18: the ringed one last."""
    for large in range(LARGE, PIECES):
        if s.at[p, large] == OFF and large != ringed(s, p):
            return large
    return ringed(s, p) if s.at[p, ringed(s, p)] == OFF else OFF


@kernel
def next_waiting(s: State, p: int) -> int:
    """WM-17: the waiting cylinder that is replaced first, by lowest column, then lowest row; or OFF."""
    best, lowest = OFF, SQUARES
    for small in range(LARGE):
        if s.waits[p, small]:
            square = s.at[p, small]
            place = square % SIZE * SIZE + square // SIZE
            if place < lowest:
                best, lowest = small, place
    return best


@kernel
def replace(s: State, p: int, small: int, large: int) -> None:
    square = s.at[p, small]
    s.at[p, small] = OFF
    s.waits[p, small] = 0
    put(s, p, large, square)


@kernel
def put(s: State, p: int, piece: int, square: int) -> None:
    s.at[p, piece] = square
    s.board[square] = cell_of(p, piece)


@kernel
def end_turn(s: State) -> None:
    """WM-6: the other player's roll. WM-20: a game not won in time is a draw. The last throw stays on the table."""
    s.turns += 1
    s.rest = 0
    s.first = OFF
    if s.winner == NOBODY:
        if s.turns >= s.max_turns:
            s.winner = DRAW
        else:
            s.seat = 1 - s.seat
            s.roll = 0


@kernel
def ringed(s: State, p: int) -> int:
    """The piece of seat p with the ring: its Master, unless all are to be captured (WM-2, WM-19)."""
    return LARGE + s.ring[p]


@kernel
def cell_of(p: int, piece: int) -> int:
    """What the board holds where this piece stands."""
    return SIDE[p] | piece


@kernel
def is_of(cell: int, p: int) -> bool:
    """Whether a cell of the board holds a piece of seat p."""
    return cell & SIDE[p] != 0


@kernel
def piece_on(cell: int) -> int:
    """Which of its side's pieces a cell of the board holds; the cell is not EMPTY."""
    return cell & 31


# --- reading an action ------------------------------------------------------------------------------------------------


@kernel
def distance_of(a: int) -> int:
    return a // MOVES + 1


@kernel
def piece_of(a: int) -> int:
    return a % MOVES // 8


@kernel
def target_of(s: State, p: int, a: int) -> int:
    """The square where this action takes its piece."""
    return TARGETS[distance_of(a), s.at[p, piece_of(a)], a % 8]
