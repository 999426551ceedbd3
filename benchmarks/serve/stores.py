"""What a committed change costs in processor time, in an SQLite file and in PostgreSQL, alone and ten together.

    python -m benchmarks.serve.stores       half a minute; what is found is kept in benchmarks/results/stores.json

The database runs beside it, with fsync, as a host's would. Its own time is counted too: on a machine of its own it
takes nothing from the server. The two take turns, so that whatever else the machine does meets both.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from tests.postgres import Cluster

from tablier.arena.machine import circumstances
from tablier.serve.store import Change, Entry, Store, TableRow

RESULTS = Path(__file__).parent.parent / "results" / "stores.json"
CHANGES = 500
"""In each round."""
ROUNDS = 6
GROUPS = (1, 10)
BODY = json.dumps({"seat": 0, "action": "e2-e5", "drawn": [3], "said": "x" * 150})


@dataclass
class Cost:
    """Microseconds of processor time for a change."""

    store: str
    group: int
    server: float = 0.0
    """Our own process, with everything that it does for it."""
    database: float = 0.0


class Player:
    """Commits changes of tables that are always on, a group at a time."""

    def __init__(self, where: str | Path) -> None:
        self.store = Store(where)
        self._number = 0

    async def set_up(self) -> None:
        self.store.open()
        for table in range(max(GROUPS)):
            row = TableRow(f"t{table}", "go", "playing", True, 1, 1, "h", "{}")
            await self.store.commit(Change(new_table=row))

    async def play(self, group: int) -> None:
        for _ in range(CHANGES // group):
            self._number += 1
            await asyncio.gather(*(self.store.commit(self._change(f"t{table}")) for table in range(group)))

    def _change(self, table: str) -> Change:
        return Change(entries=(Entry(table, self._number, 1, "played", BODY, f"0:c{self._number}"),))


def measure(cluster: Cluster, folder: Path) -> list[Cost]:
    players = {"sqlite": Player(folder / "tables.db"), "postgresql": Player(cluster.new_database())}
    costs = {(name, group): Cost(name, group) for name in players for group in GROUPS}
    for player in players.values():
        asyncio.run(player.set_up())
    for _ in range(ROUNDS):
        for (name, group), cost in costs.items():
            before, there = process_time(), cluster.processor_time()
            asyncio.run(players[name].play(group))
            cost.server += (process_time() - before) / ROUNDS / CHANGES * 1e6
            cost.database += (cluster.processor_time() - there) / ROUNDS / CHANGES * 1e6
    for player in players.values():
        player.store.close()
    return list(costs.values())


def main() -> None:
    cluster = Cluster({"fsync": "on"})
    try:
        with tempfile.TemporaryDirectory() as folder:
            costs = measure(cluster, Path(folder))
    finally:
        cluster.remove()
    for cost in costs:
        spent = f"{cost.server:5.0f} µs in the server, {cost.database:5.0f} µs in the database"
        print(f"{cost.store:<12} groups of {cost.group:>2}: {spent}")
    RESULTS.write_text(json.dumps({**circumstances(), "costs": [asdict(cost) for cost in costs]}, indent=1) + "\n")


if __name__ == "__main__":
    main()
