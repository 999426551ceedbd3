"""What campaigns are made of: a piece of each, by its number. Other processes import it from here."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.simulator.campaign import Counts
from tests.simulator.falls import fallen
from tests.simulator.fuzz import Fuzz
from tests.simulator.kills import killed
from tests.simulator.plan import plan
from tests.simulator.session import run
from tests.simulator.shrink import shrunk
from tests.simulator.twins import compared

FOUND = Path("build/found")


def session(number: int) -> tuple[int, Counts]:
    """One session; what goes wrong in it is made smaller, and kept."""
    whole = plan(number + 1)
    verdict = run(whole)
    if verdict.violation:
        small, why = shrunk(whole)
        FOUND.mkdir(parents=True, exist_ok=True)
        (FOUND / f"session-{whole.seed}.json").write_text(small.dumps(), encoding="utf-8")
        print(f"seed {whole.seed}: {verdict.violation}\n  smaller: {small}\n  {why.violation}", flush=True)
    counts = {"commands": verdict.commands, "messages": verdict.views, "starts": verdict.lives}
    return 1, {**counts, "faults": len(whole.faults), "violations": bool(verdict.violation)}


def twin(number: int) -> tuple[int, Counts]:
    """The views of one pair of games."""
    try:
        return compared(number), {"pairs": 1}
    except AssertionError as problem:
        _write("twins", number, str(problem))
        return 1, {"pairs": 1, "violations": 1}


def kill(number: int) -> tuple[int, Counts]:
    """A server that is killed twenty times."""
    counts = asyncio.run(killed(number, KILLS))
    if counts["violations"]:
        _write("kills", number, str(counts))
    return KILLS, counts


def fall(number: int) -> tuple[int, Counts]:
    """Two nodes and their database, of which one is killed ten times."""
    counts = asyncio.run(fallen(number, FALLS))
    if counts["violations"]:
        _write("falls", number, str(counts))
    return FALLS, counts


def nonsense(number: int) -> tuple[int, Counts]:
    """So much that is nearly right."""
    fuzz = Fuzz(number)
    found = fuzz.run(NONSENSE)
    if found:
        _write("fuzz", number, "\n".join(found))
    return fuzz.count, {"servers": 1, "accepted": fuzz.accepted, "violations": len(found)}


def _write(campaign: str, number: int, what: str) -> None:
    """What was found, to be looked at."""
    FOUND.mkdir(parents=True, exist_ok=True)
    (FOUND / f"{campaign}-{number}.txt").write_text(what, encoding="utf-8", errors="backslashreplace")
    print(f"{campaign} {number}: {what[:2000]}", flush=True)


KILLS, FALLS, NONSENSE = 20, 10, 2000
"""In one piece of work."""

CAMPAIGNS = {
    "sessions": ("simulator", "simulated sessions with faults", 10_000, session),
    "twins": ("twins", "views compared between twins", 1_000_000, twin),
    "kills": ("kills", "kills of a server under load", 1_000, kill),
    "falls": ("falls", "kills of nodes and of their database under load", 200, fall),
    "fuzz": ("fuzz", "requests, frames and game files that are nearly right", 1_000_000, nonsense),
}
