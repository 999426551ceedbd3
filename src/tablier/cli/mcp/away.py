"""A chair at a server's table: a guest among others, who knows what its connection is told, and nothing else."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tablier.cli import parsing
from tablier.cli.conversation import told_message
from tablier.cli.refusal import Refusal
from tablier.cli.story import seat_word, winners
from tablier.cli.texts import say
from tablier.client.guest import Guest, Seated
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.engine.talk import Kind, Message

Told = dict[str, Any]

PATIENCE = 60.0
"""Seconds in which a server answers what it was asked."""

UNREAD = ""
"""In place of an id: of what the server could not read, it cannot tell the id either."""


class Away:
    """A seat that a guest has taken."""

    def __init__(self, guest: Guest, seated: Seated) -> None:
        self.seat, self.lang, self._guest = seated.seat, guest.lang, guest
        self._visit = guest.visit(seated.table, seated.seat, show=("record", "words"))
        self._now: Told = {}
        self._ended: Told = {}
        self._answers: dict[str, Told] = {}
        self._lines: list[str] = []
        self._receiving: asyncio.Task[Told] | None = None

    async def begin(self) -> None:
        """Wait for the first message, which tells the game."""
        await self._until(lambda: bool(self._now), PATIENCE)
        if not self._now:
            raise Refusal(say(self.lang, "mcp.no_answer"))

    @property
    def view(self) -> Position:
        return Position.from_bytes(self.game, self._options, b64decode(self._now["record"]), self.seat)

    @property
    def pending(self) -> tuple[int, ...]:
        return tuple(self._now["pending"]) if self._now["status"] == "playing" else ()

    @property
    def result(self) -> str:
        if not self._ended:
            return ""
        shares = [Fraction(share) for share in self._ended["shares"]]
        return winners(self.game, self._seats, shares, self.lang)

    def news(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines

    async def play(self, text: str) -> None:
        try:
            action = parsing.spelled(self.view, self.seat, text) if self.seat in self.pending else text
        except parsing.Ambiguous as problem:
            meanings = ", ".join(problem.meanings)
            raise Refusal(say(self.lang, "ambiguous", action=problem.action, meanings=meanings)) from None
        await self._ask("play", action=action, version=self._visit.version)

    async def say(self, kind: Kind, body: str, to: tuple[int, ...]) -> None:
        await self._ask("say", kind=kind, body=body, to=list(to))

    async def wait(self, seconds: float) -> None:
        await self._until(lambda: self.seat in self.pending or bool(self._ended), seconds)

    async def leave(self) -> None:
        """Before the game has begun, leave the chair to somebody else; later, it is kept."""
        if self._now.get("status") == "open":
            await self._visit.send("leave")
        if self._receiving:
            self._receiving.cancel()
        await self._visit.close()
        await self._guest.__aexit__()

    # --- asking and receiving

    async def _ask(self, do: str, **what: Any) -> None:
        """Ask for something, and wait until it is done; raises Refusal."""
        id = await self._visit.send(do, **what)
        await self._until(lambda: id in self._answers or UNREAD in self._answers, PATIENCE)
        if unread := self._answers.pop(UNREAD, None):
            self._answers[id] = unread
            self._visit.unanswered.pop(id, None)
        answer = self._answers.pop(id, {"type": "refused", "words": say(self.lang, "mcp.no_answer")})
        if answer["type"] == "refused":
            raise Refusal(self._why(answer, str(what.get("action", ""))))

    def _why(self, refused: Told, action: str) -> str:
        """Why it was refused: by which rule of the game, where it is one."""
        if rule := refused.get("rule"):
            reason, name = self.game.why_not(int(rule.rpartition("-")[2]), self.lang)
            return say(self.lang, "illegal", action=action, reason=reason, rule=name)
        return str(refused["words"])

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> None:
        """Receive until it is so, or for so long."""
        end = asyncio.get_running_loop().time() + seconds
        while not is_so() and (left := end - asyncio.get_running_loop().time()) > 0:
            if self._receiving is None:
                self._receiving = asyncio.create_task(self._visit.receive())
            await asyncio.wait({self._receiving}, timeout=left)
            if self._receiving.done():  # what comes later is not lost
                task, self._receiving = self._receiving, None
                self._take(task.result())

    def _take(self, message: Told) -> None:
        if message["type"] == "events":
            if not self._now:
                opened = message["events"][0]
                self.game, self._options = find(opened["game"]), opened["options"]
                self._seats = self.game.seats(self._options)
            self._now = message["now"]
            for event in message["events"]:
                self._note(event)
        elif message["type"] in ("done", "refused"):
            self._answers[message["id"] or UNREAD] = message

    def _note(self, event: Told) -> None:
        kind = event["kind"]
        if kind == "acted":
            self._lines += [line] if (line := event.get("words", event["action"])) else []
        elif kind == "said":
            said = Message(event["by"], tuple(event["to"]), event["message"], event["body"])
            self._lines.append(told_message(self.game, self._seats, said, self.lang))
        elif kind == "sat":
            who = seat_word(self.game, self._seats[event["seat"]], self.lang)
            self._lines.append(say(self.lang, "mcp.sat", who=who, name=event["name"] or event["who"]))
        elif kind == "ended":
            self._ended = event
