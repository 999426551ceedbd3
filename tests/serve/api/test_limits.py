"""What is refused before anything else is asked, in the words of who asks."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tablier.serve.api.limits import Buckets, Guard, Limits

ASKED = [("", "en"), ("fr-CA, en;q=0.5", "fr"), ("de, en;q=0.5", "en"), ("de", "en")]
TOO_MUCH = {
    "fr": "c’est beaucoup à la fois\u00a0: réessayez dans un moment",
    "en": "this is much at a time: try again in a moment",
}
NOT_UNDERSTOOD = {"fr": "cette demande n’est pas comprise", "en": "this request is not understood"}


def ask(limits: Limits, accepted: str, length: int | bytes = 0) -> httpx.Response:
    """What is answered to a browser that likes these languages and sends so many bytes."""

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(Guard(PlainTextResponse("come in"), limits))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            told = length if isinstance(length, bytes) else str(length).encode()
            headers = {b"accept-language": accepted.encode(), b"content-length": told}
            return await client.request("POST" if length else "GET", "/", headers=headers)

    return asyncio.run(asked())


@pytest.mark.parametrize(("accepted", "lang"), ASKED)
def test_who_asks_too_much_is_told_so_in_their_language(accepted: str, lang: str) -> None:
    limits = Limits(requests=Buckets(rate=0, most=1))
    assert ask(limits, accepted).text == "come in"
    refused = ask(limits, accepted)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "10")
    assert refused.json()["words"] == TOO_MUCH[lang]


@pytest.mark.parametrize(("accepted", "lang"), ASKED)
def test_who_sends_too_much_is_told_so_in_their_language(accepted: str, lang: str) -> None:
    refused = ask(Limits(), accepted, Limits().request_bytes + 1)
    assert (refused.status_code, refused.json()["words"]) == (413, NOT_UNDERSTOOD[lang])


def test_a_length_that_is_no_number_is_no_fault() -> None:
    """A raised 2 is a digit, and no number."""
    assert ask(Limits(), "en", b"\xb2").status_code == 413
