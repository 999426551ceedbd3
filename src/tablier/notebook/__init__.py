"""A board that is played in a notebook: `tablier.notebook.Board("maestria")`. It needs the extra `notebook`."""

from __future__ import annotations

from tablier.engine.errors import MissingExtra

try:
    from tablier.notebook.board import Board
except ModuleNotFoundError as problem:
    if (problem.name or "").startswith("tablier"):
        raise
    raise MissingExtra(f"{problem.name} is not installed: pip install 'tablier[notebook]'") from problem

__all__ = ["Board"]
