"""`tablier new`, as somebody meets it who comes with nothing but an idea: in a fresh virtual environment."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier
from tests.serve.visiting import Person, Server

SOURCES = Path(tablier.__file__).parents[1]
NAME = "three-fords"


class Environment:
    """A virtual environment that has what this one has, and what is installed in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=os.name != "nt")
        self.python = str(next(path for path in (folder / "venv").glob("*/python*") if path.stem == "python"))
        self.packages = Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        here = [str(SOURCES), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        (self.packages / "here.pth").write_text("\n".join(here))

    def run(self, *words: str, cwd: Path | None = None, **settings: str) -> str:
        """What the Python of this environment prints."""
        given = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
        given |= {"TABLIER_LANG": "en", "COLUMNS": "300", **settings}
        done = subprocess.run(
            [self.python, *words], cwd=cwd or self.folder, env=given, capture_output=True,
            text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, folder: Path) -> None:
        """As `pip install FOLDER` does, but without the network."""
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--no-build-isolation", "--disable-pip-version-check", str(folder)], check=True)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """One in which the game that `tablier new` writes is installed, and beside it a game that is broken."""
    made = Environment(tmp_path_factory.mktemp("somewhere"))
    made.run("-m", "tablier", "new", NAME)
    made.install(made.folder / NAME)
    broken = made.packages / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Name: broken\nVersion: 1\n")
    (broken / "entry_points.txt").write_text("[tablier.games]\nbroken-ford = broken_ford.game:GAME\n")
    game = made.packages / "broken_ford"
    game.mkdir()
    (game / "game.py").write_text("GAME = Games()\n")
    return made


@pytest.fixture(scope="module")
def server(environment: Environment) -> Iterator[Server]:
    opened = Server(environment.folder / "tables.db", python=environment.python)
    yield opened
    opened.kill()


def test_its_own_tests_are_green_at_once_with_the_conformance_suite(environment: Environment) -> None:
    done = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=environment.folder / NAME)
    assert " passed" in done
    assert "failed" not in done


def test_it_is_written_as_our_own_games_are(environment: Environment) -> None:
    project = environment.folder / NAME
    for words in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy", "src", "tests"]):
        environment.run("-m", *words, cwd=project)


def test_every_file_says_what_to_change_first(environment: Environment) -> None:
    for file in (environment.folder / NAME).rglob("*.*"):
        if file.suffix in (".py", ".md", ".toml", ".txt") and "build" not in file.parts:
            beginning = "\n".join(file.read_text("utf-8").splitlines()[:5])
            assert "hange first" in beginning or "changer d'abord" in beginning, file


def test_it_is_one_of_the_games_and_the_broken_one_says_what_is_wrong(environment: Environment) -> None:
    printed = environment.run("-m", "tablier", "games")
    assert "three-fords" in printed
    assert "Three Fords" in printed
    assert "war-of-masters" in printed
    problem = "broken_ford.game cannot be loaded: NameError: name 'Games' is not defined (game.py, line 1)"
    assert f"broken-ford cannot be used: {problem}" in printed


def test_a_program_plays_it_as_any_other(environment: Environment) -> None:
    code = (
        "import tablier\n"
        f"match, player = tablier.Match({NAME!r}, seed=1), tablier.bot({NAME!r}, simulations=30)\n"
        "while not match.over:\n"
        "    match.play(player.choose(match.view(match.pending[0])))\n"
        "print(*match.position.shares)\n"
    )
    assert environment.run("-c", code, TABLIER_JIT="0").strip() in ("1 0", "0 1", "1/2 1/2")


def test_it_is_on_the_first_page_with_its_rules_and_its_picture(server: Server) -> None:
    ann = Person(server)
    games = {game["name"]: game for game in ann.client.get("/games").json()}
    assert {NAME, "war-of-masters"} <= set(games)
    assert "broken-ford" not in games
    assert not games[NAME]["lessons"]
    for lang, rule in (("fr", "Une file de sept pierres"), ("en", "A row of seven stepping stones")):
        page = ann.client.get(f"/games/{NAME}/rules", params={"lang": lang}).json()["html"]
        assert rule in page
        assert "hange" not in page
        assert "<svg" in ann.client.get(f"/games/{NAME}/picture.svg", params={"lang": lang}).text


def test_it_is_played_against_a_bot(server: Server) -> None:
    ann = Person(server)
    table = ann.open(NAME, ["me", "bot"])["table"]
    ann.sit(table, 0)
    socket = ann.connect(table, 0, show="legal,scene")
    socket.receive()
    while socket.now["status"] != "over":
        if 0 in socket.now["pending"]:
            assert set(socket.now["scene"]["touches"]) == set(socket.now["legal"])
            assert socket.play(socket.now["legal"][-1])["type"] == "done"
        else:
            socket.receive()
    assert socket.events[-1]["kind"] == "ended"


def test_a_broken_game_is_refused_and_told_of_and_the_others_go_on(server: Server) -> None:
    ann = Person(server)
    refused = ann.client.post("/tables", json={"game": "broken-ford", "seats": [{"who": "me"}, {"who": "me"}]})
    assert (refused.status_code, refused.json()["code"]) == (503, "game/broken")
    assert "NameError" in ann.client.get("/health").json()["broken"]["broken-ford"]
    assert ann.open("war-of-masters", ["me", "me"])["table"]


def test_where_the_game_has_gone_its_tables_wait_and_the_others_go_on(environment: Environment, tmp_path: Path) -> None:
    here = Server(tmp_path / "tables.db", python=environment.python)
    ann = Person(here)
    tables = [ann.open(game, ["me", "anyone"], listed=True)["table"] for game in (NAME, "war-of-masters")]
    for table in tables:
        ann.sit(table, 0)
    here.stop()
    elsewhere = Server(tmp_path / "tables.db")  # in an environment without it
    try:
        known = Person(elsewhere).client
        known.cookies.clear()
        known.headers["Authorization"] = f"Bearer {ann.secret}"
        for rows in (known.get("/mine"), known.get("/tables")):
            assert [row["game"] for row in rows.json()] == ["war-of-masters"]
        refused = known.get(f"/tables/{tables[0]}")
        assert (refused.status_code, refused.json()["code"]) == (404, "game/unknown")
        assert known.get(f"/tables/{tables[1]}").status_code == 200
    finally:
        elsewhere.kill()


# --- names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "what is the game called?"),
        ("Three-Fords", "'Three-Fords' cannot be the name of a game"),
        ("three_fords", "'three_fords' cannot be the name of a game"),
        ("../three", "'../three' cannot be the name of a game"),
        ("gué", "'gué' cannot be the name of a game"),
        ("a" * 41, "cannot be the name of a game"),
        ("maestria", "called maestria already"),
        ("json", "called json already"),
        ("class", "called class already"),
        ("there", "there exists already: nothing was written"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tablier.cli.failures import run

    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert run(["new", name, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]
