"""A rules page: prose, and pictures that are real positions.

A picture is a fenced block whose info string is `position` and a caption, and whose body is a game file. A comment,
`<!-- so -->`, is for those who write the page alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

from tablier.engine.position import Position
from tablier.language import Catalogue, language
from tablier.record.match import Match

WORDS = Catalogue(files(__package__))
"""What every rules page has: its headings, and how it marks a rule that had to be settled."""

_CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
_PICTURE = re.compile(r"^ *```position\b *(.*)\n((?:.*\n)*?) *```[ \t]*(?:\n|\Z)", re.MULTILINE)

_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)


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
