"""How a bot talks: it offers what both sides gain by, weighs what it is offered, and remembers who kept their word."""

from __future__ import annotations

from collections.abc import Callable

from tablier.bots.deals import WORTH_ACCEPTING, Deals, readable
from tablier.bots.manners import DISTRUST, Manners, Voice, reason
from tablier.bots.promises import Promises, answer_to
from tablier.engine import rng
from tablier.engine.position import Position
from tablier.engine.talk import Message
from tablier.search.search import Budget, Search

SIMULATIONS = 600
"""To find out what a deal would bring, to oneself and to the other; less for one who does not think so far."""

NAIVETY = 0.15
"""Who overlooks much does not see so soon what breaking its word would bring: so much more it must be."""

RASHNESS = 3
"""The power of its attention to which a bot takes its time for a deal."""

HONOUR = (0.02, 0.08)
"""A bot breaks its word only for a gain of more than this; each has a limit of its own between the two."""


class Negotiator:
    """The talk of one bot, in one game."""

    def __init__(self, budget: Budget, seed: int, attention: float = 1.0) -> None:
        """For a bot that has this budget before it acts; it has the same again for what it says at a time.

        Who overlooks much judges deals rashly as well: it makes more of them, and worse ones.
        """
        self.promises = Promises()
        self.manners = Manners()
        self.simulations = max(1, round(min(budget.simulations or SIMULATIONS, SIMULATIONS) * attention**RASHNESS))
        self.seconds = budget.seconds
        own = HONOUR[0] + (HONOUR[1] - HONOUR[0]) * rng.below(rng.seeded("honour", seed), 1000) / 1000
        self.honour = own + NAIVETY * (1 - attention)
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
        """What comes first in a turn; then answers to what was offered, or an offer of its own.

        `look` gives a search of this view.
        """
        seat = view.viewer
        if seat is None or view.over or not view.talk(seat).offers:
            return []
        self.listen(view)
        said = self._file(self.manners.first(view, seat, self.promises))
        if self.promises.open_offers(seat):
            return said + self._answers(view, seat, self._deals(view, look))
        if self._thought_of == view.turn or self.promises.of(seat):
            return said
        self._thought_of = view.turn
        return said + self._file(self._offer(view, seat, self._deals(view, look)))

    def promised(self, view: Position, seat: int) -> int | None:
        """The action that a seat has promised to take now."""
        body = self.promises.of(seat)
        return None if body is None else readable(view, seat, body)

    def expected(self, view: Position) -> dict[int, tuple[int, float]]:
        """What the others have promised, and how far each is to be trusted."""
        promised = {seat: self.promised(view, seat) for seat in _others(view)}
        return {seat: (action, self.promises.trust(seat)) for seat, action in promised.items() if action is not None}

    def _file(self, messages: list[Message]) -> list[Message]:
        self.promises.said.extend(messages)
        return messages

    def _deals(self, view: Position, look: Callable[[], Search]) -> Deals:
        return Deals(view, look(), self.promises, self.simulations)

    def _answers(self, view: Position, seat: int, table: Deals) -> list[Message]:
        """It accepts the offer that brings it most, if it is bound by no other, and refuses the rest, saying why."""
        offers = self.promises.open_offers(seat)
        gains = [table.weigh(offer.by, offer.body).mine for offer in offers]
        is_free = not self.promises.of(seat)
        best = offers[gains.index(max(gains))] if max(gains) > WORTH_ACCEPTING and is_free else None
        said = self._file([Message(seat, answer_to(best), "accept", best.body)]) if best else []
        for offer in offers:
            if offer is not best:
                said += self._file(self._refusal(view, seat, offer, table))
        return said

    def _refusal(self, view: Position, seat: int, offer: Message, table: Deals) -> list[Message]:
        """No; and why, or what it would do instead."""
        to, voice = answer_to(offer), Voice(view, seat, self.promises.said)
        refusal = [Message(seat, to, "refuse", offer.body)]
        if self._may_counter(seat, offer) and (deal := table.best([offer.by], self.seconds)):
            return [*refusal, *voice.say("instead", to=to), Message(seat, to, "offer", deal.body)]
        return [
            *refusal,
            *reason(voice, offer, self.promises, to, can_act=bool(view.game.talk_rules.offers(view.record, seat))),
        ]

    def _may_counter(self, seat: int, offer: Message) -> bool:
        """Who is bound has nothing to offer, nor is there anything for a liar; and one counter-offer is enough."""
        to, is_trusted = answer_to(offer), self.promises.trust(offer.by) >= DISTRUST
        return (
            is_trusted
            and not self.promises.of(seat)
            and not any(
                message.kind == "offer" and message.by == seat and message.to == to for message in self.promises.said
            )
        )

    def _offer(self, view: Position, seat: int, table: Deals) -> list[Message]:
        """An offer to the seat with which it can gain most, if that seat gains by it too."""
        voice = Voice(view, seat, self.promises.said)
        if deal := table.best(_others(view), self.seconds):
            return [Message(seat, voice.apart(deal.other), "offer", deal.body)]
        closing = view.game.closing(view.record)
        is_quiet = not any(message.kind == "offer" for message in self.promises.said)
        return self.manners.last(voice, leads=closing[0] == seat) if closing and is_quiet else []


def _others(view: Position) -> list[int]:
    return [seat for seat in range(len(view.seats)) if seat != view.viewer]
