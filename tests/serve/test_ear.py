"""An ear at the line: ordinary messages come and go without a detour, and all else is as it is without one."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tablier.serve.api.limits import Limits
from tablier.serve.api.socket import HEARD, Hearing
from tablier.serve.line import LINE, Line, framed, measured
from tablier.serve.live import Connection
from tests.serve.transport import Transport

MOST = 1000
"""Bytes of a message."""

HEAD = 14
"""Bytes with which a frame begins at most; before these have come nobody is sure of it."""


class Visit:
    """Somebody with a browser at one end, and an application with an ear at the other."""

    def __init__(self, *, has_ear: bool = True) -> None:
        self.heard: list[Any] = []
        """By the ear."""
        self.queued: list[Any] = [] if has_ear else self.heard
        """What the application was given instead."""
        self.has_ear = has_ear
        self.browser, self.transport = ClientProtocol(parse_uri("ws://here/"), max_size=1 << 20), Transport()
        config = uvicorn.Config(
            self._application, interface="asgi3", proxy_headers=False, log_config=None,
            ws_max_size=MOST, ws_per_message_deflate=False,
        )  # fmt: skip
        config.load()
        self.line = Line(config, ServerState(), {})
        self.line.connection_made(self.transport)

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        assert scope["extensions"][LINE] is self.line
        self.line.ear = self.heard.append if self.has_ear else None
        while (message := await receive())["type"] == "websocket.receive":
            self.queued.append(message.get("text", message.get("bytes")))
        self.queued.append(message)

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    @property
    def sent(self) -> bytes:
        """What the browser has to send."""
        return b"".join(self.browser.data_to_send())

    @property
    def received(self) -> list[Frame]:
        """What has come to the browser, with what the line has still to hand over in this turn of the loop."""
        self.line.transport.flush()  # type: ignore[attr-defined]
        self.browser.receive_data(self.transport.written)
        self.transport.written = b""
        return [event for event in self.browser.events_received() if isinstance(event, Frame)]


@asynccontextmanager
async def visit(*, has_ear: bool = True) -> AsyncIterator[Visit]:
    found = Visit(has_ear=has_ear)
    found.browser.send_request(found.browser.connect())
    found.line.data_received(found.sent)
    await found.settle()
    assert found.received == []
    yield found
    found.line.connection_lost(None)
    await found.settle()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_what_we_say_is_what_a_browser_reads(length: int) -> None:
    async def main() -> None:
        async with visit() as here:
            assert here.line.say(("é" * (length // 2) + "x" * (length % 2)).encode())
            (frame,) = here.received
            assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, length)

    asyncio.run(main())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 999])
@pytest.mark.parametrize("pieces", [1, 2, 3, 1000])
def test_a_message_is_heard_however_its_bytes_come(length: int, pieces: int) -> None:
    async def main() -> None:
        async with visit() as here:
            here.browser.send_text(b"a" * length)
            here.browser.send_text("là".encode())
            data = here.sent
            step = max(1, len(data) // pieces)
            for begin in range(0, len(data), step):
                here.line.data_received(data[begin : begin + step])
            assert here.heard == ["a" * length, "là"]
            await here.settle()
            assert here.queued == []

    asyncio.run(main())


def test_what_is_no_ordinary_message_is_left_to_the_server() -> None:
    async def main() -> None:
        async with visit() as here:
            here.browser.send_ping(b"well?")
            here.browser.send_text(b"one")
            here.line.data_received(here.sent)
            assert here.heard == ["one"]
            assert [frame.opcode for frame in here.received] == [Opcode.PONG]
            here.browser.send_binary(b"\x00")
            here.line.data_received(here.sent)
            await here.settle()
            assert here.queued == [b"\x00"]

    asyncio.run(main())


def test_nothing_overtakes_a_message_that_comes_in_parts() -> None:
    async def main() -> None:
        async with visit() as here:
            here.browser.send_text(b"be", fin=False)
            here.browser.send_ping(b"")
            here.browser.send_continuation(b"fore", fin=True)
            here.browser.send_text(b"after")
            here.line.data_received(here.sent)
            assert here.heard == []
            await here.settle()
            assert here.queued == ["before", "after"]
            here.browser.send_text(b"last")
            here.line.data_received(here.sent)
            assert here.heard == ["last"]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        (b"\x81\x82\x00\x00\x00\x00\xff\xfe", 1007),  # no UTF-8
        (b"\x81\x02hi", 1002),  # not masked
        (b"\xf1\x80\x00\x00\x00\x00", 1002),  # bits that mean nothing here
        (b"\x81\xfe" + (MOST + 1).to_bytes(2, "big"), 1009),  # too long: nobody waits for all of it
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big"), 1009),
    ],
)
def test_nonsense_is_answered_as_it_is_without_an_ear(nonsense: bytes, code: int) -> None:
    async def main() -> None:
        async with visit() as here:
            here.line.data_received(nonsense + b"\x00" * 20)
            await here.settle()
            (frame,) = here.received
            assert (frame.opcode, int.from_bytes(frame.data[:2], "big")) == (Opcode.CLOSE, code)
            assert here.heard == []
            assert here.transport.closed

    asyncio.run(main())


def something(chance: random.Random, browser: ClientProtocol) -> bytes:
    """What a browser may send."""
    said = bytes(chance.choices(b"abc", k=chance.choice((0, 1, 125, 126, 300))))
    kind = chance.choice(("text", "text", "text", "parts", "binary", "ping", "pong"))
    if kind == "text":
        browser.send_text(said)
    elif kind == "parts":
        browser.send_text(said, fin=False)
        if chance.random() < 0.3:
            browser.send_ping(b"")
        browser.send_continuation(said, fin=True)
    elif kind == "binary":
        browser.send_binary(said)
    elif kind == "ping":
        browser.send_ping(said[:100])
    else:
        browser.send_pong(said[:100])
    return b"".join(browser.data_to_send())


async def told(data: bytes, cuts: list[int], *, has_ear: bool) -> tuple[list[Any], list[tuple[Opcode, bytes]]]:
    """What the application hears of these bytes, which come in pieces; and what the browser is sent."""
    async with visit(has_ear=has_ear) as here:
        here.line.ear = here.queued.append if has_ear else None
        for begin, end in itertools.pairwise([0, *cuts, len(data)]):
            if not here.transport.closed:
                here.line.data_received(data[begin:end])
            await here.settle()
        return here.queued, [(frame.opcode, bytes(frame.data)) for frame in here.received]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_comes_is_heard_and_answered_as_it_is_without_an_ear(seed: int) -> None:
    async def main() -> None:
        for number in range(25):
            chance, browser = random.Random(seed * 1000 + number), Visit().browser
            browser.state = State.OPEN
            sense = b"".join(something(chance, browser) for _ in range(chance.randrange(12)))
            nonsense = bytes(chance.choices(range(256), k=chance.choice((0, 0, HEAD, 30, 300))))
            data = sense + nonsense
            # of what comes together with nonsense uvicorn drops all, and an ear has heard what came before it
            cuts = sorted([*chance.choices(range(len(data) + 1), k=chance.randrange(5)), len(sense)])
            assert await told(data, cuts, has_ear=True) == await told(data, cuts, has_ear=False)

    asyncio.run(main())


def test_what_is_said_in_one_turn_of_the_loop_is_handed_over_together_and_in_its_order() -> None:
    async def main() -> None:
        async with visit() as here:
            handed: list[bytes] = []
            here.transport.write = handed.append  # type: ignore[method-assign,assignment]
            assert here.line.say(b"what has happened")
            here.browser.send_ping(b"?")
            here.line.data_received(here.sent)
            assert here.line.say(b"done")
            assert handed == []
            await here.settle()
            (here.transport.written,) = handed
            assert [frame.opcode for frame in here.received] == [Opcode.TEXT, Opcode.PONG, Opcode.TEXT]
            assert here.line.say(b"later")
            await here.settle()
            assert len(handed) == 2

    asyncio.run(main())


def test_what_was_still_to_be_handed_over_goes_out_before_a_line_is_closed_and_not_after_it() -> None:
    async def main() -> None:
        async with visit() as here:
            assert here.line.say(b"goodbye")
            here.line.transport.close()
            assert here.transport.closed
            assert [frame.data for frame in here.received] == [b"goodbye"]
            here.line.transport.write(b"nobody reads this")
            await here.settle()
            assert here.transport.written == b""

    asyncio.run(main())


def test_nothing_is_said_to_who_takes_nothing_or_has_gone() -> None:
    async def main() -> None:
        async with visit() as here:
            here.line.pause_writing()
            assert not here.line.say(b"x")
            here.line.resume_writing()
            assert here.line.say(b"x")
            here.browser.send_close()
            here.line.data_received(here.sent)
            assert not here.line.say(b"y")
            await here.settle()
            assert here.queued[-1]["type"] == "websocket.disconnect"
            assert [frame.opcode for frame in here.received] == [Opcode.TEXT, Opcode.CLOSE]

    asyncio.run(main())


def test_what_could_not_be_said_at_once_comes_before_what_is_said_then() -> None:
    said: list[bytes] = []
    connection = Connection(0, frozenset(), "en")
    connection.say = lambda told: not said.append(told)  # type: ignore[func-returns-value]
    connection.send(b"1")
    connection.outbox.put_nowait(b"2")
    connection.send(b"3")
    assert said == [b"1"]
    assert [connection.outbox.get_nowait(), connection.outbox.get_nowait()] == [b"2", b"3"]


class Slow:
    """Tables in whose background everything is done."""

    class background:  # noqa: N801
        spawn = staticmethod(asyncio.ensure_future)


def test_who_says_too_much_at_once_is_not_listened_to_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        released, answered = asyncio.Event(), list[str | None]()

        async def answer(hearing: Hearing, text: str | None, arrived: int) -> None:
            await released.wait()
            answered.append(text)

        monkeypatch.setattr(Hearing, "_answer", answer)
        async with visit() as here:
            hearing = Hearing(Slow(), "", Connection(0, frozenset(), "en"), Limits.none(), here.line)  # type: ignore[arg-type]
            here.line.ear = hearing.take
            said = [str(number) for number in range(5 * HEARD)]
            for text in said:
                here.browser.send_text(text.encode())
            here.line.data_received(here.sent)
            assert not here.transport.reads
            assert len(hearing._inbox) == HEARD + 1, "nor is what has come already"
            released.set()
            while answered != said:
                await asyncio.sleep(0)
            assert here.transport.reads

    asyncio.run(main())


def test_others_are_heard_while_much_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        answered, turns = list[str | None](), list[int]()

        async def answer(hearing: Hearing, text: str | None, arrived: int) -> None:
            answered.append(text)  # as a refusal is, which waits for nothing

        monkeypatch.setattr(Hearing, "_answer", answer)
        async with visit() as here:
            hearing = Hearing(Slow(), "", Connection(0, frozenset(), "en"), Limits.none(), here.line)  # type: ignore[arg-type]
            here.line.ear = hearing.take
            for _ in range(50 * HEARD):
                here.browser.send_text(b"{}")
            here.line.data_received(here.sent)
            while len(answered) < 50 * HEARD:
                await asyncio.sleep(0)
                turns.append(len(answered))
            assert max(after - before for before, after in itertools.pairwise([0, *turns])) <= HEARD + 1
            assert here.transport.reads

    asyncio.run(main())


def test_a_frame_is_measured_as_soon_as_its_head_has_come() -> None:
    assert measured(b"\x81") == measured(b"\x81\xfe\x01") == (0, 0)
    assert measured(framed(b"x" * 300)) == (4, 304)
    assert measured(b"?" + framed(b"x" * 300), 1) == (5, 305)
    assert measured(b"\x81\x85") == (6, 11)
