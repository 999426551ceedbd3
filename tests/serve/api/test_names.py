"""From where somebody comes, and by which name they call: what is believed of it."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tablier.serve.api.limits import Guard, Limits
from tablier.serve.api.names import Forwarded


def passed_on(client: tuple[str, int] | None, *headers: tuple[str, str], kind: str = "http") -> tuple[Any, str]:
    """The address and the scheme of a request that came from there with these headers."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    raw = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": kind, "scheme": "ws" if kind == "websocket" else "http", "client": client, "headers": raw}
    asyncio.run(Forwarded(app)(scope, None, None))  # type: ignore[arg-type]
    return seen[0]["client"] and seen[0]["client"][0], seen[0]["scheme"]


def test_only_the_last_address_that_a_proxy_passes_on_is_believed() -> None:
    claimed = ("x-forwarded-for", "6.6.6.6, 7.7.7.7"), ("x-forwarded-for", "9.9.9.9"), ("x-forwarded-proto", "https")
    assert passed_on(("127.0.0.1", 1), *claimed) == ("9.9.9.9", "https")
    assert passed_on(("127.0.0.1", 1), *claimed, kind="websocket") == ("9.9.9.9", "wss")
    assert passed_on(None, ("x-forwarded-for", "6.6.6.6, 9.9.9.9")) == ("9.9.9.9", "http")
    assert passed_on(("127.0.0.1", 1)) == ("127.0.0.1", "http")


def test_who_is_no_proxy_of_ours_is_not_believed() -> None:
    assert passed_on(("8.8.8.8", 1), ("x-forwarded-for", "6.6.6.6"), ("x-forwarded-proto", "https")) == (
        "8.8.8.8",
        "http",
    )


@pytest.mark.parametrize(
    ("host", "limits", "status"),
    [
        ("localhost:8000", Limits(), 200),
        ("192.168.1.20", Limits(), 200),
        ("[fe80::1]:8000", Limits(), 200),
        ("attic.local:8000", Limits(), 200),
        ("evil.example.com", Limits(), 421),
        ("play.example.org", Limits(names=("play.example.org",)), 200),
        ("evil.example.com", Limits(names=("play.example.org",)), 421),
        ("evil.example.com", Limits(names=("play.example.org",), proxy=True), 421),
        ("play.example.org", Limits(proxy=True), 200),
    ],
)
def test_the_server_answers_to_its_own_names(host: str, limits: Limits, status: int) -> None:
    async def ask() -> int:
        transport = httpx.ASGITransport(Guard(PlainTextResponse("come in"), limits))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return (await client.get("/", headers={"host": host})).status_code

    assert asyncio.run(ask()) == status
