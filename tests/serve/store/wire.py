"""The network between a store and its database, which is cut at the worst moment."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Literal

Moment = Literal["before COMMIT", "in COMMIT", "after COMMIT"]

ASKED, DONE = b"COMMIT", b"COMMIT\0"
"""What a client says, and what the server answers when it is done."""


class Wire:
    """Carries everything from an address of its own to the database, until it is told to cut something."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.cuts: list[Moment] = []
        """When the next connections that commit are cut, one after the other."""
        self.is_down = False
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for end in (self._listening, *self._ends):
            _shut(end)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if self.is_down:
                    _shut(client)
                    continue
                server = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [client, server]
                for work in (self._asks, self._answers):
                    threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _asks(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while said := client.recv(65536):
                if ASKED in said and self._is_time("before COMMIT"):
                    break
                server.sendall(said)
                if ASKED in said and self._is_time("in COMMIT"):
                    _shut(client)  # the server does not hear of it, and goes on
                    return
        _shut(client)
        _shut(server)

    def _answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while said := server.recv(65536):
                if DONE in said and self._is_time("after COMMIT"):
                    break
                client.sendall(said)
        _shut(client)

    def _is_time(self, moment: Moment) -> bool:
        if self.cuts and self.cuts[0] == moment:
            self.cuts.pop(0)
            return True
        return False


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
