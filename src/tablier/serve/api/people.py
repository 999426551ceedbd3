"""People: the secret by which somebody is known, and the seats that are theirs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.engine.registry import games
from tablier.serve.api.dependencies import AllTables, Person, TableId, secret_of
from tablier.serve.api.tables import listed
from tablier.serve.errors import NotNow
from tablier.serve.identity import COOKIE, new_secret
from tablier.serve.store import Change, Holder

YEAR = 365 * 24 * 3600
MOST_OF_MINE = 30
"""Seats that somebody is shown as theirs, where games go on."""
MOST_THAT_ARE_OVER = 300

router = APIRouter(prefix="/api/v1")


@router.post("/people", status_code=201)
async def introduce(request: Request, response: Response) -> dict[str, str]:
    """Make a secret by which somebody is known from now on; a browser keeps it as a cookie."""
    secret = secret_of(request) or new_secret()
    response.set_cookie(
        COOKIE, secret, max_age=YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    return {"secret": secret}


@router.get("/mine")
async def my_tables(tables: AllTables, who: Person, over: bool = False) -> list[dict[str, Any]]:
    """The seats that one holds, newest first: of games that are not over, and whether they are to act; or that are."""
    held = await tables.store.held_by(who, MOST_THAT_ARE_OVER if over else MOST_OF_MINE, over=over)
    found = [(seat, await tables.store.find(table)) for table, seat in held]
    rows = [(seat, row) for seat, row in found if row and row.game in games()]  # a game may have left the house
    pending = await tables.pending({row.id for _, row in rows if row.status == "playing"})
    return [{"seat": seat, "pending": seat in pending.get(row.id, ()), **listed(row)} for seat, row in rows]


@router.delete("/mine/{table}", status_code=204)
async def forget(table: TableId, tables: AllTables, who: Person) -> None:
    """Take a finished game off one's own list. The game stays: for the others, and for who has a link to it."""
    found = (await tables.live(table)).table
    if found.status != "over":
        raise NotNow
    await tables.store.commit(Change(dropped_holders=tuple(Holder(who, table, seat) for seat in found.seats_of(who))))
