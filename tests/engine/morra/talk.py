"""Who may speak: nobody aloud while fingers are chosen; the second seat, who knows nothing, may whisper."""

from __future__ import annotations

from tablier.engine.kernels import State
from tablier.engine.talk import Talk


def talk(s: State, seat: int) -> Talk:
    if s.card == 0:
        return Talk(aloud=True)
    return Talk(aloud=False, secret=(0,) if seat == 1 else ())
