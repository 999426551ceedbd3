"""Regret matching: seats that move simultaneously mix, near an equilibrium, and what was not drawn is judged too."""

from __future__ import annotations

from collections import Counter

from tablier.engine import rng
from tablier.record.match import Match
from tablier.search.mcts import Settings
from tablier.search.search import ActionStatistics, Budget, Search, mixture, settings_for
from tests.engine.morra.game import GAME as MORRA
from tests.search.goofspiel.game import GAME as GOOFSPIEL
from tests.search.test_search import searched, view_of


def parts(search: Search) -> dict[int, float]:
    """How often each action was visited."""
    return {found.action: found.visits / search.visits for found in search.root_statistics()}


def test_what_can_be_read_is_mixed_as_the_equilibrium_has_it() -> None:
    """Whoever guesses the fingers of the second seat of Morra gains by it, so it shows one as often as two."""
    played = parts(searched(Match(MORRA, seed=1, rounds=1).view(1), 4000))
    assert 0.4 < played[1] < 0.6


def test_a_bid_that_no_equilibrium_has_is_hardly_made() -> None:
    """With three cards, and prizes of 2, 3 and 1: the card 1 for the first prize."""
    played = parts(searched(Match(GOOFSPIEL, seed=1).view(0), 4000))
    assert played[1] < 0.1


def test_an_order_that_was_never_drawn_is_judged_too() -> None:
    """MC-4: at each visit all orders are, against what the others have drawn."""
    found = searched(view_of("master-citadel", 1), 60).root_statistics()
    assert min(one.visits for one in found) == 0
    assert all(0 < one.share < 1 for one in found)


def test_only_a_simultaneous_root_is_mixed() -> None:
    assert searched(view_of("master-citadel", 1), 20).is_matched
    assert searched(view_of("master-citadel", 1, 2), 20).is_matched  # MC-5: two have written already
    assert not searched(view_of("master-citadel", 1), 20, settings=Settings(regret_matching=False)).is_matched
    assert not searched(view_of("war-of-masters", 1), 20).is_matched


def test_seats_that_move_simultaneously_can_be_searched_by_puct_as_well() -> None:
    view = Match(GOOFSPIEL, seed=1).view(0)
    search = searched(view, 300, settings=settings_for(GOOFSPIEL, 2)._replace(regret_matching=False))
    assert sum(found.visits for found in search.root_statistics()) == search.visits


def test_what_was_visited_is_drawn_as_often_and_what_was_only_tried_out_never() -> None:
    found = [ActionStatistics(7, 60, 0.5), ActionStatistics(8, 30, 0.5), ActionStatistics(9, 5, 0.9)]
    random = rng.seeded("mixture")
    drawn = Counter(mixture(found, random).action for _ in range(900))
    assert drawn[9] == 0
    assert 540 < drawn[7] < 660
    assert mixture([ActionStatistics(3, 0, 0.4), ActionStatistics(4, 0, 0.3)], random).action == 3


def test_a_joint_move_is_never_settled_before_its_budget_is_spent() -> None:
    search = searched(view_of("master-citadel", 1), 200)
    search.run(Budget(400))
    assert search.visits == 400
