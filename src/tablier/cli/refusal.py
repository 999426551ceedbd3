"""What the command line says no to."""

from __future__ import annotations

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130


class Refusal(Exception):
    """The command ends here, with this line for the user and this exit code."""

    def __init__(self, line: str, code: int = BAD_INPUT) -> None:
        super().__init__(line)
        self.code = code
