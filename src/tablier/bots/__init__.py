"""Players that are programs. They get a seat's view and answer with an action, through the same door as a person."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablier.bots.bot import Bot, Considered, Talker
    from tablier.bots.naming import named
    from tablier.bots.plain import Glance, Greedy, Naive, Random
    from tablier.bots.player import Player

__all__ = ["Bot", "Considered", "Glance", "Greedy", "Naive", "Player", "Random", "Talker", "named"]

_HOMES = {
    "Bot": "bot", "Talker": "bot", "named": "naming",
    "Glance": "plain", "Greedy": "plain", "Naive": "plain", "Random": "plain", "Considered": "bot", "Player": "player",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Who only has bots driven, as a server does, does not load what they think with."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
