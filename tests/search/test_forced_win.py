"""Forced wins: every win that a seat has by its own next actions is found, and nothing else is called one."""

from __future__ import annotations

from typing import Any

import pytest

from tablier.engine import rng
from tablier.engine.position import Position
from tablier.record.match import Match
from tablier.search.forced_win import ForcedWinSearch


def positions(name: str, number: int, **options: Any) -> list[Position]:
    """Positions of random games, at the decision of a seat."""
    found: list[Position] = []
    seed = 0
    while len(found) < number:
        match, random = Match(name, seed=seed, **options), rng.seeded("force", seed)
        seed += 1
        while not match.over and len(found) < number:
            seat = match.pending[0]
            if rng.below(random, 4) == 0:
                found.append(match.position.copy())
            legal = match.position.legal(seat)
            match.play(legal[rng.below(random, len(legal))], seat)
    return found


def wins_in_this_turn(position: Position, seat: int, depth: int = 3) -> bool:
    """The same question, asked as plainly as can be."""
    for action in position.actions(seat):
        after = position.copy()
        after.apply(seat, action)
        if after.over:
            if after.shares and after.shares[seat] == 1:
                return True
        elif after.pending == (seat,) and depth > 1 and wins_in_this_turn(after, seat, depth - 1):
            return True
    return False


def played_out(position: Position, seat: int, line: list[int]) -> Position:
    after = position.copy()
    for action in line:
        assert after.pending == (seat,)
        assert action in after.actions(seat)
        after.apply(seat, action)
    return after


@pytest.mark.parametrize("options", [{}, {"path": "leap"}, {"goal": "all"}])
def test_no_win_within_the_turn_is_missed_and_none_is_imagined(options: dict[str, str]) -> None:
    """WM-5, WM-12, WM-13, WM-18: for every roll, also where a divided six wins with its second part."""
    force = ForcedWinSearch(positions("war-of-masters", 1)[0].game, 2)
    found = 0
    for position in positions("war-of-masters", 60, max_turns=200, **options):
        base = position.copy()
        seat = base.pending[0]
        line = force.find(base.view(seat), seat, rng.seeded(1))
        assert bool(line) == wins_in_this_turn(base, seat)
        if line:
            found += 1
            after = played_out(base, seat, line)
            assert after.over
            assert after.shares is not None
            assert after.shares[seat] == 1
    assert found > 0 or options


def test_win_by_the_second_part_of_a_divided_six_is_found() -> None:
    """WM-12, WM-13"""
    wins = [
        line
        for position in positions("war-of-masters", 400, max_turns=200)
        for seat in position.pending
        if len(line := ForcedWinSearch(position.game, 2).find(position.view(seat), seat, rng.seeded(1))) == 2
    ]
    assert wins


def test_nothing_is_forced_where_others_choose_at_the_same_time() -> None:
    """MC-5"""
    match = Match("master-citadel", seed=1, size=3, line="edge", capital=1)
    assert ForcedWinSearch(match.game, 4).find(match.view(0), 0, rng.seeded(1)) == []
