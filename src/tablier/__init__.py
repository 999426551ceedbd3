"""Four board games, to play and to study: `import tablier`, then `tablier.Match("war-of-masters", seed=7)`."""

from typing import TYPE_CHECKING

import tablier.games  # noqa: F401 - before the function of that name, which then keeps it: `tablier.games()`
from tablier.engine.errors import IllegalAction
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.position import Position
from tablier.engine.registry import find, games
from tablier.engine.talk import Talk
from tablier.record.match import Match

if TYPE_CHECKING:
    from tablier.bots import Player

__all__ = ["NATURE", "PUBLIC", "IllegalAction", "Match", "Position", "Talk", "bot", "games"]

__version__ = "0.1.0"


def bot(
    game: str | Game, level: int = 5, *, seconds: float | None = None, simulations: int | None = None, seed: int = 0
) -> "Player":
    """A player from level 1, a beginner, to level 8, for a game or its name. Its `choose` and `analyse` take a view.

    `seconds` bounds its time for one action. With `simulations` it thinks so far instead, and always finds the same.
    """
    from tablier.bots import Player

    found = game if isinstance(game, Game) else find(game)
    return Player(found, level, seconds=seconds, simulations=simulations, seed=seed)
