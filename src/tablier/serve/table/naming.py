"""What somebody may be called at a table: something that can be seen, and that is not another's name in disguise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from tablier.engine.errors import BadOption
from tablier.engine.words import shorten
from tablier.record.gamefile import MOST_IN_A_NAME, check_name

MOST_MARKS = 2
"""Upon one letter: as many as any language writes."""

BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters and signs that show nothing."""

ALIKE = str.maketrans(
    "аӓвгеёзіїјкмнопрсԁтухѕԛԝьӏαβγεηικνορτυχω|1!ıi0ʼ’օսհոɑɡǀһүᴀɴ",
    "aabreesiijkmhonpcdtyxsqwblabyenlkvoptuxwlllllo''ouhnaglhyan",
)
"""Letters that are taken for others."""

TOGETHER = (("rn", "m"), ("vv", "w"))
"""Two that are taken for one."""


def fitting(name: str, others: Collection[str]) -> str:
    """The name that somebody has given, or with a number behind it if one of the others could be taken for it.

    Raises BadOption where nobody could read it.

    >>> fitting("Ann", ["Bob"]), fitting("ANN", ["Ann"]), fitting("B0b", ["Bob"])
    ('Ann', 'ANN 2', 'B0b 2')
    """
    name = check_name(unicodedata.normalize("NFC", name))
    if not _shows(name) or _marks(name) > MOST_MARKS:
        raise BadOption(f"{shorten(name)!r} is no name: others could not read it")
    taken, number, tried = {skeleton(other) for other in others}, 1, name
    while skeleton(tried) in taken:
        number += 1
        tried = f"{name[: MOST_IN_A_NAME - 3].rstrip()} {number}"
    return tried


def skeleton(name: str) -> str:
    """What is left of a name if one does not look closely: names that are taken for each other have the same."""
    letters = unicodedata.normalize("NFKD", BLANK.sub("", name)).casefold().translate(ALIKE)
    seen = "".join(letter for letter in letters if unicodedata.category(letter)[0] in "LNPS")
    for two, one in TOGETHER:
        seen = seen.replace(two, one)
    return seen


def _shows(name: str) -> bool:
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in BLANK.sub("", name))


def _marks(name: str) -> int:
    """The most that stand upon one letter."""
    marked = ["m" if unicodedata.category(letter)[0] == "M" else " " for letter in unicodedata.normalize("NFD", name)]
    return max(map(len, "".join(marked).split()), default=0)
