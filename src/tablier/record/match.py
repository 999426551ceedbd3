"""A match: a game being played. Options, and a list of actions; everything else follows from these two.

It is the only thing that keeps moves, turns, chance, undo and an ending: a table of a server, a game in the terminal, a
replay and a test are matches with something added. What has been played is written down when somebody first asks how it
is written, and from then on as it is made; so no action costs more than the one before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

from tablier.engine import kernels
from tablier.engine.errors import BadOption, BadProof, IllegalAction, NothingToUndo, UnknownSeat
from tablier.engine.game import Game, Played
from tablier.engine.kernels import NATURE, PUBLIC, State
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.talk import Message, Talk
from tablier.engine.words import shorten
from tablier.record import gamefile
from tablier.record.chain import Chain
from tablier.record.chance import Chance, Seal, Seeded
from tablier.record.draft import Draft, Drafting
from tablier.record.ending import End, Why, end_by_rules, ending
from tablier.record.gamefile import GameFile
from tablier.record.proof import Fixed, Proof
from tablier.record.turns import EVERYTHING, NOTHING, Move, Stage, Step, Texts, Turn, Turns, Viewer, stage_of

__all__ = ["Draft", "End", "Match", "Move", "Step", "Turn", "Why"]

MARK = 4
"""Digits of a head by which a turn that was altered is found."""

STRIDE = 32
"""Actions from one position that is kept to the next."""

Action = tuple[int, int]
"""A seat, or NATURE, and the number of what it did."""


class Match:
    """A game from its opening on.

    With a seed nature plays by itself, always the same way for the same seed and actions. Any other `chance` may play
    for it, such as the seal of a table. Without one, nature's actions are the caller's to make: a test, a replay,
    somebody with a real die.

    >>> match = Match("war-of-masters", goal="all")
    >>> match.pending == (NATURE,)
    True
    >>> match.play("[3]")
    >>> match.play("e2-e5")
    >>> print(match)
    tablier 1
    game: war-of-masters
    goal: all
    path: blocked
    ring: ee
    max_turns: 1000
    <BLANKLINE>
    1. [3] e2-e5
    <BLANKLINE>
    result: *
    <BLANKLINE>

    Every action is there as well, and every position:

    >>> match.moves[-1]
    Move(seat=0, action=320, text='e2-e5', turn=0)
    >>> match.at(1).legal()[:2]
    ['a2-a5', 'b2-b5']
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        names: Mapping[str, str] | None = None,
        proof: Proof | None = None,
        viewers: Iterable[Viewer] = (),
        **options: Any,
    ) -> None:
        """Open a match. `names` gives the players' names by seat; they are only for people to read.

        `proof` is for a match whose chance came from a table: it goes into the game file as it is. For `viewers` the
        turns are written down from the beginning; for others, when they are first asked for.
        """
        if seed is not None and chance is not None:
            raise BadOption("chance follows either a seed or something else, not both")
        self._current = Position(game, **options)
        self.chance = chance if seed is None else Seeded(seed)
        """Who plays for nature; nobody: the caller."""
        self._proof = self._check_proof(proof)
        self._early: End | None = None
        self._names: dict[str, str] = {}
        for seat, name in (names or {}).items():
            self.name(seat, name)
        self._log: list[Action] = []
        self._streams: list[str] = []
        """Of nature's actions."""
        self._drawn: Counter[str] = Counter()
        """How often each of them was drawn on."""
        self._kept: list[tuple[int, bytes]] = [(0, self._current.to_bytes())]
        """Some of the positions: after how many actions, and the record."""
        self._before: tuple[int, bytes] = self._kept[0]
        """The same of the position before the last action."""
        self._stage: Stage | None = None
        """How far it has come, once somebody has asked."""
        self._drafted: tuple[tuple[Position, Step], ...] = ()
        """What was drafted last, from here on: what is then played just so need not be worked out again."""
        self._turns = Turns(viewers) if viewers else None
        self.chain = _chain_of(chance)
        """What fixes all that is played, where a seal has begun it."""
        self._let_nature_play()

    # --- what there is to know

    @property
    def game(self) -> Game:
        return self._current.game

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option with its value."""
        return dict(self._current.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self._current.seats

    @property
    def seed(self) -> int | None:
        """The seed that chance follows, if it follows one."""
        return self.chance.seed if isinstance(self.chance, Seeded) else None

    @property
    def names(self) -> dict[str, str]:
        """The players' names, by seat; `name` gives one."""
        return {seat: self._names[seat] for seat in self.seats if seat in self._names}

    @property
    def position(self) -> Position:
        """The position now, with nothing hidden: a copy, to do with as you like."""
        return self._current.copy()

    @property
    def current(self) -> Position:
        """The position now, itself: quick to look at, and not to be played on."""
        return self._current

    def at(self, actions: int) -> Position:
        """The position after so many actions, with nothing hidden; 0 is the opening."""
        if not 0 <= actions <= len(self._log):
            raise IndexError(f"{shorten(actions)}: there have been {len(self._log)} actions")
        if actions == self._before[0]:
            begin, record = self._before
        else:
            begin, record = self._kept[bisect_right(self._kept, actions, key=lambda kept: kept[0]) - 1]
        position = Position.from_bytes(self.game, self._current.options, record)
        for seat, action in self._log[begin:actions]:
            position.apply(seat, action)
        return position

    def positions(self) -> Iterator[Position]:
        """The positions from the opening to now. It is one and the same, which changes: copy it to keep it."""
        position = self.at(0)
        yield position
        for seat, action in self._log:
            position.apply(seat, action)
            yield position

    def last_of(self, seat: int) -> int | None:
        """How many actions there were before the last one of a seat; None: it has not acted."""
        for number in range(len(self._log) - 1, -1, -1):
            if self._log[number][0] == seat:
                return number
        return None

    @property
    def length(self) -> int:
        """How many actions there have been, nature's included."""
        return len(self._log)

    @property
    def actions(self) -> list[Action]:
        """Who did what, nature included, as numbers alone."""
        return list(self._log)

    @property
    def moves(self) -> list[Move]:
        """Who did what, nature included, from the beginning: seat, action, how it is written, and of which turn."""
        return self.moves_since(0)

    def moves_since(self, actions: int) -> list[Move]:
        """The same without the first so many."""
        return self._written().moves[actions:]

    @property
    def log(self) -> list[Played]:
        """Who did what, nature included, as it is written."""
        return [(move.seat, move.text) for move in self._written().moves]

    def turns(self, viewer: Viewer = EVERYTHING) -> list[Turn]:
        """The turns as that seat (or PUBLIC) may know them, the last perhaps unfinished; or with nothing hidden."""
        return self._written(viewer).of(viewer, self._current)

    def lines(self, viewer: Viewer = EVERYTHING) -> list[str]:
        """The game so far, one line a turn, without numbers."""
        return [turn.line for turn in self.turns(viewer)]

    def turns_finished_at(self, actions: int) -> int:
        """How many turns were finished after so many actions."""
        return self._written().finished_at(actions)

    def begin_of_turn(self, turn: Turn) -> int:
        """How many actions there had been when a turn began."""
        return self._written().begin_of_turn(turn.end - 1)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, as the game counts them."""
        return self.stage.turn

    @property
    def stage(self) -> Stage:
        """How far the rules have taken it."""
        if self._stage is None:
            self._stage = stage_of(self._current)
        return self._stage

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may act now; (NATURE,) when chance is to act; () when nobody may act any more."""
        return () if self._early else self.stage.pending

    @property
    def played_in_secret(self) -> tuple[int, ...]:
        """The seats that have acted in this turn without everybody's knowing what they did."""
        return tuple(dict.fromkeys(seat for seat, _ in self._written(PUBLIC).in_secret()))

    @property
    def over(self) -> bool:
        """Whether the game has ended, however it did."""
        return self._early is not None or self.stage.over

    @property
    def ended(self) -> End | None:
        """How the game ended; None while it is on."""
        return self._early or (end_by_rules(self._current) if self.stage.over else None)

    @property
    def shares(self) -> tuple[Fraction, ...] | None:
        """Each seat's share of the win, which add up to 1, however the game ended; None while it is on."""
        return self._early.shares if self._early else self._current.shares

    @property
    def proof(self) -> Proof | None:
        """What the game file says so that anybody can check that chance was fair; `fairness.verify` does."""
        if not isinstance(self.chance, Seal):
            return self._proof
        return replace(self.chance.proof(revealed=self.over), fixed=self._fixed(self.chance))

    def _fixed(self, seal: Seal) -> Fixed | None:
        if not (self.chain and seal.terms):
            return None
        return Fixed(
            seal.terms.setup,
            seal.terms.people,
            seal.terms.pledges,
            actions=self.chain.head,
            end=self.head if self.over else None,
            turns=tuple(self.chain.heads[turn.end].hex()[:MARK] for turn in self.turns()),
            skips=self.chain.skips,
        )

    @property
    def head(self) -> str:
        """What fixes all that has happened so far, the ending included; empty where no seal has begun it."""
        if not self.chain:
            return ""
        return self.chain.ended(*ending(end)) if (end := self.ended) else self.chain.head

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, as they are written; of the one that is to act, if none is named."""
        return [] if self._early else self._current.legal(seat)

    def chances(self) -> dict[str, Fraction]:
        """What nature may do here, with its probability; nothing where it is not nature's to act."""
        return {} if self._early else self._current.chances()

    def view(self, seat: int) -> Position:
        """The position as that seat may know it, or a spectator (PUBLIC)."""
        return self._current.view(seat)

    def talk(self, seat: int) -> Talk:
        """What a seat may say now, and to whom."""
        return self._current.talk(seat)

    def check(self, message: Message) -> None:
        """See that this may be said now. Raises TalkForbidden or BadMessage; and UnknownSeat."""
        self._current.check(message)

    def kept(self, message: Message, turn: int) -> bool | None:
        """Whether who made or accepted this offer, in that turn, then did what it says; see `Position.kept`."""
        return self._current.kept(message, turn)

    # --- what there is to do

    def play(self, text: str, seat: int | None = None) -> None:
        """Play an action, as it is written. Raises IllegalAction, and changes nothing, if the rules forbid it.

        Where several seats may act at once, say which.
        """
        self._check_on(text)
        if seat is None:
            seat = self._current._only_seat(text)
        if seat == NATURE and self.chance is not None:
            raise IllegalAction(shorten(text), "chance follows the seed of this match")
        self.append(seat, self._current.read(text, seat))
        self._let_nature_play()

    def read(self, text: str, seat: int) -> int:
        """The number of an action that the seat may take now, from how it is written. Raises IllegalAction."""
        self._check_on(text)
        return self._current.read(text, seat)

    def _check_on(self, text: str) -> None:
        if self._early:
            raise IllegalAction(shorten(text), f"the game has ended: {self._written_end()}")

    def draft(self, *played: Action, chance: Chance | None = None) -> Draft:
        """What would happen if this were played: that, and what chance does then. Nothing changes.

        Without anything: what chance does now. It is not checked that actions are legal: `read` does.
        """
        chance = chance or self.chance
        draft = Drafting(self._current, self.stage, self._written(), self._drawn)
        for seat, action in played:
            draft.play(seat, action)
        while chance and draft.stage.pending == (NATURE,):
            draft.play(NATURE, *chance.draw(draft.position, draft.drawn))
        self._drafted = tuple(draft.steps)
        steps = tuple(step for _, step in draft.steps)
        return Draft(steps, end_by_rules(draft.position) if draft.stage.over else None)

    def begin(self, seal: Seal) -> None:
        """Nothing has been played yet: chance follows a seal from now on, with which the chain begins."""
        self.chance, self.chain = seal, _chain_of(seal)

    def append(
        self, seat: int, action: int, stream: str = "", *, texts: Texts = NOTHING, lines: Texts = NOTHING
    ) -> None:
        """Let an action have happened, by its number. It does not check, and nature does not follow by itself.

        What viewers have been told of it already, and of the turn that it ended, stays what they were told.
        """
        before = self._current.to_bytes()
        if self._turns:
            step = self._turns.act(
                self._current, seat, action, stream, texts=texts, lines=lines, stage=self._stage
            )  # fmt: skip
            text, stage = step.move.text, step.stage
        else:
            text, stage = self._current.write(seat, action) if self.chain else "", None
            self._current.apply(seat, action)
        self._drafted = ()
        self._enter(seat, action, stream, text, before, stage)

    def follow_draft(self, seat: int, action: int, stream: str = "") -> bool:
        """Let the next step of what was drafted last have happened, if it is this one; else nothing changes."""
        if not self._drafted or not self._turns:
            return False
        (position, step), *rest = self._drafted
        if step.move[:2] != (seat, action) or step.stream != stream:
            return False
        before, self._current, self._drafted = self._current.to_bytes(), position, tuple(rest)
        self._turns.add(step)
        self._enter(seat, action, stream, step.move.text, before, step.stage)
        return True

    def _enter(self, seat: int, action: int, stream: str, text: str, before: bytes, stage: Stage | None) -> None:
        """Keep an action that was just played: how it is written, what there was before it, how far it has led."""
        self._before, self._stage = (len(self._log), before), stage
        if self.chain:
            self.chain.add(seat, text)
        self._log.append((seat, action))
        if seat == NATURE:
            self._streams.append(stream)
            self._drawn[stream] += 1
        if len(self._log) % STRIDE == 0:
            self._kept.append((len(self._log), self._current.to_bytes()))

    def advance(self, loop: Callable[[State, list[Action]], None]) -> None:
        """Let a loop play on in the record itself, unchecked; it adds what it played to the list that it is given."""
        self._turns, self._stage, self._drafted = None, None, ()
        played: list[Action] = []
        try:
            loop(self._current.record, played)
        finally:  # also where a rule breaks down: the game is to end with the action that did it
            self._log += played
            self._streams += ["" for seat, _ in played if seat == NATURE]
            self._drawn = Counter(self._streams)

    def undo(self) -> None:
        """Take back the last action. Where chance plays by itself: the last of a player, and what it did after it.

        The same action played again then meets the same chance. Where the game was ended before the rules ended it,
        that is what is taken back.
        """
        if self._early:
            self._early = None
            return
        actions = len(self._log) - 1
        while self.chance is not None and actions >= 0 and self._log[actions][0] == NATURE:
            actions -= 1
        if actions < 0:
            raise NothingToUndo("there is nothing to take back: no action has been played")
        self.truncate(actions)

    def truncate(self, actions: int, *, practice: bool = False) -> None:
        """Let only the first actions have happened. What a sealed chance gave is never taken back.

        Unless it is for practice: then the same draws come again in the same sequence, and nobody can try their luck.
        """
        drawn = sum(seat == NATURE for seat, _ in self._log[actions:])
        if drawn and isinstance(self.chance, Seal) and not practice:
            raise NothingToUndo("there is nothing to take back: chance has acted since then")
        self._current = self.at(actions)
        self._early, self._stage, self._drafted = None, None, ()
        if self.chain:
            self.chain.truncate(actions)
        if self._turns:
            self._rewrite(self._turns, actions)
        del self._log[actions:]
        self._drawn -= Counter(self._streams[len(self._streams) - drawn :])
        del self._streams[len(self._streams) - drawn :]
        while self._kept[-1][0] > actions:
            self._kept.pop()
        self._before = self._kept[-1]

    def end(self, end: End) -> None:
        """End the game before the rules do. Raises IllegalAction if they have; and UnknownSeat, BadOption."""
        if end.why not in get_args(Why)[1:] or (end.seat is None) != (end.why == "host"):
            raise BadOption(f"{shorten(end.why)!r} ends no game; it is {' or '.join(get_args(Why)[1:])}")
        if end.seat is not None:
            self.game.seat(end.seat, self._current.options)
        if len(end.shares) != len(self.seats) or min(end.shares) < 0 or sum(end.shares) != 1:
            written = shorten(gamefile.write_result(end.shares))
            raise BadOption(
                f"{written!r} is no result: each of {len(self.seats)} seats has a share, and they add up to 1"
            )
        if self.over:
            raise IllegalAction(end.why, "the game has ended already")
        self._early = replace(end, shares=tuple(map(Fraction, end.shares)))

    def name(self, seat: str, name: str) -> None:
        """Say who plays a seat."""
        if seat not in self.seats:
            raise UnknownSeat(f"{shorten(seat)!r} is no seat of this game; there are: {', '.join(self.seats)}")
        self._names[seat] = gamefile.check_name(name)

    def copy(self) -> Match:
        """The same match, independent of this one."""
        other = Match.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._current = self._current.copy()
        other._names, other._log = dict(self._names), list(self._log)
        other._streams, other._drawn = list(self._streams), Counter(self._drawn)
        other._kept = list(self._kept)
        other._turns, other._drafted = None, ()
        other.chain = self.chain.copy() if self.chain else None
        return other

    __copy__ = copy

    def _let_nature_play(self) -> None:
        while self.chance and self.stage.pending == (NATURE,):
            action, stream = self.chance.draw(self._current, self._drawn)
            self.append(NATURE, action, stream)

    def _written(self, viewer: Viewer = EVERYTHING) -> Turns:
        """The turns, written for this viewer as well."""
        if self._turns is None or viewer not in self._turns.viewers:
            if viewer is not EVERYTHING:
                self.game.seat(viewer, self._current.options, PUBLIC)
            position, turns = self.at(0), Turns((*(self._turns.viewers if self._turns else ()), viewer))
            for seat, action in self._log:
                turns.act(position, seat, action)
            self._turns = turns
        return self._turns

    def _rewrite(self, turns: Turns, actions: int) -> None:
        """Write the turn that was being played after so many actions again."""
        begin = turns.begin_of_turn(actions)
        turns.truncate(begin)
        position = self.at(begin)
        for seat, action in self._log[begin:actions]:
            turns.act(position, seat, action)

    def _check_proof(self, proof: Proof | None) -> Proof | None:
        """With the entropy of every seat, given or not."""
        if proof is None:
            return None
        if self.chance is not None:
            raise BadProof("chance follows either a seed or the proof of a table, not both")
        if proof.entropies and len(proof.entropies) != len(self.seats):
            raise BadProof(f"a proof has the entropy of {len(self.seats)} seats, not of {len(proof.entropies)}")
        if proof.fixed and len(proof.fixed.pledges) != len(self.seats):
            raise BadProof(f"a proof has the pledges of {len(self.seats)} seats, not of {len(proof.fixed.pledges)}")
        return replace(proof, entropies=proof.entropies or ("",) * len(self.seats))

    # --- the game file

    def __str__(self) -> str:
        """The game file."""
        return str(self.file())

    def file(self, viewer: Viewer = EVERYTHING) -> GameFile:
        """The game file, in its parts; as that seat (or PUBLIC) may know it, to be read and not to be played.

        A view has neither a seed nor a secret: from these follows what others have drawn, and what will come.
        """
        file = GameFile(
            game=self.game.name,
            options={name: str(value) for name, value in self._current.options.items()},
            seed=None if self.seed is None else str(self.seed),
            ended=self._written_end(),
            names=self.names,
            body=self._written(viewer).text(viewer, self._current),
            result=gamefile.write_result(self.shares),
        )
        if proof := self.proof:
            proof.write(file, self.seats)
        if viewer is not EVERYTHING:
            file.seed = file.secret = None
            file.view = gamefile.SPECTATOR if viewer == PUBLIC else self.seats[viewer]
        return file

    def _written_end(self) -> str | None:
        """How an early end is written."""
        if self._early is None:
            return None
        seat, why = self._early.seat, self._early.why
        return why if seat is None else f"{self.seats[seat]} {why}"

    @classmethod
    def loads(cls, text: str, progress: Callable[[int, int], None] | None = None, *, game: Game | None = None) -> Match:
        """Read a game file, playing every action; raises BadGameFile with the line if it breaks a rule.

        `progress` is called with the turns played so far, and how many there are. `game` is the game that the file
        must be of; it may be one that is not among ours.
        """
        from tablier.record.loading import load

        return load(cls, text, progress, game)

    @classmethod
    def replayed(
        cls,
        game: str | Game,
        options: Mapping[str, Any],
        moves: Iterable[Action],
        *,
        names: Mapping[str, str] | None = None,
        proof: Proof | None = None,
        ended: End | None = None,
    ) -> Match:
        """A match from its actions as numbers, nature's included: who acts, and the action.

        Raises IllegalAction if the rules forbid one.
        """
        match = cls(game, names=names, proof=proof, **options)
        for seat, action in moves:
            match._check_action(seat, action)
            match.append(seat, action)
        if ended and ended.why != "rules":
            match.end(ended)
        return match

    def _check_action(self, seat: int, action: int) -> None:
        position = self._current
        if seat not in position.pending:
            raise IllegalAction(shorten(action), f"it is not for seat {shorten(seat)} to act now")
        if seat == NATURE:
            if action not in position.outcomes():
                raise IllegalAction(shorten(action), "chance does not give this here")
        elif not 0 <= action < self.game.rules.ACTION_COUNT:
            raise IllegalAction(shorten(action), "there is no such action")
        elif rule := kernels.forbids(position.record, seat, action):
            raise IllegalAction(shorten(action), *self.game.why_not(rule))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (str(self), self.game)

    def __repr__(self) -> str:
        return f"Match.loads({str(self)!r})"


def _chain_of(chance: Chance | None) -> Chain | None:
    return Chain(chance) if isinstance(chance, Seal) and chance.terms else None


def _restore(text: str, game: Game) -> Match:
    """A match as it was sent to another process."""
    return Match.loads(text, game=game)
