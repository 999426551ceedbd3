"""A real server on a port of its own: in a thread of the test, or in a process that can be killed."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import uvicorn

from tablier.serve.api.app import make_app
from tablier.serve.api.limits import Limits
from tablier.serve.store import Store
from tests.serve.hosting import QuickThinkers

PROGRAM = """
import sys
from pathlib import Path
from tablier.serve.run import serve
serve(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]), ready=lambda address: print(address, flush=True))
"""


@contextmanager
def serving(path: Path, limits: Limits | None = None) -> Iterator[str]:
    """A server in a thread; its bots take the first action that there is. Gives its address."""
    store = Store(path)
    store.open()
    app = make_app(store, QuickThinkers(), limits or Limits.none(), bot_pause=0)  # type: ignore[arg-type]
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


class Process:
    """A server in a process, without compiled code."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.kill()

    def start(self) -> None:
        command = [sys.executable, "-c", PROGRAM, str(self.path), str(self.port)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"TABLIER_JIT": "0"}
        )
        assert self._process.stdout
        assert self._process.stdout.readline(), "the server did not start"

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
