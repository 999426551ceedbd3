"""Real nodes on a real PostgreSQL under load: nodes and the database are killed again and again, at random."""

from __future__ import annotations

import asyncio
import random
import signal
from time import perf_counter

from benchmarks.serve.__main__ import _audit, _tables_that_do_not_go_on
from benchmarks.serve.crowd import Crowd
from benchmarks.serve.ledger import Ledger

from tests.postgres import Cluster
from tests.serve.nodes import Cooperative
from tests.simulator.campaign import Counts

SOON = 5.0
"""Seconds in which people are to play again."""

PATIENCE = 60.0


async def fallen(seed: int, falls: int, nodes: int = 2, tables: int = 20, rate: float = 40.0) -> Counts:
    """Kill so often while people play; what was acknowledged, who waited for how long, and what went wrong."""
    postgres, chance, ledger = Cluster(), random.Random(seed), Ledger()
    counts: Counts = {"databases": 0, "returns": 0, "soon": 0}
    try:
        async with Cooperative(postgres, nodes) as house:
            crowd = Crowd(house.url, "legal", ledger, seed)
            await crowd.come(tables)
            playing = asyncio.create_task(crowd.act(rate, 36_000))
            outside = 0
            for _ in range(falls):
                await asyncio.sleep(chance.uniform(0.1, 1.0))
                outside += await _fall(house, crowd, chance, counts)
            stuck = await _tables_that_do_not_go_on(crowd)
            playing.cancel()
            wrong = {"outside": outside, "stuck": stuck, "helpless": len(crowd.lost), "refused": len(crowd.refused)}
            await crowd.leave()
            found = await _audit(ledger, house.store)
    finally:
        postgres.remove()
    wrong |= {"lost": found.lost, "different": found.different, "twice": found.twice}
    return {"acknowledged": found.acknowledged, **counts, **wrong, "violations": sum(wrong.values())}


async def _fall(house: Cooperative, crowd: Crowd, chance: random.Random, counts: Counts) -> int:
    """One of the nodes is killed, or the database; how many people are not back after a minute."""
    begun = perf_counter()
    if chance.random() < 0.25:
        counts["databases"] += 1
        house.postgres.stop(signal.SIGQUIT)
        house.postgres.start()
        return await _outside(crowd, begun, counts)
    node = chance.choice(house.nodes)
    node.kill()
    outside = await _outside(crowd, begun, counts)
    await node.start()
    return outside


async def _outside(crowd: Crowd, begun: float, counts: Counts) -> int:
    """Wait until everybody is connected; count who had to come again, and who of them could soon."""
    await asyncio.sleep(0.2)  # who lost the connection notices
    end = perf_counter() + PATIENCE
    while (outside := sum(not table.is_connected for table in crowd.tables.values())) and perf_counter() < end:
        await asyncio.sleep(0.02)
    pauses = [arrival - begun for arrival in crowd.arrivals if arrival > begun]
    counts["returns"] += len(pauses)
    counts["soon"] += sum(pause <= SOON for pause in pauses)
    return outside
