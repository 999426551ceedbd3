"""The file of a study that is being made: a header, then a line for each block of games, all of them JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tablier.arena.kept import BadResults, Kept
from tablier.arena.results import check_header
from tablier.engine import strict
from tablier.study.tally import Tally
from tablier.work.shard import Shard

FORMAT, VERSION = "study", 1

Key = tuple[int, int, int]
"""The cell, and the first and the last of the dice."""

Fits = Callable[[Key, Tally], bool]


class Progress(Kept[Key, Tally]):
    """The blocks of games so far. A file of another study is refused by OtherContest."""

    def __init__(
        self,
        terms: Mapping[str, Any],
        path: Path | None,
        others: Sequence[Path] = (),
        shard: Shard | None = None,
        fits: Fits = lambda key, tally: True,
    ) -> None:
        """`others` are files of the same study, made elsewhere: they are read, and nothing is written there.

        `fits` says whether what is read of a block can have come of it.
        """
        self._fits = fits
        self._terms: dict[str, Any] = json.loads(json.dumps(terms))
        self._shard = shard
        self.parts: set[int] = set()
        """Of how many parts each file is one, where it is one."""
        super().__init__(path, others)

    def add(self, key: Key, tally: Tally) -> None:
        """Keep what came of a block."""
        line = json.dumps({"block": key, **tally.to_json()}, separators=(",", ":"))
        self._found[key] = Tally.from_json(json.loads(line))  # as it is read again
        self._write(line)

    def take_in(self, other: Progress) -> None:
        """Keep what another has found and this one has not."""
        for key, tally in other._found.items():
            if key not in self:
                self.add(key, tally)

    def _read(self, lines: list[dict[str, Any]]) -> None:
        if not lines or lines[0].get(FORMAT) != VERSION:
            raise BadResults("this is not a file of a study: it has no header")
        check_header(lines[0], self._terms)
        if shard := lines[0].get("shard"):
            self.parts.add(_read_shard(str(shard)).of)
        for number, line in enumerate(lines[1:], start=2):
            self._read_block(line, number)

    def _read_block(self, line: Mapping[str, Any], number: int) -> None:
        try:
            cell, first, last = strict.several(strict.part(line, "block"), strict.whole, 3)
            tally = Tally.from_json(line)
        except ValueError:
            raise BadResults(f"line {number}: this is not a block of games") from None
        if not self._fits((cell, first, last), tally):
            raise BadResults(f"line {number}: these games cannot have come to this")
        self._found[cell, first, last] = tally

    def _heading(self, goes_on: bool) -> str:
        part = {"shard": str(self._shard)} if self._shard else {}
        return "" if goes_on else json.dumps({FORMAT: VERSION, **self._terms, **part})


def _read_shard(text: str) -> Shard:
    try:
        return Shard.read(text)
    except ValueError as problem:
        raise BadResults(f"line 1: {problem}") from None
