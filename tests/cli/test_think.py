"""`tablier think`, and servers that are no servers of ours, or do not want it: it says so, and tries again."""

from __future__ import annotations

import asyncio
import json

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tablier.bots.lending import Lending
from tablier.bots.pool import Pool
from tablier.cli import think
from tablier.cli.screen import Screen
from tablier.serve.api import thinkers
from tests.patience import PATIENCE


class Heard(Screen):
    """Notes what is said."""

    def __init__(self) -> None:
        super().__init__("en")
        self.said: list[str] = []

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.said.append(key)


def said_about(monkeypatch: pytest.MonkeyPatch, first: str | int) -> list[str]:
    """What is said of a server that once says this, or closes the line for that reason, and then is as it should be."""
    monkeypatch.setattr(think, "AGAIN", 0.0)
    screen, visits = Heard(), list[ServerConnection]()

    async def answer(connection: ServerConnection) -> None:
        visits.append(connection)
        await connection.recv()
        if len(visits) > 1:
            await connection.send(json.dumps({"nodes": []}))
        elif isinstance(first, str):
            await connection.send(first)
        else:
            await connection.close(first)
        await connection.wait_closed()

    async def work() -> None:
        async with serve(answer, "127.0.0.1", 0) as server, asyncio.timeout(PATIENCE):
            url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            going = asyncio.create_task(think.Round(Lending(Pool(1, []), 1, 0), [url], "token", screen).go())
            while "think_here" not in screen.said:
                await asyncio.sleep(0.01)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)

    asyncio.run(work())
    return screen.said


@pytest.mark.parametrize(
    "nonsense", ["5", "[]", "{}", "no", '{"id": 1}', '{"id": 1, "worker": 9}', '{"post": 7}', "[" * 60_000]
)
def test_who_talks_nonsense_is_tried_again(monkeypatch: pytest.MonkeyPatch, nonsense: str) -> None:
    assert said_about(monkeypatch, nonsense) == ["think_away", "think_here"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (thinkers.OTHER_VERSION, ["think_version", "think_here"]),
        (thinkers.ENOUGH, ["think_enough", "think_here"]),
        (thinkers.HERE_ALREADY, ["think_here"]),
        (thinkers.NONSENSE, ["think_away", "think_here"]),
    ],
)
def test_why_a_server_has_closed_a_line_is_said(monkeypatch: pytest.MonkeyPatch, code: int, said: list[str]) -> None:
    assert said_about(monkeypatch, code) == said


def test_ctrl_c_is_how_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def interrupted(*given: object) -> None:
        asked.append(given)
        raise KeyboardInterrupt

    monkeypatch.setattr(think, "_think", interrupted)
    think.run(think.ThinkArguments(("http://localhost:8000",), 1, "token"), Heard())
    assert len(asked) == 1
