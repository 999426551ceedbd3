"""A rules page: prose, and pictures that are real positions.

A picture is a fenced block whose info string is `position` and a caption, and whose body is a game file. Comments in
it may say how the position is drawn, in board units:

    # seen by: red                    with what this seat sees and may touch; a spectator's view otherwise
    # shown: -3 -2 6 4                this part only: x, y, width and height
    # note: 1 -0.5 yes                words to be read at a point

A comment on the page, `<!-- so -->`, is for those who write it alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib.resources import files

from tablier.engine.position import Position
from tablier.language import Catalogue, language
from tablier.picture.scene import Item, Paint, Scene, rect, text
from tablier.record.match import Match

WORDS = Catalogue(files(__package__))
"""What every rules page has: its headings, and how it marks a rule that had to be settled."""

_CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
_PICTURE = re.compile(r"^ *```position\b *(.*)\n((?:.*\n)*?) *```[ \t]*(?:\n|\Z)", re.MULTILINE)

_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_INK = "#26262c"
_DRAWN = re.compile(r"^# (seen by|shown|note): (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Prose:
    """A stretch of Markdown without pictures."""

    markdown: str

    def typeset(self, lang: str) -> str:
        """The Markdown with its text as it is shown in this language; what stands in code stays as it is."""
        parts = _CODE.split(self.markdown)
        parts[::2] = map(language(lang).typeset, parts[::2])
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Picture:
    """A position to be drawn."""

    caption: str
    file: str
    """The game file that leads to it."""

    @property
    def position(self) -> Position:
        """The position; raises BadGameFile."""
        return Match.loads(self.file).position

    def scene(self, lang: str) -> Scene:
        """How it is drawn."""
        position, how = self.position, _DRAWN.findall(self.file)
        seat = next((position.seats.index(name) for key, name in how if key == "seen by"), None)
        scene = position.scene(seat, lang)
        for x, y, width, height in (map(float, part.split()) for key, part in how if key == "shown"):
            scene = replace(scene, x=x, y=y, width=width, height=height)
        notes = (_note(note, scene.width / 26, lang) for key, note in how if key == "note")
        return replace(scene, items=(*scene.items, *notes))


def _note(note: str, size: float, lang: str) -> Item:
    """Words on a label."""
    x, y, words = note.split(maxsplit=2)
    words = language(lang).typeset(words)
    width, height = size * (1 + 0.52 * len(words)), size * 1.6
    paint: dict[str, Paint] = {"fill": "#fffdf5", "stroke": _INK, "stroke_width": size / 8}
    label = rect(-width / 2, -height / 2, width, height, rx=height / 2, **paint)
    return Item(f"note {x} {y}", float(x), float(y), (label, text(0, 0, words, size, fill=_INK)), "", words, _INK)


def split(page: str) -> list[Prose | Picture]:
    """The parts of a page, in order."""
    page = _COMMENT.sub("", page)
    parts: list[Prose | Picture] = []
    end = 0
    for found in _PICTURE.finditer(page):
        parts += [Prose(page[end : found.start()]), Picture(found[1].strip(), found[2])]
        end = found.end()
    parts.append(Prose(page[end:]))
    return [part for part in parts if isinstance(part, Picture) or part.markdown.strip()]
