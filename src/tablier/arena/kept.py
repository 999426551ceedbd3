"""What is found while work goes on, kept in a file: a header, then a line for each piece of it, all of them JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Generic, Self, TypeVar

from tablier.engine.errors import TablierError
from tablier.work.lock import locked

K = TypeVar("K")
V = TypeVar("V")


class BadResults(TablierError):
    """A file that holds no such results."""

    code = "results/invalid"


class TwiceThere(BadResults):
    """A file in which the same game is twice."""

    code = "results/twice"

    def __init__(self, first: int, again: int) -> None:
        """The lines in which it is."""
        super().__init__(f"line {again}: this game is there already, in line {first}")
        self.first, self.again = first, again

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.first, self.again)  # so that it crosses from one process to another


class InUse(TablierError):
    """A file into which somebody else is writing."""

    code = "results/in-use"

    def __init__(self, file: str) -> None:
        super().__init__(f"{file}: another process is at work on this file")
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file,)  # so that it crosses from one process to another


class BadPiece(TablierError):
    """A file that is no piece of this work; `problem` says why."""

    code = "results/piece"

    def __init__(self, file: str, problem: TablierError) -> None:
        super().__init__(f"{file}: {problem}")
        self.file, self.problem = file, problem

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.problem)  # so that it crosses from one process to another


class Kept(ABC, Generic[K, V]):
    """What was found so far. With a file, each is written there as soon as it is known, and what is there counts.

    What a crash has left of a last line is dropped. Nobody else writes into the file meanwhile.
    """

    def __init__(self, path: Path | None, others: Sequence[Path] = ()) -> None:
        """`others` were made elsewhere: only read. Raises BadPiece, InUse, and what `_read` does."""
        self._found: dict[K, V] = {}
        self._file: IO[bytes] | None = None
        for other in others:
            try:
                self._read(parsed(other.read_bytes()))
            except TablierError as problem:
                raise BadPiece(str(other), problem) from None
        if path:
            self._file = path.open("a+b")  # so that what is there is never lost
            try:
                if not locked(self._file):
                    raise InUse(str(path))
                self._begin()
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def __contains__(self, key: K) -> bool:
        return key in self._found

    def __getitem__(self, key: K) -> V:
        return self._found[key]

    @abstractmethod
    def _read(self, lines: list[dict[str, Any]]) -> None:
        """Take in what is in a file; it may have no lines at all. Raises BadResults."""

    @abstractmethod
    def _heading(self, goes_on: bool) -> str:
        """The header of a new file; or what is to be said where it goes on with one."""

    def _begin(self) -> None:
        assert self._file
        self._file.seek(0)
        content = self._file.read()
        if content:
            self._read(parsed(content))
        self._file.truncate(len(_whole_lines(content)))
        self._write(self._heading(bool(content)))

    def _write(self, line: str) -> None:
        if self._file and line:
            self._file.write(f"{line}\n".encode())
            self._file.flush()


def parsed(content: bytes) -> list[dict[str, Any]]:
    """The lines of a file; raises BadResults."""
    return [_object(text, number) for number, text in enumerate(_whole_lines(content).splitlines(), start=1)]


def _whole_lines(content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1]


def _object(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise BadResults(f"line {number}: this is no line of results")
    return line


def _refused(constant: str) -> None:
    """NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(constant)
