"""What is missing or does not fit: `python -m tablier.language` tells it of each language, or of those named."""

from __future__ import annotations

import sys
from pathlib import Path

from tablier.language.check import every_problem
from tablier.language.languages import LANGUAGES


def main(languages: list[str]) -> int:
    """Say what is wrong. Return the exit code: 0 if nothing is."""
    found = list(every_problem(Path(__file__).parents[1], languages or LANGUAGES))
    print("\n".join(found) or f"{', '.join(languages or LANGUAGES)}: everything is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
