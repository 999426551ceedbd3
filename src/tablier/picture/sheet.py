"""A sheet of symbols: what the things of a game look like, in one SVG file that an illustrator can open.

The file has `<symbol id="..." viewBox="...">` for each thing, and whatever those refer to: gradients, clipping paths,
other symbols. Names are unique within it; a picture shows it with the name of its game before each, so that several
games can stand on one page. What else is in the file, such as the symbols laid out to be looked at, is not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", SVG)

_NAMED = re.compile(r"""(\bid="|url\(#|\bhref="#)""")
_REFERRED = re.compile(r"""(?:url\(#|\bhref="#)([^")]+)""")


class Sheet:
    """The symbols of a game."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._root = ElementTree.fromstring(_NAMED.sub(rf"\g<1>{self.prefix}", text))
        _leave_out_blanks(self._root)

    def __repr__(self) -> str:
        return f"<Sheet {self.name}: {len(self.symbols)} symbols>"

    def __contains__(self, symbol: str) -> bool:
        return symbol in self.symbols

    @cached_property
    def symbols(self) -> frozenset[str]:
        found = (element.get("id", "") for element in self._root.iter(f"{{{SVG}}}symbol"))
        return frozenset(id.removeprefix(self.prefix) for id in found)

    @property
    def prefix(self) -> str:
        """What stands before the names of its symbols in a picture."""
        return f"{self.name}-"

    def id_of(self, symbol: str) -> str:
        """What a symbol is called in a picture."""
        return self.prefix + symbol

    def definitions(self, symbols: Iterable[str]) -> str:
        """These symbols and all that they refer to, as the inside of `<defs>`."""
        wanted, waiting = set[str](), [self.id_of(symbol) for symbol in symbols]
        while waiting:
            id = waiting.pop()
            if id in self._definitions and id not in wanted:
                wanted.add(id)
                waiting += self._references[id]
        return "\n".join(text for id, text in self._definitions.items() if id in wanted)

    @cached_property
    def whole(self) -> str:
        """All symbols, in a file that a page puts into itself."""
        return f'<svg xmlns="{SVG}"><defs>\n{self.definitions(sorted(self.symbols))}\n</defs></svg>\n'

    @cached_property
    def version(self) -> str:
        """Another one for another drawing."""
        return blake2b(self.whole.encode(), digest_size=6).hexdigest()

    @cached_property
    def _references(self) -> dict[str, list[str]]:
        """What each of them refers to."""
        return {id: _REFERRED.findall(text) for id, text in self._definitions.items()}

    @cached_property
    def _definitions(self) -> dict[str, str]:
        """Everything with a name that is not inside of something else with one, as it is written, in order."""
        found: dict[str, str] = {}
        waiting = list(reversed(self._root))
        while waiting:
            element = waiting.pop()
            if id := element.get("id"):
                text = ElementTree.tostring(element, encoding="unicode").strip()
                found[id] = text.replace(f' xmlns="{SVG}"', "", 1)
            else:
                waiting.extend(reversed(element))
        return found


def _leave_out_blanks(root: ElementTree.Element) -> None:
    """Between elements: how a file is indented is for who draws it."""
    for element in root.iter():
        if not (element.text or "").strip():
            element.text = None
        if not (element.tail or "").strip():
            element.tail = None
