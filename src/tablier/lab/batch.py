"""A batch: thousands of games side by side, in one array of records, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from tablier.engine import kernels, rng
from tablier.engine.compiled import compiled
from tablier.engine.errors import BadActions, BadOption, IllegalInBatch
from tablier.engine.game import Game
from tablier.engine.held import Held
from tablier.engine.kernels import PUBLIC, Buffer
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.words import shorten
from tablier.lab import blocks
from tablier.lab.blocks import ALL_WELL, LISTS, NO_LEGAL, NOBODY, SEAT_BITS, WORD_BITS, Games, Legal, Terms
from tablier.lab.history import History, recall
from tablier.lab.lists import Lists
from tablier.lab.opponents import Opponents
from tablier.record.chance import Seeded
from tablier.record.match import Match
from tablier.work.cores import cores

Form = Literal["none", "lists", "masks", "bits"]
"""How legal actions are told: not at all, as lists, as an array of truth values, as 32 of them in a word."""

FORMS: tuple[Form, ...] = get_args(Form)

BLOCK = 256
"""Games for which another thread is worth its while."""

ROOM = 64
"""Legal actions of a game, and actions of a log, for which there is room at first; there will be more as needed."""

MOST_GAMES = 1 << 24

BOUNDS = -(1 << 31), (1 << 31) - 1
"""Of the numbers that actions are given as."""

Bots = Mapping[int, str | int]
"""Bots by their seats: "random", "greedy", a level, or what `tablier arena` calls one, such as "5@100"."""

Tell = Callable[[int], None]
"""Told how many more games are over."""

T = TypeVar("T")


class Batch:
    """Games side by side. Its arrays are always the same, and written anew by each step: copy what you keep.

    Those by which the batch itself goes on can only be read: compiled code would not notice a seat that there is not.
    What else is written into does no harm, as nothing but you reads it: `view`, `obs`, `reward`, `masks`, `bits`.

    >>> env = Batch("master-citadel", 1000)
    >>> env.obs.shape, env.seat[:3].tolist(), bool(env.done.any())
    ((1000, 39), [0, 0, 0], False)
    >>> while not env.done.any():
    ...     env.step(env.sample())
    >>> i = int(env.done.argmax())
    >>> env.match(i).over, float(env.reward[i].sum())
    (True, 1.0)
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seed: int = 1,
        legal: Form = "lists",
        bots: Bots | None = None,
        restart: bool = True,
        log: bool = True,
        threads: int | None = None,
        first: int = 0,
        options: Mapping[str, Any] | None = None,
        tell: Tell | None = None,
        idle: bool = False,
        bot_seed: int | None = None,
    ) -> None:
        """`first` is the number of the first game: game 7 of a batch is the first of one that begins at 7.

        With a `bot_seed` bots choose by that, and chance alone goes by `seed`: the same dice, and other play.
        Where bots have every seat, the games are played to the end at once; `tell` is told how many are over.
        What is `idle` waits for its games to be brought from a file.
        """
        self.game = game if isinstance(game, Game) else find(game)
        self.options: dict[str, Value] = self.game.settle(options or {})
        """Every option with its value."""
        self.seats = self.game.seats(self.options)
        """The names of the seats."""
        self.seed = Seeded(seed).seed
        self.bot_seed = bot_seed if bot_seed is None else Seeded(bot_seed).seed
        """What bots choose by; None: by the seed too."""
        self.restart = restart
        if legal not in FORMS:
            raise BadOption(f"legal: {shorten(legal)!r} is not possible; it is one of {', '.join(FORMS)}")
        n = whole("n", n, 1, MOST_GAMES)
        self._blocks = _bounds(n, whole("threads", cores() if threads is None else threads, 1, 1024))
        self._games = blocks.new_games(self.game, n, len(self.seats), ROOM if log else 0)
        self._games.numbers[:] += whole("first", first, 0, 1 << 62)
        self._rooms = [blocks.new_room(self.game, len(self.seats)) for _ in self._blocks]
        self._listed = self._new_legal(FORMS.index(legal), ROOM)
        self._opponents = Opponents(self.game, self.options, bots or {}, len(self._blocks), self.seed)
        self._terms = Terms(
            opening=self.game.open(self.options),
            root=rng.seeded("batch", self.seed),
            bot_root=rng.seeded("batch", self.seed if bot_seed is None else bot_seed),
            own=(1 << len(self.seats)) - 1 & ~self._opponents.seats,
            stride=n if restart else 0,
            action_count=self.game.rules.ACTION_COUNT,
        )
        self._chosen = np.zeros((n, 1), dtype=np.int32)
        self._has_sampled = False
        """Whether these are choices for the games as they are."""
        self._bound: dict[Any, Callable[..., Any]] = {}
        if not idle:
            self._play(self._chosen[:0], tell)

    def __len__(self) -> int:
        return len(self._games.seats)

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} games of {self.game.name}>"

    # --- what there is to know

    @property
    def bots(self) -> dict[int, str]:
        """The seats that are played inside the batch, and by whom."""
        return self._opponents.specs

    @property
    def view(self) -> Buffer:
        """[n] records: what the seat to act may know, and nothing else; when it is over, what everybody may."""
        return self._games.views

    @cached_property
    def obs(self) -> Buffer:
        """[n, words] int32: the same bytes as `view`."""
        return words_of(self._games.views)

    @cached_property
    def seat(self) -> Buffer:
        """[n] int32: the seat that is to act, the lowest where there are several; -1 when the game is over."""
        return _to_read(self._games.seats)

    @cached_property
    def pending(self) -> Buffer:
        """[n] int32: a bit for each seat that may act now; several: simultaneously."""
        return _to_read(self._games.pending)

    @cached_property
    def done(self) -> Buffer:
        """[n] bool: whether the game is over."""
        return _to_read(self._games.done)

    @property
    def reward(self) -> Buffer:
        """[n, seats] float32: each seat's share of the win if the game has ended with this step; otherwise 0."""
        return self._games.rewards

    @cached_property
    def number(self) -> Buffer:
        """[n] int64: which of all the games of this seed it is; a number is the same game in any batch."""
        return _to_read(self._games.numbers)

    @cached_property
    def length(self) -> Buffer:
        """[n] int32: how many actions there have been, nature's included."""
        return _to_read(self._games.lengths)

    @cached_property
    def choices(self) -> Buffer:
        """[n] int32: how many of these were players'."""
        return _to_read(self._games.choices)

    @property
    def count(self) -> Buffer:
        """[n] int32: how many legal actions there are."""
        self._need("lists", "masks", "bits")
        return _to_read(self._listed.counts)

    @property
    def lists(self) -> Lists:
        """The legal actions of the seat to act, ascending."""
        self._need("lists")
        listed = self._listed
        return Lists(_to_read(listed.values), _to_read(listed.starts), _to_read(listed.counts))

    @property
    def masks(self) -> Buffer:
        """[n, action_count] bool: which actions are legal."""
        self._need("masks")
        return self._listed.masks

    @property
    def bits(self) -> Buffer:
        """[n, words] uint32: the same; action a is bit a % 32 of word a // 32."""
        self._need("bits")
        return self._listed.bits

    @property
    def legal(self) -> Form:
        """In which form legal actions are told."""
        return FORMS[self._listed.form]

    def view_of(self, seat: int) -> Buffer:
        """[n] records: what a seat (or PUBLIC) may know of each game; for those who act simultaneously."""
        seat = self.game.seat(seat, self.options, PUBLIC)
        views = np.zeros(len(self), dtype=self.game.dtype)
        self._run(blocks.views_of, seat, views)
        return views

    def planes(self) -> Buffer:
        """[n, planes, rows, columns] float32: what the seat to act sees, as planes of the board; 0 where it is over.

        `env.plane_names` says what each shows. Raises BadOption where a game has none.
        """
        if not self.plane_names:
            raise BadOption(f"{self.game.name} has no planes; its insight.py may have them")
        shape = len(self), len(self.plane_names), *self.game.insight.BOARD
        planes = np.zeros(shape, dtype=np.float32)
        self._run(blocks.planes_of, np.zeros_like(self._games.views), planes)
        return planes

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each of its planes shows; none, if the game has none."""
        return self.game.insight.PLANES

    def masks_of(self, seat: int) -> Buffer:
        """[n, action_count] bool: which actions of a seat are legal now; for those who act simultaneously."""
        seat = self.game.seat(seat, self.options)
        masks = np.zeros((len(self), self._terms.action_count), dtype=np.bool_)
        self._run(blocks.masks_of, seat, masks)
        return masks

    # --- what there is to do

    def sample(self) -> Buffer:
        """[n] int32: a legal action for the seat to act, each as likely as another; -1 where the game is over.

        Chosen by each game's own generator: the same games choose the same, in a batch of any size.
        """
        work, rest = blocks.choose_evenly, (self._listed, self._games.choice_rng, self._terms.own, self._chosen)
        if self._listed.form == LISTS:  # a look into each list takes less time than to wake another thread
            self._run_alone(work, *rest)
        else:
            self._run(work, *rest)
        self._has_sampled = True
        return self._chosen[:, 0].copy()

    def step(self, actions: Any) -> None:
        """Play an action in each game, and on to the next choice: nature and bots play for themselves.

        `actions` is [n], for the seat to act in each; or [n, seats], for all that act simultaneously, where those of
        seats that may not act do not count. In a game that is over the action does not count either: it begins anew, or
        stays as it is. Raises BadActions or IllegalInBatch, and then nothing has changed.
        """
        asked = self._read(actions)
        if not (self._has_sampled and np.array_equal(asked, self._chosen)):  # what was sampled is legal
            self._check(asked)
        asked[self._games.done] = 0  # whatever stands there, such as the -1 of `sample`
        self._play(asked)

    def stepping(self) -> Callable[[int], int]:
        """A step of a batch of one as one call: it takes an action, or NEXT_GAME, and tells who is to act, or NOBODY.

        Any other step would take longer to be asked for than to be played. What is not legal is not played, and the
        answer is NOT_LEGAL. Raises BadOption for a batch that is larger, keeps a log, has bots or tells what is legal
        in another way than by masks.
        """
        if len(self) > 1 or self._games.log.shape[1] or self.legal != "masks" or self._opponents.seats:
            raise BadOption("a step is one call in a batch of one alone, with masks and without log and bots")
        held = Held((self._games, self._rooms[0], self._listed, self._terms, self._chosen.copy()))
        advance = blocks.advance_one.bound(held, 0)

        def step(action: int) -> int:
            self._has_sampled = False
            return advance(held, action)

        return step

    def _check(self, asked: Buffer) -> None:
        """See that all of it is legal; raises IllegalInBatch."""
        for where, seat in self._run(blocks.find_illegal, self._listed, self._terms, asked):
            if where != ALL_WELL:
                raise self._illegal(where, seat, int(asked[where, seat if asked.shape[1] > 1 else 0]))

    def reset(self, games: Any = None, *, seed: int | None = None) -> None:
        """Begin another game in place of these: of all, if none are named. What was there is given up.

        `games` are their places, or [n] truth values, such as `env.done`. With a seed all games begin as those of a new
        batch with that seed. Raises BadOption, and then nothing has changed.
        """
        if seed is not None:
            if games is not None:
                raise BadOption("seed: with a seed all games begin anew; name games, or give a seed")
            self.seed, self.bot_seed = Seeded(seed).seed, None
            self._terms.root[:] = self._terms.bot_root[:] = rng.seeded("batch", self.seed)
            self._games.numbers[:] = np.arange(len(self))
            self._games.phases[:] = blocks.FRESH
        else:
            chosen = np.arange(len(self)) if games is None else self._places(games)
            self._games.numbers[chosen] += len(self)
            self._games.phases[chosen] = blocks.FRESH
        self._play(self._chosen[:0])

    # --- one of the games

    def match(self, i: int) -> Match:
        """One of the games as a match, with nothing hidden: its file, its pictures, its positions. Raises BadOption."""
        return Match.replayed(self.game, self.options, self.actions(i))

    def position(self, i: int) -> Position:
        """The position of one of the games, with nothing hidden."""
        return Position.from_bytes(self.game, self.options, self._games.states[self._place(i)].tobytes())

    def actions(self, i: int) -> list[tuple[int, int]]:
        """Who did what in one of the games, nature included, as numbers."""
        entries = self.log(i)
        return list(zip(((entries & (1 << SEAT_BITS) - 1) - 1).tolist(), (entries >> SEAT_BITS).tolist(), strict=True))

    def log(self, i: int) -> Buffer:
        """[length] int32: the same, each as `action << SEAT_BITS | seat + 1`. Raises BadOption."""
        place = self._place(i)
        if not self._games.log.shape[1]:
            raise BadOption("this batch keeps no log; it is made with log=False")
        return self._games.log[place, : self._games.lengths[place]].copy()

    def history(self, i: int, seat: int) -> History:
        """All that a seat remembers of one of the games: what it saw, and what it did. A perfect recall."""
        seat = self.game.seat(seat, self.options)
        return recall(self._terms.opening, self.log(i), seat)

    def save(self, path: str | Path) -> None:
        """Keep everything in a file, to go on from exactly here; `Batch.load` does."""
        from tablier.lab.saving import save

        save(self, path)

    @classmethod
    def load(cls, path: str | Path, *, threads: int | None = None) -> Batch:
        """Go on with a batch that was saved, by somebody whom you trust: positions are taken as they are there.

        Raises BadBatchFile, OSError.
        """
        from tablier.lab.saving import load

        return load(cls, path, threads)

    # --- how it is done

    def _run(self, function: compiled[..., T], *rest: Any) -> list[T]:
        """Have this done to each block of games; it is given the block, its games and its room, and then the rest."""
        games, rooms = self._games, self._rooms
        work = self._bound.get(function) or self._bind(function, *rest)
        if len(rooms) == 1:
            return [work(0, 0, len(games.seats), games, rooms[0], *rest)]
        return self._each(lambda block, first, last: work(block, first, last, games, rooms[block], *rest))

    def _run_alone(self, function: compiled[..., T], *rest: Any) -> T:
        """Have this done to all games at once, by this thread; it must not depend on blocks."""
        work = self._bound.get(function) or self._bind(function, *rest)
        done: T = work(0, 0, len(self), self._games, self._rooms[0], *rest)
        return done

    def _bind(self, function: compiled[..., T], *rest: Any) -> Callable[..., T]:
        """The function as it is compiled for the games of this batch; found once."""
        bound = self._bound[function] = function.bound(0, *self._blocks[0], self._games, self._rooms[0], *rest)
        return bound

    def _each(self, work: Callable[[int, int, int], T]) -> list[T]:
        """Have each block done: the first by this thread, the others at the same time."""
        others = [self._pool.submit(work, block, *bounds) for block, bounds in enumerate(self._blocks) if block]
        return [work(0, *self._blocks[0]), *(other.result() for other in others)]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(len(self._blocks) - 1, thread_name_prefix="batch")

    def _play(self, actions: Buffer, tell: Tell | None = None) -> None:
        """Play these actions, then bots, until everybody waits for what comes from outside; and show it."""
        self._has_sampled = False
        if not self._opponents.seats:
            self._advance(actions, shows=True)
            return
        self._advance(actions, shows=False)
        over = 0
        while True:
            before, over = over, int(np.count_nonzero(self._games.seats == NOBODY))
            if tell:
                tell(over - before)
            if not self._opponents.are_to_act(self._games.seats):
                break
            for chosen in self._opponents.choose(self):
                self._advance(chosen, shows=False)
        self._show()

    def _advance(self, actions: Buffer, *, shows: bool) -> None:
        """Play these actions on to the next choice, bots' included."""
        waiting, needed = self._advance_once(actions, shows)
        while waiting:
            self._grow_log()
            waiting, needed = self._advance_once(actions[:0], shows)
        if needed > self._room:
            self._show()

    def _advance_once(self, actions: Buffer, shows: bool) -> tuple[int, int]:
        done = self._run(blocks.advance, self._listed, self._terms, actions, shows)
        if len(done) == 1:
            return done[0]
        return sum(waiting for waiting, _ in done), max(needed for _, needed in done)

    def _show(self) -> None:
        """Write what there is to see; with more room for lists, if there is too little."""
        while (needed := self._show_once()) > self._room:
            self._listed = self._listed._replace(**self._new_lists(needed * 3 // 2))

    @property
    def _room(self) -> int:
        """How long the lists of a block may be, all together; behind them there is room for one more of any length."""
        return self._listed.width - len(self._rooms[0].actions)

    def _new_lists(self, room: int) -> dict[str, Any]:
        width = room + len(self._rooms[0].actions)
        return {"values": np.zeros(len(self._blocks) * width, dtype=np.int32), "width": width}

    def _show_once(self) -> int:
        """The same with the room that there is. Return how much the lists of a block need."""
        return max(self._run(blocks.show_all, self._listed))

    def _go_on(self, games: Games) -> None:
        """Go on with these games, each at a choice or over."""
        self._games = games
        self.__dict__.pop("obs", None)
        self._advance(self._chosen[:0], shows=True)

    def _grow_log(self) -> None:
        log = self._games.log
        self._games = self._games._replace(log=np.concatenate([log, np.zeros_like(log)], axis=1))

    def _new_legal(self, form: int, room: int) -> Legal:
        n, actions = len(self), self.game.rules.ACTION_COUNT
        most = max(last - first for first, last in self._blocks)
        masks, bits, lists = (form == FORMS.index(name) for name in ("masks", "bits", "lists"))
        return Legal(
            form=form,
            counts=np.zeros(n if form != NO_LEGAL else 0, dtype=np.int32),
            starts=np.zeros(n if lists else 0, dtype=np.int64),
            **self._new_lists(room * most if lists else 0),
            masks=np.zeros((n if masks else 0, actions), dtype=np.bool_),
            bits=np.zeros((n if bits else 0, -(-actions // WORD_BITS)), dtype=np.uint32),
        )

    # --- what is given

    def _read(self, actions: Any) -> Buffer:
        """A copy of the actions that are asked for, as [n, 1] or [n, seats]; raises BadActions."""
        n, seats = len(self), len(self.seats)
        try:
            given = np.asarray(actions)
        except ValueError as problem:  # rows of different lengths
            raise BadActions(f"actions are of the shape {(n,)}, or {(n, seats)} for all seats") from problem
        if given.dtype.kind not in "iu":
            raise BadActions(f"actions are whole numbers, not {given.dtype}")
        if given.shape not in ((n,), (n, seats)):
            raise BadActions(f"actions are of the shape {(n,)}, or {(n, seats)} for all seats, not {given.shape}")
        asked: Buffer = np.array(given, dtype=np.int32, order="C")  # a copy; and compiled code knows no other order
        if given.dtype != np.int32 and not np.array_equal(asked, given):  # what does not fit is no action either
            asked[...] = np.clip(given, *BOUNDS)
        return asked.reshape(n, -1)

    def _illegal(self, i: int, seat: int, action: int) -> IllegalInBatch:
        position = self.position(i)
        if not 0 <= action < self._terms.action_count:
            most = self._terms.action_count - 1
            return IllegalInBatch(i, seat, str(action), f"there is no such action; they go from 0 to {most}")
        rule = kernels.forbids(position.record, seat, action)
        return IllegalInBatch(i, seat, str(action), *self.game.why_not(rule))

    def _place(self, i: int) -> int:
        if not isinstance(i, int | np.integer) or isinstance(i, bool) or not 0 <= i < len(self):
            raise BadOption(f"there is no game {shorten(i)} in this batch; there are 0 to {len(self) - 1}")
        return int(i)

    def _places(self, games: Iterable[int] | Buffer) -> list[int]:
        if isinstance(games, str | bytes) or not isinstance(games, Iterable):
            raise BadOption(f"games: {shorten(games)!r} is not possible; it is a list of games, or of truth values")
        given = list(games)
        if given and all(isinstance(value, bool | np.bool_) for value in given):
            if len(given) != len(self):
                raise BadOption(f"games: there are {len(given)} truth values for {len(self)} games")
            return [i for i, value in enumerate(given) if value]
        return [self._place(i) for i in given]

    def _need(self, *forms: Form) -> None:
        if self.legal not in forms:
            raise BadOption(f"legal actions are told as {self.legal} here; make the batch with legal={forms[0]!r}")


def words_of(records: Buffer) -> Buffer:
    """The same memory as [n, words] int32."""
    return records.view(np.int32).reshape(len(records), -1)


def _to_read(array: Buffer) -> Buffer:
    """The same memory, into which nobody writes from outside."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _bounds(n: int, threads: int) -> list[tuple[int, int]]:
    """The first and the last game of each block: one for a thread, if there are enough for it."""
    number = max(1, min(threads, n // BLOCK))
    edges = [n * block // number for block in range(number + 1)]
    return list(pairwise(edges))


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number within these bounds; raises BadOption."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not least <= value <= most:
        raise BadOption(f"{name}: {shorten(value)!r} is not possible; it is a whole number from {least} to {most:,}")
    return int(value)
