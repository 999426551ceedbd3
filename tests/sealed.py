"""Whole games, played at random under a seal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.record.chance import Seal
from tablier.record.match import Match


def sealed_game(game: str | Game, seed: int, most: int = 10_000, **options: Any) -> Match:
    """Every other seat gives entropy. After so many actions the game stops where it stands."""
    random, position = Random(seed), Position(game, **options)
    entropies = (random.randbytes(16 + seat).hex() if seat % 2 == 0 else "" for seat in range(len(position.seats)))
    seal = Seal(f"table-{seed}", random.randbytes(32).hex(), tuple(entropies))
    drawn, moves = Counter[str](), list[tuple[int, int]]()
    while position.pending and len(moves) < most:
        seat = random.choice(position.pending)
        if seat == NATURE:
            action, stream = seal.draw(position, drawn)
            drawn[stream] += 1
        else:
            action = random.choice(position.actions(seat))
        position.apply(seat, action)
        moves.append((seat, action))
    return Match.replayed(game, options, moves, proof=seal.proof(revealed=True))
