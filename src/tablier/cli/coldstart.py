"""What `tablier bench` runs in a process of its own, to see how long it takes from nothing.

Prints where compiled code is kept, and the time when it got as far as it was asked to.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from tablier.engine import compiled, rng, start
from tablier.record.match import Match
from tablier.search.playout import playouts


def main(name: str, upto: str) -> None:
    """Get to the first list of legal actions by compiled rules; then, if it is asked, to the end of a random game."""
    start.soon()  # as the command does
    match = Match(name, seed=0)
    compiled.use_compiled_rules(match.game)
    match.legal(match.pending[0])
    if upto == "playout":
        states = np.zeros(2, dtype=match.game.dtype)
        states[0] = match.game.open(match.game.settle({}))[0]
        playouts(states, 1, rng.seeded(0), *match.game.buffers())
    print(compiled.cache_directory())
    print(time.time())


if __name__ == "__main__":
    main(*sys.argv[1:])
