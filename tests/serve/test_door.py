"""Who comes in: half a request holds no place for long, and one address does not take all."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tablier.serve.api.limits import Limits
from tablier.serve.beside import Beside
from tests.patience import PATIENCE
from tests.serve.serving import serving
from tests.serve.visiting import Server


class Strict(Server):
    """It gives a request half a second to come, and one address ten connections."""

    program = Server.program.replace(
        "limits=Limits.none() if sys.argv[3] else None", "limits=Limits(connections=10, request_time=0.5)"
    )


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(PATIENCE)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_half_sent_requests_shut_nobody_out(tmp_path: Path) -> None:
    server = Strict(tmp_path / "tables.db")
    halves = (
        b"",
        b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    )
    with ExitStack() as stack:
        try:
            host, port = server.url.removeprefix("http://").split(":")
            slow = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(30)]
            for number, connection in enumerate(slow):
                try:
                    connection.sendall(halves[number % 3])
                except ConnectionError:
                    continue  # it was one too many
            assert all(map(is_closed, slow))
            assert server.get("/health").status_code == 200
        finally:
            server.kill()


def test_connections_are_counted_before_they_are_let_in(tmp_path: Path) -> None:
    limits = Limits.none()
    limits.sockets = 3
    with serving(tmp_path / "tables.db", limits) as url, ExitStack() as stack:
        person = httpx.post(f"{url}/api/v1/people").json()["secret"]
        table = httpx.post(
            f"{url}/api/v1/tables",
            json={"game": "maestria", "seats": [{"who": "anyone"}, {"who": "anyone"}]},
            headers={"Authorization": f"Bearer {person}"},
        ).json()["table"]

        def come(_: int) -> bool:
            where = f"{url.replace('http', 'ws')}/api/v1/tables/{table}/socket"
            connection = stack.enter_context(connect(where, open_timeout=PATIENCE, ping_interval=None))
            try:
                return '"events"' in str(connection.recv(PATIENCE))
            except ConnectionClosed:
                return False

        with ThreadPoolExecutor(12) as many:
            assert sum(many.map(come, range(12))) <= 3


def test_who_reads_long_files_keeps_nobody_else_waiting() -> None:
    async def main() -> None:
        reading, may_end = Beside("test", 2, each=1, most=5), Event()
        eves = [asyncio.create_task(reading.do("eve", may_end.wait)) for _ in range(5)]
        try:
            assert await asyncio.wait_for(reading.do("ann", lambda: "read"), PATIENCE) == "read"
            assert not any(eve.done() for eve in eves)
        finally:
            may_end.set()
        await asyncio.gather(*eves)
        reading.stop()

    asyncio.run(main())
