"""Several people at one keyboard, in games where seats have secrets: none sees another's."""

import sys
from pathlib import Path

import pytest

from tablier.record.match import Match

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a thing of POSIX systems", allow_module_level=True)

from tests.cli.conftest import Run
from tests.cli.terminal import Terminal

SEED = 5
CLEAR = "\x1b[2J\x1b[3J"


def test_keyboard_is_handed_over_before_each_secret_order(env: dict[str, str]) -> None:
    """MC-5"""
    with Terminal("play", "master-citadel", "--hot-seat", "--seed", "1", env=env) as terminal:
        terminal.until("À Nord de jouer : passez le clavier, puis Entrée. ")
        terminal.type("")
        terminal.until("Nord > ")
        terminal.type("37 SE")
        terminal.until("À Est de jouer")
        terminal.type("")
        shown = terminal.until("Est > ")
        assert "37" not in shown
        assert CLEAR in terminal.raw[terminal.raw.rindex("37 SE") :]
        terminal.press("\x1b[A")  # the key that brings back what was typed before
        terminal.type("undo")
        assert "37" not in terminal.until("À Nord de jouer")


def test_hand_of_one_player_is_not_shown_to_the_next(env: dict[str, str]) -> None:
    """MI-23"""
    match = Match("master-islands", seed=SEED)
    first, second = cards(match, 0, 3), cards(match, 3, 6)
    laid = match.legal(0)[0]
    move = moves_after(match, laid)
    secret = (first - {laid[:2]}) - second - cards(match, 6, 7)
    assert secret  # or else this seed shows nothing
    with Terminal(
        "play", "master-islands", "--hot-seat", "--seed", str(SEED), env={**env, "NO_COLOR": "1"}
    ) as terminal:
        terminal.until("puis Entrée. ")
        terminal.type("")
        board = terminal.until("Rouge > ")
        assert all(card in board for card in first)
        terminal.type(f"{laid} {move}")
        terminal.until("À Blanc de jouer : passez le clavier, puis Entrée. ")
        terminal.type("")
        board = terminal.until("Blanc > ")
        assert all(card in board for card in second)
        assert not any(card in board for card in secret)
        assert "[?]" in board


def cards(match: Match, start: int, stop: int) -> set[str]:
    """The cards that nature drew first: three for each player, and one to turn up."""
    return {text[1:-1] for _, text in match.log[start:stop]}


def moves_after(match: Match, laid: str) -> str:
    """A galleon's move that completes the turn after this card is laid."""
    position = match.position
    position.play(laid)
    return next(action for action in position.legal(0) if ":" in action)


def test_nobody_is_asked_to_hand_over_where_there_are_no_secrets(run: Run) -> None:
    told = run("play", "war-of-masters", "--hot-seat", "--seed", "3", typed="e2-e4\nd8-d3\n")
    assert "passez le clavier" not in told.stdout


def test_orders_of_bots_are_not_told_before_all_have_written(run: Run, tmp_path: Path) -> None:
    """MC-5: people write first, so that even the file holds no bot's order that they have still to guess."""
    run("play", "master-citadel", "--seat", "south", "--seed", "1", "--think", "0", "--file", "f.txt", typed="quit\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).log == []
