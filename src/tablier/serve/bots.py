"""The bots at the tables. What one does next its driver says; here it is carried out."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING

from tablier.bots.driver import Driver, Situation, Step
from tablier.bots.manners import is_repeated
from tablier.bots.question import Question
from tablier.engine.errors import TablierError
from tablier.serve import timing
from tablier.serve.identity import hashed
from tablier.serve.live import Live
from tablier.serve.store import StoreTrouble
from tablier.serve.table.table import Table
from tablier.work.workers import Asker

if TYPE_CHECKING:
    from tablier.serve.tables import Tables

AGAIN = 1.0
"""Seconds until a bot tries again, where the store is in trouble."""


class Bots:
    """All of them. Each seat that a bot plays has one task at most."""

    def __init__(self, tables: Tables, pause: float) -> None:
        self.tables = tables
        self.pause = pause

    def ask(self, live: Live) -> None:
        """Something has happened: let every bot that is not at it do what it does next."""
        if live.table.status == "over":
            self.dismiss(live)
        if live.table.status != "playing":
            return
        for seat, chair in enumerate(live.table.chairs):
            if chair.bot and seat not in live.thinking:
                step = live.drivers.setdefault(seat, Driver()).next(_situation(live, seat))
                self._begin(live, seat, step)

    def dismiss(self, live: Live) -> None:
        """The game is over: whatever they think about it is of no use any more."""
        self.tables.pool.forget(alias(live.table))
        for timer in live.waiting.values():
            timer.cancel()
        for task in live.thinking.values():
            if task is not asyncio.current_task():
                task.cancel()

    def _begin(self, live: Live, seat: int, step: Step) -> None:
        if waiting := live.waiting.pop(seat, None):
            waiting.cancel()
        if step.do != "wait":
            live.thinking[seat] = self.tables.background.spawn(self._carry_out(live, seat, step))
        elif step.seconds < inf:
            loop = asyncio.get_running_loop()
            live.waiting[seat] = loop.call_later(step.seconds, self.ask, live)

    async def _carry_out(self, live: Live, seat: int, step: Step) -> None:
        """A bot says what it has to say, or acts; then what comes next, unless nothing has come of it."""
        before, again = live.table.numbers, step.do == "speak"
        try:
            await (self._speak(live, seat) if step.do == "speak" else self._act(live, seat))
        except StoreTrouble:
            await asyncio.sleep(AGAIN)
            again = True
        finally:
            del live.thinking[seat]
        if again or live.table.numbers != before:
            self.ask(live)

    async def _speak(self, live: Live, seat: int) -> None:
        for message in await self.tables.pool.speak(question(live, seat), asker(live)):
            async with live.lock:
                if is_repeated(message, live.heard(seat)):
                    continue  # another was quicker
                try:
                    events = live.table.say(seat, list(message.to), message.kind, message.body)
                except TablierError:
                    continue  # meanwhile it may no longer be said
                await self.tables.commit(live, events)

    async def _act(self, live: Live, seat: int) -> None:
        version = live.table.versions[seat]
        if live.connections and self.pause:
            await asyncio.sleep(self.pause)
        if seat not in live.table.pending:
            return
        action = await self.tables.pool.choose(question(live, seat), asker(live))
        async with live.lock:
            try:
                events = live.table.play(seat, version, action, timing.steady(), by_bot=True)
            except TablierError:  # what it thought about is no more
                return
            await self.tables.commit(live, events)


def _situation(live: Live, seat: int) -> Situation:
    table = live.table
    view, people = table.match.current.view(seat), table.others(seat)
    return Situation(
        view,
        live.heard(seat),
        company=live.here.intersection(people),
        awaited=[other for other in people if other in table.pending],
        quiet=(timing.steady() - live.talked) / 1000,
    )


def asker(live: Live) -> Asker:
    """Bots think in turn for each table, and each address from where somebody looks on; then where nobody does."""
    return Asker(
        (live.table.id,), tuple({connection.household for connection in live.connections}), not live.connections
    )


def alias(table: Table) -> str:
    """By what thinkers know a table: who has its own name can watch it, and they may be on somebody's machine."""
    return hashed(f"{table.opened.secret} table")[:16]


def question(live: Live, seat: int) -> Question:
    """What the bot of a seat is asked."""
    table, now = live.table, _situation(live, seat)
    return Question(
        table=alias(table),
        seat=seat,
        game=table.game.name,
        options=dict(table.opened.options),
        view=now.view.to_bytes(),
        level=table.chairs[seat].bot,
        heard=tuple(now.heard),
        # From what is secret until the game is over: who knew it would know what a bot draws in secret.
        seed=int(hashed(f"{table.opened.secret} bot {seat}")[:32], 16),
    )
