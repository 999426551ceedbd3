"""What leaves the server as a whole: game files, verdicts about them, replays, and lines of a list of tables."""

from __future__ import annotations

import json
from typing import Any

from tablier.engine.kernels import PUBLIC
from tablier.record import fairness
from tablier.record.match import Match
from tablier.serve.api import schema
from tablier.serve.store import TableRow
from tablier.serve.table import visibility
from tablier.serve.table.table import Table


def game_file(table: Table, audience: int) -> str:
    """A finished game, whole; one that is on, as an audience may know it."""
    match = table.match
    file = match.file() if match.over else match.file(audience)
    file.names = {seat: chair.name for seat, chair in zip(match.seats, table.chairs, strict=True) if chair.name}
    return str(file)


def verdict(text: str, lang: str) -> dict[str, Any]:
    """What `tablier verify` says of a game file."""
    found = fairness.verify(text)
    problems = [
        {"code": problem.code, "words": problem.words[lang], "line": problem.line} for problem in found.problems
    ]
    return {"ok": found.ok, "checked": found.checked, "givers": list(found.givers), "problems": problems}


def replay(request: schema.Replay) -> dict[str, Any]:
    """A game file, after a number of turns, as somebody saw it; with everything in sight where no seat is named."""
    match = Match.loads(request.file)
    viewer = PUBLIC if request.seat is None else match.game.seat(request.seat, match.options)
    told = match.turns(viewer)
    at = len(told) if request.turn is None else min(request.turn, len(told))
    view = match.at(told[at - 1].end if at else 0).view(viewer)
    return {
        "game": match.game.name,
        "names": match.names,
        "seats": match.seats,
        "lines": [turn.line for turn in told],
        "turn": at,
        "ended": None if match.ended is None else {"seat": match.ended.seat, "why": match.ended.why},
        "result": None if match.shares is None else list(map(str, match.shares)),
        "scene": visibility.scene_as_sent(view.scene(viewer, request.lang), touchable=False),
    }


def row(found: TableRow) -> dict[str, Any]:
    """A table in a list."""
    return {
        "table": found.id, "game": found.game, "status": found.status,
        "created": found.created, "changed": found.changed, **json.loads(found.about),
    }  # fmt: skip
