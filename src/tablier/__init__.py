"""Four board games, to play and to study: `import tablier`, then `tablier.Match("war-of-masters", seed=7)`."""

import tablier.games  # noqa: F401 - before the function of that name, which then keeps it: `tablier.games()`
from tablier.core.errors import IllegalAction
from tablier.core.kernels import NATURE, PUBLIC
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.core.registry import games
from tablier.core.talk import Talk

__all__ = ["NATURE", "PUBLIC", "IllegalAction", "Match", "Position", "Talk", "games"]

__version__ = "0.1.0"
