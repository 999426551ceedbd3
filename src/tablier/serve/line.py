"""A WebSocket as it is spoken here: by uvicorn, with less in memory for as long as it is open.

One that another node is to answer is only passed on: its bytes go there and back, and no message is looked into.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablier.serve.mailbox import Mailbox


class _Open:
    """Stands for an event that has come: who waits for it goes on at once."""

    async def wait(self) -> bool:
        return True

    def set(self) -> None: ...


OPEN = _Open()

LINE: Final = "tablier.line"
"""The extension by which an application finds the connection itself."""

LOST: Final = "tablier.lost"
"""What is received when the other end of a connection that is passed on has gone."""


class Far(asyncio.Protocol):
    """A WebSocket to another node, as the other end of one that is passed on."""

    transport: asyncio.Transport

    def __init__(self, question: bytes) -> None:
        """`question`: the request by which it is opened."""
        self._question, self._come = question, b""
        self._near: Line | None = None
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        """The first line of what it is answered; nothing more is read then until somebody takes it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self._question)

    def data_received(self, data: bytes) -> None:
        if self._near:
            self._near.transport.write(data)
            return
        self._come += data
        if b"\r\n\r\n" in self._come and not self.answer.done():
            self.transport.pause_reading()
            self.answer.set_result(self._come.partition(b"\r\n")[0])

    def join(self, near: Line) -> None:
        """Hand everything on from here, beginning with what has come already."""
        self._near, messages = near, self._come.partition(b"\r\n\r\n")[2]
        self._come = b""
        if messages:
            near.transport.write(messages)
        if self.transport.is_closing():
            near.part()
        else:
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        if self._near:
            self._near.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._near:
            self._near.transport.resume_reading()

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem or ConnectionResetError("it hung up"))
        if self._near:
            self._near.part()


class Line(WebSocketsSansIOProtocol):
    """One connection. What there is only for a moment is made for that moment, and what was asked is forgotten."""

    queue: Any
    writable: Any
    request: Any
    response: Any

    far: Far | None = None
    """Where all that comes goes to, if somebody else answers it."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue, self.writable = Mailbox(), OPEN

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def data_received(self, data: bytes) -> None:
        if self.far:
            self.far.transport.write(data)
        else:
            super().data_received(data)

    def part(self) -> None:
        """The far end has gone: from here on we answer ourselves."""
        self.far = None
        self.queue.put_nowait({"type": LOST})

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()
        if self.far:
            self.far.transport.pause_reading()

    def resume_writing(self) -> None:
        self.writable.set()
        self.writable = OPEN
        if self.far:
            self.far.transport.resume_reading()

    def start_keepalive(self) -> None:
        """Called once somebody is let in."""
        if not self.far:  # whoever answers also asks whether they are still there
            super().start_keepalive()
        self.request.headers.clear()
        self.request = self.response = None
