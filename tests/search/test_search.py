"""Tree search: it finds the same for the same seed, knows no more than the view, and never runs out of its memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablier.engine import kernels, rng
from tablier.engine.position import Position
from tablier.engine.registry import find, games
from tablier.record.match import Match
from tablier.search.mcts import CURRENT, ROOT, Settings
from tablier.search.search import Budget, Search, run_in_parallel, settings_for
from tablier.search.to_move import lowest_seat
from tests.testing.toy.game import GAME as TOY


def view_of(name: str, seed: int, actions: int = 0, **options: Any) -> Position:
    """The view of the first seat that is to act, after some actions drawn at random."""
    match = Match(name, seed=seed, **options)
    random = rng.seeded("test", seed)
    for _ in range(actions):
        seat = match.pending[0]
        legal = match.position.legal(seat)
        match.play(legal[rng.below(random, len(legal))], seat)
    return match.view(match.pending[0])


def searched(view: Position, simulations: int, seed: int = 1, settings: Settings | None = None) -> Search:
    search = Search(view.game, len(view.seats), nodes=1 << 14, edges=1 << 18, settings=settings)
    assert view.viewer is not None
    search.set_root(view, rng.seeded(seed))
    search.run(Budget(simulations))
    return search


@pytest.mark.parametrize("name", games())
def test_same_seed_and_number_of_simulations_find_the_same(name: str) -> None:
    view = view_of(name, 3, 4)
    assert searched(view, 400).root_statistics() == searched(view, 400).root_statistics()


def test_a_game_without_an_estimate_is_played_out_so_that_a_threat_is_seen() -> None:
    """In the toy whoever bids higher wins the round; nothing but games that are played to their end tells so."""
    assert settings_for(TOY, 2).playout_plies > 0
    assert not settings_for(TOY, 2).evaluate_children
    assert settings_for(find("war-of-masters"), 2) == Settings()
    view = Match(TOY, seed=1).view(0)
    best_alone = settings_for(TOY, 2)._replace(
        regret_matching=False
    )  # in a mixture all that is played is worth the same
    shares = [found.share for found in searched(view, 400, settings=best_alone).root_statistics()]
    assert max(shares) - min(shares) > 0.01


def test_other_seeds_meet_other_chance() -> None:
    view = view_of("war-of-masters", 3, 4)
    assert searched(view, 400, seed=1).root_statistics() != searched(view, 400, seed=2).root_statistics()


@pytest.mark.parametrize("name", games())
def test_every_action_found_is_legal_and_shares_are_shares(name: str) -> None:
    view = view_of(name, 5, 6)
    search = searched(view, 200)
    founds = search.root_statistics()
    legal = view.actions(view.viewer or 0)
    assert {found.action for found in founds} <= set(legal)
    assert all(0 <= found.share <= 1 for found in founds)
    assert sum(found.visits for found in founds) == search.visits
    assert 100 < search.visits <= 200
    assert [found.visits for found in founds] == sorted((found.visits for found in founds), reverse=True)


def test_two_positions_that_look_the_same_are_thought_about_in_the_same_way() -> None:
    """MI-23: what the others hold is not known, so it changes nothing."""
    match = Match("master-islands", seed=8)
    seat = match.pending[0]
    one, other = (match.view(seat).deal(seed) for seed in (1, 2))
    assert one.to_bytes() != other.to_bytes()
    assert one.view(seat) == other.view(seat)
    assert searched(one.view(seat), 300).root_statistics() == searched(other.view(seat), 300).root_statistics()


def test_what_others_have_written_changes_nothing() -> None:
    """MC-5: not even whether they have."""
    found = []
    for orders in ((), ("0 N", "40 S"), ("99 NE", "1 E")):
        match = Match("master-citadel", seed=1)
        for seat, order in enumerate(orders):
            match.play(order, seat)
        found.append(searched(match.view(3), 300).root_statistics())
    assert found[0] == found[1] == found[2]


def test_memory_that_is_full_ends_nothing() -> None:
    view = view_of("maestria", 2, 31)
    search = Search(view.game, 2, nodes=64, edges=512)
    for seed in range(5):
        search.set_root(view, rng.seeded(seed))
        search.simulate(500)
        assert search.root_statistics()[0].action in view.actions(view.viewer or 0)


def test_what_was_learnt_is_found_again() -> None:
    view = view_of("war-of-masters", 3, 2)
    search = searched(view, 300)
    edges, before = search.tree.edges, search.visits
    search.set_root(view, rng.seeded(9))
    assert search.visits == before + 1 > 100
    assert search.tree.edges is edges
    search.clear()
    search.set_root(view, rng.seeded(9))
    assert search.visits == 1


def test_clock_is_used_also_where_much_is_known_already() -> None:
    view = view_of("war-of-masters", 3, 2)
    search = searched(view, 300)
    before = search.visits
    search.set_root(view, rng.seeded(9))
    search.run(Budget(seconds=0.2))
    assert search.visits > before + 100


def test_search_ends_early_when_nothing_can_change() -> None:
    """WM-5: of two actions one wins at once."""
    match = Match("war-of-masters", max_turns=12)
    for action in ("[6]", "d2-d4", "e1-a5", "[2]", "d8-d6", "[4]"):
        match.play(action)
    search = searched(match.view(0), 20_000)
    assert match.position.write(0, search.root_statistics()[0].action) == "a5xe9"
    assert search.visits < 19_000


def test_clock_is_kept() -> None:
    """Not a measurement: with no time at all there is still an answer."""
    view = view_of("maestria", 2, 31)
    search = Search(view.game, 2)
    search.set_root(view, rng.seeded(1))
    search.run(Budget(seconds=0))
    assert search.visits == 1
    assert search.root_statistics()


def test_compiled_and_interpreted_they_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [view_of("war-of-masters", 3, 2), view_of("master-citadel", 1), view_of("master-islands", 2, 3)]
    compiled = [searched(view, 12).root_statistics() for view in views]
    monkeypatch.setenv("TABLIER_JIT", "0")
    for view, before in zip(views, compiled, strict=True):
        after = searched(view, 12).root_statistics()
        assert [(found.action, found.visits) for found in after] == [(found.action, found.visits) for found in before]
        assert np.allclose([found.share for found in after], [found.share for found in before])


def test_several_threads_add_up_what_they_find() -> None:
    view = view_of("war-of-masters", 4, 2)
    searches = [Search(view.game, 2) for _ in range(3)]
    for number, search in enumerate(searches):
        search.set_root(view, rng.seeded(number))
    together = run_in_parallel(searches, Budget(200))
    assert sum(found.visits for found in together) == sum(search.visits for search in searches)
    assert [found.visits for found in together] == sorted((found.visits for found in together), reverse=True)


# --- a game without insight: hidden cards, simultaneous bids, a die, three seats ------------------------------------


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(regret_matching=False), Settings(playout_plies=100), Settings(evaluate_children=False)],
)
def test_game_that_tells_nothing_about_itself_is_searched_too(settings: Settings) -> None:
    match = Match(TOY, seed=3, rounds=2)
    while not match.over:
        seat = match.pending[-1]
        search = searched(match.view(seat), 60, settings=settings)
        match.play(match.position.write(seat, search.root_statistics()[0].action), seat)
    assert match.shares is not None


def test_promise_that_is_believed_changes_what_is_best() -> None:
    """MC-6, MC-2: with the promised order of another the pawn goes behind one's own line."""
    match = Match("master-citadel", size=3, line="edge", seed=1)
    view = match.view(0)
    search = searched(view, 300)
    alone = search.expected_shares({}, 500)
    helped = search.expected_shares({0: (50 * 8, 1.0), 1: (50 * 8, 1.0), 2: (50 * 8, 1.0)}, 500)
    assert helped[0] > 0.9 > alone[0]


def test_action_is_judged_by_the_best_that_can_follow_it() -> None:
    """Implicit minimax: what a turn of several actions leads to is known at its first one, and what answers it too."""
    search = searched(view_of("maestria", 5, 60), 600)
    assert search.settings.implicit_minimax > 0
    states, followed = search.work.states, 0
    for edge in search._edges_of(search._root):
        states[CURRENT] = states[ROOT]
        kernels.apply(states[CURRENT], search.seat, int(edge["action"]))
        seats = kernels.pending(states[CURRENT])
        if edge["visits"] < 2 or not seats:
            continue
        answers = search._edges_of(search._node(lowest_seat(seats)))
        if len(answers) and answers["visits"].sum() < edge["visits"]:  # else it was come to in other ways as well
            best = answers["static_value"].max()
            assert edge["static_value"] == pytest.approx(best if seats == 1 << search.seat else 1 - best, abs=1e-6)
            followed += 1
    assert followed
