"""Bad input of every kind: one clear line on stderr, exit code 2, no traceback, and nothing damaged."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.record.gamefile import MOST_CHARACTERS
from tests.cli.conftest import Run

Command = Callable[..., tuple[int, str, str]]

GAME = "tablier 1\ngame: war-of-masters\n"

BAD_ARGUMENTS = {
    "no such command": (["dance"], "« dance » n'est pas une commande"),
    "no such command of a host": (["admin", "dance"], "« dance » n'est pas une commande ; il y a : tables, table, end"),
    "a store that is not said": (["backup", "x", "--store"], "--store demande une valeur (voir tablier backup --help)"),
    "no such option of the command": (["games", "--colour"], "--colour"),
    "an option without its value": (["play", "war-of-masters", "--seed"], "--seed demande une valeur"),
    "a word too many": (["show", "one", "two"], "un mot de trop"),
    "no game": (["play"], "quel jeu ?"),
    "no file": (["show"], "quel fichier ?"),
    "an unknown game": (["rules", "chess"], "« chess » n'est pas un de nos jeux ; il y a : "),
    "an unknown game with escape sequences": (["rules", "\x1b[31mred"], "« ?[31mred »"),
    "an unknown language": (["games", "--lang", "de"], "de"),
    "an unknown option of the game": (["play", "war-of-masters", "-o", "size=4"], "size : il n'y a pas"),
    "an option out of its range": (
        ["play", "war-of-masters", "-o", "max_turns=0"],
        "max_turns : « 0 » n'est pas possible ; il faut un nombre entier de 1 à 10000",
    ),
    "an option that is no choice": (["play", "war-of-masters", "-o", "goal=x"], "il faut master ou all"),
    "options that do not go together": (["play", "war-of-masters", "-o", "ring=ai"], "« ai » ne va pas avec"),
    "an option without a value": (["play", "war-of-masters", "-o", "goal"], "une option s'écrit nom=valeur"),
    "a seed that is no number": (["play", "war-of-masters", "--seed", "x"], "--seed"),
    "a seed below zero": (["play", "war-of-masters", "--seed", "-1"], "--seed : « -1 » n'est pas possible"),
    "an unknown seat": (["play", "war-of-masters", "--seat", "blue"], "il y a : red, brown"),
    "a seat and every seat": (["play", "war-of-masters", "--seat", "red", "--hot-seat"], "ne vont pas ensemble"),
    "dice and a seed": (["play", "war-of-masters", "--real-dice", "--seed", "1"], "ne vont pas ensemble"),
    "a resumed game with options": (["play", "war-of-masters", "--resume", "-o", "goal=all"], "ne vont pas ensemble"),
    "nothing to resume": (["play", "war-of-masters", "--resume"], "aucune partie inachevée"),
    "a file without --resume": (["play", "war-of-masters", "f.txt"], "--resume f.txt"),
    "a delay that never ends": (["replay", "f.txt", "--delay", "nan"], "--delay"),
    "thinking for nobody": (["think", "--token", "x"], "pour quel serveur ?"),
    "thinking without a token": (["think", "http://localhost:8000"], "pour quel serveur ?"),
    "thinking with what is no token": (["think", "http://localhost:8000", "--token", "é"], "pour quel serveur ?"),
    "thinking for half an address": (["think", "http://[::1", "--token", "x"], "pour quel serveur ?"),
    "thinking for an address without a name": (["think", "http://", "--token", "x"], "pour quel serveur ?"),
    "thinking for a port that there is not": (["think", "http://x:99999", "--token", "x"], "pour quel serveur ?"),
    "thinking in no process": (["think", "http://localhost", "--token", "x", "--jobs", "0"], "--jobs"),
    "a file in no directory": (["play", "war-of-masters", "--file", "no/where"], "ce dossier n'existe pas"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_ARGUMENTS)
def test_bad_arguments_get_one_line(
    case: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, expected = BAD_ARGUMENTS[case]
    code, out, err = command(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("tablier : ")
    assert expected in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


BAD_FILES = {
    "empty": (b"", "a game file begins with"),
    "another text": (b"[build-system]\n", "line 1"),
    "no text": (b"\x7fELF\xff\xfe\x00", "ce n'est pas un fichier de texte"),
    "an unknown game": (b"tablier 1\ngame: chess\n", "chess"),
    "an unknown option": (GAME.encode() + b"size: 4\n", "size"),
    "an illegal action": (GAME.encode() + b"1. [2] e2-e5\n", "line 3: e2-e5"),
    "a wrong result": (GAME.encode() + b"1. [2] e2-e4\nresult: 1 0\n", "result"),
    "an escape sequence in a name": (GAME.encode() + b"seat red: \x1b]0;owned\x07\n", "is no name"),
    "an escape sequence in a turn": (GAME.encode() + b"1. \x1b[2J\n", "line 3"),
    "zeros": (b"\0" * 100, "line 1"),
    "more than a game file may have": (b"#" * (MOST_CHARACTERS + 10), "larger than"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_file_gets_one_line_and_stays_as_it_is(case: str, command: Command, tmp_path: Path) -> None:
    content, expected = BAD_FILES[case]
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    for arguments in (["show", str(file)], ["replay", str(file)], ["play", "war-of-masters", "--resume", str(file)]):
        code, out, err = command(*arguments)
        assert (code, out) == (2, "")
        assert expected in err
        assert err.count("\n") == 1
        assert err.replace("\n", "").isprintable()
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("path", "expected"), [("none.txt", "n'existe pas"), (".", "c'est un dossier"), ("x/" * 3000, "long")]
)
def test_file_that_cannot_be_opened_gets_one_line(
    path: str, expected: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = command("show", path)
    assert code == 2
    assert expected in err
    assert err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_that_may_not_be_read_gets_one_line(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.touch(mode=0)
    code, _, err = command("show", str(file))
    assert code == 2
    assert "l'accès est refusé" in err


def test_file_name_with_escape_sequences_does_not_reach_the_terminal(command: Command) -> None:
    code, _, err = command("show", "\x1b[2Jboo")
    assert code == 2
    assert "\x1b" not in err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_file_without_end_is_read_no_further_than_a_game_file_may_go(command: Command) -> None:
    code, _, err = command("show", "/dev/zero")
    assert code == 2
    assert "larger than" in err


def test_fault_of_ours_gets_one_line_as_well(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh\x1b[2J")

    monkeypatch.setattr("tablier.cli.games.show_games", fail)
    code, _, err = command("games")
    assert code == 1
    assert "une erreur de tablier, pas de vous : ZeroDivisionError: oh?[2J" in err
    assert err.count("\n") == 1


def test_ctrl_c_gets_one_line_and_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablier.cli.games.show_games", interrupt)
    assert command("games") == (130, "", "tablier : interrompu\n")


def test_nobody_reads_on_and_nobody_complains(env: dict[str, str]) -> None:
    """As with `tablier rules ... | head -1`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tablier", "rules", "war-of-masters"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
    )  # fmt: skip
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk_gets_one_line(env: dict[str, str]) -> None:
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "tablier", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            check=False,
        )
    assert process.returncode == 1
    assert process.stderr.count("\n") == 1
    assert "Traceback" not in process.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_closed_output_and_closed_input_get_one_line_at_most(env: dict[str, str], tmp_path: Path) -> None:
    shell = f"{sys.executable} -m tablier games >&-"
    process = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, env=env, check=False)
    assert (process.returncode, process.stderr.count("\n")) == (1, 1)
    shell = f"{sys.executable} -m tablier play war-of-masters --file {tmp_path / 'f.txt'} <&-"
    process = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, env=env, check=False)
    assert (process.returncode, process.stderr) == (0, "")


def test_english_user_is_refused_in_english(run: Run) -> None:
    told = run("rules", "chess", LANG="en_GB.UTF-8")
    assert told.returncode == 2
    assert told.stderr.startswith("tablier: 'chess' is not one of our games; there are: ")
