"""What the terminal shows in windows of any width."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console

from tablier.cli.screen import Screen
from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.engine.registry import games
from tablier.record.match import Match


def shown(view: Position, columns: int, colours: bool) -> list[str]:
    """The rows of a board in a window of this width."""
    screen = Screen("en")
    screen.out = Console(
        file=io.StringIO(), force_terminal=True, width=columns, no_color=not colours, color_system="256",
        highlight=False, legacy_windows=False, record=True,
    )  # fmt: skip
    screen.board(view)
    return screen.out.export_text().splitlines()


def letters(rows: list[str]) -> str:
    return "".join(sorted("".join(rows).translate(dict.fromkeys(map(ord, " ═─")))))


def views(name: str) -> list[Position]:
    """Positions of a game, from the opening on, as its spectators see them."""
    match, random = Match(name, seed=1), Random(1)
    found = [match.view(PUBLIC)]
    for _ in range(24):
        seat = match.pending[0]
        match.play(random.choice(match.view(seat).legal(seat)), seat)
        found.append(match.view(PUBLIC))
        if match.over:
            break
    return found[::6]


@pytest.mark.parametrize("colours", [False, True])
@pytest.mark.parametrize("name", games())
def test_board_is_whole_in_60_columns(name: str, colours: bool) -> None:
    for view in views(name):
        rows = shown(view, 60, colours)
        assert max(map(len, rows)) <= 60
        assert letters(rows) == letters(shown(view, 200, colours))


@pytest.mark.parametrize("name", games())
def test_window_that_is_too_narrow_shows_what_it_can_and_says_so(name: str) -> None:
    for view in views(name):
        rows = shown(view, 18, colours=True)
        assert max(map(len, rows)) <= 18
        assert "the board needs a window" in " ".join(rows)
        assert "columns; this one has 18" in " ".join(rows)


def test_window_of_the_width_that_was_said_is_wide_enough() -> None:
    view = Match("maestria", seed=1).view(PUBLIC)
    needed = int(" ".join(shown(view, 25, colours=False)).split("a window of ")[1].split()[0])
    assert "needs a window" not in " ".join(shown(view, needed, colours=False))
