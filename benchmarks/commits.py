"""How many commits a second one PostgreSQL takes from several nodes: what limits many people last, and first of all.

    python -m benchmarks.commits            half a minute
    python -m benchmarks.commits --quick    two seconds, to see that it works; nothing is kept

A real PostgreSQL beside it on the same disk, with `fsync`, and so many connections that each commit groups of events as
a node does: rows of 300 bytes. What is found is kept in benchmarks/results/commits.json.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

import psycopg
from rich.console import Console
from tests.postgres import Cluster

from tablier.arena.machine import circumstances

RESULTS = Path(__file__).parent / "results" / "commits.json"
NODES = 8
EVENT = "x" * 300
INSERT = "INSERT INTO events SELECT %s, g, %s FROM generate_series(%s::int, %s::int) g"


def measure(seconds: float) -> dict[int, float]:
    """Commits a second, by the number of events in each."""
    cluster = Cluster({"fsync": "on"})
    try:
        cluster.do("CREATE TABLE events (node text, number int, event text, PRIMARY KEY (node, number))")
        return {group: commits(cluster.url(), group, seconds) for group in (1, 10)}
    finally:
        cluster.remove()


def commits(url: str, group: int, seconds: float) -> float:
    """By all nodes together, a second."""
    with ThreadPoolExecutor(NODES) as nodes:
        done = nodes.map(lambda node: commit(url, f"{group} {node}", group, seconds), range(NODES))
        return sum(done) / seconds


def commit(url: str, node: str, group: int, seconds: float) -> int:
    """So often did this node commit."""
    with psycopg.connect(url) as connection:
        done, end = 0, perf_counter() + seconds
        while perf_counter() < end:
            connection.execute(INSERT, (node, EVENT, done * group, (done + 1) * group - 1))
            connection.commit()
            done += 1
        return done


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commits", description="Measure PostgreSQL's commits.")
    parser.add_argument("--quick", action="store_true", help="a moment only; keep nothing")
    arguments = parser.parse_args()
    busy = round(os.getloadavg()[0], 2)  # what wanted a core before we began
    found = measure(1 if arguments.quick else 12)
    figures = [
        {"what": f"commits of {group} events, {NODES} connections", "found": rate, "unit": "commits/s"}
        for group, rate in found.items()
    ]
    for figure in figures:
        Console().print(f"{figure['what']}: {figure['found']:.0f} a second")
    if not arguments.quick:
        RESULTS.write_text(json.dumps({**circumstances(), "busy": busy, "figures": figures}, indent=2) + "\n")


if __name__ == "__main__":
    main()
