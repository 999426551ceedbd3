"""What a node passes on to another: whatever comes, and whatever goes wrong there, somebody is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from tablier.serve.api.limits import Limits
from tablier.serve.api.relay import Relay
from tablier.serve.bans import Bans
from tablier.serve.nodes.cluster import Cluster
from tablier.serve.nodes.peers import Lines, Peer, Refused
from tablier.serve.store import Store, StoreTrouble
from tests.patience import PATIENCE

TABLE = "/api/v1/tables/AAAAAAAAAAAAAAAA"

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n"

JSON = b"HTTP/1.1 %d No\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"


class Nodes:
    """Knows one other node, which looks after every table; or none, since the store is in trouble."""

    def __init__(self, address: str) -> None:
        self.lines, self._peer = Lines("token"), Peer(1, address) if address else None

    async def owner(self, table: str) -> Peer:
        if not self._peer:
            raise StoreTrouble("it is away")
        return self._peer

    async def look_around(self) -> bool:
        return False


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("this is for the other node")


def with_node(answer: bytes, work: Callable[[str, list[bytes]], Awaitable[None]]) -> None:
    """A node that answers everything so, and hangs up."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    async def whole() -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server, asyncio.timeout(PATIENCE):
            await work(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked)

    asyncio.run(whole())


def relay(address: str) -> Relay:
    return Relay(nowhere, cast("Cluster", Nodes(address)), Limits.none(), Bans(cast("Store", None)))


async def get(address: str, **given: Any) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(relay(address)), base_url="http://here") as client:
        return await client.get(TABLE, **given)


async def knock(address: str, query: bytes = b"") -> list[Message]:
    """What somebody is sent who wants to be connected."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    path = f"{TABLE}/socket"
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": query, "scheme": "ws"}
    await relay(address)({**scope, "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1)}, receive, send)
    return sent


def test_headers_are_passed_on_as_they_came_whatever_is_in_them() -> None:
    async def work(address: str, asked: list[bytes]) -> None:
        answer = await get(address, headers=[(b"x-name", "Zoé".encode()), (b"x-tablier-client", b"a lie")])
        assert (answer.status_code, answer.content) == (200, b"well")
        assert "x-name: Zoé".encode() in asked[0]
        assert b"a lie" not in asked[0]

    with_node(ANSWER + b"well", work)


def test_who_asks_a_node_that_goes_in_the_middle_of_its_answer_is_told_to_ask_again() -> None:
    async def work(address: str, asked: list[bytes]) -> None:
        answer = await get(address)
        assert answer.json()["code"] == "table/moved"
        assert answer.headers["retry-after"] == "1"
        assert answer.headers["connection"] == "close"  # or it is this node that they ask again

    with_node(ANSWER + b"we", work)


def test_while_the_store_is_in_trouble_everybody_is_told_so() -> None:
    async def work() -> None:
        answer = await get("")
        assert (answer.status_code, answer.json()["code"]) == (503, "store/unavailable")
        sent = await knock("")
        assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
        assert "store/unavailable" in sent[1]["text"]

    asyncio.run(work())


def test_an_address_that_cannot_be_passed_on_is_refused() -> None:
    async def work(address: str, asked: list[bytes]) -> None:
        sent = await knock(address, b"seat=0#fragment")
        assert sent[-1]["type"] == "websocket.close"
        assert "request" in sent[1]["text"]
        assert asked == []

    with_node(b"", work)


def test_half_a_request_is_not_passed_on() -> None:
    async def work(address: str, asked: list[bytes]) -> None:
        parts: Iterator[Message] = iter(
            [{"type": "http.request", "body": b"{}", "more_body": True}, {"type": "http.disconnect"}]
        )
        scope = {"type": "http", "method": "POST", "path": TABLE, "raw_path": TABLE.encode(), "query_string": b""}

        async def receive() -> Message:
            return next(parts)

        async def send(message: Message) -> None: ...

        await relay(address)({**scope, "scheme": "http", "headers": [], "client": None}, receive, send)
        assert asked == []

    with_node(ANSWER + b"well", work)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nno!!", httpx.HTTPError),
        (JSON % (404, 2) + b"{}", httpx.HTTPError),
        (b"HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n", httpx.HTTPError),
        (JSON % (413, 29) + b'{"code":"a/b","detail":"c d"}', Refused),
    ],
)
def test_what_no_node_answers_is_no_answer(answer: bytes, problem: type[Exception]) -> None:
    async def work(address: str, asked: list[bytes]) -> None:
        with pytest.raises(problem):
            await Lines("token").ask(Peer(1, address), "news", {})

    with_node(answer, work)
