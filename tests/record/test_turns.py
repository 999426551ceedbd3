"""What was played, as a seat may know it: turn by turn, and as a file."""

from __future__ import annotations

import pytest

from tablier import NATURE, PUBLIC, Match, games
from tablier.engine.errors import BadGameFile, UnknownSeat
from tablier.record.fairness import verify
from tablier.record.match import End
from tests.sealed import sealed_game


@pytest.mark.parametrize("name", games())
def test_whole_story_is_that_of_the_game_file(name: str) -> None:
    """Where nothing is hidden from the one who looks, line by line; and every view is that of its seat."""
    match = Match(name, seed=2)
    while not match.over and len(match.log) < 30:
        seat = match.pending[0]
        match.play(match.legal(seat)[0], seat)
    story = match.turns(0)
    assert [turn.number for turn in story] == list(range(1, len(match.lines()) + 1))
    assert match.at(story[-1].end) == match.position
    if match.view(0) == match.view(1) == match.view(PUBLIC):
        assert match.lines(0) == match.lines()


def test_order_of_another_is_unknown_until_all_have_written() -> None:
    """MC-5"""
    match = Match("master-citadel")
    match.play("32 N", 0)
    match.play("5 W", 3)
    assert match.lines(0) == ["N:32N W:?"]
    assert match.lines(PUBLIC) == ["N:? W:?"]
    match.play("0 N", 1)
    match.play("0 N", 2)
    assert match.lines(PUBLIC) == ["N:32N W:5W E:0N S:0N -> N"]


# --- as a file


def test_view_is_written_as_a_file_that_says_whose_it_is() -> None:
    match = Match("war-of-masters", max_turns=9, names={"red": "Ann"})
    match.play("[3]")
    match.play("e2-e5")
    assert str(match.file(1)) == str(match).replace("seat red", "view: brown\nseat red")
    assert str(match.file(PUBLIC)) == str(match).replace("seat red", "view: public\nseat red")


def test_view_of_a_hand_shows_that_hand_alone() -> None:
    """MI-3"""
    match = sealed_game("master-islands", 4, most=30)
    drawn = [move.text for move in match.moves if move.seat == NATURE]
    first = str(match).partition("\n1. ")[2].partition("\n")[0].split()
    assert first == drawn[: len(first)]
    for seat in (0, 1, PUBLIC):
        shown = str(match.file(seat)).partition("\n1. ")[2].partition("\n")[0].split()
        assert len(shown) == len(first)
        assert all(text in (card, "[?]") for text, card in zip(shown, first, strict=True))
        assert 0 < shown.count("[?]") < len(first)


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_view_has_neither_seed_nor_secret(viewer: int) -> None:
    seeded, sealed = Match("master-islands", seed=77), sealed_game("master-islands", 4, most=30)
    assert "\nseed: " in str(seeded)
    assert "\nseed: " not in str(seeded.file(viewer))
    assert sealed.proof
    assert str(sealed.proof.secret) in str(sealed)
    assert str(sealed.proof.secret) not in str(sealed.file(viewer))
    assert sealed.proof.seal in str(sealed.file(viewer))


def test_view_tells_how_the_game_ended() -> None:
    match = sealed_game("war-of-masters", 1, most=9)
    match.end(End("time", (1, 0), 1))  # type: ignore[arg-type]
    assert "\nended: brown time\n" in str(match.file(0))
    assert str(match.file(0)).endswith("\nresult: 1 0\n")


@pytest.mark.parametrize(("viewer", "name"), [(0, "red"), (PUBLIC, "public")])
def test_view_is_not_played_again(viewer: int, name: str) -> None:
    """Even where nothing is hidden: whether something is must not depend on the game."""
    text = str(Match("war-of-masters").file(viewer))
    with pytest.raises(BadGameFile, match=f"line 7: this is the game as {name} may know it: it is to be read"):
        Match.loads(text)
    assert [problem.code for problem in verify(text).problems] == ["fair/bad-file"]


def test_view_is_of_a_seat_that_exists() -> None:
    with pytest.raises(UnknownSeat):
        str(Match("war-of-masters").file(2))
