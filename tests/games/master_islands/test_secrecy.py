"""What each seat may know: its own hand, and what lies on the table."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from tablier import NATURE, PUBLIC, Match, Position
from tablier.engine import kernels
from tablier.engine.rng import seeded
from tablier.games.master_islands import notation, rules
from tests.games.master_islands.arrange import hand_of, pile_of, table_of, taken_by


def midway(players: int = 3, mode: str = "classic", mission: str = "easy") -> Position:
    match = Match("master-islands", seed=11, players=players, mode=mode, mission=mission)
    while match.position.record.left > 20 or NATURE in match.pending:
        match.play(match.legal()[-1])
    return match.position


def dealt(view: Position, seat: int, seed: int) -> Position:
    position = view.copy()
    kernels.deal(position.record, seat, seeded(seed))
    return position


def test_players_see_their_own_hands_only() -> None:
    """MI-23: and how many cards the others hold."""
    position = midway()
    for seat in range(3):
        view = position.view(seat)
        assert view.record.hand[seat].tolist() == position.record.hand[seat].tolist()
        assert all(view.record.hand[other].sum() == 0 for other in range(3) if other != seat)
        assert view.record.held.tolist() == position.record.held.tolist()
        assert view.record.stock.sum() == 0
        assert view.record.left == position.record.left


def test_a_spectator_sees_no_hand() -> None:
    """MI-23"""
    assert midway().view(PUBLIC).record.hand.sum() == 0


def test_the_corsair_sees_no_hand() -> None:
    """MI-19, MI-23"""
    assert midway(4, mode="corsair").view(3).record.hand.sum() == 0


def test_a_card_drawn_is_seen_by_its_owner_alone_and_the_first_card_by_all() -> None:
    """MI-23, MI-4"""
    position = Position("master-islands")
    looks = []
    for card in ("[Y1]", "[G2]", "[R3]", "[B4]", "[Y5]", "[G1]", "[B5]"):
        action = position.read(card, NATURE)
        looks.append([notation.write(position.record, NATURE, action, viewer) for viewer in (0, 1, PUBLIC)])
        position.apply(NATURE, action)
    assert looks[0] == ["[Y1]", "[?]", "[?]"]
    assert looks[3] == ["[?]", "[B4]", "[?]"]
    assert looks[6] == ["[B5]", "[B5]", "[B5]"]


@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC])
def test_what_is_dealt_to_a_view_are_the_cards_that_it_has_not_seen(viewer: int) -> None:
    """MI-23: pile and other hands are those cards, in the right numbers, and nothing else changes."""
    position = midway()
    view = position.view(viewer)
    unseen = pile_of(position)
    for seat in range(3):
        unseen += hand_of(position, seat) if seat != viewer else Counter()
    for seed in range(5):
        deal = dealt(view, viewer, seed)
        hands = [hand_of(deal, seat) for seat in range(3) if seat != viewer]
        assert sum(hands, pile_of(deal)) == unseen
        assert table_of(deal) == table_of(position)
        assert all(taken_by(deal, seat) == taken_by(position, seat) for seat in range(3))
        assert deal.view(viewer).to_bytes() == view.to_bytes()


def test_unseen_cards_are_dealt_in_proportion() -> None:
    """MI-23: how often a kind is in a hidden hand follows from how many of its cards are unseen."""
    position, deals = midway(), 800
    view = position.view(0)
    unseen = pile_of(position) + hand_of(position, 1) + hand_of(position, 2)
    found: dict[int, Counter[str]] = {1: Counter(), 2: Counter()}
    for seed in range(deals):
        deal = dealt(view, 0, seed)
        for seat in (1, 2):
            found[seat] += hand_of(deal, seat)
    for seat, counts in found.items():
        held = int(position.record.held[seat])
        for card, count in unseen.items():
            expected = deals * held * count / unseen.total()
            assert abs(counts[card] - expected) < 5 * sqrt(expected), f"{card} in hand {seat}"


def test_nothing_that_a_seat_is_told_depends_on_other_hands() -> None:
    """MI-7, MI-23: the question whether to play again depends on how many cards are left, which all may know."""
    position = midway()
    for seed in range(20):
        other = dealt(position.view(PUBLIC), PUBLIC, seed)
        assert other.pending == position.pending
        assert other.record.phase == position.record.phase
        assert {action for action in other.legal() if "@" not in action} == {
            action for action in position.legal() if "@" not in action
        }
    assert rules.HAND == 3
