"""Bots that talk: they answer offers, make them where both gain, and remember who kept their word."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tablier.arena import play_out
from tablier.bots import Player, deals
from tablier.bots.promises import GOODWILL, Promises
from tablier.engine.phrase import TONES, read
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
    answers = {
        (answer.to, answer.kind, answer.body) for answer in north.speak(match.view(0)) if answer.kind != "phrase"
    }
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

    for seed in range(8):
        match = Match(CITADEL, seed=seed, variant=variant, max_rounds=12)
        outcome = play_out(match, [Overheard(CITADEL, 5, simulations=60, seed=4 * seed + seat) for seat in range(4)])
        assert not outcome.faults
    kinds = {message.kind for message in said}
    assert {"offer", "accept", "refuse", "phrase"} <= kinds
    assert all(message.to == () for message in said) == (variant == "open")


# --- in words


def phrases(messages: Iterable[Message]) -> list[tuple[tuple[int, ...], str]]:
    """To whom, and what, in whatever tone."""
    return [(m.to, " ".join(read(m.body).matter)) for m in messages if m.kind == "phrase"]


def listening(said: Iterable[Message], *, seat: int = 0) -> Player:
    """A bot that has heard this in the first round."""
    bot = bots()[seat]
    bot.talk.listen(Match(CITADEL).view(seat))
    bot.talk.promises.said += said
    return bot


def test_bot_greets_the_table_once() -> None:
    match, bot = Match(CITADEL), bots()[2]
    assert phrases(bot.speak(match.view(2)))[0] == ((), "hello")
    assert "hello" not in str(bot.speak(match.view(2)))
    play_round(match, "0 N", "0 N", "0 N", "0 N")
    assert "hello" not in str(bot.speak(match.view(2)))


def test_each_bot_of_a_table_has_a_tone_of_its_own() -> None:
    match = Match(CITADEL)
    greetings = [bot.speak(match.view(seat))[0] for seat, bot in enumerate(bots())]
    assert {read(greeting.body).tone for greeting in greetings} == {*TONES}


def test_who_is_bound_says_to_whom() -> None:
    match, bot = Match(CITADEL), listening([Message(1, (0,), "offer", "5 N"), Message(0, (1,), "accept", "5 N")])
    bot.hear(Message(2, (0,), "offer", "5 E"))
    said = bot.speak(match.view(0))
    assert Message(0, (2,), "refuse", "5 E") in said
    assert ((2,), "bound east") in phrases(said)


def test_word_that_was_broken_is_told_to_all_and_word_that_was_kept_to_who_kept_it() -> None:
    match = Match(CITADEL)
    deal = [Message(1, (0,), "offer", "5 N"), Message(0, (1,), "accept", "5 N")]
    loyal, other = listening(deal), listening(deal, seat=1)
    play_round(match, "5 N", "0 N", "0 N", "0 N")
    assert ((), "broke east") in phrases(loyal.speak(match.view(0)))
    said = phrases(other.speak(match.view(1)))
    assert ((0,), "kept north") in said
    assert ((0,), "sorry north") in said


def test_who_broke_their_word_is_told_why_they_are_refused() -> None:
    match, bot = Match(CITADEL), bots()[0]
    bot.talk.promises.broken[1] = 9
    bot.hear(Message(1, (0,), "offer", "99 S"))
    assert ((1,), "doubt east") in phrases(bot.speak(match.view(0)))


def test_who_refuses_may_offer_something_else() -> None:
    """MC-6: of the order that was offered nobody but South gains; the two have others in common."""
    bot, offer = bots()[0], Message(1, (0,), "offer", "99 S")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deals, "_is_fair", lambda deal: True)
        patch.setattr(deals, "WORTH_WHISPERING", -1.0)
        bot.hear(offer)
        said = bot.speak(Match(CITADEL).view(0))
    kinds = [message.kind for message in said if message.to == (1,)]
    assert kinds == ["refuse", "phrase", "offer"]
    assert ((1,), "instead") in phrases(said)


def test_what_another_has_said_in_this_turn_is_not_said_again() -> None:
    """MC-2: North is a step from winning."""
    match = Match(CITADEL, size=3, line="edge")
    match.current.record.y = 0
    quiet, loud = bots()[1], bots()[1]
    quiet.hear(Message(2, (), "phrase", "sly near north"))
    assert ((), "near north") in phrases(loud.speak(match.view(1)))
    assert ((), "near north") not in phrases(quiet.speak(match.view(1)))


def overheard(level: int, simulations: int, seed: int, rounds: int) -> list[list[Message]]:
    """What four bots say in an open game, round by round."""
    match, said = Match(CITADEL, seed=seed, variant="open", max_rounds=rounds), dict[int, list[Message]]()

    class Overheard(Player):
        def speak(self, view: Position) -> list[Message]:
            spoken = super().speak(view)
            said.setdefault(view.turn, []).extend(spoken)
            return spoken

    play_out(match, [Overheard(CITADEL, level, simulations=simulations, seed=10 * seed + seat) for seat in range(4)])
    assert match.current.turn > 1
    return [said[turn] for turn in range(match.current.turn)]


def test_bots_say_something_in_every_discussion() -> None:
    """MC-13: with nothing to offer, who leads it asks; not one round is silent."""
    assert all(overheard(3, 40, seed=3, rounds=8))


def test_bots_make_offers_in_many_of_the_discussions() -> None:
    """MC-13: alliances are the heart of this game."""
    rounds = [said for seed in (1, 2, 3) for said in overheard(5, 100, seed, rounds=12)]
    offers = [said for said in rounds if any(message.kind == "offer" for message in said)]
    assert len(offers) > len(rounds) / 3
    assert any(message.kind == "accept" for said in offers for message in said)


def test_bots_are_silent_where_there_are_no_offers() -> None:
    match = Match("maestria", seed=1)
    assert Player(find("maestria"), 5).speak(match.view(0)) == []
