"""A store that is moved: from a file to PostgreSQL and back, all of it or nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.serve.store import (
    BadStore,
    Ban,
    Change,
    Entry,
    Holder,
    Key,
    Opener,
    Overview,
    Report,
    Store,
    StoreTrouble,
    copying,
)
from tablier.serve.store.schema import KEPT
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.store.changes import add, do, log, new


def everything(store: Store) -> dict[str, set[tuple[object, ...]]]:
    with store.database.moment() as connection:
        return {table.name: {tuple(row) for row in connection.execute(sa.select(table))} for table in KEPT}


@pytest.fixture
def full(tmp_path: Path) -> Store:
    """A closed store in a file, with something of every kind."""
    store = Store(tmp_path / "full.db")
    store.open()
    do(store, new("a", status="playing"), new("b", listed=False), *(add(n, command=f"0:é{n}") for n in range(1, 30)))
    do(
        store,
        Change(entries=(Entry("b", 1, 7, "said", '{"words": "« où ? »\\n🎲"}'),), opener=Opener("b", "192.0.2.7")),
        Change(new_keys=(Key("k", "a", 0),), new_holders=(Holder("p", "a", 1),)),
        Change(new_bans=(Ban("person", "q", 5, 9, "rude"), Ban("address", "192.0.2.0/24", 5))),
        Change(new_reports=(Report("r", 6, "gone", "p", -1, 1, "{}"),)),
        Change(alive=1234, grace='{"a": {"0": 17}}'),
    )
    store.close()
    return store


def tablier(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablier", *map(str, arguments), "--lang", "en"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)


def test_a_store_is_the_same_after_a_way_to_postgresql_and_back(full: Store, postgres: Cluster, tmp_path: Path) -> None:
    there, back = Store(postgres.new_database()), Store(tmp_path / "back.db")
    told: list[tuple[int, int]] = []
    copied = copying.move(full.database, there.database, lambda done, total: told.append((done, total)))
    assert (copied.damaged, told[-1]) == ((), (copied.rows, copied.rows))
    assert everything(there) == everything(full)
    copying.move(there.database, back.database)
    assert everything(back) == everything(full)
    for store in (there, back):
        store.open()
        assert store.signer().hex() in str(everything(full)["signer"])
        assert store.grace() == '{"a": {"0": 17}}'
        assert len(asyncio.run(Overview(store).bans())) == 2
        do(store, add(30))
        assert len(log(store)) == 30
        store.close()


def test_a_target_that_is_not_empty_is_refused_and_left_alone(full: Store, postgres: Cluster, tmp_path: Path) -> None:
    used = Store(postgres.new_database())
    used.open()
    do(used, new("mine"))
    used.close()
    before = everything(used)
    with pytest.raises(BadStore, match="not empty"):
        copying.move(full.database, used.database)
    assert everything(used) == before
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(FileExistsError):
        copying.move(full.database, Store(tmp_path / "there.db").database)
    assert (tmp_path / "there.db").read_text() == "mine"


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_move_that_fails_leaves_nothing_behind(
    full: Store, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    target = Store(postgres.new_database() if to == "postgresql" else tmp_path / "there.db")
    with monkeypatch.context() as patched:
        count = iter(range(1000))
        patched.setattr(copying, "_sum", lambda rows: next(count))
        with pytest.raises(BadStore, match="nothing was copied"):
            copying.move(full.database, target.database)
    assert not (tmp_path / "there.db").exists()
    assert [file.name for file in tmp_path.glob(".there*")] == []
    assert copying.move(full.database, target.database).rows > 30


def test_a_store_that_a_server_uses_is_not_moved(full: Store, postgres: Cluster, tmp_path: Path) -> None:
    full.open()
    with pytest.raises(StoreTrouble, match="using it"):
        copying.move(Store(full.path).database, Store(postgres.new_database()).database)
    full.close()
    used = Store(postgres.new_database())
    used.open()
    do(used, new("a"))
    with pytest.raises(StoreTrouble, match="using it"):
        copying.move(Store(used.where).database, Store(tmp_path / "there.db").database)
    used.close()
    copying.move(Store(used.where).database, Store(tmp_path / "there.db").database)


def test_a_damaged_table_is_moved_as_it_is_and_named(full: Store, postgres: Cluster) -> None:
    engine = sa.create_engine(f"sqlite:///{full.path}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET body = '{}' WHERE table_id = 'a' AND number = 3")
    engine.dispose()
    there = Store(postgres.new_database())
    assert copying.move(full.database, there.database).damaged == ("a",)
    assert everything(there) == everything(full)


def test_the_command_moves_a_store_and_says_where_it_is(full: Store, postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database().replace("postgres@", "postgres:secret@")
    done = tablier("move-store", full.path, url)
    assert (done.returncode, done.stderr) == (0, "")
    assert "secret" not in done.stdout
    assert "rows" in done.stdout
    again = tablier("move-store", full.path, url)
    assert (again.returncode, again.stdout) == (1, "")
    assert "not empty" in again.stderr
    back = tablier("move-store", url, tmp_path / "back.db")
    assert (back.returncode, back.stderr) == (0, "")
    assert everything(Store(tmp_path / "back.db")) == everything(full)
    assert tablier("move-store", url, tmp_path / "back.db").returncode == 2
    assert tablier("move-store", tmp_path / "none.db", tmp_path / "other.db").returncode == 2
    assert tablier("move-store", full.path).returncode == 2
    assert not (tmp_path / "other.db").exists()
