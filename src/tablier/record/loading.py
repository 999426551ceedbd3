"""A game file, played: what turns a text back into a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from tablier.engine.errors import BadGameFile, IllegalAction, TablierError
from tablier.engine.game import Game
from tablier.engine.registry import find
from tablier.engine.words import shorten
from tablier.record import gamefile
from tablier.record.chance import MOST_SEED, Seeded
from tablier.record.gamefile import GameFile
from tablier.record.match import End, Match, Why
from tablier.record.proof import read_proof

M = TypeVar("M", bound=Match)

EARLY: dict[str, Why] = {"resigned": "resigned", "time": "time", "out of time": "time"}
"""How a game file may say that a game ended early, after the seat; the last is how it was written before."""

BY_HOST: Final = "host"
"""How it says that no seat did it, but whoever runs the server."""


def load(kind: type[M], text: str, progress: Callable[[int, int], None] | None, game: Game | None) -> M:
    """The match that a game file tells; raises BadGameFile."""
    if not isinstance(text, str):
        raise BadGameFile(f"a game file is a text, not {type(text).__name__}")
    file = gamefile.parse(text)
    match = _opened(kind, file, game)
    match._proof = read_proof(file, match.seats)
    told = 0
    for number, (line_number, line) in enumerate(file.turns, start=1):
        try:
            told = _play_line(match, told, line)
        except ValueError as problem:
            raise BadGameFile(str(problem), line_number) from None
        if progress:
            progress(number, len(file.turns))
    _end_early(match, file)
    result = gamefile.write_result(match.shares)
    if file.result != result:
        raise BadGameFile(f"the result is written {shorten(file.result)!r}, but the turns lead to {result!r}")
    return match


def _opened(kind: type[M], file: GameFile, game: Game | None) -> M:
    if file.view is not None:
        raise BadGameFile(
            f"this is the game as {shorten(file.view)} may know it: it is to be read, and cannot be played again",
            file.lines["view"],
        )
    if game and file.game != game.name:
        raise BadGameFile(f"it is a game of {shorten(file.game)!r}, not of {game.name!r}")
    try:
        game = game or find(file.game)
        options: dict[str, Any] = {**game.settle(file.options)}
        return kind(game, chance=_chance(file.seed), names=file.names, **options)
    except TablierError as problem:
        raise BadGameFile(str(problem)) from None


def _chance(seed: str | None) -> Seeded | None:
    """Chance as a game file names it."""
    if seed is None:
        return None
    is_number = seed.isascii() and seed.isdigit() and len(seed) <= len(str(MOST_SEED))
    return Seeded(int(seed) if is_number else seed)  # type: ignore[arg-type]  # which it refuses


def _play_line(match: Match, begin: int, line: str) -> int:
    """Play a line of a game file, whose actions come from `begin` on. Return where they end."""
    end = begin
    for seat, action in match.game.notation.read_line(match.current.record, line):
        _play(match, end, action, seat)
        end += 1
    moves = match.moves_since(max(begin - 1, 0))
    before = moves.pop(0).turn if begin else None
    turns = {move.turn for move in moves[: end - begin]}
    if len(turns) != 1 or before in turns:
        raise BadGameFile("a line is one turn: not a part of one, nor several")
    return end


def _play(match: Match, index: int, text: str, seat: int | None) -> None:
    """Play an action of a game file, or see that it is what nature has played there already by its seed."""
    if index == match.length:
        match.play(text, seat)
        return
    played = match.moves_since(index)[0].text
    if text != played:
        raise BadGameFile(
            f"the seed gives {played} here, not {shorten(text)}; "
            "without the line 'seed: ...' chance may be as it is written"
        )


def _end_early(match: Match, file: GameFile) -> None:
    """End the game before the rules do, if a game file says so."""
    if file.ended is None:
        return
    seat, _, why = file.ended.partition(" ")
    by_host = file.ended == BY_HOST
    if not by_host and (seat not in match.seats or why not in EARLY):
        how = " or ".join([*(f"'{match.seats[0]} {reason}'" for reason in ("resigned", "time")), f"'{BY_HOST}'"])
        raise BadGameFile(f"{shorten(file.ended)!r} is no way to end; it is like {how}", file.lines["ended"])
    try:
        shares = gamefile.read_result(file.result, len(match.seats))
    except ValueError as problem:
        raise BadGameFile(str(problem), file.lines.get("result", 0)) from None
    try:
        match.end(End(BY_HOST, shares) if by_host else End(EARLY[why], shares, match.seats.index(seat)))
    except IllegalAction:
        raise BadGameFile("the rules have ended this game already", file.lines["ended"]) from None
