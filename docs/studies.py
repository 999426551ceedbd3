"""`make studies`: a study of each of our games, in docs/studies, as pages and as data.

    python docs/studies.py                     all of them: some ten minutes of two cores each
    python docs/studies.py maestria            some of them

Games are kept in build/studies: the same command goes on after an interruption.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tablier.arena.machine import circumstances
from tablier.cli.study import StudyArguments
from tablier.engine.registry import find, games
from tablier.language import LANGUAGES
from tablier.study import Study
from tablier.study.page import Pace, page

PAGES = Path(__file__).parent / "studies"
BUILD = Path(__file__).parent.parent / "build" / "studies"

SETTINGS: dict[str, tuple[str, int, Pace]] = {
    "maestria": ("greedy,random", 1000, Pace()),
    "master-citadel": ("3,random", 1000, Pace(60, 150, "turn")),
    "master-islands": ("greedy,random", 2000, Pace()),
    "war-of-masters": ("greedy,3,random", 2000, Pace()),
}
"""The bots, how many games of each variant, and how long people take: in Master Citadel most of a round is talk."""


def make(name: str) -> None:
    """Play the games of one study that were not played yet, and write its pages."""
    bots, number, pace = SETTINGS[name]
    game = find(name)
    study = Study(game, bots=bots.split(","), games=number)
    BUILD.mkdir(parents=True, exist_ok=True)
    found, about = study.run(BUILD / f"{name}.jsonl"), circumstances()
    text = f"{pace.low:g}-{pace.high:g}" + ("/turn" if pace.unit == "turn" else "")
    args = StudyArguments(name, (), bots, number, (), study.seed, text, None, None)
    for lang in LANGUAGES:
        html = page(game, found, about, lang=lang, pace=pace, command=args.command(lang))
        (PAGES / f"{name}.{lang}.html").write_text(html, encoding="utf-8")
    (PAGES / f"{name}.json").write_text(found.to_json(made=about), encoding="utf-8")
    (PAGES / f"{name}.csv").write_text(found.to_csv(), encoding="utf-8")


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for chosen in sys.argv[1:] or games():
        make(chosen)
