"""Maestria once more, as plainly as it can be said: soldiers and Generals by the names of squares, no tables, no haste.

Written from the rules page, not from `rules.py`, to hold that one to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

BEATS = {"M": "P", "P": "F", "F": "M"}  # MA-12


def other(side: str) -> str:
    return "white" if side == "black" else "black"


def colour(square: str) -> str:
    """MA-3: a1 is black, and every neighbour in line has the other colour."""
    steps = "abcdef".index(square[0]) + "123456".index(square[1])
    return "black" if steps % 2 == 0 else "white"


@dataclass
class Attack:
    origin: str
    target: str
    count: int
    led: bool


@dataclass
class Table:
    """A game going on."""

    shape: str = "wide"
    map: str = "MPFMPFPFMPFM"
    cap: str = "always"
    losses: str = "remainder"
    max_turns: int = 300
    soldiers: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many of a side are on a square; nothing is kept for none."""
    generals: dict[str, str] = field(default_factory=dict)
    """Each side's General's square, once it is placed."""
    placed: int = 0
    side: str = "black"
    points: int = 5
    turns: int = 0
    attack: Attack | None = None
    fights: bool = False
    """The defender has answered that it fights."""
    winner: str = ""

    # --- what there is

    @property
    def columns(self) -> str:
        return "abcdef" if self.shape == "wide" else "abcd"

    @property
    def camps(self) -> dict[str, str]:
        """MA-1: the rows of each side, from the border on."""
        return {"white": "21", "black": "34"} if self.shape == "wide" else {"white": "321", "black": "456"}

    @property
    def squares(self) -> list[str]:
        return [column + row for row in sorted("".join(self.camps.values())) for column in self.columns]

    @property
    def most(self) -> int:
        """MA-6: on one square, once all are placed."""
        return 5 if self.cap == "always" else 15

    def neighbours(self, square: str) -> list[str]:
        """MA-7: straight or diagonally."""
        near = [chr(ord(square[0]) + x) + chr(ord(square[1]) + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        return [name for name in near if name in self.squares]

    def soldiers_on(self, side: str, square: str) -> int:
        return self.soldiers.get((side, square), 0)

    def pawns_on(self, side: str, square: str) -> int:
        return self.soldiers_on(side, square) + (self.generals.get(side) == square)

    def terrain(self, square: str) -> str:
        """MA-2: the first letters are the rows along the border, the others those behind."""
        rows = next(rows for rows in self.camps.values() if square[1] in rows)
        return self.map[rows.index(square[1]) * len(self.columns) + self.columns.index(square[0])]

    def diagram(self) -> str:
        def cell(square: str) -> str:
            for side in ("black", "white"):
                if count := self.pawns_on(side, square):
                    return f"{side[0]}{count}{'G' if self.generals.get(side) == square else ''}"
            return "."

        rows = sorted({square[1] for square in self.squares}, reverse=True)
        return "\n".join(" ".join([row, *(cell(column + row) for column in self.columns)]) for row in rows)

    # --- what may be done

    def legal(self) -> set[str]:
        if self.winner or self.fights:
            return set()
        if self.placed < 30:
            return set(self.placings())
        if self.attack:
            return {"fight", *self.retreats(self.attack)}
        return {"end", *self.moves()}

    def placings(self) -> Iterator[str]:
        """MA-4, MA-5, MA-6"""
        soldiers_placed = sum(count for (side, _), count in self.soldiers.items() if side == self.side)
        for square in self.squares:
            if (
                square[1] in self.camps[self.side]
                and colour(square) == self.side
                and self.pawns_on(self.side, square) < 5
            ):
                if soldiers_placed < 14:
                    yield f"S@{square}"
                if self.side not in self.generals:
                    yield f"G@{square}"

    def moves(self) -> Iterator[str]:
        """MA-6, MA-7, MA-8, MA-9"""
        for origin in self.squares:
            for target in self.neighbours(origin):
                attacks = self.pawns_on(other(self.side), target) > 0
                for soldiers, led in self.groups(origin):
                    count = soldiers + led
                    fits = attacks or self.pawns_on(self.side, target) + count <= self.most
                    if fits and count <= self.points:
                        yield f"{origin}{'x' if attacks else '-'}{target}*{count}{'G' if led else ''}"

    def groups(self, square: str) -> Iterator[tuple[int, bool]]:
        """MA-8: so many soldiers, without the General or with it."""
        for soldiers in range(self.soldiers_on(self.side, square) + 1):
            if soldiers:
                yield soldiers, False
            if self.generals[self.side] == square:
                yield soldiers, True

    def retreats(self, attack: Attack) -> Iterator[str]:
        """MA-16"""
        defender = other(self.side)
        arriving = self.pawns_on(defender, attack.target) - 1
        for square in self.neighbours(attack.target):
            free = self.pawns_on(self.side, square) == 0
            if arriving >= 1 and free and self.pawns_on(defender, square) + arriving <= self.most:
                yield f"retreat {square}"

    def throws(self) -> set[str]:
        """Every throw that the fight may bring. MA-10, MA-11, MA-12"""
        if not self.attack or not self.fights:
            return set()
        attackers, defenders = self.attack.count, self.pawns_on(other(self.side), self.attack.target)
        mine, theirs = self.terrain(self.attack.origin), self.terrain(self.attack.target)
        return {
            f"[{' '.join(left)} | {' '.join(right)}]"
            for left in self.dice(attackers > defenders, BEATS[mine] == theirs)
            for right in self.dice(defenders > attackers, BEATS[theirs] == mine)
        }

    def dice(self, more: bool, better: bool) -> Iterator[tuple[str, ...]]:
        kinds = ["123456"] * (2 if more else 1) + [["d1", "d2", "d3", "d4"]] * better
        return product(*kinds)

    # --- what it does

    def do(self, text: str) -> None:
        if text[1] == "@":
            self.place(text[0], text[2:])
        elif text.startswith("["):
            self.fight(text)
        elif text == "fight":
            self.fights = True
        elif text.startswith("retreat"):
            self.retreat(text.split()[1])
        elif text == "end":
            self.end_turn()
        else:
            self.move(text)

    def place(self, kind: str, square: str) -> None:
        """MA-5: three each, in turn."""
        if kind == "G":
            self.generals[self.side] = square
        else:
            self.add(self.side, square, 1)
        self.placed += 1
        self.side = "black" if self.placed // 3 % 2 == 0 else "white"

    def move(self, text: str) -> None:
        moved = Attack(text[:2], text[3:5], int(text[6]), text.endswith("G"))
        self.points -= moved.count
        if text[2] == "x":
            self.attack = moved
        else:
            self.advance(moved)
            self.go_on()

    def retreat(self, square: str) -> None:
        """MA-16; MA-17: it is a soldier that is lost."""
        assert self.attack
        side, target = other(self.side), self.attack.target
        soldiers = self.soldiers_on(side, target)
        self.add(side, target, -soldiers)
        self.add(side, square, soldiers - 1)
        if self.generals[side] == target:
            self.generals[side] = square
        self.advance(self.attack)
        self.go_on()

    def fight(self, throw: str) -> None:
        """MA-10, MA-13, MA-14, MA-15"""
        assert self.attack
        attack, defender = self.attack, other(self.side)
        mine, theirs = (sum(int(die.strip("d")) for die in half.split()) for half in throw.strip("[]").split("|"))
        defenders = self.pawns_on(defender, attack.target)
        if mine > theirs:
            self.lose(defender, attack.target, defenders, attack.count, self.generals[defender] == attack.target)
            if self.pawns_on(defender, attack.target) == 0:
                self.advance(attack)
        elif theirs > mine:
            self.lose(self.side, attack.origin, attack.count, defenders, attack.led)
        self.go_on()

    def lose(self, side: str, square: str, count: int, winners: int, led: bool) -> None:
        """MA-13, MA-17: so many of a side have lost on a square, against so many, their General among them or not."""
        difference = count - winners
        fallen = winners if self.losses == "remainder" else difference
        if difference <= 0:
            fallen = count
        if fallen == count and led:  # MA-19
            del self.generals[side]
            self.winner = other(side)
            fallen -= 1
        self.add(side, square, -fallen)

    def advance(self, moved: Attack) -> None:
        soldiers = moved.count - moved.led
        self.add(self.side, moved.origin, -soldiers)
        self.add(self.side, moved.target, soldiers)
        if moved.led:
            self.generals[self.side] = moved.target

    def go_on(self) -> None:
        """MA-7: without points the turn is over."""
        self.attack, self.fights = None, False
        if self.points == 0 and not self.winner:
            self.end_turn()

    def end_turn(self) -> None:
        """MA-20"""
        self.turns += 1
        if self.turns == self.max_turns:
            self.winner = "nobody"
        self.side, self.points = other(self.side), 5

    def add(self, side: str, square: str, count: int) -> None:
        left = self.soldiers_on(side, square) + count
        assert left >= 0, f"{side} has no {-count} soldiers on {square}"
        self.soldiers[side, square] = left
        if not left:
            del self.soldiers[side, square]
