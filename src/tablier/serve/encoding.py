"""JSON as it is written, for the wire and for the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablier.picture.wire import as_bytes


def as_json(told: Any) -> str:
    return as_bytes(told).decode()


def with_events(message: Mapping[str, Any], told: Sequence[str]) -> str:
    """A message as JSON, with `events` that are JSON already."""
    return f'{as_json(message)[:-1]},"events":[{",".join(told)}]}}'
