"""Who reads while somebody writes, and how everybody is kept away for a moment."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Readers come and go; who closes it waits until all have gone, and is alone then."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._inside = 0
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._change:
            self._change.wait_for(lambda: not self._closed)
            self._inside += 1
        try:
            yield
        finally:
            with self._change:
                self._inside -= 1
                self._change.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        with self._change:
            self._closed = True
            self._change.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._change:
                self._closed = False
                self._change.notify_all()
