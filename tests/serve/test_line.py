"""A WebSocket that another node answers: its bytes are passed on as they come."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablier.serve.line import LOST, OPEN, Far, Line
from tablier.serve.mailbox import Mailbox
from tests.serve.transport import Transport

HEAD = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"


def ends(*come: bytes) -> tuple[Far, Line, Transport, Transport]:
    """Both ends, before they are joined, and their transports; the other node has said so much."""
    far, near = Far(b"GET / HTTP/1.1\r\n\r\n"), Line.__new__(Line)
    there, here = Transport(), Transport()
    near.transport, near.queue, near.writable = here, Mailbox(), OPEN
    far.connection_made(there)
    for data in come:
        far.data_received(data)
    return far, near, there, here


@pytest.fixture(autouse=True)
def loop() -> Any:
    """What a future needs, and nothing runs in."""
    loop = asyncio.new_event_loop()
    asyncio._set_running_loop(loop)
    yield loop
    asyncio._set_running_loop(None)
    loop.close()


def test_the_answer_may_come_in_pieces_and_nothing_more_is_read_then() -> None:
    far, _, there, _ = ends(HEAD[:20])
    assert not far.answer.done()
    far.data_received(HEAD[20:])
    assert far.answer.result() == b"HTTP/1.1 101 Switching Protocols"
    assert there.written == b"GET / HTTP/1.1\r\n\r\n"
    assert not there.reads


def test_what_has_come_with_the_answer_is_handed_on_before_all_else() -> None:
    far, near, there, here = ends(HEAD + b"first")
    near.far = far
    far.join(near)
    far.data_received(b" then")
    near.data_received(b"back")
    assert here.written == b"first then"
    assert there.written.endswith(b"\r\n\r\nback")
    assert there.reads


def test_who_takes_nothing_more_is_sent_nothing_more() -> None:
    far, near, there, here = ends(HEAD)
    near.far = far
    far.join(near)
    near.pause_writing()
    assert not there.reads
    near.resume_writing()
    assert there.reads
    far.pause_writing()
    assert not here.reads
    far.resume_writing()
    assert here.reads


@pytest.mark.parametrize("early", [True, False])
def test_if_the_other_node_is_lost_we_are_told_and_answer_ourselves(early: bool) -> None:
    far, near, there, _ = ends(HEAD)
    near.far = far
    if early:
        there.closed = True
        far.connection_lost(None)
    far.join(near)
    if not early:
        far.connection_lost(None)
    assert near.far is None
    assert near.queue.get_nowait() == {"type": LOST}


def test_a_node_that_hangs_up_before_it_answers_is_not_reached() -> None:
    far, *_ = ends(HEAD[:20])
    far.connection_lost(None)
    assert isinstance(far.answer.exception(), ConnectionResetError)
