"""War of Masters once more, as plainly as it can be said: a dictionary of pieces by square, no tables, no haste.

Written from the rules page, not from `rules.py`, to hold that one to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

Square = tuple[int, int]
"""Column and row, each from 1 to 9."""

EIGHT_WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass(frozen=True)
class Piece:
    colour: str
    size: str
    ringed: bool = False
    waiting: bool = False


def name(square: Square) -> str:
    return "?abcdefghi"[square[0]] + str(square[1])


def other(colour: str) -> str:
    return "brown" if colour == "red" else "red"


@dataclass
class Table:
    """A game going on. `captured` holds the large cylinders that are off the board."""

    goal: str = "master"
    path: str = "blocked"
    ring: str = "ee"
    max_turns: int = 1000
    pieces: dict[Square, Piece] = field(default_factory=dict)
    captured: list[Piece] = field(default_factory=list)
    turns: int = 0
    turn: str = "red"
    roll: int = 0
    first: Square | None = None
    """Where the piece stands that played the first part of a divided six."""
    rest: int = 0
    winner: str = ""

    def set_up(self) -> None:
        for colour, back, front, ringed in (("red", 1, 2, self.ring[0]), ("brown", 9, 8, self.ring[1])):
            for column in range(1, 10):
                self.pieces[column, back] = Piece(colour, "large", ringed="?abcdefghi"[column] == ringed)
                self.pieces[column, front] = Piece(colour, "small")

    # --- what may be done

    def legal(self) -> set[str]:
        if self.winner or not self.roll:
            return set()
        moves = {self.write(start, end) for start, end in self.moves()}
        return moves or {"pass"}  # WM-11

    def moves(self) -> Iterator[tuple[Square, Square]]:
        if self.rest:  # WM-13: another piece completes the six
            yield from (move for move in self.moves_of(self.rest) if move[0] != self.first)
        elif self.roll < 6:  # WM-6
            yield from self.moves_of(self.roll)
        else:  # WM-12
            yield from self.moves_of(6)
            for part in (1, 2, 3, 4, 5):
                yield from (move for move in self.moves_of(part) if self.may_begin(*move))

    def moves_of(self, distance: int) -> Iterator[tuple[Square, Square]]:
        for start, piece in self.pieces.items():
            if piece.colour == self.turn:
                for x, y in self.ways(piece):
                    line = [(start[0] + x * step, start[1] + y * step) for step in range(1, distance + 1)]
                    if self.may_follow(piece, line):
                        yield start, line[-1]

    def ways(self, piece: Piece) -> list[tuple[int, int]]:
        if piece.size == "large" or piece.waiting:  # WM-8, WM-17
            return EIGHT_WAYS
        return [(0, 1)] if piece.colour == "red" else [(0, -1)]  # WM-7

    def may_follow(self, piece: Piece, line: list[Square]) -> bool:
        *between, end = line
        if not (1 <= end[0] <= 9 and 1 <= end[1] <= 9):  # WM-1
            return False
        if self.path == "blocked" and any(square in self.pieces for square in between):  # WM-10
            return False
        found = self.pieces.get(end)
        if found is None:
            return True
        if found.colour == piece.colour:  # WM-14
            return False
        is_touch = self.goal == "master" and len(line) == 1  # WM-15
        return not (is_touch and (piece.ringed or found.ringed))

    def may_begin(self, start: Square, end: Square) -> bool:
        after = replace(self, pieces=dict(self.pieces), captured=list(self.captured))
        after.play(start, end)
        return bool(after.winner) or any(after.moves())

    # --- what is done

    def pass_on(self) -> None:
        self.end_turn()

    def play(self, start: Square, end: Square) -> None:
        distance = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        piece, victim = self.pieces.pop(start), self.pieces.pop(end, None)
        self.pieces[end] = piece
        if victim:
            self.remove(victim)
        if piece.size == "small" and not piece.waiting and end[1] == {"red": 9, "brown": 1}[piece.colour]:
            self.promote(end)
        if self.roll == 6 and not self.rest and distance < 6 and not self.winner:
            self.first, self.rest = end, 6 - distance
        else:
            self.end_turn()

    def remove(self, victim: Piece) -> None:
        if victim.size == "large":
            self.captured.append(victim)
        is_last = all(piece.colour != victim.colour for piece in self.pieces.values())
        if victim.ringed if self.goal == "master" else is_last:  # WM-5, WM-18
            self.winner = other(victim.colour)
        elif victim.size == "large":  # WM-17
            waiting = [
                square for square, piece in self.pieces.items() if piece.colour == victim.colour and piece.waiting
            ]
            if waiting:
                self.promote(min(waiting))

    def promote(self, square: Square) -> None:
        small = self.pieces[square]
        available = [piece for piece in self.captured if piece.colour == small.colour]
        if available:  # WM-16; WM-18: the ringed one last
            large = min(available, key=lambda piece: piece.ringed)
            self.captured.remove(large)
            self.pieces[square] = large
        else:  # WM-17
            self.pieces[square] = replace(small, waiting=True)

    def end_turn(self) -> None:
        self.turns, self.rest, self.first = self.turns + 1, 0, None
        if not self.winner and self.turns == self.max_turns:  # WM-20
            self.winner = "nobody"
        if not self.winner:
            self.turn, self.roll = other(self.turn), 0

    # --- how it is written

    def write(self, start: Square, end: Square) -> str:
        piece = self.pieces[start]
        mark = "x" if end in self.pieces else "-"
        promotion = ""
        if piece.size == "small" and not piece.waiting and end[1] == {"red": 9, "brown": 1}[piece.colour]:
            promotion = "=L" if any(spare.colour == piece.colour for spare in self.captured) else "=w"
        return name(start) + mark + name(end) + promotion

    def do(self, text: str) -> None:
        """Play what is so written."""
        if text.startswith("["):
            self.roll = int(text[1])
        elif text == "pass":
            self.pass_on()
        else:
            squares = [("?abcdefghi".index(text[i]), int(text[i + 1])) for i in (0, 3)]
            self.play(squares[0], squares[1])

    def diagram(self) -> str:
        """The board, as `arrange.diagram` draws it."""
        letters = {"red": "rRMw", "brown": "bBNv"}
        rows = []
        for row in range(9, 0, -1):
            cells = [self.pieces.get((column, row)) for column in range(1, 10)]
            if any(cells):
                rows.append(f"{row} " + "".join(letters[cell.colour][_kind(cell)] if cell else "." for cell in cells))
        return "\n".join(rows)


def _kind(piece: Piece) -> int:
    if piece.waiting:
        return 3
    return 0 if piece.size == "small" else 2 if piece.ringed else 1
