"""Master Islands once more, as plainly as it can be said: a dictionary of cards, sets of actions, every subset tried.

Written from the rules page, not from `rules.py`, to hold that one to it. A game is told as a story: a generator that
stops wherever somebody has something to decide, tells who and between what, and is sent what they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

Place = tuple[int, int]
Story = Generator[tuple[int, set[str]], str, None]
"""Tells who is to act (NATURE, or a seat) and what they may do; is sent what they do."""

NATURE = -1
NEXT = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Over(Exception):
    """The game is over."""


def name(place: Place) -> str:
    return f"({place[0]},{place[1]})"


def beside(place: Place) -> list[Place]:
    return [(place[0] + x, place[1] + y) for x, y in NEXT]


@dataclass
class Table:
    mode: str = "classic"
    players: int = 2
    deck: str = "3,3,2,2,2"
    alignment: str = "any"
    mission: str = "medium"
    raid: int = 4
    pile: str = "ends"
    conquest: str = "each"
    corsair_seat: int = 1
    stock: Counter[str] = field(default_factory=Counter)
    hands: dict[int, list[str]] = field(default_factory=dict)
    taken: dict[int, list[str]] = field(default_factory=dict)
    cards: dict[Place, str] = field(default_factory=dict)
    galleons: dict[tuple[int, str], Place] = field(default_factory=dict)
    made: set[Place] = field(default_factory=set)
    """Where a card was laid in this turn, or lay under a galleon when it began."""
    corsair_has_won: bool = False

    def __post_init__(self) -> None:
        for value, count in enumerate(self.deck.split(","), start=1):
            self.stock += Counter({f"{colour}{value}": int(count) for colour in "YGRB" if int(count)})
        self.hands = {seat: [] for seat in range(self.players)}
        self.taken = {seat: [] for seat in range(self.players)}

    # --- the whole game

    def story(self) -> Story:
        yield from self.set_up()
        yield from self.play()

    def play(self) -> Story:
        try:
            if self.mode == "corsair":
                for _ in range({"easy": 10, "medium": 7, "hard": 4}[self.mission]):
                    yield from self.round()
                self.corsair_has_won = True
            else:
                yield from self.turns()
        except Over:
            pass

    def set_up(self) -> Story:
        """MI-3, MI-4, MI-16, MI-19"""
        for seat in self.with_cards():
            yield from self.supply(seat)
        self.cards[0, 0] = yield from self.draw()
        for seat in range(self.players):
            for letter in "AB" if self.mode == "classic" or self.is_corsair(seat) else "A":
                self.galleons[seat, letter] = (0, 0)

    def turns(self) -> Story:
        """MI-5, MI-13, MI-15"""
        seat, idle = 0, 0
        while idle < self.players:
            self.made = {*self.galleons.values()}
            before = len(self.hands[seat])
            yield from self.discover(seat)
            idle = idle + 1 if len(self.hands[seat]) == before else 0
            yield from self.conquer(seat)
            yield from self.supply(seat)
            seat = (seat + 1) % self.players

    def round(self) -> Story:
        """MI-21"""
        self.made = {*self.galleons.values()}
        for seat in self.with_cards():
            yield from self.discover(seat)
        yield from self.corsair()
        if self.conquest == "each":
            for seat in self.with_cards():
                yield from self.conquer(seat)
                yield from self.supply(seat)
        else:
            for seat in self.with_cards():
                before = len(self.cards)
                yield from self.conquer(seat)
                if len(self.cards) < before:
                    break
            for seat in self.with_cards():
                yield from self.supply(seat)

    # --- its parts

    def draw(self) -> Generator[tuple[int, set[str]], str, str]:
        card = (yield NATURE, {f"[{card}]" for card in self.stock}).strip("[]")
        self.stock -= Counter([card])
        return card

    def supply(self, seat: int) -> Story:
        """MI-13, MI-14, MI-20"""
        while len(self.hands[seat]) < 3 and self.stock:
            self.hands[seat].append((yield from self.draw()))
            if not self.stock and not (self.mode == "corsair" and self.pile == "goes-on"):
                self.corsair_has_won = self.mode == "corsair"
                raise Over

    def discover(self, seat: int) -> Story:
        """MI-6, MI-7, MI-8"""
        while True:
            to_do, may_replay = {"lay", "move"}, False
            while to_do:
                possible = self.parts(seat, to_do)
                is_alone = not possible
                possible = possible or self.lays(seat) | self.moves(seat)
                if not possible:
                    return
                action = yield seat, possible
                if "@" in action:
                    may_replay = self.has_colour_of_a_neighbour(seat, action)
                    to_do.discard("lay")
                else:
                    to_do.discard("move")
                self.do(seat, action)
                if is_alone:
                    return
            if not may_replay or not self.hands[seat]:
                return
            if (yield seat, {"again", "done"}) == "done":
                return

    def corsair(self) -> Story:
        """MI-21, MI-22"""
        for _ in range(self.raid):
            action = yield self.corsair_seat, self.moves(self.corsair_seat) | {"done"}
            if action == "done":
                return
            self.do(self.corsair_seat, action)

    def conquer(self, seat: int) -> Story:
        """MI-10, MI-11, MI-12, MI-17, MI-20"""
        alignments = self.alignments()
        if not alignments:
            return
        picked: tuple[Place, ...] = ()
        while picked not in alignments:
            n = len(picked)
            options = {f"take {name(line[n])}" for line in alignments if line[:n] == picked}
            action = yield seat, options | ({"keep"} if n == 0 else set())
            if action == "keep":
                return
            x, y = action.removeprefix("take ").strip("()").split(",")
            picked = (*picked, (int(x), int(y)))
        self.taken[seat] += [self.cards.pop(place) for place in picked]
        goal = {2: 12, 3: 10, 4: 8}[self.players] if self.mode == "classic" else 12
        if len(self.taken_by_side(seat)) >= goal:
            raise Over

    # --- what may be done

    def parts(self, seat: int, to_do: set[str]) -> set[str]:
        """What may be played of what is to be done, so that the rest can be done as well (MI-6)."""
        possible = set()
        for part in to_do:
            for action in self.lays(seat) if part == "lay" else self.moves(seat):
                rest, after = to_do - {part}, self.copy()
                after.do(seat, action)
                if all(after.lays(seat) if other == "lay" else after.moves(seat) for other in rest):
                    possible.add(action)
        return possible

    def lays(self, seat: int) -> set[str]:
        free = {place for here in self.of(seat).values() for place in beside(here) if place not in self.cards}
        return {f"{card}@{name(place)}" for card in self.hands[seat] for place in free}

    def moves(self, seat: int) -> set[str]:
        letters = {here: letter for letter, here in reversed(self.of(seat).items())}
        return {
            f"{letter}:{name(here)}-{name(there)}"
            for here, letter in letters.items()
            for there in beside(here)
            if there in self.cards
        }

    def alignments(self) -> set[tuple[Place, ...]]:
        """MI-10: every choice of cards that may be taken, from left to right, or from bottom to top."""
        free = [place for place in self.cards if place not in self.galleons.values()]
        lines: dict[object, list[Place]] = {}
        for x, y in free:
            for line in ("row", y), ("column", x), ("rising", x - y), ("falling", x + y):
                lines.setdefault(line, []).append((x, y))
        found = {choice for line in lines.values() for choice in self.choices(sorted(line), 10)}
        return found if self.alignment == "any" else {choice for choice in found if self.made & {*choice}}

    def choices(self, line: list[Place], total: int) -> Iterator[tuple[Place, ...]]:
        """Every choice of cards of this line that comes to a total."""
        if total == 0:
            yield ()
        for i, place in enumerate(line):
            if self.value(place) <= total:
                for others in self.choices(line[i + 1 :], total - self.value(place)):
                    yield (place, *others)

    # --- what it does

    def do(self, seat: int, action: str) -> None:
        """Lay a card, or move a galleon."""
        if "@" in action:
            card, where = action.split("@")
            self.hands[seat].remove(card)
            x, y = where.strip("()").split(",")
            self.cards[int(x), int(y)] = card
            self.made.add((int(x), int(y)))
        else:
            letter, where = action.split(":")
            x, y = where.split(")-(")[1].strip(")").split(",")
            self.galleons[seat, letter] = (int(x), int(y))

    def copy(self) -> Table:
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        other = Table(self.mode, self.players, self.deck, conquest=self.conquest, corsair_seat=self.corsair_seat)
        other.hands, other.cards, other.galleons = hands, dict(self.cards), dict(self.galleons)
        return other

    # --- questions

    def with_cards(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.is_corsair(seat)]

    def is_corsair(self, seat: int) -> bool:
        return self.mode == "corsair" and seat == self.corsair_seat

    def of(self, seat: int) -> dict[str, Place]:
        return {letter: place for (owner, letter), place in self.galleons.items() if owner == seat}

    def value(self, place: Place) -> int:
        return int(self.cards[place][1])

    def has_colour_of_a_neighbour(self, seat: int, action: str) -> bool:
        card, where = action.split("@")
        x, y = where.strip("()").split(",")
        neighbours = set(beside((int(x), int(y)))) & set(self.of(seat).values())
        return any(self.cards[place][0] == card[0] for place in neighbours)

    def side(self, seat: int) -> list[int]:
        if self.mode == "classic":
            return [seat]
        if self.mode == "teams":
            return [seat % 2, seat % 2 + 2]
        return [seat] if self.is_corsair(seat) else self.with_cards()

    def taken_by_side(self, seat: int) -> list[str]:
        return [card for member in self.side(seat) for card in self.taken[member]]

    def winners(self) -> list[int]:
        """MI-14, MI-17, MI-20: who shares the win."""
        if self.mode == "corsair":
            return [self.corsair_seat] if self.corsair_has_won else self.with_cards()
        results = {}
        for seat in range(self.players):
            cards = self.taken_by_side(seat)
            results[seat] = (len(cards), sum(int(card[1]) for card in cards))
        return [seat for seat, result in results.items() if result == max(results.values())]
