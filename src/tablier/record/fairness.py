"""Whether chance was fair: a game file, played again and compared with what its seal gives.

`chance.py` has the scheme; docs/fairness.md has it in full, for whoever wants to check it with a program of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from tablier.engine.errors import BadGameFile
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.language import Catalogue, Words
from tablier.record import gamefile
from tablier.record.chance import Seal, commitment_of, seal_of
from tablier.record.gamefile import GameFile
from tablier.record.match import Match
from tablier.record.proof import Proof

WORDS = Catalogue(files(__package__))


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
        return Verdict((_problem(NO_PROOF),), match=match)
    return _verdict(match, match.proof, gamefile.parse(text))


def _verdict(match: Match, proof: Proof, file: GameFile) -> Verdict:
    givers = tuple(seat for seat, entropy in zip(match.seats, proof.entropies, strict=True) if entropy)
    problems = [*_broken_seals(proof, file.lines)]
    if proof.secret is None:
        problems.append(_problem(NOT_REVEALED))
    if problems or proof.secret is None:
        return Verdict(tuple(problems), 0, givers, match)
    draws = [*_draws(match, Seal(proof.table, proof.secret, proof.entropies, proof.resumed))]
    wrong = [_wrong_draw(file, *draw) for draw in draws if draw[1] != draw[2]]
    return Verdict(tuple(wrong), len(draws), givers, match)


def _broken_seals(proof: Proof, lines: Mapping[str, int]) -> Iterator[Problem]:
    if proof.secret is not None and proof.commitment != commitment_of(proof.table, proof.secret):
        yield _problem(BAD_COMMITMENT, lines["commitment"])
    if proof.seal != seal_of(proof.table, proof.commitment, proof.entropies, proof.resumed):
        yield _problem(BAD_SEAL, lines["seal"])


def _draws(match: Match, seal: Seal) -> Iterator[tuple[int, str, str]]:
    """For each of nature's actions: the turn, as the file counts them, the action, and what the seal gives instead."""
    played, drawn = enumerate(zip(match.moves, match.positions(), strict=False), start=1), Counter[str]()
    for turn in match.turns():
        for number, (move, position) in played:
            if move.seat == NATURE and number > seal.resumed:
                action, stream = seal.draw(position, drawn)
                drawn[stream] += 1
                yield turn.number, move.text, position.write(NATURE, action)
            if number == turn.end:
                break


BAD_FILE = "fair/bad-file"
NO_PROOF = "fair/no-proof"
NOT_REVEALED = "fair/not-revealed"
BAD_COMMITMENT = "fair/commitment"
BAD_SEAL = "fair/seal"
BAD_DRAW = "fair/draw"


def _problem(code: str, line: int = 0, turn: int = 0, **values: object) -> Problem:
    return Problem(code, Words(WORDS, code, values), line, turn)


def _wrong_draw(file: GameFile, turn: int, played: str, sealed: str) -> Problem:
    return _problem(BAD_DRAW, file.turns[turn - 1][0], turn, number=turn, played=played, sealed=sealed)


def _bad_file(problem: BadGameFile) -> Problem:
    return _problem(BAD_FILE, problem.line, problem=problem)
