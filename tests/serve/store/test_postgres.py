"""A store in PostgreSQL: what becomes of changes when the database, the network or another process is against it."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from tablier.serve.store import BadStore, Change, Damaged, Duplicate, Entry, Store, StoreTrouble, TableUpdate
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.store.changes import add, do, entry, log, new
from tests.serve.store.wire import Moment, Wire


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store with one table, 'a', and one entry."""
    store = Store(url, patience=0.5)
    store.open()
    do(store, new("a"), add(1))
    yield store
    store.close()


@pytest.fixture
def own() -> Iterator[Cluster]:
    """A PostgreSQL of one's own, to be stopped and killed."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def wire(postgres: Cluster) -> Iterator[Wire]:
    wire = Wire(postgres.port)
    yield wire
    wire.close()


def numbers(store: Store, name: str = "a") -> list[int]:
    return [one.number for one in log(store, name)]


def cut_all(url: str) -> None:
    """End every connection to a database but this one."""
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


# --- the database


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_database_that_is_started_anew_is_trouble_until_it_is_there(own: Cluster, how: signal.Signals) -> None:
    store = Store(own.new_database())
    store.open()
    do(store, new("a"), add(1))
    assert numbers(store) == [1]
    own.stop(how)
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="cannot be reached"):
            do(store, add(2))
        with pytest.raises(StoreTrouble, match="cannot be reached"):
            log(store)
        with pytest.raises(StoreTrouble, match="cannot be reached"):
            asyncio.run(store.transact(lambda connection: None))
    own.start()
    do(store, add(2))
    assert numbers(store) == [1, 2]
    store.close()


def test_connections_that_were_lost_while_nobody_used_them_are_made_anew(store: Store, url: str) -> None:
    assert numbers(store) == [1]
    cut_all(url)
    assert numbers(store) == [1]
    cut_all(url)
    do(store, add(2))
    assert numbers(store) == [1, 2]


def test_a_connection_that_is_lost_before_the_end_is_made_anew_and_the_group_written_once_more(
    store: Store, url: str
) -> None:
    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        tries.append("")
        if len(tries) == 1:
            cut_all(url)

    tries: list[str] = []
    store.guard = guard
    do(store, add(2))
    assert (len(tries), numbers(store)) == (2, [1, 2])


def test_a_database_that_can_only_be_read_is_trouble_until_it_can_be_written(
    store: Store, url: str, postgres: Cluster
) -> None:
    name = url.rpartition("/")[2]
    postgres.do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    cut_all(url)
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="it can only be read"):
            do(store, add(2))
    assert numbers(store) == [1]
    with pytest.raises(StoreTrouble, match="it can only be read"):
        Store(url).open()
    postgres.do(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    cut_all(url)
    do(store, add(2))
    assert numbers(store) == [1, 2]


def test_a_text_with_an_end_in_it_is_refused_and_not_cut(store: Store) -> None:
    with pytest.raises(psycopg.DataError):
        do(store, Change(entries=(replace(entry(2), body="cut\0here"),)))
    do(store, add(2))  # and the others go on
    assert [one.number for one in log(store)] == [1, 2]


def test_commits_reach_the_disk_whatever_the_database_does_by_itself(url: str, postgres: Cluster) -> None:
    postgres.do(f"ALTER DATABASE {url.rpartition('/')[2]} SET synchronous_commit = off")
    store = Store(url)
    store.open()
    assert store._engine is not None
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
    store.close()


def test_an_event_that_is_not_what_was_stored_damages_its_table_alone(store: Store, postgres: Cluster) -> None:
    do(store, new("b"), add(1, name="b"))
    postgres.do("UPDATE events SET body = '{}' WHERE table_id = 'a'", str(store.where.rpartition("/")[2]))
    with pytest.raises(Damaged, match="event 1"):
        log(store)
    assert numbers(store, "b") == [1]


# --- a commit whose end nobody knows


@pytest.mark.parametrize(("moment", "stored"), [("before COMMIT", False), ("after COMMIT", True)])
def test_a_commit_that_is_cut_is_answered_by_what_is_found(url: str, wire: Wire, moment: Moment, stored: bool) -> None:
    store = Store(f"postgresql://postgres@127.0.0.1:{wire.port}/{url.rpartition('/')[2]}")
    store.open()
    do(store, new("a"))
    wire.cuts.append(moment)
    with nullcontext() if stored else pytest.raises(StoreTrouble, match="nothing was stored"):
        do(store, add(1, 2))
    assert wire.cuts == []
    found = [1, 2] if stored else []
    assert numbers(store) == found
    do(store, add(len(found) + 1))
    assert numbers(store) == [*found, len(found) + 1]
    store.close()


SLOW = """
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.number = 2) EXECUTE FUNCTION wait()"""
"""To commit the second entry of a table takes for ever."""


def test_nothing_follows_of_a_commit_that_was_still_under_way_when_the_connection_was_cut(
    url: str, wire: Wire, postgres: Cluster
) -> None:
    """The database does not notice that nobody listens any more, and would commit after we had looked."""
    name = url.rpartition("/")[2]
    store = Store(f"postgresql://postgres@127.0.0.1:{wire.port}/{name}")
    store.open()
    do(store, new("a"), add(1))
    postgres.do(SLOW, name)
    wire.cuts.append("in COMMIT")
    with pytest.raises(StoreTrouble, match="nothing was stored"):
        do(store, add(2))
    busy = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND query = 'COMMIT' AND state = 'active'"
    assert postgres.do(busy, name) == [(0,)]
    assert numbers(store) == [1]
    store.close()


def test_who_is_in_doubt_waits_for_the_network_and_who_comes_meanwhile_does_not(url: str, wire: Wire) -> None:
    store = Store(f"postgresql://postgres@127.0.0.1:{wire.port}/{url.rpartition('/')[2]}")
    store.open()
    do(store, new("a"))

    async def play() -> None:
        wire.cuts.append("after COMMIT")
        wire.is_down = True
        first = asyncio.create_task(store.commit(add(1)))
        while wire.cuts:
            await asyncio.sleep(0.01)
        with pytest.raises(StoreTrouble, match="cannot be reached"):
            await store.commit(add(2))
        assert not first.done()
        wire.is_down = False
        await first

    asyncio.run(play())
    assert numbers(store) == [1]
    store.close()


def test_a_commit_that_the_database_takes_for_a_rollback_is_none(store: Store) -> None:
    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        with suppress(sa.exc.DBAPIError):
            connection.exec_driver_sql("SELECT nonsense")

    store.guard = guard
    with pytest.raises(psycopg.errors.InFailedSqlTransaction):
        do(store, Change())


# --- others


def test_what_another_program_keeps_locked_is_trouble_until_it_lets_go(store: Store, url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE events")
        with pytest.raises(StoreTrouble, match="another program keeps it locked"):
            do(store, add(2))
    do(store, add(2))
    assert numbers(store) == [1, 2]


@pytest.mark.parametrize("state", ["40P01", "40001"])
def test_a_group_that_was_given_up_for_another_is_written_once_more(store: Store, state: str) -> None:
    """As PostgreSQL ends a deadlock: by an error of one of the two."""

    def guard(connection: sa.Connection) -> None:
        store.database.begin(connection)
        tries.append("")
        if len(tries) == 1:
            connection.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{state}'; END $$")

    tries: list[str] = []
    store.guard = guard
    do(store, add(2))
    assert (len(tries), numbers(store)) == (2, [1, 2])


def test_two_stores_share_a_database_and_a_number_is_given_once(store: Store, url: str) -> None:
    other = Store(url)
    other.open()
    do(other, new("b"), add(1, name="b"))
    do(store, add(2))
    assert (numbers(other), numbers(store, "b")) == ([1, 2], [1])
    with pytest.raises(Duplicate) as refused:
        do(other, add(2))
    assert refused.value.what == "number"
    other.close()
    do(store, add(3))


STREAM = """
import asyncio, sys
from tablier.serve.store import *
store = Store(sys.argv[1]); store.open()
async def play(table):
    number = len(await store.entries(table))
    if not await store.find(table):
        await store.commit(Change(new_table=TableRow(table, "go", "playing", True, 1, 1, "h", "{}")))
    while True:
        number += 1
        await store.commit(Change(entries=(Entry(table, number, 1, "said", "{}", f"0:{number}"),)))
        print(table, number, flush=True)
async def main():
    await asyncio.gather(*(play(f"{sys.argv[2]}{i}") for i in range(4)))
asyncio.run(main())
"""


def test_what_two_processes_were_told_is_there_when_one_and_the_database_are_killed(own: Cluster) -> None:
    url = own.new_database()
    players = [
        subprocess.Popen([sys.executable, "-c", STREAM, url, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         encoding="utf-8")
        for name in "xy"
    ]  # fmt: skip
    told: dict[str, int] = {}
    for player in players:
        assert player.stdout is not None
        for _ in range(200):
            name, number = player.stdout.readline().split()
            told[name] = int(number)
    players[0].kill()
    own.stop(signal.SIGQUIT)
    for player in players:
        for line in player.communicate(timeout=PATIENCE)[0].splitlines(keepends=True):
            if line.endswith("\n"):
                told[line.split()[0]] = int(line.split()[1])
    own.start()
    store = Store(url)
    store.open()
    for name, last in told.items():
        found = numbers(store, name)
        assert found == list(range(1, len(found) + 1))
        assert len(found) >= last
    assert len(told) == 8
    store.close()


OPEN = "import sys; from tablier.serve.store import *\nstore = Store(sys.argv[1]); store.open(); store.close()"


def test_many_who_begin_at_the_same_moment_make_one_store(url: str) -> None:
    many = [subprocess.Popen([sys.executable, "-c", OPEN, url], stderr=subprocess.PIPE, text=True) for _ in range(5)]
    assert [one.communicate(timeout=PATIENCE)[1] for one in many] == [""] * 5


# --- what is no store


def test_a_database_of_another_program_is_refused_and_left_alone(url: str, postgres: Cluster) -> None:
    name = url.rpartition("/")[2]
    postgres.do("CREATE TABLE songs (title TEXT)", name)
    with pytest.raises(BadStore, match=f"{name}: .*another program"):
        Store(url).open()
    assert postgres.do("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name) == [("songs",)]


def test_a_store_can_have_a_schema_of_its_own(url: str, postgres: Cluster) -> None:
    name = url.rpartition("/")[2]
    postgres.do("CREATE TABLE songs (title TEXT); CREATE SCHEMA games", name)
    store = Store(f"{url}?options=-csearch_path%3Dgames")
    store.open()
    do(store, new("a"), add(1))
    store.close()
    assert postgres.do("SELECT count(*) FROM games.events", name) == [(1,)]


def test_a_database_that_cannot_hold_every_letter_is_refused(postgres: Cluster) -> None:
    postgres.do("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(BadStore, match="ENCODING 'UTF8'"):
        Store(postgres.url("latin")).open()


def test_an_address_is_told_without_its_password(postgres: Cluster) -> None:
    store = Store(f"postgresql://me:secret@127.0.0.1:{postgres.port}/nowhere")
    assert store.where == f"postgresql://me@127.0.0.1:{postgres.port}/nowhere"
    with pytest.raises(StoreTrouble) as refused:
        store.open()
    assert "secret" not in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    with pytest.raises(StoreTrouble, match='"nowhere" does not exist'):
        Store(postgres.url("nowhere")).open()


def test_who_has_not_installed_a_driver_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in ("postgres", "postgres_trouble"):
        monkeypatch.delitem(sys.modules, f"tablier.serve.store.{name}", raising=False)
    with pytest.raises(BadStore, match=r"pip install 'tablier\[postgresql\]'"):
        Store("postgresql://me@here/tables")


# --- backups


def test_a_backup_is_a_file_of_one_moment_and_a_store_itself(store: Store, tmp_path: Path) -> None:
    async def play() -> None:
        for number in range(2, 301):
            await store.commit(Change(entries=(entry(number),), update=TableUpdate("a", changed=number)))
            if number == 50:
                copying = asyncio.get_running_loop().run_in_executor(None, store.backup, tmp_path / "copy.db")
        await copying

    asyncio.run(play())
    assert [file.name for file in tmp_path.iterdir()] == ["copy.db"]
    copy = Store(tmp_path / "copy.db")
    copy.open()
    found = numbers(copy)
    assert found == list(range(1, len(found) + 1))
    row = asyncio.run(copy.find("a"))
    assert row is not None
    assert row.changed == found[-1] >= 50
    assert copy.signer() == store.signer()
    do(copy, Change(entries=(Entry("a", len(found) + 1, 1, "said", "{}"),)))
    copy.close()


def test_what_is_not_a_store_is_not_backed_up(url: str, postgres: Cluster, tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there are no tables here"):
        Store(url).backup(tmp_path / "copy.db")
    with pytest.raises(StoreTrouble, match='"nowhere" does not exist'):
        Store(postgres.url("nowhere")).backup(tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []
