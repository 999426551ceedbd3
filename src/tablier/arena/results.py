"""The results of a contest, and the file that keeps them: a header, then a line for each game, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from tablier.arena.bout import Fault, Outcome
from tablier.arena.machine import circumstances
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

    def __init__(self, contest: Mapping[str, Any], games: int, path: Path | None) -> None:
        """`contest` is what makes this contest what it is; `games` is how many there are to be at each table."""
        self._found: dict[Key, Result] = {}
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
        self._found[result.key] = result
        self._write(str(result))

    # --- the file

    def _begin(self, contest: Mapping[str, Any], games: int) -> None:
        """Read what is there, and say that it goes on; or begin the file."""
        lines = self._whole_lines()
        if lines:
            _check_header(_parse(lines[0], 1), contest)
            self._read(lines[1:])
            self._write(json.dumps({"continued": circumstances()}))
        else:
            self._write(json.dumps({FORMAT: VERSION, **contest, "games": games, **circumstances()}))

    def _whole_lines(self) -> list[bytes]:
        """The lines of the file; a last one without its end is cut off."""
        assert self._file
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        if content and not whole:
            raise BadResults("this is not a file of results: it has no header")
        self._file.truncate(len(whole))
        return whole.splitlines()

    def _read(self, lines: list[bytes]) -> None:
        for number, text in enumerate(lines, start=2):
            line = _parse(text, number)
            if "continued" not in line:
                try:
                    result = Result.read(line)
                except (KeyError, TypeError):
                    raise BadResults(f"line {number}: this is not the result of a game") from None
                self._found[result.key] = result

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(f"{line}\n".encode())
            self._file.flush()


def _parse(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise BadResults(f"line {number}: this is not a line of a file of results")
    return line


def _check_header(header: Mapping[str, Any], contest: Mapping[str, Any]) -> None:
    if header.get(FORMAT) != VERSION:
        raise BadResults("this is not a file of results: it has no header")
    for what, wanted in contest.items():
        if header.get(what) != wanted:
            raise OtherContest(what, _shown(header.get(what)), _shown(wanted))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
