"""Bots that talk: they answer offers, make them where both gain, and remember who kept their word."""

from __future__ import annotations

import pytest

from tablier.arena import play_out
from tablier.bots import Player
from tablier.bots.promises import GOODWILL, Promises
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Message
from tablier.record.match import Match

CITADEL = find("master-citadel")


def bots(level: int = 6, simulations: int = 200) -> list[Player]:
    return [Player(CITADEL, level, simulations=simulations, seed=seat) for seat in range(4)]


def play_round(match: Match, *orders: str) -> None:
    for seat, order in enumerate(orders):
        match.play(order, seat)


def test_word_that_was_kept_is_trusted_more_and_one_that_was_broken_less() -> None:
    match, promises = Match(CITADEL), Promises()
    promises.come_to(match.view(0))
    promises.said += [Message(1, (0,), "offer", "10 N"), Message(0, (1,), "accept", "10 N")]
    play_round(match, "10 N", "10 N", "0 N", "0 N")
    promises.come_to(match.view(0))
    kept, broken = GOODWILL
    assert promises.trust(1) == (kept + 1) / (kept + broken + 1)
    promises.said += [Message(0, (1,), "offer", "5 E"), Message(1, (0,), "accept", "5 E")]
    play_round(match, "5 E", "5 W", "0 N", "0 N")
    promises.come_to(match.view(0))
    assert promises.trust(1) == (kept + 1) / (kept + broken + 2)
    assert promises.trust(2) == kept / (kept + broken)


def test_signs_are_seen_and_bind_nobody() -> None:
    match = Match("master-islands", seed=1, mode="teams")
    bot = Player(match.game, 1, simulations=10, seed=0)
    for sign in ("yes", "fingers 3", "point card (0,0)"):
        bot.hear(Message(2, (), "gesture", sign))
    view = match.view(0)
    assert bot.speak(view) == []
    assert bot.choose(view) in match.legal(0)


def test_offer_that_nobody_accepted_binds_nobody() -> None:
    match, promises = Match(CITADEL), Promises()
    promises.come_to(match.view(0))
    promises.said += [Message(1, (0,), "offer", "10 N"), Message(0, (1,), "refuse", "10 N")]
    assert promises.of(1) is None
    play_round(match, "0 N", "3 S", "0 N", "0 N")
    promises.come_to(match.view(0))
    assert promises.trust(1) == GOODWILL[0] / sum(GOODWILL)


def test_offer_is_answered_once_and_only_a_good_one_is_accepted() -> None:
    """MC-2, MC-6: two steps north win; who offers them to North is heard, who wants the pawn in the south is not."""
    match = Match(CITADEL, size=3, line="edge")
    north = Player(CITADEL, 6, simulations=200, seed=2)
    north.hear(Message(1, (0,), "offer", "60 N"))
    north.hear(Message(2, (0,), "offer", "60 S"))
    answers = {(answer.to, answer.kind, answer.body) for answer in north.speak(match.view(0))}
    assert answers == {((1,), "accept", "60 N"), ((2,), "refuse", "60 S")}
    assert north.speak(match.view(0)) == []
    assert north.choose(match.view(0)) == "60 N"


def test_who_has_promised_keeps_it_unless_much_is_to_be_gained() -> None:
    match = Match(CITADEL)
    loyal, false = bots()[0], bots()[0]
    loyal.talk.honour, false.talk.honour = 1.0, -1.0
    for bot in (loyal, false):
        bot.hear(Message(1, (0,), "offer", "99 S"))
        bot.talk.listen(match.view(0))
        bot.talk.promises.said.append(Message(0, (1,), "accept", "99 S"))
    assert loyal.choose(match.view(0)) == "99 S"
    assert false.choose(match.view(0)) != "99 S"


@pytest.mark.parametrize("variant", ["basic", "open"])
def test_what_bots_say_is_always_allowed(variant: str) -> None:
    """MC-11, MC-13: in the open variant aloud and only in the discussion. Offers are made and answered."""
    said: list[Message] = []

    class Overheard(Player):
        def speak(self, view: Position) -> list[Message]:
            spoken = super().speak(view)
            said.extend(spoken)
            return spoken

    for seed in range(6):
        match = Match(CITADEL, seed=seed, variant=variant)
        outcome = play_out(match, [Overheard(CITADEL, 5, simulations=250, seed=4 * seed + seat) for seat in range(4)])
        assert not outcome.faults
    kinds = {message.kind for message in said}
    assert {"offer", "accept"} <= kinds
    assert all(message.to == () for message in said) == (variant == "open")


def test_bots_are_silent_where_there_are_no_offers() -> None:
    match = Match("maestria", seed=1)
    assert Player(find("maestria"), 5).speak(match.view(0)) == []
