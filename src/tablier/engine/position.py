"""A position: a record with manners. It checks what it is given; kernels trust their caller."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.engine import kernels, talk
from tablier.engine.errors import BadRecord, IllegalAction, UnknownSeat, UnreadableAction
from tablier.engine.game import Forbidden, Game, checked_seat
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, State
from tablier.engine.options import Value
from tablier.engine.registry import find
from tablier.engine.rng import seeded
from tablier.engine.talk import PROMISES, Message, Talk
from tablier.engine.words import shorten
from tablier.language import DEFAULT

if TYPE_CHECKING:
    from tablier.picture.scene import Form, Scene


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    """The seats whose bits are set.

    >>> seats_of(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


@lru_cache(maxsize=64)  # few are asked for again and again
def _dealer(seed: int) -> Buffer:
    return seeded("deal", seed)


class Position:
    """One position of a game, as everything or as a seat's view of it.

    >>> position = Position("war-of-masters", goal="all")
    >>> position.play("[1]")
    >>> position.legal()[:3]
    ['a2-a3', 'b2-b3', 'c2-c3']
    """

    __slots__ = ("_array", "game", "options", "record", "seats", "viewer")

    def __init__(self, game: str | Game, **options: Any) -> None:
        """The opening position of a game under these options."""
        found = game if isinstance(game, Game) else find(game)
        settled = found.settle(options)
        self._hold(found, settled, found.seats(settled), found.open(settled))

    def _hold(
        self, game: Game, options: Mapping[str, Value], seats: tuple[str, ...], array: Buffer,
        viewer: int | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.options = options
        """Every option with its value."""
        self.seats = seats
        """The names of the seats."""
        self._array = array
        self.record: State = array[0]
        """The state itself; kernels take it."""
        self.viewer = viewer
        """Whose view it is: a seat, PUBLIC, or None where nothing is hidden."""

    @classmethod
    def from_bytes(cls, game: Game, options: Mapping[str, Value], record: bytes, viewer: int | None = None) -> Position:
        """A position, or a viewer's view of one, from the bytes of its record; raises BadRecord."""
        if len(record) != game.dtype.itemsize:
            raise BadRecord(f"{game.name} has records of {game.dtype.itemsize} bytes, not of {len(record)}")
        position = cls.__new__(cls)
        array = np.frombuffer(bytearray(record), dtype=game.dtype)
        position._hold(game, dict(options), game.seats(options), array, viewer)
        return position

    def copy(self) -> Position:
        """The same position, independent of this one."""
        other, array = Position.__new__(Position), self._array
        array = np.frombuffer(bytearray(array.tobytes()), array.dtype)  # NumPy's own copy goes field by field
        other._hold(self.game, self.options, self.seats, array, self.viewer)
        return other

    def view(self, seat: int) -> Position:
        """The position as that seat may know it, or a spectator (PUBLIC)."""
        seat = checked_seat(seat, len(self.seats), (PUBLIC,))
        if self.viewer is not None and self.viewer != seat:
            raise UnknownSeat("this is a view already; it cannot be turned into that of another seat")
        other = self.copy()
        other.viewer = seat
        kernels.hide(other.record, seat)
        return other

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may act now; (NATURE,) when chance is to act; () when it is over."""
        if bits := kernels.pending(self.record):
            return seats_of(bits)
        return () if self.over else (NATURE,)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, as the game counts them."""
        return self.game.notation.turn(self.record)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.rules.over(self.record))  # a look at a field or two: compiled code is not reached so soon

    @property
    def shares(self) -> tuple[Fraction, ...] | None:
        """Each seat's share of the win, which add up to 1; None while the game is on."""
        if not self.over:
            return None
        parts = np.zeros(len(self.seats), dtype=np.int64)
        kernels.shares(self.record, parts)
        return tuple(Fraction(int(part), int(parts.sum())) for part in parts)

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, as they are written; of the one that is to act, if none is named."""
        if seat is None:
            seat = self._only_seat()
        if seat == NATURE:
            return list(self.chances())
        notation, record, actions = self.game.notation, self.record, self.actions(seat)
        written = notation.write_all(record, seat, actions)
        return [notation.write(record, seat, action) for action in actions] if written is None else written

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat, as numbers."""
        seat = checked_seat(seat, len(self.seats))
        out, _ = self.game.room
        n = kernels.legal(self.record, seat, out)
        actions: list[int] = out[:n].tolist()
        return actions

    def chances(self) -> dict[str, Fraction]:
        """What nature may do here, with its probability; nothing where it is not nature's to act."""
        outcomes = self.outcomes()
        total = sum(outcomes.values())
        return {self.write(NATURE, action): Fraction(weight, total) for action, weight in outcomes.items()}

    def outcomes(self) -> dict[int, int]:
        """Nature's possible actions, as numbers, with their weights."""
        out, weights = self.game.room
        n = kernels.chances(self.record, out, weights)
        return dict(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    def write(self, seat: int, action: int) -> str:
        """How an action is written here."""
        return self.game.notation.write(self.record, seat, action)

    def play(self, text: str, seat: int | None = None) -> None:
        """Play an action, as it is written. Raises IllegalAction, and changes nothing, if the rules forbid it.

        On a view what is hidden would decide: `deal` first.
        """
        if self.viewer is not None:
            raise IllegalAction(shorten(text), "this is a view, on which nothing is played; deal what it hides first")
        if seat is None:
            seat = self._only_seat(text)
        self.apply(seat, self.read(text, seat))

    def deal(self, seed: int) -> Position:
        """A full position that this view may stand for, its blanks filled at random in the right proportions."""
        other = self.copy()
        other.viewer = None
        if self.viewer is not None:
            kernels.deal(other.record, self.viewer, _dealer(seed).copy())
        return other

    def apply(self, seat: int, action: int) -> None:
        """Play an action by its number. It does not check; `play` does."""
        kernels.apply(self.record, seat, action)

    def read(self, text: str, seat: int) -> int:
        """The number of a legal action, from how it is written. Raises IllegalAction."""
        seat = checked_seat(seat, len(self.seats), (NATURE,))
        self._check_turn(text, seat)
        if not isinstance(text, str):
            raise UnreadableAction(shorten(text), f"an action is a text, not {type(text).__name__}")
        try:
            action = self.game.notation.read(self.record, seat, text)
        except Forbidden as problem:
            raise self._illegal(text, problem.rule) from None
        except ValueError as problem:
            raise UnreadableAction(shorten(text), str(problem)) from None
        if seat == NATURE:
            if action not in self.outcomes():
                given = shorten(", ".join(self.chances()))
                raise UnreadableAction(shorten(text), f"chance gives one of these here: {given}")
        elif rule := kernels.forbids(self.record, seat, action):
            raise self._illegal(text, rule)
        if (written := self.write(seat, action)) != text:
            raise UnreadableAction(shorten(text), f"here this is written {written}")
        return action

    def _check_turn(self, text: str, seat: int) -> None:
        """See that it is for a seat to act; raises IllegalAction."""
        pending = self.pending
        if seat in pending:
            return
        if not pending:
            raise self._illegal(text, kernels.forbids(self.record, 0, 0))
        who = " and ".join(map(self._name, pending))
        rule = kernels.forbids(self.record, seat, 0) if seat != NATURE else 0
        number = self.game.why_not(rule)[1] if rule else ""
        raise IllegalAction(shorten(text), f"it is not for {self._name(seat)} to act now, but for {who}", number)

    def talk(self, seat: int) -> Talk:
        """What a seat may say now, and to whom."""
        return self.game.talk(self.record, checked_seat(seat, len(self.seats), (PUBLIC,)))

    def check(self, message: Message) -> None:
        """See that this may be said now. Raises TalkForbidden or BadMessage; and UnknownSeat."""
        for seat in message.to:
            checked_seat(seat, len(self.seats))
        talk.check(self.talk(message.by), message, self.signs(message.by) if message.kind == "gesture" else ())
        if message.kind in PROMISES:
            self.game.talk_rules.offer(self.record, message.by, message.body)
        elif message.kind == "phrase":
            self.game.check_phrase(message.body, self.options)

    def signs(self, seat: int) -> list[str]:
        """The game's own signs that a seat could make now, besides GESTURES; nothing where it may make none."""
        return self.game.talk_rules.signs(self.record, seat) if self.talk(seat).gestures else []

    def offers(self, seat: int) -> list[str]:
        """What a seat could offer now, as it is written; nothing where it may make no offers."""
        return [self.write(seat, action) for action in self._offers(seat)]

    def offer_parts(self, seat: int) -> dict[str, tuple[str, ...]]:
        """The same, each with the parts that one chooses it by: "10 S" by 10, then S."""
        parts = {self.write(seat, action): self.game.talk_rules.offer_parts(action) for action in self._offers(seat)}
        return {written: found or (written,) for written, found in parts.items()}

    def part_words(self, seat: int, lang: str) -> dict[str, str]:
        """What those parts are called, where that is not as they are written."""
        parts = dict.fromkeys(part for parts in self.offer_parts(seat).values() for part in parts)
        called = {part: self.game.talk_rules.part_words(part) for part in parts}
        return {part: self.game.words.texts(lang).say(words) for part, words in called.items() if words}

    def _offers(self, seat: int) -> list[int]:
        return self.game.talk_rules.offers(self.record, seat) if self.talk(seat).offers else []

    def kept(self, message: Message, turn: int) -> bool | None:
        """Whether who made or accepted this offer, in that turn, then did what it says.

        None where the position does not tell: that turn is not over yet, or it was not the last.
        """
        if message.kind not in PROMISES:
            return None
        return self.game.talk_rules.kept(self.record, message.by, message.body, turn)

    def scene(self, seat: int | None = None, lang: str = DEFAULT, form: Form = "wide") -> Scene:
        """What there is to see and to touch for a seat; for this view's own seat, or a spectator, if none is named."""
        seat = seat if seat is not None else self.viewer if self.viewer is not None else PUBLIC
        seen = self if self.viewer == seat else self.view(seat)
        scene = self.game.picture.scene(seen.record, self.options, seat, lang, form)
        scene.art = self.game.art
        return scene

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_bytes, (self.game, dict(self.options), self.to_bytes(), self.viewer)

    def to_bytes(self) -> bytes:
        """The record, byte for byte: two positions are the same exactly when their bytes are."""
        return self._array.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # it changes in place

    def __repr__(self) -> str:
        who = " and ".join(self._name(seat) for seat in self.pending)
        return f"<Position {self.game.name}: {'over' if self.over else f'{who} to act'}>"

    def __str__(self) -> str:
        from tablier.picture.text import render

        return str(render(self.scene()))

    def _repr_svg_(self) -> str:
        from tablier.picture.svg import render

        return render(self.scene())

    def _name(self, seat: int) -> str:
        return "chance" if seat == NATURE else self.seats[seat]

    def _only_seat(self, text: str = "") -> int:
        """The seat that is to act, where there is only one."""
        pending = self.pending
        if len(pending) > 1:
            names = ", ".join(f"seat={seat}" for seat in pending)
            raise IllegalAction(shorten(text) or "?", f"several seats may act now: say which, {names}")
        return pending[0] if pending else 0

    def _illegal(self, text: str, rule: int) -> IllegalAction:
        return IllegalAction(shorten(text), *self.game.why_not(rule))
