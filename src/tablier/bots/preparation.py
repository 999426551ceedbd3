"""What bots need to have compiled, or loaded, so that no choice of theirs has to wait for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablier.bots import kept
from tablier.bots.bot import Bot
from tablier.bots.levels import LEVELS
from tablier.bots.player import Player
from tablier.engine import compiled
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.record.match import Match


def prepare(game: Game, bots: Iterable[Bot] | None = None, options: Mapping[str, Any] | None = None) -> None:
    """Play the game by compiled rules from now on, and let these bots choose once; all that our own need, if none.

    Raises what one of them raised, once all have chosen.
    """
    if not compiled.enabled():
        return
    if bots is None:
        _share_out(game, options or {})
    compiled.use_compiled_rules(game)
    view, problem = _first_choice(Match(game, seed=0, **(options or {}))), None
    for bot in _ours(game) if bots is None else bots:
        try:
            bot.choose(view)
        except Exception as raised:
            problem = raised
    if problem:
        raise problem
    if bots is None and not options:
        kept.keep(game.name)


def _share_out(game: Game, options: Mapping[str, Any]) -> None:
    """Have all of it compiled with whoever else is just compiling it; what calls the rules goes before them."""
    from tablier.engine import cache

    player = Player(game, len(LEVELS), simulations=2, threads=1)
    view = _first_choice(Match(game, seed=0, **options))
    cache.share_out([*player.parts(view), *compiled.parts_of(game.rules)])


def _ours(game: Game) -> Iterator[Bot]:
    for level in (2, len(LEVELS)):  # the strongest looks for forced wins as well
        yield Player(game, level, simulations=2, threads=1)


def _first_choice(match: Match) -> Position:
    """The first view of a game in which there is something to choose."""
    while len(match.legal(match.pending[0])) < 2:
        match.play(match.legal(match.pending[0])[0], match.pending[0])
    return match.view(match.pending[0])
