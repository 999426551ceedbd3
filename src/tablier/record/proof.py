"""What a game file says so that anybody can check that chance was fair; `fairness.py` checks it."""

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


def read_proof(file: GameFile, seats: Sequence[str]) -> Proof | None:
    """The proof of a game file, if it has one; raises BadGameFile, with the line."""
    given = [name for name in file.lines if name in _CHECKS or name.startswith(_ENTROPY_OF)]
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
    )


def _read_header(file: GameFile, name: str, seats: Sequence[str]) -> None:
    """See that a header is well formed."""
    seat = name.removeprefix(_ENTROPY_OF)
    try:
        if name in _CHECKS:
            _CHECKS[name](getattr(file, name))
        elif seat in seats:
            check_entropy(file.entropies[seat])
        else:
            raise BadProof(f"{shorten(seat)!r} is no seat of this game; there are: {', '.join(seats)}")
    except BadProof as problem:
        raise BadGameFile(str(problem), file.lines[name]) from None


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


_ENTROPY_OF = "entropy "
_CHECKS: dict[str, Callable[[str], object]] = {
    "table": check_table,
    "commitment": check_hash,
    "seal": check_hash,
    "secret": check_hash,
    "resumed": lambda text: _check(_COUNT, text, "a number of actions", "such as 12"),
}
"""The headers of a proof, besides those of entropy, and their forms."""


def _check(form: re.Pattern[str], text: object, what: str, how: str) -> str:
    if isinstance(text, str) and form.fullmatch(text):
        return text
    raise BadProof(f"{shorten(text)!r} is not {what}: {how}")
