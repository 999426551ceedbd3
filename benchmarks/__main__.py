"""`make bench`: every figure that we claim, measured in one run, one core, on this machine.

What is compared is measured by turns, several times each, and the best of each counts: other work on the machine can
only slow a measurement down. A ply is a player's action; rolls and draws are played but not counted, here and there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks import growth, openspiel, plain_c
from tablier.engine.registry import find
from tablier.search import speed

ROUNDS = 5
SECONDS = 1.0
"""Of each measurement in each round."""


@dataclass(frozen=True)
class Claim:
    """One figure to show."""

    what: str
    found: float
    least: float | None = None
    most: float | None = None
    unit: str = ""

    @property
    def holds(self) -> bool:
        return (self.least is None or self.found >= self.least) and (self.most is None or self.found <= self.most)

    @property
    def bound(self) -> str:
        return f"at least {self.least:g}{self.unit}" if self.least is not None else f"at most {self.most:g}{self.unit}"


def ours(game: str, **options: object) -> Callable[[int], float]:
    found = find(game)
    settled = found.settle(options)
    return lambda seed: speed.plies_per_second(found, settled, SECONDS)


def theirs(game: str) -> Callable[[int], float]:
    """OpenSpiel's; the mean length of a game is taken from many, once."""
    lengths = openspiel.game_lengths(game, openspiel.SAMPLE)
    mean = sum(lengths) / len(lengths)
    return lambda seed: mean * openspiel.games_per_second(game, SECONDS, seed)


RUNNERS: dict[str, Callable[[], Callable[[int], float]]] = {
    "war-of-masters": lambda: ours("war-of-masters", path="leap"),
    "maestria": lambda: ours("maestria"),
    "master-citadel": lambda: ours("master-citadel"),
    "master-islands": lambda: ours("master-islands", players=4),
    "checkers": lambda: theirs("checkers"),
    "backgammon": lambda: theirs("backgammon"),
    "goofspiel": lambda: theirs("goofspiel(imp_info=True,players=4)"),
    "hive": lambda: theirs("hive"),
}

SEATS_OF_A_JOINT_MOVE = 4
"""In Master Citadel four orders are one joint move; OpenSpiel's goofspiel counts joint moves already."""


def measure(progress: Progress, folder: Path) -> dict[str, float]:
    """Players' actions a second of everything that is compared: the best of several rounds."""
    preparing = progress.add_task("Preparing (compiling, measuring the length of games)", total=len(RUNNERS) + 1)
    runners: dict[str, Callable[[int], float]] = {}
    for name, make in RUNNERS.items():
        runners[name] = make()
        progress.advance(preparing)
    if program := plain_c.build(folder):
        runners["plain C"] = lambda seed: plain_c.plies_per_second(program, SECONDS, seed)
    progress.advance(preparing)
    playing = progress.add_task("Playing at random, by turns", total=ROUNDS * len(runners))
    best = dict.fromkeys(runners, 0.0)
    for seed in range(1, ROUNDS + 1):
        for name, run in runners.items():
            best[name] = max(best[name], run(seed))
            progress.advance(playing)
    return best


def starts(progress: Progress) -> list[dict[str, float | str]]:
    """What `tablier bench` says of copying, of the first compilation and of a warm start."""
    task = progress.add_task("Compiling anew and starting warm, as processes", total=None)
    told = subprocess.run(
        [sys.executable, "-m", "tablier", "bench", "--json", "--seconds", "1"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    progress.update(task, total=1, completed=1)
    found: list[dict[str, float | str]] = json.loads(told)
    return found


def claims(rates: dict[str, float], processes: list[dict[str, float | str]]) -> list[Claim]:
    """The figures, in the order in which they are claimed."""
    masters, islands = rates["war-of-masters"], rates["master-islands"]
    joint = rates["master-citadel"] / SEATS_OF_A_JOINT_MOVE
    found = [
        Claim("War of Masters (leap) against OpenSpiel's checkers", masters / rates["checkers"], least=5, unit=" x"),
        Claim("War of Masters (leap) against OpenSpiel's backgammon", masters / rates["backgammon"],
              least=25, unit=" x"),
        Claim("Maestria against OpenSpiel's checkers", rates["maestria"] / rates["checkers"], least=4, unit=" x"),
        Claim("Master Citadel against OpenSpiel's goofspiel", joint / rates["goofspiel"], least=4, unit=" x"),
        Claim("Master Islands with 4 against OpenSpiel's hive", islands / rates["hive"], least=20, unit=" x"),
        Claim("Master Islands with 4, actions a second", islands, least=150_000),
    ]  # fmt: skip
    if "plain C" in rates:
        found.insert(
            0, Claim("War of Masters (leap) against plain C at -O3", masters / rates["plain C"], least=0.7, unit=" x")
        )
    for process in processes:
        game = str(process["game"])
        compiling = 10 if game == "war-of-masters" else 15
        found += [
            Claim(f"{game}: copying a state", float(process["copy_nanoseconds"]), most=100, unit=" ns"),
            Claim(f"{game}: first compilation", float(process["first_compilation_seconds"]), most=compiling, unit=" s"),
            Claim(
                f"{game}: warm start to the first legal action", float(process["warm_start_seconds"]), most=1, unit=" s"
            ),
        ]
    return found


def main() -> int:
    """Measure, print, and say by the exit code whether every figure holds."""
    console = Console()
    with tempfile.TemporaryDirectory() as folder, Progress(console=console, transient=True) as progress:
        rates = measure(progress, Path(folder))
        processes = starts(progress)
        grown = list(growth.measure())
    speeds = Table("random play, one core", "plies a second", title="Speed")
    for name, rate in rates.items():
        speeds.add_row(name, f"{rate:,.0f}")
    table = Table("what", "found", "claimed", "", title="What we claim")
    found = claims(rates, processes)
    found += [
        Claim(f"{one.game}: the 1,000th action against the 10th, {one.place}", one.ratio, most=1.5, unit=" x")
        for one in grown
    ]
    for claim in found:
        table.add_row(claim.what, f"{claim.found:,.2f}{claim.unit}", claim.bound, "yes" if claim.holds else "NO")
    console.print(speeds, table)
    if "plain C" not in rates:
        console.print("No C compiler (cc) was found: the comparison with plain C was left out.")
    return 0 if all(claim.holds for claim in found) else 1


if __name__ == "__main__":
    sys.exit(main())
