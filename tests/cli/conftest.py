"""The command, run as its users run it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.patience import PATIENCE


def plain(text: str) -> str:
    """As it is written in a catalogue: how French is set is tested with the language."""
    return text.replace("\u00a0", " ").replace("’", "'")


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A French user with a home of their own. Rules are interpreted: nothing waits for a compiler."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TABLIER", "NO_COLOR"))
    }
    return {
        **kept,
        "LANG": "fr_FR.UTF-8",
        "PYTHONUTF8": "1",
        "TABLIER_JIT": "0",
        "XDG_DATA_HOME": str(tmp_path / "home"),
    }


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Where that user's games are kept."""
    return tmp_path / "home" / "tablier" / "games"


@pytest.fixture
def run(env: dict[str, str], tmp_path: Path) -> Run:
    """Run the command to its end, with what is typed, and without a terminal."""

    def run(*arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tablier", *arguments],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            cwd=tmp_path,
            env={**env, **more},
            timeout=PATIENCE,
            check=False,
        )

    return run


@pytest.fixture
def as_that_user(monkeypatch: pytest.MonkeyPatch, env: Mapping[str, str]) -> None:
    """This process has the environment of that user, and no other."""
    for name in os.environ:
        if name not in env:
            monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def run_here(
    as_that_user: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """What `run` does, in this process, which is quicker."""
    from tablier.cli.failures import run

    monkeypatch.chdir(tmp_path)

    def run_here(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        with io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8") as pipe:
            monkeypatch.setattr(sys, "stdin", pipe)
            code = run(arguments)
        shown = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, shown.out, shown.err)

    return run_here


@pytest.fixture
def command(as_that_user: None, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command in this process, which is quicker: its exit code, what it printed, and what it complained of."""
    from tablier.cli.failures import run

    def command(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        shown = capsys.readouterr()
        return code, plain(shown.out), plain(shown.err)

    return command
