"""`tablier arena`."""

import json
import os
import re
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tablier.arena import Contest, GamesLost
from tablier.work.cluster import NoCluster
from tablier.work.executor import WorkerLost
from tablier.work.lock import locked
from tests.cli.terminal import Terminal

Command = Callable[..., tuple[int, str, str]]

DUEL = ("arena", "war-of-masters", "-o", "max_turns=6", "--bots", "greedy,random", "--jobs", "1")


def test_summary_is_written_for_programs(command: Command) -> None:
    code, out, err = command(*DUEL, "--games", "4", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["game"], found["games"], found["sets"], found["seed"]) == ("war-of-masters", 4, 2, 0)
    assert {one["bot"] for one in found["standings"]} == {"greedy", "random"}
    assert set(found["seats"]) == {"red", "brown"}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ["La Guerre des Maîtres : 4 parties", "Robot", "Elo à 95 %", "Rouge", "Brun", "2 séries"]),
        ("en", ["War of Masters: 4 games", "Bot", "Elo, 95%", "Red", "Brown", "2 sets"]),
    ],
)
def test_table_is_printed_in_the_user_s_language(command: Command, lang: str, words: list[str]) -> None:
    code, out, _ = command(*DUEL, "--games", "4", "--lang", lang)
    assert code == 0
    assert [word for word in words if word not in out] == []
    assert "…" not in out  # nothing had to be cut to fit eighty columns


def test_every_pairing_has_its_line_where_there_are_several(command: Command) -> None:
    out = command(*DUEL[:5], "greedy,random,1", "--jobs", "1", "--games", "2")[1]
    assert [pair for pair in ("greedy, random", "greedy, 1", "random, 1") if pair not in out] == []


def test_table_of_four_is_compared_with_its_fair_share(command: Command) -> None:
    table = ("arena", "master-citadel", "-o", "max_rounds=2", "--table", "random,greedy,random,greedy", "--no-talk")
    code, out, _ = command(*table, "--games", "2", "--jobs", "1")
    assert code == 0
    assert "À forces égales, une place aurait 25,0 %." in out
    assert "Elo" not in out


def test_ratings_are_drawn(command: Command, tmp_path: Path) -> None:
    code, _, err = command(*DUEL, "--games", "2", "--plot", str(tmp_path / "r.svg"))
    assert (code, err) == (0, "")
    assert "<svg" in (tmp_path / "r.svg").read_text()


def test_picture_that_cannot_be_drawn_is_refused_before_anything_is_played(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ".svg, .png" in command(*DUEL, "--plot", str(tmp_path / "r.gif"))[2]
    assert "ce dossier n'existe pas" in command(*DUEL, "--plot", str(tmp_path / "no" / "r.svg"))[2]
    monkeypatch.setattr("tablier.arena.plot.available", lambda: False)
    code, out, err = command(*DUEL, "--plot", str(tmp_path / "r.svg"))
    assert (code, out) == (1, "")
    assert "pip install 'tablier[plot]'" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["war-of-masters"], "qui joue ?"),
        (["war-of-masters", "--bots", "1,2", "--table", "1,2"], "qui joue ?"),
        (["war-of-masters", "--bots", "1"], "au moins deux robots"),
        (["war-of-masters", "--bots", "1,1"], "tous différents"),
        (["war-of-masters", "--bots", "9,1"], "« 9 » n'est pas un robot ; il y a : 1 à 8"),
        (["war-of-masters", "--bots", "1,"], "«  » n'est pas un robot"),
        (["war-of-masters", "--table", "1,1,1"], "il y a 2 places, pas 3"),
        (["master-citadel", "--table", "1,1"], "il y a 4 places, pas 2"),
        (["war-of-masters", "--bots", "1,2", "--games", "0"], "--games"),
        (["war-of-masters", "--bots", "1,2", "--seed", "-1"], "--seed"),
        (["war-of-masters", "--bots", "1,2", "-o", "goal=x"], "goal"),
        (["war-of-masters", "--bots", "1,2", "--file", "no/where"], "ce dossier n'existe pas"),
        (["chess", "--bots", "1,2"], "« chess » n'est pas un de nos jeux"),
        ([], "quel jeu ?"),
    ],
)
def test_bad_arguments_get_one_line(command: Command, arguments: list[str], expected: str) -> None:
    code, out, err = command("arena", *arguments)
    assert code in (1, 2)
    assert out == ""
    assert expected in err
    assert err.count("\n") == 1


def test_file_of_another_contest_is_refused(command: Command, tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "f.jsonl"))
    assert command(*DUEL, "--games", "2", *file)[0] == 0
    before = (tmp_path / "f.jsonl").read_bytes()
    code, out, err = command(*DUEL, "--games", "2", "--seed", "1", *file)
    assert (code, out) == (2, "")
    assert "les résultats d'un autre tournoi (seed : 0, et non 1)" in err
    assert (tmp_path / "f.jsonl").read_bytes() == before
    (tmp_path / "g.jsonl").write_text("tablier 1\n")
    assert "ne peuvent pas être lus" in command(*DUEL, "--file", str(tmp_path / "g.jsonl"))[2]


def test_file_that_another_process_is_at_work_on_is_refused(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with file.open("wb") as held:
        assert locked(held)
        for lang, words in (("fr", "un autre processus travaille sur ce fichier"), ("en", "another process is at")):
            code, out, err = command(*DUEL, "--file", str(file), "--lang", lang)
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert words in err
    assert file.read_bytes() == b""
    assert command(*DUEL, "--file", str(file))[0] == 0


def test_ctrl_c_leaves_a_file_with_which_the_same_command_goes_on(env: Mapping[str, str], tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    arguments = ("arena", "war-of-masters", "-o", "max_turns=6", "--bots", "random,greedy", "--file", str(file))
    with Terminal(*arguments, "--games", "100000", "--jobs", "2", env=env) as terminal:
        terminal.until("/100000")
        while not {b'"game": 0,', b'"game": 1,'} <= _numbers(file):  # two play: which are first they cannot tell
            terminal.until("/100000")
        terminal.interrupt(lambda: os.killpg(terminal.process.pid, signal.SIGINT))
        code, _ = terminal.end()
        assert code == 130
        assert "la même commande continue" in terminal.raw.replace("\u00a0", " ").replace("\r\n", " ")
    played = file.read_bytes().count(b"\n") - 1
    with Terminal(*arguments, "--games", "2", "--jobs", "1", env=env) as terminal:
        code, shown = terminal.end()
    assert code == 0
    assert "2 parties" in shown
    assert file.read_bytes().count(b"\n") == 1 + played + 1  # it goes on, and there is nothing left to play


def _numbers(file: Path) -> set[bytes]:
    """Of the games that are written down, what says which each of them is."""
    return set(re.findall(rb'"game": [0-9]+,', file.read_bytes()))


def test_parts_are_merged_into_what_one_run_gives(command: Command, tmp_path: Path) -> None:
    games = ("--games", "6", "--no-clock")
    parts = [str(tmp_path / f"{number}.jsonl") for number in (1, 2)]
    for number, part in enumerate(parts, start=1):
        code, out, _ = command(*DUEL, *games, "--shard", f"{number}/2", "--file", part)
        assert (code, f"({number}/2)" in out) == (0, True)
        assert "Par coup" not in out  # nothing is told of a clock
    whole, merged = str(tmp_path / "whole.jsonl"), str(tmp_path / "merged.jsonl")
    one = command(*DUEL, *games, "--file", whole, "--json")
    several = command("arena", "merge", *parts, "--no-clock", "--file", merged, "--json")
    assert one == several
    assert Path(merged).read_bytes() == Path(whole).read_bytes()


def test_parts_that_do_not_fit_are_told_in_one_line(command: Command, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"{number}.jsonl") for number in (1, 2)]
    for number, part in enumerate(parts, start=1):
        assert command(*DUEL, "--games", "6", "--shard", f"{number}/2", "--file", part)[0] == 0
    other = str(tmp_path / "other.jsonl")
    assert command(*DUEL, "--games", "6", "--seed", "1", "--shard", "2/2", "--file", other)[0] == 0
    (tmp_path / "nonsense").write_text("tablier 1\n")
    twice = tmp_path / "twice.jsonl"
    twice.write_text(Path(parts[1]).read_text() + Path(parts[1]).read_text().splitlines(keepends=True)[-1])
    for files, words in {
        (parts[0], str(twice)): "twice.jsonl : la même partie y est deux fois, aux lignes 3 et 4",
        (parts[0],): "il manque 2 parties sur 6 ; il n'y a rien de la part 2/2",
        (*parts, parts[0]): "ont les mêmes parties (4)",
        (parts[0], other): "les résultats d'un autre tournoi (seed : 1, et non 0)",
        (parts[0], str(tmp_path / "nonsense")): "ne peuvent pas être lus",
        (parts[0], str(tmp_path / "nowhere")): "nowhere",
        (*parts, "--file", parts[0]): "1.jsonl",
        (*parts, "--bots", "1,2"): "merge prend les fichiers des parts",
        (): "merge prend les fichiers des parts",
    }.items():
        code, out, err = command("arena", "merge", *files)
        assert (code in (1, 2), out, err.count("\n")) == (True, "", 1), files
        assert words in err.replace("\u00a0", " ")


@pytest.mark.parametrize(("shard", "words"), [("3/2", "2/4"), ("x", "2/4"), ("4/5", "plus de parts que de séries")])
def test_part_that_there_is_not_is_refused(command: Command, shard: str, words: str) -> None:
    code, out, err = command(*DUEL, "--games", "6", "--shard", shard)
    assert (code, out) == (2, "")
    assert words in err


def test_what_is_lost_is_told_with_what_is_kept(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(contest: Contest, file: str, jobs: int, tell: Callable[[int, int], None], **_: object) -> None:
        tell(4, 6)
        raise problem

    monkeypatch.setattr(Contest, "run", run)
    file = ("--file", str(tmp_path / "f"))
    problem: Exception = GamesLost(2, ("greedy", "random"), -9)
    code, _, err = command(*DUEL, *file, "--lang", "en")
    assert code == 1
    assert "code -9), perhaps for want of memory: 2; the first: greedy, random; 4 games of 6 are in" in err
    problem = WorkerLost(3)
    assert "aucun processus n'a pu être préparé (code 3)" in command(*DUEL, *file)[2]
    problem = NoCluster("nobody answers")
    assert "--ray auto : aucune grappe n'y est utilisable (nobody answers)" in command(*DUEL, "--ray", "auto")[2]


def test_without_ray_it_is_told_how_to_install_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.work.cluster.available", lambda: False)
    code, out, err = command(*DUEL, "--ray", "auto")
    assert (code, out) == (1, "")
    assert "pip install 'tablier[ray]'" in err
