"""A server whose store is in PostgreSQL, from the first table to the end of a game; it and its database are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.serve.hatch import ask
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.visiting import Person, Server, Socket

GAME = "war-of-masters"


class SharedServer(Server):
    """`tablier serve --store postgresql://...`"""

    def __init__(self, url: str, port: int = 0) -> None:
        super().__init__(url, port)  # type: ignore[arg-type]


@pytest.fixture
def own() -> Iterator[Cluster]:
    """A PostgreSQL of one's own, to be killed."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def come_back(people: list[Person], server: Server, table: str) -> list[Socket]:
    """Both connect anew, with the commands that they had sent still in mind."""
    sockets = []
    for seat, person in enumerate(people):
        person.server = server
        socket = person.connect(table, seat, show="legal")
        socket.until("events")
        sockets.append(socket)
    return sockets


def play(sockets: list[Socket], number: int) -> bool:
    """Take an action for whoever is to act; whether there was one to take."""
    for socket in sockets:
        if legal := socket.now.get("legal"):
            socket.count = number
            assert socket.play(legal[0])["type"] == "done"
            break
    else:
        return False
    for other in sockets:
        while other.version < socket.version:
            other.receive()
    return True


def test_a_game_is_played_through_though_the_server_and_the_database_are_killed(own: Cluster, tmp_path: Path) -> None:
    url = own.new_database()
    server = SharedServer(url)
    try:
        people = [Person(server, "Ann"), Person(server, "Ben")]
        table = people[0].open(GAME, ["anyone", "anyone"], options={"max_turns": 12})["table"]
        for seat, person in enumerate(people):
            assert person.sit(table, seat).status_code == 201
        sockets = come_back(people, server, table)
        number = 0
        while play(sockets, number := number + 1):
            if number == 4:
                before = sockets[0].version
                server.kill()
                server = SharedServer(url, int(server.url.rsplit(":", 1)[1]))
                sockets = come_back(people, server, table)
                assert sockets[0].version == before
            if number == 8:
                own.stop(signal.SIGQUIT)
                assert server.get("/health").json()["trouble"] == "store/unavailable"
                refused = sockets[0].ask("say", kind="gesture", body="hello")
                assert refused["code"] == "store/unavailable"
                own.start()
        assert number > 9
        assert sockets[0].now["status"] == "over"
        _see_what_hosts_see(server, url, table, tmp_path)
    finally:
        code, logged = server.stop()
    assert (code, "Traceback" in logged) == (0, False), logged


def _see_what_hosts_see(server: Server, url: str, table: str, folder: Path) -> None:
    assert server.get("/health").json()["ok"]
    found = ask(url, {"do": "glance"}, "en")
    assert found["running"]
    assert found["store"]["bytes"] > 0
    assert [row["table"] for row in ask(url, {"do": "tables", "status": "over"}, "en")["tables"]] == [table]
    command = [sys.executable, "-m", "tablier", "backup", str(folder / "copy.db"), "--store", url, "--lang", "en"]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    assert ask(folder / "copy.db", {"do": "tables"}, "en")["tables"][0]["table"] == table
