"""The simulated disk: what SQLite finds on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from tests.simulator.disk import DRIVER, Disk

PATH = "/simulated/one.db"


@pytest.fixture(autouse=True)
def _installed() -> Iterator[None]:
    with DRIVER.installed():
        DRIVER.disk = Disk()
        yield


def opened() -> sqlite3.Connection:
    connection = sqlite3.connect(PATH, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    return connection


def test_a_connection_of_a_dead_disk_that_is_closed_late_removes_no_log_of_another() -> None:
    """The name is the same, and to remove a file SQLite tells nothing but its name."""
    late = opened()
    late.execute("CREATE TABLE words (word)")
    late.execute("PRAGMA wal_checkpoint")  # so that there is nothing left to do with its own log
    DRIVER.disk.is_dead = True
    DRIVER.disk = Disk()
    connection = opened()
    connection.execute("CREATE TABLE words (word)")
    late.close()
    found = Disk(DRIVER.disk.copy())
    connection.close()
    DRIVER.disk = found
    again = opened()
    assert again.execute("SELECT count(*) FROM words").fetchone() == (0,)
    again.close()


def test_what_goes_wrong_in_the_disk_itself_is_not_taken_for_a_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """A callback that raises would answer 0 to SQLite, which is that all is well."""

    def broken(disk: Disk, file: object, at: int, what: bytes) -> int:
        raise KeyboardInterrupt

    connection = opened()
    monkeypatch.setattr(Disk, "write", broken)
    with pytest.raises(KeyboardInterrupt), DRIVER.installed(), pytest.raises(sqlite3.OperationalError):
        connection.execute("CREATE TABLE words (word)")
    connection.close()


def test_the_chance_that_sqlite_draws_is_the_same_each_time() -> None:
    logs = []
    for _ in range(2):
        with DRIVER.installed():
            DRIVER.disk = Disk()
            connection = opened()
            connection.execute("CREATE TABLE words (word)")
            logs.append(DRIVER.disk.copy()[f"{PATH}-wal"])
            connection.close()
    assert logs[0] == logs[1]
