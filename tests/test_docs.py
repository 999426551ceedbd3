"""What is in docs/games is what the package's rules pages draw today."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
DOCS = REPOSITORY / "docs"


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
