"""A match: options and a list of actions. Everything else follows from these two by replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from tablier.engine import kernels, rng
from tablier.engine.errors import (
    BadGameFile,
    BadOption,
    BadProof,
    IllegalAction,
    NothingToUndo,
    TablierError,
    UnknownSeat,
)
from tablier.engine.game import Game, Played
from tablier.engine.kernels import NATURE
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message, Talk
from tablier.engine.words import shorten
from tablier.record import gamefile
from tablier.record.gamefile import GameFile
from tablier.record.proof import Proof, read_proof

MOST_SEED = 2**64 - 1
RESIGNED, OUT_OF_TIME = "resigned", "out of time"
REASONS = (RESIGNED, OUT_OF_TIME)
"""Why a game may end before the rules end it."""


class Move(NamedTuple):
    """One action of the log."""

    seat: int
    action: int
    text: str
    turn: int
    """The number of the turn that it belongs to, as the game counts them."""


@dataclass(frozen=True)
class Ended:
    """How a game ended before the rules ended it."""

    seat: int
    """Whose doing it was."""
    reason: str
    """One of REASONS."""
    shares: tuple[Fraction, ...]
    """Each seat's share of the win, which add up to 1."""


class Match:
    """A game from its opening on.

    With a seed nature plays by itself, always the same way for the same seed and actions. Without one, nature's actions
    are the caller's to make: a test, a replay, somebody with a real die.

    >>> match = Match("war-of-masters", path="blocked")
    >>> match.pending == (NATURE,)
    True
    >>> match.play("[3]")
    >>> match.play("e2-e5")
    >>> print(match)
    tablier 1
    game: war-of-masters
    goal: master
    path: blocked
    ring: ee
    max_turns: 1000
    <BLANKLINE>
    1. [3] e2-e5
    <BLANKLINE>
    result: *
    <BLANKLINE>
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seed: int | None = None,
        names: Mapping[str, str] | None = None,
        proof: Proof | None = None,
        **options: Any,
    ) -> None:
        """Open a match. `names` gives the players' names by seat; they are only for people to read.

        `proof` is for a match whose chance comes from a table (see `fair.py`): it goes into the game file as it is.
        """
        self._position = Position(game, **options)
        self.seed = _check_seed(seed)
        self._proof = self._check_proof(proof)
        self._ended: Ended | None = None
        self._names: dict[str, str] = {}
        for seat, name in (names or {}).items():
            self.name(seat, name)
        self._log: list[Move] = []
        self._let_nature_play()

    # --- what there is to know

    @property
    def game(self) -> Game:
        return self._position.game

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option with its value."""
        return dict(self._position.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self._position.seats

    @property
    def names(self) -> dict[str, str]:
        """The players' names, by seat; `name` gives one."""
        return {seat: self._names[seat] for seat in self.seats if seat in self._names}

    @property
    def position(self) -> Position:
        """The position now, with nothing hidden: a copy, to do with as you like."""
        return self._position.copy()

    @property
    def log(self) -> list[Played]:
        """Who did what, nature included, from the beginning."""
        return [(move.seat, move.text) for move in self._log]

    @property
    def moves(self) -> list[Move]:
        """Who did what, as numbers too; `replayed` plays them again."""
        return list(self._log)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may act now; (NATURE,) when chance is to act; () when nobody may act any more."""
        return () if self._ended else self._position.pending

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game; `ended` says whether it ended before."""
        return self._position.over

    @property
    def shares(self) -> tuple[Fraction, ...] | None:
        """By the rules, each seat's share of the win, which add up to 1; None where the rules have not ended it."""
        return self._position.shares

    @property
    def ended(self) -> Ended | None:
        """How the game ended, if it did so before the rules ended it: somebody resigned, or ran out of time."""
        return self._ended

    @property
    def result(self) -> tuple[Fraction, ...] | None:
        """Each seat's share of the win, however the game ended; None while it is on."""
        return self._ended.shares if self._ended else self.shares

    @property
    def proof(self) -> Proof | None:
        """What the game file says so that anybody can check that chance was fair; `fair.verify` does."""
        return self._proof

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, as they are written; of the one that is to act, if none is named."""
        return [] if self._ended else self._position.legal(seat)

    def chances(self) -> dict[str, Fraction]:
        """What nature may do here, with its probability; nothing where it is not nature's to act."""
        return {} if self._ended else self._position.chances()

    def view(self, seat: int) -> Position:
        """The position as that seat may know it, or a spectator (PUBLIC)."""
        return self._position.view(seat)

    def talk(self, seat: int) -> Talk:
        """What a seat may say now, and to whom."""
        return self._position.talk(seat)

    def check(self, message: Message) -> None:
        """See that this may be said now. Raises TalkForbidden or BadMessage; and UnknownSeat."""
        self._position.check(message)

    def kept(self, message: Message, turn: int) -> bool | None:
        """Whether who made or accepted this offer, in that turn, then did what it says; see `Position.kept`."""
        return self._position.kept(message, turn)

    # --- what there is to do

    def play(self, text: str, seat: int | None = None) -> None:
        """Play an action, as it is written. Raises IllegalAction, and changes nothing, if the rules forbid it.

        Where several seats may act at once, say which.
        """
        if self._ended:
            raise IllegalAction(shorten(text), f"the game has ended: {self._written_end()}")
        if seat is None:
            seat = self._position._only_seat(text)
        if seat == NATURE and self.seed is not None:
            raise IllegalAction(shorten(text), "chance follows the seed of this match")
        self._do(seat, self._position.read(text, seat))
        self._let_nature_play()

    def undo(self) -> None:
        """Take back the last action. With a seed: the last action of a player, and what nature did after it.

        The same action played again then meets the same chance. Where the game was ended before the rules ended it,
        that is what is taken back.
        """
        if self._ended:
            self._ended = None
            return
        kept = len(self._log) - 1
        if self.seed is not None:
            while kept >= 0 and self._log[kept].seat == NATURE:
                kept -= 1
        if kept < 0:
            raise NothingToUndo("there is nothing to take back: no action has been played")
        moves, self._log = self._log[:kept], []
        self._position = Position(self.game, **self.options)
        for move in moves:
            self._do(move.seat, move.action)

    def end(self, ended: Ended) -> None:
        """End the game before the rules do. Raises IllegalAction if they have; and UnknownSeat, BadOption."""
        self.game.seat(ended.seat, self.options)
        if ended.reason not in REASONS:
            raise BadOption(f"{shorten(ended.reason)!r} ends no game; it is {' or '.join(REASONS)}")
        if len(ended.shares) != len(self.seats) or min(ended.shares) < 0 or sum(ended.shares) != 1:
            written = shorten(gamefile.write_result(ended.shares))
            raise BadOption(
                f"{written!r} is no result: each of {len(self.seats)} seats has a share, and they add up to 1"
            )
        if self.over or self._ended:
            raise IllegalAction(ended.reason, "the game has ended already")
        self._ended = Ended(ended.seat, ended.reason, tuple(map(Fraction, ended.shares)))

    def name(self, seat: str, name: str) -> None:
        """Say who plays a seat."""
        if seat not in self.seats:
            raise UnknownSeat(f"{shorten(seat)!r} is no seat of this game; there are: {', '.join(self.seats)}")
        self._names[seat] = gamefile.check_name(name)

    def _do(self, seat: int, action: int) -> None:
        text = self._position.write(seat, action)
        turn = self.game.notation.turn(self._position.record)
        self._position.apply(seat, action)
        self._log.append(Move(seat, action, text, turn))

    def _let_nature_play(self) -> None:
        while self.seed is not None and self._position.pending == (NATURE,):
            self._do(NATURE, self._by_seed())

    def _by_seed(self) -> int:
        """Nature's next action: it depends on the seed, and on how many times nature has acted before."""
        outcomes = self._position.outcomes()
        stream = rng.seeded("nature", self.seed or 0, sum(move.seat == NATURE for move in self._log))
        chosen = rng.weighted(stream, np.array(list(outcomes.values())), len(outcomes))
        return list(outcomes)[chosen]

    # --- the game file

    def __str__(self) -> str:
        """The game file."""
        return str(self.file())

    def file(self) -> GameFile:
        """The game file, in its parts."""
        file = GameFile(
            game=self.game.name,
            options={name: str(value) for name, value in self.options.items()},
            seed=None if self.seed is None else str(self.seed),
            ended=self._written_end(),
            names=self.names,
            turns=[(0, line) for line in self.lines()],
            result=gamefile.write_result(self.result),
        )
        if self._proof:
            self._proof.write(file, self.seats)
        return file

    def _written_end(self) -> str | None:
        """How an early end is written."""
        return f"{self.seats[self._ended.seat]} {self._ended.reason}" if self._ended else None

    def lines(self) -> list[str]:
        """The game so far, one line a turn, without numbers."""
        notation, position = self.game.notation, Position(self.game, **self.options)
        lines: list[str] = []
        played: list[Played] = []
        for i, move in enumerate(self._log):
            position.apply(move.seat, move.action)
            played.append((move.seat, move.text))
            if i + 1 == len(self._log) or self._log[i + 1].turn != move.turn:
                lines.append(notation.write_line(played, position.record))
                played = []
        return lines

    @classmethod
    def loads(cls, text: str, progress: Callable[[int, int], None] | None = None, *, game: Game | None = None) -> Match:
        """Read a game file, playing every action; raises BadGameFile with the line if it breaks a rule.

        `progress` is called with the turns played so far, and how many there are. `game` is the game that the file
        must be of; it may be one that is not among ours.
        """
        if not isinstance(text, str):
            raise BadGameFile(f"a game file is a text, not {type(text).__name__}")
        found = gamefile.parse(text)
        if found.view is not None:
            raise BadGameFile(
                f"this is the game as {shorten(found.view)} may know it: it is to be read, and cannot be played again",
                found.lines["view"],
            )
        if game and found.game != game.name:
            raise BadGameFile(f"it is a game of {shorten(found.game)!r}, not of {game.name!r}")
        try:
            game = game or find(found.game)
            options: dict[str, Any] = {**game.settle(found.options)}
            match = cls(game, seed=_read_seed(found.seed), names=found.names, **options)
        except TablierError as problem:
            raise BadGameFile(str(problem)) from None
        match._proof = read_proof(found, match.seats)
        told = 0
        for played, (number, line) in enumerate(found.turns, start=1):
            try:
                told = match._replay_turn(told, line)
            except ValueError as problem:
                raise BadGameFile(str(problem), number) from None
            if progress:
                progress(played, len(found.turns))
        match._read_end(found)
        result = gamefile.write_result(match.result)
        if found.result != result:
            raise BadGameFile(f"the result is written {shorten(found.result)!r}, but the turns lead to {result!r}")
        return match

    @classmethod
    def replayed(
        cls,
        game: str | Game,
        options: Mapping[str, Any],
        moves: Iterable[tuple[int, int]],
        *,
        names: Mapping[str, str] | None = None,
        proof: Proof | None = None,
        ended: Ended | None = None,
    ) -> Match:
        """A match from its actions as numbers, nature's included: who acts, and the action.

        Raises IllegalAction if the rules forbid one.
        """
        match = cls(game, names=names, proof=proof, **options)
        for seat, action in moves:
            match._check_move(seat, action)
            match._do(seat, action)
        if ended:
            match.end(ended)
        return match

    def _check_move(self, seat: int, action: int) -> None:
        position = self._position
        if seat not in position.pending:
            raise IllegalAction(shorten(action), f"it is not for seat {shorten(seat)} to act now")
        if seat == NATURE:
            if action not in position.outcomes():
                raise IllegalAction(shorten(action), "chance does not give this here")
        elif not 0 <= action < self.game.rules.ACTION_COUNT:
            raise IllegalAction(shorten(action), "there is no such action")
        elif rule := kernels.forbids(position.record, seat, action):
            raise IllegalAction(shorten(action), *self.game.why_not(rule))

    def _check_proof(self, proof: Proof | None) -> Proof | None:
        """With the entropy of every seat, given or not."""
        if proof is None:
            return None
        if self.seed is not None:
            raise BadProof("chance follows either a seed or the proof of a table, not both")
        if proof.entropies and len(proof.entropies) != len(self.seats):
            raise BadProof(f"a proof has the entropy of {len(self.seats)} seats, not of {len(proof.entropies)}")
        return replace(proof, entropies=proof.entropies or ("",) * len(self.seats))

    def _read_end(self, found: GameFile) -> None:
        """End the game early, if a game file says so."""
        if found.ended is None:
            return
        seat, _, reason = found.ended.partition(" ")
        if seat not in self.seats or reason not in REASONS:
            how = f"'{self.seats[0]} {RESIGNED}' or '{self.seats[0]} {OUT_OF_TIME}'"
            raise BadGameFile(f"{shorten(found.ended)!r} is no way to end; it is like {how}", found.lines["ended"])
        try:
            shares = gamefile.read_result(found.result, len(self.seats))
        except ValueError as problem:
            raise BadGameFile(str(problem), found.lines.get("result", 0)) from None
        try:
            self.end(Ended(self.seats.index(seat), reason, shares))
        except IllegalAction:
            raise BadGameFile("the rules have ended this game already", found.lines["ended"]) from None

    def _replay_turn(self, begin: int, line: str) -> int:
        """Play a line of a game file, whose actions come from `begin` on in the log. Return where they end."""
        end = begin
        for seat, action in self.game.notation.read_line(self._position.record, line):
            self._replay(end, action, seat)
            end += 1
        turns = {move.turn for move in self._log[begin:end]}
        if len(turns) != 1 or (begin and self._log[begin - 1].turn in turns):
            raise BadGameFile("a line is one turn: not a part of one, nor several")
        return end

    def _replay(self, index: int, text: str, seat: int | None) -> None:
        """Play an action of a game file, or see that it is what nature has played there already by its seed."""
        if index == len(self._log):
            self.play(text, seat)
        elif text != self._log[index].text:
            raise BadGameFile(
                f"the seed gives {self._log[index].text} here, not {shorten(text)}; "
                "without the line 'seed: ...' chance may be as it is written"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (str(self), self.game)

    def __repr__(self) -> str:
        return f"Match.loads({str(self)!r})"


def _restore(text: str, game: Game) -> Match:
    """A match as it was copied or sent to another process."""
    return Match.loads(text, game=game)


def _check_seed(seed: object) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and 0 <= seed <= MOST_SEED:
        return int(seed)
    raise BadOption(f"seed: {shorten(seed)!r} is not possible; it is a whole number from 0 to {MOST_SEED}")


def _read_seed(text: str | None) -> int | None:
    """A seed as a game file writes it."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))):
        return _check_seed(text)
    return _check_seed(int(text))
