"""Whose a table is, as the tables see it; and the simple case: one server, to which everything belongs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from tablier.serve import timing
from tablier.serve.errors import Moved
from tablier.serve.store import Store
from tablier.serve.table.clock import Graces


@dataclass(frozen=True, slots=True)
class Taken:
    """A table that another node, or a server before this one, has looked after until now."""

    uptime: timing.Uptime
    """When somebody looked after it: while nobody did, thinking took nobody's time."""
    graces: Graces
    """For how long its clocks had stood still."""


class Elsewhere(Moved):
    """Another node looks after the table."""

    def __init__(self, node: int) -> None:
        super().__init__(f"node {node} looks after it")
        self.node = node


class House(Protocol):
    """The tables, as far as a node has to do with them."""

    sockets: Counter[str]
    """Connections, by address."""

    async def resume(self, tables: Iterable[str]) -> None:
        """Go on with these games."""

    def give_up(self) -> None:
        """Everything belongs to others now: let go of all tables, at once."""

    def living(self) -> list[str]:
        """The tables that can be found by all, and where somebody sits."""


class Owners(Protocol):
    """What the tables want to know of other servers."""

    async def start(self, house: House) -> list[str]:
        """Begin; the tables whose games are to go on here at once."""

    async def stop(self) -> None:
        """Let others look after what was ours. Nothing is being decided any more."""

    async def take(self, table: str) -> Taken | None:
        """See that a table is ours; what is to be known of it if it was not until now. Raises Elsewhere."""

    async def mark_alive(self, at: int, graces: str) -> None:
        """Note that we run, and what clocks show that no event tells (JSON, by table)."""

    async def ask(self, node: int, what: str, body: Any) -> Any:
        """What another node answers; raises Moved if it cannot be reached, and what it refuses."""

    async def ask_all(self, what: str, body: Any) -> list[Any]:
        """What all other nodes answer that can be reached."""

    def sits_elsewhere(self, table: str) -> bool:
        """Whether somebody sits at a table that another node looks after."""

    def sockets_elsewhere(self, address: str) -> int:
        """How many connections an address has to other nodes, about."""

    @property
    def is_resting(self) -> bool:
        """Whether people should go to other nodes for now, since this one cannot reach them."""


class Alone:
    """The only server of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def start(self, house: House) -> list[str]:
        return await self._store.playing()

    async def stop(self) -> None: ...

    async def take(self, table: str) -> Taken | None:
        return None

    async def mark_alive(self, at: int, graces: str) -> None:
        await self._store.mark_alive(at, graces)

    async def ask(self, node: int, what: str, body: Any) -> Any:
        raise Moved

    async def ask_all(self, what: str, body: Any) -> list[Any]:
        return []

    def sits_elsewhere(self, table: str) -> bool:
        return False

    def sockets_elsewhere(self, address: str) -> int:
        return 0

    @property
    def is_resting(self) -> bool:
        return False
