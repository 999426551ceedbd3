"""What does not change, ready to be sent to whoever does not have it already."""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import Any, NamedTuple

from fastapi import Request, Response

from tablier.picture.wire import as_bytes

ASK_FIRST = "no-cache"
"""A browser keeps it, and asks each time whether it is still the same."""
FOR_EVER = "public, max-age=31536000, immutable"
"""It has an address of its own, which changes when it does."""


class Ready(NamedTuple):
    """As it is, and the same in few bytes."""

    plain: bytes
    squeezed: bytes
    tag: str
    """Tells whether it is still the same."""


def pack(body: bytes | memoryview) -> Ready:
    """Make it ready."""
    plain = bytes(body)
    return Ready(plain, gzip.compress(plain, mtime=0), f'W/"{sha256(plain).hexdigest()[:32]}"')


def answer(request: Request, ready: Ready, media_type: str, keep: str = ASK_FIRST) -> Response:
    """Send it; or say that it is still the same. `keep` says how long a browser may go without asking."""
    headers = {"cache-control": keep, "etag": ready.tag, "vary": "accept-encoding, accept-language, cookie"}
    if request.headers.get("if-none-match") == ready.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(ready.squeezed, media_type=media_type, headers=headers | {"content-encoding": "gzip"})
    return Response(ready.plain, media_type=media_type, headers=headers)


def json_answer(told: Any) -> Response:
    """What is made for one question."""
    return Response(as_bytes(told), media_type="application/json")
