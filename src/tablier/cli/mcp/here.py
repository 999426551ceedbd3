"""A chair at a table of one's own: a match in this process, against bots."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf

from tablier.bots import Player
from tablier.bots.driver import Driver, Listener, Situation
from tablier.cli import parsing
from tablier.cli.conversation import Conversation
from tablier.cli.refusal import Refusal
from tablier.cli.story import result
from tablier.cli.texts import say
from tablier.engine.errors import BadMessage, IllegalAction, TablierError, TalkForbidden, UnreadableAction
from tablier.engine.position import Position
from tablier.engine.talk import Kind, Message
from tablier.record.match import Match
from tablier.record.story import story


class Here:
    """One seat of a match; the others are bots."""

    def __init__(self, match: Match, seat: int, level: int, lang: str) -> None:
        self.match, self.seat, self.lang = match, seat, lang
        self._talk = Conversation(match, lang)
        others = [other for other in range(len(match.seats)) if other != seat]
        self._drivers = {other: Driver() for other in others}
        self._bots = {other: Listener(Player(match.game, level, seed=match.seed or 0)) for other in others}
        self._lines: list[str] = []
        self._told = 0
        """Of how many actions the story is told."""

    @property
    def view(self) -> Position:
        return self.match.view(self.seat)

    @property
    def pending(self) -> tuple[int, ...]:
        return self.match.pending

    @property
    def result(self) -> str:
        return result(self.match, self.lang) if self.match.over else ""

    def news(self) -> list[str]:
        self._write_story()
        lines, self._lines = self._lines, []
        return lines

    async def play(self, text: str) -> None:
        try:
            parsing.play(self.match, self.seat, text, {self.seat})
        except UnreadableAction as problem:
            examples = parsing.examples(self.match, self.seat, problem.action)
            raise Refusal(say(self.lang, "mcp.unreadable", action=problem.action, examples=examples)) from None
        except IllegalAction as problem:
            raise Refusal(parsing.explain(problem, self.match, self.seat, self.lang)) from None
        await asyncio.to_thread(self._go_on, 0.0)

    async def say(self, kind: Kind, body: str, to: tuple[int, ...]) -> None:
        try:
            self._add(Message(self.seat, to, kind, body))
        except TalkForbidden:
            raise Refusal(say(self.lang, "talk_not_now")) from None
        except BadMessage:
            raise Refusal(say(self.lang, "talk_not_so")) from None
        await asyncio.to_thread(self._go_on, 0.0)

    async def wait(self, seconds: float) -> None:
        """Who waits has no more to say: bots that lead a discussion then end it."""
        await asyncio.to_thread(self._go_on, inf)

    async def leave(self) -> None:
        """Nobody minds."""

    # --- the others

    def _go_on(self, quiet: float) -> None:
        """Let the bots speak and act, as long as they do. It has been quiet for so many seconds."""
        while not self.match.over and any(self._step(seat, quiet) for seat in self._drivers):
            pass

    def _step(self, seat: int, quiet: float) -> bool:
        """Let a bot do what it has to do. Whether it did anything."""
        view, heard = self.match.view(seat), self._talk.heard(seat)
        awaited = {self.seat} & {*self.match.pending}
        step = self._drivers[seat].next(Situation(view, heard, {self.seat}, awaited, quiet))
        if step.do == "speak":
            for message in self._bots[seat].speak(view, heard):
                with suppress(TablierError):  # it may not be said
                    self._add(message)
        elif step.do == "choose":
            self.match.play(self._bots[seat].choose(view, heard), seat)
        return step.do != "wait"

    def _add(self, message: Message) -> None:
        """Somebody says something; raises what forbids it."""
        self._talk.add(message)
        if not message.to or self.seat in (message.by, *message.to):
            self._write_story()
            self._lines.append(self._talk.told(message))

    def _write_story(self) -> None:
        sentences = story(self.match, self.lang, self.seat, self._told)
        self._lines += [sentence for sentence in sentences if sentence]
        self._told = self.match.length
