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


def test_every_seat_judges_its_orders_alike_before_it_thinks() -> None:
    """The citadel is the same from all four sides, so what looks best from one does from each."""
    judged = []
    for seat in range(4):
        search = Search(CITADEL, 4, nodes=1 << 12, edges=1 << 16)
        search.set_root(Match("master-citadel", seed=1).view(seat), rng.seeded(seat))
        search.run(Budget(1))
        judged.append(sorted(round(one.share, 9) for one in search.root_statistics() if one.visits == 0))
    assert len({len(shares) for shares in judged}) == 1
    assert np.allclose(judged, judged[0])


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
