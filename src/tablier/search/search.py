"""Thinking about a view: tree search with its memory, a budget, and an account of what was found."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from time import perf_counter
from typing import Any

import numpy as np

from tablier.engine import kernels
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC, Buffer
from tablier.engine.position import Position
from tablier.search import greedy
from tablier.search.tree import (
    DEEPEST,
    EDGE,
    EDGES_USED,
    NO_ROOM,
    NO_ROOT,
    NODE,
    NODES_USED,
    NOW,
    ROOT,
    ROOT_NODE,
    SEEN,
    SETTINGS,
    STEP,
    Desk,
    Forest,
    key_of,
    multipliers_for,
    place_of,
    plan,
    simulate,
)

DEFAULTS: dict[str, float] = {
    "explore": 0.6, "first_play": 0.05, "peek": 1, "sharpness": 10.0, "ahead": 0, "regret": 0,
    "tremble": 0.1,
}  # fmt: skip
"""The settings of a search; SETTINGS says what each means, docs/architecture.md what other values came to."""

GLANCE = 0.01
"""Seconds between two looks at the clock, about."""

BATCH = 32
"""Simulations between two looks at what they have found, at least."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: until the root has been visited so often, or until the time is up, whichever comes first."""

    simulations: int | None = None
    seconds: float = float("inf")


@dataclass(frozen=True, slots=True)
class ActionStatistics:
    """What a search has found out about one action."""

    action: int
    visits: int
    share: float
    """What the seat can expect of it."""


class Search:
    """A search, with its memory, which is allocated once and may serve one game after another.

    With a number of simulations it always finds the same for the same views in the same order; by the clock it may not.
    """

    def __init__(
        self, game: Game, seats: int, *, nodes: int = 1 << 18, edges: int = 1 << 22, **settings: float
    ) -> None:
        """`nodes`, a power of two, and `edges` bound the memory; `settings` are those of SETTINGS."""
        states = np.zeros(4, dtype=game.dtype)
        words = states.view(np.int32).reshape(4, -1)
        path = np.zeros(DEEPEST, dtype=STEP)
        parts, values = np.zeros(seats, dtype=np.int64), np.zeros(seats)
        self.game = game
        self.desk: Desk = (
            states,
            words,
            multipliers_for(game),
            path,
            *game.buffers(),
            parts,
            values,
        )
        counts = np.array([0, 0, NO_ROOT], dtype=np.int64)
        self.forest: Forest = (np.zeros(nodes, dtype=NODE), np.zeros(edges, dtype=EDGE), counts)
        self.settings: Any = np.zeros(1, dtype=SETTINGS)[0]
        for name, value in (DEFAULTS | settings).items():
            self.settings[name] = value
        self.room = greedy.room(game, seats)
        self.trust = np.zeros((seats, 2), dtype=np.int64)
        self.salt = 0
        self.sums = np.zeros(seats)

    def clear(self) -> None:
        """Empty the memory."""
        nodes, _, counts = self.forest
        nodes["key"] = 0
        counts[:] = 0, 0, NO_ROOT

    def set_root(self, view: Position, random: Buffer, *, skip_forced: bool = False) -> None:
        """Turn to the view of a seat; with `skip_forced`, past where only one thing can be done, to the next choice.

        What the memory holds is kept, as long as it leaves room for more.
        """
        nodes, edges, counts = self.forest
        if counts[EDGES_USED] * 2 > len(edges) or counts[NODES_USED] * 2 > len(nodes):
            self.clear()
        if view.viewer is None or view.viewer == PUBLIC:
            raise ValueError("a search looks at the view of a seat")
        self.seat, self.random = view.viewer, random
        self.desk[0][ROOT] = view.record
        if skip_forced:
            self._go_to_choice()
        if self.settings.peek:
            plan(self.seat, self.forest, self.desk, self.settings, self.random, self.room)
        self.assume({})

    def _go_to_choice(self) -> None:
        root, out = self.desk[0][ROOT], self.desk[4]
        while (bits := kernels.pending(root)) and bits & (bits - 1) == 0:
            seat = bits.bit_length() - 1
            if kernels.legal(root, seat, out) != 1:
                return
            kernels.apply(root, seat, int(out[0]))

    def assume(self, choices: Mapping[int, tuple[int, float]]) -> None:
        """Take it that these seats choose these actions now, each with its chance."""
        counts = self.forest[2]
        self.trust[:] = 0
        for seat, (action, chance) in choices.items():
            self.trust[seat] = action, round(1000 * chance)
        self.salt = int.from_bytes(blake2b(self.trust.tobytes(), digest_size=7).digest()) if choices else 0
        counts[ROOT_NODE] = NO_ROOT
        self.simulate(1)
        if counts[ROOT_NODE] == NO_ROOT:  # its place and all near it are taken
            self.clear()
            self.simulate(1)

    def expected_shares(self, choices: Mapping[int, tuple[int, float]], simulations: int) -> list[float]:
        """What each seat can expect if these choose so."""
        self.assume(choices)
        self.sums[:] = 0
        self.simulate(simulations)
        return [float(total) for total in self.sums / simulations]

    def simulate(self, simulations: int) -> None:
        """Make so many simulations of the view that is looked at."""
        forest, desk, random = self.forest, self.desk, self.random
        simulate(simulations, self.seat, forest, desk, self.settings, random, self.trust, self.salt, self.sums)

    def run(self, budget: Budget) -> None:
        """Simulate until the budget is spent, or until what is left of it could not change the choice."""
        start, made = perf_counter(), 0
        while (passed := perf_counter() - start) < budget.seconds:
            pace = made / passed if made else float("inf")
            left = self._left(budget, pace * (budget.seconds - passed))
            if left <= 0 or self._is_settled(left):
                return
            batch = max(BATCH, self.visits // 8)
            if budget.seconds < float("inf"):
                batch = min(batch, BATCH + int(pace * GLANCE)) if made else BATCH
            self.simulate(int(min(left, batch)))
            made += int(min(left, batch))

    def _left(self, budget: Budget, in_time: float) -> float:
        """How many simulations may still be made. A number that was asked for is not changed by the clock's pace."""
        return in_time if budget.simulations is None else budget.simulations - self.visits

    def _is_settled(self, left: float) -> bool:
        """Whether the action that was visited most will be, even if all the simulations left go to the next."""
        visits = np.sort(self._root_edges()["visits"])
        return len(visits) == 1 or bool(not self.settings.regret and visits[-1] - visits[-2] > left)

    @property
    def visits(self) -> int:
        """How often the root has been visited, in earlier searches too."""
        nodes, _, counts = self.forest
        return int(nodes[counts[ROOT_NODE]].visits)

    def root_statistics(self) -> list[ActionStatistics]:
        """What is known about each action at the root, the most visited first."""
        rows = self._root_edges()
        shares = np.where(rows["visits"] > 0, self._means(rows), rows["guess"])
        order = np.lexsort((-shares, -rows["visits"]))
        return [ActionStatistics(int(rows["action"][i]), int(rows["visits"][i]), float(shares[i])) for i in order]

    def _means(self, rows: Buffer) -> Buffer:
        """What each action brought on average; a total that is weighted by rarity is one of all visits to the node."""
        return rows["total"] / np.maximum(1, self.visits if self.settings.regret else rows["visits"])

    def _root_edges(self) -> Buffer:
        nodes, edges, counts = self.forest
        root = nodes[counts[ROOT_NODE]]
        return edges[root["first"] : root["first"] + root["edges"]]

    def principal_variation(self, first: int, most: int) -> list[tuple[int, int]]:
        """How the game is expected to go on after an action: who acts, and what; until nothing is known any more.

        Of nature's actions the one that was looked into most is taken for the example.
        """
        states = self.desk[0]
        states[NOW] = states[ROOT]
        kernels.deal(states[NOW], self.seat, self.random)
        line = [(self.seat, first)]
        kernels.apply(states[NOW], *line[0])
        while len(line) < most and (step := self._expected()):
            line.append(step)
            kernels.apply(states[NOW], *step)
        return line

    def _expected(self) -> tuple[int, int] | None:
        """Who acts in the position NOW and what was tried most; None where nothing was."""
        now = self.desk[0][NOW]
        if kernels.over(now):
            return None
        bits = kernels.pending(now)
        if bits & (bits - 1):
            return None
        if bits:
            return self._most_visited(bits.bit_length() - 1)
        return self._likely_chance()

    def _likely_chance(self) -> tuple[int, int] | None:
        """Nature's action whose consequences were looked into most."""
        states, _, _, _, out, weights, _, _ = self.desk
        before, most, best = states[NOW].copy(), 0, None
        outcomes = [int(a) for a in out[: kernels.chances(states[NOW], out, weights)]]
        for action in outcomes:
            states[NOW] = before
            kernels.apply(states[NOW], NATURE, action)
            bits = kernels.pending(states[NOW])
            visits = self._visits_of(self._place(bits.bit_length() - 1 if bits else NATURE))
            if visits > most:
                most, best = visits, (NATURE, action)
        states[NOW] = before
        return best

    def _most_visited(self, seat: int) -> tuple[int, int] | None:
        nodes, edges, _ = self.forest
        place = self._place(seat)
        if self._visits_of(place) == 0:
            return None
        first = nodes[place]["first"]
        rows = edges[first : first + nodes[place]["edges"]]
        return (seat, int(rows["action"][int(np.argmax(rows["visits"]))])) if len(rows) else None

    def _place(self, seat: int) -> int:
        """The node of the position NOW, decided by this seat (or NATURE)."""
        states, words, multipliers = self.desk[:3]
        states[SEEN] = states[NOW]
        kernels.hide(states[SEEN], PUBLIC if seat == NATURE else seat)
        return int(place_of(self.forest[0], key_of(words, SEEN, multipliers, seat)))

    def _visits_of(self, place: int) -> int:
        nodes = self.forest[0]
        return int(nodes[place]["visits"]) if place != NO_ROOM and nodes[place]["key"] else 0


def run_in_parallel(searches: list[Search], budget: Budget) -> list[ActionStatistics]:
    """Let several searches of the same view think at the same time, each on a core; put together what they found."""
    if len(searches) == 1:
        searches[0].run(budget)
        return searches[0].root_statistics()
    with ThreadPoolExecutor(len(searches)) as threads:
        list(threads.map(lambda search: search.run(budget), searches))
    by_action: dict[int, list[ActionStatistics]] = {}
    for found in itertools.chain.from_iterable(search.root_statistics() for search in searches):
        by_action.setdefault(found.action, []).append(found)
    together = [_sum_up(statistics) for statistics in by_action.values()]
    return sorted(together, key=lambda found: (-found.visits, -found.share, found.action))


def _sum_up(statistics: list[ActionStatistics]) -> ActionStatistics:
    visits = sum(found.visits for found in statistics)
    weight = [found.visits + 1 for found in statistics]
    share = sum(w * found.share for w, found in zip(weight, statistics, strict=True)) / sum(weight)
    return ActionStatistics(statistics[0].action, visits, share)
