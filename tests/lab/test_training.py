"""A net begins where the hand-made estimate is, learns, goes on when it was interrupted, and is for its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.bots import Player, named
from tablier.engine.errors import BadNet
from tablier.engine.insight import estimate, estimate_by
from tablier.engine.net import TrainedNet, load_net, new_net, no_net, save_net, weights_of
from tablier.engine.registry import find
from tablier.games.maestria import insight
from tablier.games.maestria.rules import ANSWERING
from tablier.lab.training import PIECE, Training
from tablier.record.match import Match
from tablier.search.nets import net_for, nets_of
from tests.search.test_forced_win import positions

MAESTRIA = find("maestria")
SHORT: dict[str, Any] = MAESTRIA.settle({"max_turns": 4})


def same(one: TrainedNet, other: TrainedNet) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(weights_of(one.net), weights_of(other.net), strict=True))


def test_net_that_has_learnt_nothing_says_what_the_hand_made_estimate_says() -> None:
    net = new_net(insight.INPUTS, insight.WEIGHTS)
    for position in positions("maestria", 60):
        found, by_hand, without = np.zeros(2), np.zeros(2), np.zeros(2)
        estimate_by(position.record, net, found)
        estimate(position.record, by_hand)
        estimate_by(position.record, no_net(), without)
        assert np.allclose(found, by_hand, atol=1e-5)
        assert (without == by_hand).all()


def test_both_sides_are_seen_alike() -> None:
    """A net that was drawn at random judges a set-up and its mirror image, with colours exchanged, in the same way."""
    net = new_net(insight.INPUTS, insight.WEIGHTS)
    net.outer[:] = np.linspace(-1, 1, len(net.outer))
    for position in positions("maestria", 40):
        turned = position.copy().record
        for seat in (0, 1):
            turned.pawns[1 - seat] = position.record.pawns[seat][insight.MIRROR[0, 0]]
            home = position.record.general[seat]
            turned.general[1 - seat] = -1 if home < 0 else insight.MIRROR[0, 0, home]
            turned.in_hand[1 - seat] = position.record.in_hand[seat]
        turned.seat = 1 - position.record.seat
        if position.record.phase < ANSWERING:
            one, other = np.zeros(2), np.zeros(2)
            estimate_by(position.record, net, one)
            estimate_by(turned, net, other)
            assert np.allclose(one, other[::-1], atol=1e-5)


def test_training_learns_and_goes_on_after_an_interruption_to_the_same_net(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(now: Any) -> None:
        raise Stop

    whole = Training(MAESTRIA, SHORT, 2 * PIECE)
    before = load_after(whole, tmp_path / "before.npz")
    whole.run(tmp_path / "whole.npz", lambda now: None)
    assert not same(before, whole.trained)
    part = Training(MAESTRIA, SHORT, 2 * PIECE)
    with pytest.raises(Stop):
        part.run(tmp_path / "part.npz", stop)
    save_net(part.trained, tmp_path / "part.npz", part._progress())
    resumed = Training(MAESTRIA, SHORT, 2 * PIECE)
    assert resumed.resume(tmp_path / "part.npz")
    assert resumed.played == PIECE
    assert same(resumed.run(tmp_path / "part.npz", lambda now: None), whole.trained)
    with pytest.raises(BadNet, match="another training"):
        Training(MAESTRIA, SHORT, 3 * PIECE).resume(tmp_path / "part.npz")


def load_after(training: Training, file: Path) -> TrainedNet:
    save_net(training.trained, file)
    return load_net(file)


def test_net_is_used_for_its_options_alone_and_others_have_the_hand_made_estimate() -> None:
    trained = Training(MAESTRIA, SHORT, 1).trained
    assert len(net_for([trained], MAESTRIA.settle({"max_turns": 50})).outer)
    for other in ({"map": "PPPPPPMFFFFM"}, {"shape": "deep"}, {"losses": "difference"}, {"cap": "setup"}):
        assert not len(net_for([trained], MAESTRIA.settle(other)).outer)


@pytest.mark.parametrize("name", tablier.games())
def test_nets_that_come_with_a_game_fit_it(name: str) -> None:
    for trained in nets_of(find(name)):
        assert trained.game == name


def test_bot_plays_by_the_net_of_a_file_or_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "some.npz"
    save_net(Training(MAESTRIA, SHORT, 1).trained, file)
    view = Match(MAESTRIA, seed=1).view(0)
    for spec in ("8:hand@20", f"8:{file}@20"):
        bot = named(spec, MAESTRIA)
        assert isinstance(bot, Player)
        assert bot.choose(view) in view.legal()
    (tmp_path / "bad.npz").write_bytes(b"no net")
    for wrong, why in ((tmp_path / "bad.npz", "no trained net"), (tmp_path / "none.npz", "cannot be read")):
        with pytest.raises(BadNet, match=why):
            tablier.bot("maestria", 8, net=str(wrong))
    with pytest.raises(BadNet, match="not for war-of-masters"):
        named(f"8:{file}@20", find("war-of-masters"))


def test_game_without_inputs_cannot_be_trained() -> None:
    with pytest.raises(BadNet, match="master-citadel"):
        Training(find("master-citadel"), find("master-citadel").settle({}), 1)
