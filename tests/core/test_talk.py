"""Who may say what to whom."""

from __future__ import annotations

import pytest

from tablier import NATURE, PUBLIC, Match, Talk
from tablier.core.errors import UnknownSeat
from tablier.core.talk import FREE, SILENCE
from tests.core.morra.game import GAME as MORRA


def test_where_the_rules_say_nothing_everybody_speaks_freely() -> None:
    match = Match("war-of-masters", seed=1)
    assert [match.talk(seat) for seat in (0, 1)] == [FREE, FREE]
    assert Talk(aloud=True, secret=(), gestures=True) == FREE


def test_a_spectator_never_says_anything() -> None:
    match = Match("war-of-masters", max_turns=1, seed=1)
    assert match.talk(PUBLIC) == SILENCE
    while not match.over:
        match.play(match.legal()[0])
    assert match.talk(PUBLIC) == SILENCE
    assert Talk(aloud=False, secret=(), gestures=False) == SILENCE


def test_where_the_rules_speak_of_talking_they_decide() -> None:
    match = Match(MORRA)
    assert [match.talk(seat) for seat in (0, 1)] == [FREE, FREE]
    match.play("[2]")
    assert match.talk(0) == Talk(aloud=False)
    assert match.talk(1) == Talk(aloud=False, secret=(0,))


def test_when_a_game_is_over_everybody_may_talk_aloud() -> None:
    match = Match(MORRA, rounds=1)
    match.play("[2]")
    match.play("1", seat=0)
    assert not match.talk(0).aloud
    match.play("1", seat=1)
    assert match.over
    assert [match.talk(seat) for seat in (0, 1)] == [FREE, FREE]


def test_a_view_tells_its_seat_what_it_may_say() -> None:
    match = Match(MORRA)
    match.play("[3]")
    assert match.view(1).talk(1) == match.talk(1)


@pytest.mark.parametrize("seat", [2, NATURE, -3, "left", None, 1.0])
def test_there_is_no_talk_of_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(UnknownSeat, match="there are 0 to 1"):
        Match(MORRA).talk(seat)
