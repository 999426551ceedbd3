"""The file that keeps the results of a contest."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.arena.bout import Fault, Outcome
from tablier.arena.kept import BadResults, InUse
from tablier.arena.machine import source
from tablier.arena.results import Key, OtherContest, Result, Results

TERMS: dict[str, Any] = {"game": "morra", "tables": [["a", "b"]], "seed": 3}
OUTCOME = Outcome((1 / 3, 2 / 3), 17, (8, 9), (0.5, 0.25), (0.1, 0.2), (Fault(1, "talk", "not now"),))


def result(game: int) -> Result:
    return Result(Key(0, game), game // 2, ("a", "b"), 99, OUTCOME)


def filled(path: Path, games: int) -> bytes:
    with Results(TERMS, 4, path) as results:
        for game in range(games):
            results.add(result(game))
    return path.read_bytes()


def test_header_tells_what_was_played_where_and_with_what(tmp_path: Path) -> None:
    header = json.loads(filled(tmp_path / "f", 1).splitlines()[0])
    assert {name: header[name] for name in TERMS} == TERMS
    assert header["games"] == 4
    assert header["version"] == tablier.__version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", header["date"])
    assert header["machine"]["processor"]
    assert header["machine"]["cores"] >= 1
    assert header["commit"] is None or re.fullmatch(r"[0-9a-f]{40}(-dirty)?", header["commit"])


def test_commit_is_that_of_the_sources_whatever_else_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*arguments: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        told = subprocess.run(
            ["git", "-C", str(tmp_path), *who, *arguments], capture_output=True, text=True, check=True
        )
        return told.stdout.strip()

    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    kept = tmp_path / "benchmarks" / "results"
    kept.mkdir(parents=True)
    for file in (package / "__init__.py", tmp_path / "notes.md", tmp_path / "pyproject.toml", kept / "bots.json"):
        file.touch()
    monkeypatch.setattr("tablier.arena.machine.PACKAGE", package)
    git("init", "--quiet")
    assert source()["commit"] is None
    git("add", ".")
    git("commit", "--quiet", "--message", "all")
    commit = git("rev-parse", "HEAD")
    (tmp_path / "notes.md").write_text("changed")
    (tmp_path / "results.jsonl").touch()
    (kept / "bots.json").write_text("changed")
    assert source()["commit"] == commit
    for file in (package / "__init__.py", tmp_path / "pyproject.toml", package / "net.npz"):
        file.write_text("# changed")
        assert source()["commit"] == f"{commit}-dirty"
        file.write_text("")
        git("clean", "--quiet", "--force", "src")
        assert source()["commit"] == commit


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    filled(tmp_path / "f", 3)
    with Results(TERMS, 4, tmp_path / "f") as results:
        assert [results[Key(0, game)] for game in range(3)] == [result(game) for game in range(3)]
        assert Key(0, 3) not in results


def test_line_of_a_game_can_be_read_by_other_programs(tmp_path: Path) -> None:
    line = json.loads(filled(tmp_path / "f", 1).splitlines()[1])
    assert line["faults"] == [{"seat": 1, "kind": "talk", "what": "not now"}]
    assert (line["table"], line["game"], line["set"], line["seats"], line["seed"]) == (0, 0, 0, ["a", "b"], 99)
    assert (line["shares"], line["turns"], line["choices"]) == ([1 / 3, 2 / 3], 17, [8, 9])


def test_going_on_is_written_with_its_own_circumstances(tmp_path: Path) -> None:
    before = filled(tmp_path / "f", 2)
    with Results(TERMS, 4, tmp_path / "f"):
        pass
    after = (tmp_path / "f").read_bytes()
    assert after.startswith(before)
    assert "machine" in json.loads(after[len(before) :])["continued"]


def test_file_that_somebody_is_writing_into_is_left_to_them(tmp_path: Path) -> None:
    with Results(TERMS, 4, tmp_path / "f") as results:
        with pytest.raises(InUse, match="another process is at work on this file"):
            Results(TERMS, 4, tmp_path / "f")
        results.add(result(0))
    assert (tmp_path / "f").read_bytes().count(b"\n") == 2
    with Results(TERMS, 4, tmp_path / "f") as results:
        assert results[Key(0, 0)] == result(0)


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_torn_last_line_is_dropped_and_written_again(cut: int, tmp_path: Path) -> None:
    whole = filled(tmp_path / "f", 3)
    (tmp_path / "f").write_bytes(whole[:-cut])
    with Results(TERMS, 4, tmp_path / "f") as results:
        assert Key(0, 1) in results
        assert Key(0, 2) not in results
        results.add(result(2))
    with Results(TERMS, 4, tmp_path / "f") as results:
        assert results[Key(0, 2)] == result(2)


def test_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    assert filled(tmp_path / "f", 1).startswith(b'{"arena": 1')


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"tablier 1\ngame: morra\n", "line 1"),
        (b"no end of line", "no header"),
        (b"{}\n", "no header"),
        (b"[]\n", "line 1"),
        (b"\xff\xfe\n", "line 1"),
        (b'{"arena": 2}\n', "no header"),
    ],
)
def test_other_files_are_refused_and_stay_as_they_are(content: bytes, problem: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(BadResults, match=problem):
        Results(TERMS, 4, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == content


@pytest.mark.parametrize("line", [b"nonsense\n", b"{}\n", b'{"table": 0}\n'])
def test_bad_line_in_the_middle_is_refused_by_its_number(line: bytes, tmp_path: Path) -> None:
    whole = filled(tmp_path / "f", 2).splitlines(keepends=True)
    (tmp_path / "f").write_bytes(whole[0] + line + whole[1])
    with pytest.raises(BadResults, match="line 2"):
        Results(TERMS, 4, tmp_path / "f")


def test_refusal_crosses_from_one_process_to_another() -> None:
    before = OtherContest("seed", 1, 2)
    after = pickle.loads(pickle.dumps(before))
    assert (str(after), vars(after)) == (str(before), vars(before))


def test_without_a_file_results_are_kept_all_the_same() -> None:
    with Results(TERMS, 4, None) as results:
        results.add(result(0))
        assert results[Key(0, 0)] == result(0)
