"""`tablier admin`, as a host reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablier.serve.store import Ban, Change, Store
from tests.cli.conftest import Run, plain
from tests.serve.store.changes import do
from tests.serve.visiting import Person, Server

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db")
    yield server
    server.stop()


def test_a_host_sees_all_at_a_glance_and_acts_on_it(
    run: Run, command: Command, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    table = ann.open("war-of-masters", ["anyone", "anyone"])["table"]
    ann.sit(table, 0)
    ben.sit(table, 1)
    at_table = ann.connect(table, 0)
    at_table.receive()
    monkeypatch.setenv("TABLIER_STORE", str(server.store))

    def told(*arguments: str) -> str:
        code, shown, complaint = command("admin", *arguments)
        assert (code, complaint) == (0, "")
        return shown

    seen = plain(run("admin", TABLIER_STORE=str(server.store)).stdout)
    assert "Personnes : 1 à table, 0 qui regardent" in seen
    assert "Guerre des Maîtres" in seen or "Maîtres" in seen
    assert table in told("tables")
    assert "Ben" in told("table", table)
    assert json.loads(told("--json"))["running"]["playing"] == 1

    assert "n'entre plus" in told("ban", f"{table}/1", "--for", "7d", "--why", "grossier")
    assert "grossier" in told("bans")
    who = json.loads(told("bans", "--json"))["bans"][0]["who"]
    assert "peut revenir" in told("lift", who[:12])
    assert "Personne n'est exclu." in told("bans")
    assert "est finie" in told("end", table)
    assert at_table.until("events")["events"][-1]["why"] == "host"
    assert "est oubliée" in told("forget", table)
    assert "Il n'y a rien à lire." in told("reports")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["admin"], "il n'y a pas de tables ici"),
        (["admin", "end"], "quelle table"),
        (["admin", "ban"], "qui ?"),
        (["admin", "settle"], "quel signalement"),
        (["admin", "tables", "--status", "lost"], "un état est"),
        (["admin", "ban", "192.0.2.7", "--for", "long"], "ce n'est pas une durée"),
        (["admin", "ban", "192.0.2.7", "--for", "8000y"], "aucun calendrier ne va si loin ; au plus 1000y"),
    ],
)
def test_what_a_host_asks_for_wrongly_is_told_in_one_line(command: Command, arguments: list[str], words: str) -> None:
    code, _, complaint = command(*arguments)
    assert code == 2
    assert words in complaint
    assert len(complaint.splitlines()) == 1


@pytest.mark.parametrize(("lang", "words"), [("fr", "Oublier une table"), ("en", "Forget a table")])
def test_help_names_what_a_host_can_do(
    command: Command, monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    monkeypatch.setenv("TABLIER_LANG", lang)
    assert words in command("admin", "--help")[1]
    assert words in command("admin", "forget", "--help")[1]


def test_a_ban_that_ends_after_all_calendars_is_shown_as_one_for_ever(command: Command, tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.open()
    do(store, Change(new_bans=(Ban("address", "192.0.2.7/32", 1, 9000 * 365 * 86_400_000),)))
    store.close()
    code, shown, complaint = command("admin", "bans", "--store", str(store.path))
    assert (code, complaint) == (0, "")
    assert "192.0.2.7" in shown
    assert "pour toujours" in shown


def test_what_stands_before_a_command_holds_for_it(
    command: Command, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A host's unit writes `tablier admin --store STORE`, to which commands are added: another store is not touched."""
    table = Person(server, "Ann").open("war-of-masters", ["anyone", "anyone"])["table"]
    monkeypatch.setenv("TABLIER_STORE", str(tmp_path / "another.db"))

    def told(*arguments: str) -> str:
        code, shown, complaint = command("admin", *arguments)
        assert (code, complaint) == (0, ""), complaint
        return shown

    before = "--store", str(server.store)
    assert table in told(*before, "tables")
    assert json.loads(told(*before, "--json", "tables"))["tables"][0]["table"] == table
    assert "Guerre des Maîtres" not in told(*before, "--lang", "en", "tables")
    assert table in told("--store", "nonsense.db", "tables", *before)  # what stands behind is nearer
    assert "est oubliée" in told(*before, "forget", table)
    assert table not in told("tables", *before)
    assert command("admin", "--store", str(tmp_path / "nowhere.db"), "tables")[0] != 0
