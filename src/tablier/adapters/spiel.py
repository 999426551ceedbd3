"""Our games for OpenSpiel: with chance, hidden information and simultaneous moves as its algorithms know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any

import numpy as np
import pyspiel

from tablier.engine import kernels, rng
from tablier.engine.errors import BadActions, IllegalAction, UnknownSeat
from tablier.engine.game import Game, checked_seat
from tablier.engine.held import Held
from tablier.engine.kernels import NATURE, Buffer, State
from tablier.engine.options import Value
from tablier.engine.registry import find, games
from tablier.lab import alone
from tablier.lab.alone import KEPT_OUTCOMES, NATURES, NO_SUCH, REFUSED
from tablier.lab.blocks import SEAT_BITS
from tablier.lab.history import recall

__all__ = ["register"]

PREFIX = "tablier_"

USUAL: dict[type, Value] = {int: -1, str: "usual"}
"""The value of a parameter that is not given, and follows from the others."""

CHANCE, SIMULTANEOUS, TERMINAL = (
    int(who) for who in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL)
)


TELLING = -1
"""In place of how much OpenSpiel has been told."""


def register() -> list[str]:
    """Make every game known to OpenSpiel. Return their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for name in games():
        kind = _type(find(name))
        if kind.short_name not in known:
            pyspiel.register_game(kind, _class(find(name), kind))
        names.append(kind.short_name)
    return names


def _class(game: Game, kind: Any) -> type[TablierGame]:
    """A class for each game, as OpenSpiel has it; it keeps what it is given until after Python has ended."""

    def begin(self: TablierGame, params: Mapping[str, Any] | None = None) -> None:
        TablierGame.__init__(self, game, kind, params or {})

    return type(f"Tablier{game.title['en'].replace(' ', '')}", (TablierGame,), {"__init__": begin})


def _type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game, whatever its options."""
    kind, seats = pyspiel.GameType, [len(game.seats(variant)) for variant in game.variants()]
    together = any(_is_several(kernels.pending(game.open(variant)[0])) for variant in game.variants())
    return kind(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title["en"],
        dynamics=kind.Dynamics.SIMULTANEOUS if together else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.rules.CHANCE_COUNT else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.secrets else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Value]:
    """The options with their defaults; OpenSpiel always gives all, so one that depends on others has a word for it.

    There is no comma within OpenSpiel's lists of parameters: a deck is 3/3/2/2/2.
    """
    settled = game.settle({})
    usual = {option.name: USUAL[type(settled[option.name])] for option in game.options if callable(option.default)}
    written = {name: value.replace(",", "/") if isinstance(value, str) else value for name, value in settled.items()}
    return {**written, **usual}


def _read(params: Mapping[str, Value]) -> dict[str, Value]:
    """The options that such parameters stand for."""
    given = {name: value for name, value in params.items() if value not in USUAL.values()}
    return {name: value.replace("/", ",") if isinstance(value, str) else value for name, value in given.items()}


def _is_several(seats: int) -> bool:
    return seats & (seats - 1) != 0


class TablierGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games, with its options as parameters."""

    def __init__(self, game: Game, kind: Any, params: Mapping[str, Any]) -> None:
        self.table = Table(game, _read(params))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTION_COUNT,
            max_chance_outcomes=max(1, game.rules.CHANCE_COUNT),
            num_players=self.table.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.most_actions(self.table.options),
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> TablierState:
        return TablierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"there are no parameters for observations: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table, kind.perfect_recall)


class Table:
    """What all states of a game share: the rules, bound once for records of this kind, and room to work in."""

    def __init__(self, game: Game, params: Mapping[str, Any]) -> None:
        self.game, self.options = game, game.settle(params)
        self.seats = len(game.seats(self.options))
        self.kind = game.open(self.options)
        self.opening: Buffer = self.kind.view(np.int32)
        desk = alone.new_desk(game, self.kind, self.seats)
        self.desk = Held(desk)
        self.play = alone.play.bound(self.desk, self.opening, 0)
        self.look_ahead = alone.look_ahead.bound(self.desk, self.opening)
        self.list_legal = alone.list_legal.bound(self.desk, self.opening, 0)
        self.list = alone.listed.bound(self.desk)
        self.keep_outcomes = alone.keep_outcomes.bound(self.desk)
        self.listed_count = desk.listed.data  # numbers are read in half of the time that NumPy takes
        sight = alone.new_sight(self.kind)
        self.sight, self.seen = Held(sight), sight.seen
        self.see = alone.see.bound(self.sight, self.opening, 0)
        self.first = self.look_ahead(self.desk, self.opening)
        self.players = _players(self.seats)
        """Who is to act, as OpenSpiel counts: by the seats that may, or by NATURES or GAME_OVER, which is the last."""
        self.no_returns = [0.0] * self.seats
        self.listed: Moment | None = None
        """Whose next actions are in the room, those of nature or of the lowest seat to act."""
        self._outcomes: list[list[tuple[int, float]]] = [[]] * KEPT_OUTCOMES

    def __deepcopy__(self, memo: Any) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.game, dict(self.options))

    def list_next(self, moment: Moment) -> list[int]:
        """The next actions of nature, or of the lowest seat to act. They are on the desk then."""
        if self.listed is not moment:
            self.look_ahead(self.desk, moment.words)
            self.listed = moment
        return self.list(self.desk)

    def list_of(self, moment: Moment, seat: int) -> list[int]:
        """The same of another seat."""
        self.listed = None
        return self.list_legal(self.desk, moment.words, seat)

    def clear(self) -> None:
        """What is on the desk is nobody's."""
        self.listed, self.listed_count[0] = None, 0

    def outcomes(self, moment: Moment) -> list[tuple[int, float]]:
        """What nature may do, with its probability."""
        if self.listed is not moment:
            self.look_ahead(self.desk, moment.words)
            self.listed = moment
        place = self.keep_outcomes(self.desk)
        if place < 0:
            actions, weights = self.list(self.desk), self.desk.values.weights[: self.listed_count[0]]
            self._outcomes[place] = list(zip(actions, (weights / weights.sum()).tolist(), strict=True))
        return self._outcomes[place].copy()

    def look(self, moment: Moment, seat: int) -> Buffer:
        """What a seat sees, as words; the next look writes there again. Raises UnknownSeat."""
        self.see(self.sight, moment.words, checked_seat(seat, self.seats))
        return self.seen


def _players(seats: int) -> list[int]:
    """Who is to act, for each set of seats as bits; behind them GAME_OVER, so that it is found at -1."""
    sets = range(1, 1 << seats)
    return [CHANCE, *(SIMULTANEOUS if _is_several(bits) else bits.bit_length() - 1 for bits in sets), TERMINAL]


class Moment:
    """Where a state is: the record, what has led there from another one, and who may act."""

    __slots__ = ("before", "fresh", "log", "returns", "seats", "start", "table", "told", "words")

    def __init__(self, table: Table, start: Buffer, seats: int, before: Mapping[int, str] | None = None) -> None:
        self.table, self.words, self.seats = table, start.copy(), seats
        self.start = start
        """Where the log begins; several moments share it, and nobody writes there."""
        self.log: list[int] = []
        """The entries that a batch would keep: who did what."""
        self.told = 0
        """How many of them OpenSpiel knows of."""
        self.fresh: list[int] | None = None
        """What the one player to act may do, for the first who asks; if there is nothing here, it is to be listed."""
        self.before = before
        """What each seat remembers from before the start, by its key."""
        self.returns = table.no_returns

    def __deepcopy__(self, memo: Any) -> Moment:
        other = Moment.__new__(Moment)
        other.table, other.words, other.seats = self.table, self.words.copy(), self.seats
        other.start, other.log, other.before, other.returns = self.start, self.log.copy(), self.before, self.returns
        other.told, other.fresh = self.told, None
        return other

    @property
    def record(self) -> State:
        return self.words.view(self.table.kind.dtype)[0]

    def stop(self, seats: int, player: int, action: int) -> None:
        """It is over, or the action is refused; raises IllegalAction."""
        table = self.table
        if seats == REFUSED:
            table.clear()
            raise IllegalAction(str(action), *self._why_not(player, action))
        parts = table.desk.values.parts.tolist()
        whole = sum(parts)
        self.returns = [part / whole for part in parts]

    def go_back(self, words: Buffer, seats: int) -> None:
        """It is as it was when OpenSpiel was last told."""
        self.words[:] = words
        self.seats, self.fresh = seats, None
        del self.log[self.told :]
        self.table.clear()

    def _why_not(self, player: int, action: int) -> tuple[str, ...]:
        """Why an action is refused to a player; where no single one is to act, to the last of those who are."""
        seat, game = player if player >= 0 else self.seats.bit_length() - 1, self.table.game
        is_one = seat != NATURE and 0 <= action < game.rules.ACTION_COUNT
        rule = kernels.forbids(self.record, seat, action) if is_one else NO_SUCH
        return game.why_not(rule) if rule else ("there is no such action",)

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now, if it may act."""
        seats, table = self.seats, self.table
        if seats <= 0 or not seats >> seat & 1:
            return []
        if seats & (1 << seat) - 1:
            return table.list_of(self, seat)
        return table.list_next(self)

    def memory(self, seat: int) -> str:
        """The key of all that a seat remembers; raises UnknownSeat."""
        seat = checked_seat(seat, self.table.seats)
        history = recall(self.start.view(self.table.kind.dtype), np.array(self.log, dtype=np.int32), seat)
        before = self.before.get(seat) if self.before else None
        if before is None:
            return history.key
        return before if len(history) == 1 else f"{before}.{history.key}"


def _once_told(name: str) -> Callable[[TablierState], Any]:
    """What OpenSpiel answers once it knows all that was played."""
    answer = getattr(pyspiel.State, name)

    def ask(state: TablierState) -> Any:
        state.tell()
        return answer(state)

    return ask


class TablierState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, with what has led to it."""

    __slots__ = ("__dict__", "now", "player")  # where it is, and who is to act: found sooner than in a dictionary

    def __init__(self, game: TablierGame) -> None:
        super().__init__(game)
        table = game.table
        self.moment = Moment(table, table.opening, table.first)

    @property
    def moment(self) -> Moment:
        """Where it is. OpenSpiel copies a state by giving another one deep copies of what is in its dictionary."""
        return self.now

    @moment.setter
    def moment(self, moment: Moment) -> None:
        self.now = self.__dict__["moment"] = moment
        self.player = moment.table.players[moment.seats]

    def __setstate__(self, written: str) -> None:
        super().__setstate__(written)
        self.moment = self.__dict__["moment"]

    # --- who acts, and what they may do. What Python asks is answered here: OpenSpiel's own answers ask Python again,
    # several times, and took half of the time of a step.

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.player == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.player == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        moment = self.now
        fresh = moment.fresh
        if fresh and (player == self.player or player is None):  # nearly always
            moment.fresh = None
            return fresh
        asked = self.player if player is None else player
        if asked >= 0 and moment.seats > 0:
            return moment.legal(asked)
        actions: list[int] = super().legal_actions(asked)
        return actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        table, asked = self.now.table, self.player if player is None else player
        if self.now.seats <= 0 or asked < 0:
            theirs: list[int] = super().legal_actions_mask(asked)
            return theirs
        mask = [0] * table.game.rules.ACTION_COUNT
        for action in self.now.legal(asked):
            mask[action] = 1
        return mask

    def observation_tensor(self, player: int | None = None) -> list[float]:
        table, asked = self.now.table, self.player if player is None else player
        if 0 <= asked < table.seats:
            return table.see(table.sight, self.now.words, asked)
        theirs: list[float] = super().observation_tensor(asked)
        return theirs

    def returns(self) -> list[float]:
        return self.now.returns.copy()

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0:  # OpenSpiel asks for those of all who act at once
            raise UnknownSeat("several act at once here: ask for the actions of one, as legal_actions(0)")
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        moment = self.now
        return moment.table.outcomes(moment)

    # --- what they do

    def apply_action(self, action: int) -> None:
        """Play it; raises IllegalAction.

        OpenSpiel keeps a history, and to tell it of an action takes longer than to play it. So it is told when somebody
        asks it, and before it plays on by itself.
        """
        moment = self.now
        table = moment.table
        if type(action) is not int:
            action = index(action)  # of NumPy's numbers some are too short for an entry
        if table.listed is not moment:
            table.clear()
        entry = action << SEAT_BITS | self.player + 1  # CHANCE is NATURE
        seats, moment.fresh = table.play(table.desk, moment.words, entry)
        if seats < NATURES:
            moment.stop(seats, self.player, action)
        moment.seats, table.listed = seats, moment
        moment.log.append(entry)
        self.player = table.players[seats]

    def tell(self) -> None:
        """Let OpenSpiel know what was played without it."""
        moment = self.now
        untold, player = moment.log[moment.told :], self.player
        moment.told = TELLING
        for entry in untold:
            self.player = (entry & (1 << SEAT_BITS) - 1) - 1  # as OpenSpiel counts, nature too
            super().apply_action(entry >> SEAT_BITS)
        self.player, moment.told = player, len(moment.log)

    history, full_history, history_str, move_number, is_initial_state, is_initial_non_chance_state, serialize = (
        _once_told(name)
        for name in (
            "history", "full_history", "history_str", "move_number", "is_initial_state", "is_initial_non_chance_state",
            "serialize",
        )
    )  # fmt: skip

    def _apply_action(self, action: int) -> None:
        """OpenSpiel plays: in its own loops, and when it is told."""
        moment = self.now
        if moment.told != TELLING:
            self.tell()
            self.apply_action(action)
            moment.told += 1

    def _apply_actions(self, actions: list[int]) -> None:
        """Play one of each player; raises BadActions or IllegalAction, and then nothing has changed."""
        self.tell()
        moment = self.now
        seats, words = moment.seats, moment.words.copy()
        if len(actions) != moment.table.seats:
            raise BadActions(f"there are {len(actions)} actions for {moment.table.seats} players; give one for each")
        try:
            for seat, action in enumerate(actions):
                if seats >> seat & 1:
                    self.player = seat
                    self.apply_action(action)
        except IllegalAction:
            moment.go_back(words, seats)
            raise
        finally:
            self.player, moment.told = moment.table.players[moment.seats], len(moment.log)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TablierState:
        """A state that the player cannot tell from this one: what it does not know is drawn anew."""
        player = checked_seat(player, self.now.table.seats)
        self.tell()
        other: TablierState = self.clone()
        moment = self.now
        table, words = moment.table, moment.words.copy()
        alone.redeal(words, table.kind, player, rng.seeded("resample", str(sampler())))
        other.moment = Moment(table, words, moment.seats, {player: moment.memory(player)})
        return other

    # --- in words

    def _action_to_string(self, player: int, action: int) -> str:
        who = NATURE if player == CHANCE else player
        return self.now.table.game.notation.write(self.now.record, who, action)

    def __str__(self) -> str:
        """Who acts, and the words of the record: the same for the same position."""
        return f"{self.current_player()}: {' '.join(map(str, self.now.words.tolist()))}"


class Observer:
    """What a player sees, as a tensor and as a text; or, as a text, all that it remembers."""

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self.table, self.perfect_recall = table, perfect_recall
        self.tensor = np.zeros(len(table.opening), dtype=np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: TablierState, player: int) -> None:
        self.tensor[:] = self.table.look(state.moment, player)

    def string_from(self, state: TablierState, player: int) -> str:
        if self.perfect_recall:
            return state.moment.memory(player)
        return " ".join(map(str, self.table.look(state.moment, player).tolist()))
