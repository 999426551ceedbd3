"""The simple bot: it answers with a legal action, soon, from what its seat may know."""

from typing import Any

import pytest

from tablier.bots import Simple
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.core.registry import find, games


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")


def win_in_one() -> Position:
    """Red takes the Master by e7xe9 and by nothing else: WM-5."""
    match = Match("war-of-masters", max_turns=12)
    for action in ("[5]", "e2-e7", "[1]", "a8-a7", "[2]"):
        match.play(action)
    return match.view(0)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("bot", [Simple(playouts=1), Simple(playouts=60), Simple(seconds=0.01), Simple()])
def test_win_in_one_move_is_taken(bot: Simple) -> None:
    """WM-5"""
    assert bot.choose(win_in_one()) == "e7xe9=w"


def test_compiled_and_interpreted_it_chooses_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [Match("war-of-masters", seed=seed, max_turns=10).view(0) for seed in range(3)]
    bot = Simple(playouts=80, seed=7)
    compiled = [bot.choose(view) for view in views]
    monkeypatch.setenv("TABLIER_JIT", "0")
    assert [bot.choose(view) for view in views] == compiled


@pytest.mark.usefixtures("interpreted")
def test_same_seed_and_number_of_playouts_give_the_same_choice() -> None:
    view = Match("war-of-masters", seed=3, max_turns=6).view(0)
    choices = {seed: Simple(playouts=40, seed=seed).choose(view) for seed in range(6)}
    assert choices == {seed: Simple(playouts=40, seed=seed).choose(view) for seed in range(6)}
    assert len(set(choices.values())) > 1


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", games())
def test_every_game_is_played_by_bots_alone(name: str) -> None:
    """Whatever is hidden or simultaneous; with every number of seats; never an illegal action."""
    game = find(name)
    bot = Simple(seconds=0.002)
    by_seats = {len(game.seats(options)): options for options in game.variants()}
    for options in by_seats.values():
        match = Match(game, seed=4, **dict[str, Any](options))
        for _ in range(25):
            if not match.over:
                seat = match.pending[-1]
                match.play(bot.choose(match.view(seat)), seat)
        assert len(match.log) > 1


@pytest.mark.usefixtures("interpreted")
def test_only_action_is_chosen_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("maestria", seed=1)
    monkeypatch.setattr(Position, "actions", lambda self, seat: [3])
    monkeypatch.setattr("tablier.search.flat.Flat", None)
    assert Simple().choose(match.view(0)) == match.position.write(0, 3)


def test_view_of_a_seat_that_is_not_to_act_is_refused() -> None:
    match = Match("war-of-masters", seed=3)
    for position in (match.view(1), match.position, match.view(-2)):
        with pytest.raises(ValueError, match="view of its seat"):
            Simple().choose(position)
