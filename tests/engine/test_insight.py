"""What a game may tell about playing it well; and which part of a record no rule reads, so that search may skip it."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.engine import insight, kernels, rng
from tablier.engine.registry import find, games
from tablier.record.match import Match
from tests.testing.toy.game import GAME as TOY


def test_game_without_insight_has_even_chances_and_looks_at_all_that_is_legal() -> None:
    match = Match(TOY, seed=1)
    record, seat = match.position.record, match.pending[0]
    shares, out = np.zeros(3), np.zeros(TOY.rules.ACTION_COUNT, dtype=np.int64)
    insight.estimate(record, shares)
    assert shares.tolist() == [1 / 3] * 3
    n = insight.shortlist(record, seat, out)
    assert out[:n].tolist() == match.position.actions(seat)
    assert {insight.urge(record, seat, int(action)) for action in out[:n]} == {1.0}
    before = match.position.to_bytes()
    insight.recall(record)
    assert match.position.to_bytes() == before


@pytest.mark.parametrize("name", games())
def test_insight_is_about_legal_actions_and_leaves_the_position_as_it_is(name: str) -> None:
    game = find(name)
    match, random = Match(game, seed=3), rng.seeded(name)
    shares, out = np.zeros(len(match.seats)), game.buffers()[0]
    for _ in range(40):
        if match.over:
            break
        position, seat = match.position, match.pending[0]
        before = position.to_bytes()
        insight.estimate(position.record, shares)
        listed = out[: insight.shortlist(position.record, seat, out)].tolist()
        urges = [insight.urge(position.record, seat, action) for action in listed]
        assert position.to_bytes() == before
        assert abs(shares.sum() - 1) < 1e-9
        assert shares.min() >= 0
        assert listed
        assert set(listed) <= set(position.actions(seat))
        assert min(urges) >= 0
        legal = position.legal(seat)
        match.play(legal[rng.below(random, len(legal))], seat)


@pytest.mark.parametrize("name", games())
def test_what_is_for_the_eye_alone_changes_nothing(name: str) -> None:
    """Two records that differ there only go through the same game."""
    game = find(name)
    settled = game.settle({})
    pair = np.concatenate([game.open(settled), game.open(settled)])
    words, telling = pair.view(np.int32).reshape(2, -1), game.telling_bytes // 4
    assert telling < words.shape[1]
    random, (out, weights) = rng.seeded(name), game.buffers()
    for _ in range(150):
        words[1, telling:] = words[0, telling:] ^ 1
        if kernels.over(pair[0]):
            break
        bits = kernels.pending(pair[0])
        seat = bits.bit_length() - 1 if bits else kernels.NATURE
        n = kernels.legal(pair[0], seat, out) if bits else kernels.chances(pair[0], out, weights)
        listed = out[:n].tolist()
        n = kernels.legal(pair[1], seat, out) if bits else kernels.chances(pair[1], out, weights)
        assert out[:n].tolist() == listed
        action = listed[rng.below(random, n)]
        for record in pair:
            kernels.apply(record, seat, action)
        assert words[0, :telling].tolist() == words[1, :telling].tolist()
