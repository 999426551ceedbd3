"""Master Citadel: whole games against the plain formulation of the rules, under every option."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from tablier import Position
from tests.games.master_citadel.arrange import square
from tests.games.master_citadel.plain import SEATS, Table

SMALL = {"capital": 6, "size": 3}
OTHERS: list[dict[str, Any]] = [
    SMALL,
    {"capital": 12},
    {"capital": 100, "size": 7},
    {"capital": 2, "size": 9, "max_rounds": 5},
    {"capital": 9, "ties": "free", "lead": "round"},
    {"capital": 9, "ties": "paid"},
]


def choose(table: Table, random: Random) -> dict[str, str]:
    """An order for each seat: often the same as another's or its opposite, so that they meet."""
    most = min(random.choice(table.points), 4)
    orders = {}
    for seat, points in zip(SEATS, table.points, strict=True):
        number = min(points, random.choice([most, most, random.randint(0, points)]))
        orders[seat] = f"{number} {random.choice(['N', 'S', 'S', 'E', 'NW', 'SE'])}"
    return orders


@pytest.mark.parametrize("others", OTHERS, ids=str)
@pytest.mark.parametrize(
    ("variant", "payment", "line"), list(product(["basic", "open"], ["all", "winners"], ["beyond", "edge"]))
)
def test_random_games_follow_the_plain_rules(variant: str, payment: str, line: str, others: dict[str, Any]) -> None:
    """MC-1 to MC-10, MC-12, MC-16 to MC-23: the same orders lead to the same squares, points and ends."""
    random = Random(f"{variant} {payment} {line} {others}")
    for _ in range(12):
        position = Position("master-citadel", variant=variant, payment=payment, line=line, **others)
        table = Table(**dict[str, Any](position.options))
        while not table.winners:
            if variant == "open":
                assert [position.seats[seat] for seat in position.pending] == [table.leader]
                position.play("silence")
            orders = choose(table, random)
            for seat in random.sample(SEATS, 4):
                if others == SMALL:
                    assert set(position.legal(SEATS.index(seat))) == table.legal(seat)
                position.play(orders[seat], SEATS.index(seat))
            table.play(orders)
            assert square(position) == table.square
            assert list(position.record.points) == table.points
        assert position.shares == tuple(Fraction(int(seat in table.winners), len(table.winners)) for seat in SEATS)
