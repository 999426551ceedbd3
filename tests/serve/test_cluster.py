"""A node among others, without a database: what happens between two looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import httpx
import pytest

from tablier.serve.nodes.cluster import Cluster
from tablier.serve.nodes.leases import Left
from tablier.serve.nodes.peers import Peer, Refused
from tablier.serve.store import Store
from tests.patience import PATIENCE


class NoStore:
    """Has a secret, and is patient."""

    def signer(self) -> bytes:
        return b"secret"

    async def patiently(self, work: Callable[[], Awaitable[Any]]) -> Any:
        return await work()


def test_a_table_that_was_claimed_as_the_node_that_one_was_before_is_claimed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        cluster = Cluster(cast("Store", NoStore()), "http://here")
        cluster.number, claimed = 1, list[int]()

        async def claim(number: int, table: str) -> Left:
            claimed.append(number)
            cluster.number = 2  # meanwhile the others took it for gone, and it began again
            return Left(table, 0, {}, [])

        monkeypatch.setattr(cluster, "_claim", claim)
        assert await cluster.take("a table") is not None
        assert claimed == [1, 2]
        await cluster.lines.close()

    asyncio.run(work())


def test_a_node_goes_on_to_live_whatever_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        cluster, beats = Cluster(cast("Store", NoStore()), "http://here"), list[int]()

        async def rest() -> None:
            beats.append(1)
            raise Refused("a/b", "whatever")

        monkeypatch.setattr("tablier.serve.nodes.cluster.BEAT", 0.0)
        monkeypatch.setattr(cluster, "_rest", rest)
        living = asyncio.create_task(cluster._live())
        async with asyncio.timeout(PATIENCE):
            while len(beats) < 3:
                await asyncio.sleep(0)
        living.cancel()
        await cluster.lines.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (2, ""),
        (1, "there is node 1"),
        (Refused("page/unknown", "?"), "somebody else answers there"),
        (httpx.ConnectError("no"), "nobody answers there"),
    ],
)
def test_a_host_is_warned_of_a_node_that_the_others_do_not_find_where_it_says_that_it_is(
    answer: int | Exception, words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its tables would be out of reach from every other node, and both would call themselves well."""

    async def work() -> None:
        cluster = Cluster(cast("Store", NoStore()), "http://there")
        cluster.number = 2

        async def ask(peer: Peer, what: str, body: Any) -> Any:
            assert (peer.address, what) == ("http://there", "self")
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(cluster.lines, "ask", ask)
        await cluster._see_itself()
        await cluster.lines.close()

    asyncio.run(work())
    assert bool(caplog.messages) == bool(words)
    assert all(words in told and "http://there" in told and "--node" in told for told in caplog.messages)
