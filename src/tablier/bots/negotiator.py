"""How a bot talks: it offers what both sides gain by, weighs what it is offered, and remembers who kept their word."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from time import perf_counter

from tablier.bots.promises import Promises, answer_to
from tablier.engine import rng
from tablier.engine.errors import TablierError
from tablier.engine.position import Position
from tablier.engine.talk import Message
from tablier.search.search import Budget, Search

SIMULATIONS = 600
"""To find out what a deal would bring, to oneself and to the other; less for one who does not think so far."""

IDEAS = 4
"""Actions that it thinks of offering, those that it looks at most."""

WORTH_WHILE = 0.04
"""A deal is made for a gain of so much of the win, or more."""

HONOUR = (0.05, 0.15)
"""A bot breaks its word only for a gain of more than this; each has a limit of its own between the two."""


class Negotiator:
    """The talk of one bot, in one game."""

    def __init__(self, budget: Budget, seed: int) -> None:
        """For a bot that has this budget before it acts; it has the same again for what it says at a time."""
        self.promises = Promises()
        self.simulations = min(budget.simulations or SIMULATIONS, SIMULATIONS)
        self.seconds = budget.seconds
        self.honour = HONOUR[0] + (HONOUR[1] - HONOUR[0]) * rng.below(rng.seeded("honour", seed), 1000) / 1000
        self._inbox: list[Message] = []
        self._thought_of: int | None = None
        """The turn in which it last thought of an offer; once in a turn is enough."""

    def hear(self, message: Message) -> None:
        self._inbox.append(message)

    def listen(self, view: Position) -> None:
        """File what was heard since the last time: it all belongs to the turn of this view."""
        self.promises.come_to(view)
        self.promises.said.extend(self._inbox)
        self._inbox.clear()

    def speak(self, view: Position, look: Callable[[], Search]) -> list[Message]:
        """Answers to what was offered to the seat; or an offer of its own. `look` gives a search of this view."""
        seat = view.viewer
        if seat is None or view.over or not view.talk(seat).offers:
            return []
        self.listen(view)
        said: list[Message] = []
        if self.promises.open_offers(seat):
            said = self._answers(view, seat, look())
        elif self._thought_of != view.turn and not self.promises.of(seat):
            self._thought_of = view.turn
            said = self._offers(view, seat, look())
        self.promises.said.extend(said)
        return said

    def promised(self, view: Position, seat: int) -> int | None:
        """The action that a seat has promised to take now."""
        body = self.promises.of(seat)
        return None if body is None else _readable(view, seat, body)

    def expected(self, view: Position) -> dict[int, tuple[int, float]]:
        """What the others have promised, and how far each is to be trusted."""
        others = (seat for seat in range(len(view.seats)) if seat != view.viewer)
        promised = {seat: self.promised(view, seat) for seat in others}
        return {seat: (action, self.promises.trust(seat)) for seat, action in promised.items() if action is not None}

    def _answers(self, view: Position, seat: int, search: Search) -> list[Message]:
        """It accepts the offer that brings it most, if it is bound by no other, and refuses the rest."""
        offers, before = self.promises.open_offers(seat), search.expected_shares({}, self.simulations)
        gains = [self._gains(view, offer.by, offer.body, search, before)[0] for offer in offers]
        best = offers[gains.index(max(gains))] if max(gains) > WORTH_WHILE and not self.promises.of(seat) else None
        return [
            Message(seat, answer_to(offer), "accept" if offer is best else "refuse", offer.body) for offer in offers
        ]

    def _offers(self, view: Position, seat: int, search: Search) -> list[Message]:
        """An offer to the seat with which it can gain most, if that seat gains by it too."""
        before = search.expected_shares({}, self.simulations)
        ideas = [view.write(seat, found.action) for found in search.root_statistics()[:IDEAS]]
        talk, best, most = view.talk(seat), list[Message](), WORTH_WHILE
        others = [other for other in range(len(view.seats)) if other != seat]
        end = perf_counter() + self.seconds
        for body, other in product(ideas, others):
            if perf_counter() > end:
                break
            mine, theirs = self._gains(view, other, body, search, before)
            if mine > most and theirs > WORTH_WHILE:
                to = (other,) if other in talk.secret else ()
                best, most = [Message(seat, to, "offer", body)], mine
        return best

    def _gains(self, view: Position, other: int, body: str, search: Search, before: list[float]) -> tuple[float, float]:
        """What this seat and another gain if both do this, as far as the other is to be trusted."""
        seat = search.seat
        mine, theirs = _readable(view, seat, body), _readable(view, other, body)
        if mine is None or theirs is None:
            return -1.0, -1.0
        after = search.expected_shares(
            {seat: (mine, 1.0), other: (theirs, self.promises.trust(other))}, self.simulations
        )
        return after[seat] - before[seat], after[other] - before[other]


def _readable(view: Position, seat: int, body: str) -> int | None:
    """The action that is written so, if this seat could promise it now."""
    try:
        return view.game.talk_rules.offer(view.record, seat, body)
    except TablierError:
        return None
