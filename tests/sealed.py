"""Whole games, played at random under a seal: of the first scheme, and of the one that fixes the whole game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.record.chance import Seal, Terms
from tablier.record.hashes import people_of, pledge_of, setup_of
from tablier.record.match import End, Match
from tablier.record.signature import Signer

SIGNER = Signer(bytes(range(32)))
NAMES = ["Ann", "Bob", "Zoé", "Dan"]


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


def fixed_game(game: str, seed: int, most: int = 10_000, **options: Any) -> Match:
    """The same, with names and pledges; every other seat is a bot's."""
    random, position = Random(seed), Position(game, **options)
    seats = range(len(position.seats))
    table, names = f"table-{seed}", [NAMES[seat] if seat % 2 == 0 else "" for seat in seats]
    entropies = tuple(random.randbytes(16 + seat).hex() if seat % 2 == 0 else "" for seat in seats)
    pledges = tuple(pledge_of(table, seat, entropies[seat]) if entropies[seat] else "" for seat in seats)
    terms = Terms(setup_of(position.game.name, position.options), people_of(names), pledges)
    seal = Seal(table, random.randbytes(32).hex(), entropies, terms=terms)
    named = {position.seats[seat]: name for seat, name in enumerate(names) if name}
    match = Match(game, chance=seal, names=named, **options)
    while match.pending and match.length < most:
        seat = random.choice(match.pending)
        match.play(random.choice(match.legal(seat)), seat)
    if not match.over:
        winner = tuple(Fraction(seat == 1) for seat in seats)
        match.end(End("resigned", winner, 0))
    return match


def signed(match: Match, signer: Signer = SIGNER) -> str:
    """The file of a finished game as a server gives it."""
    file = match.file()
    file.proof |= {"server": signer.key, "signature": signer.sign(file.proof["end"])}
    return str(file)
