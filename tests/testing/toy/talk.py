"""Who may say what in the toy, and the signs that there are: TM-9."""

from __future__ import annotations

from tablier.engine.kernels import State
from tablier.engine.talk import FREE, Talk
from tests.testing.toy import rules


def talk(s: State, seat: int) -> Talk:
    if s.phase == rules.BIDDING:
        return Talk(aloud=False)
    if s.phase == rules.CHOOSING and s.winner == seat:
        return Talk(aloud=True, secret=((seat + 1) % rules.SEATS,))
    return FREE


def signs(s: State, seat: int) -> list[str]:
    return ["shrug", "fingers 1", "fingers 2", "point table"]
