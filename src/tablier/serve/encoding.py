"""JSON as it is written: bytes for the wire, and a text for the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.picture.wire import as_bytes

__all__ = ["as_bytes", "as_json", "with_events"]


def as_json(told: Any) -> str:
    return as_bytes(told).decode()


def with_events(message: Mapping[str, Any], told: Sequence[str]) -> bytes:
    """A message as JSON, with `events` that are JSON already."""
    return b'%b,"events":[%b]}' % (as_bytes(message)[:-1], ",".join(told).encode())
