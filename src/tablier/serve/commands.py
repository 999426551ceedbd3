"""What a seat asks for, as the table decides it: events, or a typed refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablier.serve import schema
from tablier.serve.live import Live
from tablier.serve.table.events import Event


def decide(live: Live, seat: int, command: Any, arrived: int) -> list[Event]:
    """What comes of a command that arrived then; of any but a rematch, for which another table is opened."""
    return _DECIDE[type(command)](live, seat, command, arrived)


def _replace(live: Live, seat: int, command: schema.Replace, arrived: int) -> list[Event]:
    gone = live.gone.get(command.seat)
    return live.table.replace(command.seat, arrived - gone if gone is not None else 0, arrived)


_DECIDE: dict[type, Callable[[Live, int, Any, int], list[Event]]] = {
    schema.Play: lambda live, seat, c, arrived: live.table.play(seat, c.version, c.action, arrived),
    schema.Say: lambda live, seat, c, _: live.table.say(seat, c.to, c.kind, c.body),
    schema.Resign: lambda live, seat, c, arrived: live.table.resign(seat, arrived),
    schema.Takeback: lambda live, seat, c, arrived: live.table.ask_takeback(seat, arrived),
    schema.Answer: lambda live, seat, c, arrived: live.table.answer_takeback(seat, c.agrees, arrived),
    schema.Give: lambda live, seat, c, _: live.table.give(seat, c.entropy),
    schema.Leave: lambda live, seat, c, _: live.table.leave(seat),
    schema.Replace: _replace,
    schema.ComeBack: lambda live, seat, c, _: live.table.come_back(seat),
}
