"""What a host can see and do: with a server that runs, so that people are told, and with a store alone."""

from __future__ import annotations

import asyncio
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest

from tablier.serve.bans import network_of
from tablier.serve.hatch import Refused, ask
from tablier.serve.identity import hashed
from tablier.serve.store import Ban, Change, Store, StoreTrouble
from tablier.serve.table.table import Table
from tests.patience import PATIENCE
from tests.serve.hosting import House, kinds, received
from tests.serve.visiting import Person, Server

GAME = "war-of-masters"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, where all that there is can be counted."""
    server = Server(tmp_path / "tables.db")
    yield server
    code, logged = server.stop()
    assert (code, "Traceback" in logged) == (0, False), logged


def host(server: Server, do: str, **more: Any) -> dict[str, Any]:
    return ask(server.store, {"do": do, **more}, "en")


def hatch_of(path: Path) -> Path:
    return path.with_name(path.name + ".admin")


def seated(server: Server) -> tuple[str, Person, Person]:
    """A game between two people."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    table = ann.open(GAME, ["anyone", "anyone"])["table"]
    assert {ann.sit(table, 0).status_code, ben.sit(table, 1).status_code} == {201}
    return table, ann, ben


def test_the_host_sees_tables_people_bots_and_what_was_refused(own: Server) -> None:
    table, ann, _ = seated(own)
    ann.connect(table, 0).receive()
    ann.connect(table).receive()
    assert ann.client.get("/tables/nosuchtablenowww").status_code == 404
    found = host(own, "glance")
    assert found["tables"] == [{"game": GAME, "status": "playing", "count": 1}]
    assert found["store"]["bytes"] > 0
    running = found["running"]
    assert (running["playing"], running["watching"], running["addresses"], running["thinking"]) == (1, 1, 1, 0)
    assert running["refused"]["table/unknown"] == 1
    (listed,) = host(own, "tables", status="playing")["tables"]
    assert (listed["table"], listed["seats"], listed["here"], listed["watching"]) == (table, ["Ann", "Ben"], 1, 1)
    assert host(own, "tables", status="over")["tables"] == []


def test_the_host_sees_who_sits_at_a_table_and_from_where(server: Server) -> None:
    table, ann, _ = seated(server)
    ann.connect(table, 0).receive()
    found = host(server, "table", table=table)
    assert found["seats"][0]["persons"] == [hashed(ann.secret)]
    assert [seat["addresses"] for seat in found["seats"]] == [["127.0.0.1"], []]
    assert found["opened_from"] == "127.0.0.1"


def test_people_are_told_that_the_host_ends_their_game_and_it_stays_ended(server: Server) -> None:
    table, ann, _ = seated(server)
    at_table = ann.connect(table, 0)
    at_table.receive()
    host(server, "end", table=table)
    at_table.until("events")
    assert at_table.events[-1]["kind"] == "ended"
    assert (at_table.events[-1]["why"], at_table.events[-1]["shares"]) == ("host", ["1/2", "1/2"])
    assert at_table.now["status"] == "over"
    text = server.get(f"/tables/{table}/file").text
    assert "ended: host\n" in text
    assert server.post("/replay", json={"file": text}).status_code == 200
    assert server.get(f"/tables/{table}/verdict").json()["ok"]
    with pytest.raises(Refused, match="over already"):
        host(server, "end", table=table)


def test_people_are_told_that_the_host_removes_their_table_and_nothing_is_left_of_it(server: Server) -> None:
    table, ann, _ = seated(server)
    at_table = ann.connect(table, 0)
    at_table.receive()
    host(server, "forget", table=table)
    assert at_table.until("refused")["code"] == "table/removed"
    assert ann.client.get(f"/tables/{table}").json()["code"] == "table/unknown"
    assert ann.client.get("/mine").json() == []
    with pytest.raises(Refused, match="no such table"):
        host(server, "forget", table=table)


def test_a_banned_person_is_sent_away_and_stays_away_until_the_ban_is_lifted(server: Server) -> None:
    table, ann, ben = seated(server)
    at_table, other = ben.connect(table, 1), ann.connect(table, 0)
    at_table.receive()
    other.receive()
    (ban,) = host(server, "ban", who=f"{table}/1", why="rude")["bans"]
    assert (ban["kind"], ban["who"]) == ("person", hashed(ben.secret))
    assert at_table.until("refused")["code"] == "host/banned"
    assert ben.connect(table, 1).until("refused")["code"] == "host/banned"
    assert ben.client.get("/mine").json()["code"] == "host/banned"
    assert ann.client.get("/mine").status_code == 200
    host(server, "lift", who=ban["who"][:10])
    assert ben.client.get("/mine").status_code == 200
    assert ben.connect(table, 1).until("events")["seat"] == 1


def test_a_banned_network_gets_no_answer_but_that(server: Server) -> None:
    host(server, "ban", who="127.0.0.0/8")
    refused = httpx.get(server.url, headers={"accept-language": "fr"}, timeout=PATIENCE)
    assert (refused.status_code, refused.json()["code"]) == (403, "host/banned")
    host(server, "lift", who="127.0.0.0/8")
    assert httpx.get(server.url, timeout=PATIENCE).status_code == 200


def test_a_ban_outlives_the_server_and_ends_when_it_was_to(tmp_path: Path) -> None:
    first = Server(tmp_path / "tables.db")
    host(first, "ban", who="127.0.0.1")
    first.kill()
    second = Server(tmp_path / "tables.db")
    assert second.get("/health").status_code == 403
    host(second, "ban", who="127.0.0.1", seconds=1)  # in the place of the other
    while second.get("/health").status_code == 403:
        pass
    assert [ban["in_force"] for ban in host(second, "bans")["bans"]] == [False]
    second.stop()


@pytest.mark.parametrize("who", ["Ben", "12ab", "ffffffffffff", "nosuchtable/0", "300.1.1.1"])
def test_who_cannot_be_told_from_others_is_not_banned(tmp_path: Path, who: str) -> None:
    store = Store(tmp_path / "tables.db")
    store.open()
    store.close()
    with pytest.raises(Refused):
        ask(store.path, {"do": "ban", "who": who}, "en")
    assert ask(store.path, {"do": "bans"}, "en") == {"bans": []}


def test_without_a_server_the_host_does_the_same_with_the_store(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    table, _, ben = seated(server)
    other = ben.open(GAME, ["me", "bot"])["table"]
    server.stop()
    assert host(server, "glance")["running"] is None
    assert host(server, "table", table=table)["seats"][1]["name"] == "Ben"
    host(server, "end", table=table)
    host(server, "forget", table=other)
    host(server, "ban", who=f"{table}/1")
    again = Server(tmp_path / "tables.db")
    assert again.get(f"/tables/{table}").json()["now"]["status"] == "over"
    assert again.get(f"/tables/{other}").status_code == 404
    assert httpx.get(f"{again.api}/mine", headers={"authorization": f"Bearer {ben.secret}"}).status_code == 403
    again.stop()


def test_only_who_owns_the_store_can_open_the_hatch(server: Server) -> None:
    """And nothing of it is reachable over the network: it is a socket of the file system."""
    found = hatch_of(server.store).stat()
    assert stat.S_ISSOCK(found.st_mode)
    assert stat.S_IMODE(found.st_mode) == 0o600


def test_a_hatch_that_a_killed_server_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.kill()
    assert hatch_of(server.store).exists()
    assert host(server, "glance")["running"] is None
    again = Server(tmp_path / "tables.db")
    assert host(again, "glance")["running"]
    again.stop()
    assert not hatch_of(server.store).exists()


def test_a_store_at_the_end_of_a_long_way_has_a_hatch_too(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 100) / ("b" * 100)
    folder.mkdir(parents=True)
    server = Server(folder / "tables.db")
    assert host(server, "glance")["running"]
    server.stop()


def test_what_is_no_question_is_refused_and_the_next_one_is_answered(server: Server) -> None:
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(PATIENCE)
        asking.connect(str(hatch_of(server.store)))
        for line in (b"{", b"[1]", b'{"do":"nothing"}', b'{"do":"tables","most":"x"}', b"\xff"):
            asking.sendall(line + b"\n")
            assert b"request/invalid" in asking.recv(1 << 16)
        asking.sendall(b'{"do":"glance"}\n')
        assert b'"answer"' in asking.recv(1 << 16)


def test_a_store_that_a_server_without_a_hatch_uses_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.open()
    with pytest.raises(StoreTrouble, match="another tablier serve"):
        ask(store.path, {"do": "glance"}, "en")
    store.close()


def test_a_ban_that_another_process_made_is_known_within_a_heartbeat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await house.open(GAME, ["Ann", "Ben"])
            connection = await house.connect(table, 0)
            connection.address = "192.0.2.7"
            received(connection)
            code = (
                "import sqlite3, sys\n"
                "with sqlite3.connect(sys.argv[1]) as c: "
                "c.execute(\"INSERT INTO bans VALUES ('address', '192.0.2.0/24', 1, NULL, '')\")"
            )
            subprocess.run([sys.executable, "-c", code, str(house.store.path)], check=True, timeout=PATIENCE)
            await house.until(lambda: house.tables.bans.about("192.0.2.7"))
            await house.until(lambda: not connection.outbox.empty())
            assert received(connection)[0]["code"] == "host/banned"

    asyncio.run(scenario())


def test_what_a_seat_asks_for_while_its_table_is_removed_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await house.open(GAME, ["Ann", "bot"])
            connection = await house.connect(table, 0)
            asked = asyncio.create_task(house.play(table, connection))
            await house.tables.remove(table)
            assert (await asked)["type"] in ("done", "refused")
            assert [live.table.id for live in house.tables.lives] == []
            assert "ended" not in kinds(received(connection))
            assert await house.store.find(table) is None

    asyncio.run(scenario())


def test_a_table_that_is_removed_while_it_is_loaded_does_not_come_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await house.open(GAME, ["Ann", "Ben"])
            del house.tables._lives[table]
            read, forgotten = asyncio.Event(), asyncio.Event()
            rebuilt, commit = house.tables._rebuilt, house.store.commit

            async def rebuild_slowly(id: str) -> Table:
                found = await rebuilt(id)
                read.set()
                await forgotten.wait()
                return found

            async def commit_while_somebody_comes(change: Change) -> None:
                coming = house.tables.background.spawn(house.tables.live(table))
                await asyncio.wait([coming, asyncio.create_task(read.wait())], return_when=asyncio.FIRST_COMPLETED)
                await commit(change)
                forgotten.set()

            with (
                mock.patch.object(house.tables, "_rebuilt", rebuild_slowly),
                mock.patch.object(house.store, "commit", commit_while_somebody_comes),
            ):
                await house.tables.remove(table)
                await house.until(lambda: not house.tables._loading)
            assert house.tables.lives == []

    asyncio.run(scenario())


def test_of_a_table_that_is_removed_no_grace_is_noted_either(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await house.open(GAME, ["Ann", "Ben"])
            del house.tables._lives[table]
            house.tables._graces[table] = {"0": [0, 1000]}  # as a table that has left memory leaves it
            assert await house.tables.trouble() == ""
            assert table in house.store.grace()
            await house.tables.remove(table)
            assert await house.tables.trouble() == ""
            assert table not in house.store.grace()

    asyncio.run(scenario())


@pytest.mark.parametrize("who", ["::ffff:192.0.2.7", "::ffff:192.0.2.0/120"])
def test_a_ban_of_an_address_that_is_written_the_longer_way_keeps_it_out(tmp_path: Path, who: str) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            bans = house.tables.bans
            await bans.add(Ban("address", network_of(who) or "", 1))
            assert bans.about("192.0.2.7")
            assert bans.about("::ffff:192.0.2.7")
            assert not bans.about("192.0.3.7")

    asyncio.run(scenario())


def test_bans_that_are_over_are_not_gone_through_for_everybody_who_comes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with House(tmp_path / "tables.db") as house:
            bans = house.tables.bans
            await bans.add(Ban("address", "192.0.2.7/32", 1, until=2), Ban("person", "Ann", 1, until=2))
            assert (bans._people, bans._networks) == ({}, {})

    asyncio.run(scenario())
