"""Other nodes, as this one talks with them: over HTTP, with a token that only who can read the store knows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any, Final

import httpx

from tablier.serve.encoding import as_json
from tablier.serve.errors import Refusal

TOKEN: Final = "x-tablier-node"
"""The header by which nodes know each other."""

THINKER: Final = "x-tablier-thinker"
"""The header by which thinkers of other machines are known."""

PATIENCE: Final = 2.0
"""Seconds in which another node answers, if it can be reached at all."""

UNREACHABLE: Final = (httpx.HTTPError, OSError)


def is_address(text: str) -> bool:
    """Whether a node could be reached like that.

    >>> [is_address(text) for text in ("http://10.0.0.7:8000", "10.0.0.7:8000", "ftp://house", "http://house/tables")]
    [True, False, False, False]
    """
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    is_host = re.fullmatch(r"[\w.:-]+", url.host) is not None
    return is_host and url.scheme in ("http", "https") and url.raw_path == b"/"


def token_of(secret: bytes) -> str:
    """What nodes of a store prove themselves by."""
    return sha256(b"tablier node\n" + secret).hexdigest()


def thinkers_token_of(secret: bytes) -> str:
    """What thinkers on other machines prove themselves by: who has it may think for the store's bots, and no more."""
    return sha256(b"tablier thinker\n" + secret).hexdigest()


class Refused(Refusal):
    """What another node has refused."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(detail)


@dataclass(eq=False, slots=True)
class Peer:
    """Another node, and what it has told us."""

    number: int
    address: str
    doubts: int = 0
    """How often in a row its session was not found."""
    lost: float | None = None
    """Since when it cannot be reached."""
    living: frozenset[str] = frozenset()
    """Tables that can be found by all, and where somebody sits."""
    sockets: dict[str, int] = field(default_factory=dict)
    owed: dict[str, Counter[str]] = field(default_factory=dict)
    """What it has yet to be told of what addresses have used up here of each limit."""

    @property
    def lost_for(self) -> float:
        """Seconds."""
        return 0.0 if self.lost is None else monotonic() - self.lost


class Lines:
    """Connections to other nodes, kept for the next question."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.http = httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=None), trust_env=False)

    async def ask(self, peer: Peer, what: str, body: Any) -> Any:
        """What a node answers; raises one of UNREACHABLE, and what it refuses."""
        sent = {TOKEN: self.token, "content-type": "application/json"}
        answer = await self.http.post(f"{peer.address}/node/{what}", content=as_json(body), headers=sent)
        is_refused = answer.is_client_error and answer.headers.get("content-type") == "application/json"
        if not is_refused:
            answer.raise_for_status()
        try:
            told: Any = answer.json() if answer.content else None
            problem = Refused(told["code"], told["detail"]) if is_refused else None
        except (ValueError, LookupError, TypeError):
            raise httpx.DecodingError("whoever is there is no node") from None
        if problem:
            raise problem
        return told

    async def close(self) -> None:
        await self.http.aclose()
