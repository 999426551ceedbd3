"""Run campaigns, and look at what they find.

    python -m tests.simulator sessions --until 10000    simulated sessions with faults
    python -m tests.simulator twins --until 1000000     views of games that differ in what a seat cannot know
    python -m tests.simulator kills --until 1000        a real server, killed under load
    python -m tests.simulator falls --until 200         two nodes and their database, killed under load
    python -m tests.simulator fuzz --until 1000000      requests, frames and game files that are nearly right
    python -m tests.simulator replay FILE               a plan that was kept
    python -m tests.simulator plan SEED                 the session of a seed

Each goes on where it stopped; --seconds says for how long at most, --jobs in how many processes. What goes wrong is
made smaller, and kept in build/found. What was done is kept in benchmarks/results, by commit: what is not committed is
run, and not kept.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("TABLIER_JIT", "0")

from tests.simulator.campaign import RESULTS, Campaign
from tests.simulator.plan import Plan, plan
from tests.simulator.session import run
from tests.simulator.work import CAMPAIGNS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=[*CAMPAIGNS, "replay", "plan"])
    parser.add_argument("which", nargs="?", help="a file, or a seed")
    parser.add_argument("--until", type=int, help="how many in all")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where what was done is kept")
    parser.add_argument("--jobs", type=int, default=1, help="in so many processes")
    asked = parser.parse_args()
    if asked.what in ("replay", "plan"):
        text = Path(asked.which).read_text(encoding="utf-8") if asked.what == "replay" else ""
        chosen = Plan.loads(text) if text else plan(int(asked.which))
        verdict = run(chosen)
        print(chosen.dumps(), verdict, sep="\n")
        return bool(verdict.violation)
    name, what, until, work = CAMPAIGNS[asked.what]
    campaign = Campaign(name, what, asked.results)
    campaign.go(asked.until or until, work, asked.seconds, asked.jobs)
    kept = "" if campaign.is_on_record else " (not on record: the sources are not those of a commit)"
    since = campaign.since
    print(f"{since['done']} {what}, {since['violations']} violations{kept}")
    return bool(since["violations"])


if __name__ == "__main__":
    sys.exit(main())
