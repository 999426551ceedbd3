"""Every game, in every mode and under every option, passes the conformance suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.engine.compiled import enabled, use_compiled_rules
from tablier.engine.game import Game
from tablier.engine.options import Settled
from tablier.engine.registry import find
from tablier.search.perft import Case, load, perft, position_of
from tablier.testing import CHECKS, GAME_CHECKS, replay

RECORDED = Path(__file__).parent / "data"
"""What games are compared with: for each a folder with its perft counts and its golden games."""


def loadable() -> Iterator[Game]:
    for name in tablier.games():
        with suppress(Exception):  # `test_every_game_loads` says so; the others are tested all the same
            yield find(name)


GAMES = list(loadable())


@pytest.mark.parametrize("name", tablier.games())
def test_every_game_loads(name: str) -> None:
    assert find(name).name == name


def variants() -> Iterator[Any]:
    for game in GAMES:
        for options in game.variants():
            yield pytest.param(game, options, id=f"{game.name}:{','.join(unusual(game, options)) or 'default'}")


def unusual(game: Game, options: Settled) -> list[str]:
    """The options that are not the default."""
    usual = game.settle({})
    return [f"{name}={value}" for name, value in options.items() if value != usual[name]]


def effort(game: Game, options: Settled) -> float:
    """How many examples: fewer where several options are unusual, for each of them is looked at on its own too.

    `python -m tablier.testing check GAME` spares nothing, and `make campaigns` runs it for every game.
    """
    several = len(unusual(game, options))
    return 1 / (2 * min(3, several)) if several > 1 else 1


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_game_conforms(game: Game, check: Callable[[Game], None]) -> None:
    check(game)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "options"), list(variants()))
def test_game_conforms_under_options(game: Game, options: Settled, check: Callable[..., None]) -> None:
    ready(game)
    check(game, options, effort(game, options))


@cache
def ready(game: Game) -> None:
    """Play it through compiled rules from now on, to be quick."""
    use_compiled_rules(game)


# --- what is recorded -------------------------------------------------------------------------------------------------


def counts() -> Iterator[Any]:
    for game in GAMES:
        path = RECORDED / game.name / "perft.json"
        for number, case in enumerate(load(path) if path.exists() else [], start=1):
            yield pytest.param(game, case, id=f"{game.name}:{number}")


def golden_games() -> Iterator[Any]:
    for game in GAMES:
        for path in sorted((RECORDED / game.name / "golden").glob("*.txt")):
            yield pytest.param(game, path, id=f"{game.name}:{path.stem}")


@pytest.mark.parametrize("name", tablier.games())
def test_every_game_has_perft_counts_and_golden_games(name: str) -> None:
    assert (RECORDED / name / "perft.json").exists()
    assert list((RECORDED / name / "golden").glob("*.txt"))


@pytest.mark.parametrize(("game", "case"), list(counts()))
def test_perft_counts_are_as_recorded(game: Game, case: Case) -> None:
    if not enabled() and case["count"] > 20_000:
        pytest.skip("too many to be counted interpreted")
    assert perft(position_of(game, case), case["depth"]) == case["count"]


@pytest.mark.parametrize(("game", "path"), list(golden_games()))
def test_golden_games_are_played_as_recorded(game: Game, path: Path) -> None:
    replay(path.read_text(encoding="utf-8"), game)
