"""The store: what is committed is there, in order, once, and for good."""

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

from tablier.serve.store import (
    BadStore,
    Change,
    Duplicate,
    Entry,
    Holder,
    Key,
    NoSuchTable,
    Store,
    StoreTrouble,
    TableRow,
    TableUpdate,
    default_path,
    migrations,
)
from tablier.serve.store.schema import METADATA
from tests.patience import PATIENCE


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An open store with one table, 'a'."""
    store = Store(tmp_path / "tables.db")
    store.open()
    do(store, new("a"))
    yield store
    store.close()


def table(name: str, **more: Any) -> TableRow:
    row: dict[str, Any] = {"game": "go", "status": "open", "listed": True, "created": 1, "changed": 1}
    return TableRow(**({"id": name, "host": "h", "about": "{}"} | row | more))


def new(name: str, **more: Any) -> Change:
    return Change(new_table=table(name, **more))


def entry(number: int, name: str = "a", command: str | None = None) -> Entry:
    return Entry(name, number, 1000 + number, "said", f'{{"n": {number}}}', command)


def add(*numbers: int, name: str = "a", command: str | None = None) -> Change:
    return Change(entries=tuple(entry(number, name, command) for number in numbers))


async def _all(store: Store, changes: tuple[Change, ...]) -> list[BaseException | None]:
    return await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)


def together(store: Store, *changes: Change) -> list[BaseException | None]:
    """Commit changes at the same moment; what became of each."""
    return asyncio.run(_all(store, changes))


def do(store: Store, *changes: Change) -> None:
    """Commit changes one after the other."""
    for change in changes:
        asyncio.run(store.commit(change))


def log(store: Store, name: str = "a", after: int = 0) -> list[Entry]:
    return asyncio.run(store.entries(name, after))


# --- the log


def test_entries_come_back_as_they_were_given_and_in_order(store: Store) -> None:
    given = (entry(2), entry(1, command="0:x"), entry(3))
    do(store, Change(entries=given))
    assert log(store) == sorted(given, key=lambda one: one.number)
    assert log(store, after=2) == [given[2]]
    assert log(store, "nowhere") == []


def test_everything_is_there_after_closing_and_opening_again(store: Store) -> None:
    do(store, add(1, 2))
    store.close()
    again = Store(store.path)
    again.open()
    assert [one.number for one in log(again)] == [1, 2]
    again.close()


def test_a_number_is_given_once(store: Store) -> None:
    do(store, add(1))
    with pytest.raises(Duplicate) as refused:
        do(store, add(1))
    assert refused.value.what == "number"


def test_a_command_is_taken_once_at_a_table(store: Store) -> None:
    do(store, add(1, command="0:x"), new("b"), add(1, name="b", command="0:x"))
    with pytest.raises(Duplicate) as refused:
        do(store, add(2, command="0:x"))
    assert refused.value.what == "command"
    assert len(log(store)) == 1


def test_entries_need_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        do(store, add(1, name="nowhere"))


def test_a_change_is_stored_as_a_whole_or_not_at_all(store: Store) -> None:
    do(store, add(1))
    with pytest.raises(Duplicate):
        do(store, Change(new_keys=(Key("k", "a", 0),), update=TableUpdate("a", status="over"), entries=(entry(1),)))
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.find("a")) == table("a")


# --- groups


def test_what_waits_at_the_same_time_shares_a_transaction(store: Store) -> None:
    done: list[str] = []
    assert store._engine is not None
    sa.event.listen(store._engine, "before_cursor_execute", lambda *given: done.append(given[2]))
    assert together(store, *(add(number) for number in range(1, 101))) == [None] * 100
    assert len(log(store)) == 100
    assert done.count("COMMIT") <= 10


def test_a_change_that_is_wrong_by_itself_fails_alone(store: Store) -> None:
    changes = [add(number) for number in range(1, 8)]
    changes[2:2] = [add(1), add(50, name="nowhere"), add(2**70), Change(update=TableUpdate("nowhere", changed=2))]
    outcomes = together(store, *changes)
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds[2:6] == [Duplicate, NoSuchTable, OverflowError, NoSuchTable]
    assert outcomes[:2] + outcomes[6:] == [None] * 7
    assert [one.number for one in log(store)] == [1, 2, 3, 4, 5, 6, 7]


def test_changes_of_a_group_are_done_in_their_order(store: Store) -> None:
    key, holder = Key("k", "b", 1), Holder("p", "b", 1)
    outcomes = together(
        store,
        new("b"),
        add(1, name="b"),
        Change(new_keys=(key,), new_holders=(holder,)),
        Change(update=TableUpdate("b", status="playing")),
        Change(dropped_keys=("k",), dropped_holders=(holder,)),
        Change(update=TableUpdate("b", status="over")),
    )
    assert outcomes == [None] * 6
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.held_by("p")) == []
    assert asyncio.run(store.find("b")) == table("b", status="over")


def test_who_is_cancelled_stops_nobody_else(store: Store) -> None:
    async def cancel() -> None:
        given_up, other = (asyncio.create_task(store.commit(add(number))) for number in (1, 2))
        await asyncio.sleep(0)
        given_up.cancel()
        await other

    asyncio.run(cancel())
    assert 2 in [one.number for one in log(store)]


def test_closing_commits_what_waits(store: Store) -> None:
    async def close() -> None:
        waiting = [asyncio.create_task(store.commit(add(number))) for number in range(1, 50)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)

    asyncio.run(close())
    store.open()
    assert len(log(store)) == 49


def test_a_closed_store_takes_nothing(store: Store) -> None:
    store.close()
    with pytest.raises(StoreTrouble, match="closed"):
        do(store, add(1))
    with pytest.raises(StoreTrouble, match="closed"):
        log(store)


# --- tables, keys, holders


def test_an_update_changes_only_what_it_names(store: Store) -> None:
    do(store, Change(update=TableUpdate("a", listed=False)), Change(update=TableUpdate("a", about="[1]", changed=7)))
    assert asyncio.run(store.find("a")) == table("a", listed=False, about="[1]", changed=7)
    assert asyncio.run(store.find("nowhere")) is None


def test_a_table_is_opened_once_and_its_status_is_a_known_one(store: Store) -> None:
    with pytest.raises(Duplicate) as refused:
        do(store, new("a"))
    assert refused.value.what == "table"
    with pytest.raises(sa.exc.IntegrityError):
        do(store, new("b", status="asleep"))


def test_lists_show_the_tables_that_changed_last_and_want_to_be_found(store: Store) -> None:
    do(store, new("b", changed=3), new("c", changed=2, game="chess"), new("d", listed=False), new("e", status="over"))
    assert [row.id for row in asyncio.run(store.listed("open"))] == ["b", "c", "a"]
    assert [row.id for row in asyncio.run(store.listed("open", most=1))] == ["b"]
    assert asyncio.run(store.listed("open", game="chess")) == [table("c", changed=2, game="chess")]
    assert [row.id for row in asyncio.run(store.listed("over"))] == ["e"]


def test_the_games_that_are_on_are_known_whether_listed_or_not(store: Store) -> None:
    do(store, new("b", status="playing", changed=2), new("c", status="playing", listed=False), new("d", status="over"))
    assert asyncio.run(store.playing()) == ["b", "c"]


def test_a_key_opens_its_seat_until_it_is_dropped(store: Store) -> None:
    do(store, Change(new_keys=(Key("k", "a", 0), Key("l", "a", 1))))
    assert asyncio.run(store.seat_of_key("l")) == ("a", 1)
    do(store, Change(dropped_keys=("l", "k"), new_keys=(Key("k", "a", 2),)))
    assert asyncio.run(store.seat_of_key("l")) is None
    assert asyncio.run(store.seat_of_key("k")) == ("a", 2)
    with pytest.raises(Duplicate) as refused:
        do(store, Change(new_keys=(Key("k", "a", 0),)))
    assert refused.value.what == "key"


def test_a_person_finds_their_seats_those_of_the_latest_table_first(store: Store) -> None:
    do(store, new("b", changed=2), Change(new_holders=(Holder("p", "a", 0), Holder("p", "b", 1), Holder("q", "b", 0))))
    do(store, Change(new_holders=(Holder("p", "a", 0),)))  # once more changes nothing
    assert asyncio.run(store.held_by("p")) == [("b", 1), ("a", 0)]
    do(store, Change(update=TableUpdate("a", changed=3)))
    assert asyncio.run(store.held_by("p", most=1)) == [("a", 0)]
    do(store, Change(dropped_holders=(Holder("p", "a", 0),)))
    assert asyncio.run(store.held_by("p")) == [("b", 1)]
    do(store, Change(update=TableUpdate("b", status="over")))
    assert asyncio.run(store.held_by("p")) == []
    assert asyncio.run(store.held_by("p", over=True)) == [("b", 1)]


def test_nothing_is_left_of_a_table_that_is_forgotten(store: Store) -> None:
    do(store, new("b"), add(1, name="b"), add(1))
    do(store, Change(new_keys=(Key("k", "b", 0),), new_holders=(Holder("p", "b", 0),)), Change(forget="b"))
    assert asyncio.run(store.find("b")) is None
    assert log(store, "b") == []
    assert asyncio.run(store.seat_of_key("k")) is None
    assert asyncio.run(store.held_by("p")) == []
    assert len(log(store)) == 1


def test_the_store_remembers_when_the_server_last_ran(store: Store) -> None:
    assert store.alive() is None
    asyncio.run(store.mark_alive(1_700_000_000_000))
    asyncio.run(store.mark_alive(1_700_000_000_001))
    store.close()
    store.open()
    assert store.alive() == 1_700_000_000_001


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


@pytest.mark.parametrize("url", ["postgresql://me:secret@here/tables", "sqlite://", "what://"])
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
                             f"PRAGMA application_id = {Store.OURS}")  # fmt: skip
    connection.close()


def test_an_older_store_becomes_like_a_new_one(tmp_path: Path) -> None:
    unversioned(tmp_path / "old.db")
    old, fresh = Store(tmp_path / "old.db"), Store(tmp_path / "fresh.db")
    for store in (old, fresh):
        store.open()
        do(store, new("a"), add(1))
        store.close()
    tables = {name: told for name, told in schema(fresh.path).items() if name != "alembic_version"}
    assert set(tables) >= set(METADATA.tables)
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
    assert (none.returncode, "there are no tables here" in none.stderr) == (2, True)
    (tmp_path / "text.db").write_text("to be or not to be " * 100)
    text = tablier("backup", tmp_path / "copy.db", "--store", tmp_path / "text.db")
    assert (text.returncode, "not a tablier store" in text.stderr) == (1, True)
    assert len(text.stderr.splitlines()) == 1
