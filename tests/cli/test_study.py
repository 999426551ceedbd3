"""`tablier study`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import plain

Command = Callable[..., tuple[int, str, str]]

SMALL = ("study", "master-citadel", "-o", "max_rounds=2", "--bots", "random", "--games", "3", "--jobs", "1")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions are weighed by two samples: what the command does with what they come to is the same as with many."""
    monkeypatch.setattr("tablier.lab.watching.SAMPLES", 2)
    monkeypatch.setattr("tablier.lab.watching.PLAYED_OUT", 2)


def test_page_and_data_are_written_and_the_same_command_goes_on(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "citadel.html"
    arguments = (*SMALL, "--vary", "ties=free,paid", "--pace", "60-150/turn", "--out", str(out))
    code, said, err = command(*arguments)
    assert (code, err) == (0, "")
    assert "2 à 5 minutes" in plain(said)
    assert "Une étude" in out.read_text(encoding="utf-8")
    data = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert [variant["changed"] for variant in data["variants"]] == [{}, {"ties": "free"}, {"ties": "paid"}]
    assert out.with_suffix(".csv").read_text().startswith("variant,figure,mean,low,high\n")
    games = out.with_suffix(".jsonl").read_bytes()
    assert command(*arguments)[0] == 0
    assert out.with_suffix(".jsonl").read_bytes() == games


def test_value_that_has_commas_in_it_is_one(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "islands.html"
    islands = ("study", "master-islands", "--bots", "random", "--games", "1", "--jobs", "1", "--out", str(out))
    assert command(*islands, "--vary", "deck=2,2,2,3,3")[0] == 0
    data = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert [variant["changed"] for variant in data["variants"]] == [{}, {"deck": "2,2,2,3,3"}]


@pytest.mark.parametrize(
    ("arguments", "french", "english"),
    [
        (("nothing",), "« nothing » n'est pas un de nos jeux", "'nothing' is not one of our games"),
        (("maestria", "--bots", "9"), "« 9 » n'est pas un robot", "'9' is not a bot"),
        (("maestria", "--bots", "8@1s"), "comptez ses simulations : 8@2000", "count its simulations: 8@2000"),
        (("maestria", "--bots", "greedy,greedy"), "tous différents", "all of them different"),
        (("maestria", "--vary", "colour"), "colour", "colour"),
        (("maestria", "--vary", "losses=all"), "losses", "losses"),
        (("maestria", "--pace", "fast"), "--pace fast : des secondes", "--pace fast: seconds"),
        (("maestria", "--pace", "20-10"), "--pace 20-10 : des secondes", "--pace 20-10: seconds"),
        (("maestria", "--out", "page.pdf"), "page.pdf : la page est un fichier .html", "the page is a file .html"),
        (("maestria", "--out", "no/page.html"), "no : ce dossier n'existe pas", "no: there is no such directory"),
        (("maestria", "--games", "0"), "--games : cette valeur n'est pas possible", "--games: this value is not"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_words(
    command: Command, arguments: tuple[str, ...], french: str, english: str
) -> None:
    for lang, words in (("fr", french), ("en", english)):
        code, out, err = command("study", *arguments, "--lang", lang)
        assert (code, out) == (2, "")
        assert words in plain(err)
        assert err.count("\n") == 1


def test_file_of_another_study_is_refused_in_words(command: Command, tmp_path: Path) -> None:
    out = str(tmp_path / "study.html")
    assert command(*SMALL, "--vary", "none", "--out", out)[0] == 0
    code, _, err = command(*SMALL, "--vary", "none", "--seed", "5", "--out", out)
    assert code == 2
    assert "c'est une autre étude (seed : 1, et non 5)" in plain(err)
    (tmp_path / "study.jsonl").write_text("nothing\n")
    code, _, err = command(*SMALL, "--vary", "none", "--out", out)
    assert code == 2
    assert "ces résultats ne peuvent pas être lus" in plain(err)


def test_file_made_elsewhere_that_does_not_fit_is_named(command: Command, tmp_path: Path) -> None:
    part, whole = tmp_path / "part.html", str(tmp_path / "whole.html")
    assert command(*SMALL, "--vary", "none", "--shard", "1/1", "--out", str(part))[0] == 0
    made = str(part.with_suffix(".jsonl"))
    code, _, err = command(*SMALL, "--vary", "none", "--seed", "5", "--from", made, "--out", whole)
    assert code == 2
    assert "part.jsonl : c'est une autre étude (seed : 1, et non 5)" in plain(err)


def test_parts_that_are_missing_are_named(command: Command, tmp_path: Path) -> None:
    part, whole = tmp_path / "part.html", tmp_path / "whole.html"
    assert command(*SMALL, "--vary", "ties=free", "--shard", "1/2", "--out", str(part))[0] == 0
    words = {
        "fr": "l'étude n'est pas entière : il manque 3 parties sur 6 ; il n'y a rien de la part 2/2",
        "en": "the study is not whole: 3 games of 6 are missing; there is nothing of part 2/2",
    }
    for lang, line in words.items():
        arguments = ("--vary", "ties=free", "--from", str(part.with_suffix(".jsonl")), "--out", str(whole))
        code, out, err = command(*SMALL, *arguments, "--lang", lang)
        assert (code, out) == (2, "")
        assert line in plain(err)
    assert not whole.exists()
