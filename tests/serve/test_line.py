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


GOODBYE = b"\x88\x02\x03\xe8"
MESSAGES = b"\x81\x05hello" + b"\x81\x7e\x00\x88" + b"\x88" * 136 + b"\x8a\x00"


@pytest.mark.parametrize("said", [MESSAGES + GOODBYE, GOODBYE])
def test_after_the_goodbye_of_the_other_node_nothing_more_is_said_however_it_comes_in_pieces(said: bytes) -> None:
    """A second goodbye would break the protocol, and whoever has said theirs would be waited for ten seconds."""
    for size in (1, 3, len(said)):
        for early in (0, len(said)):
            far, near, _, here = ends(HEAD + said[:early])
            near.far = far
            far.join(near)
            for at in range(early, len(said), size):
                far.data_received(said[at : at + size])
            far.connection_lost(None)
            assert (here.written, here.closed) == (said, True)
            assert near.far is None
            assert near.queue.empty()


@pytest.mark.parametrize("said", [MESSAGES, MESSAGES + b"\x81\x04\x88\x02", b"\x81", b""])
def test_who_is_cut_off_without_a_goodbye_is_told(said: bytes) -> None:
    for size in (1, 5, len(said) or 1):
        far, near, _, here = ends(HEAD)
        near.far = far
        far.join(near)
        for at in range(0, len(said), size):
            far.data_received(said[at : at + size])
        far.connection_lost(None)
        assert not here.closed
        assert near.queue.get_nowait() == {"type": LOST}


def test_a_node_that_hangs_up_before_it_answers_is_not_reached() -> None:
    far, *_ = ends(HEAD[:20])
    far.connection_lost(None)
    assert isinstance(far.answer.exception(), ConnectionResetError)
