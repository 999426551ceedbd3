"""Commands that are made of others."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class UnknownCommand(Exception):
    """A word that is none of the commands that there are."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.names = names


class Group(TyperGroup):
    """Typer's own, which says what there is where something else is asked for."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise UnknownCommand(args[0], tuple(self.commands))
        return super().resolve_command(ctx, args)
