"""How a request that is refused is answered: a code, and words in the language of who asks."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tablier.engine.errors import BadMessage, BadOption, BrokenGame, TablierError, UnknownGame, UnknownSeat
from tablier.serve import metrics
from tablier.serve.api import site
from tablier.serve.api.language import language_of
from tablier.serve.errors import BadRequest, Moved, NoSuchPage, Refusal, refusal
from tablier.serve.store import Damaged, Fenced, StoreTrouble

STATUS: dict[type[TablierError], int] = {
    UnknownGame: 404,
    BrokenGame: 503,
    UnknownSeat: 404,
    BadOption: 422,
    BadMessage: 422,
    StoreTrouble: 503,
    Fenced: 503,
    Damaged: 410,
}


MOVED = "x-tablier-moved"
"""The header by which one node tells another that it does not look after a table any more."""

ELSEWHERE = {"connection": "close"}
"""Who asks again does so by another connection: by the same one they would come to the same node again and again."""

COME_AGAIN = {MOVED: "yes", "retry-after": "1", **ELSEWHERE}


def handle_refusals(app: FastAPI) -> None:
    app.add_exception_handler(TablierError, refused)
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_exception_handler(HTTPException, not_there)


async def refused(request: Request, problem: Exception) -> JSONResponse:
    """A typed error, in the words of who asks."""
    assert isinstance(problem, TablierError)
    status = next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 409)
    if isinstance(problem, Refusal):
        status = problem.status
    metrics.REFUSED.labels(problem.code).inc()
    headers = COME_AGAIN if isinstance(problem, Moved) else ELSEWHERE if isinstance(problem, Fenced) else None
    return JSONResponse(refusal(problem, language_of(request)), status, headers)


async def not_understood(request: Request, problem: Exception) -> JSONResponse:
    """A request that has not the form it should: which part of it, but not what it held."""
    assert isinstance(problem, RequestValidationError)
    metrics.REFUSED.labels(BadRequest.code).inc()
    where = [{"at": ".".join(map(str, error["loc"])), "problem": error["msg"]} for error in problem.errors()]
    return JSONResponse(refusal(BadRequest(), language_of(request)) | {"where": where}, 422)


async def not_there(request: Request, problem: Exception) -> Response:
    """What the web itself refuses: an address that there is not, a method that it does not know, half a body."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return site.nowhere(request)
    refused = NoSuchPage() if problem.status_code == 404 else BadRequest(problem.detail)
    return JSONResponse(refusal(refused, language_of(request)), problem.status_code, problem.headers)
