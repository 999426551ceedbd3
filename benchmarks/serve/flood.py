"""One address opens games between strong bots that nobody watches; somebody else plays with a beginner meanwhile."""

from __future__ import annotations

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


async def answers(url: str, wanted: int, tell: Tell) -> list[float]:
    """Play with a beginner: seconds from each action that one sends until it is one's turn again, ascending."""
    found: list[float] = []
    async with httpx.AsyncClient(timeout=60) as http:
        guest = Guest(url, http=http)
        await guest.introduce()
        while len(found) < wanted:
            opened = await guest.open(GAME, [{"who": "me"}, {"who": "bot", "level": 1}], listed=False)
            await guest.sit(opened.table, 0, "Ann")
            async with guest.visit(opened.table, 0, show=("legal",)) as visit:
                await _play(visit, found, wanted, tell)
    return sorted(found)


async def _play(visit: Visit, found: list[float], wanted: int, tell: Tell) -> None:
    """One game, or as much of it as is wanted."""
    chance, sent, answered = random.Random(len(found)), 0.0, False
    async for message in visit:
        if message["type"] != "events":
            continue
        answered |= any(event["kind"] == "acted" and event["seat"] == 1 for event in message["events"])
        now = message["now"]
        if now["status"] == "over" or len(found) >= wanted:
            return
        if 0 in now["pending"] and (answered or not sent):
            if sent:
                found.append(perf_counter() - sent)
                tell(len(found))
            sent, answered = perf_counter(), False
            await visit.send("play", action=chance.choice(now["legal"]), version=visit.version)
