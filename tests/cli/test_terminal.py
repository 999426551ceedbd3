"""A game in a real terminal: colours, keys, signals."""

import os
import sys
from pathlib import Path
from signal import SIGINT

import pytest

from tablier.record.match import Match

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a thing of POSIX systems", allow_module_level=True)

from tests.cli.terminal import Terminal

GAME = "war-of-masters"


@pytest.mark.parametrize(
    ("lang", "prompt", "listing", "end"),
    [("fr", "Rouge > ", "coups", "gardée dans"), ("en", "Red > ", "moves", "kept in")],
)
def test_short_game_is_played_to_its_end(
    env: dict[str, str], games: Path, lang: str, prompt: str, listing: str, end: str
) -> None:
    """WM-20: after four turns it is a draw."""
    arguments = ("play", GAME, "-o", "max_turns=4", "--seed", "7", "--think", "0.05", "--lang", lang)
    with Terminal(*arguments, env=env) as terminal:
        for _ in range(2):
            terminal.until(prompt)
            terminal.type(listing)
            listed = terminal.until(prompt)
            terminal.type(listed.split()[1])
        code, shown = terminal.end()
    (file,) = games.iterdir()
    match = Match.loads(file.read_text())
    assert (code, match.over, len(match.lines())) == (0, True, 4)
    assert ("Partie nulle." if lang == "fr" else "The game is a draw.") in shown
    assert end in shown
    assert file.name in shown.replace("\n", "")


def test_colours_are_there_and_no_color_takes_them_away(env: dict[str, str]) -> None:
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("play", GAME, "--seed", "7", env={**env, **more}) as terminal:
            terminal.until("Rouge > ")
            assert ("\x1b[38;5;" in terminal.raw) is coloured
            assert ("\x1b[48;5;" in terminal.raw) is coloured


@pytest.mark.parametrize("how", ["key", "signal"])
def test_ctrl_c_leaves_with_130_and_the_game_is_kept(env: dict[str, str], games: Path, how: str) -> None:
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env=env) as terminal:
        terminal.until("Rouge > ")
        terminal.type("e2-e4")
        terminal.until("Brun > ")
        terminal.interrupt(lambda: terminal.press("\x03") if how == "key" else terminal.process.send_signal(SIGINT))
        code, shown = terminal.end()
    (file,) = games.iterdir()
    assert code == 130
    assert "Traceback" not in shown
    assert f"pour continuer : tablier play {GAME} --resume" in " ".join(shown.split())
    assert Match.loads(file.read_text()).lines()[0] == "[2] e2-e4"


def test_ctrl_d_leaves_with_0(env: dict[str, str]) -> None:
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env=env) as terminal:
        terminal.until("Rouge > ")
        terminal.type("e2-e4")
        terminal.until("Brun > ")
        terminal.press("\x04")
        code, shown = terminal.end()
    assert code == 0
    assert "Partie gardée dans" in shown


def test_killed_game_is_kept_up_to_its_last_action(env: dict[str, str], games: Path) -> None:
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env=env) as terminal:
        terminal.until("Rouge > ")
        terminal.type("e2-e4")
        terminal.until("Brun > ")
    (file,) = games.iterdir()
    assert Match.loads(file.read_text()).lines()[0] == "[2] e2-e4"


def test_tab_completes_an_action(env: dict[str, str], games: Path) -> None:
    pytest.importorskip("readline")
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env=env) as terminal:
        terminal.until("Rouge > ")
        terminal.press("e2\t")
        terminal.until("e2-e4")
        terminal.type("")
        terminal.until("Brun > ")
    (file,) = games.iterdir()
    assert Match.loads(file.read_text()).lines()[0] == "[2] e2-e4"


def test_board_fits_a_small_terminal(env: dict[str, str]) -> None:
    """Everything from the last turns down to the prompt can be seen at once in 80 columns and 24 rows."""
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env={**env, "NO_COLOR": "1"}) as terminal:
        terminal.until("Rouge > ")
        terminal.type("e2-e4")
        terminal.until("Brun > ")
        terminal.type("d8-d3")
        rows = terminal.until("Rouge > ").splitlines()[1:]
    assert len(rows) <= 24
    assert max(map(len, rows)) <= 80


def test_file_that_another_program_changed_is_left_to_it(env: dict[str, str], games: Path) -> None:
    with Terminal("play", GAME, "--seed", "3", "--hot-seat", env=env) as terminal:
        terminal.until("Rouge > ")
        (file,) = games.iterdir()
        file.write_text("mine")
        terminal.type("e2-e4")
        terminal.until("changé par un autre programme")
        terminal.until("Brun > ")
    assert file.read_text() == "mine"
    (other,) = set(games.iterdir()) - {file}
    assert Match.loads(other.read_text()).lines()[0] == "[2] e2-e4"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_directory_that_may_not_be_written_gets_one_line(env: dict[str, str], tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with Terminal("play", GAME, env=env) as terminal:
        code, shown = terminal.end()
    tmp_path.chmod(0o700)
    assert code == 1
    assert "l'accès est refusé" in shown
