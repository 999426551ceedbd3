"""One address opens games between strong bots that nobody watches; somebody else plays with a beginner meanwhile."""

from __future__ import annotations

import asyncio
import random
from time import perf_counter

import httpx

from benchmarks.serve.crowd import Tell
from benchmarks.serve.server import GAME, PROGRAM
from tablier.client.guest import Guest, Visit

PROGRAM_AS_USUAL = PROGRAM.replace(", bot_pause=0", "")
"""With the pause that a bot makes before it acts, so that people can follow: it is part of what they wait for."""

ELSEWHERE = "127.0.0.2"
"""From where the flood comes."""


async def flood(url: str, tables: int) -> None:
    """Open so many tables at which bots of the highest level play, and go away."""
    transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with httpx.AsyncClient(transport=transport, timeout=60) as http:
        guest = Guest(url, http=http)
        await guest.introduce()
        for _ in range(tables):
            await guest.open(GAME, [{"who": "bot", "level": 8}] * 2, listed=False)


async def answers(url: str, wanted: int, seconds: float, tell: Tell) -> list[float]:
    """Play with a beginner: seconds from each action that one sends until it is one's turn again, ascending.

    So many, or as many as there are within so many seconds; an answer that has not come then took at least so long.
    """
    person = Person(wanted, tell)
    try:
        async with asyncio.timeout(seconds), httpx.AsyncClient(timeout=60) as http:
            guest = Guest(url, http=http)
            await guest.introduce()
            while len(person.found) < wanted:
                opened = await guest.open(GAME, [{"who": "me"}, {"who": "bot", "level": 1}], listed=False)
                await guest.sit(opened.table, 0, "Ann")
                async with guest.visit(opened.table, 0, show=("legal",)) as visit:
                    await person.play(visit)
    except TimeoutError:
        person.give_up()
    return sorted(person.found)


class Person:
    """Who plays with a beginner, and looks at the time."""

    def __init__(self, wanted: int, tell: Tell) -> None:
        self.found: list[float] = []
        self._wanted, self._tell = wanted, tell
        self._sent: float | None = None
        """When the action was sent to which the bot has not answered yet."""

    async def play(self, visit: Visit) -> None:
        """One game, or as much of it as is wanted."""
        chance, since, answered = random.Random(len(self.found)), -1, False
        self._sent = None
        async for message in visit:
            if message["type"] != "events":
                continue
            answered |= any(event["kind"] == "acted" and event["seat"] == 1 for event in message["events"])
            now = message["now"]
            if now["status"] == "over" or len(self.found) >= self._wanted:
                return
            if 0 in now["pending"] and now["since"] != since:
                since = now["since"]
                self._note(answered)
                self._sent, answered = perf_counter(), False
                await visit.send("play", action=chance.choice(now["legal"]), version=visit.version)

    def _note(self, answered: bool) -> None:
        """It is one's turn again: because the bot has acted, or since it cannot."""
        if answered and self._sent is not None:
            self.found.append(perf_counter() - self._sent)
            self._tell(len(self.found))

    def give_up(self) -> None:
        if self._sent is not None:
            self.found.append(perf_counter() - self._sent)
