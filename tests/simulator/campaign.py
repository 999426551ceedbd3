"""Campaigns: so many of something, over several runs if need be; what was done and found is kept on file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tablier.arena.machine import circumstances

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
EVERY = 10.0
"""Seconds after which what was done is kept."""

Counts = dict[str, int]


class Campaign:
    """One kind of thing, numbered from 0. What was done at a commit is one run, which goes on where it stopped."""

    def __init__(self, name: str, what: str) -> None:
        self.what = what
        self.path = RESULTS / f"{name}.json"
        found = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        self.runs: list[dict[str, Any]] = found.get("runs", [])

    @property
    def done(self) -> int:
        return sum(run["done"] for run in self.runs)

    @property
    def violations(self) -> int:
        return sum(run["violations"] for run in self.runs)

    def go(self, until: int, work: Callable[[int], tuple[int, Counts]], seconds: float = 1e9) -> None:
        """Work until so many are done, or for so long; each piece of work tells how many it did."""
        run = self._run()
        kept = end = monotonic()
        end += seconds
        columns = (TextColumn(self.what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns) as progress:
            task = progress.add_task(self.what, total=until, completed=self.done)
            while self.done < until and monotonic() < end:
                count, found = work(self.done)
                for name, value in found.items():
                    run[name] = run.get(name, 0) + value
                run["done"] += count
                progress.update(task, completed=self.done)
                if monotonic() - kept > EVERY:
                    self.keep()
                    kept = monotonic()
        self.keep()

    def _run(self) -> dict[str, Any]:
        now = circumstances()
        for run in self.runs:
            if run["commit"] == now["commit"] and not str(now["commit"]).endswith("-dirty"):
                return run
        self.runs.append({**now, "done": 0, "violations": 0})
        return self.runs[-1]

    def keep(self) -> None:
        told = {"what": self.what, "done": self.done, "violations": self.violations, "runs": self.runs}
        self.path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
