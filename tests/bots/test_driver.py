"""What a bot does next, wherever it sits."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import pytest

from tablier.bots.driver import (
    CHOOSE,
    QUIET,
    ROUNDS_OF_TALK,
    SPEAK,
    WAIT,
    Driver,
    Listener,
    Said,
    Situation,
    Step,
    heard_by,
)
from tablier.engine.position import Position
from tablier.engine.talk import Message
from tablier.record.match import Match

OFFER = Message(0, (1,), "offer", "10 S")
ANSWER = Message(1, (0,), "refuse", "10 S")


def citadel(variant: str = "basic") -> Match:
    return Match("master-citadel", seed=1, variant=variant)


def steps(driver: Driver, *situations: Situation) -> list[Step]:
    return [driver.next(now) for now in situations]


def spoken(now: Situation) -> Driver:
    """One who has said what there was to say."""
    driver = Driver()
    assert driver.next(now) == SPEAK
    return driver


# --- speaking


def test_bot_speaks_once_in_a_turn_and_again_when_there_is_news() -> None:
    view = citadel().view(1)
    before, after = Situation(view), Situation(view, [OFFER])
    assert steps(Driver(), before, before, after, after) == [SPEAK, CHOOSE, SPEAK, CHOOSE]


def test_what_it_said_itself_is_news_too() -> None:
    """Who first answers may then think of an offer of its own."""
    view = citadel().view(1)
    assert steps(Driver(), Situation(view, [OFFER]), Situation(view, [OFFER, ANSWER])) == [SPEAK, SPEAK]


def test_talk_that_would_never_end_is_ended_and_begins_again_in_the_next_turn() -> None:
    match, driver = citadel(), Driver()
    gossip = [Situation(match.view(1), [OFFER] * number) for number in range(ROUNDS_OF_TALK + 2)]
    assert steps(driver, *gossip) == [SPEAK] * ROUNDS_OF_TALK + [CHOOSE] * 2
    for seat in range(4):
        match.play("0 N", seat)
    assert driver.next(Situation(match.view(1))) == SPEAK


def test_people_are_always_answered() -> None:
    view = citadel().view(1)
    talk = [Situation(view, [OFFER] * number, company=[0]) for number in range(3 * ROUNDS_OF_TALK)]
    assert steps(Driver(), *talk) == [SPEAK] * len(talk)


def test_bot_that_is_not_to_act_speaks_and_waits() -> None:
    match = citadel("open")
    assert match.pending == (0,)
    now = Situation(match.view(1))
    assert steps(Driver(), now, now) == [SPEAK, WAIT]


@pytest.mark.parametrize("name", ["maestria", "war-of-masters"])
def test_where_there_are_no_offers_it_acts_at_once(name: str) -> None:
    now = Situation(Match(name, seed=1).view(0), company=[1], awaited=[1])
    assert Driver().next(now) == CHOOSE


def test_nobody_does_anything_once_it_is_over() -> None:
    match = Match("master-citadel", seed=1, max_rounds=1)
    for seat in range(4):
        match.play("0 N", seat)
    assert Driver().next(Situation(match.view(1))) == WAIT


# --- waiting


def test_people_act_first_however_long_that_takes() -> None:
    now = Situation(citadel().view(1), company=[0], awaited=[0], quiet=1000)
    assert spoken(now).next(now) == Step("wait", inf)


def test_one_who_may_be_a_person_has_time_until_it_has_been_quiet() -> None:
    """Two bots that took each other for people would wait for ever."""
    match = citadel()
    early, late = (Situation(match.view(1), company=[0], quiet=quiet) for quiet in (QUIET - 4, QUIET))
    assert steps(spoken(early), early, late) == [Step("wait", 4), CHOOSE]
    match.play("0 N", 0)
    acted = Situation(match.view(1), company=[0])
    assert spoken(acted).next(acted) == CHOOSE


def test_who_leads_a_discussion_ends_it_when_it_has_been_quiet_or_nobody_is_there() -> None:
    """MC-14"""
    view = citadel("open").view(0)
    early, late = (Situation(view, company=[2], quiet=quiet) for quiet in (QUIET - 4, QUIET))
    assert steps(spoken(early), early, late) == [Step("wait", 4), CHOOSE]
    alone = Situation(view, quiet=0)
    assert spoken(alone).next(alone) == CHOOSE


def test_who_leads_a_discussion_ends_it_when_those_who_are_there_have_nothing_to_add() -> None:
    """MC-14"""
    view, nothing = citadel("open").view(0), Message(2, (), "phrase", "warm nothing")
    both = Situation(view, [nothing], company=[1, 2])
    assert spoken(both).next(both) == Step("wait", QUIET)
    done = Situation(view, [nothing], company=[2])
    assert spoken(done).next(done) == CHOOSE
    after_all = Situation(view, [nothing, Message(2, (), "text", "or rather")], company=[2])
    assert spoken(after_all).next(after_all) == Step("wait", QUIET)


def test_nobody_waits_in_silence() -> None:
    """MC-14: nothing may be said once the discussion has ended."""
    match = citadel("open")
    match.play("silence", 0)
    assert Driver().next(Situation(match.view(1), company=[0], awaited=[0])) == CHOOSE


# --- listening


class Parrot:
    """It keeps what it hears, and says what it is told to say."""

    def __init__(self, *to_say: Message) -> None:
        self.to_say = to_say
        self.heard: list[Message] = []

    def choose(self, view: Position) -> str:
        return view.legal(view.viewer)[0]

    def speak(self, view: Position) -> Sequence[Message]:
        return self.to_say

    def hear(self, message: Message) -> None:
        self.heard.append(message)


def test_everything_is_heard_once_before_it_is_asked_for_anything() -> None:
    bot, view = Parrot(), citadel().view(1)
    listener = Listener(bot)
    listener.speak(view, [OFFER])
    listener.choose(view, [OFFER, OFFER])
    assert bot.heard == [OFFER, OFFER]


def test_what_it_said_itself_it_does_not_hear() -> None:
    bot, view = Parrot(ANSWER), citadel().view(1)
    listener = Listener(bot)
    assert listener.speak(view, [OFFER]) == [ANSWER]
    listener.choose(view, [OFFER, ANSWER])
    assert bot.heard == [OFFER]


def test_what_its_seat_said_before_it_came_it_is_told() -> None:
    bot = Parrot()
    Listener(bot).choose(citadel().view(1), [OFFER, ANSWER])
    assert bot.heard == [OFFER, ANSWER]


def test_each_turn_has_its_own_talk() -> None:
    match, bot = citadel(), Parrot()
    listener = Listener(bot)
    listener.choose(match.view(1), [OFFER])
    for seat in range(4):
        match.play("0 N", seat)
    listener.choose(match.view(1), [OFFER])
    assert bot.heard == [OFFER, OFFER]


def test_seat_hears_what_is_said_aloud_or_to_it_in_this_turn() -> None:
    aloud, other = Message(2, (), "text", "hello"), Message(2, (3,), "text", "psst")
    talk = [Said(0, aloud), Said(1, OFFER), Said(1, other), Said(1, aloud)]
    assert heard_by(1, 1, talk) == (OFFER, aloud)
    assert heard_by(0, 1, talk) == (OFFER, aloud)
    assert heard_by(2, 1, talk) == (other, aloud)
    assert heard_by(1, 0, talk) == (aloud,)
