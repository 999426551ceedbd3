"""The table of limits: all that stands there counts, and docs/server.md says the same."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from pathlib import Path
from unittest import mock

import pytest

from tablier.cli.texts import say
from tablier.engine.kernels import PUBLIC
from tablier.serve import keeping, timing
from tablier.serve.api.limits import Limits
from tablier.serve.errors import TooMuch
from tablier.serve.limits import LIMITS, MANY, Quotas, settled
from tablier.serve.live import Connection
from tablier.serve.schema import NewTable
from tablier.serve.store import Change, Report
from tests.serve.hosting import House

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
GAME = "war-of-masters"
AGO = 40 * 86_400_000


def test_every_limit_of_the_table_is_one_that_the_server_goes_by() -> None:
    known = {field.name.replace("_", "-") for part in (Limits, Quotas) for field in fields(part)}
    assert known - {"quotas", "proxy", "metrics", "names"} == set(LIMITS)


def test_what_is_written_is_what_counts() -> None:
    limits = Limits.of({"sockets": "7", "hints": "3+6/m", "keep": "30d", "said": "none", "request-time": "5s"})
    assert (limits.sockets, limits.request_time, limits.all_sockets) == (7, 5, 10_000)
    assert (limits.hints.most, limits.hints.rate) == (3, 0.1)
    assert (limits.quotas.keep, limits.quotas.said, limits.quotas.keep_waiting) == (30 * 86_400, MANY, 30 * 86_400)
    with pytest.raises(KeyError):
        settled({"socket": "7"})


def test_the_documentation_has_every_limit_as_it_is() -> None:
    rows = [f"| `{name}` | `{limit.usual}` | {say('en', f'limit.{name}')} |" for name, limit in LIMITS.items()]
    assert "\n".join(rows) in DOCS.read_text()


# --- quotas


def test_one_address_opens_so_many_tables_a_day_however_often_the_server_starts(tmp_path: Path) -> None:
    async def open_one(house: House, address: str) -> None:
        new = NewTable.model_validate({"game": GAME, "seats": [{"who": "anyone"}] * 2})
        await house.tables.open(new, "ann", address)

    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            await open_one(house, "192.0.2.7")
        async with House(tmp_path / "tables.db") as house:
            house.tables.quotas = Quotas(tables_a_day=1)
            with pytest.raises(TooMuch):
                await open_one(house, "192.0.2.7")
        async with House(tmp_path / "other.db") as house:
            house.tables.quotas = Quotas(tables_a_day=1)
            for address in ("192.0.2.7", "192.0.2.8"):
                await open_one(house, address)
            with pytest.raises(TooMuch):
                await open_one(house, "192.0.2.7")

    asyncio.run(main())


def test_a_store_that_is_full_by_its_hosts_measure_takes_no_more_tables_but_games_go_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await house.open(GAME, ["Ann", "Ben"])
            house.tables.quotas = Quotas(store_bytes=1)
            with pytest.raises(TooMuch):
                await house.open(GAME, ["Ann", "Ben"])
            assert (await house.play(table, await house.connect(table, 0)))["type"] == "done"

    asyncio.run(main())


# --- how long things are kept


async def grow_old(house: House, *tables: str) -> None:
    """As if nothing had happened at these tables for long."""
    marks = ", ".join("?" * len(tables))
    assert house.store._engine
    with house.store._engine.connect() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET changed = changed - {AGO} WHERE id IN ({marks})", tables)
        connection.exec_driver_sql(f"UPDATE events SET at = at - {AGO} WHERE table_id IN ({marks})", tables)


async def stored(house: House) -> set[str]:
    return {row.id for row in await house.tables.overview.tables(None, None, 100)}


def test_what_is_older_than_the_host_keeps_it_is_forgotten_by_its_kind(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            over, young = [await house.open(GAME, ["Ann", "Ben"]) for _ in range(2)]
            playing = await house.open(GAME, ["Ann", "Ben"])
            waiting = await house.open(GAME, ["Ann", ""])
            for table in (over, young):
                await house.tables.end(table)
            await grow_old(house, over, playing, waiting)
            await keeping.tidy(house.tables)
            assert await stored(house) == {over, young, playing}  # as usual, only what never began is forgotten
            house.tables.quotas = Quotas(keep=30 * 86_400)
            await keeping.tidy(house.tables)
            assert await stored(house) == {young, playing}
            house.tables.quotas = Quotas(keep_unfinished=30 * 86_400)
            await keeping.tidy(house.tables)
            assert await stored(house) == {young}
            assert [live.table.id for live in house.tables.lives] == [young]

    asyncio.run(main())


def test_a_game_that_goes_on_is_kept_however_long_ago_it_began_and_so_is_one_where_somebody_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            slow, watched = [await house.open(GAME, ["Ann", "Ben"]) for _ in range(2)]
            await house.connect(watched)
            connection = await house.connect(slow, 0)
            await grow_old(house, slow, watched)
            await house.play(slow, connection)
            await house.leave(slow, connection)
            house.tables.quotas = Quotas(keep_unfinished=30 * 86_400)
            await keeping.tidy(house.tables)
            assert await stored(house) == {slow, watched}

    asyncio.run(main())


def test_a_table_to_which_somebody_comes_while_others_are_forgotten_is_kept(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            tables = {await house.open(GAME, ["Ann", "Ben"]) for _ in range(2)}
            await grow_old(house, *tables)
            remove = house.tables.remove

            async def remove_while_somebody_comes(id: str) -> None:
                await remove(id)
                for other in tables - {id}:
                    (await house.tables.live(other)).connections.add(Connection(PUBLIC, frozenset(), "fr"))

            house.tables.quotas = Quotas(keep_unfinished=30 * 86_400)
            with mock.patch.object(house.tables, "remove", remove_while_somebody_comes):
                await keeping.tidy(house.tables)
            assert len(await stored(house)) == 1

    asyncio.run(main())


def test_reports_are_kept_as_long_as_the_host_keeps_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            now = timing.wall()
            old, new = [Report(id, at, "t", "p", 0, 1, "{}") for id, at in (("old", now - AGO), ("new", now))]
            await house.store.commit(Change(new_reports=(old, new)))
            house.tables.quotas = Quotas(keep_reports=30 * 86_400)
            await keeping.tidy(house.tables)
            assert await house.tables.overview.reports() == [new]

    asyncio.run(main())
