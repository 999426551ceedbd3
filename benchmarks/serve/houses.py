"""People at one server on a file, and at two nodes on PostgreSQL: what an action takes of the processor."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.postgres import Cluster

from benchmarks.serve.crowd import Crowd, Doors
from benchmarks.serve.server import Server

COME = 3
"""Who opens a table, and the two who sit there."""


def to_its_node(servers: Sequence[Server], seed: int = 0) -> Doors:
    """All come to the same server, for a table: the one that looks after it."""
    chance = random.Random(seed)
    return lambda: [chance.choice(servers).url] * COME


def to_any_node(servers: Sequence[Server], seed: int = 0) -> Doors:
    """Each comes to any of them: of two nodes, half of the people are at a table that the other looks after."""
    chance = random.Random(seed)
    return lambda: [chance.choice(servers).url for _ in range(COME)]


@dataclass
class House:
    """Servers on one store."""

    name: str
    servers: Sequence[Server]
    come: Callable[[Sequence[Server]], Doors] = to_its_node
    postgres: Cluster | None = None
    """Whose store it is, if it is no file; nobody else uses it."""

    @property
    def doors(self) -> Doors:
        return self.come(self.servers)

    @property
    def used(self) -> tuple[float, float]:
        """Seconds of the processor: of the servers, of the database."""
        database = self.postgres.processor_time() if self.postgres else 0.0
        return sum(server.seconds_used for server in self.servers), database


@dataclass
class Evening:
    """What the actions of a crowd have taken of a house."""

    house: House
    crowd: Crowd

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Count from here on."""
        self.actions, self._servers, self._database = 0, 0.0, 0.0

    async def act(self, rate: float, seconds: float) -> None:
        """So many actions a second of each server, for a while."""
        servers, database = self.house.used
        played = await self.crowd.act(rate * len(self.house.servers), seconds)
        self.actions += len(played.delays)
        servers_now, database_now = self.house.used
        self._servers += servers_now - servers
        self._database += database_now - database

    @property
    def servers(self) -> float:
        """Milliseconds for an action."""
        return self._servers / self.actions * 1000

    @property
    def database(self) -> float:
        """The same of PostgreSQL."""
        return self._database / self.actions * 1000
