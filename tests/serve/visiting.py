"""A real server, as a process of its own, and people who come to it over the network."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.serve.hosting import ENTROPY

START = """
import sys
from tablier.serve.api.limits import Limits
from tablier.serve.run import serve
serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]), bot_pause=0, limits=Limits.none() if sys.argv[3] else None,
      ready=lambda address: print(address, flush=True))
"""


class Server:
    """`tablier serve`, interpreted, so that nothing is compiled for a test."""

    program: ClassVar[str] = START
    """What the process runs: told where the store is, the port, and whether there are no limits."""

    def __init__(self, store: Path, port: int = 0, limited: bool = False, python: str = sys.executable) -> None:
        self.store = store
        self.visitors = ExitStack()
        """Clients and connections, which are closed with the server."""
        environment = {**os.environ, "TABLIER_JIT": "0"}
        self.process = subprocess.Popen(
            [python, "-c", self.program, str(store), str(port), "" if limited else "unlimited"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True,
        )  # fmt: skip
        assert self.process.stdout
        self.url = self.process.stdout.readline().strip().rstrip("/").replace("localhost", "127.0.0.1")
        assert self.url, self.process.communicate()[1]

    @property
    def api(self) -> str:
        return f"{self.url}/api/v1"

    def get(self, path: str, **given: Any) -> httpx.Response:
        """What somebody is answered who has not said who they are."""
        return httpx.get(self.api + path, timeout=PATIENCE, **given)

    def post(self, path: str, **given: Any) -> httpx.Response:
        return httpx.post(self.api + path, timeout=PATIENCE, **given)

    def kill(self) -> None:
        self.visitors.close()
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """End it as ctrl-C does; its exit code, and what it has logged."""
        self.visitors.close()
        self.process.send_signal(signal.SIGINT)
        _, logged = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, logged


class Person:
    """Somebody with a secret."""

    def __init__(self, server: Server, name: str = "Ann") -> None:
        self.server, self.name = server, name
        self.client = server.visitors.enter_context(httpx.Client(base_url=server.api, timeout=PATIENCE))
        self.secret = self.client.post("/people").json()["secret"]

    def open(self, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
        places = [{"who": who} if who != "bot" else {"who": "bot", "level": 1} for who in seats]
        answer = self.client.post("/tables", json={"game": game, "seats": places, **more})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def sit(self, table: str, seat: int, **more: Any) -> httpx.Response:
        return self.client.post(
            f"/tables/{table}/seats/{seat}", json={"name": self.name, "entropy": ENTROPY, **more}
        )  # fmt: skip

    def connect(self, table: str, seat: int | None = None, **asked: Any) -> Socket:
        query = "&".join(f"{name}={value}" for name, value in ({"seat": seat} | asked).items() if value is not None)
        url = f"{self.server.api.replace('http', 'ws')}/tables/{table}/socket?{query}"
        headers = {"Authorization": f"Bearer {self.secret}"}
        connection = connect(url, additional_headers=headers, max_size=None, open_timeout=PATIENCE, ping_interval=None)
        return Socket(self.server.visitors.enter_context(connection))


class Socket:
    """A connection to a table, which keeps track of versions as any client does."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.version = 0
        self.now: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.count = 0

    def receive(self) -> dict[str, Any]:
        text = self.connection.recv(PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        for event in message.get("events", ()):
            self.events.append(event)
            self.version = event["version"]
        self.now = message.get("now", self.now)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """Receive until there is a message of this type."""
        while (message := self.receive())["type"] != kind:
            pass
        return message

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command, and receive up to its answer."""
        self.count += 1
        id = f"{do}-{self.count}"
        self.connection.send(json.dumps({"id": id, "do": do, **more}))
        while (message := self.receive()).get("id") != id:
            pass
        return message

    def play(self, action: str) -> dict[str, Any]:
        return self.ask("play", action=action, version=self.version)

    def close(self) -> None:
        self.connection.close()
