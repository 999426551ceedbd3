"""The results of a contest, and the file that keeps them: a header, then a line for each game, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tablier.arena.bout import Fault, Outcome
from tablier.arena.kept import BadResults, Kept, parsed
from tablier.arena.machine import circumstances, source
from tablier.engine.errors import TablierError
from tablier.engine.words import shorten

FORMAT = "arena"
VERSION = 1


class Key(NamedTuple):
    """Which game of a contest it is."""

    table: int
    game: int


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

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Result:
        """Raises KeyError or TypeError if it is no such line."""
        outcome = Outcome(
            shares=tuple(line["shares"]),
            turns=line["turns"],
            choices=tuple(line["choices"]),
            seconds=tuple(line["seconds"]),
            longest=tuple(line["longest"]),
            faults=tuple(Fault(**fault) for fault in line["faults"]),
        )
        return cls(Key(line["table"], line["game"]), line["set"], tuple(line["seats"]), line["seed"], outcome)


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

    def __init__(self, contest: Mapping[str, Any], games: int, path: Path | None, clock: bool = True) -> None:
        """`contest` is what makes this contest what it is; `games` is how many there are to be at each table.

        Without a `clock`, neither how long anything took is kept, nor when and where it was.
        """
        self._contest, self._games, self._clock = contest, games, clock
        super().__init__(path)

    def add(self, result: Result) -> None:
        """Keep a result."""
        result = result if self._clock else result.without_clock()
        self._found[result.key] = result
        self._write(str(result))

    def _read(self, lines: list[dict[str, Any]]) -> None:
        piece = Piece.of(lines)
        check_header(piece.header, self._contest)
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
    continued: list[dict[str, Any]]
    """The lines that tell that it was gone on with."""
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
        first, *others = lines
        results = [_result(line, number) for number, line in enumerate(others, start=2) if "continued" not in line]
        continued = [line for line in others if "continued" in line]
        return cls(first, continued, {result.key: result for result in results})


def _result(line: Mapping[str, Any], number: int) -> Result:
    try:
        return Result.read(line)
    except (KeyError, TypeError):
        raise BadResults(f"line {number}: this is not the result of a game") from None


def check_header(header: Mapping[str, Any], contest: Mapping[str, Any]) -> None:
    """See that it is of this contest; raises OtherContest."""
    for what, wanted in contest.items():
        if header.get(what) != wanted:
            raise OtherContest(what, _shown(header.get(what)), _shown(wanted))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
