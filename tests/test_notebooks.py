"""What stands in the notebooks runs, and comes to what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

NOTEBOOKS = Path(__file__).parents[1] / "docs/notebooks"


def cells(name: str) -> list[str]:
    notebook = json.loads((NOTEBOOKS / name).read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_first_steps_teach_a_player_to_win() -> None:
    known: dict[str, Any] = {}
    for cell in cells("first-steps.ipynb"):
        exec(cell, known)
    curve = known["curve"]
    assert np.mean(curve[:5]) < 0.35
    assert np.mean(curve[-5:]) > 0.6


def test_notebooks_are_kept_without_what_they_have_put_out() -> None:
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert not cell.get("outputs"), path
