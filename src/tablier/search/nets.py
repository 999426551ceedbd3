"""The trained nets that come with a game, and which of them values a game with these options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tablier.engine.errors import BadNet
from tablier.engine.game import Game
from tablier.engine.net import Net, TrainedNet, load_net, no_net, with_memory

PATTERN = "net*.npz"
"""The names of their files in the game's folder."""


@cache
def nets_of(game: Game) -> tuple[TrainedNet, ...]:
    """Those that come with a game."""
    folder = Path(import_module(game.package).__file__ or "").parent
    return tuple(checked(load_net(file), game) for file in sorted(folder.glob(PATTERN)))


def checked(trained: TrainedNet, game: Game) -> TrainedNet:
    """A net, seen to be for this game as it is now; raises BadNet."""
    if trained.game != game.name or len(trained.net.rows) != game.insight.INPUTS:
        raise BadNet(
            f"this net is for {trained.game} with {len(trained.net.rows)} inputs, not for {game.name} as it is"
        )
    return trained


def net_for(nets: Sequence[TrainedNet], options: Mapping[str, Any]) -> Net:
    """The first that was trained for these options, with memory of its own; none: the game's own estimate."""
    return next((with_memory(one.net) for one in nets if one.fits(options)), no_net())
