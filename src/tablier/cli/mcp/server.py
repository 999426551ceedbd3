"""The tools that a language model is given: few, and what they answer is words."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from tablier import __version__
from tablier.bots.levels import LEVELS
from tablier.cli.bot import BotArguments, sit_down, with_link
from tablier.cli.mcp.away import Away
from tablier.cli.mcp.chair import Chair, sight
from tablier.cli.mcp.here import Here
from tablier.cli.refusal import Refusal
from tablier.cli.session import SEED_BITS, known_game, known_seat, refusing
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.client.guest import Guest, Refused, Unreachable
from tablier.engine.errors import TablierError
from tablier.engine.options import Value
from tablier.engine.registry import find, games
from tablier.engine.talk import Kind
from tablier.engine.words import shorten
from tablier.guide.page import Picture, split
from tablier.picture.text import render
from tablier.record.match import Match

P = ParamSpec("P")

LONGEST_WAIT = 300.0
"""Seconds that one question may wait for the others."""


def run(lang: str) -> None:
    """Answer a model over standard input and output, until there is none."""
    Server(lang).run("stdio")


class Server(MCPServer):
    """What a model connects to: it does one thing after the other, and refuses in the model's language."""

    def __init__(self, lang: str) -> None:
        super().__init__(
            "tablier", instructions=say(lang, "mcp.instructions"), version=__version__, log_level="WARNING"
        )
        self._lang, self._turn, tools = lang, asyncio.Lock(), Tools(lang)
        for tool in (tools.games, tools.rules, tools.sit_down, tools.look, tools.play, tools.talk, tools.wait):
            self.add_tool(_in_words(tool), description=say(lang, f"mcp.tool_{tool.__name__}"), structured_output=False)

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Calls may come together: bots that act for the one would act for the other as well."""
        takes = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}.get(name, arguments)
        if unknown := [argument for argument in arguments if argument not in takes]:
            raise ToolError(say(self._lang, "mcp.no_argument", name=shorten(unknown[0]), names=", ".join(takes)))
        async with self._turn:
            try:
                return await super().call_tool(name, arguments, context)
            except UnexpectedToolError:
                raise
            except ToolError as problem:
                raise ToolError(self._why(problem, takes)) from None

    def _why(self, problem: ToolError, takes: dict[str, Any]) -> str:
        """Why not, without what the library puts around it."""
        if not isinstance(problem.__cause__, ValidationError):
            return str(problem.__cause__ or problem)
        wrong = problem.__cause__.errors()[0]
        name = str(wrong["loc"][0])
        if wrong["type"] == "missing":
            return say(self._lang, "mcp.missing", name=name)
        form = takes[name].get("anyOf", [takes[name]])[0]
        wanted = ", ".join(form["enum"]) if "enum" in form else say(self._lang, f"mcp.form_{form['type']}")
        return say(self._lang, "mcp.wrong", name=name, value=shorten(str(wrong["input"])), wanted=wanted)


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
        chair = await (
            self._at_server(invitation, game, name) if invitation else self._here(game, seat, level, options)
        )
        if self._chair:  # not before: who is refused another chair keeps this one
            await self._chair.leave()
        self._chair = chair
        return sight(chair)

    async def _here(self, game: str, seat: str, level: int, options: dict[str, Value] | None) -> Here:
        found = known_game(game, self._lang)
        if not 1 <= level <= len(LEVELS):
            raise Refusal(say(self._lang, "mcp.no_level", level=level, most=len(LEVELS)))
        with refusing(self._lang):
            settled: dict[str, Any] = found.settle(options or {})  # a model names options, and nothing else of a match
        match = Match(found, seed=secrets.randbits(SEED_BITS), **settled)
        chair = Here(match, known_seat(match, seat, self._lang) if seat else 0, level, self._lang)
        await chair.wait(0)
        return chair

    async def _at_server(self, invitation: str, game: str, name: str) -> Away:
        named = name or say(self._lang, "mcp.name")
        args = with_link(BotArguments(url=invitation, level=0, game=game, name=named), self._lang)
        guest = Guest(args.url, lang=self._lang)
        try:
            await guest.__aenter__()
            chair = Away(guest, await sit_down(guest, args, self._lang))
            await chair.begin()
        except Unreachable as problem:
            await guest.__aexit__()
            raise Refusal(say(self._lang, "unreachable", url=shorten(args.url), problem=problem)) from None
        except BaseException:
            await guest.__aexit__()
            raise
        return chair

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
