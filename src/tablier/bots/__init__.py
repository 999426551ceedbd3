"""Players that are programs. They get a seat's view and answer with an action, through the same door as a person."""

from tablier.bots.bot import Bot
from tablier.bots.simple import Simple

__all__ = ["Bot", "Simple"]
