"""Changes to a store, and what comes of them."""

from __future__ import annotations

import asyncio
from typing import Any

from tablier.serve.store import Change, Entry, Store, TableRow


def table(name: str, **more: Any) -> TableRow:
    row: dict[str, Any] = {"game": "go", "status": "open", "listed": True, "created": 1, "changed": 1}
    return TableRow(**({"id": name, "host": "h", "about": "{}"} | row | more))


def new(name: str, **more: Any) -> Change:
    return Change(new_table=table(name, **more))


def entry(number: int, name: str = "a", command: str | None = None) -> Entry:
    return Entry(name, number, 1000 + number, "said", f'{{"n": {number}}}', command)


def add(*numbers: int, name: str = "a", command: str | None = None) -> Change:
    return Change(entries=tuple(entry(number, name, command) for number in numbers))


async def _all(store: Store, changes: tuple[Change, ...]) -> list[BaseException | None]:
    return await asyncio.gather(*(store.commit(change) for change in changes), return_exceptions=True)


def together(store: Store, *changes: Change) -> list[BaseException | None]:
    """Commit changes at the same moment; what became of each."""
    return asyncio.run(_all(store, changes))


def do(store: Store, *changes: Change) -> None:
    """Commit changes one after the other."""
    for change in changes:
        asyncio.run(store.commit(change))


def log(store: Store, name: str = "a", after: int = 0) -> list[Entry]:
    return asyncio.run(store.entries(name, after))
