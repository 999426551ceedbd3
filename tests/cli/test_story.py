"""Words for what was played, and for who won."""

from fractions import Fraction

import pytest

from tablier.cli.story import result, told
from tablier.record.match import End, Match, Why


class Over:
    """A match that ended so."""

    def __init__(self, name: str, *shares: Fraction | int) -> None:
        match = Match(name)
        self.game, self.seats, self.shares, self.ended = match.game, match.seats, shares, None


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


@pytest.mark.parametrize(
    ("reason", "french", "english"),
    [
        ("resigned", "Rouge abandonne. Brun gagne.", "Red has resigned. Brown wins."),
        ("time", "Rouge n’a plus de temps. Brun gagne.", "Red is out of time. Brown wins."),
    ],
)
def test_early_end_is_told_in_words(reason: Why, french: str, english: str) -> None:
    match = Match("war-of-masters")
    match.end(End(reason, (Fraction(0), Fraction(1)), 0))
    assert (result(match, "fr"), result(match, "en")) == (french, english)


def test_turn_is_told_in_words_and_in_notation() -> None:
    match = Match("war-of-masters")
    match.play("[3]")
    match.play("e2-e5")
    match.play("[2]")
    assert [told(match, turn, "fr") for turn in match.turns(0)] == [
        "1. Rouge fait 3\xa0: un petit cylindre va de e2 à e5. ([3] e2-e5)",
        "2. ([2])",
    ]
