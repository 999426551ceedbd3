"""Versions of a store: an older one is led to the newest, and programs of two versions use one beside each other."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.engine.kernels import PUBLIC
from tablier.serve.store import BadStore, Store, copying, migrations
from tablier.serve.store.schema import METADATA
from tests.postgres import Cluster
from tests.serve.hosting import House
from tests.serve.store.changes import add, do, log, new

RELEASED = Path(__file__).with_name("released.sql")
"""A store of version 0005, as a program of that version left it: two games between Ann and Ben are on."""

NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0008", "0007"
def upgrade():
    op.add_column("tables", sa.Column("mood", sa.Text))
    op.add_column("events", sa.Column("weather", sa.Text, server_default="fine", nullable=False))
    op.create_table("moods", sa.Column("id", sa.Text, primary_key=True))
    op.create_index("tables_of_mood", "tables", ["mood"])
"""

ADDING = {"get_bind", "create_table", "add_column", "create_index", "bulk_insert"}


@contextmanager
def newer(folder: Path) -> Iterator[None]:
    """Within, this program is of the next version."""
    scripts = folder / "migrations"
    if not scripts.exists():
        shutil.copytree(migrations.SCRIPTS, scripts)
        (scripts / "versions" / "v0008_next.py").write_text(NEXT)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(migrations, "SCRIPTS", scripts)
        patched.setattr(migrations, "NEWEST", "0008")
        yield


def test_a_store_of_the_newer_version_is_used_by_this_one_as_far_as_it_says(where: str | Path, tmp_path: Path) -> None:
    store = Store(where)
    store.open()
    do(store, new("a"), add(1))
    store.close()
    with newer(tmp_path):
        store.open()
        store.close()
    store.open()
    do(store, add(2))
    assert len(log(store)) == 2
    assert store._engine is not None
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "0008"
        assert connection.exec_driver_sql("SELECT DISTINCT weather FROM events").scalar_one() == "fine"
        connection.exec_driver_sql("UPDATE tablier SET oldest = '0008'")
    store.close()
    with pytest.raises(BadStore, match="newer tablier"):
        store.open()
    with newer(tmp_path):
        store.open()
        store.close()


def test_servers_go_on_while_a_newer_one_brings_the_store_to_its_version(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    store, other = Store(url), Store(url)
    store.open()
    do(store, new("a"))

    def upgrade() -> None:
        with newer(tmp_path):
            other.open()

    async def play() -> None:
        loop, upgraded = asyncio.get_running_loop(), None
        number = 0
        while upgraded is None or not upgraded.done():
            number += 1
            await store.commit(add(number))
            assert len(await store.entries("a", number - 1)) == 1
            if number == 20:
                upgraded = loop.run_in_executor(None, upgrade)
        await upgraded
        for more in range(number + 1, number + 30):
            await (store, other)[more % 2].commit(add(more))
        assert len(await store.entries("a")) == number + 29

    asyncio.run(play())
    assert len(log(other)) == len(log(store))
    store.close()
    other.close()


def test_versions_from_the_sixth_on_only_add() -> None:
    """So that programs of the version before can go on beside those of the new one."""
    for path in (migrations.SCRIPTS / "versions").glob("v*.py"):
        if path.name >= "v0006":
            words = path.read_text().replace("(", " ").split()
            used = {word.removeprefix("op.") for word in words if word.startswith("op.")}
            assert used <= ADDING, path.name


def released(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(RELEASED.read_text())
    return path


async def _goes_on(where: str | Path) -> None:
    async with House(where) as house:
        assert sorted(await house.store.playing()) == ["table-of-test-00", "table-of-test-01"]
        table = (await house.tables.live("table-of-test-00")).table
        assert table.versions == {PUBLIC: 27, 0: 27, 1: 27}
        ends = [await house.connect(table.id, seat) for seat in (0, 1)]
        assert (await house.play(table.id, ends[0]))["type"] == "done"  # as it was answered then, to the same command
        assert table.versions[0] == 27
        house.commands.update({0: 100, 1: 100})
        for _ in range(6):
            table = (await house.tables.live(table.id)).table
            seat = next(seat for seat in (0, 1) if table.match.legal(seat))
            assert (await house.play(table.id, ends[seat]))["type"] == "done"
        assert table.versions[PUBLIC] > 32
    async with House(where) as house:
        again = (await house.tables.live("table-of-test-00")).table
        assert again.versions == table.versions


def test_a_game_of_the_released_version_goes_on(tmp_path: Path) -> None:
    asyncio.run(_goes_on(released(tmp_path / "tables.db")))


def test_a_game_of_the_released_version_goes_on_in_postgresql(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.new_database()
    copying.move(Store(released(tmp_path / "tables.db")).database, Store(url).database)
    asyncio.run(_goes_on(url))


def test_a_migrated_store_says_the_same_of_older_programs_as_a_new_one(tmp_path: Path) -> None:
    for path in (released(tmp_path / "old.db"), tmp_path / "new.db"):
        store = Store(path)
        store.open()
        store.close()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT * FROM tablier").fetchall() == [(1, migrations.OLDEST)]


def test_the_tables_of_postgresql_are_those_of_a_new_store(postgres: Cluster) -> None:
    store = Store(postgres.new_database())
    store.open()
    assert store._engine is not None
    found = sa.inspect(store._engine)
    assert set(found.get_table_names()) == {*METADATA.tables, "alembic_version"}
    store.close()
