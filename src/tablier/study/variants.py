"""The variants of a game that a study compares: as it is, and with one option changed at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Value

Changed = dict[str, Value]
"""The options that are not as in the variant that all others are compared with."""

Vary = Mapping[str, Sequence[Any]]
"""The values that are tried of an option; none: those that show what it changes."""


def variants(game: Game, options: Mapping[str, Any], vary: Vary | None = None) -> list[Changed]:
    """What is changed in each: nothing in the first, then one option at a time. Without `vary`, every option is tried.

    A value of an option that does not go with the rest is left out, where nobody has asked for it. Raises BadOption.
    """
    usual, found = game.settle(options), list[Changed]([{}])
    for name, values in ({} if vary is None else vary).items():
        found += [{name: _read(game, options, name, value)} for value in values or _samples(game, name)]
    if vary is None:
        found += _every(game, options, usual)
    distinct = {
        tuple(change.items()): change for change in found if any(usual[name] != change[name] for name in change)
    }
    return [{}, *distinct.values()]


def _every(game: Game, options: Mapping[str, Any], usual: Mapping[str, Value]) -> Iterator[Changed]:
    for option in game.options:
        if option.name in options or not option.is_asked(usual):
            continue
        for value in option.samples:
            try:
                yield {option.name: _read(game, options, option.name, value)}
            except BadOption:
                continue


def _samples(game: Game, name: str) -> Sequence[Any]:
    """The values of an option that show what it changes; one that there is not is refused by the game."""
    return next((option.samples for option in game.options if option.name == name), (None,))


def _read(game: Game, options: Mapping[str, Any], name: str, value: Any) -> Value:
    """The value, settled, if it goes with the rest; raises BadOption."""
    return game.settle({**options, name: value})[name]
