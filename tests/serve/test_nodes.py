"""Several nodes on one store: everything goes on, whichever of them is gone."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from benchmarks.serve.__main__ import _audit
from benchmarks.serve.crowd import Crowd
from benchmarks.serve.ledger import Ledger

from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.nodes import Cooperative, Way

TABLES = 6
RATE = 40.0


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something that happens by itself."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


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


def test_people_at_different_nodes_play_at_the_same_tables(postgres: Cluster) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, Playing(house) as playing:
            await playing.everybody_goes_on()
            assert house.owners() == [1, 2]
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


def test_a_node_that_goes_leaves_its_tables_to_the_others(postgres: Cluster) -> None:
    async def main() -> None:
        async with Cooperative(postgres) as house, Playing(house) as playing:
            assert await house.nodes[0].stop() == 0
            await playing.everybody_goes_on()
            assert house.owners() == [2]
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
            await until(lambda: house.owners() == [1])
            await playing.everybody_goes_on()
            first.is_open = second.is_open = True
            await until(lambda: len(house.there()) == 2)
            await playing.everybody_goes_on()
            await playing.nothing_was_lost()

    asyncio.run(main())
