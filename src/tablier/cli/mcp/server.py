"""The tools that a language model is given: few, and what they answer is words."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from tablier import __version__
from tablier.cli.bot import BotArguments, sit_down, with_link
from tablier.cli.mcp.away import Away
from tablier.cli.mcp.chair import Chair, sight
from tablier.cli.mcp.here import Here
from tablier.cli.refusal import Refusal
from tablier.cli.session import SEED_BITS, known_game, known_seat
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.client.guest import Guest, Refused, Unreachable
from tablier.engine.errors import TablierError
from tablier.engine.options import Value
from tablier.engine.registry import find, games
from tablier.engine.talk import Kind
from tablier.guide.page import Picture, split
from tablier.picture.text import render
from tablier.record.match import Match

P = ParamSpec("P")

LONGEST_WAIT = 300.0
"""Seconds that one question may wait for the others."""


def run(lang: str) -> None:
    """Answer a model over standard input and output, until there is none."""
    server(lang).run("stdio")


def server(lang: str) -> MCPServer:
    """What a model connects to."""
    made: MCPServer = MCPServer(
        "tablier", instructions=say(lang, "mcp.instructions"), version=__version__, log_level="WARNING"
    )
    tools = Tools(lang)
    for tool in (tools.games, tools.rules, tools.sit_down, tools.look, tools.play, tools.talk, tools.wait):
        made.add_tool(_in_words(tool), description=say(lang, f"mcp.tool_{tool.__name__}"), structured_output=False)
    return made


def _in_words(tool: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    """The same tool; what it refuses is told to the model, in words."""

    @wraps(tool)
    async def told(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await tool(*args, **kwargs)
        except Refused as problem:
            raise ToolError(problem.words) from None
        except (Refusal, TablierError) as problem:
            raise ToolError(str(problem)) from None

    return told


class Tools:
    """One model, and the chair that it sits on."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._chair: Chair | None = None

    async def games(self) -> str:
        return "\n".join(self._game_line(name) for name in games())

    def _game_line(self, name: str) -> str:
        game, lang = find(name), self._lang
        seats = ", ".join(seat_word(game, seat, lang) for seat in game.seats(game.settle({})))
        options = ", ".join(f"{option}={value}" for option, value in game.settle({}).items())
        return say(lang, "mcp.game", name=name, title=game.title[lang], seats=seats, options=options)

    async def rules(self, game: str) -> str:
        found = known_game(game, self._lang)
        parts = split(found.pages.rules(self._lang))
        return "\n\n".join(
            str(render(part.scene(self._lang))) if isinstance(part, Picture) else part.typeset(self._lang)
            for part in parts
        )

    async def sit_down(
        self,
        game: str = "",
        seat: str = "",
        level: int = 3,
        options: dict[str, Value] | None = None,
        invitation: str = "",
        name: str = "",
    ) -> str:
        await self._get_up()
        if invitation:
            self._chair = await self._at_server(invitation, game, name)
        else:
            found = known_game(game, self._lang)
            settled: dict[str, Any] = found.settle(options or {})  # a model names options, and nothing else of a match
            match = Match(found, seed=secrets.randbits(SEED_BITS), **settled)
            mine = known_seat(match, seat, self._lang) if seat else 0
            self._chair = Here(match, mine, level, self._lang)
            await self._chair.wait(0)
        return sight(self._chair)

    async def _at_server(self, invitation: str, game: str, name: str) -> Away:
        named = name or say(self._lang, "mcp.name")
        args = with_link(BotArguments(url=invitation, level=0, game=game, name=named), self._lang)
        guest = await Guest(args.url, lang=self._lang).__aenter__()
        try:
            chair = Away(guest, await sit_down(guest, args, self._lang))
            await chair.begin()
        except (Refused, Unreachable):
            await guest.__aexit__()
            raise
        return chair

    async def _get_up(self) -> None:
        if self._chair:
            await self._chair.leave()
            self._chair = None

    async def look(self) -> str:
        return sight(self._seated)

    async def play(self, action: str, patience: float = 30) -> str:
        chair = self._seated
        await chair.play(action)
        if isinstance(chair, Away):
            await chair.wait(min(patience, LONGEST_WAIT))
        return sight(chair)

    async def talk(self, text: str, kind: Kind = "text", to: list[str] | None = None) -> str:
        chair = self._seated
        await chair.say(kind, text, tuple(known_seat(chair.view, one, self._lang) for one in to or ()))
        return sight(chair)

    async def wait(self, seconds: float = 30) -> str:
        chair = self._seated
        await chair.wait(min(seconds, LONGEST_WAIT))
        return sight(chair)

    @property
    def _seated(self) -> Chair:
        if self._chair is None:
            raise Refusal(say(self._lang, "mcp.not_seated"))
        return self._chair
