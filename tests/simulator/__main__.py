"""Run campaigns, and look at what they find.

    python -m tests.simulator sessions --until 10000    simulated sessions with faults
    python -m tests.simulator replay FILE               a plan that was kept
    python -m tests.simulator plan SEED                 the session of a seed

Each goes on where it stopped; --seconds says for how long at most. What goes wrong is made smaller, and kept in
build/found. What was done is kept in benchmarks/results.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("TABLIER_JIT", "0")

from tests.simulator.campaign import Campaign, Counts
from tests.simulator.plan import Plan, plan
from tests.simulator.session import run
from tests.simulator.shrink import shrunk

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


CAMPAIGNS = {
    "sessions": ("simulator", "simulated sessions with faults", 10_000, session),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=[*CAMPAIGNS, "replay", "plan"])
    parser.add_argument("which", nargs="?", help="a file, or a seed")
    parser.add_argument("--until", type=int, help="how many in all")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    asked = parser.parse_args()
    if asked.what in ("replay", "plan"):
        text = Path(asked.which).read_text(encoding="utf-8") if asked.what == "replay" else ""
        chosen = Plan.loads(text) if text else plan(int(asked.which))
        verdict = run(chosen)
        print(chosen.dumps(), verdict, sep="\n")
        return bool(verdict.violation)
    name, what, until, work = CAMPAIGNS[asked.what]
    campaign = Campaign(name, what)
    campaign.go(asked.until or until, work, asked.seconds)
    print(f"{campaign.done} {what}, {campaign.violations} violations")
    return bool(campaign.violations)


if __name__ == "__main__":
    sys.exit(main())
