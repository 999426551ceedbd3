"""A guest comes to a server as people do, and does not mind if the server falls."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablier.client.guest import Guest, OpenedTable, Refused, Unreachable, Visit
from tablier.record.fairness import verify
from tablier.record.hashes import pledge_of
from tablier.serve.schema import PROTOCOL
from tests.patience import PATIENCE
from tests.serve.serving import Process, free_port, serving

GAME = "war-of-masters"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "tables.db") as address:
        yield address


async def open_table(host: Guest, other: Guest) -> OpenedTable:
    """A table with both at it."""
    opened = await host.open(GAME, [{"who": "me"}, {"who": "link"}])
    await host.sit(opened.table, 0, "Zoé")
    await other.sit(opened.table, 1, "Max", opened.keys[1])
    return opened


async def until(visit: Visit, kind: str) -> dict[str, Any]:
    """The next message of this kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await visit.receive()
            if message["type"] == kind:
                return message


async def legal(visit: Visit) -> str:
    """Wait until it is for this seat to act; an action."""
    message = await until(visit, "events")
    while not message["now"]["legal"]:
        message = await until(visit, "events")
    return str(message["now"]["legal"][0])


def actions(told: dict[str, Any], seat: int) -> list[str]:
    return [event["action"] for event in told["events"] if event["kind"] == "acted" and event["seat"] == seat]


def test_two_guests_sit_down_and_play(url: str) -> None:
    async def play() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            async with (
                zoe.visit(opened.table, 0, show=("legal",)) as hers,
                max.visit(opened.table, 1, show=("legal",)) as his,
            ):
                action = await legal(hers)
                assert (await until(his, "events"))["protocol"] == PROTOCOL
                id = await hers.send("play", action=action, version=hers.version)
                assert hers.unanswered
                assert (await until(hers, "done"))["id"] == id
                assert not hers.unanswered
                assert action in actions(await until(his, "events"), 0)

    asyncio.run(play())


def test_guest_gives_entropy_that_nobody_knew_before_everybody_had_pledged_theirs(url: str) -> None:
    async def come() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await zoe.open(GAME, [{"who": "anyone"}, {"who": "anyone"}])
            first = await zoe.sit(opened.table, 0, "Zoé")
            async with zoe.visit(opened.table, 0) as hers:
                await until(hers, "events")
                seats = [first, await max.sit(opened.table, 1, "Max")]
                while (await until(hers, "events"))["now"]["status"] == "open":
                    pass
            events = (await zoe.look(opened.table))["events"]
            assert {seated.commitment for seated in seats} == {events[0]["commitment"]}
            kinds = [event["kind"] for event in events]
            assert kinds[:5] == ["opened", "sat", "sat", "gave", "gave"]
            pledged = {event["seat"]: event["pledge"] for event in events[1:3]}
            given = {event["seat"]: event["entropy"] for event in events[3:5]}
            assert given == {seated.seat: seated.entropy for seated in seats}
            assert pledged == {seat: pledge_of(opened.table, seat, entropy) for seat, entropy in given.items()}
            assert not zoe.pledged
            assert not max.pledged

    asyncio.run(come())


def test_guest_that_sits_down_twice_gives_what_it_pledged_first(url: str) -> None:
    async def come() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await zoe.open(GAME, [{"who": "anyone"}, {"who": "anyone"}])
            first = await zoe.sit(opened.table, 0, "Zoé")
            assert (await zoe.sit(opened.table, 0, "Zoé")).entropy == first.entropy
            with pytest.raises(Refused):
                await max.sit(opened.table, 0, "Max")
            assert not max.pledged
            await max.sit(opened.table, 1, "Max")
            async with zoe.visit(opened.table, 0) as hers:
                while (await until(hers, "events"))["now"]["status"] == "open":
                    pass
            events = (await max.look(opened.table))["events"]
            assert {event["seat"]: event["entropy"] for event in events if event["kind"] == "gave"}[0] == first.entropy
            assert not zoe.pledged

    asyncio.run(come())


@pytest.mark.parametrize("deaf", ["seats/0", "seats/0/commands"], ids=["the sitting", "the giving"])
def test_guest_that_is_not_answered_can_give_later_what_it_pledged(deaf: str) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json={"events": [{"commitment": "00"}]})
        asked.append(json.loads(request.content).get("pledge", ""))
        if request.url.path.endswith(deaf):
            raise httpx.ReadError("the answer is lost")
        return httpx.Response(200, json={"key": "", "to_give": [0]})

    async def come() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with http, Guest("http://tables.example", secret="zoe", patience=0, http=http) as guest:
            with pytest.raises(Unreachable):
                await guest.sit("here", 0, "Zoé")
            assert pledge_of("here", 0, guest.pledged["here", 0]) == asked[0]

    asyncio.run(come())


def test_what_a_visit_gave_is_kept_until_it_is_answered(url: str) -> None:
    async def come() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            async with zoe.visit(opened.table, 0) as broken:
                first = await until(broken, "events")
            # On a busy machine she may come too late: then there is nothing to keep.
            assert bool(zoe.pledged) == (first["now"]["status"] == "open")
            async with zoe.visit(opened.table, 0) as hers:
                while (await until(hers, "events"))["now"]["status"] == "open":
                    pass
            assert not zoe.pledged

    asyncio.run(come())


def test_guest_keeps_a_head_by_which_the_file_can_be_checked(url: str) -> None:
    async def play() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            async with zoe.visit(opened.table, 0, show=("legal",)) as hers:
                action = await legal(hers)
                await hers.send("play", action=action, version=hers.version)
                await until(hers, "events")
                noted = hers.head
                await hers.send("resign")
                while (await until(hers, "events"))["now"]["status"] != "over":
                    pass
            file = httpx.get(f"{url}/api/v1/tables/{opened.table}/file", timeout=PATIENCE).text
            assert verify(file, noted=[noted, hers.head]).ok
            assert hers.head != noted
            assert not verify(file, noted=["0" * 64]).ok

    asyncio.run(play())


def test_guest_does_not_hear_of_the_giving(url: str) -> None:
    """What it did not ask for itself it is not answered."""

    async def come() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            async with zoe.visit(opened.table, 0) as hers:
                seen = [await hers.receive()]
                while seen[-1]["type"] != "events" or seen[-1]["now"]["status"] == "open":
                    seen.append(await hers.receive())
                assert not hers.unanswered
                await hers.send("say", kind="gesture", body="hello")
                while seen[-1]["type"] != "done":
                    seen.append(await hers.receive())
            assert [message["type"] for message in seen].count("done") == 1

    asyncio.run(come())


def test_refusal_comes_in_the_words_of_the_guest(url: str) -> None:
    async def come() -> None:
        async with Guest(url) as zoe, Guest(url, lang="en") as max:
            opened = await zoe.open(GAME, [{"who": "anyone"}, {"who": "anyone"}])
            await zoe.sit(opened.table, 0, "Zoé")
            with pytest.raises(Refused, match="somebody sits there already") as refused:
                await max.sit(opened.table, 0, "Max")
            assert refused.value.code == "seat/taken"

    asyncio.run(come())


def test_seat_of_somebody_else_is_not_visited_again_and_again(url: str) -> None:
    async def come() -> None:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            async with max.visit(opened.table, 0) as visit:
                assert (await visit.receive())["type"] == "refused"
                with pytest.raises(Refused) as refused:
                    await visit.receive()
            assert refused.value.code == "seat/not-yours"

    asyncio.run(come())


def test_loop_over_a_visit_ends_when_it_is_closed(url: str) -> None:
    async def come() -> int:
        async with Guest(url) as zoe, Guest(url) as max:
            opened = await open_table(zoe, max)
            visit, number = zoe.visit(opened.table), 0
            async for _ in visit:
                number += 1
                await visit.close()
            return number

    assert asyncio.run(come()) == 1


def test_server_that_is_not_there_is_given_up() -> None:
    async def come() -> None:
        async with Guest(f"http://127.0.0.1:{free_port()}"):
            pass

    with pytest.raises(Unreachable):
        asyncio.run(come())


def test_what_was_under_way_when_the_server_was_killed_is_done_once(tmp_path: Path) -> None:
    """Once where the server had not read it yet; and once where it had done it and could not say so."""

    async def play(server: Process) -> None:
        async with Guest(server.url) as zoe, Guest(server.url) as max:
            opened = await open_table(zoe, max)
            async with zoe.visit(opened.table, 0, show=("legal",)) as hers:
                action = await legal(hers)
                server.signal(signal.SIGSTOP)
                unread = await hers.send("play", action=action, version=hers.version)
                server.kill()
                server.start()
                assert (await until(hers, "done"))["id"] == unread
                assert hers.times == 2
                assert actions(await zoe.look(opened.table, 0), 0).count(action) == 1
            told = await zoe.look(opened.table)
            (seat,) = told["now"]["pending"]
            before = len(actions(told, seat))
            async with (zoe, max)[seat].visit(opened.table, seat, show=("legal",)) as visit:
                answer = await legal(visit)
                unheard = await visit.send("play", action=answer, version=visit.version)
                while len(actions(await zoe.look(opened.table), seat)) == before:
                    await asyncio.sleep(0.01)
                server.kill()
                server.start()
                assert (await until(visit, "done"))["id"] == unheard
                assert actions(await zoe.look(opened.table), seat)[before:] == [answer]

    with Process(tmp_path / "tables.db") as server:
        asyncio.run(play(server))
