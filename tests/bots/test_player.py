"""Bots of every level: legal, soon, from what their seat may know, and able to say why."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.bots import Greedy, Naive, Player, Random, named
from tablier.bots.levels import LEVELS
from tablier.engine import rng
from tablier.engine.errors import BadLevel, BadView
from tablier.engine.position import Position
from tablier.engine.registry import find, games
from tablier.record.match import Match
from tests.engine.morra.game import GAME as MORRA
from tests.search.test_forced_win import positions, wins_in_this_turn

ROOT = Path(__file__).parents[2]


def win_in_one() -> Position:
    """Red takes the Master by a5xe9 and by nothing else: WM-5."""
    match = Match("war-of-masters", max_turns=12)
    for action in ("[6]", "d2-d4", "e1-a5", "[2]", "d8-d6", "[4]"):
        match.play(action)
    return match.view(0)


@pytest.mark.parametrize("name", games())
def test_every_mode_is_played_by_every_level(name: str) -> None:
    """Whatever is hidden or simultaneous, with every number of seats and every option: never an illegal action."""
    game = find(name)
    for number, options in enumerate(game.variants()):
        match = Match(game, seed=number, **dict[str, Any](options))
        level = number % len(LEVELS) + 1
        bots = [Player(game, level, simulations=20, seed=seat) for seat in range(len(match.seats))]
        for _ in range(12):
            if not match.over:
                seat = match.pending[-1]
                match.play(bots[seat].choose(match.view(seat)), seat)


def test_levels_see_more_and_think_further_one_after_the_other() -> None:
    reach = [(level.attention, level.simulations or 1 << 40, level.seconds) for level in LEVELS]
    assert len(LEVELS) == 8
    assert all(low < high for low, high in pairwise(reach))
    assert LEVELS[-1].attention == 1
    assert [level.sees_wins for level in LEVELS] == [0, 0.5, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(("language", "words"), [("en", "Notices {} actions"), ("fr", "Remarque {} coups")])
def test_levels_are_what_their_words_on_the_page_and_in_the_guide_say(language: str, words: str) -> None:
    said = tomllib.loads((ROOT / f"src/tablier/web/words.{language}.toml").read_text("utf-8"))["levelDoes"]
    guide = (ROOT / "docs/bots.md").read_text("utf-8")
    for number, level in enumerate(LEVELS[:-1], start=1):
        noticed = round(40**level.attention)
        assert said[str(number)].startswith(words.format(noticed))
        assert f"| {number} | {noticed} |" in guide
        assert f"| {level.simulations:,} | {level.seconds:g} s |" in guide


def test_win_in_one_move_is_taken() -> None:
    """WM-5"""
    assert tablier.bot("war-of-masters", 8, simulations=1).choose(win_in_one()) == "a5xe9"


@pytest.mark.parametrize("level", range(3, 9))
def test_from_level_3_on_no_win_within_the_turn_is_missed(level: int) -> None:
    """WM-5, WM-13: over many positions, for every roll; however little it thinks."""
    wins = 0
    for position in positions("war-of-masters", 120, max_turns=200):
        seat = position.pending[0]
        if wins_in_this_turn(position, seat):
            wins += 1
            bot = tablier.bot("war-of-masters", level, simulations=1)
            while not position.over and position.pending == (seat,):
                position.play(bot.choose(position.view(seat)), seat)
            assert position.shares is not None
            assert position.shares[seat] == 1
    assert wins > 5


def test_naive_player_takes_a_win_and_then_the_greatest_prize() -> None:
    """WM-5, WM-14"""
    assert Naive().choose(win_in_one()) == "a5xe9"
    for position in positions("war-of-masters", 60, max_turns=200):
        seat = position.pending[0]
        takes = [action for action in position.legal(seat) if "x" in action]
        if takes and not wins_in_this_turn(position, seat, depth=1):
            draws = [position.game.insight.urge(position.record, seat, action) for action in position.actions(seat)]
            chosen = position.read(Naive().choose(position.view(seat)), seat)
            assert position.game.insight.urge(position.record, seat, chosen) == max(draws) >= 2.5


def test_same_view_gives_the_same_choice_whatever_it_hides() -> None:
    """MI-23"""
    match = Match("master-islands", seed=8, players=3)
    seat = match.pending[0]
    choices = {
        tablier.bot("master-islands", 8, simulations=200).choose(match.view(seat).deal(deal).view(seat))
        for deal in range(4)
    }
    assert len(choices) == 1


def test_same_seed_and_simulations_give_the_same_game() -> None:
    def played(seed: int) -> str:
        match = Match("maestria", seed=3, max_turns=6)
        bots = [tablier.bot("maestria", 3, simulations=30, seed=seed + seat) for seat in (0, 1)]
        while not match.over:
            seat = match.pending[0]
            match.play(bots[seat].choose(match.view(seat)), seat)
        return str(match)

    assert played(1) == played(1)
    assert played(1) != played(7)


@pytest.mark.parametrize("name", games())
def test_analysis_ranks_legal_actions_and_says_how_it_may_go_on(name: str) -> None:
    match = Match(name, seed=5)
    view = match.view(match.pending[0])
    bot = tablier.bot(name, 6, simulations=300)
    considered = bot.analyse(view, 5)
    assert 0 < len(considered) <= 5
    assert considered[0].action in view.legal(view.viewer)
    assert [one.visits for one in considered] == sorted((one.visits for one in considered), reverse=True)
    for one in considered:
        assert one.line[0] == one.action
        assert 0 <= one.share <= 1


def test_line_that_is_expected_can_be_played() -> None:
    match = Match("war-of-masters", seed=5)
    line = tablier.bot("war-of-masters", 8, simulations=2000).analyse(match.view(0), 1)[0].line
    position = match.position.copy()
    for action in line:
        position.play(action)
    assert len(line) > 2


def test_only_action_is_chosen_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("maestria", seed=1)
    monkeypatch.setattr(Position, "actions", lambda self, seat: [3])
    monkeypatch.setattr("tablier.bots.player.Search", None)
    assert tablier.bot("maestria").choose(match.view(0)) == match.position.write(0, 3)


def test_only_action_is_thought_about_where_its_worth_is_asked_for() -> None:
    match, random = Match("war-of-masters", seed=1, max_turns=60), rng.seeded("x", 1)
    while len(legal := match.legal()) > 1:
        match.play(legal[rng.below(random, len(legal))])
    view = match.view(match.pending[0])
    one, other = (tablier.bot("war-of-masters", 8, simulations=number).analyse(view)[0] for number in (1, 200))
    assert (one.action, one.visits) == (legal[0], 1)
    assert (other.action, other.visits) == (legal[0], 200)
    assert other.share != one.share


def test_view_of_a_seat_that_is_not_to_act_is_refused() -> None:
    match = Match("war-of-masters", seed=3)
    for bot in (tablier.bot("war-of-masters"), Greedy(), Naive(), Random()):
        for position in (match.view(1), match.position, match.view(-2)):
            with pytest.raises(BadView, match="view of its seat"):
                bot.choose(position)


def test_view_of_another_game_is_refused_by_name() -> None:
    bot, view = tablier.bot("maestria"), Match("war-of-masters", seed=3).view(0)
    for ask in (bot.choose, bot.speak, bot.analyse):
        with pytest.raises(BadView, match="for maestria; it cannot play war-of-masters"):
            ask(view)


def test_view_of_another_number_of_seats_than_it_remembers_is_refused() -> None:
    bot = tablier.bot("master-islands", 1)
    pairs = [Match("master-islands", seed=8, players=players) for players in (2, 3)]
    two, three = (match.view(match.pending[0]) for match in pairs)
    assert bot.choose(two) in two.legal()
    with pytest.raises(BadView, match="2 seats in mind; one of 3"):
        bot.choose(three)
    assert bot.choose(two) in two.legal()


def test_bot_is_made_for_a_game_itself_even_one_that_is_not_ours() -> None:
    match = Match(MORRA, seed=1)
    assert tablier.bot(MORRA, 2).choose(match.view(0)) in match.legal(0)


@pytest.mark.parametrize("level", [0, 9, -1, "3", 2.5])
def test_level_that_there_is_not_is_refused(level: Any) -> None:
    with pytest.raises(BadLevel, match="from 1 to 8"):
        tablier.bot("maestria", level)


def test_bots_have_names() -> None:
    game = find("war-of-masters")
    assert isinstance(named("greedy", game), Greedy)
    assert isinstance(named("naive", game), Naive)
    assert isinstance(named("random", game), Random)
    player = named("8@0.25s", game, 4, threads=1)
    assert isinstance(player, Player)
    assert (player.budget.seconds, player.budget.simulations, player.seed) == (0.25, None, 4)


@pytest.mark.parametrize("spec", ["", "9", "0", "8@", "8@s", "8@1.5", "greedy ", "nine", "-1", "8@-2s"])
def test_name_that_no_bot_has_is_refused(spec: str) -> None:
    with pytest.raises(BadLevel):
        named(spec, find("war-of-masters"))


@pytest.mark.parametrize("bot", [Greedy(1), Naive(1), Random(1)])
@pytest.mark.parametrize("name", games())
def test_plain_players_play_every_game(bot: Greedy | Naive | Random, name: str) -> None:
    match = Match(name, seed=2)
    for _ in range(30):
        if not match.over:
            seat = match.pending[0]
            match.play(bot.choose(match.view(seat)), seat)
