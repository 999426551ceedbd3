"""The file of a study that is being made: a header, then a line for each block of games, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tablier.arena.results import BadResults, OtherContest
from tablier.study.tally import Tally

FORMAT, VERSION = "study", 1

Key = tuple[int, int, int]
"""The cell, and the first and the last of the dice."""


class Progress:
    """The blocks of games so far. With a file, each is written there as soon as it is played.

    What a crash has left of a last line is dropped. A file of another study is refused by OtherContest, and one that is
    none by BadResults.
    """

    def __init__(self, terms: Mapping[str, Any], path: Path | None, others: Sequence[Path] = ()) -> None:
        """`others` are files of the same study, made elsewhere: they are read, and nothing is written there."""
        self._found: dict[Key, Tally] = {}
        self._file: IO[bytes] | None = None
        for other in others:
            self._read_all(_whole_lines(other.read_bytes()), json.loads(json.dumps(terms)))
        if path:
            self._file = path.open("a+b")
            try:
                self._begin(json.loads(json.dumps(terms)))
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def __contains__(self, key: Key) -> bool:
        return key in self._found

    def __getitem__(self, key: Key) -> Tally:
        return self._found[key]

    def add(self, key: Key, tally: Tally) -> None:
        """Keep what came of a block."""
        line = json.dumps({"block": key, **tally.to_json()}, separators=(",", ":"))
        self._found[key] = Tally.from_json(json.loads(line))  # as it is read again
        self._write(line)

    def _begin(self, terms: Mapping[str, Any]) -> None:
        assert self._file
        self._file.seek(0)
        content = self._file.read()
        whole = _whole_lines(content)
        if content:
            self._read_all(whole, terms)
        self._file.truncate(len(whole))
        if not whole:
            self._write(json.dumps({FORMAT: VERSION, **terms}))

    def _read_all(self, content: bytes, terms: Mapping[str, Any]) -> None:
        lines = content.splitlines()
        if not lines:
            raise BadResults("this is not a file of a study: it has no header")
        _check(_parsed(lines[0], 1), terms)
        for number, line in enumerate(lines[1:], start=2):
            self._read(_parsed(line, number), number)

    def _read(self, line: Mapping[str, Any], number: int) -> None:
        try:
            cell, first, last = map(int, line["block"])
            self._found[cell, first, last] = Tally.from_json(line)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadResults(f"line {number}: this is not a block of games") from None

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(f"{line}\n".encode())
            self._file.flush()


def _whole_lines(content: bytes) -> bytes:
    """Without what a crash has left of a last line."""
    return content[: content.rfind(b"\n") + 1]


def _parsed(text: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise BadResults(f"line {number}: this is not a line of a study")
    return line


def _check(header: Mapping[str, Any], terms: Mapping[str, Any]) -> None:
    if header.get(FORMAT) != VERSION:
        raise BadResults("this is not a file of a study: it has no header")
    for what, wanted in terms.items():
        if header.get(what) != wanted:
            raise OtherContest(what, json.dumps(header.get(what)), json.dumps(wanted))
