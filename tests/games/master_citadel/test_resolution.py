"""Master Citadel: the resolution of rounds against its plain formulation, for every kind of round there is."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tablier.engine.compiled import compiled, enabled
from tablier.engine.kernels import Buffer
from tablier.games.master_citadel import rules
from tablier.games.master_citadel.rules import TIED, cost, has_fate, resolve
from tablier.search.perft import perft
from tests.games.master_citadel import plain
from tests.games.master_citadel.arrange import start

WAYS = np.array(list(product(range(8), repeat=4)), dtype=np.int32)
"""Every combination of directions of four players."""

CODES = {
    "basic": rules.BASIC, "open": rules.OPEN, "all": rules.ALL, "winners": rules.WINNERS,
    "usual": rules.USUAL, "free": rules.FREE, "paid": rules.PAID,
}  # fmt: skip

SAMPLE = 1 if enabled() else 101
"""Interpreted, one combination in so many."""


def relations(numbers: tuple[int, ...]) -> tuple[object, ...]:
    """All that matters of four numbers: which are 0, and how they compare, taken as often as they could add up."""
    forces = [[number * authors for authors in range(1, numbers.count(number) + 1)] for number in numbers]
    compared = [np.sign(np.subtract.outer(one, other)).tolist() for one in forces for other in forces]
    return (*(number == 0 for number in numbers), str(compared))


def telling_numbers(most: int) -> list[tuple[int, ...]]:
    """The first of each kind of four numbers."""
    kinds: dict[tuple[object, ...], tuple[int, ...]] = {}
    for numbers in product(range(most + 1), repeat=4):
        kinds.setdefault(relations(numbers), numbers)
    return list(kinds.values())


@compiled
def resolve_all(
    orders: Buffer, variant: int, payment: int, ties: int, ways: Buffer, paid: Buffer, room: Buffer
) -> None:
    """Where each row of orders moves the pawn, and what it costs each author."""
    for i in range(len(orders)):
        ways[i] = resolve(orders[i], variant, room[0], room[1])
        for p in range(rules.SEATS):
            paid[i, p] = cost(orders[i, p] >> 3, room[1, p], payment, ties, has_fate(room[1], TIED))


def test_numbers_up_to_five_relate_in_every_way_there_is() -> None:
    """MC-6, MC-7, MC-17: zeros, every order of equal and unequal numbers, coalitions that equal a lone order."""
    assert telling_numbers(5) == telling_numbers(8)


@pytest.mark.parametrize("variant", ["basic", "open"])
def test_every_kind_of_round_is_resolved_as_the_rules_say(variant: str) -> None:
    """MC-6 to MC-9, MC-16 to MC-23"""
    steps = np.array([*plain.STEPS.values(), (0, 0)], dtype=np.int8).T
    room = np.zeros((2, 4), dtype=np.int32)
    for numbers in telling_numbers(5):
        ways = WAYS[sum(numbers) % SAMPLE :: SAMPLE]
        orders = np.array(numbers, dtype=np.int32) * 8 + ways
        told = plain.tell((orders.T >> 3).astype(np.int8), steps[:, ways.T], variant)
        for payment, ties in product(("all", "winners"), ("usual", "free", "paid")):
            found, paid = np.zeros(len(orders), dtype=np.int32), np.zeros(orders.shape, dtype=np.int32)
            resolve_all(orders, CODES[variant], CODES[payment], CODES[ties], found, paid, room)
            assert np.array_equal(steps[:, found], told.step), numbers
            assert np.array_equal(paid.T, plain.costs(orders.T >> 3, told, payment, ties)), (numbers, payment, ties)


def test_resolution_is_the_same_whoever_gives_the_orders() -> None:
    """MC-6 to MC-8, MC-16 to MC-22: seats do not matter; the same orders move the pawn the same way."""
    random = np.random.default_rng(1)
    orders = (random.integers(0, 3, (500, 4)) * 8 + random.integers(0, 8, (500, 4))).astype(np.int32)
    room = np.zeros((2, 4), dtype=np.int32)
    for variant, given in product((rules.BASIC, rules.OPEN), orders):
        way = resolve(given, variant, *room)
        fates = sorted(zip(given.tolist(), room[1].tolist(), strict=True))
        shuffled = random.permutation(given)
        assert resolve(shuffled, variant, *room) == way
        assert sorted(zip(shuffled.tolist(), room[1].tolist(), strict=True)) == fates


@pytest.mark.skipif(not enabled(), reason="to count millions of continuations takes compiled rules")
@pytest.mark.parametrize("payment", ["all", "winners"])
@pytest.mark.parametrize("variant", ["basic", "open"])
def test_as_many_games_go_on_as_by_the_plain_rules(variant: str, payment: str) -> None:
    """MC-4, MC-9, MC-10, MC-23: what North and East may write after every first round of a game for two points each."""
    orders = np.array(list(product(range(24), repeat=4))).T
    numbers, steps = orders >> 3, np.array(list(plain.STEPS.values())).T[:, orders & 7]
    left = 2 - plain.costs(numbers, plain.tell(numbers, steps, variant), payment)
    going_on = left[:, left.any(axis=0)]
    silences = 2 if variant == "open" else 0
    position = start(capital=2, variant=variant, payment=payment)
    assert perft(position, 6 + silences) == (8 * (going_on[:2] + 1)).prod(axis=0).sum()
