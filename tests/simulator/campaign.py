"""Campaigns: so many of something, over several runs if need be; what was done and found is kept on file."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tablier.arena.machine import circumstances

TOP = Path(__file__).parents[2]
RESULTS = TOP / "benchmarks" / "results"
EVERY = 10.0
"""Seconds after which what was done is kept."""

DIRTY = "-dirty"

Counts = dict[str, int]
Work = Callable[[int], tuple[int, Counts]]
"""A piece of work, by its number: how many it did, and what else is counted."""


def commit() -> str:
    """What is run: a commit, with `-dirty` where something besides results has changed since."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!benchmarks/results")
    return _git("rev-parse", "HEAD") + (DIRTY if changed else "")


def _git(*arguments: str) -> str:
    command = ["git", "--no-optional-locks", "-C", str(TOP), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Campaign:
    """One kind of thing, in pieces that are numbered from 0: each is the same whoever does it, and beside what.

    What was done at a commit is one run, which goes on where it stopped. What is at no commit is not kept. What was
    found stays on record; how many are asked for is counted since then: in the last run, and those without a violation
    right before it.
    """

    def __init__(self, name: str, what: str, folder: Path = RESULTS) -> None:
        self.what = what
        self.path = folder / f"{name}.json"
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        self.runs: list[dict[str, Any]] = found.get("runs", [])
        self.commit = commit()

    @property
    def done(self) -> int:
        return sum(run["done"] for run in self.runs)

    @property
    def violations(self) -> int:
        return sum(run["violations"] for run in self.runs)

    @property
    def counted(self) -> list[dict[str, Any]]:
        """The last run, and those before it since something was found."""
        found = [number for number, run in enumerate(self.runs[:-1]) if run["violations"]]
        return self.runs[found[-1] + 1 :] if found else self.runs

    @property
    def since(self) -> dict[str, int]:
        return {name: sum(run[name] for run in self.counted) for name in ("done", "violations")}

    @property
    def is_on_record(self) -> bool:
        return not self.commit.endswith(DIRTY)

    def go(self, until: int, work: Work, seconds: float = 1e9, jobs: int = 1) -> None:
        """Work until so many are done, or for so long, in so many processes."""
        run = self._run()
        kept = end = monotonic()
        end += seconds
        columns = (TextColumn(self.what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            task = progress.add_task(self.what, total=until, completed=self.since["done"])
            if self.since["done"] >= until:
                return
            for done, found, took in pieces(work, sum(one.get("pieces", 0) for one in self.runs), jobs):
                _add(run, {**found, "done": done, "pieces": 1, "processor_seconds": took})
                progress.update(task, completed=self.since["done"])
                if monotonic() - kept > EVERY:
                    self.keep()
                    kept = monotonic()
                if self.since["done"] >= until or monotonic() > end:
                    break
        self.keep()

    def _run(self) -> dict[str, Any]:
        for run in self.runs:
            if run["commit"] == self.commit and self.is_on_record:
                return run
        self.runs.append({**circumstances(), "commit": self.commit, "done": 0, "violations": 0, "pieces": 0})
        return self.runs[-1]

    def keep(self) -> None:
        if self.is_on_record:
            told = {
                "what": self.what, "done": self.done, "violations": self.violations,
                "since_the_last_violation_was_mended": self.since, "runs": self.runs,
            }  # fmt: skip
            self.path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def _add(run: dict[str, Any], found: dict[str, Any]) -> None:
    for name, value in found.items():
        run[name] = round(run.get(name, 0) + value, 3)


def pieces(work: Work, first: int, jobs: int = 1) -> Iterator[tuple[int, Counts, float]]:
    """What comes of one piece after the other, and how many seconds of a processor each took."""
    timed = partial(_timed, work)
    if jobs == 1:
        yield from map(timed, count(first))
        return
    with ProcessPoolExecutor(jobs, get_context("forkserver")) as pool:
        numbers = count(first)
        ahead = deque(pool.submit(timed, next(numbers)) for _ in range(2 * jobs))
        try:
            while True:
                yield ahead.popleft().result()
                ahead.append(pool.submit(timed, next(numbers)))
        finally:
            for waiting in ahead:
                waiting.cancel()


def _timed(work: Work, number: int) -> tuple[int, Counts, float]:
    begun = process_time()
    done, found = work(number)
    return done, found, process_time() - begun
