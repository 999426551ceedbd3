"""The `tablier` command. It always ends with an exit code and at most one line about it, never a traceback."""

import gc
import sys

__all__ = ["main"]

YOUNG = 50_000
"""Objects that are made before Python looks for garbage among them. By the usual 700 a tenth of a start is spent so."""


def main() -> None:
    """Run the command line, and leave with its exit code."""
    gc.set_threshold(YOUNG)
    try:
        from tablier.cli.failures import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while it is still loading
        code = 130
    sys.exit(code)
