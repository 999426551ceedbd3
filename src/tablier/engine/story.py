"""How a game tells what happened: in sentences, from what somebody may know. Its `story.py` makes them."""

from __future__ import annotations

from typing import Any, Protocol

from tablier.engine.kernels import State
from tablier.language import Saying

NOTHING = Saying("")
"""What is told of an action that the next one tells as well: a die that was rolled, and what was done with it."""


def added(*numbers: int) -> str:
    """Numbers that are added up, on one line; those that are 0 are left out.

    >>> added(6, 0, 3).split()
    ['6', '+', '3']
    """
    return "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}".join(str(number) for number in numbers if number)


def added_up(*numbers: int) -> str:
    """The same, with what they come to.

    >>> added_up(6, 0, 3).split(), added_up(5)
    (['6', '+', '3', '=', '9'], '5')
    """
    told, total = added(*numbers), str(sum(numbers))
    return told if told == total else f"{told}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{total}"


class Storyteller(Protocol):
    """What a game's `story.py` provides."""

    def tell(self, before: State, seat: int, action: int | None, after: State, /) -> Saying | None:
        """What is told of an action of a seat, or of nature; None where how it is written says all.

        Both states are somebody's views, and `action` is None where they do not know which it was. The texts are the
        game's own words, by convention those of the table `[story]`.
        """

    def why(self, view: State, seat: int, action: int, /) -> Saying | None:
        """What an action threatens, takes or avoids, for who asks for advice, by what its seat sees. Left out: None."""

    def kind(self, s: State, seat: int, action: int, /) -> str:
        """What kind of action it is, for a study to count: a word that the table `[kind]` of its words tells to people.

        Left out, or empty: kinds are told by how actions are written.
        """


UNTOLD: dict[str, Any] = {
    "tell": lambda before, seat, action, after: None,
    "why": lambda view, seat, action: None,
    "kind": lambda s, seat, action: "",
}
"""A game without such a file."""
