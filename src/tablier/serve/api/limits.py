"""What stands between the tables and the open internet: origins, sizes, rates, headers that make browsers careful."""

from __future__ import annotations

import json
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.serve import metrics
from tablier.serve.api.dependencies import person_of
from tablier.serve.api.language import language_of
from tablier.serve.api.names import is_our_name
from tablier.serve.bans import Bans
from tablier.serve.edition import HEADER, edition
from tablier.serve.errors import BadRequest, NotYours, Refusal, TooMuch, UnknownName, refusal
from tablier.serve.households import household
from tablier.serve.limits import LIMITS, MANY, Quotas, Rate, settled, value_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(slots=True)
class Bucket:
    """Tokens that come back with time."""

    rate: float
    """A second."""
    most: float
    left: float = field(default=0, init=False)
    at: float = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.most, time.monotonic()

    def take(self, tokens: float = 1) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < tokens:
            return False
        self.left -= tokens
        return True


class Buckets:
    """A bucket for each household; those unused for longest are forgotten."""

    def __init__(self, rate: float, most: float, kept: int = 10_000) -> None:
        self.rate, self.most, self.kept = rate, most, kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.spent: Counter[str] | None = None
        """What was taken from each since other nodes were told; None: there are none."""

    def take(self, whose: str, tokens: float = 1) -> None:
        """Take from somebody's bucket; raises TooMuch."""
        if not self._bucket(whose).take(tokens):
            raise TooMuch
        if self.spent is not None:
            self.spent[whose] += tokens  # type: ignore[assignment]

    def take_elsewhere(self, whose: str, tokens: float) -> None:
        """So much was taken at another node, which had not heard of us yet: what is left may be less than nothing."""
        bucket = self._bucket(whose)
        bucket.take(0)
        bucket.left -= tokens

    def _bucket(self, whose: str) -> Bucket:
        buckets = self._buckets
        if whose in buckets:
            buckets.move_to_end(whose)
        else:
            buckets[whose] = Bucket(self.rate, self.most)
            if len(buckets) > self.kept:
                buckets.popitem(last=False)
        return buckets[whose]


def _usual(name: str) -> Any:
    """What a limit is if nobody says otherwise; of a rate, buckets."""
    return _in_use(value_of(name, LIMITS[name].usual))


def _in_use(value: Any) -> Any:
    return Buckets(value.rate, value.most) if isinstance(value, Rate) else value


@dataclass
class Limits:
    """How much one address may ask for, and how the server is reached. `serve/limits.py` has the table of them all."""

    requests: Buckets = field(default_factory=lambda: _usual("requests"))
    tables: Buckets = field(default_factory=lambda: _usual("tables"))
    reading: Buckets = field(default_factory=lambda: _usual("reading"))
    """Characters of game files that are read: a short game can be leafed through, a huge one not again and again."""
    hints: Buckets = field(default_factory=lambda: _usual("hints"))
    """Each makes a bot think for a second or two."""
    reports: Buckets = field(default_factory=lambda: _usual("reports"))
    commands: Buckets = field(default_factory=lambda: _usual("commands"))
    """Of one seat, and of those who watch a table from one address."""
    all_commands: Buckets = field(default_factory=lambda: _usual("all-commands"))
    """Of one address."""
    sockets: int = _usual("sockets")
    all_sockets: int = _usual("all-sockets")
    connections: int = _usual("connections")
    """To ask by HTTP."""
    request_time: float = _usual("request-time")
    """Seconds in which a request has come whole."""
    request_bytes: int = _usual("request-bytes")
    quotas: Quotas = field(default_factory=Quotas)
    proxy: bool = False
    """Whether all come through a proxy, which says from where."""
    metrics: bool = False
    """Whether anybody may read what is counted: from how much is said, one could tell that others whisper."""
    names: tuple[str, ...] = ()
    """By which the server may be called, besides those that every house has."""

    @classmethod
    def of(cls, texts: Mapping[str, str], **more: Any) -> Limits:
        """With these limits as they are written, and the others as usual; raises BadLimit, KeyError."""
        values = settled(texts)
        own = {name: name.replace("_", "-") for name in cls.__dataclass_fields__}
        used = {name: _in_use(values[limit]) for name, limit in own.items() if limit in values}
        return cls(**used, quotas=Quotas.of(values), **more)

    def share(self) -> None:
        """From now on what addresses use up is kept, to be told to other nodes."""
        for buckets in self._shared().values():
            buckets.spent = Counter()

    def collect(self) -> dict[str, Counter[str]]:
        """What addresses have used up of each limit since this was asked last."""
        found = {name: buckets.spent for name, buckets in self._shared().items() if buckets.spent}
        self.share()
        return found

    def spend(self, spent: Mapping[str, Mapping[str, float]]) -> None:
        """What addresses have used up at another node; a limit that we do not know is for a newer one."""
        shared = self._shared()
        for name in spent.keys() & shared.keys():
            for address, tokens in spent[name].items():
                shared[name].take_elsewhere(address, tokens)

    def _shared(self) -> dict[str, Buckets]:
        """Those that are kept for an address; that of a seat is kept where its table is."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "commands"}
        return {name: value for name, value in values.items() if isinstance(value, Buckets)}

    @classmethod
    def none(cls) -> Limits:
        """For load tests."""
        free = Buckets(1e9, 1e9)
        rates = dict.fromkeys(("requests", "tables", "reading", "hints", "reports", "commands", "all_commands"), free)
        many = dict.fromkeys(("sockets", "all_sockets", "connections"), MANY)
        return cls(**rates, **many, request_time=600, quotas=Quotas(tables_a_day=MANY), metrics=True)  # type: ignore[arg-type]


def is_own_origin(headers: Headers) -> bool:
    """Whether a browser says that one of our own pages asks; who sends no origin is not a page."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


def check_name(headers: Headers, limits: Limits) -> None:
    """See that we are called by a name of ours; behind a proxy, which knows the names, only where some are given."""
    if limits.proxy and not limits.names:
        return
    if not is_our_name(headers.get("host", ""), limits.names):
        raise UnknownName


def check_visitor(socket: HTTPConnection, limits: Limits, bans: Bans) -> None:
    """See that a WebSocket comes from a page of ours, or from no page, by a name of ours, and from no one banned."""
    check_name(socket.headers, limits)
    if not is_own_origin(socket.headers):
        raise NotYours("connections come from our own pages, or from no page at all")
    bans.check(address_of(socket.scope), person_of(socket))


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "local"


def household_of(scope: Scope) -> str:
    """By what limits count who asks."""
    return household(address_of(scope))


def is_relayed(scope: Scope) -> bool:
    """Whether another node has let it in already."""
    return "relayed" in scope


class Guard:
    """Middleware for every request: what is not acceptable goes no further, what is answered has careful headers."""

    def __init__(self, app: ASGIApp, limits: Limits, bans: Bans | None = None) -> None:
        self.app = app
        self.limits, self.bans = limits, bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, most = Headers(scope=scope), self.limits.request_bytes
        careful = _with_headers(send, is_https=scope["scheme"] == "https")
        try:
            if not is_relayed(scope):
                self._check_visitor(scope, headers)
            if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_own_origin(headers):
                raise NotYours("requests come from our own pages, or from no page at all")
            if not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", "0")) > most:
                raise BadRequest(f"a request has at most {most} bytes")
        except Refusal as problem:
            await _refuse(problem, HTTPConnection(scope), careful)
            return
        await self.app(scope, _limited(receive, most), careful)

    def _check_visitor(self, scope: Scope, headers: Headers) -> None:
        check_name(headers, self.limits)
        if self.bans:
            self.bans.check(address_of(scope), person_of(HTTPConnection(scope)))
        self.limits.requests.take(household_of(scope))


def _with_headers(send: Send, *, is_https: bool) -> Send:
    async def careful(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault(HEADER, edition())
            if is_https:
                headers["strict-transport-security"] = "max-age=31536000"
        await send(message)

    return careful


class TooLarge(BadRequest):
    """A body that goes on and on."""


def _limited(receive: Receive, most: int) -> Receive:
    """The same, until more has come than a request may have."""
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise TooLarge(f"a request has at most {most} bytes")
        return message

    return limited


async def _refuse(problem: Refusal, connection: HTTPConnection, send: Send) -> None:
    """With the code and words; where somebody looks at it in a browser, words alone."""
    metrics.REFUSED.labels(problem.code).inc()
    told = refusal(problem, language_of(connection))
    is_read = "text/html" in connection.headers.get("accept", "")
    kind = b"text/plain; charset=utf-8" if is_read else b"application/json"
    body = (told["words"][:1].upper() + told["words"][1:] + "." if is_read else json.dumps(told)).encode()
    status = 413 if isinstance(problem, BadRequest) else problem.status
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
