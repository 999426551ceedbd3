"""A WebSocket as it is spoken here: by uvicorn, with less in memory for as long as it is open."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablier.serve.mailbox import Mailbox


class _Open:
    """Stands for an event that has come: who waits for it goes on at once."""

    async def wait(self) -> bool:
        return True

    def set(self) -> None: ...


OPEN = _Open()


class Line(WebSocketsSansIOProtocol):
    """One connection. What there is only for a moment is made for that moment, and what was asked is forgotten."""

    queue: Any
    writable: Any
    request: Any
    response: Any

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue, self.writable = Mailbox(), OPEN

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        self.writable.set()
        self.writable = OPEN

    def start_keepalive(self) -> None:
        """Called once somebody is let in."""
        super().start_keepalive()
        self.request.headers.clear()
        self.request = self.response = None
