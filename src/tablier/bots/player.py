"""The bot for every game: tree search, at a level."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tablier.bots.bot import Considered
from tablier.bots.levels import LEVELS, Level
from tablier.bots.negotiator import Negotiator
from tablier.engine import rng
from tablier.engine.errors import BadLevel, BadNet, BadView
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.net import TrainedNet, load_net
from tablier.engine.position import Position
from tablier.engine.talk import Message
from tablier.search.forced_win import ForcedWinSearch
from tablier.search.mcts import Settings
from tablier.search.nets import checked
from tablier.search.search import ActionStatistics, Budget, Search, mixture, run_in_parallel, settings_for

MOST_EDGES = 1 << 22
"""The memory of the strongest level, in actions remembered: about 100 MB, divided among its threads."""

LEAST_TOGETHER = 600
"""Simulations of a simultaneous move, at least, of who has no limit but the time: some 20 ms on a core of its own."""

WEIGHING = {"nodes": 1 << 14, "edges": 1 << 18}
"""The memory in which deals are weighed."""

HAND = "hand"
"""In place of a net's file: the game's own estimate, made by hand."""

LINE = 6
"""Actions of a line that is expected."""


class Player:
    """A bot of a level. It remembers what it thought about before, so each game deserves one of its own.

    With `simulations` it thinks so far and always finds the same; otherwise `seconds` bound the time for one action.

    >>> from tablier import Match, bot
    >>> match = Match("war-of-masters", seed=1)
    >>> player = bot("war-of-masters", level=3)
    >>> player.choose(match.view(0)) in match.view(0).legal()
    True
    """

    def __init__(
        self,
        game: Game,
        level: int = 5,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        threads: int | None = None,
        net: str | TrainedNet | None = None,
        settings: Settings | None = None,
    ) -> None:
        """`net`: to value positions by, or its file, or HAND for the game's own estimate; else what comes with it.

        `settings`: how to search, if not as usual.
        """
        self.game = game
        self.settings = settings
        self.nets = known_nets(net, game)
        self.level = level_of(level)
        self.budget = self._budget(seconds, simulations)
        self.seed = seed
        self.threads = threads or (os.cpu_count() or 1 if self.budget.simulations is None else 1)
        self.talk = Negotiator(self.budget, seed, self.level.attention)
        self._seats = 0
        """Of the games that its memory is for, once it has been asked."""
        self._searches: list[Search] = []
        self._weighing: Search | None = None
        self._forced: ForcedWinSearch | None = None

    def choose(self, view: Position) -> str:
        """The action to take, as it is written. Raises BadView."""
        action = self.action(view)
        return view.write(seat_to_act(view), action)

    def action(self, view: Position) -> int:
        """The same, as a number."""
        self._check(view)
        seat = seat_to_act(view)
        actions = view.actions(seat)
        if len(actions) == 1:
            return actions[0]
        self.talk.listen(view)
        return self._best(view, seat, self._random(view))

    def forget(self, seed: int) -> None:
        """Go on as a bot with this seed that has not played yet; the memory is there already."""
        self.seed = seed
        self.talk = Negotiator(self.budget, seed, self.level.attention)
        for search in (*self._searches, *filter(None, [self._weighing])):
            search.clear()

    def hear(self, message: Message) -> None:
        """Something was said that its seat may hear."""
        self.talk.hear(message)

    def speak(self, view: Position) -> list[Message]:
        """What it has to say now: an offer of its own, or answers to others. Raises BadView."""
        self._check(view)
        return self.talk.speak(view, lambda: self._look_ahead(view))

    def analyse(self, view: Position, most: int = 10) -> list[Considered]:
        """The actions that it tried out most, the most often first, and what it expects of each. Raises BadView."""
        self._check(view)
        self.talk.listen(view)
        ranked = self._think(view, self._random(view))
        return [self._consider(view, found) for found in ranked[:most]]

    def parts(self, view: Position) -> list[Callable[[], object]]:
        """What it calls to think about such views, each to be compiled by itself; those that take longest first."""
        self._check(view)
        return [*self._made()[0].parts(view), ForcedWinSearch(self.game, self._seats).entry]

    def _check(self, view: Position) -> None:
        """See that it is a view of the game, and of the seats, that its memory is for."""
        seats = len(view.seats)
        if view.game is not self.game:
            raise BadView(f"this is a bot for {self.game.name}; it cannot play {view.game.name}")
        if self._seats not in (0, seats):
            raise BadView(f"this bot has a game of {self._seats} seats in mind; one of {seats} wants another bot")
        self._seats = seats

    def _budget(self, seconds: float | None, simulations: int | None) -> Budget:
        if simulations is not None:
            return Budget(simulations)
        if seconds is not None:
            return Budget(self.level.simulations, seconds)
        return Budget(self.level.simulations, self.level.seconds)

    def _random(self, view: Position) -> Buffer:
        return rng.seeded("player", self.seed, view.to_bytes().hex())

    def _best(self, view: Position, seat: int, random: Buffer) -> int:
        if self._looks_for_wins(random) and (win := self._win(view, seat, random)):
            return win[0]
        ranked = self._think(view, random)
        noticed = ranked if self.level.attention == 1 else self._noticed([*ranked], random)
        best = mixture(noticed, random) if self._searches[0].is_matched else noticed[0]
        promised = self.talk.promised(view, seat)
        loyal = next((found.share for found in ranked if found.action == promised), best.share)
        return best.action if promised is None or best.share - loyal > self.talk.honour else promised

    def _noticed(self, ranked: list[ActionStatistics], random: Buffer) -> list[ActionStatistics]:
        """What does not escape its attention, the best first; at least one."""
        number = len(ranked) ** self.level.attention + rng.below(random, 1000) / 1000
        seen = [ranked.pop(rng.below(random, len(ranked))) for _ in range(min(int(number), len(ranked)))]
        return sorted(seen, key=lambda found: -found.share)

    def _looks_for_wins(self, random: Buffer) -> bool:
        chance = self.level.sees_wins
        return chance == 1 or rng.below(random, 1000) < 1000 * chance

    def _win(self, view: Position, seat: int, random: Buffer) -> list[int]:
        if self._forced is None:
            self._forced = ForcedWinSearch(self.game, self._seats)
        return self._forced.find(view, seat, random)

    def _think(self, view: Position, random: Buffer) -> list[ActionStatistics]:
        searches, expected = self._look(view, random), self.talk.expected(view)
        for search in searches if expected else ():
            search.assume(expected)
        return run_in_parallel(searches, self._budget_for(searches[0]))

    def _budget_for(self, search: Search) -> Budget:
        if search.is_matched and self.budget.simulations is None:
            return replace(self.budget, least=LEAST_TOGETHER)
        return self.budget

    def _look(self, view: Position, random: Buffer) -> list[Search]:
        """Its searches, one for each thread, all looking at this view."""
        searches = self._made()
        for number, search in enumerate(searches):
            search.set_root(view, random if number == 0 else rng.seeded(number, *map(int, random)))
        return searches

    def _look_ahead(self, view: Position) -> Search:
        """A search to weigh deals by, looking at the next thing that there is to choose.

        It is by PUCT: those who match regrets would soon answer a deal that nobody has told them of.
        """
        if self._weighing is None:
            usual = self.settings or settings_for(self.game, self._seats)
            best_alone = usual._replace(regret_matching=False)
            self._weighing = Search(self.game, self._seats, **WEIGHING, settings=best_alone, nets=self.nets)
        self._weighing.set_root(view, self._random(view), skip_forced=True)
        return self._weighing

    def _made(self) -> list[Search]:
        """Its searches; the memory is taken when they are first wanted."""
        if not self._searches:
            self._searches = [self._search() for _ in range(self.threads)]
        return self._searches

    def _search(self) -> Search:
        edges = MOST_EDGES // self.threads
        if self.budget.simulations is not None:
            edges = min(edges, 256 * self.budget.simulations + (1 << 16))
        nodes = 1 << (edges // 16).bit_length()
        return Search(self.game, self._seats, nodes=nodes, edges=edges, settings=self.settings, nets=self.nets)

    def _consider(self, view: Position, found: ActionStatistics) -> Considered:
        seat = seat_to_act(view)
        position, line = view.deal(self.seed), []
        for who, action in self._searches[0].principal_variation(found.action, LINE):
            line.append(self.game.notation.write(position.record, who, action, seat))
            position.apply(who, action)
        return Considered(view.write(seat, found.action), found.share, found.visits, tuple(line))


def known_nets(net: str | TrainedNet | None, game: Game) -> tuple[TrainedNet, ...] | None:
    """The nets that are meant; raises BadNet."""
    if net is None or net == HAND:
        return None if net is None else ()
    try:
        return (checked(load_net(Path(net)) if isinstance(net, str) else net, game),)
    except OSError as problem:
        raise BadNet(f"{net} cannot be read: {problem.strerror}") from None


def level_of(number: int) -> Level:
    """The level of this number, from 1 on."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise BadLevel(f"there is no level {number!r}; levels go from 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def seat_to_act(view: Position) -> int:
    """The seat whose view this is, if it is to act; raises BadView."""
    seat = view.viewer
    if seat not in view.pending or seat is None:
        raise BadView("a bot is asked when it is to act, with the view of its seat")
    return seat
