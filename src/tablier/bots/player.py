"""The bot for every game: tree search, at a level."""

from __future__ import annotations

import os
from dataclasses import dataclass

from tablier.bots.levels import LEVELS, Level
from tablier.bots.promises import Promises, answer_to
from tablier.core import rng
from tablier.core.errors import BadLevel, TablierError
from tablier.core.game import Game
from tablier.core.kernels import Buffer
from tablier.core.position import Position
from tablier.core.talk import Message
from tablier.search.force import Force
from tablier.search.search import Budget, Found, Search, think_together

MOST_EDGES = 1 << 23
"""The memory of the strongest level, in actions remembered: about 200 MB, divided among its threads."""

LINE = 6
"""Actions of a line that is expected."""

DEAL_SIMULATIONS = 300
"""To find out what a deal would bring, to oneself and to the other."""

WORTH_WHILE = 0.02
"""A deal is made for a gain of so much of the win, or more."""

IDEAS = 6
"""Actions that it thinks of offering."""

HONOUR = (0.05, 0.15)
"""A bot breaks its word only for more than this; each has a limit of its own between the two."""


@dataclass(frozen=True, slots=True)
class Considered:
    """One action as a bot sees it."""

    action: str
    share: float
    """What part of the win its seat can expect."""
    visits: int
    """How often it was tried out."""
    line: tuple[str, ...]
    """How the game may go on, the action itself first; who throws or draws, and what, is an example."""


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
    ) -> None:
        self.game = game
        self.level = level_of(level)
        self.budget = self._budget(seconds, simulations)
        self.seed = seed
        self.threads = threads or (os.cpu_count() or 1 if self.budget.simulations is None else 1)
        self.promises = Promises()
        self.honour = HONOUR[0] + (HONOUR[1] - HONOUR[0]) * rng.below(rng.seeded("honour", seed), 1000) / 1000
        self._searches: list[Search] = []
        self._force: Force | None = None
        self._inbox: list[Message] = []

    def choose(self, view: Position) -> str:
        """The action to take, as it is written."""
        seat = seat_to_act(view)
        actions = view.actions(seat)
        if len(actions) == 1:
            return view.write(seat, actions[0])
        self._listen(view)
        return view.write(seat, self._best(view, seat, self._random(view)))

    def hear(self, message: Message) -> None:
        """Something was said that its seat may hear."""
        self._inbox.append(message)

    def speak(self, view: Position) -> list[Message]:
        """Answers to what was offered to it; or an offer of its own, one in a turn."""
        seat = view.viewer
        if seat is None or seat not in view.pending or not view.talk(seat).offers:
            return []
        self._listen(view)
        said = self._answers(view, seat) if self.promises.open_offers(seat) else self._offers(view, seat)
        self.promises.said.extend(said)
        return said

    def analyse(self, view: Position, most: int = 10) -> list[Considered]:
        """The actions that it looked at most, the best first, and what it expects of each."""
        seat = seat_to_act(view)
        self._listen(view)
        founds = self._think(view, seat, self._random(view))
        return [self._consider(view, found) for found in founds[:most]]

    def _budget(self, seconds: float | None, simulations: int | None) -> Budget:
        if simulations is not None:
            return Budget(simulations)
        if seconds is not None:
            return Budget(self.level.simulations, seconds)
        return Budget(self.level.simulations, self.level.seconds)

    def _random(self, view: Position) -> Buffer:
        return rng.seeded("player", self.seed, view.to_bytes().hex())

    def _best(self, view: Position, seat: int, random: Buffer) -> int:
        if self.level.attention == 1 and (win := self._win(view, seat, random)):
            return win[0]
        founds = self._think(view, seat, random)
        best = (founds if self.level.attention == 1 else self._noticed(founds, random))[0]
        promised = self._promised(view, seat)
        loyal = next((found for found in founds if found.action == promised), None)
        if promised is not None and (loyal is None or best.share - loyal.share < self.honour):
            return promised
        return best.action

    def _noticed(self, founds: list[Found], random: Buffer) -> list[Found]:
        """What does not escape its attention, the best first; at least one."""
        seen = [found for found in founds if rng.below(random, 1000) < 1000 * self.level.attention]
        return sorted(seen or [founds[rng.below(random, len(founds))]], key=lambda found: -found.share)

    def _win(self, view: Position, seat: int, random: Buffer) -> list[int]:
        if self._force is None:
            self._force = Force(self.game, len(view.seats))
        return self._force.win(view, seat, random)

    def _think(self, view: Position, seat: int, random: Buffer) -> list[Found]:
        if not self._searches:
            self._searches = [self._search(len(view.seats)) for _ in range(self.threads)]
        others = range(len(view.seats))
        promises = {
            other: (action, self.promises.trust(other))
            for other in others
            if other != seat and (action := self._promised(view, other)) is not None
        }
        for number, search in enumerate(self._searches):
            search.look_at(view, seat, random if number == 0 else rng.seeded(number, *map(int, random)))
            if promises:
                search.expect(promises)
        return think_together(self._searches, self.budget)

    # --- talking

    def _listen(self, view: Position) -> None:
        """File what was heard since it was last asked: it all belongs to the turn of this view."""
        self.promises.come_to(view)
        self.promises.said.extend(self._inbox)
        self._inbox.clear()

    def _promised(self, view: Position, seat: int) -> int | None:
        """The action that a seat has promised to take now."""
        body = self.promises.of(seat)
        return None if body is None else self._offered(view, seat, body)

    def _offered(self, view: Position, seat: int, body: str) -> int | None:
        """The action that is written so, if this seat could take it now."""
        try:
            return self.game.offer(view.record, seat, body)
        except TablierError:
            return None

    def _answers(self, view: Position, seat: int) -> list[Message]:
        """It accepts the offer that brings it most, if it is bound by no other, and refuses the rest."""
        offers = self.promises.open_offers(seat)
        best = None
        if self.promises.of(seat) is None:
            best = max(offers, key=lambda offer: self._gain(view, seat, offer.by, offer.body)[0])
            if self._gain(view, seat, best.by, best.body)[0] < WORTH_WHILE:
                best = None
        return [
            Message(seat, answer_to(offer), "accept" if offer is best else "refuse", offer.body) for offer in offers
        ]

    def _offers(self, view: Position, seat: int) -> list[Message]:
        """An offer to the seat with which it can gain most, if that gains by it too."""
        if self.promises.has_offered(seat) or self.promises.of(seat) is not None:
            return []
        talk, best, most = view.talk(seat), [], WORTH_WHILE
        for body in self._ideas(view, seat):
            for other in range(len(view.seats)):
                mine, theirs = self._gain(view, seat, other, body) if other != seat else (0, 0)
                if mine > most and theirs > WORTH_WHILE:
                    to = (other,) if other in talk.secret else ()
                    best, most = [Message(seat, to, "offer", body)], mine
        return best

    def _ideas(self, view: Position, seat: int) -> list[str]:
        """The actions that it looks at most, as they are written."""
        search = self._look(view, seat)
        search.simulate(DEAL_SIMULATIONS)
        return [view.write(seat, found.action) for found in search.found()[:IDEAS]]

    def _gain(self, view: Position, seat: int, other: int, body: str) -> tuple[float, float]:
        """What a seat and another gain if both do this, as far as the other is to be trusted."""
        mine, theirs = self._offered(view, seat, body), self._offered(view, other, body)
        if mine is None or theirs is None:
            return -1.0, -1.0
        search = self._look(view, seat)
        deal = {seat: (mine, 1.0), other: (theirs, self.promises.trust(other))}
        before, after = search.outlook({}, DEAL_SIMULATIONS), search.outlook(deal, DEAL_SIMULATIONS)
        return after[seat] - before[seat], after[other] - before[other]

    def _look(self, view: Position, seat: int) -> Search:
        """A search that looks at this view."""
        if not self._searches:
            self._searches = [self._search(len(view.seats)) for _ in range(self.threads)]
        self._searches[0].look_at(view, seat, self._random(view))
        return self._searches[0]

    def _search(self, seats: int) -> Search:
        edges = MOST_EDGES // self.threads
        if self.budget.simulations is not None:
            edges = min(edges, 256 * self.budget.simulations + (1 << 16))
        nodes = 1 << (edges // 16).bit_length()
        return Search(self.game, seats, nodes=nodes, edges=edges)

    def _consider(self, view: Position, found: Found) -> Considered:
        seat = seat_to_act(view)
        position, line = view.deal(self.seed), []
        for who, action in self._searches[0].line(found.action, LINE):
            line.append(self.game.notation.write(position.record, who, action, seat))
            position.apply(who, action)
        return Considered(view.write(seat, found.action), found.share, found.visits, tuple(line))


def level_of(number: int) -> Level:
    """The level of this number, from 1 on."""
    if not isinstance(number, int) or not 1 <= number <= len(LEVELS):
        raise BadLevel(f"there is no level {number!r}; levels go from 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def seat_to_act(view: Position) -> int:
    """The seat whose view this is, if it is to act."""
    seat = view.viewer
    if seat not in view.pending or seat is None:
        raise ValueError("a bot is asked when it is to act, with the view of its seat")
    return seat
