"""How many simulations level 8 makes in a given time of one core's processor: `python -m benchmarks.pace`.

A bot that has a number of simulations in place of seconds plays the same on a busy machine as on a quiet one; so
matches that are to say how strong a bot is *within a time* are played with the number that is found here.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import process_time
from typing import Any

from benchmarks.bots import DUELS, MADE, THEIRS
from benchmarks.players import AS_BEFORE
from tablier.bots import named
from tablier.bots.player import MOST_EDGES
from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.record.match import Match
from tablier.search.search import BATCH, Search

SECONDS = (0.05, 0.1, 1.0)
POSITIONS = 40
EVERY = 5
"""Of the choices in a game, so many apart are looked at: those of one turn are much alike."""

TURN, TRIES = 0.1, 3
"""Seconds of level 8 beside which OpenSpiel's search is measured, and how often at each position: the best counts."""

PLAYER = "4"
"""Who plays the games that the positions are of."""


def pace(name: str, options: dict[str, Any], before: bool = False) -> dict[float, int]:
    """The simulations that are made in each of SECONDS, from an empty tree: the median over positions of games.

    `before`: by level 8 as it was (`players.BEFORE`).
    """
    search = level_8(name, options, before)
    found = [made_in_time(search, view) for view in islice(views(find(name), options), POSITIONS)]
    return {seconds: int(statistics.median(one[seconds] for one in found)) for seconds in SECONDS}


def level_8(name: str, options: dict[str, Any], before: bool = False) -> Search:
    """Its search, on one core."""
    game = find(name)
    seats = len(game.seats(game.settle(options)))
    nodes = 1 << (MOST_EDGES // 16).bit_length()
    return Search(
        game, seats, nodes=nodes, edges=MOST_EDGES,
        nets=() if before else None, settings=AS_BEFORE if before else None,
    )  # fmt: skip


def views(game: Game, options: dict[str, Any]) -> Iterator[Position]:
    """What seats see who have a choice, in one game after another."""
    choices = 0
    for seed in range(POSITIONS):
        match = Match(game, seed=seed, **options)
        bots = [named(PLAYER, game, seat) for seat in range(len(match.seats))]
        while not match.over:
            chosen = {seat: bots[seat].choose(match.view(seat)) for seat in match.pending}
            if len(match.legal(min(chosen))) > 1:
                choices += 1
                if choices % EVERY == 0:
                    yield match.view(min(chosen))
            for seat, action in chosen.items():
                match.play(action, seat)


def made_in_time(search: Search, view: Position) -> dict[float, int]:
    """The simulations that were made of a view when each of SECONDS was over."""
    search.clear()
    begun, made = process_time(), dict[float, int]()
    search.set_root(view, rng.seeded(1))
    while len(made) < len(SECONDS):
        search.simulate(BATCH)
        passed = process_time() - begun
        made |= {seconds: search.visits for seconds in SECONDS if seconds <= passed and seconds not in made}
    return made


def their_pace(name: str, options: dict[str, Any]) -> float:
    """The simulations that OpenSpiel's search makes while level 8 makes those of TURN seconds, from an empty tree.

    By turns, position after position, so that it does not matter how busy the machine is.
    """
    from benchmarks.their_search import Theirs

    search, ours, theirs = level_8(name, options), 0.0, 0.0
    seen = [*islice(views(find(name), options), POSITIONS)]
    bot = Theirs(THEIRS[name][TURN], 1)
    bot.choose(seen[0])  # what is compiled is loaded with the first choice
    for view in seen:
        theirs += shortest(partial(bot.choose, view))
        ours += shortest(partial(think, search, view, MADE[name][TURN]))
    return bot.simulations * ours / theirs


def think(search: Search, view: Position, simulations: int) -> None:
    """Make so many simulations of a view, from an empty tree."""
    search.clear()
    search.set_root(view, rng.seeded(1))
    search.simulate(simulations - search.visits)


def shortest(work: Callable[[], object]) -> float:
    """The processor time of some work, in seconds: that of the best of some tries."""
    took = []
    for _ in range(TRIES):
        begun = process_time()
        work()
        took.append(process_time() - begun)
    return min(took)


def main() -> int:
    for name, options in {**DUELS, "master-citadel": {}}.items():
        print(name, pace(name, options), flush=True)
        if find(name).insight.INPUTS:
            print(name, "before", pace(name, options, before=True), flush=True)
    for name, options in DUELS.items():
        found = their_pace(name, options)
        print(name, f"by OpenSpiel's search while ours makes {MADE[name][TURN]}: {found:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
