"""Households: who is given a whole network is one of many, whichever of its addresses they come from."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import httpx
from websockets.sync.client import connect

from tablier.serve import bots
from tablier.serve.api.limits import Buckets, Limits
from tablier.serve.bans import Bans, network_of
from tablier.serve.live import Connection
from tablier.serve.store import Ban
from tests.patience import PATIENCE
from tests.serve.hosting import House
from tests.serve.serving import serving

MINE = [f"2001:db8:0:7::{number:x}" for number in range(1, 40)]
"""Addresses of one household."""

OTHER = "2001:db8:0:8::1"


def behind_a_proxy() -> Limits:
    limits = Limits(proxy=True)
    limits.requests = Buckets(0.001, 10)
    limits.sockets = 3
    return limits


def test_a_household_may_not_ask_without_end_from_ever_new_addresses(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", behind_a_proxy()) as url, httpx.Client(timeout=PATIENCE) as client:

        def come(address: str) -> int:
            return client.get(f"{url}/api/v1/health", headers={"x-forwarded-for": address}).status_code

        assert [come(address) for address in MINE[:11]] == [200] * 10 + [429]
        assert come(OTHER) == 200


def test_a_household_has_so_many_connections_whichever_address_they_come_from(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", behind_a_proxy()) as url, ExitStack() as stack:
        headers = {"x-forwarded-for": OTHER, "authorization": "Bearer " + "x" * 40}
        new = {"game": "maestria", "seats": [{"who": "me"}, {"who": "anyone"}]}
        table = httpx.post(f"{url}/api/v1/tables", json=new, headers=headers, timeout=PATIENCE).json()["table"]
        socket = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"

        def come(address: str) -> str:
            headers = {"x-forwarded-for": address}
            one = stack.enter_context(connect(socket, additional_headers=headers, open_timeout=PATIENCE, proxy=None))
            return "limit/too-much" if "limit/too-much" in str(one.recv(PATIENCE)) else "welcome"

        told = [come(address) for address in (*MINE[:4], OTHER)]
        assert told == ["welcome"] * 3 + ["limit/too-much", "welcome"]


def test_bots_think_for_a_household_as_for_one(tmp_path: Path) -> None:
    async def session() -> None:
        async with House(tmp_path / "a.db") as house:
            live = await house.tables.live(await house.open("maestria", ["Ann", "bot"]))
            for address in MINE:
                live.connections.add(Connection(0, frozenset(), "en", address))
            assert bots.asker(live).any_of == ("2001:db8:0:7::/64",)

    asyncio.run(session())


def test_who_is_banned_by_an_address_does_not_come_back_by_the_next(tmp_path: Path) -> None:
    async def session() -> None:
        async with House(tmp_path / "a.db") as house:
            bans = Bans(house.store)
            await bans.add(Ban("address", network_of(MINE[0]) or "", 0, None, "rude"))
            assert all(bans.about(address) for address in MINE)
            assert not bans.about(OTHER)

    asyncio.run(session())
