"""The results of a contest, and the file that keeps them: a header, then a line for each game, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from tablier.arena.bout import Fault, Outcome
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


class BadResults(TablierError):
    """A file that holds no results of a contest."""

    code = "results/invalid"


class OtherContest(TablierError):
    """A file that holds the results of another contest."""

    code = "results/other"

    def __init__(self, what: str, found: object, wanted: object) -> None:
        self.what, self.found, self.wanted = what, shorten(found), shorten(wanted)
        super().__init__(f"these are results of another contest: its {what} is {self.found}, not {self.wanted}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.found, self.wanted)  # so that it crosses from one process to another


class Results:
    """The results so far. With a file, each is written there as soon as it is known, and what is there already counts.

    What a crash has left of a last line is dropped.
    """

    def __init__(self, contest: Mapping[str, Any], games: int, path: Path | None, clock: bool = True) -> None:
        """`contest` is what makes this contest what it is; `games` is how many there are to be at each table.

        Without a `clock`, neither how long anything took is kept, nor when and where it was.
        """
        self._found: dict[Key, Result] = {}
        self._clock = clock
        self._file: IO[bytes] | None = None
        if path:
            self._file = path.open("a+b")  # so that what is there is never lost
            try:
                self._begin(contest, games)
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def __contains__(self, key: Key) -> bool:
        return key in self._found

    def __getitem__(self, key: Key) -> Result:
        return self._found[key]

    def add(self, result: Result) -> None:
        """Keep a result."""
        result = result if self._clock else result.without_clock()
        self._found[result.key] = result
        self._write(str(result))

    # --- the file

    def _begin(self, contest: Mapping[str, Any], games: int) -> None:
        """Read what is there, and say that it goes on; or begin the file."""
        assert self._file
        self._file.seek(0)
        content = self._file.read()
        now = circumstances() if self._clock else source()
        if content:
            piece = Piece.read(content)
            check_header(piece.header, contest)
            self._found = piece.found
            self._file.truncate(piece.size)
            self._write(json.dumps({"continued": now, "games": games}))
        else:
            self._write(header(contest, games, now))

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(f"{line}\n".encode())
            self._file.flush()


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
    size: int
    """Bytes; what a crash has left of a last line does not count."""

    @classmethod
    def read(cls, content: bytes) -> Piece:
        """Raises BadResults."""
        size = content.rfind(b"\n") + 1
        if not size:
            raise BadResults("this is not a file of results: it has no header")
        first, *lines = (_parse(text, number) for number, text in enumerate(content[:size].splitlines(), start=1))
        if first.get(FORMAT) != VERSION:
            raise BadResults("this is not a file of results: it has no header")
        results = [_result(line, number) for number, line in enumerate(lines, start=2) if "continued" not in line]
        continued = [line for line in lines if "continued" in line]
        return cls(first, continued, {result.key: result for result in results}, size)


def _result(line: Mapping[str, Any], number: int) -> Result:
    try:
        return Result.read(line)
    except (KeyError, TypeError):
        raise BadResults(f"line {number}: this is not the result of a game") from None


def _parse(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise BadResults(f"line {number}: this is not a line of a file of results")
    return line


def check_header(header: Mapping[str, Any], contest: Mapping[str, Any]) -> None:
    """See that it is of this contest; raises OtherContest."""
    for what, wanted in contest.items():
        if header.get(what) != wanted:
            raise OtherContest(what, _shown(header.get(what)), _shown(wanted))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
