"""What leaves the server as a whole: game files, verdicts about them, replays, and lines of a list of tables."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.record import fairness
from tablier.record.match import Ended, Match
from tablier.record.turns import turns, write_view
from tablier.serve.api import schema
from tablier.serve.store import TableRow
from tablier.serve.table import visibility
from tablier.serve.table.table import Table

REASONS = {"resigned": "resigned", "time": "out of time"}


def game_file(table: Table, audience: int) -> str:
    """A finished game, whole; one that is on, as an audience may know it."""
    seats = table.position.seats
    names = {seats[i]: chair.name for i, chair in enumerate(table.chairs) if chair.name}
    proof = table.fairness.proof(revealed=table.ended is not None) if table.has_begun else None
    match = Match.replayed(table.game, table.opened.options, table.moves, names=names, proof=proof, ended=_early(table))
    return str(match) if table.ended else write_view(match, audience)


def _early(table: Table) -> Ended | None:
    """How the game ended, if it did so before the rules ended it."""
    ended = table.ended
    if ended is None or ended.why == "rules" or ended.seat is None:
        return None
    return Ended(ended.seat, REASONS[ended.why], tuple(map(Fraction, ended.shares)))


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
    told = list(turns(match, viewer))
    at = len(told) if request.turn is None else min(request.turn, len(told))
    view = told[at - 1].view if at else Position(match.game, **match.options).view(viewer)
    return {
        "game": match.game.name,
        "names": match.names,
        "seats": match.seats,
        "lines": [turn.line for turn in told],
        "turn": at,
        "ended": None if match.ended is None else {"seat": match.ended.seat, "why": match.ended.reason},
        "result": None if match.result is None else list(map(str, match.result)),
        "scene": visibility.scene_as_sent(view.scene(viewer, request.lang), touchable=False),
    }


def row(found: TableRow) -> dict[str, Any]:
    """A table in a list."""
    return {
        "table": found.id, "game": found.game, "status": found.status,
        "created": found.created, "changed": found.changed, **json.loads(found.about),
    }  # fmt: skip
