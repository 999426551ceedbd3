"""Several nodes on one store: everything goes on, whichever of them is gone."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from functools import partial

import httpx
import pytest
from benchmarks.serve.__main__ import _audit
from benchmarks.serve.crowd import SEATS, Crowd
from benchmarks.serve.ledger import Ledger

from tablier.client.guest import Guest
from tablier.serve.hatch import Refused, ask
from tablier.serve.nodes.peers import TOKEN, token_of
from tablier.serve.store import Store
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.nodes import Cooperative, Node, Way

TABLES = 6
RATE = 40.0


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


async def until_async(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            pass


class Playing:
    """People who play at tables of several nodes, and everything that they were told."""

    def __init__(self, house: Cooperative) -> None:
        self.house, self.ledger = house, Ledger()
        self.crowd = Crowd(house.url, "legal", self.ledger, seed=1)

    async def __aenter__(self) -> Playing:
        await self.crowd.come(TABLES)
        self._acting = asyncio.create_task(self.crowd.act(RATE, PATIENCE))
        await self.some_actions()
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._acting.cancel()
        await self.crowd.leave()

    async def some_actions(self, count: int = 20) -> None:
        """Wait until so many more were seen by the other side."""
        already = len(self.crowd.delays)
        await until(lambda: len(self.crowd.delays) >= already + count)

    async def everybody_goes_on(self) -> None:
        """Wait until at every table somebody has acted who came after this moment."""
        before = {id: table.actions for id, table in self.crowd.tables.items()}
        await until(
            lambda: all(
                id not in self.crowd.tables or self.crowd.tables[id].actions > actions for id, actions in before.items()
            )
        )
        assert not self.crowd.lost
        assert not self.crowd.refused

    async def nothing_was_lost(self) -> None:
        found = await _audit(self.ledger, self.house.store)
        assert found.acknowledged
        assert (found.lost, found.different, found.twice) == (0, 0, 0)


def test_people_at_different_nodes_play_at_the_same_tables_and_a_node_that_goes_leaves_its_own_to_the_others(
    postgres: Cluster,
) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, Playing(house) as playing:
            await playing.everybody_goes_on()
            assert house.owners() == [1, 2]
            await playing.nothing_was_lost()
            assert await house.nodes[0].stop() == 0
            await playing.everybody_goes_on()
            assert house.owners() == [2]
            await playing.nothing_was_lost()

    asyncio.run(main())


def test_the_tables_of_a_node_that_is_killed_go_on_at_another(postgres: Cluster) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, Playing(house) as playing:
            for node in house.nodes:
                node.kill()
                await playing.everybody_goes_on()
                await node.start()
            await playing.nothing_was_lost()

    asyncio.run(main())


def test_a_node_that_was_frozen_comes_back_and_has_nothing_to_say_about_its_former_tables(postgres: Cluster) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, Playing(house) as playing:
            house.nodes[0].freeze()
            await until(lambda: house.owners() == [2])
            house.nodes[0].thaw()
            await playing.everybody_goes_on()
            await until(lambda: 3 in house.there())  # it is a new node
            await playing.nothing_was_lost()

    asyncio.run(main())


def test_while_the_database_is_started_anew_people_wait_and_then_go_on() -> None:
    async def main() -> None:
        postgres = Cluster()
        try:
            async with Cooperative(postgres) as house, Playing(house) as playing:
                for how in (signal.SIGINT, signal.SIGQUIT):
                    postgres.stop(how)
                    postgres.start()
                    await playing.everybody_goes_on()
                await playing.nothing_was_lost()
        finally:
            postgres.remove()

    asyncio.run(main())


def test_of_two_nodes_that_cannot_reach_each_other_the_younger_sends_people_to_the_older(postgres: Cluster) -> None:
    async def main() -> None:
        house = Cooperative(postgres)
        async with Way(house.nodes[0]) as first, Way(house.nodes[1]) as second, house, Playing(house) as playing:
            first.close()
            second.close()
            await until(lambda: len(house.there()) == 1)
            await until(lambda: house.owners() == house.there())
            await playing.everybody_goes_on()
            first.is_open = second.is_open = True
            await until(lambda: len(house.there()) == 2)
            await playing.everybody_goes_on()
            await playing.nothing_was_lost()

    asyncio.run(main())


# --- what holds at all of them


def test_limits_count_what_an_address_asks_for_at_all_nodes(postgres: Cluster) -> None:
    """Without a balancer, which would ask too. The second node refuses before it has been asked for so much itself."""
    most = 60

    async def main() -> None:
        store = postgres.new_database()
        first, second = nodes = [Node(store, requests=most) for _ in range(2)]
        try:
            for node in nodes:
                await node.start()
            async with httpx.AsyncClient(timeout=PATIENCE) as http:
                assert await _answered(http, first) == most
                assert await _answered(http, second, pause=1) < most
        finally:
            for node in nodes:
                node.kill()

    asyncio.run(main())


async def _answered(http: httpx.AsyncClient, node: Node, pause: float = 0) -> int:
    """How many requests a node answers before it refuses one."""
    count = 0
    while (await http.get(f"{node.url}/api/v1/games")).status_code != 429:
        count += 1
        await asyncio.sleep(pause)
    return count


def test_what_one_sees_and_does_is_the_same_at_every_node(postgres: Cluster) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, httpx.AsyncClient(timeout=PATIENCE) as http:
            first, second = house.nodes
            async with Guest(first.url) as ann, Guest(second.url) as bob:
                opened = await ann.open("war-of-masters", SEATS, listed=True)
                await ann.sit(opened.table, 0, "Ann")
                assert [one["table"] for one in await bob.tables()] == [opened.table]
                await bob.sit(opened.table, 1, "Bob")
                await until_async(lambda: _is_played(bob, opened.table))
                mine = await http.get(f"{second.url}/api/v1/mine", headers=ann.credentials)
                pending = [one["pending"] for one in mine.json()]
                acting = (await bob.look(opened.table))["now"]["pending"]
                assert pending == [0 in acting]
                assert (await http.get(f"{second.url}/api/v1/tables/{'x' * 16}")).status_code == 404
                await _host_ends(second, opened.table, postgres)
                assert (await ann.look(opened.table))["now"]["status"] == "over"

    asyncio.run(main())


async def _is_played(guest: Guest, table: str) -> bool:
    return bool((await guest.look(table))["now"]["status"] == "playing")


async def _host_ends(node: Node, table: str, postgres: Cluster) -> None:
    """A host asks a node to end a game of which another one is the owner; nobody else can."""
    store = Store(node.store)
    store.open()
    token = token_of(store.signer())
    store.close()
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        for given, status in (("x" * 64, 404), (token, 200)):
            asked = {"do": "end", "table": table}
            answer = await http.post(f"{node.url}/node/admin", json=asked, headers={TOKEN: given})
            if answer.headers.get("x-tablier-moved"):
                answer = await http.post(f"{_other(node, postgres)}/node/admin", json=asked, headers={TOKEN: given})
            assert answer.status_code == status


def test_a_host_who_finds_no_hatch_asks_the_nodes_and_people_are_told(postgres: Cluster) -> None:
    """From another machine, or by another way to write the same store: nothing is done behind a node's back."""

    async def main() -> None:
        async with Cooperative(postgres) as house:
            elsewhere = house.store.replace("127.0.0.1", "localhost")
            assert not Store(elsewhere).database.hatch.exists()
            for node in house.nodes:
                async with Guest(node.url) as ann, Guest(node.url) as bob:
                    opened = await ann.open("war-of-masters", SEATS)
                    await ann.sit(opened.table, 0, "Ann")
                    await bob.sit(opened.table, 1, "Bob")
                    await until_async(partial(_is_played, bob, opened.table))
                    await asyncio.to_thread(ask, elsewhere, {"do": "end", "table": opened.table}, "en")
                    assert (await bob.look(opened.table))["now"]["status"] == "over"
            found = await asyncio.to_thread(ask, elsewhere, {"do": "glance"}, "en")
            assert found["running"]["nodes"] == 2
            with pytest.raises(Refused, match="no such table"):
                await asyncio.to_thread(ask, elsewhere, {"do": "forget", "table": "x" * 16}, "en")
            house.nodes[0].kill()
            house.nodes[1].freeze()
            await until(lambda: not _is_session(postgres, house, 1))
            with pytest.raises(Refused, match=house.nodes[1].url):
                await asyncio.to_thread(ask, elsewhere, {"do": "glance"}, "en")
            house.nodes[1].thaw()

    asyncio.run(main())


def _is_session(postgres: Cluster, house: Cooperative, number: int) -> bool:
    """Whether the database still sees the session of a node."""
    locks = f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = {number}"
    return bool(postgres.do(locks, house.store.rpartition("/")[2]))


def _other(node: Node, postgres: Cluster) -> str:
    found = postgres.do("SELECT address FROM nodes WHERE NOT gone", node.store.rpartition("/")[2])
    return str(next(row[0] for row in found if row[0] != node.url))
