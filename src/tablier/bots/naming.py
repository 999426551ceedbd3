"""Bots by a short name, as a command line, a results file or a table's chair has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isinf

from tablier.bots.bot import Bot
from tablier.bots.plain import Greedy, Naive, Random
from tablier.bots.player import Player
from tablier.engine.errors import BadLevel
from tablier.engine.game import Game

LEVEL = re.compile(r"(?P<level>\d+)(:(?P<net>[^@,]+))?(@((?P<seconds>\d+(\.\d+)?)s|(?P<simulations>\d+)))?")
"""`5`, `8@0.5s` (seconds for each action), `8@2000` (simulations), `8:hand@0.5s` (by the game's own estimate, or by
the net of a file, as 8:maestria.npz)."""

PLAIN: dict[str, Callable[[int], Bot]] = {"greedy": Greedy, "naive": Naive, "random": Random}
"""Those without search."""

HOW = (
    "a bot is a level from 1 to 8, as 8@0.5s or 8@2000 with the seconds or simulations for an action; greedy; "
    "naive; random"
)


def named(spec: str, game: Game, seed: int = 0, threads: int | None = None) -> Bot:
    """The bot of this name.

    >>> from tablier.engine.registry import find
    >>> named("6@400", find("maestria")).budget.simulations
    400
    """
    if spec in PLAIN:
        return PLAIN[spec](seed)
    found = LEVEL.fullmatch(spec)
    if not found:
        raise BadLevel(f"{spec!r} is no bot: {HOW}")
    seconds = float(found["seconds"]) if found["seconds"] else None
    simulations = int(found["simulations"]) if found["simulations"] else None
    return Player(
        game, int(found["level"]), seconds=seconds, simulations=simulations, seed=seed, threads=threads,
        net=found["net"],
    )  # fmt: skip


def counting(spec: str, game: Game, seed: int = 0) -> Bot:
    """The bot of this name, as it plays the same on every machine: a level by its number of simulations.

    Raises BadLevel for one that thinks by the clock.

    >>> from tablier.engine.registry import find
    >>> isinf(counting("5", find("maestria")).budget.seconds)
    True
    """
    bot = named(spec, game, seed, threads=1)
    if not isinstance(bot, Player) or isinf(bot.budget.seconds):
        return bot
    level, simulations = spec.partition("@")[0], bot.level.simulations
    if level != spec or simulations is None:
        raise BadLevel(
            f"{spec} thinks by the clock, and never plays the same twice; count its simulations, as {level}@2000"
        )
    return named(f"{level}@{simulations}", game, seed, threads=1)
