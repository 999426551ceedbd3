"""A search of a view: the tree, a budget, and the statistics of what was found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from time import perf_counter
from typing import Any

import numpy as np

from tablier.engine import kernels
from tablier.engine.game import Game
from tablier.engine.insight import no_estimate, recall
from tablier.engine.kernels import NATURE, PUBLIC, Buffer
from tablier.engine.net import TrainedNet
from tablier.engine.position import Position
from tablier.engine.rng import below, seeded
from tablier.search import tree as trees
from tablier.search.greedy import new_beam
from tablier.search.hashing import hash_words
from tablier.search.mcts import CURRENT, ROOT, VIEW, Root, Settings, favour_greedy_turn, new_workspace, simulate
from tablier.search.nets import net_for, nets_of
from tablier.search.playout import NO_LIMIT
from tablier.search.to_move import are_several, lowest_seat
from tablier.search.tree import NO_ROOT, NO_SLOT, ROOT_NODE, edge_range, new_tree, probe

CLOCK_SECONDS = 0.01
"""Seconds between two looks at the clock, about."""

BATCH = 32
"""Simulations between two looks at whether the choice is settled, at least."""

RARELY = 0.1
"""Of the visits of the most visited action: one with no more is not drawn, for it was only tried out."""

Choices = Mapping[int, tuple[int, float]]
"""What some seats are assumed to choose: an action, and the probability that they do."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search: until the root has been visited so often, or until the time is up, whichever comes first."""

    simulations: int | None = None
    seconds: float = float("inf")
    least: int = 0
    """Visits of the root that are wanted in any case, also when the time is up."""


@dataclass(frozen=True, slots=True)
class ActionStatistics:
    """What a search has found out about one action at the root."""

    action: int
    visits: int
    share: float
    """Its mean value: the share of the win that the seat can expect."""


def settings_for(game: Game, seats: int) -> Settings:
    """The usual ones, or what the game's insight says; without an estimate, plain MCTS: leaves are played out."""
    if game.insight.estimate is no_estimate:
        return Settings(evaluate_children=False, playout_plies=NO_LIMIT)
    return Settings()._replace(**game.insight.SEARCH_FOR_TWO) if seats == 2 else Settings()


class Search:
    """A search, with its tree, whose memory is allocated once and may serve one game after another.

    With a number of simulations it always finds the same for the same views in the same order; by the clock it may not.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        nodes: int = 1 << 18,
        edges: int = 1 << 22,
        settings: Settings | None = None,
        nets: Sequence[TrainedNet] | None = None,
    ) -> None:
        """`nodes`, a power of two, and `edges` bound the memory. `nets`: those to choose from; else the game's own."""
        self.game = game
        self.nets = nets_of(game) if nets is None else nets
        self._options: Mapping[str, Any] | None = None
        self.settings = settings or settings_for(game, seats)
        self.tree, self.work, self.beam = new_tree(nodes, edges), new_workspace(game, seats), new_beam(game, seats)
        self.root = Root(0, np.zeros((seats, 2), dtype=np.int64), 0)
        self.value_sums = np.zeros(seats)

    @property
    def seat(self) -> int:
        """The seat whose view is searched."""
        return self.root.seat

    def clear(self) -> None:
        """Forget everything."""
        trees.clear(self.tree)

    @property
    def is_matched(self) -> bool:
        """Whether the seats at the root move simultaneously, by regret matching: what it found is to be mixed."""
        states = self.work.states
        states[VIEW] = states[ROOT]
        recall(states[VIEW])
        return self.settings.regret_matching and are_several(kernels.pending(states[VIEW]))

    def set_root(self, view: Position, random: Buffer, *, skip_forced: bool = False) -> None:
        """Turn to the view of a seat; with `skip_forced`, past where only one thing can be done, to the next choice.

        What is in the tree is kept, as long as it leaves room for more.
        """
        self._turn_to(view.options)
        if trees.is_half_full(self.tree):
            self.clear()
        if view.viewer is None or view.viewer == PUBLIC:
            raise ValueError("a search looks at the view of a seat")
        self.root, self.random = self.root._replace(seat=view.viewer), random
        self.work.states[ROOT] = view.record
        if skip_forced:
            self._skip_forced()
        if self.settings.evaluate_children:
            favour_greedy_turn(self.seat, self.tree, self.work, self.settings, self.random, self.beam)
        self.assume({})

    def parts(self, view: Position) -> list[Callable[[], object]]:
        """What it calls, each to be compiled by itself."""
        self._turn_to(view.options)
        random = seeded("parts")
        given = self.tree, self.work, self.settings, random
        greedy = partial(favour_greedy_turn.bound, self.seat, *given, self.beam)
        return [
            *([greedy] if self.settings.evaluate_children else []),
            partial(simulate.bound, 1, self.root, *given, self.value_sums),
        ]

    def _turn_to(self, options: Mapping[str, Any]) -> None:
        """Value positions by what is for these options; what another judged is forgotten."""
        if options != self._options:
            net, self._options = net_for(self.nets, options), dict(options)
            self.work, self.beam = self.work._replace(net=net), self.beam._replace(net=net)
            self.clear()

    def _skip_forced(self) -> None:
        root, actions = self.work.states[ROOT], self.work.actions
        while (seats := kernels.pending(root)) and not are_several(seats):
            seat = lowest_seat(seats)
            if kernels.legal(root, seat, actions) != 1:
                return
            kernels.apply(root, seat, int(actions[0]))

    def assume(self, choices: Choices) -> None:
        """Search on as if these seats chose so at the root."""
        assumed = self.root.assumed
        assumed[:] = 0
        for seat, (action, probability) in choices.items():
            assumed[seat] = action, round(1000 * probability)
        salt = int.from_bytes(blake2b(assumed.tobytes(), digest_size=7).digest()) if choices else 0
        self.root = self.root._replace(salt=salt)
        self.tree.counts[ROOT_NODE] = NO_ROOT
        self.simulate(1)
        if self.tree.counts[ROOT_NODE] == NO_ROOT:  # its slot and all that are probed for it are taken
            self.clear()
            self.simulate(1)

    def expected_shares(self, choices: Choices, simulations: int) -> list[float]:
        """Each seat's share of the win, on average over so many simulations, if these choose so."""
        self.assume(choices)
        self.value_sums[:] = 0
        self.simulate(simulations)
        return [float(total) for total in self.value_sums / simulations]

    def simulate(self, simulations: int) -> None:
        """Make so many simulations of the view at the root."""
        simulate(simulations, self.root, self.tree, self.work, self.settings, self.random, self.value_sums)

    # --- within a budget ----------------------------------------------------------------------------------------------

    def run(self, budget: Budget) -> None:
        """Simulate until the budget is spent, or until what is left of it could not change the choice."""
        start, made = perf_counter(), 0
        if self.visits < budget.least:
            self.simulate(budget.least - self.visits)
        while (passed := perf_counter() - start) < budget.seconds:
            pace = made / passed if made else float("inf")
            left = self._left(budget, pace * (budget.seconds - passed))
            if left <= 0 or self._is_settled(left):
                return
            batch = max(BATCH, self.visits // 8)
            if budget.seconds < float("inf"):
                batch = min(batch, BATCH + int(pace * CLOCK_SECONDS)) if made else BATCH
            self.simulate(int(min(left, batch)))
            made += int(min(left, batch))

    def _left(self, budget: Budget, in_time: float) -> float:
        """How many simulations may still be made. A number that was asked for is not changed by the clock's pace."""
        return in_time if budget.simulations is None else budget.simulations - self.visits

    def _is_settled(self, left: float) -> bool:
        """Whether the action that was visited most will be, even if all the simulations left go to the next.

        Where there is only one, nobody searches to find it, but what it is worth: that is never settled.
        """
        visits = np.sort(self._edges_of(self._root)["visits"])
        return len(visits) > 1 and bool(not self.is_matched and visits[-1] - visits[-2] > left)

    # --- what was found -----------------------------------------------------------------------------------------------

    @property
    def visits(self) -> int:
        """How often the root has been visited, in earlier searches too."""
        return self._visits_of(self._root)

    def root_statistics(self) -> list[ActionStatistics]:
        """What is known about each action at the root, the most visited first."""
        rows = self._edges_of(self._root)
        shares = self._means(rows)
        order = np.lexsort((-shares, -rows["visits"]))
        return [ActionStatistics(int(rows["action"][i]), int(rows["visits"][i]), float(shares[i])) for i in order]

    def _means(self, rows: Buffer) -> Buffer:
        """The mean value of each action; with regret matching, a sum is one over all visits to the node.

        So it may leave the range of shares, where little is known.
        """
        if self.is_matched:
            return np.clip(rows["value_sum"] / max(1, self.visits), 0, 1)
        return np.where(rows["visits"] > 0, rows["value_sum"] / np.maximum(1, rows["visits"]), rows["static_value"])

    def principal_variation(self, first: int, most: int) -> list[tuple[int, int]]:
        """How the game is expected to go on after an action: who acts, and what; until nothing is known any more.

        Of nature's actions the one that was searched most is taken for the example.
        """
        states = self.work.states
        states[CURRENT] = states[ROOT]
        kernels.deal(states[CURRENT], self.seat, self.random)
        line = [(self.seat, first)]
        kernels.apply(states[CURRENT], *line[0])
        while len(line) < most and (step := self._expected()):
            line.append(step)
            kernels.apply(states[CURRENT], *step)
        return line

    def _expected(self) -> tuple[int, int] | None:
        """Who acts in the position CURRENT and what was visited most; None where nothing was."""
        current = self.work.states[CURRENT]
        if kernels.over(current):
            return None
        seats = kernels.pending(current)
        if seats == 0:
            return self._most_visited_chance()
        return None if are_several(seats) else self._most_visited(lowest_seat(seats))

    def _most_visited_chance(self) -> tuple[int, int] | None:
        """Nature's action whose consequences were searched most."""
        states, actions, weights = self.work.states, self.work.actions, self.work.weights
        before, most, best = states[CURRENT].copy(), 0, None
        for action in actions[: kernels.chances(states[CURRENT], actions, weights)].tolist():
            states[CURRENT] = before
            kernels.apply(states[CURRENT], NATURE, action)
            seats = kernels.pending(states[CURRENT])
            visits = self._visits_of(self._node(lowest_seat(seats) if seats else NATURE))
            if visits > most:
                most, best = visits, (NATURE, action)
        states[CURRENT] = before
        return best

    def _most_visited(self, seat: int) -> tuple[int, int] | None:
        node = self._node(seat)
        if self._visits_of(node) == 0:
            return None
        rows = self._edges_of(node)
        return (seat, int(rows["action"][int(np.argmax(rows["visits"]))])) if len(rows) else None

    # --- nodes --------------------------------------------------------------------------------------------------------

    @property
    def _root(self) -> int:
        return int(self.tree.counts[ROOT_NODE])

    def _node(self, seat: int) -> int:
        """The node of the position CURRENT, for the seat (or NATURE) that is to move."""
        states = self.work.states
        states[VIEW] = states[CURRENT]
        kernels.hide(states[VIEW], PUBLIC if seat == NATURE else seat)
        recall(states[VIEW])
        return int(probe(self.tree.nodes, hash_words(self.work.words, VIEW, self.work.multipliers, seat)))

    def _visits_of(self, node: int) -> int:
        nodes = self.tree.nodes
        return int(nodes[node]["visits"]) if node != NO_SLOT and nodes[node]["key"] else 0

    def _edges_of(self, node: int) -> Buffer:
        return self.tree.edges[slice(*edge_range(node, self.tree))]


def run_in_parallel(searches: list[Search], budget: Budget) -> list[ActionStatistics]:
    """Root parallelization: run several searches of the same view, each on a core, and add their statistics up."""
    if len(searches) == 1:
        searches[0].run(budget)
        return searches[0].root_statistics()
    with ThreadPoolExecutor(len(searches)) as threads:
        list(threads.map(lambda search: search.run(budget), searches))
    by_action: dict[int, list[ActionStatistics]] = defaultdict(list)
    for search in searches:
        for statistics in search.root_statistics():
            by_action[statistics.action].append(statistics)
    return sorted(map(_sum_up, by_action.values()), key=lambda one: (-one.visits, -one.share))


def mixture(statistics: Sequence[ActionStatistics], random: Buffer) -> ActionStatistics:
    """One of them, drawn as often as it was visited; those that hardly were are left out."""
    most = max(found.visits for found in statistics)
    likely = [found for found in statistics if found.visits > RARELY * most]
    drawn = below(random, sum(found.visits for found in likely) or 1)
    for found in likely:
        drawn -= found.visits
        if drawn < 0:
            return found
    return statistics[0]


def _sum_up(statistics: list[ActionStatistics]) -> ActionStatistics:
    """Of one action: visits added up, and the share weighted by them."""
    weights = [one.visits + 1 for one in statistics]
    share = sum(weight * one.share for weight, one in zip(weights, statistics, strict=True)) / sum(weights)
    return ActionStatistics(statistics[0].action, sum(one.visits for one in statistics), share)
