"""Where nature's actions come from: a seed, a seal that anybody can check, or (no chance at all) somebody's hand.

The server draws a secret when it opens a table, and publishes a hash of it, the *commitment*. Each person who sits down
*pledges* entropy, by a hash of it, and gives it when everybody has pledged theirs. When the game begins, a hash of all
of this is published, the *seal*. Nature's actions follow from the secret and all entropies; when the game has ended,
the secret is published. docs/fairness.md has the scheme in full, for whoever wants to check it with a program
of their own, and what it proves and what not.

A *stream* is named after those who may know its draws: "all", or "0,2" for seats 0 and 2, or "none". Each counts its
draws on its own, so that what one draws in secret never moves the dice of others.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Protocol

import numpy as np

from tablier.engine import rng
from tablier.engine.errors import BadOption, IllegalAction
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.engine.words import shorten
from tablier.record.hashes import CHANCE_ALONE, WHOLE_GAME, commitment_of, text
from tablier.record.proof import Proof, check_entropy, check_hash, check_table

MOST_SEED = 2**64 - 1
EVERYBODY, NOBODY = "all", "none"
NUMBERS = 2**64
"""How many numbers there are of as many bytes as are taken from a digest: eight."""


class Chance(Protocol):
    """Plays for nature."""

    def draw(self, position: Position, drawn: Mapping[str, int]) -> tuple[int, str]:
        """Nature's action here, and the stream that it belongs to; `drawn` says how many each has given already."""


@dataclass(frozen=True)
class Seeded:
    """Chance that follows a seed: always the same for the same seed and actions."""

    seed: int

    def __post_init__(self) -> None:
        seed = self.seed
        if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
            raise BadOption(f"seed: {shorten(seed)!r} is not possible; it is a whole number from 0 to {MOST_SEED}")
        object.__setattr__(self, "seed", int(seed))

    def draw(self, position: Position, drawn: Mapping[str, int]) -> tuple[int, str]:
        """It depends on the seed, and on how many times nature has acted before."""
        outcomes = position.outcomes()
        stream = rng.seeded("nature", self.seed, drawn.get(EVERYBODY, 0))
        chosen = rng.weighted(stream, np.array(list(outcomes.values())), len(outcomes))
        return list(outcomes)[chosen], EVERYBODY


@dataclass(frozen=True)
class Terms:
    """What a seal fixes besides chance."""

    setup: str
    """The hash of the game and its options."""
    people: str
    """That of the players' names, in order."""
    pledges: tuple[str, ...]
    """What each seat published of its entropy before anybody gave theirs; empty for a bot."""


@dataclass(frozen=True)
class Seal:
    """Everything that nature's actions of one game follow from, at a table of a server."""

    table: str
    secret: str = field(repr=False)
    """32 bytes, as hex; nobody but the server knows it until the game has ended."""
    entropies: tuple[str, ...]
    """What each seat gave, in order; empty for a bot."""
    resumed: int = 0
    """With how many actions of another game this one began: their chance is not drawn here."""
    terms: Terms | None = None
    """Nothing: it is of the first scheme, which fixes chance alone."""

    def __post_init__(self) -> None:
        check_table(self.table)
        check_hash(self.secret)
        for entropy in filter(None, self.entropies):
            check_entropy(entropy)

    @cached_property
    def commitment(self) -> str:
        """What was published when the table was opened."""
        return commitment_of(self.table, self.secret, WHOLE_GAME if self.terms else CHANCE_ALONE)

    @cached_property
    def seal(self) -> str:
        """What is published when the game begins."""
        return sha256(self._transcript).hexdigest()

    @cached_property
    def _transcript(self) -> bytes:
        return transcript(self.table, self.commitment, self.entropies, self.resumed, self.terms)

    @cached_property
    def _keyed(self) -> hmac.HMAC:
        """What all that is drawn begins with: to begin anew for each costs more than the rest of it."""
        key = hmac.digest(bytes.fromhex(self.secret), self._transcript, "sha256")
        return hmac.new(key, digestmod="sha256")

    def _of(self, name: str) -> bytes:
        """32 bytes of this name, which nobody can tell who does not know the secret."""
        mac = self._keyed.copy()
        mac.update(name.encode())
        return mac.digest()

    def salt(self, serial: int) -> str:
        """What keeps an action from being guessed by its head in the chain: 32 bytes, as hex."""
        return self._of(f"salt/{serial}").hex()

    def draw(self, position: Position, drawn: Mapping[str, int]) -> tuple[int, str]:
        """Nature's action here, and the stream that it belongs to.

        `drawn` is the caller's to count, and never to count back: a player's action may be taken back only as long as
        nature has not acted after it. Who practises against bots may go back further, and meets the same draws again.
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
        return int.from_bytes(self._of(name)[:8], "big")

    def proof(self, *, revealed: bool) -> Proof:
        """What a game file says of it; the secret only if it may be revealed now."""
        secret = self.secret if revealed else None
        return Proof(self.table, self.commitment, self.seal, secret, self.entropies, self.resumed)


def new_secret() -> str:
    """32 bytes that nobody can guess, as hex."""
    return secrets.token_hex(32)


def transcript(
    table: str, commitment: str, entropies: Iterable[str], resumed: int = 0, terms: Terms | None = None
) -> bytes:
    """The text whose hash is the seal."""
    last = [f"resumed {resumed}"] if resumed else []
    if terms is None:
        return text(CHANCE_ALONE, "seal", table, commitment, *entropies, *last)
    given = (f"{pledge} {entropy}".strip() for pledge, entropy in zip(terms.pledges, entropies, strict=True))
    return text(WHOLE_GAME, "seal", table, commitment, terms.setup, terms.people, *given, *last)


def stream_of(position: Position, outcomes: Iterable[int] | None = None) -> str:
    """The stream of nature's next action: those who will know its outcome."""
    actions = list(position.outcomes() if outcomes is None else outcomes)
    if len(actions) == 1 or not position.game.secrets:
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
