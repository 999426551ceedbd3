"""Run campaigns, and look at what they find.

    python -m tests.simulator sessions --until 10000    simulated sessions with faults
    python -m tests.simulator twins --until 1000000     views of games that differ in what a seat cannot know
    python -m tests.simulator kills --until 1000        a real server, killed under load
    python -m tests.simulator fuzz --until 1000000      requests, frames and game files that are nearly right
    python -m tests.simulator replay FILE               a plan that was kept
    python -m tests.simulator plan SEED                 the session of a seed

Each goes on where it stopped; --seconds says for how long at most, --jobs in how many processes. What goes wrong is
made smaller, and kept in build/found. What was done is kept in benchmarks/results, by commit: what is not committed is
run, and not kept.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

os.environ.setdefault("TABLIER_JIT", "0")

from tests.simulator.campaign import Campaign, Counts
from tests.simulator.fuzz import Fuzz
from tests.simulator.kills import killed
from tests.simulator.plan import Plan, plan
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


KILLS, NONSENSE = 20, 2000
"""In one piece of work."""

CAMPAIGNS = {
    "sessions": ("simulator", "simulated sessions with faults", 10_000, session),
    "twins": ("twins", "views compared between twins", 1_000_000, twin),
    "kills": ("kills", "kills of a server under load", 1_000, kill),
    "fuzz": ("fuzz", "requests, frames and game files that are nearly right", 1_000_000, nonsense),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=[*CAMPAIGNS, "replay", "plan"])
    parser.add_argument("which", nargs="?", help="a file, or a seed")
    parser.add_argument("--until", type=int, help="how many in all")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--jobs", type=int, default=1, help="in so many processes")
    asked = parser.parse_args()
    if asked.what in ("replay", "plan"):
        text = Path(asked.which).read_text(encoding="utf-8") if asked.what == "replay" else ""
        chosen = Plan.loads(text) if text else plan(int(asked.which))
        verdict = run(chosen)
        print(chosen.dumps(), verdict, sep="\n")
        return bool(verdict.violation)
    name, what, until, work = CAMPAIGNS[asked.what]
    campaign = Campaign(name, what)
    campaign.go(asked.until or until, work, asked.seconds, asked.jobs)
    kept = "" if campaign.is_on_record else " (not on record: the sources are not those of a commit)"
    print(f"{campaign.done} {what}, {campaign.violations} violations{kept}")
    return bool(campaign.violations)


if __name__ == "__main__":
    sys.exit(main())
