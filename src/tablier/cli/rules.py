"""`tablier rules`: the rules page in the terminal, its pictures drawn as text."""

from __future__ import annotations

from textwrap import wrap

from rich.markdown import Markdown

from tablier.cli.screen import Screen
from tablier.engine.game import Game
from tablier.guide.page import Picture, split
from tablier.language import language

WIDEST = 100
"""Columns of text; longer lines are hard to read."""

MARGIN = "  "
"""Left of a picture."""

_NO_BREAK = {"\u00a0": "\ue000", "\u202f": "\ue001"}
"""No-break spaces, and what stands for them while Rich wraps lines, since it would break them."""


def show_rules(game: Game, screen: Screen) -> None:
    """Print the rules of a game."""
    for part in split(game.pages.rules(screen.lang)):
        if isinstance(part, Picture):
            _show_picture(part, screen)
        else:
            _show_prose(part.typeset(screen.lang), screen)


def _show_prose(markdown: str, screen: Screen) -> None:
    for space, guard in _NO_BREAK.items():
        markdown = markdown.replace(space, guard)
    with screen.out.capture() as captured:
        screen.out.print(Markdown(markdown), width=min(WIDEST, screen.out.width))
    printed = captured.get()
    for space, guard in _NO_BREAK.items():
        printed = printed.replace(guard, space)
    if not screen.out.is_terminal:  # Rich fills lines up with spaces
        printed = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    screen.out.file.write(printed)


def _show_picture(picture: Picture, screen: Screen) -> None:
    screen.line("")
    screen.picture(picture.scene(screen.lang), MARGIN)
    caption = language(screen.lang).typeset(picture.caption)
    for row in wrap(caption, min(WIDEST, screen.out.width) - len(MARGIN)):
        screen.line(MARGIN + row, "italic")
    screen.line("")
