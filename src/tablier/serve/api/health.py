"""How the server is, for who looks after it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from tablier import __version__
from tablier.engine.registry import broken
from tablier.serve import metrics
from tablier.serve.api.dependencies import AllTables
from tablier.serve.errors import Moved, NoSuchPage
from tablier.serve.store import StoreTrouble

router = APIRouter()


@router.get("/api/v1/health")
async def health(tables: AllTables) -> JSONResponse:
    """Whether all is well, which games' bots are ready, how many think for them, which games cannot be used.

    It is 503 only where nobody can play here: a table that is damaged concerns its own people.
    """
    trouble = await tables.trouble()
    state = {
        "version": __version__, "ok": not trouble, "trouble": trouble, "ready": tables.pool.readiness,
        "thinkers": tables.pool.thinkers, "broken": broken(), "damaged": len(tables.damaged),
    }  # fmt: skip
    return JSONResponse(state, 503 if trouble in (StoreTrouble.code, Moved.code) else 200)


@router.get("/metrics", include_in_schema=False)
async def metrics_page(request: Request, tables: AllTables) -> Response:
    """For Prometheus, if whoever runs the server wants it."""
    if not request.app.state.limits.metrics:
        raise NoSuchPage
    return Response(metrics.page(tables.pool.thinkers), media_type="text/plain; version=0.0.4")
