"""Fair chance: each of nature's actions follows from numbers that were fixed before, and anybody can check it.

The server draws a secret when it opens a table, and publishes a hash of it, the *commitment*. Each person who sits down
gives *entropy*. When the game begins, a hash of the commitment and of all entropies is published, the *seal*. Nature's
actions follow from the secret and all entropies; when the game has ended, the secret is published. docs/fairness.md has
the scheme in full, for whoever wants to check it with a program of their own, and what it proves and what not.

A *stream* is named after those who may know its draws: "all", or "0,2" for seats 0 and 2, or "none". Each counts its
draws on its own, so that what one draws in secret never moves the dice of others.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from hmac import digest as hmac

from tablier.engine.errors import BadGameFile, IllegalAction
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.engine.words import Words
from tablier.record import gamefile
from tablier.record.gamefile import GameFile
from tablier.record.match import Match
from tablier.record.proof import Proof, check_entropy, check_hash, check_table

__all__ = ["Problem", "Proof", "Seal", "Verdict", "check_entropy", "commitment_of", "new_secret", "stream_of", "verify"]

SCHEME = "tablier fair 1"
EVERYBODY, NOBODY = "all", "none"
NUMBERS = 2**64
"""How many numbers there are of as many bytes as are taken from a digest: eight."""


def new_secret() -> str:
    """32 bytes that nobody can guess, as hex."""
    return secrets.token_hex(32)


def commitment_of(table: str, secret: str) -> str:
    """What is published of a secret when the table is opened; raises BadProof."""
    return _sha256(_lines("commitment", check_table(table), check_hash(secret)))


@dataclass(frozen=True)
class Seal:
    """Everything that nature's actions of one game follow from."""

    table: str
    secret: str = field(repr=False)
    """32 bytes, as hex; nobody but the server knows it until the game has ended."""
    entropies: tuple[str, ...]
    """What each seat gave, in order; empty for a bot."""

    def __post_init__(self) -> None:
        check_table(self.table)
        check_hash(self.secret)
        for entropy in filter(None, self.entropies):
            check_entropy(entropy)

    @cached_property
    def commitment(self) -> str:
        """What was published when the table was opened."""
        return commitment_of(self.table, self.secret)

    @cached_property
    def seal(self) -> str:
        """What is published when the game begins."""
        return _sha256(self._transcript)

    @cached_property
    def _transcript(self) -> bytes:
        return _transcript(self.table, self.commitment, self.entropies)

    @cached_property
    def _key(self) -> bytes:
        return hmac(bytes.fromhex(self.secret), self._transcript, "sha256")

    def draw(self, position: Position, drawn: Mapping[str, int]) -> tuple[int, str]:
        """Nature's action here, and the stream that it belongs to.

        `drawn` says how many draws each stream has given already. It is the caller's to count, and never to count back:
        a player's action may be taken back only as long as nature has not acted after it.
        """
        outcomes = position.outcomes()
        if not outcomes:
            raise IllegalAction("?", "it is not for chance to act now")
        stream = stream_of(position, outcomes)
        number = self._below(sum(outcomes.values()), f"{stream}/{drawn.get(stream, 0)}")
        for action, weight in outcomes.items():
            if number < weight:
                return action, stream
            number -= weight
        raise AssertionError("a number below the sum of the weights falls on one of them")

    def _below(self, total: int, name: str) -> int:
        """A number from 0 to total - 1, each as likely as any other: those of a last, incomplete row are refused."""
        attempt = 0
        while (number := self._number(f"{name}/{attempt}")) >= NUMBERS // total * total:
            attempt += 1
        return number % total

    def _number(self, name: str) -> int:
        return int.from_bytes(hmac(self._key, name.encode(), "sha256")[:8], "big")

    def proof(self, *, revealed: bool) -> Proof:
        """What a game file says of it; the secret only if it may be revealed now."""
        secret = self.secret if revealed else None
        return Proof(self.table, self.commitment, self.seal, secret, self.entropies)


def stream_of(position: Position, outcomes: Iterable[int] | None = None) -> str:
    """The stream of nature's next action: those who will know its outcome."""
    actions = list(position.outcomes() if outcomes is None else outcomes)
    if len(actions) == 1:
        return EVERYBODY
    seats = [seat for seat in range(len(position.seats)) if _sees(position, actions, seat)]
    if len(seats) == len(position.seats) and _sees(position, actions, PUBLIC):
        return EVERYBODY
    return ",".join(map(str, seats)) or NOBODY


def _sees(position: Position, actions: list[int], viewer: int) -> bool:
    """Whether nature's possible actions here are not all written alike to a viewer."""
    write, record = position.game.notation.write, position.record
    first = write(record, NATURE, actions[0], viewer)
    return any(write(record, NATURE, action, viewer) != first for action in actions[1:])


def _transcript(table: str, commitment: str, entropies: Iterable[str]) -> bytes:
    return _lines("seal", table, commitment, *entropies)


def _lines(*lines: str) -> bytes:
    """The texts that are hashed: none of these lines has a line break in it, so that none can be taken for another."""
    return "\n".join((SCHEME, *lines)).encode()


def _sha256(text: bytes) -> str:
    return sha256(text).hexdigest()


# --- checking a game file


@dataclass(frozen=True)
class Problem:
    """Something that keeps a game from being proved fair."""

    code: str
    words: Words
    line: int = 0
    """The line of the file, counted from 1; 0 where the whole file is concerned."""
    turn: int = 0
    """The turn, as the file counts them; 0 where no turn is concerned."""


@dataclass(frozen=True)
class Verdict:
    """What was found out about a game file."""

    problems: tuple[Problem, ...]
    checked: int = 0
    """How many throws and draws were compared with what the seal gives."""
    givers: tuple[str, ...] = ()
    """The seats that gave entropy."""
    match: Match | None = field(default=None, repr=False, compare=False)
    """The game that was checked. The hashes of its proof are worth what somebody noted of them at the time."""

    @property
    def ok(self) -> bool:
        """Whether everything is as the seal gives it."""
        return not self.problems


def verify(text: str, progress: Callable[[int, int], None] | None = None, *, game: Game | None = None) -> Verdict:
    """Play a game file again, and compare each of nature's actions with what its seal gives.

    `progress` and `game` are those of `Match.loads`. Whatever the text is, the answer is a verdict.
    """
    try:
        match = Match.loads(text, progress, game=game)
    except BadGameFile as problem:
        return Verdict((_bad_file(problem),))
    if match.proof is None:
        return Verdict((NO_PROOF,), match=match)
    return _verdict(match, match.proof, gamefile.parse(text))


def _verdict(match: Match, proof: Proof, file: GameFile) -> Verdict:
    givers = tuple(seat for seat, entropy in zip(match.seats, proof.entropies, strict=True) if entropy)
    problems = [*_broken_seals(proof, file.lines)]
    if proof.secret is None:
        problems.append(NOT_REVEALED)
    if problems or proof.secret is None:
        return Verdict(tuple(problems), 0, givers, match)
    draws = [*_draws(match, Seal(proof.table, proof.secret, proof.entropies))]
    wrong = [_wrong_draw(file, *draw) for draw in draws if draw[1] != draw[2]]
    return Verdict(tuple(wrong), len(draws), givers, match)


def _broken_seals(proof: Proof, lines: Mapping[str, int]) -> Iterator[Problem]:
    if proof.secret is not None and proof.commitment != commitment_of(proof.table, proof.secret):
        yield Problem("fair/commitment", BAD_COMMITMENT, lines["commitment"])
    if proof.seal != _sha256(_transcript(proof.table, proof.commitment, proof.entropies)):
        yield Problem("fair/seal", BAD_SEAL, lines["seal"])


def _draws(match: Match, seal: Seal) -> Iterator[tuple[int, str, str]]:
    """For each of nature's actions: the turn, as the file counts them, the action, and what the seal gives instead."""
    position, drawn = Position(match.game, **match.options), Counter[str]()
    number, turn = 0, None
    for move in match.moves:
        if move.turn != turn:
            number, turn = number + 1, move.turn
        if move.seat == NATURE:
            action, stream = seal.draw(position, drawn)
            drawn[stream] += 1
            yield number, move.text, position.write(NATURE, action)
        position.apply(move.seat, move.action)


BAD_FILE = "fair/bad-file"
NO_PROOF = Problem(
    "fair/no-proof",
    {
        "fr": "cette partie n'a pas de preuve : elle n'a pas été jouée à une table où le hasard est scellé",
        "en": "this game has no proof: it was not played at a table where chance is sealed",
    },
)
NOT_REVEALED = Problem(
    "fair/not-revealed",
    {
        "fr": "le secret n'est pas encore révélé : il l'est à la fin de la partie",
        "en": "the secret is not revealed yet: it is when the game has ended",
    },
)
BAD_COMMITMENT = {
    "fr": "l'engagement n'est pas celui de ce secret",
    "en": "the commitment is not that of this secret",
}
BAD_SEAL = {
    "fr": "le sceau n'est pas celui de cet engagement et de ces parts de hasard",
    "en": "the seal is not that of this commitment and this entropy",
}


def _wrong_draw(file: GameFile, turn: int, played: str, sealed: str) -> Problem:
    words = {
        "fr": f"tour {turn} : le hasard y donne {played}, mais le sceau donne {sealed}",
        "en": f"turn {turn}: chance gives {played} there, but the seal gives {sealed}",
    }
    return Problem("fair/draw", words, file.turns[turn - 1][0], turn)


def _bad_file(problem: BadGameFile) -> Problem:
    words = {
        "fr": f"ce n'est pas le fichier d'une partie selon les règles ({problem})",
        "en": f"this is not the file of a game by the rules ({problem})",
    }
    return Problem(BAD_FILE, words, problem.line)
