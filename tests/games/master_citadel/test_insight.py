"""Master Citadel: what good play knows about a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tablier.engine import rng
from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer
from tablier.engine.position import Position
from tablier.games.master_citadel import insight, rules
from tablier.games.master_citadel.game import GAME
from tablier.games.master_citadel.notation import order_name
from tests.games.master_citadel.arrange import EAST, NORTH, SOUTH, WEST, start

OPTIONS = [
    {"variant": variant, "payment": payment, **more}
    for variant in ("basic", "open")
    for payment in ("all", "winners")
    for more in ({"capital": 40}, {"size": 3, "line": "edge", "capital": 3, "max_rounds": 2})
]
varied = pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(map(str, options.values())))


def estimate(position: Position) -> Buffer:
    out = np.zeros(4)
    insight.estimate(position.record, out)
    return out


def shortlist(position: Position, seat: int) -> list[int]:
    out = GAME.buffers()[0]
    return [int(action) for action in out[: insight.shortlist(position.record, seat, out)]]


def orders(position: Position, seat: int) -> set[str]:
    return {order_name(order) for order in shortlist(position, seat)}


def some_positions(options: dict[str, Any]) -> list[Position]:
    """Positions of games in which everybody takes anything from the shortlist, and the views of those who write."""
    random = rng.seeded("insight", str(options))
    met: list[Position] = []
    for _ in range(3):
        position = Position(GAME, **options)
        while not position.over and len(met) < 24:
            met += [position.copy(), position.view(position.pending[-1])]
            actions = shortlist(position, position.pending[0])
            position.apply(position.pending[0], actions[rng.below(random, len(actions))])
    return met


@varied
def test_everywhere_the_shares_add_up_to_one(options: dict[str, Any]) -> None:
    for position in some_positions(options):
        before = position.to_bytes()
        shares = estimate(position)
        assert shares.sum() == pytest.approx(1)
        assert (shares >= 0).all()
        assert position.to_bytes() == before


@varied
def test_the_shortlist_is_a_part_of_what_is_legal(options: dict[str, Any]) -> None:
    """MC-4, MC-14"""
    for position in some_positions(options):
        for seat in range(4):
            legal, short = position.actions(seat), shortlist(position, seat)
            assert short == sorted(set(short))
            assert set(short) <= set(legal)
            assert bool(short) == bool(legal)
            assert len(short) <= 25


@varied
def test_an_urge_is_never_negative_and_some_action_of_the_shortlist_has_one(options: dict[str, Any]) -> None:
    for position in some_positions(options):
        for seat in range(4):
            urges = [insight.urge(position.record, seat, action) for action in position.actions(seat)]
            assert all(urge >= 0 for urge in urges)
            short = shortlist(position, seat)
            assert not short or max(insight.urge(position.record, seat, action) for action in short) > 0


def turned(position: Position) -> Position:
    """The same position, the table turned by a quarter: what North was, East is."""
    other = position.copy()
    s, r = position.record, other.record
    r.x, r.y = s.y, -s.x
    for seat in range(4):
        left = (seat + 1) % 4
        r.points[left] = s.points[seat]
        r.orders[left] = s.orders[seat] if s.orders[seat] < 0 else (s.orders[seat] & ~7) + (s.orders[seat] + 2 & 7)
    return other


@varied
def test_all_sides_are_alike(options: dict[str, Any]) -> None:
    """MC-1"""
    for position in some_positions(options):
        np.testing.assert_allclose(np.roll(estimate(position), 1), estimate(turned(position)), atol=1e-9)
        for seat in range(4):
            if position.record.phase == rules.WRITING:
                moved = {(a & ~7) + (a + 2 & 7) if a >= 8 else 0 for a in shortlist(position, seat)}
                assert set(shortlist(turned(position), (seat + 1) % 4)) == moved


@pytest.mark.parametrize("payment", ["all", "winners"])
@pytest.mark.parametrize("variant", ["basic", "open"])
def test_at_first_all_are_equal_then_points_and_nearness_count(variant: str, payment: str) -> None:
    """MC-2, MC-3"""
    options: dict[str, Any] = {"variant": variant, "payment": payment}
    assert estimate(start(**options)) == pytest.approx(np.full(4, 0.25))
    richer = estimate(start(points=(60, 100, 60, 60), **options))
    nearer = estimate(start(at=(1, 0), points=(60, 60, 60, 60), **options))
    assert richer.argmax() == nearer.argmax() == EAST
    assert min(richer[EAST], nearer[EAST]) > 0.3


def test_who_has_all_the_points_wins() -> None:
    assert estimate(start(points=(0, 0, 50, 0)))[SOUTH] > 0.9


def test_who_has_too_few_rounds_left_can_only_draw() -> None:
    """MC-10"""
    position = start(at=(0, 2), points=(10, 90, 90, 90), max_rounds=1)
    north, *others = estimate(position)
    assert north > 0.25
    assert others == pytest.approx([others[0]] * 3)
    position.record.y = 0
    assert estimate(position) == pytest.approx(np.full(4, 0.25))


def test_an_order_that_is_written_counts_by_where_it_leads_and_what_it_costs() -> None:
    """MC-9"""
    near = start(at=(0, 2), points=(50, 20, 20, 20))
    expected = {}
    for order in ("50 N", "10 N", "50 S", "0 N"):
        position = near.copy()
        position.play(order, NORTH)
        expected[order] = estimate(position)[NORTH]
    assert expected["50 N"] > expected["0 N"] > expected["50 S"]
    assert expected["50 N"] > expected["10 N"]


def test_an_order_across_a_corner_is_good_for_both() -> None:
    """MC-2"""
    position = start(at=(2, 2), points=(90, 90, 5, 5))
    position.play("90 NE", NORTH)
    north, east, south, west = estimate(position)
    assert min(north, east) > 5 * max(south, west)


def test_a_good_player_thinks_of_staking_nothing_and_of_the_way_home() -> None:
    """MC-7"""
    listed = orders(start(), WEST)
    assert "0 N" in listed
    assert {order.split()[1] for order in listed if order != "0 N"} == {"W", "NW", "SW"}
    assert len(listed) < 30


def test_who_is_a_step_from_winning_thinks_of_all_and_of_what_cannot_be_beaten() -> None:
    """MC-6: two others with 30 each can muster 60 together."""
    assert "50 N" in orders(start(at=(0, 2), points=(50, 80, 80, 80)), NORTH)
    position = start(at=(0, 2), points=(90, 30, 30, 5))
    assert "61 N" in orders(position, NORTH)
    urges = {order: insight.urge(position.record, NORTH, order) for order in shortlist(position, NORTH)}
    assert max(urges, key=lambda order: urges[order]) >> 3 == 61


def test_the_others_think_of_stopping_them_alone_or_together() -> None:
    """MC-6, MC-8: 50 ties and 51 wins, as 26 does twice."""
    position = start(at=(0, 2), points=(50, 80, 80, 80))
    assert {"50 S", "51 S", "26 S"} <= orders(position, EAST) & orders(position, SOUTH) & orders(position, WEST)
    assert not any(order.split()[1].startswith("N") for order in orders(position, EAST) - {"0 N"})


def test_what_is_written_in_secret_can_be_chosen_again() -> None:
    """MC-5"""
    for options in ({"variant": "basic"}, {"variant": "open"}):
        position = Position(GAME, **options)
        if position.record.phase == rules.DISCUSSION:
            position.play("silence")
        before = position.to_bytes()
        position.play("10 N", NORTH)
        position.play("3 S", SOUTH)
        for seen in (position, position.view(EAST)):
            insight.recall(seen.record)
            assert seen.to_bytes() == before


@compiled
def _looked_through(states: Buffer, out: Buffer, shares: Buffer, lists: Buffer, urges: Buffer) -> None:
    for i in range(len(states)):
        insight.estimate(states[i], shares[i])
        for seat in range(4):
            n = insight.shortlist(states[i], seat, out)
            lists[i, seat, :n] = out[:n]
            for j in range(n):
                urges[i, seat, j] = insight.urge(states[i], seat, out[j])


def looked_through(records: Sequence[Any], interpreted: bool) -> tuple[Buffer, Buffer, Buffer]:
    states = np.array(records, dtype=GAME.dtype).view(np.recarray)
    shares, lists, urges = np.zeros((len(states), 4)), np.zeros((len(states), 4, 64)), np.zeros((len(states), 4, 64))
    call = _looked_through.function if interpreted else _looked_through
    call(states, GAME.buffers()[0], shares, lists, urges)
    return shares, lists, urges


def test_compiled_and_interpreted_it_thinks_the_same() -> None:
    records = [position.record for options in OPTIONS for position in some_positions(options)]
    for quick, slow in zip(looked_through(records, False), looked_through(records, True), strict=True):
        np.testing.assert_allclose(quick, slow, atol=1e-9)


def test_the_features_are_those_of_the_weights() -> None:
    found = np.full(len(insight.FEATURES), -1.0)
    insight.features(start(points=(20, 30, 40, 50)).record, NORTH, found)
    assert insight.WEIGHTS.shape == (4, len(insight.FEATURES))
    assert (found >= 0).all()
    rows = [int(insight.variant(Position(GAME, **options).record)) for options in OPTIONS]
    assert set(rows) == set(range(4))
