"""What was played, as a seat may know it, and who won."""

from fractions import Fraction

import pytest

from tablier.cli.story import listed, result, turns
from tablier.core.kernels import PUBLIC
from tablier.core.match import Match
from tablier.core.registry import games


@pytest.mark.parametrize("name", games())
def test_whole_story_is_that_of_the_game_file(name: str) -> None:
    """Where nothing is hidden from the one who looks, line by line; and every view is that of its seat."""
    match = Match(name, seed=2)
    while not match.over and len(match.log) < 30:
        seat = match.pending[0]
        match.play(match.legal(seat)[0], seat)
    story = list(turns(match, 0))
    assert [turn.number for turn in story] == list(range(1, len(match.lines()) + 1))
    assert story[-1].view == match.view(0)
    if match.view(0) == match.view(1) == match.view(PUBLIC):
        assert [turn.line for turn in story] == match.lines()


def test_order_of_another_is_unknown_until_all_have_written() -> None:
    """MC-5"""
    match = Match("master-citadel")
    match.play("32 N", 0)
    match.play("5 W", 3)
    assert [turn.line for turn in turns(match, 0)] == ["N:32N W:?"]
    assert [turn.line for turn in turns(match, PUBLIC)] == ["N:? W:?"]
    match.play("0 N", 1)
    match.play("0 N", 2)
    assert [turn.line for turn in turns(match, PUBLIC)] == ["N:32N W:5W E:0N S:0N -> N"]


class Over:
    """A match that ended so."""

    def __init__(self, name: str, *shares: Fraction | int) -> None:
        match = Match(name)
        self.game, self.seats, self.shares = match.game, match.seats, shares


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("over", "french", "english"),
    [
        (Over("war-of-masters", 0, 1), "Brun gagne.", "Brown wins."),
        (Over("war-of-masters", HALF, HALF), "Partie nulle.", "The game is a draw."),
        (Over("master-citadel", HALF, HALF, 0, 0), "Nord et Est gagnent ensemble.", "North and East win together."),
        (Over("war-of-masters", THIRD, 2 * THIRD), "Résultat : Rouge 1/3, Brun 2/3.", "Result: Red 1/3, Brown 2/3."),
    ],
)  # fmt: skip
def test_result_is_told_in_words(over: Match, french: str, english: str) -> None:
    assert result(over, "fr").replace("\u00a0", " ") == french
    assert result(over, "en") == english


def test_words_are_listed_as_in_a_sentence() -> None:
    assert [listed(words, "en") for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
