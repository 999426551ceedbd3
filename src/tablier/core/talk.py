"""Who may say what to whom: a function of the state, as legal actions are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Talk:
    """What one seat may say now."""

    aloud: bool
    """It may speak so that the whole table hears."""
    secret: tuple[int, ...] = ()
    """The seats that it may speak to, each apart, without the others hearing."""
    gestures: bool = True
    """It may make one of a fixed set of signs, which the whole table sees."""


FREE = Talk(aloud=True)
"""Where the rules say nothing of talking, and for everybody when a game is over."""

SILENCE = Talk(aloud=False, gestures=False)
"""Nothing at all; for those who only watch, always."""
