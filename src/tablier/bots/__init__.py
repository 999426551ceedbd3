"""Players that are programs. They get a seat's view and answer with an action, through the same door as a person."""

from tablier.bots.bot import Bot, Talker
from tablier.bots.naming import named
from tablier.bots.plain import Greedy, Random
from tablier.bots.player import Considered, Player

__all__ = ["Bot", "Considered", "Greedy", "Player", "Random", "Talker", "named"]
