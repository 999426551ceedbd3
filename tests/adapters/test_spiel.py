"""OpenSpiel: its own tests on every game, and its algorithms."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, ismcts, mcts

import tablier
from tablier import adapters
from tablier.engine.errors import BadActions, IllegalAction, UnknownSeat

SHORT = {
    "maestria": "max_turns=2",
    "master_citadel": "capital=10,max_rounds=3",
    "master_islands": "players=2",
    "war_of_masters": "max_turns=4",
}
OTHERS = {
    "master_citadel": ("variant=open,capital=10,max_rounds=2",),
    "master_islands": ("mode=teams", "mode=corsair,players=3", "deck=4/2/2/2/2"),
    "war_of_masters": ("path=leap,goal=all,max_turns=3",),
}


def load(game: str, options: str = "") -> Any:
    adapters.openspiel()
    return pyspiel.load_game(f"tablier_{game}({options or SHORT[game]})")


@pytest.mark.usefixtures("interpreted")
def test_every_game_is_registered_once() -> None:
    names = [f"tablier_{game.replace('-', '_')}" for game in tablier.games()]
    assert adapters.openspiel() == adapters.openspiel() == names
    assert set(names) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.usefixtures("interpreted")
def test_their_random_games_with_serialisation(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "options"), [(game, options) for game, many in OTHERS.items() for options in many])
@pytest.mark.usefixtures("interpreted")
def test_their_random_games_with_other_options(game: str, options: str) -> None:
    pyspiel.random_sim_test(load(game, options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.usefixtures("interpreted")
def test_kinds_of_games_are_told() -> None:
    citadel, islands, masters = (
        load(name).get_type() for name in ("master_citadel", "master_islands", "war_of_masters")
    )
    kind = pyspiel.GameType
    assert citadel.dynamics == kind.Dynamics.SIMULTANEOUS
    assert citadel.chance_mode == kind.ChanceMode.DETERMINISTIC
    assert islands.information == kind.Information.IMPERFECT_INFORMATION
    assert (masters.information, masters.dynamics) == (kind.Information.PERFECT_INFORMATION, kind.Dynamics.SEQUENTIAL)
    assert masters.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC


@pytest.mark.usefixtures("interpreted")
def test_state_is_the_position_that_its_actions_lead_to() -> None:
    state, match = load("war_of_masters").new_initial_state(), tablier.Match("war-of-masters", max_turns=4)
    chooser = random.Random(1)
    while not state.is_terminal():
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        action = chooser.choice(actions)
        match.play(state.action_to_string(action))
        state.apply_action(action)
        assert state.moment.words.tobytes() == match.position.to_bytes()
    assert state.returns() == [float(share) for share in match.shares or ()]


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.usefixtures("interpreted")
def test_answers_to_python_are_those_that_openspiel_itself_would_give(game: str) -> None:
    state, theirs, chooser = load(game).new_initial_state(), pyspiel.State, random.Random(2)
    for _ in range(40):
        if state.is_terminal():
            break
        assert state.is_chance_node() == theirs.is_chance_node(state)
        assert state.is_simultaneous_node() == theirs.is_simultaneous_node(state)
        assert state.is_player_node() == theirs.is_player_node(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == theirs.legal_actions(state, player)
            assert state.legal_actions_mask(player) == theirs.legal_actions_mask(state, player)
            assert state.observation_tensor(player) == theirs.observation_tensor(state, player)
        if state.is_simultaneous_node():
            state.apply_actions([chooser.choice(state.legal_actions(p)) for p in range(state.num_players())])
        else:
            assert state.legal_actions() == theirs.legal_actions(state)
            state.apply_action(chooser.choice(state.legal_actions()))


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.usefixtures("interpreted")
def test_states_of_one_game_do_not_disturb_each_other(game: str) -> None:
    """They share the memory in which actions are listed."""
    one = load(game).new_initial_state()
    other, alone = one.clone(), load(game).new_initial_state()
    for turn in range(30):
        if one.is_terminal():
            break
        for player in range(one.num_players()):
            assert one.legal_actions(player) == alone.legal_actions(player)
        if one.is_chance_node():
            assert one.chance_outcomes() == alone.chance_outcomes()
        follow(other, turn + 1)
        assert str(one) == str(alone)
        follow(one, turn)
        follow(alone, turn)
    assert one.history() == alone.history()
    assert one.returns() == alone.returns()


def follow(state: Any, number: int) -> None:
    """Play what this number points at, if it is not over."""
    if state.is_terminal():
        return
    if state.is_simultaneous_node():
        lists = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([listed[number % len(listed)] for listed in lists])
    else:
        listed = state.legal_actions()
        state.apply_action(listed[number % len(listed)])


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.usefixtures("interpreted")
def test_history_is_the_same_whether_python_or_openspiel_has_played(game: str) -> None:
    """OpenSpiel is told late of what Python plays; it may play on at any time, and may have been copied before."""
    told, late = load(game).new_initial_state(), load(game).new_initial_state()
    for turn in range(24):
        if told.is_terminal():
            break
        theirs(told, turn)
        if turn % 4 == 1:
            theirs(late, turn)
        else:
            follow(late, turn)
        if turn % 3 == 2:
            late = pickle.loads(pickle.dumps(late)) if turn % 2 else late.clone()
        if turn % 8 == 7:
            assert kept_by_openspiel(late.clone()) == kept_by_openspiel(told)
    assert str(late) == str(told)
    assert kept_by_openspiel(late) == kept_by_openspiel(told)
    assert late.serialize().splitlines()[:2] == told.serialize().splitlines()[:2]


def kept_by_openspiel(state: Any) -> tuple[Any, ...]:
    """What OpenSpiel itself remembers."""
    whole = [(step.player, step.action) for step in state.full_history()]
    return state.history(), whole, state.history_str(), state.move_number(), state.is_initial_state()


def theirs(state: Any, number: int) -> None:
    """As `follow`, but it is OpenSpiel that plays."""
    if state.is_simultaneous_node():
        lists = [state.legal_actions(player) for player in range(state.num_players())]
        pyspiel.State.apply_actions(state, [listed[number % len(listed)] for listed in lists])
    else:
        listed = state.legal_actions()
        pyspiel.State.apply_action(state, listed[number % len(listed)])


@pytest.mark.usefixtures("interpreted")
def test_first_state_is_initial_until_something_is_played() -> None:
    state = load("war_of_masters").new_initial_state()
    assert (state.is_initial_state(), state.move_number()) == (True, 0)
    state.apply_action(3)
    assert (state.is_initial_state(), state.is_initial_non_chance_state(), state.move_number()) == (False, True, 1)


@pytest.mark.usefixtures("interpreted")
def test_action_may_be_any_whole_number_of_numpy() -> None:
    state, other = (load("war_of_masters").new_initial_state() for _ in range(2))
    state.apply_action(np.int8(6))
    other.apply_action(6)
    last = other.legal_actions()[-1]
    state.apply_action(np.uint16(last))
    other.apply_action(last)
    assert (str(state), state.history()) == (str(other), other.history())
    with pytest.raises(TypeError):
        state.apply_action("3")


@pytest.mark.usefixtures("interpreted")
def test_nothing_is_played_once_it_is_over() -> None:
    """WM-20"""
    state = load("war_of_masters", "max_turns=1").new_initial_state()
    while not state.is_terminal():
        follow(state, 0)
    with pytest.raises(IllegalAction, match="WM-20"):
        state.apply_action(0)
    assert state.is_terminal()


@pytest.mark.usefixtures("interpreted")
def test_simultaneous_move_is_not_for_one_to_make() -> None:
    """MC-4: nobody has so many points."""
    state = load("master_citadel").new_initial_state()
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    with pytest.raises(IllegalAction, match="MC-4"):
        state._apply_actions([7999, 0, 0, 0])
    assert (state.is_simultaneous_node(), state.history()) == (True, [])


def test_joint_move_with_one_illegal_action_changes_nothing() -> None:
    """MC-4"""
    state = pyspiel.load_game("tablier_master_citadel(capital=5,max_rounds=3)").new_initial_state()
    other = state.clone()
    for wrong in ([1, 2, 3, 7999], [1, 2, 3, -1], [1, 2, 3], [1, 2, 3, 4, 5]):
        with pytest.raises((IllegalAction, BadActions)):
            state.apply_actions(wrong)
        assert (str(state), state.history(), state.is_simultaneous_node()) == (str(other), [], True)
    for one in (state, other):
        one.apply_actions([1, 2, 3, 4])
    assert (str(state), state.history()) == (str(other), other.history())
    assert state.information_state_string(1) == other.information_state_string(1)


def test_player_that_is_not_there_is_shown_nothing() -> None:
    game = pyspiel.load_game("tablier_master_citadel(capital=5,max_rounds=3)")
    state, observer = game.new_initial_state(), game.make_py_observer()
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for player in (-2, -1, 4, 10**6):
        for ask in (observer.set_from, observer.string_from, recall.string_from):
            with pytest.raises(UnknownSeat):
                ask(state, player)
        with pytest.raises(UnknownSeat):
            state.resample_from_infostate(player, lambda: 0.5)
    with pytest.raises(UnknownSeat, match="several act at once"):
        state.legal_actions()


@pytest.mark.usefixtures("interpreted")
def test_legal_actions_may_be_changed_by_who_asked() -> None:
    state = load("war_of_masters").new_initial_state()
    state.apply_action(3)
    listed = state.legal_actions()
    kept = listed.copy()
    listed.clear()
    assert state.legal_actions() == state.legal_actions(0) == kept
    assert state.legal_actions(1) == []


@pytest.mark.usefixtures("interpreted")
def test_action_that_was_listed_for_another_state_is_refused() -> None:
    """WM-6: a piece moves as far as was rolled."""
    one, other = (load("war_of_masters").new_initial_state() for _ in range(2))
    one.apply_action(1)
    other.apply_action(6)
    wrong = next(action for action in other.legal_actions() if action not in one.legal_actions())
    assert wrong in other.legal_actions()
    with pytest.raises(IllegalAction, match=r"WM-\d+"):
        one._apply_action(wrong)
    clone = other.clone()
    assert clone.legal_actions() == other.legal_actions()
    clone.apply_action(wrong)


@pytest.mark.usefixtures("interpreted")
def test_what_is_refused_leaves_other_states_as_they_are() -> None:
    """They share the memory in which actions are listed, and what is refused has been looked for there."""
    one = load("war_of_masters").new_initial_state()
    other = one.clone()
    other.apply_action(3)
    listed = other.legal_actions()
    with pytest.raises(IllegalAction, match="no such action"):
        one._apply_action(7)
    assert other.legal_actions() == listed
    assert (one.is_chance_node(), len(one.chance_outcomes()), one.history()) == (True, 6, [])


@pytest.mark.usefixtures("interpreted")
def test_copies_of_a_state_go_their_own_way() -> None:
    state = load("war_of_masters").new_initial_state()
    state.apply_action(3)
    before = str(state)
    _, written = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for copy in (state.clone(), pickle.loads(pickle.dumps(state)), written):
        assert (str(copy), copy.history()) == (before, state.history())
        copy.apply_action(copy.legal_actions()[0])
        assert str(copy) != before
        assert str(copy.clone()) == str(copy)
    assert str(state) == before


def test_compiled_states_are_those_that_run_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the game that compiles in the shortest time, and a state of each kind."""
    compiled = load("master_citadel").new_initial_state()
    monkeypatch.setenv("TABLIER_JIT", "0")
    interpreted = load("master_citadel").new_initial_state()
    for number in range(3):
        for player in range(4):
            assert compiled.legal_actions(player) == interpreted.legal_actions(player)
            assert compiled.observation_tensor(player) == interpreted.observation_tensor(player)
            assert compiled.information_state_string(player) == interpreted.information_state_string(player)
        follow(compiled, 1 + number)
        follow(interpreted, 1 + number)
        assert str(compiled) == str(compiled.clone()) == str(interpreted)
    assert compiled.is_terminal()
    assert compiled.returns() == interpreted.returns() != [0, 0, 0, 0]


@pytest.mark.usefixtures("interpreted")
def test_outcomes_of_nature_may_be_changed_by_who_asked() -> None:
    """WM-6: a die."""
    state = load("war_of_masters").new_initial_state()
    state.chance_outcomes().clear()
    assert len(state.chance_outcomes()) == 6
    state.returns().clear()
    assert state.returns() == [0, 0]


@pytest.mark.usefixtures("interpreted")
def test_illegal_action_is_refused_with_its_rule() -> None:
    """WM-6"""
    state = load("war_of_masters").new_initial_state()
    state.apply_action(3)
    wrong = next(action for action in range(865) if action not in state.legal_actions())
    before = str(state)
    with pytest.raises(IllegalAction, match=r"WM-\d+"):
        state._apply_action(wrong)
    with pytest.raises(IllegalAction, match="there is no such action"):
        state._apply_action(10**6)
    assert str(state) == before


@pytest.mark.usefixtures("interpreted")
def test_player_cannot_tell_apart_what_it_does_not_know() -> None:
    """MI-23"""
    state = load("master_islands").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.history() == state.history()
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_string(player) == state.observation_string(player)
    for action in state.legal_actions()[:1]:
        assert other.child(action).information_state_string(player) != state.information_state_string(player)


@pytest.mark.usefixtures("interpreted")
def test_state_crosses_to_another_process() -> None:
    state = load("master_citadel").new_initial_state()
    state.apply_actions([1, 2, 3, 4])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.usefixtures("interpreted")
def test_their_mcts_plays_on() -> None:
    game = load("war_of_masters", "max_turns=2")
    state = game.new_initial_state()
    state.apply_action(6)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 6, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.usefixtures("interpreted")
def test_their_ismcts_plays_on_by_what_a_seat_may_know() -> None:
    game = load("master_islands")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1.4, max_simulations=3)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.usefixtures("interpreted")
def test_their_cfr_learns_a_small_game() -> None:
    """WM-6: one roll, and one move of Red."""
    game = load("war_of_masters", "max_turns=1")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    state = game.new_initial_state().child(3)
    learnt = solver.average_policy().action_probabilities(state)
    assert sorted(learnt) == state.legal_actions()
    assert sum(learnt.values()) == pytest.approx(1)


@pytest.mark.usefixtures("interpreted")
def test_their_algorithms_take_simultaneous_moves_in_turn_without_seeing_them() -> None:
    """MC-5"""
    game = pyspiel.convert_to_turn_based(load("master_citadel", "capital=1,max_rounds=1"))
    state = game.new_initial_state()
    seen = {state.child(action).information_state_string(1) for action in state.legal_actions()}
    assert len(seen) == 1
    state = state.child(state.legal_actions()[0])
    assert len({state.child(action).information_state_string(0) for action in state.legal_actions()}) == 1
