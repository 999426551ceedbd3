"""Many whole games: the same as a batch plays, as arrays."""

from __future__ import annotations

import numpy as np
import pytest

import tablier
from tablier.engine.errors import BadLevel, BadOption
from tablier.lab import Batch

QUICK = "master-citadel"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", tablier.games())
def test_simulated_games_are_those_of_a_batch(game: str) -> None:
    results = tablier.simulate(game, games=2, progress=False)
    seats = range(results.shares.shape[1])
    env = tablier.batch(game, 2, restart=False, bots=dict.fromkeys(seats, "random"))
    assert env.done.all()
    assert results.shares.tolist() == env.reward.tolist()
    assert results.lengths.tolist() == env.length.tolist()
    assert results.choices.tolist() == env.choices.tolist()
    assert results.match(1).actions == env.actions(1)


def test_many_games_are_played_on_all_cores_and_told_as_arrays() -> None:
    one, two = (tablier.simulate(QUICK, games=2500, threads=threads, progress=True) for threads in (1, 2))
    assert one.shares.tobytes() == two.shares.tobytes()
    assert np.allclose(one.shares.sum(axis=1), 1)
    alone = one.shares.max(axis=1) == 1
    assert (one.winners[~alone] == -1).all()
    assert (one.shares[alone, one.winners[alone]] == 1).all()
    assert "2,500 games of master-citadel" in repr(one)
    assert one.share(0)[0] == pytest.approx(one.shares[:, 0].mean(), abs=1e-6)


def test_bots_of_each_kind_play_to_the_end() -> None:
    results = tablier.simulate(QUICK, games=3, bots=["greedy", "random", 1, "1@2"], max_rounds=4, progress=False)
    assert np.allclose(results.shares.sum(axis=1), 1)
    assert results.match(2).length == results.lengths[2]
    again = Batch(QUICK, 1, bots=dict(enumerate(results.bots)), restart=False, first=2, options={"max_rounds": 4})
    assert again.match(0).actions == results.match(2).actions


@pytest.mark.usefixtures("interpreted")
def test_bad_input_is_refused_in_words() -> None:
    for games in (0, -1, 2.5, "many"):
        with pytest.raises(BadOption, match="games"):
            tablier.simulate(QUICK, games)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="for 4 seats"):
        tablier.simulate(QUICK, 1, bots=["random", "greedy"])
    with pytest.raises(BadLevel):
        tablier.simulate(QUICK, 1, bots="deep blue")
