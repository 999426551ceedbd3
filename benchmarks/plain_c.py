"""Random games of War of Masters in plain C, compiled with -O3: what a good engineer would write by hand."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parent / "war_of_masters.c"


def build(folder: Path) -> Path | None:
    """Compile it into this folder; None where there is no C compiler."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    program = folder / "war_of_masters"
    subprocess.run([compiler, "-std=c11", "-O3", "-o", program, SOURCE], check=True)
    return program


def plies_per_second(program: Path, seconds: float, seed: int) -> float:
    """Players' actions a second, with the full list of legal actions each time, where pieces leap."""
    told = subprocess.run(
        [program, "playout", str(seconds), str(seed), "master", "leap"], check=True, capture_output=True, text=True
    ).stdout
    found = json.loads(told)
    return float(found["plies"] / found["seconds"])
