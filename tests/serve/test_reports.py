"""What is reported: as much as who reports it could hear, and it outlives the table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablier.engine.kernels import PUBLIC
from tablier.serve.admin import Admin
from tablier.serve.errors import BadRequest, TooMuch
from tablier.serve.identity import hashed
from tablier.serve.reports import MOST_AT_A_TABLE, report
from tests.serve.hosting import House
from tests.serve.visiting import Person, Server


async def talked(house: House) -> str:
    """Ann, Ben and Cat, who may whisper: Ben said something aloud, and to each in secret."""
    table = await house.open("master-citadel", ["Ann", "Ben", "Cat", "bot"])
    ben = await house.connect(table, 1)
    for body, to in (("aloud", []), ("to Ann", [0]), ("to Cat", [2])):
        assert (await house.ask(table, ben, "say", kind="text", body=body, to=to))["type"] == "done"
    return table


async def reported(house: House) -> list[dict[str, Any]]:
    reports: list[dict[str, Any]] = (await Admin(house.store, house.tables).answer({"do": "reports"}))["reports"]
    return reports


def test_a_report_holds_what_its_reporter_could_hear_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await talked(house)
            live = await house.tables.live(table)
            await report(house.tables, live, 0, hashed("Ann"), 1, "rude")
            await report(house.tables, live, PUBLIC, hashed("Dan"), 1, "")
            by_watcher, by_ann = await reported(house)
            if by_ann["seat"] is None:  # both in one millisecond
                by_watcher, by_ann = by_ann, by_watcher
            assert [said["body"] for said in by_ann["said"]] == ["aloud", "to Ann"]
            assert [said["body"] for said in by_watcher["said"]] == ["aloud"]
            assert (by_ann["names"][:3], by_ann["persons"]) == (["Ann", "Ben", "Cat"], [hashed("Ben")])

    asyncio.run(main())


def test_a_report_outlives_its_table_until_it_is_settled(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            table = await talked(house)
            id = await report(house.tables, await house.tables.live(table), 0, hashed("Ann"), 1, "rude")
            await house.tables.remove(table)
            admin = Admin(house.store, house.tables)
            assert [one["report"] for one in await reported(house)] == [id]
            await admin.answer({"do": "settle", "report": id[:6]})
            assert await reported(house) == []
            assert (await admin.answer({"do": "reports", "settled": True}))["reports"][0]["settled"]

    asyncio.run(main())


def test_nobody_reports_themselves_a_bot_or_an_empty_chair_nor_without_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with House(tmp_path / "tables.db") as house:
            live = await house.tables.live(await talked(house))
            for about in (0, 3, 7):
                with pytest.raises(BadRequest):
                    await report(house.tables, live, 0, hashed("Ann"), about, "")
            for _ in range(MOST_AT_A_TABLE):
                await report(house.tables, live, 0, hashed("Ann"), 1, "")
            with pytest.raises(TooMuch):
                await report(house.tables, live, 0, hashed("Ann"), 1, "")

    asyncio.run(main())


def test_only_who_holds_a_seat_reports_as_that_seat(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    table = ann.open("war-of-masters", ["anyone", "anyone"])["table"]
    ann.sit(table, 0)
    ben.sit(table, 1)
    body = {"about": 1, "words": "rude"}
    assert ben.client.post(f"/tables/{table}/reports?seat=0", json=body).json()["code"] == "seat/not-yours"
    assert server.post(f"/tables/{table}/reports", json=body).json()["code"] == "seat/not-yours"
    assert ann.client.post(f"/tables/{table}/reports?seat=0", json=body).status_code == 201
    assert ben.client.post(f"/tables/{table}/reports", json=body | {"words": "x" * 1001}).status_code == 422
