"""Who sits down at a table: by the chair's reservation, by an invitation, or with another device."""

from __future__ import annotations

from functools import partial

from tablier.serve import schema
from tablier.serve.errors import NotYours, Taken, TooMuch
from tablier.serve.identity import hashed, new_secret
from tablier.serve.store import Change, Holder, Key
from tablier.serve.tables import Tables

MOST_KEYS = 100
"""Links to chairs of one table that nobody has followed yet."""


async def sit(tables: Tables, id: str, seat: int, person: str, sitting: schema.SitRequest) -> str:
    """Sit down, or come with another device; return the key of the seat, for its next device."""
    live = await tables.live(id)
    key = hashed(sitting.key) if sitting.key else ""
    async with live.lock:
        invited = bool(key) and await tables.store.seat_of_key(key) == (id, seat)
        table = live.table
        seat = table.game.seat(seat, table.opened.options)
        new, chair = new_secret(), table.chairs[seat]
        if chair.who == "person" and (key in chair.keys or person in chair.persons):
            events = table.move(seat, person, hashed(new), key)
        elif sitting.key and not invited:
            raise NotYours
        else:
            work = partial(table.sit, seat, sitting.name, person, sitting.entropy, invited, hashed(new), sitting.pledge)
            events = await tables.beside.do(id, work) if table.opened.start else work()
        dropped = (key,) if invited else ()
        await tables.commit(live, events, dropped_keys=dropped, new_holders=(Holder(person, id, seat),))
        return new


async def invite(tables: Tables, id: str, seat: int, person: str) -> str:
    """A new key for a chair that waits for somebody with a link; for who opened the table."""
    live = await tables.live(id)
    async with live.lock:
        table = live.table
        chair = table.chairs[table.game.seat(seat, table.opened.options)]
        if person != table.opened.host or chair.reservation["who"] != "link" or chair.reservation["persons"]:
            raise NotYours
        if chair.who:
            raise Taken
        if await tables.store.keys_of(id) >= MOST_KEYS:
            raise TooMuch
        key = new_secret()
        await tables.store.commit(Change(new_keys=(Key(hashed(key), id, seat),)))
        return key


async def seat_bot(tables: Tables, id: str, seat: int, level: int, person: str) -> None:
    """Put a bot on an empty chair."""
    live = await tables.live(id)
    async with live.lock:
        await tables.commit(live, live.table.seat_bot(seat, level, person))
