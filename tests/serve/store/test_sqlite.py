"""A store in a file: how it is opened, which version it has, how it is backed up."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.serve.store import BadStore, Change, Duplicate, Entry, Store, default_path, migrations
from tablier.serve.store.schema import KEPT
from tablier.serve.store.sqlite import OURS
from tests.patience import PATIENCE
from tests.serve.store.changes import add, do, entry, log, new


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An open store in a file with one table, 'a'."""
    store = Store(tmp_path / "tables.db")
    store.open()
    do(store, new("a"))
    yield store
    store.close()


# --- the file


def test_the_folder_is_made_and_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "one" / "two" / "tables.db")
    store.open()
    do(store, new("a"))
    for file in store.path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    store.close()


def test_an_url_of_sqlite_names_the_file(tmp_path: Path) -> None:
    assert Store(f"sqlite:///{tmp_path}/tables.db").path == tmp_path / "tables.db"
    assert Store(default_path()).path.name == "tables.db"


@pytest.mark.parametrize(
    "url", ["mysql://me:secret@here/tables", "postgresql://me:secret@[here/tables", "sqlite://", "what://"]
)
def test_another_url_is_refused_and_keeps_its_password(url: str) -> None:
    with pytest.raises(BadStore) as refused:
        Store(url)
    assert "secret" not in str(refused.value)


def test_commits_reach_the_disk_and_readers_do_not_wait(store: Store) -> None:
    assert store._engine is not None
    with store._engine.connect() as connection:
        told = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")}  # fmt: skip
    assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


# --- versions


def schema(path: Path) -> dict[str, Any]:
    """Everything that SQLite knows of the tables in a file."""
    connection = sqlite3.connect(path)
    told: dict[str, Any] = {}
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"):
        told[name] = kind, sorted(line.strip().rstrip(",") for line in sql.replace("\t", "").splitlines())
    connection.close()
    return told


def unversioned(path: Path) -> None:
    """A store of no version: what there was before the first."""
    connection = sqlite3.connect(path)
    connection.executescript(f"CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);"
                             f"PRAGMA application_id = {OURS}")  # fmt: skip
    connection.close()


def test_an_older_store_becomes_like_a_new_one(tmp_path: Path) -> None:
    unversioned(tmp_path / "old.db")
    old, fresh = Store(tmp_path / "old.db"), Store(tmp_path / "fresh.db")
    for store in (old, fresh):
        store.open()
        do(store, new("a"), add(1))
        store.close()
    tables = {name: told for name, told in schema(fresh.path).items() if name != "alembic_version"}
    assert set(tables) >= {table.name for table in KEPT}
    assert {name: told for name, told in schema(old.path).items() if name != "alembic_version"} == tables
    for path in (old.path, fresh.path):
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(migrations.NEWEST,)]
        connection.close()


def test_events_of_the_first_version_get_their_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.script import ScriptDirectory

    path = tmp_path / "old.db"
    unversioned(path)
    upgrade = ScriptDirectory._upgrade_revs
    with monkeypatch.context() as first:
        first.setattr(migrations, "NEWEST", "0001")
        first.setattr(ScriptDirectory, "_upgrade_revs", lambda scripts, _, now: upgrade(scripts, "0001", now))
        old = Store(path)
        old.open()
        old.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("INSERT INTO tables VALUES ('a', 'go', 'playing', 1, 1, 1, 'h', '{}')")
    connection.execute("INSERT INTO events VALUES ('a', 1, 7, 'said', '{}', NULL), ('a', 2, 8, 'said', 'é', '0:c')")
    connection.close()
    store = Store(path)
    store.open()
    assert asyncio.run(store.entries("a")) == [Entry("a", 1, 7, "said", "{}"), Entry("a", 2, 8, "said", "é", "0:c")]
    with pytest.raises(Duplicate):
        do(store, Change(entries=(Entry("a", 3, 9, "said", "{}", "0:c"),)))
    store.close()


def test_the_newest_version_is_the_last_migration() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory(str(Path(migrations.__file__).parent)).get_heads() == [migrations.NEWEST]


def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sa.Connection) -> None:
        migrate(connection)
        raise sqlite3.OperationalError("and now the power is gone")

    migrate = migrations.migrate
    unversioned(tmp_path / "old.db")
    before = schema(tmp_path / "old.db")
    monkeypatch.setattr(migrations, "migrate", fail)
    with pytest.raises(sqlite3.OperationalError):
        Store(tmp_path / "old.db").open()
    assert schema(tmp_path / "old.db") == before


def test_a_newer_store_is_refused_and_left_alone(store: Store) -> None:
    store.close()
    connection = sqlite3.connect(store.path, isolation_level=None)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.execute("UPDATE tablier SET oldest = '9998'")
    connection.close()
    with pytest.raises(BadStore, match=r"tables\.db: .*newer tablier \(version 9999"):
        store.open()


def test_alembic_is_not_loaded_for_a_store_of_this_version(tmp_path: Path) -> None:
    code = (
        "import sys; from tablier.serve.store import Store; store = Store(sys.argv[1])\n"
        "for _ in range(2): store.open(); store.close()\n"
        "sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "tables.db")], check=True, timeout=PATIENCE)


# --- backups


def test_a_backup_is_whole_while_people_play(store: Store, tmp_path: Path) -> None:
    async def play() -> None:
        for number in range(1, 101):
            await store.commit(add(number))
            if number == 50:
                copying = asyncio.get_running_loop().run_in_executor(None, store.backup, tmp_path / "copy.db")
        await copying

    asyncio.run(play())
    store.close()
    assert not list(tmp_path.glob("copy.db-*"))
    copy = Store(tmp_path / "copy.db")
    copy.open()
    numbers = [one.number for one in log(copy)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 50
    copy.close()


def test_a_backup_in_the_place_of_a_store_that_was_killed_is_what_is_served(store: Store, tmp_path: Path) -> None:
    """SQLite would play the log of the store that was there over it, and say nothing."""
    folder = tmp_path / "killed"
    folder.mkdir()
    do(store, add(1))
    store.backup(folder / "tables.db")
    do(store, add(2))
    for file in ("tables.db-wal", "tables.db-shm"):  # as a process that is killed leaves them
        (folder / file).write_bytes((tmp_path / file).read_bytes())
    restored = Store(folder / "tables.db")
    restored.open()
    assert [one.number for one in log(restored)] == [1]
    do(restored, add(2), add(3))
    restored.close()
    (aside,) = folder.glob("tables.db-wal.*")
    assert aside.read_bytes() == (tmp_path / "tables.db-wal").read_bytes()
    restored.open()
    assert [one.number for one in log(restored)] == [1, 2, 3]
    restored.close()


def test_the_log_of_a_store_that_was_killed_is_its_own(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    do(store, add(1), add(2))
    for file in ("tables.db", "tables.db-wal"):
        (folder / file).write_bytes((tmp_path / file).read_bytes())
    found = Store(folder / "tables.db")
    found.open()
    assert [one.number for one in log(found)] == [1, 2]
    found.close()
    assert not [*folder.glob("tables.db-wal.*")]


def test_a_backup_never_overwrites_and_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    before = (tmp_path / "copy.db").read_bytes()
    do(store, add(1))
    with pytest.raises(FileExistsError):
        store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == before
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "none.db").backup(tmp_path / "other.db")
    with pytest.raises(OSError, match=r"no-folder"):
        store.backup(tmp_path / "no-folder" / "copy.db")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"copy.db", "tables.db", "tables.db-shm", "tables.db-wal", "tables.db.lock"}


def test_what_is_not_a_store_is_not_backed_up(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    (tmp_path / "text.db").write_text("to be or not to be " * 100)
    for name in ("other.db", "text.db"):
        with pytest.raises(BadStore, match=name):
            Store(tmp_path / name).backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def tablier(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablier", *map(str, arguments), "--lang", "en"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)


def test_the_command_backs_up_a_store_that_is_in_use(store: Store, tmp_path: Path) -> None:
    do(store, add(1))
    done = tablier("backup", tmp_path / "copy.db", "--store", store.path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "copy.db" in done.stdout
    again = tablier("backup", tmp_path / "copy.db", "--store", store.path)
    assert (again.returncode, again.stdout) == (2, "")
    assert "exists already" in again.stderr
    copy = Store(tmp_path / "copy.db")
    copy.open()
    assert log(copy) == [entry(1)]
    copy.close()


def test_the_command_says_what_cannot_be_backed_up(tmp_path: Path) -> None:
    assert tablier("backup").returncode == 2
    none = tablier("backup", tmp_path / "copy.db", "--store", tmp_path / "none.db")
    assert (none.returncode, "there is no such file" in none.stderr) == (2, True)
    (tmp_path / "text.db").write_text("to be or not to be " * 100)
    text = tablier("backup", tmp_path / "copy.db", "--store", tmp_path / "text.db")
    assert (text.returncode, "not a tablier store" in text.stderr) == (1, True)
    assert len(text.stderr.splitlines()) == 1
