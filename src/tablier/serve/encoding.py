"""JSON as it is written, for the wire and for the store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def with_events(message: Mapping[str, Any], told: Sequence[str]) -> str:
    """A message as JSON, with `events` that are JSON already."""
    return f'{as_json(message)[:-1]},"events":[{",".join(told)}]}}'
