"""Four board games, to play and to study: `import tablier`, then `tablier.Match("war-of-masters", seed=7)`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
    from tablier.lab import Batch, Results
    from tablier.lab.batch import Bots, Form

__all__ = [
    "NATURE", "PUBLIC", "IllegalAction", "Match", "Position", "Talk", "batch", "bot", "games", "simulate"
]  # fmt: skip

__version__ = "0.1.0"


def bot(
    game: str | Game,
    level: int = 5,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
    net: str | None = None,
) -> "Player":
    """A player from level 1, a beginner, to level 8, for a game or its name. Its `choose` and `analyse` take a view.

    `seconds` bounds its time for one action. With `simulations` it thinks so far instead, and always finds the same.
    `net` is a file that `tablier train` made, or "hand" for the game's own estimate; else it plays by the net that
    comes with the game, if there is one for these options. Raises BadLevel, BadNet.
    """
    from tablier.bots import Player

    found = game if isinstance(game, Game) else find(game)
    return Player(found, level, seconds=seconds, simulations=simulations, seed=seed, net=net)


def batch(
    game: str | Game,
    n: int,
    *,
    seed: int = 1,
    legal: "Form" = "lists",
    bots: "Bots | None" = None,
    restart: bool = True,
    log: bool = True,
    threads: int | None = None,
    **options: Any,
) -> "Batch":
    """So many games side by side, for programs that learn or count; `tablier.lab.Batch` says what can be done with it.

    `bots` are seats that are played inside the batch: "random", "greedy" or a level. With `restart`, the step after a
    game has ended begins another in its place. Without a `log` there is no way back to a game file. Raises BadOption.
    """
    from tablier.lab import Batch

    return Batch(game, n, seed=seed, legal=legal, bots=bots, restart=restart, log=log, threads=threads, options=options)


def simulate(
    game: str | Game,
    games: int = 1000,
    *,
    bots: str | int | Sequence[str | int] = "random",
    seed: int = 1,
    threads: int | None = None,
    progress: bool | None = None,
    **options: Any,
) -> "Results":
    """Play so many games to the end between bots: "random", "greedy" or a level; one for all seats, or one for each.

    It gives results, lengths and winners as arrays. A bar shows how far it has come, where somebody looks on.
    """
    from tablier.lab import simulate

    return simulate(game, games, bots=bots, seed=seed, threads=threads, progress=progress, **options)
