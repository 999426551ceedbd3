"""Advice for who practises: what the best bot would do with the seat's view, and why."""

from __future__ import annotations

from dataclasses import replace

from tablier.bots.bot import Considered
from tablier.engine.position import Position
from tablier.picture.wire import Sent
from tablier.serve.bots import asker, question
from tablier.serve.errors import NoHints, NotNow
from tablier.serve.live import Live
from tablier.serve.tables import Tables

LEVEL = 8
"""Who gives advice plays as well as the machine can."""

SECONDS = 1.5
"""For which it thinks."""


async def hint(tables: Tables, live: Live, seat: int, lang: str) -> Sent:
    """What to do, by the view of a seat alone: the action, its share of wins, the next best, and a reason.

    Raises NoHints at a table where there are none, and NotNow where it is not for this seat to act.
    """
    if not live.table.opened.practice:
        raise NoHints
    if live.table.status != "playing" or seat not in live.table.pending:
        raise NotNow
    version, view = live.table.versions[seat], live.table.match.view(seat)
    asked = replace(question(live, seat), level=LEVEL, seconds=SECONDS)
    who = asker(live)
    found = await tables.pool.analyse(asked, who) or [Considered(await tables.pool.choose(asked, who), 0.0, 0, ())]
    return {"version": version, "only": len(view.actions(seat)) == 1, **_told(view, seat, found, lang)}


def _told(view: Position, seat: int, found: list[Considered], lang: str) -> Sent:
    best, *others = found
    reason = view.game.story.why(view.record, seat, view.read(best.action, seat))
    return {
        "action": best.action,
        "share": best.share if best.visits else None,
        "next": {"action": others[0].action, "share": others[0].share} if others else None,
        "line": list(best.line),
        "why": view.game.words.texts(lang).sentence(reason) if reason else "",
    }
