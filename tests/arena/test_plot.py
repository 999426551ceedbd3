"""The picture of a contest."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablier.arena import plot
from tablier.arena.summary import Summary, summary
from tests.arena.test_summary import duel, result


def ratings() -> Summary:
    return summary(("red", "brown"), [*duel([1, 0, 1, 1]), *duel([1, 1, 0.5, 1], "b", "c", table=1)])


def shares() -> Summary:
    return summary("xyz", [result(0, ("a", "b", "b"), (1, 0, 0)), result(1, ("b", "a", "b"), (0, 1, 0))])


@pytest.mark.parametrize("found", [ratings(), shares()])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_picture_is_an_svg_and_the_same_each_time(found: Summary, lang: str, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        plot.save(found, tmp_path / name, "Essai : 4 parties", lang)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert ElementTree.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")
    words = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert plot.WORDS["plot.rating" if found.standings[0].rating else "plot.share"][lang] in words


def test_picture_can_be_a_png(tmp_path: Path) -> None:
    plot.save(shares(), tmp_path / "p.png", "Test")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
