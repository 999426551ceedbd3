"""What somebody types, read freely: wherever only one action can be meant, and never otherwise."""

from __future__ import annotations

import pytest

from tablier.cli.parsing import Ambiguous, explain, play, spelled
from tablier.engine.errors import IllegalAction, UnreadableAction
from tablier.engine.kernels import NATURE
from tablier.engine.registry import games
from tablier.record.match import Match


def in_play(game: str) -> Match:
    """A game that has been on for some actions, with the first that is possible each time."""
    match = Match(game, seed=5)
    for _ in range(6):
        seat = match.pending[0]
        match.play(match.view(seat).legal(seat)[0], seat)
    return match


@pytest.mark.parametrize("name", games())
def test_every_action_of_every_game_is_read_from_its_letters_and_numbers(name: str) -> None:
    match = in_play(name)
    seat = match.pending[0]
    view = match.view(seat)
    for action in view.legal(seat)[:40]:
        for typed in (action.upper(), action.lower(), f" {action} ".replace("x", " x "), action.replace("@", " ")):
            assert spelled(view, seat, typed) == action


@pytest.mark.parametrize("typed", ["e2e4", "E2 E4", "e2 - e4", "e2\u2013e4", "e2>e4", " E2:e4 ", "e2 x e4"])
def test_signs_between_two_squares_do_not_matter(typed: str) -> None:
    match = Match("war-of-masters")
    match.play("[2]")
    play(match, 0, typed, {0})
    assert match.lines() == ["[2] e2-e4"]


def test_joined_actions_are_read_as_freely() -> None:
    match = Match("war-of-masters")
    match.play("[6]")
    play(match, 0, "D2D4,F2F6", {0})
    assert match.lines() == ["[6] d2-d4,f2-f6"]


def islands() -> Match:
    """A table at which galleon A can go from (0,0) to the right and to the left."""
    match = Match("master-islands", seed=1)
    for action in ("Y1@(1,0)", "A:(0,0)-(1,0)", "G1@(-1,0)"):
        match.play(action)
    return match


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a 0 0 1 0", "A:(0,0)-(1,0)"),
        ("A (0,0) (-1,0)", "A:(0,0)-(-1,0)"),
        ("a 0,0 -1,0", "A:(0,0)-(-1,0)"),
        ("a:0,0\u2013(\u22121,0)", "A:(0,0)-(-1,0)"),
    ],
)
def test_negative_numbers_are_told_from_dashes(typed: str, meant: str) -> None:
    match = islands()
    assert spelled(match.view(match.pending[0]), match.pending[0], typed) == meant


def test_what_may_mean_two_actions_is_not_guessed() -> None:
    match = islands()
    seat, log = match.pending[0], list(match.log)
    with pytest.raises(Ambiguous) as refused:
        play(match, seat, "a 0,0-1,0", {seat})
    assert match.log == log
    assert explain(refused.value, match, seat, "en") == "'a 0,0-1,0' may mean: A:(0,0)-(1,0), A:(0,0)-(-1,0)"


def test_throw_is_read_from_its_numbers() -> None:
    match = Match("war-of-masters")
    assert spelled(match.position, NATURE, "( 3 )") == "[3]"


def test_an_action_that_is_not_legal_is_not_taken_for_another() -> None:
    """WM-7: e2-f3 is no move of a small cylinder; it stays what it is."""
    match = Match("war-of-masters")
    match.play("[1]")
    with pytest.raises(IllegalAction, match="WM-7"):
        play(match, 0, "e2-f3", {0})


def test_examples_begin_like_what_was_typed() -> None:
    match = Match("war-of-masters")
    match.play("[1]")
    with pytest.raises(UnreadableAction) as refused:
        play(match, 0, "E2", {0})
    assert "for example: e2-e3 (" in explain(refused.value, match, 0, "en")
