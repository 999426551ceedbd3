"""Bots inside a batch: seats that play by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

import numpy as np

from tablier.bots.levels import LEVELS
from tablier.bots.naming import counting
from tablier.bots.player import Player
from tablier.engine import rng
from tablier.engine.errors import BadLevel, BadOption
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.options import Value
from tablier.engine.position import Position
from tablier.engine.words import shorten
from tablier.lab import blocks
from tablier.lab.blocks import NOBODY, NOT_NOW, choose_at_once
from tablier.search.greedy import new_beam

if TYPE_CHECKING:
    from tablier.lab.batch import Batch


class Policy(Protocol):
    """How one kind of bot chooses."""

    def choose(self, batch: Batch, seats: int, chosen: Buffer) -> None:
        """Write the action of each game in which one of these seats is to act, NOT_NOW in the others."""


class Evenly:
    """Any legal action, each as likely as another."""

    def choose(self, batch: Batch, seats: int, chosen: Buffer) -> None:
        unlisted = batch._listed._replace(form=blocks.NO_LEGAL)
        batch._run(blocks.choose_evenly, unlisted, batch._games.bot_rng, seats, chosen)


class AtOnce:
    """Without a search: greedily, the turn that looks best by the game's own estimate, or naively."""

    def __init__(self, game: Game, seats: int, number: int, *, is_naive: bool) -> None:
        self._is_naive = is_naive
        self._beams = [new_beam(game, seats) for _ in range(number)]

    def choose(self, batch: Batch, seats: int, chosen: Buffer) -> None:
        games, beams, naive = batch._games, self._beams, self._is_naive
        batch._each(lambda block, first, last: choose_at_once(first, last, games, seats, naive, beams[block], chosen))


class Thinking:
    """A level. It forgets between two choices: so what it does depends on the view, and on nothing before it."""

    def __init__(self, game: Game, spec: str, number: int, seed: int) -> None:
        self._players = [_player(spec, game, seed) for _ in range(number)]

    def choose(self, batch: Batch, seats: int, chosen: Buffer) -> None:
        batch._each(lambda block, first, last: self._choose(batch, block, first, last, seats, chosen))

    def _choose(self, batch: Batch, block: int, first: int, last: int, seats: int, chosen: Buffer) -> None:
        chosen[first:last] = NOT_NOW
        for i in range(first, last):
            seat = int(batch.seat[i])
            if seat != NOBODY and seats >> seat & 1:
                seed = _seed_of(batch.seed if batch.bot_seed is None else batch.bot_seed, int(batch.number[i]))
                chosen[i, 0] = self._ask(self._players[block], batch.position(i).view(seat), seed)

    @staticmethod
    def _ask(player: Player, view: Position, seed: int) -> int:
        player.forget(seed)
        assert view.viewer is not None
        return player.action(view)


def _seed_of(seed: int, number: int) -> int:
    """The seed of who plays in this game, which follows from what bots choose by and the number of the game."""
    high, low, *_ = rng.seeded("bots", seed, number).tolist()
    return int(high << 32 | low)


class Opponents:
    """The bots of a batch."""

    def __init__(
        self, game: Game, options: Mapping[str, Value], bots: Mapping[int, str | int], blocks: int, seed: int
    ) -> None:
        if not isinstance(bots, Mapping):
            raise BadOption(f'bots: {shorten(bots)!r} is not possible; bots are given by their seats: {{1: "random"}}')
        self.specs = {game.seat(seat, options): spec_of(bot) for seat, bot in bots.items()}
        """What each seat is played by."""
        self.seats = sum(1 << seat for seat in self.specs)
        """A bit for each of them."""
        self._policies: list[tuple[int, Policy]] = []
        for spec in dict.fromkeys(self.specs.values()):
            seats = sum(1 << seat for seat, theirs in self.specs.items() if theirs == spec)
            self._policies.append((seats, _policy(game, spec, len(game.seats(options)), blocks, seed)))
        self._are_bots = np.array([seat in self.specs for seat in range(len(game.seats(options)))] + [False])

    def are_to_act(self, seats: Buffer) -> bool:
        """Whether one of them is, in any game; `seats` are those to act, NOBODY the last."""
        return bool(self._are_bots[seats].any())

    def choose(self, batch: Batch) -> Iterator[Buffer]:
        """What they do, one kind of bot after the other."""
        for seats, policy in self._policies:
            policy.choose(batch, seats, batch._chosen)
            yield batch._chosen


def spec_of(bot: object) -> str:
    """The name of a bot, from its name or its level; raises BadLevel."""
    if isinstance(bot, str):
        return bot
    if isinstance(bot, int | np.integer) and not isinstance(bot, bool):
        return str(bot)
    raise BadLevel(f'{shorten(bot)!r} is no bot: it is "random", "greedy", "naive", or a level from 1 to {len(LEVELS)}')


def _policy(game: Game, spec: str, seats: int, blocks: int, seed: int) -> Policy:
    match spec:
        case "random":
            return Evenly()
        case "greedy":
            return AtOnce(game, seats, blocks, is_naive=False)
        case "naive":
            return AtOnce(game, seats, blocks, is_naive=True)
    return Thinking(game, spec, blocks, seed)


def _player(spec: str, game: Game, seed: int) -> Player:
    player = counting(spec, game, seed)
    assert isinstance(player, Player)
    return player
