"""What a host asks a store: how much there is, what is old, who is banned, what was reported."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from tablier.serve.store.records import Ban, Report, TableRow
from tablier.serve.store.schema import BANS, EVENTS, HOLDERS, OPENERS, REPORTS, TABLES
from tablier.serve.store.store import Store


class Overview:
    """A store, as its host looks at it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def counts(self) -> list[tuple[str, str, int]]:
        """How many tables there are, by game and status."""
        return [(row[0], row[1], row[2]) for row in await self._store.read(_COUNTS, {})]

    async def tables(self, status: str | None, game: str | None, most: int) -> list[TableRow]:
        """Tables, listed or not, those where something happened last first; they are `changed` then."""
        rows = await self._store.read(_TABLES, {"wanted": status, "of_game": game, "most": most})
        return [TableRow(*row) for row in rows]

    async def changed(self, table: str) -> int:
        """When something happened last at a table; 0 if there is none."""
        rows = await self._store.read(_CHANGED, {"table": table})
        return rows[0][0] if rows else 0

    async def opener(self, table: str) -> str:
        """The address from which a table was opened; empty if it is not known any more."""
        rows = await self._store.read(_OPENER, {"table": table})
        return rows[0][0] if rows else ""

    async def opened_from(self, address: str, since: int) -> int:
        """How many tables were opened from an address since a time."""
        return int((await self._store.read(_OPENED_FROM, {"from": address, "since": since}))[0][0])

    async def quiet_since(self, status: str, before: int, most: int) -> list[str]:
        """Tables of this status at which nothing has happened since a time."""
        rows = await self._store.read(_QUIET, {"wanted": status, "before": before, "most": most})
        return [row[0] for row in rows]

    async def people_like(self, beginning: str, most: int = 2) -> list[str]:
        """The people who hold seats and whose hash begins like this."""
        rows = await self._store.read(_PEOPLE_LIKE, {"first": beginning, "after": beginning + "g", "most": most})
        return [row[0] for row in rows]

    async def bans(self) -> list[Ban]:
        """Everybody who is banned, or was until some time; the latest first."""
        return [Ban(*row) for row in await self._store.read(_BANS, {})]

    async def reports(self, *, settled: bool = False, most: int = 100) -> list[Report]:
        """What was reported, the latest first; what the host is done with only if asked for."""
        return [Report(*row) for row in await self._store.read(_REPORTS, {"settled_too": settled, "most": most})]

    async def reports_like(self, beginning: str) -> list[str]:
        """The reports whose id begins like this."""
        return [row[0] for row in await self._store.read(_REPORTS_LIKE, {"first": beginning})]

    async def reports_of(self, table: str, person: str) -> int:
        """How often somebody has reported something at a table."""
        return int((await self._store.read(_REPORTS_OF, {"table": table, "by": person}))[0][0])

    async def size(self) -> int:
        """Bytes on the disk."""
        return await self._store.size()


_COUNTS: Final = sa.select(TABLES.c.game, TABLES.c.status, sa.func.count()).group_by(TABLES.c.game, TABLES.c.status)
_LAST_EVENT: Final = (  # a table is changed when people come and go, but not with each action
    sa.select(EVENTS.c.at)
    .where(EVENTS.c.table_id == TABLES.c.id)
    .order_by(EVENTS.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_HAPPENED: Final = sa.case(
    (TABLES.c.status == "over", TABLES.c.changed), else_=sa.func.coalesce(_LAST_EVENT, TABLES.c.changed)
)
_CHANGED: Final = sa.select(_HAPPENED).where(TABLES.c.id == sa.bindparam("table"))
_TABLES: Final = (
    sa.select(*(_HAPPENED.label("changed") if column is TABLES.c.changed else column for column in TABLES.c))
    .where(
        sa.or_(sa.bindparam("wanted", type_=sa.Text).is_(None), TABLES.c.status == sa.bindparam("wanted")),
        sa.or_(sa.bindparam("of_game", type_=sa.Text).is_(None), TABLES.c.game == sa.bindparam("of_game")),
    )
    .order_by(_HAPPENED.desc())
    .limit(sa.bindparam("most"))
)
_OPENER: Final = sa.select(OPENERS.c.address).where(OPENERS.c.table_id == sa.bindparam("table"))
_OPENED_FROM: Final = (
    sa.select(sa.func.count())
    .select_from(OPENERS.join(TABLES, TABLES.c.id == OPENERS.c.table_id))
    .where(OPENERS.c.address == sa.bindparam("from"), TABLES.c.created > sa.bindparam("since"))
)
_QUIET: Final = (
    sa.select(TABLES.c.id)
    .where(
        TABLES.c.status == sa.bindparam("wanted"),
        TABLES.c.changed < sa.bindparam("before"),
        sa.func.coalesce(_LAST_EVENT, 0) < sa.bindparam("before"),
    )
    .order_by(TABLES.c.changed)
    .limit(sa.bindparam("most"))
)
_PEOPLE_LIKE: Final = (
    sa.select(HOLDERS.c.person)
    .where(HOLDERS.c.person >= sa.bindparam("first"), HOLDERS.c.person < sa.bindparam("after"))
    .distinct()
    .limit(sa.bindparam("most"))
)
_BANS: Final = sa.select(BANS).order_by(BANS.c.at.desc())
_REPORTS: Final = (
    sa.select(REPORTS)
    .where(sa.or_(REPORTS.c.settled.is_(None), sa.bindparam("settled_too", type_=sa.Boolean)))
    .order_by(REPORTS.c.at.desc())
    .limit(sa.bindparam("most"))
)
_REPORTS_LIKE: Final = (
    sa.select(REPORTS.c.id)
    .where(sa.func.substr(REPORTS.c.id, 1, sa.func.length(sa.bindparam("first"))) == sa.bindparam("first"))
    .limit(2)
)
_REPORTS_OF: Final = (
    sa.select(sa.func.count())
    .select_from(REPORTS)
    .where(REPORTS.c.table_id == sa.bindparam("table"), REPORTS.c.person == sa.bindparam("by"))
)
