"""What a game file says so that anybody can check that it tells what was played; `fairness.py` checks it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablier.engine.errors import BadGameFile, BadProof
from tablier.engine.words import shorten
from tablier.record.gamefile import GameFile

_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_COUNT = re.compile(r"[1-9][0-9]{0,5}")
_ENTROPY = re.compile(r"(?:[0-9a-f]{2}){16,32}")
_MARKS = re.compile(r"(?:[0-9a-f]{4}(?: [0-9a-f]{4})*)?")
_SKIPS = re.compile(r"[0-9]{1,6}\+[1-9][0-9]{0,5}(?: [0-9]{1,6}\+[1-9][0-9]{0,5})*")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
VERSION = "2"
"""Of the proof that fixes a whole game; one that says nothing of it is the first, and fixes chance alone."""


@dataclass(frozen=True)
class Fixed:
    """What fixes a whole game: hashes of what was agreed, and the heads of its chain."""

    setup: str
    """Of the game and its options."""
    people: str
    """Of the players' names, in order."""
    pledges: tuple[str, ...]
    """What each seat published of its entropy before anybody gave theirs; empty for a bot."""
    actions: str
    """The head after the last action."""
    end: str | None = None
    """The head after the ending."""
    turns: tuple[str, ...] = ()
    """The first digits of the head after each turn: by them one sees which was altered."""
    skips: tuple[tuple[int, int], ...] = ()
    """Where actions were taken back: how many stood before them, and how many they were."""
    server: str = ""
    """The key of the server that has signed it."""
    signature: str = ""

    def write(self, file: GameFile, seats: Sequence[str]) -> None:
        """Write it in a game file."""
        file.pledges = {seat: pledge for seat, pledge in zip(seats, self.pledges, strict=True) if pledge}
        parts = {
            "version": VERSION,
            "setup": self.setup,
            "people": self.people,
            "taken_back": " ".join(f"{actions}+{count}" for actions, count in self.skips),
            "turns": " ".join(self.turns),
            "actions": self.actions,
            "end": self.end or "",
            "server": self.server,
            "signature": self.signature,
        }
        file.proof = {name: value for name, value in parts.items() if value}


@dataclass(frozen=True)
class Proof:
    """Hashes and their parts, as lower-case hex."""

    table: str
    """The table's id."""
    commitment: str
    """Published when the table was opened: it fixes the secret."""
    seal: str
    """Published when the game began: it fixes everything."""
    secret: str | None = None
    """Published when the game has ended."""
    entropies: tuple[str, ...] = ()
    """What each seat gave, in order; empty for a seat that gave nothing."""
    resumed: int = 0
    """With how many actions of another game it began."""
    fixed: Fixed | None = None
    """What fixes the whole game; nothing in a proof of the first kind, which fixes chance alone."""

    def __post_init__(self) -> None:
        check_table(self.table)
        for hash in (self.commitment, self.seal, *([self.secret] if self.secret is not None else [])):
            check_hash(hash)
        for entropy in filter(None, self.entropies):
            check_entropy(entropy)

    def write(self, file: GameFile, seats: Sequence[str]) -> None:
        """Write it in a game file."""
        file.table, file.commitment, file.seal, file.secret = self.table, self.commitment, self.seal, self.secret
        file.resumed = str(self.resumed) if self.resumed else None
        file.entropies = {seat: entropy for seat, entropy in zip(seats, self.entropies, strict=True) if entropy}
        if self.fixed:
            self.fixed.write(file, seats)


def read_proof(file: GameFile, seats: Sequence[str]) -> Proof | None:
    """The proof of a game file, if it has one; raises BadGameFile, with the line."""
    given = [name for name in file.lines if name in _CHECKS or name.partition(" ")[0] in ("entropy", "pledge", "proof")]
    if not given:
        return None
    if file.seed is not None:
        raise BadGameFile("chance follows either a seed or the proof of a table, not both", file.lines[given[0]])
    for name in given:
        _read_header(file, name, seats)
    return Proof(
        table=_required(file, "table", given[0]),
        commitment=_required(file, "commitment", given[0]),
        seal=_required(file, "seal", given[0]),
        secret=file.secret,
        entropies=tuple(file.entropies.get(seat, "") for seat in seats),
        resumed=int(file.resumed or 0),
        fixed=_read_fixed(file, seats, given[0]),
    )


def _read_fixed(file: GameFile, seats: Sequence[str], first: str) -> Fixed | None:
    found = file.proof
    if not found and not file.pledges:
        return None
    for name in ("version", "setup", "people", "actions"):
        if name not in found:
            raise BadGameFile(f"'proof {name}: ...' is missing", file.lines[first])
    skips = (skip.split("+") for skip in found.get("taken_back", "").split())
    return Fixed(
        setup=found["setup"],
        people=found["people"],
        pledges=tuple(file.pledges.get(seat, "") for seat in seats),
        actions=found["actions"],
        end=found.get("end"),
        turns=tuple(found.get("turns", "").split()),
        skips=tuple((int(actions), int(count)) for actions, count in skips),
        server=found.get("server", ""),
        signature=found.get("signature", ""),
    )


def _read_header(file: GameFile, name: str, seats: Sequence[str]) -> None:
    """See that a header is well formed."""
    kind, _, which = name.partition(" ")
    try:
        if not which:
            _CHECKS[name](getattr(file, name))
        elif kind == "proof":
            _check_part(which, file.proof[which])
        elif which not in seats:
            raise BadProof(f"{shorten(which)!r} is no seat of this game; there are: {', '.join(seats)}")
        elif kind == "entropy":
            check_entropy(file.entropies[which])
        else:
            check_hash(file.pledges[which])
    except BadProof as problem:
        raise BadGameFile(str(problem), file.lines[name]) from None


def _check_part(name: str, value: str) -> None:
    if name not in _PARTS:
        raise BadProof(f"{shorten(name)!r} is no part of a proof; there are: {', '.join(_PARTS)}")
    _PARTS[name](value)


def _required(file: GameFile, name: str, first: str) -> str:
    value: str | None = getattr(file, name)
    if value is None:
        raise BadGameFile(f"a proof has a table, a commitment and a seal; '{name}: ...' is missing", file.lines[first])
    return value


def check_table(table: object) -> str:
    """A table's id; raises BadProof."""
    return _check(_TABLE, table, "the id of a table", "1 to 64 letters, digits, - and _")


def check_hash(text: object) -> str:
    """32 bytes: a commitment, a seal, or a secret; raises BadProof."""
    return _check(_HASH, text, "32 bytes", "64 digits from 0 to 9 and a to f")


def check_entropy(entropy: object) -> str:
    """What a person gives to chance; raises BadProof."""
    return _check(_ENTROPY, entropy, "entropy", "16 to 32 bytes, as 32 to 64 digits from 0 to 9 and a to f")


_CHECKS: dict[str, Callable[[str], object]] = {
    "table": check_table,
    "commitment": check_hash,
    "seal": check_hash,
    "secret": check_hash,
    "resumed": lambda text: _check(_COUNT, text, "a number of actions", "such as 12"),
}
"""The headers of a proof that have one word, and their forms."""

_PARTS: dict[str, Callable[[str], object]] = {
    "version": lambda text: _check(re.compile(VERSION), text, "a version of proofs that we know", VERSION),
    "setup": check_hash,
    "people": check_hash,
    "taken_back": lambda text: _check(_SKIPS, text, "where actions were taken back", "such as 12+1 15+3"),
    "turns": lambda text: _check(_MARKS, text, "the marks of turns", "four digits from 0 to 9 and a to f for each"),
    "actions": check_hash,
    "end": check_hash,
    "server": check_hash,
    "signature": lambda text: _check(_SIGNATURE, text, "a signature", "128 digits from 0 to 9 and a to f"),
}
"""Those that begin with `proof`."""


def _check(form: re.Pattern[str], text: object, what: str, how: str) -> str:
    if isinstance(text, str) and form.fullmatch(text):
        return text
    raise BadProof(f"{shorten(text)!r} is not {what}: {how}")
