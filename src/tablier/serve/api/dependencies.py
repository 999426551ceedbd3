"""What the routes want of a request: the tables, who asks, which table and which seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from starlette.requests import HTTPConnection

from tablier.engine.kernels import PUBLIC
from tablier.serve import schema
from tablier.serve.errors import NotYours
from tablier.serve.identity import COOKIE, LENGTHS, hashed
from tablier.serve.live import Live
from tablier.serve.tables import Tables

TableId = Annotated[str, Path(pattern=r"^[\w-]{16}$", description="A table's id.")]
Seat = Annotated[int, Path(ge=0, lt=schema.MOST_SEATS)]
MaybeSeat = Annotated[int | None, Query(ge=0, lt=schema.MOST_SEATS)]


def secret_of(connection: HTTPConnection) -> str:
    """The secret that somebody sends along; empty if it is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    secret = token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return secret if len(secret) in LENGTHS else ""


def person_of(connection: HTTPConnection) -> str:
    """Who asks, as the hash of their secret; empty if they send none."""
    secret = secret_of(connection)
    return hashed(secret) if secret else ""


def person(request: Request) -> str:
    """Who asks; it must be somebody."""
    if who := person_of(request):
        return who
    raise NotYours("who asks is not known: POST /api/v1/people first")


def all_tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


Person = Annotated[str, Depends(person)]
AllTables = Annotated[Tables, Depends(all_tables)]


def audience(live: Live, seat: int | None, request: Request) -> int:
    """The seat, if it is theirs; PUBLIC where none is named."""
    if seat is None:
        return PUBLIC
    if seat not in live.table.seats_of(person(request)):
        raise NotYours
    return seat
