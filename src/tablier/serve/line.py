"""A WebSocket as it is spoken here: by uvicorn, with less in memory for as long as it is open.

Whoever sits at a table for long may have an ear at the line: an ordinary message, whole and in one piece, is handed to
it when it comes, and what is said goes out at once, without the queues, events and tasks that are between a server and
an application. All else (opening and closing, pings, messages in pieces, nonsense) is uvicorn's.

One that another node is to answer is only passed on: its bytes go there and back, and no message is looked into.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, where that can be had

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


Ear = Callable[[str], None]
"""Is told each message."""

TEXT: Final = 0x81
"""How a frame begins that is a message of text, whole."""

OPCODE, CLOSE = 0x0F, 0x08
"""The bits of that byte which say what kind of frame it is; the kind by which somebody says goodbye."""

MASKED, LENGTH = 0x80, 0x7F
"""The bits of its second byte: what people send is masked; and how long it is, or one of the next two."""

TWO, EIGHT = 126, 127
"""In place of a length: it follows, in so many bytes."""

_SHORT, _LONG, _LONGER = Struct("!BB"), Struct("!BBH"), Struct("!BBQ")


def framed(told: bytes) -> bytes:
    """A message as we send it: one frame of text, which is UTF-8."""
    if len(told) < TWO:
        return _SHORT.pack(TEXT, len(told)) + told
    return (_LONG.pack(TEXT, TWO, len(told)) if len(told) < 1 << 16 else _LONGER.pack(TEXT, EIGHT, len(told))) + told


def measured(data: bytes, at: int = 0) -> tuple[int, int]:
    """Of the frame that begins there: where what is masked begins, and where it ends; 0: nobody can tell yet."""
    if len(data) < at + _SHORT.size:
        return 0, 0
    length, begin = data[at + 1] & LENGTH, at + _SHORT.size
    if length >= TWO:
        head = _LONG if length == TWO else _LONGER
        if len(data) < at + head.size:
            return 0, 0
        length, begin = head.unpack_from(data, at)[2], at + head.size
    begin += 4 if data[at + 1] & MASKED else 0
    return begin, begin + length


class Far(asyncio.Protocol):
    """A WebSocket to another node, as the other end of one that is passed on."""

    transport: asyncio.Transport

    def __init__(self, question: bytes) -> None:
        """`question`: the request by which it is opened."""
        self._question, self._come = question, b""
        self._near: Line | None = None
        self._owed = 0
        """Bytes of a frame that are still to come."""
        self._begun = b""
        """Of a frame whose length cannot be told yet."""
        self._has_said_goodbye = False
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        """The first line of what it is answered; nothing more is read then until somebody takes it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self._question)

    def data_received(self, data: bytes) -> None:
        if self._near:
            self._near.transport.write(data)
            self._listen(data)
            return
        self._come += data
        if b"\r\n\r\n" in self._come and not self.answer.done():
            self.transport.pause_reading()
            self.answer.set_result(self._come.partition(b"\r\n")[0])

    def _listen(self, data: bytes) -> None:
        """Look at the first byte of every frame: is it a goodbye?"""
        passed = min(self._owed, len(data))
        self._owed -= passed
        data, at = self._begun + data[passed:], 0
        _, end = measured(data)
        while end:
            self._has_said_goodbye |= data[at] & OPCODE == CLOSE
            self._owed, at = max(0, end - len(data)), min(end, len(data))
            _, end = measured(data, at)
        self._begun = data[at:]

    def join(self, near: Line) -> None:
        """Hand everything on from here, beginning with what has come already."""
        self._near, messages = near, self._come.partition(b"\r\n\r\n")[2]
        self._come = b""
        if messages:
            near.transport.write(messages)
            self._listen(messages)
        if self.transport.is_closing():
            near.part(self._has_said_goodbye)
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
            self._near.part(self._has_said_goodbye)


class Gathering:
    """A transport to which what is written within one turn of the event loop is handed together, in its order.

    Who acts is told what has happened, and that it has: each call of the system costs more than to make the message.
    """

    __slots__ = ("_transport", "_waiting")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(data)

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(waiting[0] if len(waiting) == 1 else b"".join(waiting))

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Line(WebSocketsSansIOProtocol):
    """One connection. What there is only for a moment is made for that moment, and what was asked is forgotten."""

    queue: Any
    writable: Any
    request: Any
    response: Any

    far: Far | None = None
    """Where all that comes goes to, if somebody else answers it."""
    ear: Ear | None = None
    """Who hears what is said, from when on somebody stays; nobody: the application asks for it."""
    _come = b""
    """The beginning of a frame, of which the rest is still to come; or more, that nobody wants to hear yet."""
    _owed = 0
    """Bytes of a frame, of which uvicorn has the beginning, that are still to come."""
    is_deaf = False
    """Whether nobody wants to hear more for now."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue, self.writable = Mailbox(), OPEN

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(Gathering(transport))  # type: ignore[arg-type]  # it has all that is asked of one

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def data_received(self, data: bytes) -> None:
        if self.far:
            self.far.transport.write(data)
        elif self.ear:
            self._hear(self._come + data)
        else:
            super().data_received(data)

    def _hear(self, data: bytes) -> None:
        """Take out one frame after the other; uvicorn is given the others, each from its beginning to its end."""
        at = min(self._owed, len(data))
        if at:
            super().data_received(data[:at])
            self._owed -= at
        begin, end = measured(data, at)
        while end and not self.is_deaf and (end <= len(data) or not self._is_ordinary(data, at, end - begin)):
            if not (self._is_ordinary(data, at, end - begin) and self._is_heard(data, begin, end)):
                super().data_received(data[at:end])
                self._owed = max(0, end - len(data))
            at = min(end, len(data))
            begin, end = measured(data, at)
        self._come = data[at:]
        if self.is_deaf:  # uvicorn reads on when somebody takes what it has
            self.transport.pause_reading()

    def _is_ordinary(self, data: bytes, at: int, length: int) -> bool:
        """Whether the frame that begins there is a message, whole, of which nobody need complain before it is read."""
        return data[at] == TEXT and bool(data[at + 1] & MASKED) and length <= self.config.ws_max_size

    def _is_heard(self, data: bytes, begin: int, end: int) -> bool:
        """Whether a message can be told to who listens: nothing that came before it waits."""
        if self.ear is None or self.frames or self.close_sent or not self.queue.empty():
            return False
        try:
            text = apply_mask(data[begin:end], data[begin - 4 : begin]).decode()
        except UnicodeDecodeError:
            return False
        self.ear(text)
        return True

    def stop_hearing(self) -> None:
        """Whoever listens has heard enough for now: what has come stays as it is, and nothing more is read."""
        self.is_deaf = True
        self.transport.pause_reading()

    def hear_again(self) -> None:
        if self.is_deaf and not self.transport.is_closing():
            self.is_deaf = False
            self.transport.resume_reading()
            self._hear(self._come)

    def say(self, told: bytes) -> bool:
        """Send a message at once; False: nothing more is taken, for now or for ever."""
        if self.writable is not OPEN or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(framed(told))
        return True

    def part(self, has_said_goodbye: bool) -> None:
        """The far end has gone: from here on we answer ourselves, if there is anything to be said after a goodbye."""
        self.far = None
        if has_said_goodbye:
            self.transport.close()
        else:
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
