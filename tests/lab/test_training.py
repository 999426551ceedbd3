"""A net begins where the hand-made estimate is, learns, goes on when it was interrupted, and is for its options."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.bots import Player, named
from tablier.engine.errors import BadNet
from tablier.engine.insight import estimate, estimate_by
from tablier.engine.net import Net, TrainedNet, load_net, no_net, save_net, weights_of
from tablier.engine.registry import find
from tablier.games.maestria import insight
from tablier.games.maestria.rules import ANSWERING
from tablier.games.war_of_masters import rules as war
from tablier.lab.training import PIECE, OtherTraining, Teacher, Training
from tablier.record.match import Match
from tablier.search.nets import net_for, nets_of
from tablier.work.executor import Executor, Here, Threads
from tests.search.test_forced_win import positions

MAESTRIA = find("maestria")
SHORT: dict[str, Any] = MAESTRIA.settle({"max_turns": 4})


def same(one: TrainedNet, other: TrainedNet) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(weights_of(one.net), weights_of(other.net), strict=True))


@pytest.mark.parametrize("name", ["maestria", "war-of-masters"])
def test_net_that_has_learnt_nothing_says_what_the_hand_made_estimate_says(name: str) -> None:
    net = Training(find(name), find(name).settle({}), 1).net
    for position in positions(name, 60):
        found, by_hand, without = np.zeros(2), np.zeros(2), np.zeros(2)
        estimate_by(position.record, net, found)
        estimate(position.record, by_hand)
        estimate_by(position.record, no_net(), without)
        assert np.allclose(found, by_hand, atol=1e-5)
        assert (without == by_hand).all()


def drawn_net(name: str) -> Net:
    """A net that has learnt nothing, and says something all the same."""
    net = Training(find(name), find(name).settle({}), 1).net
    net.outer[:] = np.linspace(-1, 1, len(net.outer))
    return net


def test_both_sides_are_seen_alike() -> None:
    """A net that was drawn at random judges a set-up and its mirror image, with colours exchanged, in the same way."""
    net = drawn_net("maestria")
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


def test_both_sides_of_war_of_masters_are_seen_alike() -> None:
    """The same with the board turned about: columns too, so that pieces change their numbers."""
    net = drawn_net("war-of-masters")
    turned_piece = [(8 - piece % 9) + piece // 9 * 9 for piece in range(war.PIECES)]
    for position in positions("war-of-masters", 40):
        turned = position.copy().record
        for seat, piece in product((0, 1), range(war.PIECES)):
            square = position.record.at[seat, piece]
            turned.at[1 - seat, turned_piece[piece]] = square if square == war.OFF else war.SQUARES - 1 - square
            turned.waits[1 - seat, turned_piece[piece]] = position.record.waits[seat, piece]
        turned.board[:] = war.EMPTY
        turned.board[war.OFF] = war.WALL
        for seat, piece in product((0, 1), range(war.PIECES)):
            if (square := turned.at[seat, piece]) != war.OFF:
                turned.board[square] = war.cell_of(seat, piece)
        turned.seat = 1 - position.record.seat
        turned.first = war.OFF if position.record.first == war.OFF else turned_piece[position.record.first]
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
    resumed = Training(MAESTRIA, SHORT, 2 * PIECE)
    assert resumed.resume(tmp_path / "part.npz")
    assert resumed.played == PIECE
    assert same(resumed.run(tmp_path / "part.npz", lambda now: None), whole.trained)
    with pytest.raises(BadNet, match="another training"):
        Training(MAESTRIA, SHORT, 3 * PIECE).resume(tmp_path / "part.npz")


def test_pieces_that_are_learnt_together_give_the_same_net_in_turn_and_at_the_same_time(tmp_path: Path) -> None:
    games = 3 * PIECE + 7
    nets, places = [], list[Executor]([Here(), Threads(2), Threads(3)])
    for number, where in enumerate(places):
        training = Training(MAESTRIA, SHORT, games, together=2)
        nets.append(training.run(tmp_path / f"{number}.npz", lambda now: None, where))
        assert training.played == games
    assert same(nets[0], nets[1])
    assert same(nets[0], nets[2])
    one_by_one = Training(MAESTRIA, SHORT, games).run(tmp_path / "alone.npz", lambda now: None)
    assert not same(nets[0], one_by_one)
    with pytest.raises(OtherTraining):
        Training(MAESTRIA, SHORT, games).resume(tmp_path / "0.npz")


def test_net_that_is_learnt_together_is_the_mean_of_what_each_has_learnt(tmp_path: Path) -> None:
    training = Training(MAESTRIA, SHORT, 2 * PIECE, together=2)
    teacher = Teacher(MAESTRIA, SHORT, training.lesson)
    one, other = (teacher.teach(piece) for piece in training._pieces())
    assert not np.array_equal(one.random, other.random)
    trained = training.run(tmp_path / "net.npz", lambda now: None)
    for mean, first, second in zip(weights_of(trained.net), one.weights, other.weights, strict=True):
        assert np.allclose(mean, (first + second) / 2, atol=1e-6)


def test_training_that_learns_nothing_leaves_no_checkpoint(tmp_path: Path) -> None:
    class Nowhere(Here):
        def attempt(self, *what: Any) -> Any:
            raise ConnectionError

    with pytest.raises(ConnectionError):
        Training(MAESTRIA, SHORT, PIECE).run(tmp_path / "none.npz", lambda now: None, Nowhere())
    assert not [*tmp_path.iterdir()]


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


def test_a_damaged_file_is_no_net(tmp_path: Path) -> None:
    """Wherever a byte of it is another: in a head, in what is packed, at the end."""
    whole, file = Path(insight.__file__).with_name("net.npz").read_bytes(), tmp_path / "damaged.npz"
    for place in range(0, len(whole), len(whole) // 60):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        with suppress(BadNet):
            load_net(file)
        file.write_bytes(whole[:place])
        with pytest.raises(BadNet):
            load_net(file)


def test_a_net_whose_parts_do_not_fit_together_is_none(tmp_path: Path) -> None:
    """Compiled code would look beyond their ends."""
    trained, file = Training(MAESTRIA, SHORT, 1).trained, tmp_path / "some.npz"
    net = trained.net
    for wrong in (net._replace(outer=net.outer[:-1]), net._replace(skip=net.skip[:-1]), net._replace(rows=net.rows[0])):
        save_net(replace(trained, net=wrong), file)
        with pytest.raises(BadNet, match="same size"):
            load_net(file)


def test_a_net_whose_weights_are_no_numbers_is_none(tmp_path: Path) -> None:
    trained, file = Training(MAESTRIA, SHORT, 1).trained, tmp_path / "some.npz"
    save_net(replace(trained, net=trained.net._replace(outer=trained.net.outer * np.nan)), file)
    with pytest.raises(BadNet, match="no numbers"):
        load_net(file)


def test_game_without_inputs_cannot_be_trained() -> None:
    with pytest.raises(BadNet, match="master-citadel"):
        Training(find("master-citadel"), find("master-citadel").settle({}), 1)
