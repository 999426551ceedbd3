"""What the server knows, as an append-only log of events for each table: in one SQLite file, or in PostgreSQL.

Durable before visible: `await store.commit(change)` returns when the change is on the disk. Changes that wait at the
same time share one transaction and one fsync, and yet succeed or fail each by itself.
"""

from __future__ import annotations

from tablier.serve.store.copying import Copied, move
from tablier.serve.store.overview import Overview
from tablier.serve.store.records import (
    BadStore,
    Ban,
    Change,
    Damaged,
    Duplicate,
    Entry,
    Fenced,
    Holder,
    Key,
    NoSuchTable,
    Opener,
    Purge,
    Report,
    StoreTrouble,
    TableRow,
    TableUpdate,
)
from tablier.serve.store.store import Store, default_path, is_address

__all__ = [
    "BadStore",
    "Ban",
    "Change",
    "Copied",
    "Damaged",
    "Duplicate",
    "Entry",
    "Fenced",
    "Holder",
    "Key",
    "NoSuchTable",
    "Opener",
    "Overview",
    "Purge",
    "Report",
    "Store",
    "StoreTrouble",
    "TableRow",
    "TableUpdate",
    "default_path",
    "is_address",
    "move",
]
