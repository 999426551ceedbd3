"""People and bots talk in the terminal, where the rules let them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tablier.engine.talk import Message
from tablier.record.match import Match
from tests.cli.playing import Typist, scripted, sit_down

NORTH, EAST, SOUTH, WEST = range(4)

OFFER = Message(EAST, (NORTH,), "offer", "10 S")
OTHER = Message(SOUTH, (), "offer", "7 W")


def citadel(variant: str = "basic") -> Match:
    return Match("master-citadel", seed=1, variant=variant)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.replace("\u00a0", " ").splitlines()


@pytest.mark.parametrize(
    ("lang", "told", "answer", "answered"),
    [
        (
            "en", "East offers North, in secret, to play 10 S together.", "accept",
            "North accepts, to East in secret: 10 S.",
        ),
        (
            "fr", "Est propose à Nord, en secret, de jouer 10 S ensemble.", "refuser",
            "Nord refuse, à Est en secret : 10 S.",
        ),
    ],
)  # fmt: skip
def test_offer_of_a_bot_is_told_in_words_and_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    lang: str, told: str, answer: str, answered: str,
) -> None:  # fmt: skip
    """MC-11"""
    bots = scripted(monkeypatch, OFFER)
    play = sit_down(citadel(), [NORTH], tmp_path / "f", answer, lang=lang)
    play.run()
    shown = lines(capsys)
    assert shown.index(told) < shown.index(answered)
    kind = "accept" if answer == "accept" else "refuse"
    assert bots(play).heard_by(EAST) == (OFFER, Message(NORTH, (EAST,), kind, "10 S"))  # type: ignore[arg-type]
    assert bots(play).heard_by(WEST) == ()


def test_people_speak_whisper_and_make_offers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MC-11"""
    bots = scripted(monkeypatch)
    typed = ("say good evening", "chuchoter sud psst", "offer west 12 ne", "offer 3 N")
    play = sit_down(citadel(), [NORTH], tmp_path / "f", *typed)
    play.run()
    aloud = (Message(NORTH, (), "text", "good evening"), Message(NORTH, (), "offer", "3 N"))
    assert bots(play).heard_by(EAST) == aloud
    assert bots(play).heard_by(SOUTH) == (aloud[0], Message(NORTH, (SOUTH,), "text", "psst"), aloud[1])
    assert bots(play).heard_by(WEST) == (aloud[0], Message(NORTH, (WEST,), "offer", "12 NE"), aloud[1])


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("accept", "several make you an offer: say whom you answer"),
        ("accept west", "nobody offers you anything"),
        ("refuse nobody", "'nobody' is not a seat of this game; there are: north, east, south, west"),
        ("offer 999 N", "'999 N' cannot be offered; for example: 0 N, 0 NE, 0 E"),
        ("offer nobody 9 N", "'nobody' is not a seat of this game; there are: north, east, south, west"),
        ("offer north 9 N", "this cannot be said in this way"),
        ("whisper east", "this cannot be said in this way"),
        ("say", "this cannot be said in this way"),
    ],
)
def test_what_cannot_be_said_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, typed: str, why: str
) -> None:
    scripted(monkeypatch, OFFER, OTHER)
    sit_down(citadel(), [NORTH], tmp_path / "f", typed).run()
    assert why in lines(capsys)


@pytest.mark.parametrize(
    ("lang", "typed", "sign", "told"),
    [
        ("en", "sign yes", "yes", "Red nods."),
        ("fr", "geste oui", "yes", "Rouge hoche la tête."),
        ("en", "sign (0,0)", "point card (0,0)", "Red points at the card at (0,0)."),
        ("fr", "geste (-1, 0)", "point place (-1,0)", "Rouge montre la place libre (-1,0)."),
        ("en", "sign 2 fingers", "fingers 2", "Red holds up 2 fingers."),
        ("fr", "geste 1 doigt", "fingers 1", "Rouge lève 1 doigt."),
        ("fr", "sign bleu", "blue", "Rouge fait signe : bleu."),
    ],
)
def test_signs_are_made_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    lang: str, typed: str, sign: str, told: str,
) -> None:  # fmt: skip
    """MI-18"""
    scripted(monkeypatch)
    play = sit_down(Match("master-islands", seed=1, mode="teams"), [NORTH], tmp_path / "f", typed, lang=lang)
    play.run()
    assert told in lines(capsys)
    assert play.talk.heard(WEST) == (Message(NORTH, (), "gesture", sign),)


def test_a_sign_that_there_is_not_is_refused_and_all_others_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """MI-18"""
    scripted(monkeypatch)
    sit_down(Match("master-islands", seed=1, mode="teams"), [NORTH], tmp_path / "f", "sign (5,5)").run()
    (why,) = [line for line in lines(capsys) if line.startswith("'(5,5)' is not a sign")]
    assert why.endswith("5 fingers, (0,0), (-1,0), (0,-1), (0,1), (1,0)")


def test_one_of_several_offers_is_answered_by_naming_who_made_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bots = scripted(monkeypatch, OFFER, OTHER)
    play = sit_down(citadel(), [NORTH], tmp_path / "f", "accept South", "refuse")
    play.run()
    assert bots(play).heard_by(WEST) == (OTHER, Message(NORTH, (), "accept", "7 W"))
    assert bots(play).heard_by(EAST)[-1] == Message(NORTH, (EAST,), "refuse", "10 S")


def test_bots_act_after_people_and_know_what_was_said_to_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MC-4, MC-11"""
    bots = scripted(monkeypatch, OFFER)
    play = sit_down(citadel(), [NORTH], tmp_path / "f", "accept", "10 S")
    play.run()
    (east,) = [question for question in bots(play).chosen if question.seat == EAST]
    assert [message.kind for message in east.heard] == ["offer", "accept"]
    assert len(play.match.lines()) == 1


def test_what_is_whispered_to_one_person_is_not_shown_to_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """MC-11: two people at one keyboard, each shown what their own seat hears."""
    scripted(monkeypatch, Message(EAST, (SOUTH,), "offer", "10 S"))
    shown: list[list[str]] = []

    def look() -> str:
        shown.append(lines(capsys))
        return "0 N"

    sit_down(citadel(), [NORTH, SOUTH], tmp_path / "f", "", look, "", look).run()
    assert [any("East offers" in line for line in seen) for seen in shown] == [False, True]


def test_people_talk_in_a_discussion_that_a_bot_leads_until_they_have_nothing_more_to_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """MC-13, MC-14"""
    scripted(monkeypatch)
    play = sit_down(citadel(variant="open"), [EAST], tmp_path / "f", "offer 5 E", "", "say too late", "0 N")
    play.run()
    shown = lines(capsys)
    assert any(line.startswith("North leads the discussion") for line in shown)
    assert "East offers everybody to play 5 E together." in shown
    assert "this may not be said now" in shown
    assert [move.text for move in play.match.moves[:2]] == ["silence", "0 N"]
    assert isinstance(play.prompt, Typist)
    assert play.prompt.prompts[:2] == ["East > ", "East > "]


def test_who_is_answered_may_speak_again_before_the_discussion_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """MC-13: West answers; so East, who had nothing more to say, is asked once more."""
    bots = scripted(monkeypatch)

    def offer() -> str:
        bots(play).to_say.append(Message(WEST, (), "refuse", "5 E"))
        return "offer 5 E"

    play = sit_down(citadel(variant="open"), [EAST], tmp_path / "f", offer, "say a pity", "")
    play.run()
    assert [message.body for message in bots(play).heard_by(WEST)] == ["5 E", "5 E", "a pity"]
    assert play.match.moves[0].text == "silence"


def test_talk_of_a_turn_that_is_taken_back_is_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bots = scripted(monkeypatch, OFFER)
    play = sit_down(citadel(), [NORTH], tmp_path / "f", "accept", "10 S", "say hello", "undo")
    play.run()
    assert bots(play).heard_by(EAST) == ()


@pytest.mark.parametrize(
    ("game", "expected"), [("master-citadel", ["say", "whisper", "offer", "accept", "refuse"]), ("maestria", ["say"])]
)
def test_help_names_how_one_may_talk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, expected: list[str]
) -> None:
    scripted(monkeypatch)
    sit_down(Match(game, seed=1), [0], tmp_path / "f", "?").run()
    words = [line.split()[0].strip(",") for line in lines(capsys) if line.startswith("  ") and line[2:3].isalpha()]
    assert [word for word in ("say", "whisper", "offer", "accept", "refuse") if word in words] == expected


def test_nobody_speaks_for_chance(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    scripted(monkeypatch)
    sit_down(Match("war-of-masters"), [0], tmp_path / "f", "say six, please").run()
    assert "this may not be said now" in lines(capsys)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX systems")
def test_bots_answer_in_a_real_terminal(env: dict[str, str]) -> None:
    """MC-11: by the bots themselves, in processes of their own."""
    from tests.cli.terminal import Terminal

    arguments = ("play", "master-citadel", "--seat", "sud", "--level", "1", "--seed", "4")
    with Terminal(*arguments, env=env) as terminal:
        terminal.until("Sud > ")
        terminal.type("proposer Nord 99 S")
        shown = " ".join(terminal.until("99 S.").split())
    assert "Sud propose à Nord, en secret, de jouer 99 S ensemble." in shown
    assert "à Sud en secret : 99 S." in shown  # accepted or refused
