"""The colours of the pages are told apart, in light and in dark, as the web's guidelines (WCAG 2.2) measure it."""

from __future__ import annotations

import re

import pytest

from tablier.serve.edition import WEB
from tests.contrast import contrast

COLOURS = dict(
    re.findall(r"--([\w-]+): light-dark\((#\w{6}, #\w{6})\)", (WEB / "css" / "base.css").read_text(encoding="utf-8"))
)
GROUNDS = ("ground", "surface", "raised", "sunken")
TEXTS = {
    **dict.fromkeys(("ink", "soft", "accent"), (*GROUNDS, "accent-wash")),
    "on-accent": ("accent",),
    **{kind: (f"{kind}-wash", "surface") for kind in ("good", "bad", "warn")},
}
"""What is written, and on what."""


def pair(name: str, theme: int) -> str:
    return str(COLOURS[name]).split(", ")[theme]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), [(text, ground) for text, grounds in TEXTS.items() for ground in grounds])
def test_what_is_written_can_be_read(text: str, ground: str, theme: int) -> None:
    assert contrast(pair(text, theme), pair(ground, theme)) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_edge_of_what_one_fills_in_can_be_seen(ground: str, theme: int) -> None:
    assert contrast(pair("strong-line", theme), pair(ground, theme)) >= 3
