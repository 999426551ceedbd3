"""Whether a game file tells what was played, and chance was fair: it is played again and compared with its proof.

`chance.py` and `chain.py` have the scheme; docs/fairness.md has it in full, for whoever wants to check it with a
program of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.resources import files

from tablier.engine.errors import BadGameFile
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.language import Catalogue, Words
from tablier.record import gamefile
from tablier.record.chain import Chain
from tablier.record.chance import Seal, Terms, transcript
from tablier.record.ending import ending
from tablier.record.gamefile import GameFile
from tablier.record.hashes import CHANCE_ALONE, WHOLE_GAME, commitment_of, people_of, pledge_of, setup_of
from tablier.record.match import MARK, Match
from tablier.record.proof import Fixed, Proof
from tablier.record.signature import is_signed

WORDS = Catalogue(files(__package__))


@dataclass(frozen=True)
class Problem:
    """Something that keeps a game from being proved."""

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
    points: tuple[Words, ...] = ()
    """What was checked, and found to be right."""
    withheld: tuple[str, ...] = ()
    """The seats that pledged entropy and did not give it in time."""
    heads: frozenset[str] = field(default=frozenset(), repr=False)
    """Every hash that was told of what stands in the file. What somebody noted must be among them, unless it is the
    head of an action that was taken back: of those the file has only the number."""

    @property
    def ok(self) -> bool:
        """Whether everything is as the proof has it."""
        return not self.problems

    @property
    def covers_all(self) -> bool:
        """Whether the proof is one that fixes the whole game, and not chance alone."""
        return bool(self.match and self.match.proof and self.match.proof.fixed)


def verify(
    text: str,
    progress: Callable[[int, int], None] | None = None,
    *,
    game: Game | None = None,
    noted: Iterable[str] = (),
) -> Verdict:
    """Play a game file again, and compare all that it says with its proof.

    `progress` and `game` are those of `Match.loads`. What was `noted` while the game was on (the commitment, the seal,
    a head, the server's key) must be of this game; where actions were taken back, a head that is not in the file may be
    of one of these, and it is said. Whatever the text is, the answer is a verdict.
    """
    try:
        match = Match.loads(text, progress, game=game)
    except BadGameFile as problem:
        return Verdict((_bad_file(problem),))
    if match.proof is None:
        return Verdict((_problem(NO_PROOF),), match=match)
    verdict = _Examination(match, match.proof, gamefile.parse(text)).verdict()
    strange = [note for note in noted if note not in verdict.heads]
    if noted and not strange:
        return replace(verdict, points=(*verdict.points, _words(f"{NOTED}-ok")))
    fixed = match.proof.fixed
    code = NOTED_OR_TAKEN_BACK if fixed and fixed.skips else NOTED
    return replace(verdict, problems=(*verdict.problems, *(_problem(code, hash=note) for note in strange)))


class _Examination:
    """A game file is compared with its proof, point by point."""

    def __init__(self, match: Match, proof: Proof, file: GameFile) -> None:
        self.match, self.proof, self.file = match, proof, file
        self.problems: list[Problem] = []
        self.points: list[Words] = []
        self.heads = {proof.commitment, proof.seal}
        self.drawn = 0

    def verdict(self) -> Verdict:
        self._examine()
        given = zip(self.match.seats, self.proof.entropies, strict=True)
        withheld = zip(self.match.seats, self._pledges, self.proof.entropies, strict=True)
        return Verdict(
            tuple(self.problems),
            self.drawn,
            tuple(seat for seat, entropy in given if entropy),
            self.match,
            tuple(self.points),
            tuple(seat for seat, pledge, entropy in withheld if pledge and not entropy),
            frozenset(self.heads),
        )

    @property
    def _pledges(self) -> tuple[str, ...]:
        return self.proof.fixed.pledges if self.proof.fixed else ("",) * len(self.match.seats)

    def _examine(self) -> None:
        fixed = self.proof.fixed
        self._compare_seals(fixed)
        if self.proof.secret is None:
            self._blame(_problem(NOT_REVEALED))
        broken = {problem.code for problem in self.problems} & {BAD_COMMITMENT, BAD_SEAL, NOT_REVEALED}
        if broken or self.proof.secret is None:
            return
        terms = Terms(fixed.setup, fixed.people, fixed.pledges) if fixed else None
        seal = Seal(self.proof.table, self.proof.secret, self.proof.entropies, self.proof.resumed, terms)
        self._compare_draws(seal)
        if fixed:
            self._compare_chain(seal, fixed)
            self._compare_signature(fixed)

    def _compare_seals(self, fixed: Fixed | None) -> None:
        proof, match = self.proof, self.match
        terms = Terms(fixed.setup, fixed.people, fixed.pledges) if fixed else None
        if proof.secret is not None:
            scheme = WHOLE_GAME if fixed else CHANCE_ALONE
            self._point(BAD_COMMITMENT, proof.commitment == commitment_of(proof.table, proof.secret, scheme))
        sealed = transcript(proof.table, proof.commitment, proof.entropies, proof.resumed, terms)
        self._point(BAD_SEAL, proof.seal == sha256(sealed).hexdigest())
        if fixed:
            names = [match.names.get(seat, "") for seat in match.seats]
            self._compare_pledges(fixed)
            self._point(BAD_SETUP, fixed.setup == setup_of(match.game.name, match.options))
            self._point(BAD_PEOPLE, fixed.people == people_of(names))

    def _compare_pledges(self, fixed: Fixed) -> None:
        for number, (seat, pledge) in enumerate(zip(self.match.seats, fixed.pledges, strict=True)):
            entropy = self.proof.entropies[number]
            if entropy and pledge != pledge_of(self.proof.table, number, entropy):
                self._blame(_problem(BAD_PLEDGE, self.file.lines[f"entropy {seat}"]))
        if any(fixed.pledges) and not self.problems:
            self.points.append(_words(f"{BAD_PLEDGE}-ok"))

    def _compare_draws(self, seal: Seal) -> None:
        draws = [*_draws(self.match, seal)]
        wrong = [_wrong_draw(self.file, *draw) for draw in draws if draw[1] != draw[2]]
        self.problems += wrong
        self.drawn = len(draws)
        if not wrong:
            self.points.append(_words(f"{BAD_DRAW}-ok" if draws else NO_DRAWS, n=len(draws)))

    def _compare_chain(self, seal: Seal, fixed: Fixed) -> None:
        chain = Chain(seal, fixed.skips)
        for move in self.match.moves:
            chain.add(move.seat, move.text)
        chain.skip()
        self.heads |= {head.hex() for head in chain.heads}
        if chain.head != fixed.actions:
            self._blame(self._altered_turn(chain, fixed))
            return
        self.points.append(_words(f"{BAD_ACTIONS}-ok", n=self.match.length))
        if chain.skips != fixed.skips:
            self._blame(_problem(BAD_SKIPS, self.file.lines["proof taken_back"]))
        if self._marks(chain) != [*fixed.turns]:
            self._blame(_problem(BAD_MARKS, self.file.lines.get("proof turns", 0)))
        last = chain.ended(*ending(end)) if (end := self.match.ended) else None
        if last or fixed.end:
            self._point(BAD_END, last == fixed.end)
        self.heads |= {last} if last else set()

    def _altered_turn(self, chain: Chain, fixed: Fixed) -> Problem:
        """The first turn that is not as it was played."""
        marks = self._marks(chain)
        same = [mark == fixed.turns[i] for i, mark in enumerate(marks[: len(fixed.turns)])]
        if False in same:
            turn = same.index(False) + 1
            return _problem(BAD_ACTIONS, self.file.turns[turn - 1][0], turn, number=turn)
        last = self.file.turns[-1][0] if self.file.turns else 0
        return _problem(BAD_LENGTH, last, told=len(marks), fixed=len(fixed.turns))

    def _marks(self, chain: Chain) -> list[str]:
        return [chain.heads[turn.end].hex()[:MARK] for turn in self.match.turns()]

    def _compare_signature(self, fixed: Fixed) -> None:
        if not (fixed.server and fixed.signature):
            self._blame(_problem(NO_SIGNATURE))
        else:
            self.heads.add(fixed.server)
            self._point(BAD_SIGNATURE, is_signed(fixed.end or "", fixed.server, fixed.signature))

    def _point(self, code: str, is_right: bool) -> None:
        """Something is right, or it is not."""
        if is_right:
            self.points.append(_words(f"{code}-ok"))
        else:
            self._blame(_problem(code, self.file.lines.get(_LINES[code], 0)))

    def _blame(self, problem: Problem) -> None:
        self.problems.append(problem)


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
BAD_PLEDGE = "fair/pledge"
BAD_SEAL = "fair/seal"
BAD_SETUP = "fair/setup"
BAD_PEOPLE = "fair/people"
BAD_DRAW = "fair/draw"
NO_DRAWS = "fair/no-draws"
BAD_ACTIONS = "fair/actions"
BAD_LENGTH = "fair/length"
BAD_MARKS = "fair/marks"
BAD_SKIPS = "fair/taken-back"
BAD_END = "fair/end"
BAD_SIGNATURE = "fair/signature"
NO_SIGNATURE = "fair/no-signature"
NOTED = "fair/noted"
NOTED_OR_TAKEN_BACK = "fair/noted-or-taken-back"

_LINES = {
    BAD_COMMITMENT: "commitment",
    BAD_SEAL: "seal",
    BAD_SETUP: "game",
    BAD_PEOPLE: "proof people",
    BAD_END: "result",
    BAD_SIGNATURE: "proof signature",
}
"""The header that is told where a point is not right."""


def _words(code: str, **values: object) -> Words:
    return Words(WORDS, code, values)


def _problem(code: str, line: int = 0, turn: int = 0, **values: object) -> Problem:
    return Problem(code, _words(code, **values), line, turn)


def _wrong_draw(file: GameFile, turn: int, played: str, sealed: str) -> Problem:
    return _problem(BAD_DRAW, file.turns[turn - 1][0], turn, number=turn, played=played, sealed=sealed)


def _bad_file(problem: BadGameFile) -> Problem:
    return _problem(BAD_FILE, problem.line, problem=problem)
