"""The bots at the tables: when they think, when they speak, and when they leave people time to talk with them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tablier.bots.question import Question
from tablier.engine.errors import TablierError
from tablier.engine.talk import Message
from tablier.serve import timing
from tablier.serve.identity import hashed
from tablier.serve.store import StoreTrouble
from tablier.serve.table.events import hears

if TYPE_CHECKING:
    from tablier.serve.tables import Live, Tables

QUIET = 15.0
"""Seconds without a word after which a bot that leads a discussion ends it, if there are people at the table."""

ROUNDS_OF_TALK = 4
"""How often a bot speaks in one turn at most."""


class Bots:
    """All of them. Each seat that a bot plays has one task at most."""

    def __init__(self, tables: Tables, pause: float) -> None:
        self.tables = tables
        self.pause = pause

    def ask(self, live: Live) -> None:
        """Let every bot think that is to act, or that may have something to say."""
        table = live.table
        if table.status != "playing":
            return
        for seat, chair in enumerate(table.chairs):
            if chair.bot and seat not in live.thinking and (seat in table.pending or self._may_speak(live, seat)):
                live.thinking[seat] = self.tables.spawn(self._think(live, seat))

    async def _think(self, live: Live, seat: int) -> None:
        """A bot says what it has to say, and acts if it is to act; again, if meanwhile something has happened."""
        before, again = live.table.numbers, False
        try:
            await self._speak(live, seat)
            if seat in live.table.pending_bots:
                if not self._waits_for_people(live, seat):
                    await self._bot_acts(live, seat)
                elif live.discussed is not None:
                    await asyncio.sleep(self._quiet_left(live))
                    again = True
        except StoreTrouble:
            await asyncio.sleep(1)
            again = True
        finally:
            del live.thinking[seat]
        if again or live.table.numbers != before:
            self.ask(live)

    def _may_speak(self, live: Live, seat: int) -> bool:
        """Whether a bot may make offers, and there is something new to talk about."""
        table = live.table
        if not table.match.current.talk(seat).offers:
            return False
        turn, times, heard = live.spoken.get(seat, (-1, 0, 0))
        return turn != table.match.current.turn or (times < ROUNDS_OF_TALK and heard != self._heard(live, seat))

    def _heard(self, live: Live, seat: int) -> int:
        """How much others have said that a seat heard."""
        return sum(said.by != seat and hears(said, seat) for said in live.table.messages)

    async def _speak(self, live: Live, seat: int) -> None:
        if not self._may_speak(live, seat):
            return
        turn, times, _ = live.spoken.get(seat, (-1, 0, 0))
        now = live.table.match.current.turn
        live.spoken[seat] = now, times + 1 if turn == now else 1, self._heard(live, seat)
        for message in await self.tables.pool.speak(self._question(live, seat)):
            async with live.lock:
                try:
                    events = live.table.say(seat, list(message.to), message.kind, message.body)
                except TablierError:
                    continue  # meanwhile it may no longer be said
                await self.tables.commit(live, events)

    def _waits_for_people(self, live: Live, seat: int) -> bool:
        """Whether a bot leaves people time to talk with it before it acts: until they have acted; while they talk."""
        table = live.table
        if not table.match.current.talk(seat).offers:
            return False
        people = table.others(seat)
        if live.discussed is not None:
            return any(other in live.here for other in people) and self._quiet_left(live) > 0
        return any(other in table.pending for other in people)

    def _quiet_left(self, live: Live) -> float:
        """How many seconds a discussion has still to be quiet until a bot ends it."""
        return max(0.0, QUIET - (timing.steady() - live.talked) / 1000)

    async def _bot_acts(self, live: Live, seat: int) -> None:
        version = live.table.versions[seat]
        if live.connections and self.pause:
            await asyncio.sleep(self.pause)
        action = await self.tables.pool.choose(self._question(live, seat))
        async with live.lock:
            try:
                events = live.table.play(seat, version, action, timing.steady())
            except TablierError:  # what it thought about is no more
                return
            await self.tables.commit(live, events)

    def _question(self, live: Live, seat: int) -> Question:
        table = live.table
        heard = tuple(
            Message(said.by, tuple(said.to), said.message, said.body)  # type: ignore[arg-type]
            for said in table.messages
            if hears(said, seat)
        )
        return Question(
            table=table.id,
            seat=seat,
            game=table.game.name,
            options=dict(table.opened.options),
            view=table.match.current.view(seat).to_bytes(),
            level=table.chairs[seat].bot,
            heard=heard,
            earlier=sum(said.turn < table.match.current.turn for said in table.messages if hears(said, seat)),
            seed=int(hashed(f"{table.id}{seat}")[:8], 16),
        )
