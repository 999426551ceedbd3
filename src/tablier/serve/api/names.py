"""By which names, and from where, somebody comes: what a proxy says of it, and names that are not ours."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

PRIVATE = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost")
"""Names that nobody can have on the internet: they are given by one's own house."""


_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


class Forwarded:
    """Behind a proxy: who it says has come, and by https or not.

    A proxy adds to the end of what it is told: only the last word is its own. It is believed if it is on this machine,
    or in a private network.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and _is_near(scope.get("client")):
            headers = Headers(scope=scope)
            scope = {**scope}
            if address := _last(headers.getlist("x-forwarded-for")):
                scope["client"] = (address, 0)
            if (scheme := _last(headers.getlist("x-forwarded-proto"))) in ("http", "https"):
                scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        await self.app(scope, receive, send)


def _is_near(client: tuple[str, int] | None) -> bool:
    if client is None:
        return True  # by a socket of this machine
    try:
        address = ip_address(client[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_private


def _last(values: Collection[str]) -> str:
    return ",".join(values).rpartition(",")[2].strip()


def is_name(text: str) -> bool:
    """Whether something can be the name of a server, in small letters: nobody could ever call it by anything else.

    >>> [is_name(text) for text in ("play.example.org", "https://play.example.org/", "play.example.org:8000")]
    [True, False, False]
    """
    return _NAME.fullmatch(text) is not None


def is_our_name(host: str, names: Collection[str]) -> bool:
    """Whether this server may be called so: by an address, a name within a house, its own name, or one of these.

    Somebody else's page could be led here under its own name, and then ask as if it were one of ours (DNS rebinding).

    >>> [is_our_name(host, ["play.example.org"]) for host in ("192.168.1.7:8000", "[::1]:8000", "play.example.org")]
    [True, True, True]
    >>> is_our_name("evil.example.com:8000", ["play.example.org"])
    False
    """
    name = host.lower().rpartition("]")[0].lstrip("[") if host.startswith("[") else host.lower().partition(":")[0]
    if "." not in name or name.endswith(PRIVATE) or name in (*names, socket.gethostname().lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
