"""What somebody at a table wants the host to see: who said what, as far as they could hear it."""

from __future__ import annotations

from dataclasses import asdict

from tablier.serve import timing
from tablier.serve.encoding import as_json
from tablier.serve.errors import BadRequest, TooMuch
from tablier.serve.identity import new_table
from tablier.serve.live import Live
from tablier.serve.store import Change, Report
from tablier.serve.table.events import Said, hears
from tablier.serve.table.table import Table
from tablier.serve.tables import Tables

MOST_SAID = 200
"""The last messages that a report keeps."""

MOST_AT_A_TABLE = 5
"""Reports of one person."""


async def report(tables: Tables, live: Live, audience: int, person: str, about: int, words: str) -> str:
    """Keep what was said, and why somebody reports it; nobody at the table is told. Return the report's id.

    Raises BadRequest where nobody sits of whom it could be, and TooMuch.
    """
    table = live.table
    if about >= len(table.chairs) or table.chairs[about].who != "person" or about == audience:
        raise BadRequest("a report is about somebody else at the table, who is a person")
    if await tables.overview.reports_of(table.id, person) >= MOST_AT_A_TABLE:
        raise TooMuch
    made = Report(new_table(), timing.wall(), table.id, person, audience, about, _body(table, audience, about, words))
    await tables.store.commit(Change(new_reports=(made,)))
    return made.id


def _body(table: Table, audience: int, about: int, words: str) -> str:
    said = [asdict(one) for one in table.messages if _heard(table, one, audience)][-MOST_SAID:]
    names = [chair.name or seat for chair, seat in zip(table.chairs, table.match.seats, strict=True)]
    persons = sorted(table.chairs[about].persons)
    return as_json({"game": table.game.name, "words": words, "names": names, "persons": persons, "said": said})


def _heard(table: Table, said: Said, audience: int) -> bool:
    """Whether they know of it: what was said in secret everybody reads when the game is over."""
    return table.status == "over" or hears(said, audience)
