"""What no event tells of clocks, noted every few seconds for whoever goes on after this server: JSON, by table.

Of a table, by seat: for how long a clock has stood still for somebody whose connection is lost (`Clock.graces`). Under
`STOOD`, in place of a seat: when nobody's time was taken, since the server stood still, could note nothing, or was not
there. A table that was taken over has a list of its own; that in place of a table is for the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from tablier.serve.encoding import as_json
from tablier.serve.table.clock import Graces
from tablier.serve.timing import Standstill, Uptime

STOOD = ""

Note = dict[str, Graces]


def written(graces: Note, uptime: Uptime, taken: Mapping[str, Uptime]) -> str:
    """What is to be noted: of the tables that were taken over, and of all others."""
    theirs = {id: graces.get(id, {}) | {STOOD: _flat(one)} for id, one in taken.items()}
    return as_json(graces | theirs | {STOOD: {STOOD: _flat(uptime)}})


def read(text: str) -> Note:
    found: Note = json.loads(text or "{}")
    return found


def graces(note: Note, table: str) -> Graces:
    """For how long clocks had stood still at a table, by seat."""
    return {seat: grace for seat, grace in note.get(table, {}).items() if seat != STOOD}


def stood(note: Note, table: str = STOOD) -> list[Standstill]:
    """When nobody's time was taken at a table."""
    flat = note.get(table, {}).get(STOOD, note.get(STOOD, {}).get(STOOD, []))
    return [*zip(flat[::2], flat[1::2], strict=True)]


def _flat(uptime: Uptime) -> list[int]:
    return [number for standstill in uptime.standstills() for number in standstill]
