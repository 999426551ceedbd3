"""Master Citadel: orders that are offered, to be written together (MC-6, MC-11)."""

from __future__ import annotations

import pytest

from tablier.engine.errors import BadMessage, TalkForbidden
from tablier.engine.position import Position
from tablier.engine.talk import Kind, Message
from tests.games.master_citadel.arrange import EAST, NORTH, NOTHING, SOUTH, WEST, play, start


def offer(body: str, *to: int, by: int = NORTH, kind: Kind = "offer") -> Message:
    return Message(by, to, kind, body)


def says_no(position: Position, message: Message, error: type[Exception], what: str) -> None:
    before = position.to_bytes()
    with pytest.raises(error, match=what):
        position.check(message)
    assert position.to_bytes() == before


@pytest.mark.parametrize("to", [(), (SOUTH,), (EAST, WEST)])
@pytest.mark.parametrize("kind", ["offer", "accept", "refuse"])
def test_in_the_basic_game_offers_are_made_and_answered_aloud_or_in_secret(to: tuple[int, ...], kind: Kind) -> None:
    """MC-11"""
    start().check(offer("10 S", *to, kind=kind))


def test_in_the_open_variant_offers_are_made_aloud_while_there_is_a_discussion() -> None:
    """MC-13, MC-14"""
    position = start(variant="open")
    position.check(offer("10 S"))
    position.check(offer("10 S", by=WEST, kind="accept"))
    says_no(position, offer("10 S", SOUTH), TalkForbidden, "in secret")
    position.play("silence")
    says_no(position, offer("10 S"), TalkForbidden, "offers")


@pytest.mark.parametrize("kind", ["offer", "accept"])
@pytest.mark.parametrize("variant", ["basic", "open"])
def test_nobody_promises_more_than_they_have_left(variant: str, kind: Kind) -> None:
    """MC-4"""
    position = start(points=(40, 30, 20, 10), variant=variant)
    position.check(offer("40 S", kind=kind))
    for number in (41, 1000, 123456):
        says_no(position, offer(f"{number} S", kind=kind), BadMessage, "no more points than one has left")


def test_an_offer_that_one_could_not_pay_can_be_refused() -> None:
    """MC-4"""
    start(points=(40, 30, 20, 10)).check(offer("40 S", NORTH, by=WEST, kind="refuse"))


@pytest.mark.parametrize("body", ["10 X", "S", "ten S", "-1 S", "10", "all my points"])
def test_what_is_offered_must_be_an_order(body: str) -> None:
    """MC-4"""
    says_no(start(), offer(body), BadMessage, "an order is written 32 N")


def test_silence_is_no_order() -> None:
    """MC-14"""
    says_no(start(variant="open"), offer("silence"), BadMessage, "what is offered is an order")


@pytest.mark.parametrize("body", ["10S", "010 S", "10  S", "10 s"])
def test_an_offer_is_written_as_the_order_is(body: str) -> None:
    says_no(start(), offer(body), BadMessage, "this is written 10 S")


def test_who_has_written_promises_nothing_more_in_this_round() -> None:
    """MC-4: an order, once given, stands."""
    position = start()
    position.play("5 N", NORTH)
    says_no(position, offer("10 S"), TalkForbidden, "stands")
    says_no(position.view(EAST), offer("5 N", by=NORTH), TalkForbidden, "stands")
    position.check(offer("10 S", by=NORTH, kind="refuse"))
    position.check(offer("10 S", NORTH, by=EAST))


def test_when_the_orders_are_shown_it_shows_who_kept_their_word() -> None:
    """MC-5, MC-11"""
    position = start()
    turn = position.turn
    position.check(offer("10 S"))
    play(position, "10 S", "10 SE", "11 S", "10 S")
    told = [position.kept(offer("10 S", by=seat, kind="accept"), turn) for seat in range(4)]
    assert told == [True, False, False, True]
    assert position.view(EAST).kept(offer("10 S"), turn) is True
    assert position.kept(offer("10 S", kind="refuse"), turn) is None


def test_before_the_last_order_is_in_nothing_shows() -> None:
    """MC-5: neither in the first round nor when there was one before."""
    position = start()
    for _ in range(2):
        turn = position.turn
        for seat in (NORTH, EAST, SOUTH):
            position.play("10 S", seat)
            assert position.kept(offer("10 S"), turn) is None
        position.play(NOTHING, WEST)
        assert position.kept(offer("10 S"), turn) is True


def test_of_a_round_before_the_last_a_position_no_longer_tells() -> None:
    position = start()
    play(position, "10 S", NOTHING, NOTHING, NOTHING)
    play(position, NOTHING, NOTHING, NOTHING, NOTHING)
    assert position.kept(offer("10 S"), 0) is None
    assert position.kept(offer("10 S"), 1) is False


def test_to_stake_nothing_is_the_same_in_every_direction() -> None:
    """MC-7"""
    position = start()
    play(position, "0 E", "1 W", NOTHING, NOTHING)
    assert position.kept(offer("0 S"), 0) is True
    assert position.kept(offer("0 S", by=EAST), 0) is False
