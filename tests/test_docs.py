"""What is in docs/games is what the package's rules pages draw today; and what is said of options was measured."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.engine.registry import find, games

REPOSITORY = Path(__file__).parents[1]
DOCS = REPOSITORY / "docs"
MEASURED: list[dict[str, Any]] = json.loads((REPOSITORY / "benchmarks/results/options.json").read_text())["variants"]
OPTIONS = runpy.run_path(str(REPOSITORY / "benchmarks/options.py"))


def test_rules_pages_in_docs_are_up_to_date() -> None:
    """If this fails: make docs."""
    built: dict[str, str] = runpy.run_path(str(DOCS / "build.py"))["files"]()
    kept = {
        path.relative_to(DOCS / "games").as_posix(): path.read_text(encoding="utf-8")
        for path in (DOCS / "games").rglob("*.*")
    }
    assert sorted(kept) == sorted(built)
    assert [path for path in built if kept[path] != built[path]] == []


def test_links_in_the_documentation_lead_somewhere() -> None:
    for page in (REPOSITORY / "README.md", *DOCS.rglob("*.md")):
        for target in re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_guide_to_bots_shows_what_its_lines_print(capsys: pytest.CaptureFixture[str]) -> None:
    """If this fails, bots think otherwise now: put what they say into the page."""
    part = (DOCS / "bots.md").read_text(encoding="utf-8").partition("## What it thinks")[2]
    script, shown = re.findall(r"```(?:python)?\n(.*?)```", part, re.DOTALL)[:2]
    exec(script, {"tablier": tablier})
    assert capsys.readouterr().out == shown


def test_page_of_options_tells_what_was_measured() -> None:
    assert (DOCS / "options.md").read_text(encoding="utf-8") == OPTIONS["page"](MEASURED)


@pytest.mark.parametrize("game", games())
def test_every_option_is_measured(game: str) -> None:
    """If this fails: python -m benchmarks.options."""
    measured = [variant["options"] for variant in MEASURED if variant["game"] == game]
    assert sorted(map(str, measured)) == sorted(map(str, OPTIONS["variants"](find(game))))
    assert {option.name for option in find(game).options} == {name for options in measured for name in options}


@pytest.mark.parametrize("game", games())
def test_games_take_as_long_as_is_said(game: str) -> None:
    """Within five minutes, or a quarter, of what was counted of each mode as it usually is."""
    for mode in find(game).modes:
        usual = find(game).settle(mode.options)
        of_game = [variant for variant in MEASURED if variant["game"] == game]
        counted = next(variant for variant in of_game if find(game).settle(variant["options"]) == usual)
        said = mode.minutes or find(game).minutes
        for told, found in zip(said, OPTIONS["minutes"](counted), strict=True):
            assert told == pytest.approx(found, abs=5, rel=0.25), (mode.name, told, found)


def test_page_on_many_people_is_reckoned_from_what_was_measured_last() -> None:
    """If this fails: make docs."""
    scale = runpy.run_path(str(DOCS / "scale.py"))
    assert (DOCS / "scale.md").read_text(encoding="utf-8") == scale["page"](
        scale["Assumed"](), scale["Measured"].read()
    )


def test_twice_the_people_need_about_twice_of_everything() -> None:
    scale = runpy.run_path(str(DOCS / "scale.py"))
    one, two = (
        scale["Needed"](scale["Assumed"](people=people), scale["Measured"].read()) for people in (10**5, 2 * 10**5)
    )
    for what in ("actions", "tables", "nodes", "thinking", "machines", "memory", "commits", "traffic"):
        assert getattr(two, what) == pytest.approx(2 * getattr(one, what), rel=0.02)
    assert two.most_people == pytest.approx(one.most_people)
