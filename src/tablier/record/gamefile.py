"""The game file: a text that a person can read and write.

    tablier 1
    game: war-of-masters
    goal: master
    path: blocked
    ...
    seed: 7
    seat red: Ann

    1. [4] e2-e6
    2. [6] d8-d6,f8-f4

    result: *

First the format's version, then the game, its options, the seed if chance follows one, and the players' names; then one
line a turn, numbered, in the notation of the game's rules page; then the result: each seat's share of the win, or `*`
while the game is on. Empty lines, and lines that begin with `#`, say nothing.

A game that was played at a table of a server has, instead of a seed, what proves that its chance was fair, and that
the file tells what was played:

    table: k7Qm2x
    commitment: 64 digits of hex, and so are
    seal: ...
    secret: ..., once the game has ended
    pledge red: ..., for each seat that pledged entropy
    entropy red: 32 to 64 digits, for each seat that gave some
    proof version: 2, and more such lines, which `proof.py` knows

`ended: red resigned`, `ended: red time` where red's time was over, or `ended: host` where whoever runs the server put
an end to it, says that the game ended so before the rules ended it; then the result need not follow from the turns.
`view: red`, or `view: public`, says that it is written as that seat, or a spectator, may know it, with all else left
out: to be read, not to be played.

This module knows the form alone. `Match` plays the turns, and so finds out whether they are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tablier.engine.errors import BadGameFile, BadOption
from tablier.engine.words import shorten

VERSION = 1
MAGIC = f"tablier {VERSION}"
MOST_CHARACTERS = 4 * 1024 * 1024
MOST_IN_A_NAME = 60
UNFINISHED = "*"
SPECTATOR = "public"
"""Whose view it is, where it is no seat's."""

_HEADER = re.compile(r"((?:seat |entropy |pledge |proof )?[a-z_]+): ?(.*)")
_TURN = re.compile(r"([0-9]{1,7})\. +(\S.*)")
_SHARE = re.compile(r"[0-9]{1,9}(?:/[1-9][0-9]{0,8})?")
_PLAIN = ("game", "seed", "table", "commitment", "seal", "secret", "resumed", "ended", "view", "result")
"""The headers that are no options: the fields of the same names."""


@dataclass
class GameFile:
    """What a game file says, as texts."""

    game: str
    options: dict[str, str] = field(default_factory=dict)
    seed: str | None = None
    table: str | None = None
    commitment: str | None = None
    seal: str | None = None
    secret: str | None = None
    resumed: str | None = None
    entropies: dict[str, str] = field(default_factory=dict)
    """What the seats gave to chance, by seat."""
    pledges: dict[str, str] = field(default_factory=dict)
    """What they published of it before, by seat."""
    proof: dict[str, str] = field(default_factory=dict)
    """What else there is of a proof, by name."""
    ended: str | None = None
    view: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    """The players' names, by seat."""
    turns: list[tuple[int, str]] = field(default_factory=list)
    """Each turn, with the line of the file that it stands on."""
    body: str = ""
    """The turns as they are written; what is read is in `turns`."""
    result: str = UNFINISHED
    lines: dict[str, int] = field(default_factory=dict)
    """The line of the file that each header stands on."""

    def __str__(self) -> str:
        lines = [MAGIC, f"game: {self.game}"]
        lines += [f"{name}: {value}" for name, value in self.options.items()]
        lines += self._plain("seed", "table", "commitment", "seal", "secret", "resumed")
        for kind in ("pledge", "entropy", "proof"):
            lines += [f"{kind} {name}: {value}" for name, value in self._listed(kind).items()]
        lines += self._plain("ended", "view")
        lines += [f"seat {seat}: {name}" for seat, name in self.names.items()]
        lines.append("")
        body = self.body or numbered(1, (turn for _, turn in self.turns))
        if body:
            lines.append(body)
        lines.append(f"result: {self.result}")
        return "\n".join(lines) + "\n"

    def _listed(self, kind: str) -> dict[str, str]:
        """The headers of two words that begin with this one, by the other."""
        kinds = {"seat": self.names, "entropy": self.entropies, "pledge": self.pledges, "proof": self.proof}
        return kinds[kind]

    def _plain(self, *names: str) -> list[str]:
        """Those of these headers that there are."""
        return [f"{name}: {getattr(self, name)}" for name in names if getattr(self, name) is not None]


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


def numbered(first: int, turns: Iterable[str]) -> str:
    """Turns as they are written, from this number on."""
    return "".join(f"{number}. {turn}\n" for number, turn in enumerate(turns, start=first))


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
    if name in found.lines:
        raise BadGameFile(f"{name!r} is given twice", number)
    found.lines[name] = number
    kind, _, which = name.partition(" ")
    if which:
        found._listed(kind)[which] = value
    elif name in _PLAIN:
        setattr(found, name, value)
    else:
        found.options[name] = value


def write_result(shares: Sequence[object] | None) -> str:
    """A result as it is written: each seat's share of the win, or `*`."""
    return UNFINISHED if shares is None else " ".join(map(str, shares))


def read_result(text: str, seats: int) -> tuple[Fraction, ...]:
    """The share of each of so many seats, which add up to 1; raises ValueError."""
    words = text.split(" ")
    if len(words) != seats or not all(_SHARE.fullmatch(word) for word in words):
        raise ValueError(
            f"the result is written {shorten(text)!r}; it is the share of the win of each of {seats} seats"
        )
    shares = tuple(map(Fraction, words))
    if sum(shares) != 1 or write_result(shares) != text:
        raise ValueError(f"the result is written {shorten(text)!r}; shares are in lowest terms and add up to 1")
    return shares
