"""The terminal: lines, boards, columns and progress. Colours where there are some, plain text otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from textwrap import wrap
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.style import Style
from rich.text import Text

from tablier.cli.texts import say
from tablier.engine.position import Position
from tablier.picture.scene import Scene
from tablier.picture.text import Cell, TextPicture, render, seen_width

BEGINNING_OF_ALL = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the terminal, and what can be scrolled back to."""


RICH_IN_COLOURS = ("256", "truecolor")
"""Where a scene's colours come out near enough; with sixteen, letters are easily lost on their ground."""


MOMENT = 0.3
"""Seconds; what takes no longer needs no bar."""

SMALL = 24
"""Rows of a terminal that hold the last turns, a board and what is going on, and no more."""


class Screen:
    """Where the user looks, in the language that they read."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        # Nothing in a text is taken for markup: `[5]` is a roll.
        self.out = Console(markup=False, highlight=False, emoji=False)
        self.err = Console(stderr=True, markup=False, highlight=False, emoji=False)

    def line(self, text: str, style: str = "") -> None:
        """One line; a terminal that is narrower gets it broken between words."""
        width = self.out.width if self.out.is_terminal else len(text) + 1
        for part in wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]:
            self.out.print(Text(part, style), soft_wrap=True)

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.line(say(self.lang, key, **values), style)

    def warn(self, text: str) -> None:
        """A line about something that did not go as it was wanted; it stands apart in colour."""
        self.line(text, "yellow")

    def board(self, view: Position) -> None:
        """What the seat of this view sees, and under it what is going on; the aim too, where all of it is in sight."""
        scene = view.scene(lang=self.lang)
        self.picture(scene)
        if scene.aim and (self.out.height > SMALL or not self.out.is_terminal):
            self.line(scene.aim, "dim")
        self.line(scene.status, "bold")

    def picture(self, scene: Scene, margin: str = "") -> None:
        """A scene, drawn as text; in a window that is too narrow for it, as much as there is room for."""
        in_colour = self.out.color_system in RICH_IN_COLOURS and not self.out.no_color
        room = self.out.width - len(margin) if self.out.is_terminal else None
        drawing = render(scene, most=room, grounds=in_colour)
        for row in _rows(drawing, in_colour):
            row.truncate(room or len(row))
            self.out.print(Text(margin) + row if row else row, soft_wrap=True)
        if room and drawing.width > room:
            self.warn(say(self.lang, "too_narrow", needed=drawing.width + len(margin), columns=self.out.width))

    def columns(self, words: Sequence[str]) -> None:
        """Words in columns, to be read downwards."""
        width = max(map(len, words)) + 2
        across = max(1, self.out.width // width)
        down = -(-len(words) // across)
        for row in range(down):
            self.line("".join(word.ljust(width) for word in words[row::down]).rstrip())

    def clear(self) -> None:
        """Leave nothing of what was shown, where the terminal can."""
        if self.out.is_terminal:
            self.out.file.write(BEGINNING_OF_ALL)
            self.out.file.flush()

    @contextmanager
    def spinner(self, text: str) -> Iterator[None]:
        """While something goes on that takes a moment. Only on a terminal."""
        if self.err.is_terminal:
            with self.err.status(text):
                yield
        else:
            yield

    @contextmanager
    def progress(self, text: str) -> Iterator[Callable[[float, float], None]]:
        """A bar; it is told what is done, and how much there is. Only on a terminal, and if it takes a moment."""
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
        bars = Progress(*columns, console=self.err, transient=True, disable=not self.err.is_terminal)
        task, begun = bars.add_task(text, total=None), monotonic()

        def tell(done: float, total: float) -> None:
            bars.update(task, completed=done, total=total)
            if monotonic() - begun > MOMENT:
                bars.start()

        try:
            yield tell
        finally:
            bars.stop()


def _rows(picture: TextPicture, in_colour: bool) -> Iterator[Text]:
    """The rows of a drawing, without what cannot be seen at its ends."""
    widths = [seen_width(row) for row in picture.rows]
    filled = [i for i, width in enumerate(widths) if width]
    for i in range(min(filled, default=0), max(filled, default=-1) + 1):
        text = Text()
        for (colour, ground), cells in groupby(picture.rows[i][: widths[i]], key=_paint):
            paint = Style(color=colour or None, bgcolor=ground or None) if in_colour else ""
            text.append("".join(cell.char for cell in cells), paint)
        yield text


def _paint(cell: Cell) -> tuple[str, str]:
    return cell.colour, cell.ground
