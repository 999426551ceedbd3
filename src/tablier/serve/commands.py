"""What a seat asks for, as the table decides it: events, or a typed refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablier.serve import schema, timing
from tablier.serve.live import Live
from tablier.serve.table.events import Event


def decide(live: Live, seat: int, command: Any) -> list[Event]:
    """What comes of a command; of any but a rematch, for which another table is opened."""
    return _DECIDE[type(command)](live, seat, command)


def _replace(live: Live, seat: int, command: schema.Replace) -> list[Event]:
    gone = live.gone.get(command.seat)
    now = timing.steady()
    return live.table.replace(command.seat, now - gone if gone is not None else 0, now)


_DECIDE: dict[type, Callable[[Live, int, Any], list[Event]]] = {
    schema.Play: lambda live, seat, c: live.table.play(seat, c.version, c.action, timing.steady()),
    schema.Say: lambda live, seat, c: live.table.say(seat, c.to, c.kind, c.body),
    schema.Resign: lambda live, seat, c: live.table.resign(seat, timing.steady()),
    schema.Takeback: lambda live, seat, c: live.table.ask_takeback(seat),
    schema.Answer: lambda live, seat, c: live.table.answer_takeback(seat, c.agrees),
    schema.Leave: lambda live, seat, c: live.table.leave(seat),
    schema.Replace: _replace,
    schema.ComeBack: lambda live, seat, c: live.table.come_back(seat),
}
