"""What the games of a block are like: their results, their length, and of some of them every decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.kernels import Buffer
from tablier.engine.options import Value
from tablier.lab.blocks import SEAT_BITS
from tablier.lab.watching import LAST, Lens, has_estimate, new_lens, replay, samples_for, watch
from tablier.study.kinds import kind_of
from tablier.study.playing import Played
from tablier.study.tally import Layout, Sums, Tally

MATTERS = 0.05
"""A decision matters where the best choice is worth so much more of the win than an average one."""

STAKES = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Where the classes of decisions begin, by how much is at stake; below the first hardly anything is."""

LEAD = 0.05
"""Who leads has so much more of the win to expect than every other; who has less is not ahead yet."""

DEEP = 0.5
"""Who wins came back if it once had at most this part of what an even chance is."""

COURSE = 10
"""Points in the course of a game at which one asks who leads."""

CALIBRATION = 10
"""Classes of what somebody may expect."""


def compare(seatings: Sequence[tuple[str, ...]], played: Sequence[Played]) -> Tally:
    """What two kinds of bots have won of each other, with the same dice in every seating."""
    one, other = seatings[0][0], seatings[-1][0]
    results = np.stack([each.shares for each in played], axis=1)
    sums = {}
    for name, bot in (("one", one), ("other", other)):
        alone = [(i, seating.index(bot)) for i, seating in enumerate(seatings) if seating.count(bot) == 1]
        sums[f"alone.{name}"] = Sums.of(np.mean([results[:, i, seat] for i, seat in alone], axis=0))
    return Tally(sums, {}, Layout.of(results))


def look(game: Game, options: Mapping[str, Value], played: Played, first: int, watched: int) -> Tally:
    """What games of equals add up to. Those with a number below `watched` are looked at decision by decision."""
    view = _View(game, options, max(1, *map(len, played.logs)))
    number = min(len(played.logs), watched - first)
    tally = view.results(played)
    return tally + view.decisions(played, number, first) if number > 0 else tally


class _View:
    """How the games of one variant are looked at."""

    def __init__(self, game: Game, options: Mapping[str, Value], room: int) -> None:
        self.game, self.options = game, options
        self.seats = len(game.seats(options))
        self.opening = game.open(options)
        self.lens: Lens = new_lens(game, self.seats, room)

    def results(self, played: Played) -> Tally:
        """Who won, and how long it took."""
        turns = [self._turns(log) for log in played.logs]
        seats = [(log & (1 << SEAT_BITS) - 1) != 0 for log in played.logs]
        decisions = [int(np.count_nonzero(each)) for each in seats]
        drawn = (played.shares == played.shares[:, :1]).all(axis=1)
        distinct = len({log.tobytes() for log in played.logs})
        sums = {f"share.{seat}": Sums.of(played.shares[:, seat]) for seat in range(self.seats)}
        sums |= {"draw": Sums.of(drawn), "turns": Sums.of(turns), "decisions": Sums.of(decisions)}
        sums["distinct"] = Sums(1, distinct, len(played.logs), distinct**2, 0, 0)
        return Tally(sums, {"turns": Counter(turns), "decisions": Counter(decisions)})

    def _turns(self, log: Buffer) -> int:
        """How many turns there were, as the game counts them: up to the one in which the last action was."""
        if not len(log):
            return 0
        replay(log, self.opening, self.lens.states)
        turn = self.game.notation.turn
        return turn(self.lens.states[LAST]) - turn(self.opening[0]) + 1

    def decisions(self, played: Played, number: int, first: int) -> Tally:
        """What there was to decide in the first of these games, and how they stood."""
        columns: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for i in range(number):
            for name, pair in self._game(played.logs[i], played.shares[i], first + i).items():
                columns[name] += [(0.0, 0.0)] * (i - len(columns[name])) + [pair]
        sums = {}
        for name, pairs in columns.items():
            x, y = np.array(pairs + [(0.0, 0.0)] * (number - len(pairs))).T
            sums[name] = Sums.of(x, y)
        return Tally(_of_all_decisions(sums, columns, number))

    def _game(self, log: Buffer, shares: Buffer, number: int) -> dict[str, tuple[float, float]]:
        """Of one game: what there was of everything, and of what it is a part."""
        lens, random = self.lens, rng.seeded("watching", number)
        samples, plays_out = samples_for(self.game), not has_estimate(self.game)
        n, moments = watch(log, self.opening, lens, samples, plays_out, random)
        found = _weighed(lens.options[:n], lens.stakes[:n])
        found |= _course(lens.course[:moments], shares)
        found |= self._kinds(log, lens.positions[:n])
        return found

    def _kinds(self, log: Buffer, positions: Buffer) -> dict[str, tuple[float, float]]:
        chosen = log[log & (1 << SEAT_BITS) - 1 != 0].tolist()
        kinds = Counter(
            kind_of(self.game, positions[i], (entry & (1 << SEAT_BITS) - 1) - 1, entry >> SEAT_BITS)
            for i, entry in enumerate(chosen)
        )
        used = {f"used.{kind}": (1.0, 1.0) for kind in kinds}
        return used | {f"kind.{kind}": (float(count), float(len(chosen))) for kind, count in kinds.items()}


def _weighed(options: Buffer, stakes: Buffer) -> dict[str, tuple[float, float]]:
    """What decisions were about."""
    n, free = float(len(options)), options > 1
    classes = np.digitize(stakes[free], STAKES)
    found = {
        "forced": (n - float(free.sum()), n),
        "wide": (float(options[free].sum()), float(free.sum())),
        "matters": (float((stakes >= MATTERS).sum()), n),
        "stake": (float(stakes[free].sum()), float(free.sum())),
    }
    return found | {f"stakes.{i}": (float((classes == i).sum()), n) for i in range(len(STAKES) + 1)}


def _course(course: Buffer, shares: Buffer) -> dict[str, tuple[float, float]]:
    """How a game stood from turn to turn, beside how it ended."""
    found: dict[str, tuple[float, float]] = {}
    if not len(course):
        return found
    ahead = leaders(course)
    for i in range(COURSE):
        leader = ahead[min(len(ahead) - 1, int((i + 0.5) / COURSE * len(ahead)))]
        found[f"leader.{i}"] = (float(shares[leader]), 1.0) if leader >= 0 else (0.0, 0.0)
    led = ahead[ahead >= 0]
    found["changes"] = float((led[1:] != led[:-1]).sum()), 1.0
    winner = int(shares.argmax())
    if shares[winner] > 1 / len(shares):
        even = 1 / len(shares)
        found["comeback"] = float(course[:, winner].min() <= DEEP * even), 1.0
        others = np.flatnonzero(ahead != winner)
        found["settled"] = (others[-1] + 1) / len(ahead) if len(others) else 0.0, 1.0
    return found | _calibration(course, shares)


def leaders(course: Buffer) -> Buffer:
    """Who leads each time: the seat that can expect more than every other, by LEAD; -1 where nobody does."""
    if course.shape[1] < 2:
        return np.zeros(len(course), dtype=np.int64)
    ordered = np.sort(course, axis=1)
    clear = ordered[:, -1] - ordered[:, -2] >= LEAD
    found: Buffer = np.where(clear, course.argmax(axis=1), -1)
    return found


def _calibration(course: Buffer, shares: Buffer) -> dict[str, tuple[float, float]]:
    """What came of what seats could expect, by classes of it."""
    classes = np.clip((course * CALIBRATION).astype(np.int64), 0, CALIBRATION - 1)
    results = np.broadcast_to(shares, course.shape)
    found = {}
    for i in np.unique(classes).tolist():
        here = classes == i
        found[f"came.{i}"] = float(results[here].sum()), float(here.sum())
        found[f"said.{i}"] = float(course[here].sum()), float(here.sum())
    return found


def _of_all_decisions(
    sums: dict[str, Sums], columns: Mapping[str, list[tuple[float, float]]], number: int
) -> dict[str, Sums]:
    """Kinds that a game does not have are none of its decisions, which count all the same."""
    decisions = np.array([n for _, n in columns["matters"]])
    for name, pairs in columns.items():
        counts = np.array([x for x, _ in pairs] + [0.0] * (number - len(pairs)))
        if name.startswith("kind."):
            sums[name] = Sums.of(counts, decisions)
        elif name.startswith("used."):
            sums[name] = Sums.of(counts)
    return sums
