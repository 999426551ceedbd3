"""A language model at a table: by the other project's own client, over standard input and output."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tablier.client.guest import Guest
from tests.patience import PATIENCE
from tests.serve.serving import serving

TOOLS = {"games", "rules", "sit_down", "look", "play", "talk", "wait"}

Call = Callable[..., Awaitable[str]]


def with_model(conversation: Callable[[Call], Awaitable[None]], lang: str = "en") -> None:
    """Have a conversation with `tablier mcp`; what a tool refuses comes back as text that begins with 'no: '."""
    from mcp import Client  # here, since it takes a second, which every process of a run would spend that collects this
    from mcp.client.stdio import StdioServerParameters

    async def converse() -> None:
        environment = {"PYTHONPATH": os.pathsep.join(sys.path), "TABLIER_JIT": "0"}
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "tablier", "mcp", "--lang", lang], env=environment
        )
        async with asyncio.timeout(PATIENCE), Client(command) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS

            async def call(tool: str, **arguments: Any) -> str:
                answer = await client.call_tool(tool, arguments)
                (content,) = answer.content
                text: str = getattr(content, "text", "")
                return f"no: {text}" if answer.is_error else text

            await conversation(call)

    asyncio.run(converse())


def legal(told: str) -> list[str]:
    found = re.search(r"^(?:You may|Vous pouvez)\s?: (.+)$", told, re.MULTILINE)
    return found[1].split(", ") if found else []


def test_model_plays_here_against_a_bot_and_is_refused_with_the_rule() -> None:
    """MC-4"""

    async def conversation(call: Call) -> None:
        assert "master-citadel: Master Citadel" in await call("games")
        assert "MC-4" in await call("rules", game="master-citadel")
        assert "you sit at no table" in await call("look")
        options = {"capital": 5, "max_rounds": 2}
        told = await call("sit_down", game="master-citadel", seat="East", level=1, options=options)
        assert "you play East" in told
        assert "It is your turn." in told
        assert "(MC-4)" in await call("play", action="9 N")
        told = await call("play", action="2 e")  # as people type it
        assert "What has happened:" in told
        told = await call("play", action="0 N")
        assert "You may" not in told  # the second round was the last

    with_model(conversation)


def test_model_is_told_in_french_and_sees_its_own_hand_alone() -> None:
    """MI-23"""

    async def conversation(call: Call) -> None:
        told = await call("sit_down", game="master-islands", seat="Rouge", level=1, options={"players": 2})
        assert "vous jouez Rouge" in told
        assert legal(told)
        assert "Ce qui s’est passé" in await call("play", action=legal(told)[0])

    with_model(conversation, "fr")


def test_model_talks_where_the_rules_allow_it() -> None:
    """MC-13"""

    async def conversation(call: Call) -> None:
        told = await call("sit_down", game="master-citadel", seat="North", options={"variant": "open"}, level=1)
        assert "You may speak aloud." in told
        assert "hello" in await call("talk", text="hello")
        await call("sit_down", game="master-citadel", seat="North", level=1, options={"variant": "basic"})
        assert "no: " in await call("talk", text="hello", to=["Zenith"])

    with_model(conversation)


def test_what_cannot_be_is_refused_in_words_and_nothing_else() -> None:
    wrongs: list[tuple[str, dict[str, Any], str]] = [
        ("sit_down", {"game": "chess"}, "« chess » n’est pas un de nos jeux"),
        ("sit_down", {"game": "maestria", "options": {"chance": "x"}}, "chance : il n’y a pas de telle option"),
        ("sit_down", {"game": "maestria", "options": {"cap": [1]}}, "options : « [1] » n’est pas possible"),
        ("sit_down", {"game": "maestria", "level": 9}, "il n’y a pas de niveau 9"),
        ("sit_down", {"game": "maestria", "level": "fort"}, "level : « fort » n’est pas possible ; il faut un nombre"),
        ("sit_down", {"game": "maestria", "colour": "white"}, "il n’y a pas de « colour » ici ; il y a : game, seat"),
        ("sit_down", {"invitation": "http://[::1"}, "quel serveur ?"),
        ("sit_down", {"invitation": "http://localhost:99999/t/x"}, "quel serveur ?"),
        ("rules", {}, "il manque game"),
        ("play", {"action": "x" * 100_000}, "x... » n’est pas un coup possible ; par exemple : "),
        ("play", {"action": 3}, "action : « 3 » n’est pas possible ; il faut un texte"),
        ("talk", {"text": "?", "kind": "shout"}, "kind : « shout » n’est pas possible ; il faut text, gesture"),
    ]

    async def conversation(call: Call) -> None:
        await call("sit_down", game="maestria", level=1)
        for tool, arguments, words in wrongs:
            told = (await call(tool, **arguments)).replace("\u00a0", " ").replace("\u202f", " ")
            assert told.startswith("no: "), arguments
            assert words in told
            assert "Error" not in told
            assert "\n" not in told

    with_model(conversation, "fr")


def test_who_is_refused_another_chair_keeps_the_one_they_have() -> None:
    async def conversation(call: Call) -> None:
        await call("sit_down", game="maestria", level=1)
        assert "no: " in await call("sit_down", game="chess")
        assert "Maestria: you play Black." in await call("look")

    with_model(conversation)


def test_calls_that_come_together_are_answered_one_after_the_other() -> None:
    """MC-4: a bot that had acted twice was refused, with what it had written in secret."""

    async def conversation(call: Call) -> None:
        await call("sit_down", game="master-citadel", level=1, options={"size": 9})  # nobody is there in three rounds
        together = asyncio.gather(*(call("play", action="1 N") for _ in range(3)), call("talk", text="hello"))
        for round_number, told in enumerate((await together)[:3], start=2):
            assert f"Round {round_number}" in told

    with_model(conversation)


def test_model_sits_down_at_a_servers_table(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as url:

        async def conversation(call: Call) -> None:
            async with Guest(url, lang="en") as host:
                opened = await host.open("war-of-masters", [{"who": "link"}, {"who": "me"}])
                link = f"{url}/t/{opened.table}#seat=0&key={opened.keys[0]}"
                told = await call("sit_down", invitation=link, name="Ada")
                assert "has not begun" in told
                assert "You may speak" not in told
                await host.sit(opened.table, 1, "Max")
                told = await call("wait", seconds=PATIENCE)
                assert "It is your turn." in told
                assert re.search(r"no: .*\(WM-\d+\)", await call("play", action="a1-a8"))
                assert "not understood" in await call("play", action="x" * 1000)
                told = await call("play", action=legal(told)[0], patience=0)
                assert "What has happened:" in told
                assert "hello" in await call("talk", text="hello")

        with_model(conversation)


def test_server_that_is_not_there_is_told() -> None:
    async def conversation(call: Call) -> None:
        assert (await call("sit_down", invitation="http://127.0.0.1:9/t/x")).startswith("no: ")

    with_model(conversation)
