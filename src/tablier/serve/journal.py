"""A table as the store keeps it: the entries of its events, and the row that lists show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablier.record.signature import Signer
from tablier.serve import timing
from tablier.serve.encoding import as_json
from tablier.serve.errors import UnknownTable
from tablier.serve.limits import Quotas
from tablier.serve.store import Entry, TableRow, TableUpdate
from tablier.serve.table.events import Acted, Ended, Event, Left, Opened, Said, Sat, load
from tablier.serve.table.table import Table


def entries(id: str, before: int, events: Iterable[Event], command: str | None, at: int) -> tuple[Entry, ...]:
    """Events that follow so many others, to be stored; the command that asked for them is kept with the first."""
    return tuple([
        Entry(id, before + number, at, event.kind, event.dump(), command if number == 1 else None)
        for number, event in enumerate(events, start=1)
    ])  # fmt: skip


def events(entries: Iterable[Entry]) -> list[Event]:
    """What has happened, by what was stored."""
    return [load(entry.kind, entry.body) for entry in entries]


def rebuilt(id: str, entries: Sequence[Entry], uptime: timing.Uptime, quotas: Quotas | None = None) -> Table:
    """A table as its events have made it. Each counts from when it happened, so that nobody's clock begins again."""
    if not entries:
        raise UnknownTable
    opened, now = load(entries[0].kind, entries[0].body), timing.steady()
    assert isinstance(opened, Opened)
    table = Table(id, opened, quotas)
    for entry, event in zip(entries, events(entries), strict=True):
        then = now - uptime.since(entry.at)
        table.apply(event, then, entry.command)
        table.tick((), then)
    return table


def game_file(table: Table, audience: int, signer: Signer | None = None) -> str:
    """A finished game, whole and signed; one that is on, as an audience may know it."""
    match = table.match
    file = match.file() if match.over else match.file(audience)
    file.names = {seat: chair.name for seat, chair in zip(match.seats, table.chairs, strict=True) if chair.name}
    if signer and "end" in file.proof:
        file.proof |= {"server": signer.key, "signature": signer.sign(file.proof["end"])}
    return str(file)


def opened_actions(table: Table) -> list[tuple[int, int, str]]:
    """What the chain of a finished game is made of; nothing where it has none."""
    chain, moves = table.match.chain, table.match.moves
    serials = chain.serials if chain else []
    return [(serial, move.seat, move.text) for serial, move in zip(serials, moves, strict=bool(chain))]


def new_row(table: Table, at: int) -> TableRow:
    """A table that was just opened, for lists."""
    opened = table.opened
    return TableRow(table.id, opened.game, table.status, opened.listed, at, at, opened.host, _about(table))


def update(table: Table, events: Sequence[Event], at: int) -> TableUpdate | None:
    """What these events will change of a table's row; None: nothing."""
    if _UNLISTED.issuperset(map(type, events)):
        return None
    kinds = {event.kind for event in events}
    status = "over" if "ended" in kinds else "playing" if "began" in kinds else table.status
    return TableUpdate(table.id, status, changed=at, about=_about(table, events))


_UNLISTED = {Acted, Said}


def _about(table: Table, events: Sequence[Event] = ()) -> str:
    """What a list of tables shows of a table once these events have happened."""
    sitting: dict[int, Any] = {i: chair for i, chair in enumerate(table.chairs) if chair.who}
    for event in events:
        if isinstance(event, Sat):
            sitting[event.seat] = event
        elif isinstance(event, Left):
            del sitting[event.seat]
    seats = [
        {"who": sitting[i].who, "name": sitting[i].name, "level": sitting[i].level}
        if i in sitting
        else {"who": reservation["who"], "free": True}
        for i, reservation in enumerate(table.opened.places)
    ]
    ends = [event.shares for event in events if isinstance(event, Ended)]
    shares = ends[0] if ends else table.match.shares
    about = {"options": table.opened.options, "seats": seats, "pace": table.opened.pace}
    return as_json(about | ({"result": [*map(str, shares)]} if shares else {}))
