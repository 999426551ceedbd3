"""The results of a contest, and the file that keeps them: a header, then a line for each game, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

from tablier.arena.bout import Fault, Kind, Outcome
from tablier.arena.kept import BadResults, Kept, TwiceThere, parsed
from tablier.arena.machine import circumstances, source
from tablier.engine import strict
from tablier.engine.errors import TablierError
from tablier.engine.words import shorten

T = TypeVar("T")

FORMAT = "arena"
VERSION = 1

MOST_GAMES = 1_000_000
"""Of a table: whoever reads of more has a damaged file."""

ROUNDING = 1e-9
"""By so much shares may miss a whole win, as floating point numbers do."""


class Key(NamedTuple):
    """Which game of a contest it is."""

    table: int
    game: int


class Fixture(NamedTuple):
    """A game that is to be played."""

    key: Key
    set: int
    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a contest went."""

    key: Key
    set: int
    """Games of a table in the same set met the same chance."""
    seats: tuple[str, ...]
    """Which bot sat where."""
    seed: int
    """Of the match."""
    outcome: Outcome

    def __str__(self) -> str:
        """Its line of the file."""
        where = {**self.key._asdict(), "set": self.set, "seats": self.seats, "seed": self.seed}
        return json.dumps({**where, **asdict(self.outcome)})

    def without_clock(self) -> Result:
        """The same, without what a clock said: so it is the same wherever it was played."""
        never = (0.0,) * len(self.seats)
        return replace(self, outcome=replace(self.outcome, seconds=never, longest=never))

    @property
    def fixture(self) -> Fixture:
        """Which game it says it was."""
        return Fixture(self.key, self.set, self.seats, self.seed)

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Result:
        """Raises ValueError if it is no such line."""
        table, game, number, seed = (strict.whole(strict.part(line, name)) for name in ("table", "game", "set", "seed"))
        seats = strict.several(strict.part(line, "seats"), strict.text)
        return cls(Key(table, game), number, seats, seed, _outcome(line, len(seats)))


def _outcome(line: Mapping[str, Any], seats: int) -> Outcome:
    def of_each(name: str, read: Callable[[Any], T]) -> tuple[T, ...]:
        return strict.several(strict.part(line, name), read, seats)

    shares = of_each("shares", lambda share: strict.number(share, 0, 1))
    if abs(sum(shares) - 1) > ROUNDING:
        raise ValueError("the shares are not those of one win")
    return Outcome(
        shares=shares,
        turns=strict.whole(strict.part(line, "turns")),
        choices=of_each("choices", strict.whole),
        seconds=of_each("seconds", strict.number),
        longest=of_each("longest", strict.number),
        faults=strict.several(strict.part(line, "faults"), lambda fault: _fault(fault, seats)),
    )


def _fault(told: object, seats: int) -> Fault:
    kind = strict.part(told, "kind")
    if kind not in get_args(Kind):
        raise ValueError("there is no such fault")
    seat = strict.whole(strict.part(told, "seat"), most=seats - 1)
    return Fault(seat, kind, strict.text(strict.part(told, "what")))


class OtherContest(TablierError):
    """A file that holds the results of another contest."""

    code = "results/other"

    def __init__(self, what: str, found: object, wanted: object) -> None:
        self.what, self.found, self.wanted = what, shorten(found), shorten(wanted)
        super().__init__(f"these are results of another contest: its {what} is {self.found}, not {self.wanted}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.found, self.wanted)  # so that it crosses from one process to another


class Results(Kept[Key, Result]):
    """The results of a contest so far."""

    def __init__(
        self,
        contest: Mapping[str, Any],
        games: int,
        path: Path | None,
        clock: bool = True,
        fixtures: Iterable[Fixture] = (),
    ) -> None:
        """`contest` is what makes this contest what it is; `games` is how many there are to be at each table.

        Without a `clock`, neither how long anything took is kept, nor when and where it was. What the file says of
        these `fixtures` is of the same seats and the same chance.
        """
        self._contest, self._games, self._clock = contest, games, clock
        self._fixtures = {fixture.key: fixture for fixture in fixtures}
        super().__init__(path)

    def add(self, result: Result) -> None:
        """Keep a result."""
        result = result if self._clock else result.without_clock()
        self._found[result.key] = result
        self._write(str(result))

    def _read(self, lines: list[dict[str, Any]]) -> None:
        piece = Piece.of(lines)
        check_header(piece.header, self._contest)
        check_fixtures((result for key, result in piece.found.items() if key in self._fixtures), self._fixtures)
        self._found = piece.found

    def _heading(self, goes_on: bool) -> str:
        now = circumstances() if self._clock else source()
        if goes_on:
            return json.dumps({"continued": now, "games": self._games})
        return header(self._contest, self._games, now)


def header(contest: Mapping[str, Any], games: int, circumstances: Mapping[str, Any]) -> str:
    """The first line of a file."""
    terms = {name: value for name, value in contest.items() if value is not None}
    return json.dumps({FORMAT: VERSION, **terms, "games": games, **circumstances})


@dataclass(frozen=True, slots=True)
class Piece:
    """What is in a file."""

    header: dict[str, Any]
    games: int
    """How many there were to be at each table, in the end."""
    continued: list[dict[str, Any]]
    """Where and with what it was gone on with."""
    found: dict[Key, Result]

    @classmethod
    def read(cls, content: bytes) -> Piece:
        """Raises BadResults."""
        return cls.of(parsed(content))

    @classmethod
    def of(cls, lines: Sequence[dict[str, Any]]) -> Piece:
        """The same of what was read."""
        if not lines or lines[0].get(FORMAT) != VERSION:
            raise BadResults("this is not a file of results: it has no header")
        games, continued = [_games(lines[0], 1)], []
        found: dict[Key, Result] = {}
        places: dict[Key, int] = {}
        for number, line in enumerate(lines[1:], start=2):
            if "continued" in line:
                games.append(_games(line, number))
                continued.append(_continued(line, number))
                continue
            result = _result(line, number)
            if result.key in found:
                raise TwiceThere(places[result.key], number)
            found[result.key], places[result.key] = result, number
        return cls(lines[0], max(games), continued, found)


def _games(line: Mapping[str, Any], number: int) -> int:
    try:
        return strict.whole(strict.part(line, "games"), 1, MOST_GAMES)
    except ValueError:
        raise BadResults(f"line {number}: this is not how many games there are") from None


def _continued(line: Mapping[str, Any], number: int) -> dict[str, Any]:
    if not isinstance(line["continued"], dict):
        raise BadResults(f"line {number}: this does not say with what it was gone on with")
    return line["continued"]


def _result(line: Mapping[str, Any], number: int) -> Result:
    try:
        return Result.read(line)
    except ValueError:
        raise BadResults(f"line {number}: this is not the result of a game") from None


def check_fixtures(results: Iterable[Result], fixtures: Mapping[Key, Fixture]) -> None:
    """See that they are of games that there are; raises BadResults."""
    for result in results:
        if result.fixture != fixtures.get(result.key):
            raise BadResults(f"table {result.key.table}, game {result.key.game}: the contest has no such game")


def check_header(header: Mapping[str, Any], contest: Mapping[str, Any]) -> None:
    """See that it is of this contest; raises OtherContest."""
    for what, wanted in contest.items():
        if header.get(what) != wanted:
            raise OtherContest(what, _shown(header.get(what)), _shown(wanted))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
