"""The rules against their plain formulation: the same actions, tables and results, in every mode and option."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.games.master_islands import rules
from tests.games.master_islands.arrange import arrange, fleet_of, hand_of, pile_of, table_of, taken_by
from tests.games.master_islands.plain import Story, Table

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"mode": "teams"},
    {"mode": "corsair"},
    {"mode": "corsair", "conquest": "team", "mission": "easy"},
    {"mode": "corsair", "players": 3, "corsair_seat": 0, "mission": "hard"},
    {"mode": "corsair", "players": 3, "corsair_seat": 1, "conquest": "team"},
    {"players": 2, "deck": "12,0,0,0,0"},
    {"players": 3, "deck": "0,0,0,0,12"},
    {"mode": "teams", "deck": "2,4,2,0,4"},
    {"players": 2, "alignment": "made"},
    {"players": 4, "alignment": "made", "deck": "2,4,2,0,4"},
    {"mode": "teams", "alignment": "made"},
    {"mode": "corsair", "alignment": "made", "mission": "easy"},
    {"mode": "corsair", "raid": 1},
    {"mode": "corsair", "raid": 8, "players": 3},
    {"mode": "corsair", "pile": "goes-on", "mission": "easy"},
    {"mode": "corsair", "pile": "goes-on", "mission": "easy", "conquest": "team", "alignment": "made"},
]


BLOCK = """
        -3  -2  -1  0   1   2   3
    3   ..  ..  ..  G1  ..  ..  ..
    2   ..  ..  Y2  G2  R2  ..  ..
    1   ..  G3  R3  B3  Y4  G4  ..
    0   B4  Y5  G5  R5  B5  Y1  G1
   -1   ..  B1  Y2  G2  R2  B2  ..
   -2   ..  ..  R3  B3  Y4  ..  ..
   -3   ..  ..  ..  B4  ..  ..  ..
"""
"""A block so large that who lies in its middle finds no free place (MI-8)."""


def follow(position: Position, table: Table, story: Story, random: Random) -> int:
    """Play a game at random on both, and see at each step that they agree. Return how many actions it took."""
    who, possible = next(story)
    for played in range(1000):
        assert position.pending == (who,)
        legal = position.legal()
        assert sorted(legal) == sorted(possible), f"after {played} actions"
        if who == NATURE:
            assert position.chances() == {
                f"[{card}]": Fraction(n, table.stock.total()) for card, n in table.stock.items()
            }
        chosen = random.choice(legal)
        position.play(chosen)
        try:
            who, possible = story.send(chosen)
        except StopIteration:
            compare(position, table)
            winners = table.winners()
            shares = tuple(Fraction(seat in winners, len(winners)) for seat in range(table.players))
            assert position.shares == shares
            return played
        compare(position, table)
    raise AssertionError("a game of a thousand actions")


def compare(position: Position, table: Table) -> None:
    assert table_of(position) == table.cards
    assert fleet_of(position) == table.galleons
    assert pile_of(position) == table.stock
    for seat in range(table.players):
        assert hand_of(position, seat) == Counter(table.hands[seat])
        assert taken_by(position, seat) == Counter(table.taken[seat])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_follow_the_plain_rules(options: dict[str, Any]) -> None:
    """MI-1 to MI-24: the same actions lead to the same tables, hands and results as in the plain formulation."""
    random, compared = Random(str(options)), 0
    while compared < 250:
        position = Position("master-islands", **options)
        table = Table(**dict[str, Any](position.options))
        compared += follow(position, table, table.story(), random)


@pytest.mark.parametrize("options", [{}, {"mode": "teams"}, {"mode": "corsair", "players": 3}], ids=str)
def test_random_games_in_a_block_follow_the_plain_rules(options: dict[str, Any]) -> None:
    """MI-6, MI-8, MI-15, MI-22: the same where there is hardly any place, and then ever more of it."""
    random = Random(str(options))
    for _ in range(5):
        position = arrange(BLOCK, **options)
        s = position.record
        for seat in range(s.players):
            for galleon in range(rules.galleons(s, seat)):
                s.card[rules.find(s, s.galleon[seat, galleon])] -= rules.SHIP
                s.galleon[seat, galleon] = random.choice([0, 0, 1, -rules.STRIDE])
                s.card[rules.find(s, s.galleon[seat, galleon])] += rules.SHIP
        table = Table(**dict[str, Any](position.options))
        table.cards, table.galleons, table.stock = table_of(position), fleet_of(position), pile_of(position)
        table.hands = {seat: list(hand_of(position, seat).elements()) for seat in range(table.players)}
        follow(position, table, table.play(), random)
