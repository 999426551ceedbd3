"""What a deal is worth: an action that two seats both take, to each of them, as search tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from time import perf_counter
from typing import NamedTuple

from tablier.bots.promises import Promises
from tablier.engine import insight
from tablier.engine.errors import TablierError
from tablier.engine.position import Position
from tablier.search.search import Search

GLANCE = 4
"""At first a deal is weighed with so many times fewer simulations; those that look best are weighed again."""

AGAIN = 2
"""How many are."""

IDEAS = 4
"""Actions that it thinks of offering to each of the others: those worth a thought to both that it looks at most."""

WORTH_WHISPERING = 0.03
"""What both are to gain of the win, at least, by a deal that is offered in secret. With less, the weak made so many
that a strong player was no longer worth its level."""

WORTH_ACCEPTING = 0.015
"""What one is to gain by a deal that it accepts. Aloud it costs nothing to ask: what the other may well accept, and
brings anything at all, is offered."""


class Deal(NamedTuple):
    """An action that a seat and another could agree on, and what each would gain by it."""

    body: str
    other: int
    mine: float
    theirs: float


class Deals:
    """Of one seat, in one position."""

    def __init__(self, view: Position, search: Search, promises: Promises, simulations: int) -> None:
        self.view = view
        self.search = search
        self.promises = promises
        self.simulations = simulations
        self._choice = _next_choice(view)
        self._before = search.expected_shares({}, simulations)
        self._considered = search.root_statistics()
        # A seat that has not agreed to anything does not try this and that: it takes what is best.
        self._before[search.seat] = max(self._before[search.seat], self._considered[0].share)

    def weigh(self, other: int, body: str, times: int = 1) -> Deal:
        """What this seat and another gain if both do this, as far as the other is to be trusted.

        With so many times fewer simulations than usual.
        """
        seat = self.search.seat
        mine, theirs = readable(self.view, seat, body), readable(self.view, other, body)
        if mine is None or theirs is None:
            return Deal(body, other, -1.0, -1.0)
        after = self.search.expected_shares(
            {seat: (mine, 1.0), other: (theirs, self.promises.trust(other))}, max(1, self.simulations // times)
        )
        return Deal(body, other, after[seat] - self._before[seat], after[other] - self._before[other])

    def best(self, others: Iterable[int], seconds: float) -> Deal | None:
        """Of those that come to mind, and by which both gain enough, the one that brings this seat most.

        Whoever takes the best of many guesses has guessed too high: so they are guessed once more.
        """
        end = perf_counter() + seconds
        found = [deal for deal in takewhile(lambda _: perf_counter() < end, self._possible(others)) if _is_fair(deal)]
        first = sorted(found, key=lambda deal: -deal.mine)[:AGAIN]
        good = [deal for deal in (self.weigh(deal.other, deal.body) for deal in first) if self._is_good(deal)]
        return max(good, key=lambda deal: deal.mine, default=None)

    def _is_good(self, deal: Deal) -> bool:
        whispers = deal.other in self.view.talk(self.search.seat).secret
        mine, theirs = (WORTH_WHISPERING, WORTH_WHISPERING) if whispers else (0, WORTH_ACCEPTING)
        return deal.mine > mine and deal.theirs > theirs

    def _possible(self, others: Iterable[int]) -> Iterator[Deal]:
        """Those that come to mind, with each of the others in turn, at a glance."""
        ideas = {other: self._ideas(other) for other in others}
        for number in range(IDEAS):
            for other, bodies in ideas.items():
                if number < len(bodies):
                    yield self.weigh(other, bodies[number], times=GLANCE)

    def _ideas(self, other: int) -> list[str]:
        """Actions that both might think of and nobody has offered yet, those that this seat looks at most first."""
        out, _ = self.view.game.buffers()
        worth_a_thought = {*out[: insight.shortlist(self._choice.record, other, out)].tolist()}
        common = [found.action for found in self._considered if found.action in worth_a_thought]
        offered = {message.body for message in self.promises.said if message.kind == "offer"}
        bodies = [self.view.write(self.search.seat, action) for action in common[: IDEAS + len(offered)]]
        return [body for body in bodies if body not in offered][:IDEAS]


def _next_choice(view: Position) -> Position:
    """Where there is something to choose: once a discussion is over."""
    position = view.copy()
    if closing := view.game.closing(view.record):
        position.apply(*closing)
    return position


def _is_fair(deal: Deal) -> bool:
    return min(deal.mine, deal.theirs) > 0


def readable(view: Position, seat: int, body: str) -> int | None:
    """The action that is written so, if this seat could promise it now."""
    try:
        return view.game.talk_rules.offer(view.record, seat, body)
    except TablierError:
        return None
