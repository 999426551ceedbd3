"""`tablier admin`, as a host reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run, plain
from tests.serve.visiting import Person, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db")
    yield server
    server.stop()


def test_a_host_sees_all_at_a_glance_and_acts_on_it(run: Run, server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    table = ann.open("war-of-masters", ["anyone", "anyone"])["table"]
    ann.sit(table, 0)
    ben.sit(table, 1)
    at_table = ann.connect(table, 0)
    at_table.receive()
    store = {"TABLIER_STORE": str(server.store)}

    seen = plain(run("admin", **store).stdout)
    assert "Personnes : 1 à table, 0 qui regardent" in seen
    assert "Guerre des Maîtres" in seen or "Maîtres" in seen
    assert table in run("admin", "tables", **store).stdout
    assert "Ben" in run("admin", "table", table, **store).stdout
    assert json.loads(run("admin", "--json", **store).stdout)["running"]["playing"] == 1

    banned = run("admin", "ban", f"{table}/1", "--for", "7d", "--why", "grossier", **store)
    assert "n'entre plus" in plain(banned.stdout)
    assert "grossier" in run("admin", "bans", **store).stdout
    who = json.loads(run("admin", "bans", "--json", **store).stdout)["bans"][0]["who"]
    assert "peut revenir" in plain(run("admin", "lift", who[:12], **store).stdout)
    assert "Personne n'est exclu." in plain(run("admin", "bans", **store).stdout)
    assert "est finie" in run("admin", "end", table, **store).stdout
    assert at_table.until("events")["events"][-1]["why"] == "host"
    assert "est oubliée" in run("admin", "forget", table, **store).stdout
    assert "Il n'y a rien à lire." in plain(run("admin", "reports", **store).stdout)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["admin"], "il n'y a pas de tables ici"),
        (["admin", "end"], "quelle table"),
        (["admin", "ban"], "qui ?"),
        (["admin", "settle"], "quel signalement"),
        (["admin", "tables", "--status", "lost"], "un état est"),
        (["admin", "ban", "192.0.2.7", "--for", "long"], "ce n'est pas une durée"),
    ],
)
def test_what_a_host_asks_for_wrongly_is_told_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    told = run(*arguments)
    assert told.returncode == 2
    assert words in plain(told.stderr)
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(("lang", "words"), [("fr", "Oublier une table"), ("en", "Forget a table")])
def test_help_names_what_a_host_can_do(run: Run, lang: str, words: str) -> None:
    assert words in plain(run("admin", "--help", TABLIER_LANG=lang).stdout)
    assert words in plain(run("admin", "forget", "--help", TABLIER_LANG=lang).stdout)
