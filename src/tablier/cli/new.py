"""`tablier new`: a folder that `pip install` takes, with a small game that works, to be made into another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from tablier.cli.refusal import Refusal
from tablier.cli.saves import shown
from tablier.cli.screen import Screen
from tablier.cli.texts import say
from tablier.engine.registry import games
from tablier.engine.words import shorten

TEMPLATE = resources.files("tablier") / "template"
"""The game that is written, with names to be replaced; each of its files has a name that ends in SUFFIX."""

SUFFIX = "-tpl"

LONGEST = 40
"""Letters of a name."""


def new(name: str, screen: Screen) -> None:
    """Write the folder of a new game, here."""
    _check(name, screen.lang)
    _write(TEMPLATE, Path(name), _names(name))
    screen.say("new_game", "bold", folder=shown(Path(name)))
    screen.say("new_game_hint", name=name)


def _check(name: str, lang: str) -> None:
    if not name:
        raise Refusal(say(lang, "which_name"))
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name) or len(name) > LONGEST:
        raise Refusal(say(lang, "bad_name", name=shorten(name)))
    if Path(name).exists():
        raise Refusal(say(lang, "folder_exists", folder=shown(Path(name))))
    package = name.replace("-", "_")
    if name in games() or iskeyword(package) or find_spec(package):
        raise Refusal(say(lang, "taken_name", name=name))


def _names(name: str) -> dict[str, str]:
    """What stands in the template, and what is written for it."""
    words = name.split("-")
    initials = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    title = " ".join(word.capitalize() for word in words)
    return {"your_game": "_".join(words), "your-game": name, "Your Game": title, "YG": initials.upper()}


def _write(template: Traversable, target: Path, names: Mapping[str, str]) -> None:
    if template.is_dir():
        target.mkdir()
        for part in template.iterdir():
            _write(part, target / _named(part.name.removesuffix(SUFFIX), names), names)
    else:
        target.write_text(_named(template.read_text(encoding="utf-8"), names), encoding="utf-8")


def _named(text: str, names: Mapping[str, str]) -> str:
    for stands, name in names.items():
        text = text.replace(stands, name)
    return text
