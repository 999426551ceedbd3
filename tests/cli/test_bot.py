"""`tablier bot`: a bot comes to a table of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tablier.bots import driver
from tablier.cli import bot
from tablier.cli.bot import BotArguments, Sitting
from tablier.cli.screen import Screen
from tablier.client.guest import Guest
from tests.patience import PATIENCE
from tests.serve.serving import free_port, serving

Command = Callable[..., tuple[int, str, str]]

GAME = "war-of-masters"
SHORT = {"max_turns": 3}


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "tables.db") as address:
        yield address


def open_table(url: str, who: str) -> tuple[str, dict[int, str]]:
    """A table with a bot of the server's, and a chair for somebody."""

    async def opened() -> tuple[str, dict[int, str]]:
        async with Guest(url) as host:
            opened = await host.open(GAME, [{"who": "bot", "level": 1}, {"who": who}], SHORT)
            return opened.table, opened.keys

    return asyncio.run(opened())


def look(url: str, table: str) -> dict[str, Any]:
    async def looked() -> dict[str, Any]:
        async with Guest(url) as guest:
            return await guest.look(table)

    return asyncio.run(looked())


def test_bot_takes_a_seat_that_is_open_to_all_and_plays_to_the_end(command: Command, url: str) -> None:
    table, _ = open_table(url, "anyone")
    code, out, err = command("bot", "--url", url, "--table", table, "--level", "1")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"La Guerre des Maîtres, table {table}, place : Brun"
    told = look(url, table)
    assert told["now"]["status"] == "over"
    assert [event["name"] for event in told["events"] if event["kind"] == "sat"] == ["", "Robot 1"]


def test_bot_comes_by_the_link_of_an_invitation(command: Command, url: str) -> None:
    table, keys = open_table(url, "link")
    assert command("bot", "--url", f"{url}/t/{table}#seat=1&key={keys[1]}", "--level", "1", "--name", "Hal")[0] == 0
    told = look(url, table)
    assert told["now"]["status"] == "over"
    assert told["events"][2]["name"] == "Hal"


def test_bot_finds_a_table_of_a_game(command: Command, url: str) -> None:
    code, _, err = command("bot", "--url", url, "--game", GAME)
    assert (code, err) == (1, "tablier : il n'y a pas de place libre que chacun puisse prendre\n")
    open_table(url, "link")
    table, _ = open_table(url, "anyone")
    assert command("bot", "--url", url, "--game", GAME, "--level", "1")[0] == 0
    assert look(url, table)["now"]["status"] == "over"


def test_bot_that_is_not_invited_is_told_so(command: Command, url: str) -> None:
    table, _ = open_table(url, "link")
    code, _, err = command("bot", "--url", url, "--table", table, "--seat", "1", "--key", "no-key-of-this-seat")
    assert (code, err) == (2, "tablier : ce n'est pas à vous de le faire\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["--url", "localhost:8000"], ["--url", "http://x"], ["--url", "http://x", "--table", "t", "--game", GAME]],
)
def test_what_is_missing_is_asked_for(command: Command, arguments: list[str]) -> None:
    code, _, err = command("bot", *arguments)
    assert code == 2
    assert err.startswith(("tablier : quel serveur ?", "tablier : quelle table ?"))


def test_server_that_does_not_answer_gets_one_line(command: Command) -> None:
    code, _, err = command("bot", "--url", f"http://127.0.0.1:{free_port()}", "--game", GAME)
    assert code == 1
    assert "pas de réponse" in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("command")
def test_bot_that_stays_plays_again_one_seat_further(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    table, _ = open_table(url, "anyone")

    async def stay() -> None:
        args = BotArguments(url, 1, table=table, stay=True)
        playing = asyncio.create_task(bot._play(args, Screen("en")))
        async with Guest(url) as guest, asyncio.timeout(PATIENCE):
            while len(await guest.tables("over")) < 2:
                await asyncio.sleep(0.02)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing

    asyncio.run(stay())
    seats = [line.rpartition(" ")[2] for line in capsys.readouterr().out.splitlines() if "seat:" in line]
    assert seats[:2] == ["Brown", "Red"]


@pytest.mark.usefixtures("command")
def test_bot_that_is_interrupted_says_how_to_come_back(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def interrupt() -> str:
        async with Guest(url) as host:
            opened = await host.open(GAME, [{"who": "me"}, {"who": "anyone"}], SHORT)
            await host.sit(opened.table, 0, "Zoé")
            playing = asyncio.create_task(bot._play(BotArguments(url, 1, table=opened.table), Screen("en")))
            while (await host.look(opened.table))["now"]["here"] != [1]:
                await asyncio.sleep(0.02)
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            return opened.table

    table = asyncio.run(interrupt())
    assert f"tablier bot --url {url} --table {table} --seat 1 --key " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("now", "nobody_waits"), [({}, False), ({"status": "playing"}, False), ({"status": "over"}, True)]
)
def test_bot_that_may_be_waited_for_keeps_its_chair(now: dict[str, str], nobody_waits: bool) -> None:
    """Also before it has heard whether the game is on."""

    async def get_up() -> bool:
        sitting = bot.Sitting(Guest("http://127.0.0.1:9").visit("table", 1), 1, 1)
        sitting.now = now
        return await sitting.get_up()

    assert asyncio.run(get_up()) is nobody_waits


@pytest.mark.usefixtures("command")
def test_bot_answers_what_it_is_offered(url: str) -> None:
    async def talk() -> str:
        async with Guest(url) as host, Guest(url) as guest:
            chairs = [{"who": "me"}, {"who": "anyone"}, {"who": "bot"}, {"who": "bot"}]
            opened = await host.open("master-citadel", chairs, {"max_rounds": 1})
            await host.sit(opened.table, 0, "Zoé")
            await guest.sit(opened.table, 1, "Robot")
            async with host.visit(opened.table, 0) as hers, guest.visit(opened.table, 1, show=("record",)) as its:
                await hers.receive()
                await hers.send("say", kind="offer", body="10 S", to=[1])
                sitting = Sitting(its, 1, 1)
                await sitting.begin()
                playing = asyncio.create_task(sitting.play())
                async with asyncio.timeout(PATIENCE):
                    async for message in hers:
                        for event in message.get("events", ()):
                            # It may greet first.
                            if event["kind"] == "said" and event["by"] == 1 and event["message"] != "phrase":
                                playing.cancel()
                                return str(event["message"])
        return ""

    assert asyncio.run(talk()) in ("accept", "refuse")


@pytest.mark.usefixtures("command")
def test_bots_that_may_take_each_other_for_people_play_to_the_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "QUIET", 0.2)

    async def play() -> str:
        async with Guest(url) as host, Guest(url) as guest:
            chairs = [{"who": "anyone"}, {"who": "anyone"}, {"who": "bot"}, {"who": "bot"}]
            opened = await host.open("master-citadel", chairs, {"max_rounds": 2})
            for seat, who in enumerate((host, guest)):
                await who.sit(opened.table, seat, "Robot")
            visits = [who.visit(opened.table, seat, show=("record",)) for seat, who in enumerate((host, guest))]
            async with visits[0], visits[1]:
                sittings = [Sitting(visit, seat, 1) for seat, visit in enumerate(visits)]
                for sitting in sittings:
                    await sitting.begin()
                await asyncio.gather(*(sitting.play() for sitting in sittings))
            return str((await host.look(opened.table))["now"]["status"])

    assert asyncio.run(play()) == "over"
