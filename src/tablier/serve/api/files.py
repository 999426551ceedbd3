"""Game files: of a table, as somebody may know it; verdicts about one, and its moments as pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from threading import Lock
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from tablier.engine.kernels import PUBLIC
from tablier.picture.wire import drawn
from tablier.record import fairness
from tablier.record.match import Match
from tablier.record.story import story
from tablier.serve import journal, schema
from tablier.serve.api.dependencies import AllTables, MaybeSeat, TableId, audience
from tablier.serve.api.language import InLanguage
from tablier.serve.api.limits import household_of
from tablier.serve.api.ready import json_answer
from tablier.serve.errors import NotNow

router = APIRouter(prefix="/api/v1")

T = TypeVar("T")


@router.get("/tables/{table}/file")
async def file(table: TableId, request: Request, tables: AllTables, seat: MaybeSeat = None) -> PlainTextResponse:
    """The game file of a finished game; of one that is on, as far as a seat or the public may know it."""
    live = await tables.live(table)
    looking = audience(live, seat, request)
    text = await tables.file(live, looking)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{table}.txt"'})


@router.get("/tables/{table}/verdict")
async def verdict(table: TableId, request: Request, tables: AllTables, lang: InLanguage) -> dict[str, Any]:
    """Whether the chance of a finished game was what had been committed to."""
    live = await tables.live(table)
    text, address = await tables.file(live, PUBLIC), household_of(request.scope)
    answer: dict[str, Any] = await request.app.state.reading.do(address, lambda: verdict_on(text, lang), cost=len(text))
    return answer


@router.get("/tables/{table}/chain")
async def chain(table: TableId, tables: AllTables) -> dict[str, Any]:
    """Everything that was played in a finished game, with nothing hidden: what its chain of hashes is made of.

    Of each action how many had ever been played before it, who acted (-1: chance), and how it is written.
    """
    live = await tables.live(table)
    if live.table.status != "over":
        raise NotNow
    return {"actions": await tables.beside.do(table, partial(journal.opened_actions, live.table))}


@router.get("/key")
async def key(tables: AllTables) -> dict[str, str]:
    """The key by which everybody can check what this server has signed."""
    return {"key": tables.signer.key}


@router.post("/verify")
async def verify(body: schema.File, request: Request, lang: InLanguage) -> dict[str, Any]:
    """The same for any game file."""
    return await _read(request, body, lambda: verdict_on(body.file, lang))


@router.post("/replay", response_model=dict[str, Any])
async def replay(body: schema.Replay, request: Request) -> Response:
    """A moment of a game file, as a picture."""
    return await _read(request, body, lambda: json_answer(moment(body)))


async def _read(request: Request, body: schema.File, work: Callable[[], T]) -> T:
    """Read a game file, one at a time for each address and beside everything else: its whole game is played again."""
    address, reading = household_of(request.scope), request.app.state.reading
    request.app.state.limits.reading.take(address, len(body.file))
    answer: T = await reading.do(address, work, cost=1 + len(body.file))
    return answer


# --- what there is to say


def verdict_on(text: str, lang: str) -> dict[str, Any]:
    """What `tablier verify` says of a game file."""
    found = fairness.verify(text)
    problems = [
        {"code": problem.code, "words": problem.words[lang], "line": problem.line} for problem in found.problems
    ]
    return {
        "ok": found.ok,
        "whole": found.covers_all,
        "checked": found.checked,
        "points": [point[lang] for point in found.points],
        "givers": list(found.givers),
        "withheld": list(found.withheld),
        "problems": problems,
    }


@lru_cache(maxsize=8)
def _loaded(text: str) -> tuple[Match, Lock]:
    """The game of a file. Who leafs through it asks for one moment after the other; who reads it is alone with it."""
    return Match.loads(text), Lock()


def moment(request: schema.Replay) -> dict[str, Any]:
    """A game file, after a number of actions, as a seat saw it, or everybody; at its end with what is told of all."""
    match, lock = _loaded(request.file)
    with lock:
        return _moment(match, request)


def _moment(match: Match, request: schema.Replay) -> dict[str, Any]:
    viewer = PUBLIC if request.seat is None else match.game.seat(request.seat, match.options)
    actions = match.length if request.actions is None else min(request.actions, match.length)
    view = match.at(actions).view(viewer)
    return {
        "game": match.game.name,
        "names": match.names,
        "seats": match.seats,
        "acts": acts(match, viewer, request.lang) if request.actions is None else [],
        "ended": None if match.ended is None else {"seat": match.ended.seat, "why": match.ended.why},
        "result": None if match.shares is None else list(map(str, match.shares)),
        "scene": drawn(view.scene(viewer, request.lang, request.form), touchable=False),
    }


def acts(match: Match, viewer: int, lang: str) -> list[dict[str, str]]:
    """What a viewer is told of each action: a sentence; and with the last of a turn, the turn in notation.

    Where a turn is revealed at its end, only that is told: what was done in secret is told with it.
    """
    told, turns = [{"words": words} for words in story(match, lang, viewer)], match.turns(viewer)
    for turn in turns:
        told[turn.end - 1]["line"] = turn.line
        for act in told[match.begin_of_turn(turn) : turn.end - 1] if turn.revealed else ():
            act["words"] = ""
    return told
