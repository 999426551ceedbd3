"""Who comes in, before anything is asked: so many connections of one address, each of which soon says what it wants."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tablier.serve.households import household

Protocol: Any = AutoHTTPProtocol


class Door:
    """How many connections there are, by household."""

    def __init__(self, each: int | None, most: int, seconds: float) -> None:
        """So many of `each` address (None: as many as like, since all come from a proxy), and so many at `most`.

        A request has come whole within so many `seconds`, or its connection is closed.
        """
        self.each, self.most, self.seconds = each, most, seconds
        self.inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether there is room."""
        self.inside[address] += 1
        full = self.each is not None and self.inside[address] > self.each
        return not full and self.inside.total() <= self.most

    def leave(self, address: str) -> None:
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]

    def protocol(self) -> type[asyncio.Protocol]:
        """How HTTP is spoken at this door."""

        class Guarded(_Guarded):
            door = self

        return Guarded


class _Guarded(Protocol):  # type: ignore[misc]
    """HTTP with somebody who may never come to the point."""

    door: Door
    _timer: asyncio.TimerHandle | None = None
    _address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._address = household(self.client[0] if self.client else "local")
        if self.door.enter(self._address):
            self._wait()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._has_asked():
            self._stop_waiting()
        elif self._timer is None:
            self._wait()

    def handle_websocket_upgrade(self, *given: Any) -> None:
        self._part()  # from here on it is a WebSocket, which is counted as such
        super().handle_websocket_upgrade(*given)

    def connection_lost(self, exc: Exception | None) -> None:
        self._part()
        super().connection_lost(exc)

    def _has_asked(self) -> bool:
        """Whether a whole request is here, and being answered."""
        return self._address is None or bool(
            self.cycle and not self.cycle.response_complete and not self.cycle.more_body
        )

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.door.seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        idle = self.timeout_keep_alive_task is not None  # it has been answered, and may ask again for a moment
        if not idle and not self._has_asked():
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _part(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self.door.leave(self._address)
            self._address = None
