"""The results of one contest that several machines have played parts of, put together again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tablier.arena.contest import Contest, Maker, one_core
from tablier.arena.kept import BadPiece, BadResults
from tablier.arena.results import Key, OtherContest, Piece, Result, check_fixtures, check_header, header
from tablier.arena.summary import Summary, summary
from tablier.engine import strict
from tablier.engine.errors import TablierError
from tablier.work.shard import Shard

SAME: dict[str, Callable[[Any], Any]] = {
    "game": strict.text,
    "options": lambda told: dict(strict.named(told, lambda value: value)),
    "tables": lambda told: list(strict.several(told, lambda table: list(strict.several(table, strict.text)))),
    "seed": lambda told: strict.whole(told, -strict.MOST),
    "talk": strict.truth,
    "fixed": strict.truth,
    "version": strict.text,
    "commit": lambda told: None if told is None else strict.text(told),
}
"""What is the same in the headers of all pieces, and how it is read."""

Named = Sequence[tuple[str, Piece]]
"""Pieces, with the names of their files."""


class MissingResults(TablierError):
    """The pieces are not the whole contest."""

    code = "results/missing"

    def __init__(self, missing: int, total: int, shards: Sequence[str]) -> None:
        """`shards` are those of which nothing is there, where that is known."""
        without = f"; nothing is there of {', '.join(shards)}" if shards else ""
        super().__init__(f"{missing} games of {total} are missing{without}")
        self.missing, self.total, self.shards = missing, total, tuple(shards)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.missing, self.total, self.shards)  # so that it crosses from one process to another


class DoubleResults(TablierError):
    """A game is in two of the pieces."""

    code = "results/double"

    def __init__(self, one: str, other: str, games: int) -> None:
        super().__init__(f"{one} and {other} have the same games: {games}")
        self.one, self.other, self.games = one, other, games

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.one, self.other, self.games)  # so that it crosses from one process to another


def merge(
    files: Sequence[str | Path], file: str | Path | None = None, *, clock: bool = True, bots: Maker = one_core
) -> tuple[Contest, Summary]:
    """The contest that these files are all of, and what it has shown; with `file`, a new one with all of it in order.

    They are of the same contest and version, and have every game once. Without a `clock` the file is, in every byte,
    what any other pieces of the same contest give. `bots` makes a bot from its name, as for `Contest`.
    """
    pieces = [(str(path), _piece(path)) for path in files]
    contest = _contest(pieces, bots)
    found, fixtures = _all(pieces, contest), contest.fixtures()
    missing = [fixture for fixture in fixtures if fixture.key not in found]
    if missing:
        raise MissingResults(len(missing), len(fixtures), _absent(pieces))
    results = [found[fixture.key] for fixture in fixtures]
    results = results if clock else [result.without_clock() for result in results]
    if file:
        _write(Path(file), contest, pieces, results, clock)
    return contest, summary(contest.seats, results, contest.fixed)


def _piece(path: str | Path) -> Piece:
    try:
        return Piece.read(Path(path).read_bytes())
    except BadResults as problem:
        raise BadPiece(str(path), problem) from None


def _contest(pieces: Named, bots: Maker) -> Contest:
    """The contest that all of them are of."""
    alike = _terms(*pieces[0])
    for name, piece in pieces:
        _terms(name, piece)
        _check_piece(name, piece, alike)
    terms = {what: alike[what] for what in ("game", "tables", "options", "seed", "talk", "fixed")}
    try:
        return Contest(**terms, games=max(piece.games for _, piece in pieces), bots=bots)
    except TablierError as problem:
        raise BadPiece(pieces[0][0], problem) from None


def _terms(name: str, piece: Piece) -> dict[str, Any]:
    """What a header says of what is the same in all of them."""
    try:
        return {what: read(strict.part(piece.header, what)) for what, read in SAME.items()}
    except ValueError:
        raise BadPiece(name, BadResults("line 1: this is not a header")) from None


def _check_piece(name: str, piece: Piece, alike: dict[str, Any]) -> None:
    """See that it is of the same contest, and that the same version has played all of it."""
    source = {what: alike[what] for what in ("version", "commit")}
    try:
        check_header(piece.header, alike)
        for continued in piece.continued:
            check_header(continued, source)
    except OtherContest as problem:
        raise BadPiece(name, problem) from None


def _all(pieces: Named, contest: Contest) -> dict[Key, Result]:
    """Every result that there is; each is one of the contest, and there once."""
    fixtures = {fixture.key: fixture for fixture in contest.fixtures()}
    found: dict[Key, Result] = {}
    whose: dict[Key, str] = {}
    for name, piece in pieces:
        try:
            check_fixtures(piece.found.values(), fixtures)
        except BadResults as problem:
            raise BadPiece(name, problem) from None
        if double := [key for key in piece.found if key in found]:
            raise DoubleResults(whose[double[0]], name, len(double))
        found |= piece.found
        whose |= dict.fromkeys(piece.found, name)
    return found


def _absent(pieces: Named) -> list[str]:
    """The shards of which there is no piece, where all pieces are shards of as many."""
    try:
        shards = [Shard.read(str(piece.header.get("shard"))) for _, piece in pieces]
    except ValueError:  # one of them is no shard
        return []
    if len({shard.of for shard in shards}) != 1:
        return []
    every = (Shard(number, shards[0].of) for number in range(1, shards[0].of + 1))
    return [str(shard) for shard in every if shard not in shards]


def _write(path: Path, contest: Contest, pieces: Named, results: Sequence[Result], clock: bool) -> None:
    first = pieces[0][1].header
    told = {"version": first["version"], "commit": first["commit"]}
    if clock:
        told["pieces"] = [
            {what: piece.header.get(what) for what in ("shard", "date", "machine")} for _, piece in pieces
        ]
    with path.open("x", encoding="utf-8") as file:  # nothing that is there is lost
        file.writelines(f"{line}\n" for line in (header(contest.terms, contest.games, told), *map(str, results)))
