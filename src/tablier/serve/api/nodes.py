"""What nodes ask each other. For anybody else there is nothing here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request

from tablier.serve.api.dependencies import AllTables
from tablier.serve.api.limits import is_relayed
from tablier.serve.errors import NoSuchPage


def _from_a_node(request: Request) -> None:
    if not is_relayed(request.scope):
        raise NoSuchPage


router = APIRouter(prefix="/node", include_in_schema=False, dependencies=[Depends(_from_a_node)])


@router.post("/news", status_code=204)
async def news(told: Annotated[dict[str, Any], Body()], request: Request) -> None:
    """Another node tells what addresses have used up there, and where somebody sits."""
    request.app.state.cluster.hear(told)


@router.post("/self")
async def number(request: Request) -> int:
    """Which node this is."""
    return request.app.state.cluster.number  # type: ignore[no-any-return]


@router.post("/pending")
async def pending(wanted: Annotated[list[str], Body()], tables: AllTables) -> dict[str, list[int]]:
    """Who is to act at tables of this node."""
    return await tables.pending(wanted, everywhere=False)


@router.post("/admin")
async def admin(asked: Annotated[dict[str, Any], Body()], request: Request) -> dict[str, Any]:
    """What a host has asked another node, and only this one can answer."""
    return await request.app.state.hatch.admin.answer_here(asked)  # type: ignore[no-any-return]
