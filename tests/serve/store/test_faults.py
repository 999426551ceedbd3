"""What a store does when the disk, the file, another process or the power is against it. All on real files."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from shutil import which
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.serve.store import BadStore, Change, Duplicate, Entry, Store, StoreTrouble, TableRow
from tests.patience import PATIENCE

TABLE = TableRow("a", "go", "playing", True, 1, 1, "h", "{}")
BULK = "x" * 20_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An open store with one table, 'a', and one entry."""
    store = Store(tmp_path / "tables.db", patience=0.2)
    store.open()
    asyncio.run(store.commit(Change(new_table=TABLE, entries=(entry(1),))))
    yield store
    store.close()


def entry(number: int, body: str = "{}", table: str = "a") -> Entry:
    return Entry(table, number, number, "said", body)


def add(store: Store, *numbers: int, body: str = "{}") -> None:
    asyncio.run(store.commit(Change(entries=tuple(entry(number, body) for number in numbers))))


def numbers(store: Store, table: str = "a") -> list[int]:
    return [one.number for one in asyncio.run(store.entries(table))]


def on_connections(store: Store, pragma: dict[str, int]) -> None:
    """Set these on every connection that is used from now on; what they say may change meanwhile."""
    assert store._engine is not None
    assert store._writer is not None

    def set_them(connection: Any, *_: object) -> None:
        for name, value in pragma.items():
            connection.execute(f"PRAGMA {name} = {value}")

    sa.event.listen(store._engine, "checkout", set_them)
    store._writer._disconnect()  # nothing waits: the writer takes another connection when something does


def run(
    code: str, *arguments: str | Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python in another process."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False, env=environment
    )


# --- the disk


def test_a_full_disk_stores_nothing_by_halves_and_work_resumes_when_there_is_room(store: Store) -> None:
    room = {"max_page_count": 40}  # SQLite's own limit fails in the way that a full disk does
    on_connections(store, room)
    add(store, 2, 3, body=BULK)
    for _ in range(2):
        with pytest.raises(StoreTrouble, match=r"tables\.db: the disk is full"):
            add(store, *range(4, 14), body=BULK)  # the first of these would still find room
    assert numbers(store) == [1, 2, 3]
    room["max_page_count"] = 1_000_000
    add(store, *range(4, 14), body=BULK)
    assert numbers(store) == list(range(1, 14))


def test_everyone_in_a_group_is_told_of_a_full_disk(store: Store) -> None:
    async def commit() -> list[BaseException | None]:
        changes = (Change(entries=(entry(number, BULK),)) for number in range(2, 52))
        return await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)

    on_connections(store, {"max_page_count": 40})
    outcomes = asyncio.run(commit())
    told = [outcome for outcome in outcomes if outcome is not None]
    assert told
    assert {type(outcome) for outcome in told} == {StoreTrouble}
    assert len({id(outcome) for outcome in told}) == len(told)  # each raises its own
    assert numbers(store) == [1, *(number for number, outcome in enumerate(outcomes, start=2) if outcome is None)]


NO_ROOM = """
import asyncio, resource, sys
from tablier.serve.store import *
store = Store(sys.argv[1]); store.open()
def add(number):
    asyncio.run(store.commit(Change(entries=(Entry("a", number, 1, "said", "x" * 50_000),))))
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, hard))
number, troubles = 1, 0
while not troubles and number < 100:
    try:
        add(number + 1); number += 1
    except StoreTrouble as trouble:
        troubles += 1
assert [one.number for one in asyncio.run(store.entries("a"))] == list(range(1, number + 1))
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
add(number + 1)
store.close()
print(troubles, number + 1)
"""


def test_a_file_that_the_system_lets_grow_no_more_is_trouble_until_it_may(store: Store) -> None:
    store.close()
    done = run(NO_ROOM, store.path)
    assert done.stderr == ""
    troubles, last = map(int, done.stdout.split())
    assert troubles == 1
    store.open()
    assert numbers(store) == list(range(1, last + 1))


def test_a_disk_that_can_only_be_read_is_trouble_until_it_can_be_written(store: Store) -> None:
    state = {"query_only": 1}
    on_connections(store, state)
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="it can only be read"):
            add(store, 2)
    assert numbers(store) == [1]
    state["query_only"] = 0
    add(store, 2)
    assert numbers(store) == [1, 2]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_can_only_be_read_is_refused_at_opening(store: Store) -> None:
    store.close()
    store.path.chmod(0o400)
    with pytest.raises(StoreTrouble, match=r"tables\.db"):
        store.open()
    store.path.chmod(0o600)
    store.path.with_name("tables.db.lock").unlink()
    store.path.parent.chmod(0o500)
    with pytest.raises(StoreTrouble, match=r"tables\.db"):
        store.open()
    store.path.parent.chmod(0o700)


def test_a_folder_that_cannot_be_is_refused_at_opening(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreTrouble, match=r"file/tables\.db: the store cannot be opened \(\w+"):
        Store(tmp_path / "file" / "tables.db").open()
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadStore, match=r"folder: this is a directory"):
        Store(tmp_path / "folder").open()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


# --- a commit whose end nobody knows

FAULTY_DISK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    const char *sign = getenv("FAULTY_DISK");
    if (sign && !access(sign, F_OK)) { errno = EIO; return -1; }
    return real(file);
}
int fsync(int file) { return fdatasync(file); }
"""

COMMIT_ON_A_FAULTY_DISK = """
import asyncio, os, sys, threading
from tablier.serve.store import *
store, sign = Store(sys.argv[1]), os.environ["FAULTY_DISK"]
store.open()
def told(number):
    try:
        asyncio.run(store.commit(Change(entries=(Entry("a", number, 1, "said", "{}"),))))
        return True
    except StoreTrouble:
        return False
assert told(2)
open(sign, "w").close()
threading.Timer(1.0, os.remove, [sign]).start()
answers = [told(3)]
answers.append(told(4))
found = [one.number for one in asyncio.run(store.entries("a"))]
print(answers, found, flush=True)
os._exit(0)  # as if the power had gone: what is on the disk now is what is found at the next start
"""


@pytest.mark.skipif(not which("cc"), reason="there is no compiler for a disk that fails")
def test_after_a_failed_fsync_nobody_is_told_what_is_not_so(store: Store, tmp_path: Path) -> None:
    """The answer is what the file says at once, and what it says after the next start."""
    store.close()
    source, library, sign = (tmp_path / name for name in ("disk.c", "disk.so", "broken"))
    source.write_text(FAULTY_DISK)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), "FAULTY_DISK": str(sign)}
    done = run(COMMIT_ON_A_FAULTY_DISK, store.path, environment=environment)
    assert done.stderr == ""
    answers, found = ast.literal_eval(f"[{done.stdout.replace('] [', '], [')}]")
    assert found == [1, 2, *(number for number, stored in zip((3, 4), answers, strict=True) if stored)]
    store.open()
    assert numbers(store) == found


def io_error() -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


def commit_fails(store: Store, instead: str) -> None:
    """The next commit fails, once this has been done in its place; those after it succeed."""
    database, commit = store.database, store.database.commit

    def fail(connection: sa.Connection) -> None:
        database.commit = commit  # type: ignore[method-assign]
        connection.exec_driver_sql(instead)
        raise io_error()

    database.commit = fail  # type: ignore[method-assign]


@pytest.mark.parametrize("stored", [True, False])
def test_a_commit_that_fails_is_answered_by_what_is_found(store: Store, stored: bool) -> None:
    """The same with a commit that reached the disk though it failed, and one that did not."""
    commit_fails(store, "COMMIT" if stored else "ROLLBACK")
    with nullcontext() if stored else pytest.raises(StoreTrouble, match="nothing was stored"):
        add(store, 2, 3)
    found = [1, 2, 3] if stored else [1]
    assert numbers(store) == found
    add(store, len(found) + 1)
    assert numbers(store) == [*found, len(found) + 1]


def test_a_group_whose_commit_fails_is_told_each_its_own(store: Store) -> None:
    async def commit() -> list[BaseException | None]:
        changes = (Change(entries=(entry(number),)) for number in (1, 2, 3))  # the first is there already
        return await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)

    commit_fails(store, "COMMIT")
    outcomes = asyncio.run(commit())
    assert [type(outcome) for outcome in outcomes] == [Duplicate, type(None), type(None)]
    assert numbers(store) == [1, 2, 3]


# --- the file


def test_a_damaged_file_is_refused_at_opening_with_its_name_and_what_to_do(store: Store) -> None:
    for number in range(2, 60):
        add(store, number, body="y" * 900)
    store.close()
    content = bytearray(store.path.read_bytes())
    for page in range(3 * 4096, len(content), 4096):
        content[page : page + 64] = b"\xa5" * 64
    store.path.write_bytes(content)
    with pytest.raises(BadStore, match=r"tables\.db: it is damaged .* backup"):
        store.open()
    assert store.path.read_bytes() == content
    with pytest.raises(BadStore, match=r"tables\.db: it is damaged .*"):
        store.backup(store.path.with_name("copy.db"))
    assert not store.path.with_name("copy.db").exists()


def test_a_file_that_is_cut_off_is_refused_at_opening(store: Store) -> None:
    store.close()
    content = store.path.read_bytes()
    store.path.write_bytes(content[: len(content) // 2])
    with pytest.raises(BadStore, match=r"tables\.db"):
        store.open()


@pytest.mark.parametrize("content", [b"tablier 1\n", b"to be or not to be " * 1000, bytes(8192)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    with pytest.raises(BadStore, match=r"tables\.db: .*not a tablier store"):
        Store(path).open()
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "songs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(BadStore, match=r"songs\.db: .*another program"):
        Store(path).open()
    assert path.read_bytes() == content


# --- other processes

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_file_that_another_process_keeps_locked_is_trouble_until_it_lets_go(store: Store) -> None:
    command = [sys.executable, "-c", HOLD, str(store.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(StoreTrouble, match="another program keeps it locked"):
            add(store, 2)
        assert numbers(store) == [1]  # who only reads is not kept waiting
        other.kill()
    add(store, 2)
    assert numbers(store) == [1, 2]


OPEN = "import sys; from tablier.serve.store import *\nStore(sys.argv[1]).open()"


def test_two_servers_do_not_share_a_store(store: Store) -> None:
    with pytest.raises(StoreTrouble, match="another tablier serve is using it"):
        Store(store.path).open()
    link = store.path.with_name("link.db")
    link.symlink_to(store.path)
    other_name = store.path.with_name("other.db")
    other_name.hardlink_to(store.path)
    with pytest.raises(StoreTrouble, match="another tablier serve is using it"):
        Store(other_name).open()
    for path in (store.path, link, other_name):
        assert "another tablier serve is using it" in run(OPEN, path).stderr
    add(store, 2)
    store.close()
    assert run(OPEN, store.path).returncode == 0


# --- the power

STREAM = """
import asyncio, sys
from tablier.serve.store import *
store = Store(sys.argv[1]); store.open()
async def play(table):
    number = len(await store.entries(table))
    if not number and not await store.find(table):
        await store.commit(Change(new_table=TableRow(table, "go", "playing", True, 1, 1, "h", "{}")))
    while True:
        number += 1
        await store.commit(Change(entries=(Entry(table, number, 1, "said", "{}", f"0:{number}"),)))
        print(table, number, flush=True)
async def main():
    await asyncio.gather(*(play(f"t{i}") for i in range(8)))
asyncio.run(main())
"""


def killed_after(lines: int, path: Path) -> dict[str, int]:
    """Let a server play, kill it in the middle; the last number of each table that it had acknowledged."""
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-c", STREAM, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        for count, line in enumerate(server.stdout):
            if count == lines:
                server.send_signal(signal.SIGKILL)
            if line.endswith("\n"):
                name, number = line.split()
                acknowledged[name] = int(number)
        assert server.stderr.read() == ""
    assert server.returncode == -signal.SIGKILL
    return acknowledged


def test_whatever_was_acknowledged_outlives_a_kill_without_gaps(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    for lines in (3, 150, 401):
        acknowledged = killed_after(lines, store.path)
        assert acknowledged
        store.open()
        for table, number in acknowledged.items():
            stored = numbers(store, table)
            assert stored == list(range(1, len(stored) + 1))
            assert len(stored) >= number
        store.close()
