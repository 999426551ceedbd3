"""What a player gives away in a game, by the judgement of a search that thinks longer: where the ceiling is.

Of each choice that is looked at, one search finds the best action, and the same values it and the one that was chosen,
each by simulations of its own. The difference is the regret. In a game for two, whoever regrets nothing has half of the
win and what the other gives away (the seats change; this is the performance difference lemma of reinforcement
learning): so what greedy gives away says how much there is to be won against it, whoever thinks, however long.

What the search cannot see it cannot regret: a ceiling is what this search would come to, not what is true of the game.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.players import player
from tablier.bots import Bot
from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.record.match import Match
from tablier.search.search import Search

EVERY = 3
"""Of the choices of a game one in so many is looked at, and counts for so many."""


class Judge:
    """A search that finds out what a choice gave away."""

    def __init__(self, game: Game, seats: int, simulations: int) -> None:
        self.search, self.simulations = Search(game, seats), simulations

    def regret(self, view: Position, seat: int, chosen: int, seed: int) -> float:
        """The share of the win that the best action brings beyond the one that was chosen; below 0 by chance only."""
        self.search.set_root(view, rng.seeded("regret", seed))
        self.search.simulate(self.simulations)
        best = self.search.root_statistics()[0].action
        return 0.0 if best == chosen else self._value(seat, best) - self._value(seat, chosen)

    def _value(self, seat: int, action: int) -> float:
        return self.search.expected_shares({seat: (action, 1.0)}, self.simulations)[seat]


class Given(NamedTuple):
    """What came of one game between two, the first of them and the second."""

    regrets: tuple[float, float]
    """What each gave away, in shares of the win."""
    shares: tuple[float, float]
    """What each had of the win in the end."""


def given_away(match: Match, table: tuple[str, str], judge: Judge, seed: int) -> Given:
    """Let two play a match, who change seats from one seed to the next."""
    names = table[:: 1 if seed % 2 == 0 else -1]
    bots, random = [player(bot, match.game, seed) for bot in names], rng.seeded("looked at", seed)
    lost = [0.0, 0.0]
    while not match.over:
        (seat,) = match.pending
        is_looked_at = rng.below(random, EVERY) == 0
        lost[seat] += _choose(match, seat, bots[seat], judge if is_looked_at else None)
    won = match.shares
    assert won is not None
    first, second = (names.index(bot) for bot in table)
    return Given((lost[first], lost[second]), (float(won[first]), float(won[second])))


def _choose(match: Match, seat: int, bot: Bot, judge: Judge | None) -> float:
    """Let a bot choose. Return what it gave away, as far as that is looked at."""
    view = match.view(seat)
    chosen, regret = bot.choose(view), 0.0
    if judge and len(view.actions(seat)) > 1:
        regret = EVERY * judge.regret(view, seat, view.read(chosen, seat), len(match.actions))
    match.play(chosen, seat)
    return regret
