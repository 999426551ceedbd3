"""Who plays by itself, for training or for a study, decides by what a seat may know; and equal seats are equal."""

from __future__ import annotations

import numpy as np
from benchmarks.fit import logged

from tablier.engine import rng
from tablier.engine.registry import find
from tablier.games.master_citadel.rules import NONE
from tablier.record.match import Match
from tablier.search.determinization import resample
from tablier.search.search import Budget, Search
from tablier.search.to_move import next_seat

CITADEL = find("master-citadel")


def test_secret_orders_are_not_seen_and_not_made_up() -> None:
    """MC-5: no chance stands behind an order, so there is none to be drawn."""
    match = Match("master-citadel", seed=1)
    for seat, order in enumerate(("40 N", "0 E", "99 S")):
        match.play(order, seat)
    state = match.position.copy().record
    resample(state, 3, rng.seeded(1))
    assert (state.orders == NONE).all()


def test_equal_greedy_players_win_alike_in_every_seat() -> None:
    """On full states the last seat won nearly all; on orders that were dealt at random, and by lists, the first did."""
    _, results = logged(CITADEL, {}, positions=20_000, slip=3, seed=1)
    _, first = np.unique(results[:, 0], return_index=True)
    parts = results[first, 1:]
    shares = (parts / parts.sum(axis=1, keepdims=True)).mean(axis=0)
    assert len(parts) > 300
    assert np.abs(shares - 0.25).max() < 0.05


def test_whoever_searches_chooses_last_in_its_own_mind() -> None:
    """The last judges its orders better; when the seats chose in their order, that was West, who won 79 % of games."""
    for seat in range(4):
        search = Search(CITADEL, 4, nodes=1 << 12, edges=1 << 16)
        search.set_root(Match("master-citadel", seed=1).view(seat), rng.seeded(seat))
        search.run(Budget(1))
        assert search.work.path["seat"][:4].tolist() == [(seat + i) % 4 for i in (1, 2, 3, 4)]


def test_seats_that_are_to_move_follow_one_another_round_the_table() -> None:
    assert [next_seat(0b1011, seat) for seat in range(4)] == [1, 3, 3, 0]
    assert next_seat(0b0100, 2) == 2


def test_equal_actions_are_tried_in_any_order() -> None:
    """By their numbers North would always try straight ahead first, and West always a diagonal."""
    tried = set()
    for seed in range(12):
        search = Search(CITADEL, 4, nodes=1 << 12, edges=1 << 16)
        search.set_root(Match("master-citadel", seed=1).view(0), rng.seeded(seed))
        search.run(Budget(1))
        tried.add(tuple(one.action for one in search.root_statistics()))
    assert len(tried) > 6


def test_what_is_wanted_at_least_is_thought_whatever_the_clock_says() -> None:
    search = Search(CITADEL, 4, nodes=1 << 12, edges=1 << 16)
    search.set_root(Match("master-citadel", seed=1).view(0), rng.seeded(1))
    search.run(Budget(seconds=0, least=100))
    assert search.visits >= 100
