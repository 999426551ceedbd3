"""The `tablier` command. It always ends with an exit code and at most one line about it, never a traceback."""

import sys

from tablier.engine import start

__all__ = ["main"]


def main() -> None:
    """Run the command line, and leave with its exit code."""
    start.soon()
    try:
        from tablier.cli.failures import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while it is still loading
        code = 130
    sys.exit(code)
