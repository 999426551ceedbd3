"""Who may say what to whom, and what a message is."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from tablier import NATURE, PUBLIC, Match, Position, Talk
from tablier.engine.errors import BadMessage, TalkForbidden, UnknownSeat
from tablier.engine.phrase import PHRASES, TONES
from tablier.engine.talk import FREE, GESTURES, MOST_CHARACTERS, SILENCE, Kind, Message, check
from tablier.language import LANGUAGES
from tests.engine.morra.game import GAME as MORRA
from tests.testing.toy.game import GAME as TOY


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


# --- phrases ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("word", PHRASES)
def test_each_hears_a_phrase_in_their_own_language(word: str, tone: str, lang: str) -> None:
    seats = " east" * PHRASES[word]
    body = f"{tone} {word}{seats}"
    match = Match("master-citadel")
    match.check(said("phrase", body))
    heard = match.game.message_words("phrase", body, lang)
    assert match.game.seat_words["east"][lang] in heard or not seats
    assert "{" not in heard
    assert heard != body


@pytest.mark.parametrize(
    "body", ["", "warm", "warm ", "loud hello", "warm sing", "warm kept", "warm kept left", "hello"]
)
def test_what_is_no_phrase_cannot_be_said(body: str) -> None:
    with pytest.raises(BadMessage):
        Match("master-citadel").check(said("phrase", body))


def test_phrases_are_said_where_words_are() -> None:
    """MC-13"""
    match = Match("master-citadel", variant="open")
    match.check(said("phrase", "curt hello"))
    with pytest.raises(TalkForbidden):
        match.check(said("phrase", "curt hello", 1))
    match.play("silence", 0)
    with pytest.raises(TalkForbidden):
        match.check(said("phrase", "curt hello"))


# --- messages ---------------------------------------------------------------------------------------------------------

OPEN_EAR = Talk(aloud=True, secret=(1, 2), offers=True)


def said(kind: str, body: str, *to: int, by: int = 0) -> Message:
    return Message(by, to, cast("Kind", kind), body)


@pytest.mark.parametrize(
    "message",
    [
        said("text", "Good morning"),
        said("text", "x" * MOST_CHARACTERS, 1, 2),
        said("text", "two\nlines", 2),
        said("gesture", "yes"),
        said("offer", "10 S"),
        said("offer", "10 S", 1),
        said("accept", "10 S", 2),
        said("refuse", "10 S", 1, 2),
    ],
)
def test_who_may_say_all_may_say_this(message: Message) -> None:
    check(OPEN_EAR, message)


@pytest.mark.parametrize(
    ("talk", "message", "what"),
    [
        (Talk(aloud=False, secret=(1,)), said("text", "Hello"), "aloud"),
        (Talk(aloud=True), said("text", "Hello", 1), "in secret now to these seats: 1"),
        (Talk(aloud=True, secret=(1,)), said("text", "Hello", 1, 2, 3), "in secret now to these seats: 2, 3"),
        (Talk(aloud=True, gestures=False), said("gesture", "yes"), "signs"),
        (FREE, said("offer", "10 S"), "offers"),
        (FREE, said("accept", "10 S"), "offers"),
        (FREE, said("refuse", "10 S"), "offers"),
        (Talk(aloud=False, secret=(1,), offers=True), said("offer", "10 S"), "aloud"),
        (Talk(aloud=True, offers=True), said("offer", "10 S", 1), "in secret"),
        (SILENCE, said("text", "Hello"), "aloud"),
        (SILENCE, said("gesture", "yes"), "signs"),
    ],
)
def test_what_the_rules_do_not_allow_now_is_refused(talk: Talk, message: Message, what: str) -> None:
    with pytest.raises(TalkForbidden, match=what):
        check(talk, message)


@pytest.mark.parametrize(
    ("message", "what"),
    [
        (said("shout", "Hello"), "'shout' is no kind of message"),
        (said("text", "Hello", 0), "for others"),
        (said("text", "Hello", 1, 1), "named once"),
        (said("text", ""), "1 to 500 characters"),
        (said("text", " \n "), "1 to 500 characters"),
        (said("text", "x" * (MOST_CHARACTERS + 1)), "1 to 500 characters"),
        (said("text", "\x1b[2J"), "that can be read"),
        (said("text", cast("str", 7)), "a text"),
        (said("offer", ""), "1 to 500 characters"),
        (said("gesture", "punch"), "'punch' is no sign; there are: yes, no"),
        (said("gesture", "yes", 1), "by the whole table"),
    ],
)
def test_what_nobody_could_ever_say_is_refused(message: Message, what: str) -> None:
    with pytest.raises(BadMessage, match=what):
        check(OPEN_EAR, message)


def test_signs_have_names_and_words_of_their_own() -> None:
    assert len(set(GESTURES)) == len(GESTURES)
    assert all(name.isidentifier() for name in GESTURES)
    for table, lang in product(("gesture", "sign"), LANGUAGES):
        assert len({MORRA.sign_words(name, lang, table) for name in GESTURES}) == len(GESTURES)


def test_a_game_has_signs_of_its_own_and_only_those_that_it_lists_can_be_made() -> None:
    position = Position(TOY)
    assert position.signs(0) == ["shrug", "fingers 1", "fingers 2", "point table"]
    for sign in position.signs(0):
        position.check(said("gesture", sign))
    for sign in ("point", "point hand", "point table and more", "fingers 3"):
        with pytest.raises(TalkForbidden if sign.startswith("point ") else BadMessage, match=f"'{sign}'"):
            position.check(said("gesture", sign))


def test_who_may_make_no_signs_has_none_to_make() -> None:
    assert Position(TOY).signs(PUBLIC) == []
    with pytest.raises(TalkForbidden, match="no signs may be made"):
        check(SILENCE, said("gesture", "shrug"), ["shrug"])


def test_signs_of_a_game_are_told_in_its_words() -> None:
    told = [TOY.sign_words(sign, lang) for sign in ("fingers 1", "fingers 2", "point table") for lang in ("en", "fr")]
    assert told == [
        "holds up 1 finger",
        "lève 1 doigt",
        "holds up 2 fingers",
        "lève 2 doigts",
        "points at the table",
        "montre la table",
    ]
    assert TOY.sign_words("fingers 2", "en", "sign") == "2 fingers"


def test_a_game_that_speaks_of_no_signs_has_none_of_its_own() -> None:
    assert Match("war-of-masters", seed=1).current.signs(0) == []


def test_a_match_and_its_views_check_messages_by_the_talk_of_who_speaks() -> None:
    match = Match(MORRA)
    match.play("[3]")
    for place in (match, match.position, match.view(1)):
        place.check(said("text", "psst", 0, by=1))
        with pytest.raises(TalkForbidden):
            place.check(said("text", "psst", 1, by=0))


def test_a_spectator_is_heard_by_nobody() -> None:
    with pytest.raises(TalkForbidden):
        Match(MORRA).check(said("text", "Hello", by=PUBLIC))


@pytest.mark.parametrize(
    "message", [said("text", "Hello", by=2), said("text", "Hello", 2), said("text", "Hello", PUBLIC)]
)
def test_nobody_speaks_from_or_to_a_seat_that_does_not_exist(message: Message) -> None:
    with pytest.raises(UnknownSeat):
        Match(MORRA).check(message)


def test_where_there_are_no_offers_none_is_made_or_kept() -> None:
    match = Match("war-of-masters", seed=1)
    with pytest.raises(TalkForbidden, match="offers"):
        match.check(said("offer", match.legal()[0], by=match.pending[0]))
    assert match.kept(said("text", "I shall be back"), 0) is None
