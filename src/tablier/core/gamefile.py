"""The game file: a text that a person can read and write.

    tablier 1
    game: war-of-masters
    goal: master
    path: leap
    ...
    seed: 7
    seat red: Ann

    1. [4] e2-e6
    2. [6] d8-d6,f9xf5

    result: *

First the format's version, then the game, its options, the seed if chance follows one, and the players' names; then one
line a turn, numbered, in the notation of the game's rules page; then the result: each seat's share of the win, or `*`
while the game is on. Empty lines, and lines that begin with `#`, say nothing.

This module knows the form alone. `Match` plays the turns, and so finds out whether they are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tablier.core.errors import BadGameFile, BadOption
from tablier.core.words import shorten

VERSION = 1
MAGIC = f"tablier {VERSION}"
MOST_CHARACTERS = 4 * 1024 * 1024
MOST_IN_A_NAME = 60
UNFINISHED = "*"

_HEADER = re.compile(r"([a-z_]+|seat [a-z_]+): ?(.*)")
_TURN = re.compile(r"([0-9]{1,7})\. +(\S.*)")


@dataclass
class GameFile:
    """What a game file says, as texts."""

    game: str
    options: dict[str, str] = field(default_factory=dict)
    seed: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    """The players' names, by seat."""
    turns: list[tuple[int, str]] = field(default_factory=list)
    """Each turn, with the line of the file that it stands on."""
    result: str = UNFINISHED

    def __str__(self) -> str:
        lines = [MAGIC, f"game: {self.game}"]
        lines += [f"{name}: {value}" for name, value in self.options.items()]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        lines += [f"seat {seat}: {name}" for seat, name in self.names.items()]
        lines.append("")
        lines += [f"{number}. {turn}" for number, (_, turn) in enumerate(self.turns, start=1)]
        if self.turns:
            lines.append("")
        lines.append(f"result: {self.result}")
        return "\n".join(lines) + "\n"


def parse(text: str) -> GameFile:
    """Read the form of a game file; raises BadGameFile, with the line."""
    if len(text) > MOST_CHARACTERS:
        raise BadGameFile(f"it is larger than the {MOST_CHARACTERS:,} characters that a game file may have")
    lines = _telling_lines(text.removeprefix("\ufeff"))  # some editors begin every file with it
    number, magic = next(lines, (1, ""))
    if magic != MAGIC:
        raise BadGameFile(f"a game file begins with {MAGIC!r}, not with {shorten(magic)!r}", number)
    found = GameFile(game="")
    ended = False
    for number, line in lines:
        if ended:
            raise BadGameFile("nothing may follow the result", number)
        if turn := _TURN.fullmatch(line):
            if int(turn[1]) != len(found.turns) + 1:
                raise BadGameFile(f"turn {len(found.turns) + 1} is expected here, not {turn[1]}", number)
            found.turns.append((number, turn[2]))
        elif header := _HEADER.fullmatch(line):
            ended = header[1] == "result"
            if found.turns and not ended:
                raise BadGameFile(f"{header[1]!r} belongs before the first turn", number)
            _keep(found, header[1], header[2], number)
        else:
            raise BadGameFile(f"{shorten(line)!r} is neither 'name: value' nor '12. a turn'", number)
    if not found.game:
        raise BadGameFile("it does not say which game it is: 'game: ...' is missing")
    return found


def check_name(name: object) -> str:
    """A player's name that fits in a game file; raises BadOption."""
    if not isinstance(name, str) or len(name) > MOST_IN_A_NAME or not name.isprintable() or name != name.strip():
        raise BadOption(f"{shorten(name)!r} is no name: one line of at most {MOST_IN_A_NAME} characters")
    return name


def _telling_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _keep(found: GameFile, name: str, value: str, number: int) -> None:
    if name == "result":
        found.result = value
    elif name == "game" and not found.game:
        found.game = value
    elif name == "seed" and found.seed is None:
        found.seed = value
    elif name.startswith("seat ") and name[5:] not in found.names:
        found.names[name[5:]] = value
    elif name not in ("game", "seed") and not name.startswith("seat ") and name not in found.options:
        found.options[name] = value
    else:
        raise BadGameFile(f"{name!r} is given twice", number)


def write_result(shares: Sequence[object] | None) -> str:
    """A result as it is written: each seat's share of the win, or `*`."""
    return UNFINISHED if shares is None else " ".join(map(str, shares))
