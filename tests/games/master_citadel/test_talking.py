"""Master Citadel: who may say what to whom, and when."""

from __future__ import annotations

import pytest

from tablier import PUBLIC, Talk
from tablier.engine.talk import SILENCE
from tests.games.master_citadel.arrange import NOTHING, play, start


@pytest.mark.parametrize("written", range(4))
def test_in_the_basic_game_everybody_may_talk_aloud_by_signs_and_in_secret_at_any_moment(written: int) -> None:
    """MC-11: however many have written, and those who have written too."""
    position = start()
    for seat in range(written):
        position.play("5 N", seat)
    for seat in range(4):
        others = tuple(other for other in range(4) if other != seat)
        assert position.talk(seat) == Talk(aloud=True, secret=others, gestures=True, offers=True)


def test_a_deal_binds_nobody() -> None:
    """MC-11: whatever was said, every order that one can pay for may be written."""
    assert len(start().legal(0)) == 808


def test_in_a_discussion_everybody_may_talk_aloud_and_by_signs_but_not_in_secret() -> None:
    """MC-13"""
    position = start(variant="open")
    for seat in range(4):
        assert position.talk(seat) == Talk(aloud=True, secret=(), gestures=True, offers=True)


def test_when_the_game_master_has_ended_the_discussion_nobody_communicates() -> None:
    """MC-14, MC-15: neither those who are writing nor those who have written."""
    position = start(variant="open")
    position.play("silence")
    position.play("5 N", 2)
    assert [position.talk(seat) for seat in range(4)] == [SILENCE] * 4


def test_the_next_round_begins_with_a_discussion_again() -> None:
    """MC-12, MC-13"""
    position = start(variant="open")
    play(position, "5 N", "4 E", "3 S", "2 W")
    assert position.talk(0).aloud


@pytest.mark.parametrize("variant", ["basic", "open"])
def test_spectators_are_silent_and_players_free_when_it_is_over(variant: str) -> None:
    """MC-11, MC-13"""
    position = start(at=(0, 2), variant=variant)
    assert position.talk(PUBLIC) == SILENCE
    play(position, "1 N", NOTHING, NOTHING, NOTHING)
    assert position.over
    assert all(position.talk(seat).aloud for seat in range(4))


def test_players_may_not_come_to_blows() -> None:
    """MC-24: in a dispute, too, there are only orders and silence."""
    position = start(variant="open")
    assert position.legal() == ["silence"]
    position.play("silence")
    assert all(order.split()[0].isdigit() for seat in range(4) for order in position.legal(seat))
