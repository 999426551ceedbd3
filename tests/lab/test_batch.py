"""Batches: what they show, what they refuse, and that their games are the same however many there are."""

from __future__ import annotations

import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.engine.errors import (
    BadActions,
    BadBatchFile,
    BadLevel,
    BadOption,
    IllegalInBatch,
    UnknownGame,
    UnknownSeat,
)
from tablier.engine.kernels import Buffer
from tablier.engine.registry import find
from tablier.lab import Batch
from tablier.lab.blocks import NEXT_GAME, NOBODY, NOT_LEGAL

GAMES = tablier.games()
QUICK = "master-citadel"
"""The game that compiles in the shortest time."""


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Every game in each of its modes."""
    return [(game, dict(mode.options)) for game in GAMES for mode in find(game).modes]


def play(env: Batch, steps: int) -> Batch:
    for _ in range(steps):
        env.step(env.sample())
    return env


def finished(env: Batch) -> Batch:
    """Play at random until every game is over; for a batch that begins no others."""
    while not env.done.all():
        env.step(env.sample())
    return env


def everything(env: Batch) -> list[bytes]:
    arrays = env.view, env.seat, env.pending, env.done, env.reward, env.number, env.length
    return [array.tobytes() for array in arrays]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("game", "options"), variants())
def test_batch_shows_what_the_seat_to_act_may_know_and_nothing_else(game: str, options: dict[str, Any]) -> None:
    env = play(tablier.batch(game, 3, **options), 11)
    assert not env.done.all()
    for i in np.flatnonzero(~env.done).tolist():
        match, seat = env.match(i), int(env.seat[i])
        assert match.pending[0] == seat
        assert env.view[i].tobytes() == match.view(seat).to_bytes()
        assert env.lists[i].tolist() == match.current.actions(seat)
        assert env.pending[i] == sum(1 << pending for pending in match.pending)
        assert env.length[i] == match.length


@pytest.mark.usefixtures("interpreted")
def test_observations_are_the_bytes_of_the_views_without_a_copy() -> None:
    env = tablier.batch("master-islands", 2, players=4)
    assert env.obs.dtype == np.int32
    assert np.shares_memory(env.obs, env.view)
    assert env.obs.tobytes() == env.view.tobytes()
    assert np.shares_memory(np.from_dlpack(env.obs), env.view)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", GAMES)
def test_each_form_of_legal_actions_says_the_same(game: str) -> None:
    lists, masks, bits, none = (
        play(tablier.batch(game, 2, legal=form), 7) for form in ("lists", "masks", "bits", "none")
    )
    assert everything(lists) == everything(masks) == everything(bits) == everything(none)
    for i, actions in enumerate(lists.lists):
        assert np.flatnonzero(masks.masks[i]).tolist() == actions.tolist()
        unpacked = np.unpackbits(bits.bits[i].view(np.uint8), bitorder="little")
        assert np.flatnonzero(unpacked).tolist() == actions.tolist()
    values, offsets = lists.lists.packed()
    assert [values[offsets[i] : offsets[i + 1]].tolist() for i in range(2)] == [one.tolist() for one in lists.lists]
    with pytest.raises(BadOption, match="legal='lists'"):
        _ = none.lists


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", GAMES)
def test_game_is_the_same_in_a_batch_of_any_size(game: str) -> None:
    alone, together = play(tablier.batch(game, 1), 12), play(tablier.batch(game, 4), 12)
    assert alone.actions(0) == together.actions(0)
    later = play(Batch(game, 1, first=3), 12)
    assert later.actions(0) == together.actions(3) != together.actions(0)
    assert play(tablier.batch(game, 1, seed=2), 12).actions(0) != alone.actions(0)


@pytest.mark.usefixtures("interpreted")
def test_games_that_are_over_are_rewarded_once_and_begun_again_with_the_next_number() -> None:
    env = tablier.batch("maestria", 2, max_turns=3)
    while not env.done.any():
        env.step(env.sample())
    i = int(np.argmax(env.done))
    assert env.reward[i].sum() == 1
    assert env.seat[i] == -1
    assert env.match(i).over
    assert env.count[i] == 0
    env.step(env.sample())
    assert (env.number[i], env.done[i], env.reward[i].sum()) == (i + 2, False, 0)
    assert env.length[i] == 0 or env.match(i).length == env.length[i]


@pytest.mark.usefixtures("interpreted")
def test_without_restart_a_game_that_is_over_stays_so_until_it_is_reset() -> None:
    env = finished(tablier.batch("maestria", 2, restart=False, max_turns=3))
    before, shares = env.view.tobytes(), env.match(0).shares
    assert shares is not None
    assert env.done.all()
    env.step([0, 0])
    assert env.view.tobytes() == before
    assert env.reward.sum() == 0
    env.reset([1])
    assert env.done.tolist() == [True, False]
    assert env.number.tolist() == [0, 3]
    env.reset(env.done)
    assert env.number.tolist() == [2, 3]
    env.reset(seed=7)
    assert everything(env) == everything(tablier.batch("maestria", 2, restart=False, max_turns=3, seed=7))


@pytest.mark.usefixtures("interpreted")
def test_those_who_act_simultaneously_act_in_one_step() -> None:
    """MC-5"""
    together, in_turn = tablier.batch(QUICK, 2), tablier.batch(QUICK, 2)
    assert together.pending.tolist() == [15, 15]
    orders = np.array([[1, 12, 23, 34], [5, 6, 7, 8]])
    together.step(orders)
    for seat in range(4):
        assert in_turn.seat.tolist() == [seat, seat]
        in_turn.step(orders[:, seat])
    assert everything(together) == everything(in_turn)
    assert together.masks_of(3)[0].nonzero()[0].tolist() == together.match(0).current.actions(3)
    assert together.view_of(2)[1].tobytes() == together.match(1).view(2).to_bytes()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("form", ["lists", "masks", "bits", "none"])
def test_illegal_action_names_the_game_and_the_rule_and_changes_nothing(form: Any) -> None:
    """WM-6"""
    env = play(tablier.batch("war-of-masters", 3, legal=form), 4)
    before, actions = everything(env), [env.match(i).current.actions(int(env.seat[i]))[0] for i in range(3)]
    wrong = next(a for a in range(865) if a not in env.match(1).current.actions(int(env.seat[1])))
    with pytest.raises(IllegalInBatch, match=r"^game 1, seat \d: action \d+: .* \(WM-\d+\)$") as refused:
        env.step([actions[0], wrong, actions[2]])
    assert (refused.value.index, refused.value.code) == (1, "batch/illegal")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    for impossible in (-1, 865, 2**40):
        with pytest.raises(IllegalInBatch, match=r"game 2.*there is no such action"):
            env.step([actions[0], actions[1], impossible])
    assert everything(env) == before


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("form", ["masks", "bits"])
def test_mask_that_somebody_wrote_into_makes_nothing_legal(form: Any) -> None:
    """MC-4"""
    env = tablier.batch(QUICK, 2, legal=form)
    getattr(env, form)[:] = np.iinfo(np.uint32).max if form == "bits" else True
    with pytest.raises(IllegalInBatch, match="MC-4"):
        env.step([3999, 3999])
    getattr(env, form)[:] = 0
    env.step([1, 1])
    assert env.length.tolist() == [1, 1]


@pytest.mark.usefixtures("interpreted")
def test_nobody_writes_into_what_the_batch_goes_on_by() -> None:
    env = tablier.batch(QUICK, 2)
    told = env.seat, env.pending, env.done, env.number, env.length, env.choices, env.count
    for array in (*told, env.lists.values, env.lists.starts, env.lists.counts, env.lists[0]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 50
    env.step(env.sample())
    env.log(0)[:] = 0  # a copy
    assert env.seat.tolist() == [1, 1]
    assert env.match(0).length == 1
    assert told[0].tolist() == [1, 1]  # and it is the same array as before


@pytest.mark.usefixtures("interpreted")
def test_planes_are_seen_anew_where_somebody_wrote_into_what_was_shown() -> None:
    env, other = Batch("war-of-masters", 2), Batch("war-of-masters", 2)
    env.obs[:] = 1 << 20
    assert env.planes().tolist() == other.planes().tolist()


@pytest.mark.usefixtures("interpreted")
def test_bad_input_is_refused_in_words() -> None:
    env = tablier.batch(QUICK, 2)
    for bad in ([0], [0.5, 1.0], "ab", [[0, 0], [0, 0]], [None, 1], [[0, 0], [0]]):
        with pytest.raises(BadActions):
            env.step(bad)
    for arguments in (
        {"n": 0},
        {"n": -1},
        {"n": "4"},
        {"n": 2, "legal": "all"},
        {"n": 2, "seed": -1},
        {"n": 2, "x": 1},
        {"n": 2, "threads": 0},
        {"n": 2, "bots": "random"},
        {"n": 2, "bots": ["random"] * 4},
    ):
        with pytest.raises(BadOption):
            tablier.batch(QUICK, **arguments)
    with pytest.raises(UnknownGame):
        tablier.batch("chess", 2)
    with pytest.raises(BadLevel):
        tablier.batch(QUICK, 2, bots={1: "kasparov"})
    with pytest.raises(BadLevel):
        tablier.batch(QUICK, 2, bots={1: 9})
    for by_the_clock, level in ((8, "8"), ("8@0.1s", "8"), ("5@0.1s", "5"), ("8:hand", "8:hand")):
        with pytest.raises(BadLevel, match=f"by the clock.*as {level}@2000"):
            tablier.batch(QUICK, 2, bots={1: by_the_clock})
    with pytest.raises(UnknownSeat):
        tablier.batch(QUICK, 2, bots={4: "random"})
    with pytest.raises(BadOption, match="there is no game 2"):
        env.match(2)
    with pytest.raises(BadOption, match="log=False"):
        tablier.batch(QUICK, 2, log=False).match(0)


@pytest.mark.usefixtures("interpreted")
def test_games_to_begin_anew_are_places_or_as_many_truth_values_as_there_are_games() -> None:
    env = tablier.batch(QUICK, 3)
    for bad in (1, "1", [3], [1.0], [[1, 2]], [[1], [1, 2]], np.ones(2, dtype=np.bool_), [True], [0, True], 1.5):
        with pytest.raises(BadOption):
            env.reset(bad)
    with pytest.raises(BadOption, match="name games, or give a seed"):
        env.reset([1], seed=3)
    assert env.number.tolist() == [0, 1, 2]
    env.reset([True, False, False])
    env.reset(np.array([2]))
    env.reset([])
    assert env.number.tolist() == [3, 1, 5]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", GAMES)
def test_logs_grow_and_lead_back_to_a_game_file(game: str) -> None:
    shorter: dict[str, Any] = {"max_turns": 60} if game == "war-of-masters" else {}
    env = finished(tablier.batch(game, 1, restart=False, **shorter))
    match = env.match(0)
    assert match.length == env.length[0] > 20
    assert [float(share) for share in match.shares or ()] == pytest.approx(env.reward[0].tolist())
    assert tablier.Match.loads(str(match)).position == env.position(0)
    assert env.choices[0] == sum(seat != tablier.NATURE for seat, _ in env.actions(0))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", GAMES)
def test_batch_goes_on_from_a_file_as_it_would_have(game: str, tmp_path: Path) -> None:
    env = play(tablier.batch(game, 3, bots={1: "random"}), 9)
    env.save(tmp_path / "games.npz")
    again = Batch.load(tmp_path / "games.npz")
    assert everything(again) == everything(env)
    assert everything(play(again, 9)) == everything(play(env, 9))
    assert again.actions(2) == env.actions(2)


@pytest.mark.usefixtures("interpreted")
def test_bots_with_a_seed_of_their_own_go_on_from_a_file_as_they_would_have(tmp_path: Path) -> None:
    env = Batch("maestria", 2, bots={1: "random"}, bot_seed=5, options={"max_turns": 3})
    env.save(tmp_path / "games.npz")
    again = Batch.load(tmp_path / "games.npz")
    env.reset()
    again.reset()
    assert everything(play(again, 9)) == everything(play(env, 9))
    assert again.actions(0) == env.actions(0)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    "wrong",
    [
        {"lengths": np.full(2, -5, dtype=np.int32)},
        {"lengths": np.full(2, 65, dtype=np.int32)},
        {"phases": np.full(2, 9, dtype=np.int8)},
        {"log": np.zeros(2, dtype=np.int32)},
        {"states": np.zeros((2, 3), dtype=np.int32)},
    ],
)
def test_file_whose_arrays_cannot_be_is_refused(wrong: dict[str, Buffer], tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    tablier.batch(QUICK, 2).save(file)
    with np.load(file) as kept:
        np.savez(file, **{**kept, **wrong})
    with pytest.raises(BadBatchFile):
        Batch.load(file)


@pytest.mark.usefixtures("interpreted")
def test_batch_that_cannot_be_saved_leaves_what_was_saved_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.npz"
    env = tablier.batch(QUICK, 2)
    env.save(file)

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez_compressed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(env, 3).save(file)
    assert Batch.load(file).length.tolist() == [0, 0]


@pytest.mark.usefixtures("interpreted")
def test_file_that_is_no_batch_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    for content in (b"", b"tablier", b"PK\3\4" + bytes(50)):
        file.write_bytes(content)
        with pytest.raises(BadBatchFile):
            Batch.load(file)
    tablier.batch(QUICK, 2).save(file)
    whole = file.read_bytes()
    for place in range(0, len(whole), 7):  # whatever is damaged; what nobody reads may be
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 85]) + whole[place + 1 :])
        with suppress(BadBatchFile):
            Batch.load(file)
    np.savez(file, head=np.array('{"format": "tablier batch 9"}'))
    with pytest.raises(BadBatchFile, match="tablier batch 9"):
        Batch.load(file)


@pytest.mark.usefixtures("interpreted")
def test_bots_play_inside_the_batch_by_what_they_may_know() -> None:
    env = tablier.batch("master-islands", 2, players=4, bots={0: "random", 2: "random", 3: "random"})
    for _ in range(6):
        assert set(env.seat.tolist()) <= {1, -1}
        env.step(env.sample())
    assert {seat for seat, _ in env.actions(0)} == {-1, 0, 1, 2, 3}


@pytest.mark.usefixtures("interpreted")
def test_asking_for_a_choice_changes_nothing_that_others_do() -> None:
    asked, told = (tablier.batch("master-islands", 2, bots={1: "random"}) for _ in range(2))
    for _ in range(4):
        asked.sample()
        actions = asked.sample()
        asked.step(actions)
        told.step(actions)
    assert everything(asked) == everything(told)


@pytest.mark.usefixtures("interpreted")
def test_seat_remembers_what_it_saw_and_did_and_two_memories_differ_only_by_that() -> None:
    """MC-5"""
    env, other = tablier.batch(QUICK, 1), tablier.batch(QUICK, 1)
    env.step([[1, 12, 23, 34]])
    other.step([[1, 12, 23, 34]])
    for one, order in ((env, 11), (other, 12)):  # what North has written only North can tell
        one.step([order])
    assert env.history(0, 1) == other.history(0, 1)
    assert env.history(0, 0) != other.history(0, 0)
    memory = env.history(0, 0)
    assert memory.views[-1].tobytes() == env.match(0).view(0).to_bytes()
    assert [action for action in memory.actions.tolist() if action >= 0] == [1, 11]
    assert memory.obs.shape == (len(memory), env.obs.shape[1])


def test_compiled_games_are_those_that_are_interpreted_whatever_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (play(tablier.batch(QUICK, 600, threads=threads, restart=False), 60) for threads in (1, 2))
    assert len(two._blocks) == 2
    assert everything(one) == everything(two)
    assert [a.tolist() for a in one.lists] == [a.tolist() for a in two.lists]
    compiled = [one.actions(i) for i in range(3)], one.history(1, 2).key
    monkeypatch.setenv("TABLIER_JIT", "0")
    few = play(tablier.batch(QUICK, 3, restart=False), 60)
    assert ([few.actions(i) for i in range(3)], few.history(1, 2).key) == compiled


def test_illegal_action_in_the_second_block_is_found() -> None:
    env = tablier.batch(QUICK, 600, threads=2)
    actions: Buffer = env.sample()
    actions[599] = 8000
    with pytest.raises(IllegalInBatch, match="game 599"):
        env.step(actions)
    assert env.length.max() == 0


def test_greedy_and_thinking_bots_play_the_same_in_any_batch() -> None:
    bots: dict[int, str | int] = {1: "greedy", 2: 1, 3: "2@6"}
    few, more = play(tablier.batch(QUICK, 2, bots=bots), 4), play(tablier.batch(QUICK, 5, bots=bots), 4)
    assert [few.actions(i) for i in range(2)] == [more.actions(i) for i in range(2)]
    assert few.bots == {1: "greedy", 2: "1", 3: "2@6"}
    alone: dict[str, Any] = {"bots": dict.fromkeys(range(4), 1), "restart": False, "options": {"max_rounds": 3}}
    one, same, another = (Batch(QUICK, 2, seed=seed, **alone) for seed in (1, 1, 2))
    assert one.actions(0) == same.actions(0) != another.actions(0)


@pytest.mark.parametrize("bot", ["random", "1"])
def test_bots_with_a_seed_of_their_own_choose_by_it(bot: str) -> None:
    alone: dict[str, Any] = {"bots": dict.fromkeys(range(4), bot), "restart": False, "options": {"max_rounds": 3}}
    one, same, another, usual = (Batch(QUICK, 2, bot_seed=seed, **alone) for seed in (2, 2, 3, None))
    assert one.actions(0) == same.actions(0)
    assert len({str(env.actions(0)) for env in (one, another, usual)}) == 3
    assert usual.actions(0) == Batch(QUICK, 2, bot_seed=usual.seed, **alone).actions(0)


def test_actions_are_read_by_what_they_are_and_not_by_how_they_lie_in_memory() -> None:
    upright, turned = tablier.batch(QUICK, 2), tablier.batch(QUICK, 2)
    orders = np.array([[1, 12, 23, 34], [5, 6, 7, 8]], dtype=np.int32)
    upright.step(orders)
    turned.step(np.asfortranarray(orders))
    assert everything(turned) == everything(upright)


@pytest.mark.parametrize("game", ["maestria", "war-of-masters"])
@pytest.mark.usefixtures("interpreted")
def test_planes_show_what_the_seat_to_act_sees(game: str) -> None:
    env = Batch(game, 4)
    for _ in range(50):
        env.step(env.sample())
    planes = env.planes()
    insight = env.game.insight
    assert planes.shape == (4, len(env.plane_names), *insight.BOARD)
    assert planes.dtype == np.float32
    for i in range(4):
        alone = np.zeros(planes.shape[1:], dtype=np.float32)
        insight.planes(env.position(i).view(int(env.seat[i])).record, int(env.seat[i]), alone)
        assert planes[i].tolist() == alone.tolist()
    assert planes[:, env.plane_names.index("the seat is to act")].all()


@pytest.mark.usefixtures("interpreted")
def test_both_seats_see_their_own_side_first() -> None:
    """WM-3: the opening looks the same from both ends, but for the columns, which are mirrored."""
    record = find("war-of-masters").open(find("war-of-masters").settle({}))[0]
    insight = find("war-of-masters").insight
    red, brown = (np.zeros((len(insight.PLANES), *insight.BOARD)) for _ in range(2))
    insight.planes(record, 0, red)
    insight.planes(record, 1, brown)
    assert red[1, 0].all()
    assert red[0, 1].all()
    assert np.array_equal(red[:2], brown[:2])
    assert np.array_equal(red[3:5], brown[3:5])


@pytest.mark.usefixtures("interpreted")
def test_game_without_planes_says_so() -> None:
    with pytest.raises(BadOption, match="no planes"):
        Batch("master-citadel", 2).planes()


def test_compiled_planes_are_those_that_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = Batch("war-of-masters", 600, threads=2)
    monkeypatch.setenv("TABLIER_JIT", "0")
    slow = Batch("war-of-masters", 4)
    assert fast.planes()[:4].tolist() == slow.planes().tolist()


@pytest.mark.parametrize("jit", ["1", "0"])
def test_step_that_is_one_call_plays_what_a_step_plays(jit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", jit)
    one, other = (
        Batch("war-of-masters", 1, legal="masks", log=False, restart=False, options={"max_turns": 6}) for _ in range(2)
    )
    step, games = one.stepping(), 0
    while games < 3:
        seat = int(other.seat[0])
        if seat == NOBODY:
            other.reset()
            assert step(NEXT_GAME) == other.seat[0]
            games += 1
        else:
            stale, chosen = int(one.sample()[0]), other.sample()
            other.step(chosen)
            assert step(int(chosen[0])) == other.seat[0]
            if other.seat[0] != NOBODY and not one.masks[0, stale]:
                with pytest.raises(IllegalInBatch):  # what was sampled before is looked at again
                    one.step([stale])
        assert everything(one) == everything(other)


@pytest.mark.usefixtures("interpreted")
def test_step_that_is_one_call_plays_nothing_that_is_not_legal_and_is_for_one_game() -> None:
    usual: dict[str, Any] = {"legal": "masks", "log": False}
    one = Batch("war-of-masters", 1, **usual)
    before = everything(one)
    step = one.stepping()
    for action in (int(one.masks[0].argmin()), one.masks.shape[1], -3):
        assert step(action) == NOT_LEGAL
    assert everything(one) == before
    for n, other_way in ((2, {}), (1, {"legal": "lists"}), (1, {"log": True}), (1, {"bots": {0: "random"}})):
        with pytest.raises(BadOption):
            Batch("war-of-masters", n, **(usual | other_way)).stepping()
