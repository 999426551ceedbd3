"""How long each seat has left to think. Time is in milliseconds of a clock that never jumps, and given from outside.

A seat's clock runs while it is to act. Its *stint* is the time from when it is to act until it has finished its turn.
When its connection is lost the clock stands still for a while, once in a stint: a short loss never loses a game. In all
it does so for a few stints only, or who hangs up in every turn would have more time than the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tablier.serve.table.events import Pace

GRACE = 30_000
"""How long a clock stands still, in one stint, for somebody whose connection is lost."""

GRACE_IN_ALL = 3 * GRACE
"""The same in a whole game."""

EARLIER = -1
"""In place of a turn: all turns before a restart."""


Graces = dict[str, list[int]]
"""By seat: the turn, and how long its clock had stood still in it before the seat acted last, and since; and in others.

A seat that is not to act is in no turn, `EARLIER`.
"""


@dataclass(slots=True)
class Stint:
    """A seat is to act, in one turn."""

    turn: int
    since: int
    away: int | None = None
    """Since when its connection is lost."""
    stood_still: int = 0
    """For how long, before it was lost this time."""
    before: int = 0
    """The same before the seat acted last, in this turn: who acts several times has no more of it than others."""
    most: int = GRACE
    """For how long it may, in this turn."""

    @property
    def grace_left(self) -> int:
        """For how long it may at most, since the seat acted last."""
        return max(0, self.most - self.before)

    def grace(self, now: int) -> int:
        """For how long the clock has stood still since then."""
        if self.away is None:
            return self.stood_still
        return min(self.grace_left, self.stood_still + now - self.away)

    def spent(self, now: int) -> int:
        return max(0, now - self.since - self.grace(now))


class Clock:
    """The clocks of a table. Without a pace nobody's time is limited."""

    def __init__(self, pace: Pace | None, seats: int) -> None:
        self.pace = pace
        self._full = pace["seconds"] * 1000 if pace else 0
        self.left = [self._full] * seats
        self.stints: dict[int, Stint] = {}
        self._stood: dict[tuple[int, int], int] = {}
        """For how long clocks stood still, by seat and turn, in stints that are over: a turn may come again."""
        self._used: dict[tuple[int, int], int] = {}
        """The same, of what was used of a turn's own time, where the turn was not finished."""

    def update(self, seats: Collection[int], turn: int, absent: Collection[int], now: int) -> None:
        """These seats are to act now, in this turn."""
        if not self.pace:
            return
        for seat, stint in list(self.stints.items()):
            if seat not in seats or stint.turn != turn:
                self._end(seat, stint, now)
        for seat in seats:
            if seat not in self.stints:
                self._begin(seat, turn, now, now if seat in absent else None)

    def _begin(self, seat: int, turn: int, now: int, away: int | None) -> None:
        before, elsewhere = self._stood.get((seat, turn), 0), self._stood_in_others(seat, turn)
        self.stints[seat] = Stint(turn, now, away, before=before, most=min(GRACE, GRACE_IN_ALL - elsewhere))
        if self._has_turns:
            self.left[seat] = self._full - self._used.get((seat, turn), 0)

    def _end(self, seat: int, stint: Stint, now: int) -> None:
        """What was used stays used, whatever has ended it."""
        left = self.remaining(seat, now)
        if self._has_turns and left < self._full:
            self._used[seat, stint.turn] = self._full - left
        self.left[seat] = self._full if self._has_turns else left
        if stood := stint.before + stint.grace(now):
            self._stood[seat, stint.turn] = stood
        del self.stints[seat]

    @property
    def _has_turns(self) -> bool:
        """Whether each turn has its own time."""
        return bool(self.pace and self.pace["kind"] == "turn")

    def is_used_up(self, seat: int, turn: int) -> bool:
        """Whether a seat has no time left that it could come back to."""
        used = self._used.get((seat, turn), 0) >= self._full if self._has_turns else not self.left[seat]
        return bool(self.pace) and used

    def go_on(self, other: Clock) -> None:
        """Whoever is still to act, in the same turn, goes on as by another clock of the table."""
        self.stints |= {
            seat: stint
            for seat, stint in other.stints.items()
            if seat in self.stints and self.stints[seat].turn == stint.turn
        }
        self._stood |= other._stood
        self._used |= other._used

    def graces(self, now: int) -> Graces:
        """For how long clocks have stood still: no event tells it."""
        found = {seat: self._grace_of(seat, now) for seat in range(len(self.left))}
        return {str(seat): grace for seat, grace in found.items() if any(grace[1:])}

    def _grace_of(self, seat: int, now: int) -> list[int]:
        if stint := self.stints.get(seat):
            return [stint.turn, stint.before, stint.grace(now), self._stood_in_others(seat, stint.turn)]
        return [EARLIER, 0, 0, self._stood_in_others(seat, None)]

    def _stood_in_others(self, seat: int, turn: int | None) -> int:
        """For how long a seat's clock has stood still in other turns than this."""
        return sum(stood for (who, when), stood in self._stood.items() if who == seat and when != turn)

    def stand_as(self, graces: Graces) -> None:
        """Whoever is still to act, in the same turn, has had so much of it already; and everybody in others."""
        for seat, (turn, before, stood_still, *elsewhere) in ((int(seat), grace) for seat, grace in graces.items()):
            self._stood[seat, EARLIER] = sum(elsewhere)
            stint = self.stints.get(seat)
            if stint and stint.turn == turn:
                stint.before, stint.stood_still = before, stood_still
            else:
                self._stood[seat, EARLIER] += before + stood_still
            if stint:
                stint.most = min(GRACE, GRACE_IN_ALL - self._stood[seat, EARLIER])

    def after_action(self, seat: int, has_finished: bool, now: int) -> int | None:
        """What a seat has left once it has acted now, and perhaps finished its turn; None without a pace."""
        if not self.pace:
            return None
        return self.remaining(seat, now) + self.brings(seat, has_finished, now)

    def brings(self, seat: int, has_finished: bool, now: int) -> int:
        """What a seat gets for acting now, and perhaps finishing its turn."""
        if not self.pace or not has_finished:
            return 0
        return self._full - self.remaining(seat, now) if self._has_turns else self.pace["increment"] * 1000

    def after_takeback(self, seat: int, brought: Mapping[int, int], turn: int, now: int) -> list[int] | None:
        """What everybody has left once a seat takes back what has brought so much, to this turn: no more than before.

        Where each turn has its own time, others will have all of it for the turns that they play again.
        """
        if not self.pace:
            return None
        again = [other for other, stint in self.stints.items() if stint.turn == turn]
        return [
            self._full
            if self._has_turns and other not in (seat, *again)
            else self.remaining(other, now) - brought.get(other, 0)
            for other in range(len(self.left))
        ]

    def take_back(self, left: Iterable[int], turn: int, now: int) -> None:
        """Everybody has so much left, and this turn comes again."""
        for seat, time in enumerate(left):
            self.set(seat, time, now)
            if self._has_turns:
                self._used[seat, turn] = self._full - time

    def set(self, seat: int, left: int, now: int) -> None:
        """A seat has so much left from now on."""
        self.left[seat] = left
        if stint := self.stints.get(seat):
            stint.before += stint.grace(now)
            stint.since, stint.stood_still = now, 0
            stint.away = now if stint.away is not None else None

    def lose(self, seat: int, now: int) -> None:
        """A seat's connection is lost."""
        if seat in self.stints and self.stints[seat].away is None:
            self.stints[seat].away = now

    def regain(self, seat: int, now: int) -> None:
        """A seat is there again."""
        if seat in self.stints:
            stint = self.stints[seat]
            stint.stood_still, stint.away = stint.grace(now), None

    def remaining(self, seat: int, now: int) -> int:
        """What a seat has left now, in milliseconds."""
        stint = self.stints.get(seat)
        return max(0, self.left[seat] - (stint.spent(now) if stint else 0))

    def deadline(self) -> int | None:
        """When the next flag falls, if nothing happens."""
        return min([self._falls(seat, stint) for seat, stint in self.stints.items()], default=None)

    def fallen(self, now: int) -> list[int]:
        """Whose time is over."""
        return [seat for seat, stint in self.stints.items() if self._falls(seat, stint) <= now]

    def _falls(self, seat: int, stint: Stint) -> int:
        grace = stint.stood_still if stint.away is None else stint.grace_left
        return stint.since + self.left[seat] + grace

    def show(self, now: int) -> Mapping[str, object] | None:
        """For people to see: what everybody has left, whose clocks run, and the grace of those who are away."""
        if not self.pace:
            return None
        away = {str(seat): s.grace_left - s.grace(now) for seat, s in self.stints.items() if s.away is not None}
        left = [self.remaining(seat, now) for seat in range(len(self.left))]
        return {**self.pace, "left": left, "running": sorted(self.stints), "grace": away}
