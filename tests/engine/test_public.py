"""The public names of the package."""

from __future__ import annotations

import re
import types

import tablier


def test_the_public_names_are_these() -> None:
    assert tablier.__all__ == [
        "NATURE", "PUBLIC", "IllegalAction", "Match", "Position", "Talk", "batch", "bot", "games", "simulate"
    ]  # fmt: skip
    assert all(hasattr(tablier, name) for name in tablier.__all__)


def test_games_is_the_function_and_not_the_folder() -> None:
    from tablier.games import war_of_masters

    assert isinstance(war_of_masters, types.ModuleType)
    assert isinstance(tablier.games, types.FunctionType)


def test_nature_and_the_public_are_no_seats() -> None:
    assert tablier.NATURE < 0
    assert tablier.PUBLIC < 0
    assert tablier.NATURE != tablier.PUBLIC


def test_the_version_is_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", tablier.__version__)
