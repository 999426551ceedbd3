"""One game between bots."""

from __future__ import annotations

import pytest

from tablier.arena import Outcome, play_out
from tablier.bots.driver import ROUNDS_OF_TALK
from tablier.engine.talk import Kind, Message
from tablier.record.match import Match
from tests.arena.players import Broken, Careless, Chatty, Cheat, First, Mute
from tests.engine.morra.game import GAME as MORRA


def masters() -> Match:
    return Match("war-of-masters", seed=2, max_turns=6)


def citadel(variant: str = "basic") -> Match:
    return Match("master-citadel", seed=2, variant=variant, max_rounds=2)


def said(by: int, body: str = "1 N", kind: Kind = "offer", to: tuple[int, ...] = ()) -> Message:
    return Message(by, to, kind, body)


def test_game_is_played_to_its_end_and_counted() -> None:
    match = masters()
    outcome = play_out(match, [Careless(1), Careless(2)])
    assert match.over
    assert outcome.shares == tuple(map(float, match.shares or ()))
    assert outcome.turns == len(match.lines())
    assert sum(outcome.choices) == sum(seat >= 0 for seat, _ in match.log)
    assert all(0 < longest <= seconds for longest, seconds in zip(outcome.longest, outcome.seconds, strict=True))
    assert outcome.faults == ()


def test_every_bot_is_asked_with_the_view_of_its_own_seat() -> None:
    bots = [First(), First()]
    play_out(Match(MORRA, seed=1, rounds=3), bots)
    for seat, bot in enumerate(bots):
        assert {view.viewer for view in bot.views} == {seat}
        assert len(bot.views) == 3
    assert [int(view.record.card) for view in bots[1].views] == [-1, -1, -1]  # which the first seat alone sees


def test_seats_that_act_at_once_all_choose_before_any_has_chosen() -> None:
    """MO-1: nobody sees that another was quicker."""
    bots = [First(), First()]
    play_out(Match(MORRA, seed=1, rounds=2), bots)
    assert all(view.pending == (0, 1) for bot in bots for view in bot.views)


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        (Cheat(), "illegal", "a1-z9"),
        (Mute(), "illegal", "text"),
        (Broken(), "exception", "ZeroDivisionError: a mistake"),
    ],
)
def test_fault_ends_the_game_and_is_recorded(bot: Cheat | Mute | Broken, kind: str, what: str) -> None:
    outcome = play_out(masters(), [Careless(1), bot])
    (fault,) = outcome.faults
    assert (fault.seat, fault.kind) == (1, kind)
    assert what in fault.what
    assert outcome.shares == (1, 0)
    assert outcome.choices[0] == 1


def test_others_share_what_a_faulty_seat_gives_up() -> None:
    outcome = play_out(citadel(), [First(), First(), Broken(), First()])
    assert outcome.shares == (1 / 3, 1 / 3, 0, 1 / 3)


def test_bots_are_as_many_as_seats_and_chance_has_a_seed() -> None:
    with pytest.raises(ValueError, match="2 seats"):
        play_out(masters(), [First()])
    with pytest.raises(ValueError, match="seed"):
        play_out(Match("war-of-masters"), [First(), First()])


# --- talk


def talked(match: Match, *first_rounds: list[Message], talk: bool = True) -> tuple[Outcome, list[Chatty]]:
    """A game of those who say nothing but this, at the first opportunity; seat by seat."""
    bots = [Chatty(messages) for messages in first_rounds] + [Chatty() for _ in range(4 - len(first_rounds))]
    return play_out(match, bots, talk), bots


def test_what_is_said_aloud_is_heard_by_everybody_else() -> None:
    """MC-11"""
    outcome, bots = talked(citadel(), [said(0)])
    assert [bot.heard for bot in bots] == [[], [said(0)], [said(0)], [said(0)]]
    assert outcome.faults == ()


def test_what_is_said_in_secret_is_heard_by_those_alone() -> None:
    """MC-11"""
    secret = said(0, to=(1, 3))
    _, bots = talked(citadel(), [secret])
    assert [bot.heard for bot in bots] == [[], [secret], [], [secret]]


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("basic", said(1)),  # in another's name
        ("basic", said(0, to=(0,))),
        ("basic", said(0, to=(7,))),
        ("basic", said(0, body="999 N")),  # MC-4
        ("open", said(0, to=(2,))),  # MC-13: aloud only
        ("basic", "1 N"),
        ("basic", Message(0, None, "text", "hello")),  # type: ignore[arg-type]
    ],
)
def test_what_may_not_be_said_is_not_heard_and_the_game_goes_on(variant: str, message: Message) -> None:
    match = citadel(variant)
    outcome, bots = talked(match, [message, said(0)])
    assert [bot.heard for bot in bots] == [[], [said(0)], [said(0)], [said(0)]]
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(0, "talk")]
    assert match.over


def test_talk_comes_once_before_each_decision_and_ends_when_nobody_speaks() -> None:
    """MC-11: not again between the orders of one round."""
    match = citadel()
    _, bots = talked(match)
    assert len(match.lines()) == 2
    assert [bot.asked for bot in bots] == [2, 2, 2, 2]
    _, bots = talked(citadel(), [said(0)])
    assert [bot.asked for bot in bots] == [3, 2, 2, 2]  # for the others, who spoke later, there is nothing new
    _, bots = talked(citadel(), [], [], [], [said(3)])
    assert [bot.asked for bot in bots] == [3, 3, 3, 3]


def test_nobody_talks_while_orders_are_written_in_the_open_variant() -> None:
    """MC-13, MC-14: before the game master's silence alone, though there are twice as many decisions."""
    match = citadel("open")
    _, bots = talked(match)
    assert [bot.asked for bot in bots] == [2, 2, 2, 2]
    assert sum(len(bot.views) for bot in bots) == 2 * (1 + 4)


def test_talk_that_would_never_end_is_ended() -> None:
    gossip = Chatty(*[[said(0)]] * 99)
    play_out(citadel(), [gossip, *(Chatty() for _ in range(3))])
    assert gossip.asked == 2 * ROUNDS_OF_TALK


def test_talk_can_be_switched_off() -> None:
    _, bots = talked(citadel(), [said(0)], talk=False)
    assert [bot.asked for bot in bots] == [0, 0, 0, 0]


def test_those_who_do_not_talk_are_not_asked_to() -> None:
    outcome = play_out(citadel(), [Chatty([said(0)]), First(), First(), First()])
    assert outcome.faults == ()


def test_time_spent_on_talking_counts_for_the_choice_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10_000))
    monkeypatch.setattr("tablier.arena.bout.perf_counter", lambda: next(now))
    outcome = play_out(citadel(), [Chatty([said(0)]), *(Chatty() for _ in range(3))])
    assert outcome.choices == (2, 2, 2, 2)
    assert outcome.seconds == (5, 4, 4, 4)  # each time asked is a second: to speak, or to choose
    assert outcome.longest == (3, 2, 2, 2)
