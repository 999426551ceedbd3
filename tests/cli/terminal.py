"""A terminal of our own: the command runs in it as it would for a person, who types and reads."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping

from tests.patience import PATIENCE

_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")
_TAKE_TERMINAL = """
import fcntl, runpy, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored where tests run in the background
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that ctrl-C reaches it
runpy.run_module("tablier", run_name="__main__")
"""


class Terminal:
    """The command `tablier` with these arguments, in a terminal of this size."""

    def __init__(self, *arguments: str, env: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *arguments],
            stdin=slave, stdout=slave, stderr=slave, env={**env, "TERM": "xterm-256color"}, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.raw = ""
        """Everything that was shown, with its escape sequences."""
        self._read = 0
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def until(self, text: str) -> str:
        """What is shown from here up to this text, as a person sees it."""
        deadline = time.monotonic() + PATIENCE
        while text not in plain(self.raw[self._read :]):
            if time.monotonic() > deadline or not self._receive():
                raise AssertionError(f"{text!r} was not shown, but: {plain(self.raw[self._read :])!r}")
        shown, self._read = plain(self.raw[self._read :]), len(self.raw)
        return shown

    def type(self, line: str) -> None:
        """Type a line."""
        self.press(line + "\r")

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def interrupt(self, interrupt: Callable[[], object]) -> None:
        """Interrupt it, and again after a while if it goes on: Python may miss the first if it is about to wait."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            interrupt()
            pause = time.monotonic() + 5
            while time.monotonic() < pause and self._receive():
                pass

    def end(self) -> tuple[int, str]:
        """The exit code, and what was still shown."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._receive():
            pass
        shown, self._read = plain(self.raw[self._read :]), len(self.raw)
        return self.process.wait(PATIENCE), shown

    def _receive(self) -> bool:
        """Wait a while for more; False when there will be none."""
        if not select.select([self.master], [], [], 1)[0]:
            return self.process.poll() is None
        try:
            more = os.read(self.master, 65536)
        except OSError:  # how Linux says that the other side is closed
            return False
        self.raw += self._decoder.decode(more)
        return bool(more)


def plain(text: str) -> str:
    """Without escape sequences."""
    return _ESCAPE.sub("", text).replace("\r", "").replace("\u00a0", " ").replace("’", "'")
