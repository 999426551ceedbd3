"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from tablier.core.position import Position


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Position) -> str:
        """A legal action of the seat whose view this is, as it is written. It knows no more than the view holds."""
