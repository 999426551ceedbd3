"""A connection without a network, for what is spoken over one."""

from __future__ import annotations

import asyncio
from typing import Any


class Transport(asyncio.Transport):
    """Keeps what is written, and what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.reads, self.closed = b"", True, False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True
