"""Which language somebody is spoken to in: the one that they ask for, else the one that they prefer, else DEFAULT."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping

from tablier.language.languages import DEFAULT, LANGUAGES

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads; the first that says anything decides."""


def known(wanted: str | None) -> str | None:
    """The language of ours that a name stands for: 'fr', 'fr-CA' or 'fr_FR.UTF-8'; None if it is none of ours."""
    name = re.split(r"[.@]", wanted or "")[0].replace("_", "-").lower()
    return next((code for code in (name, name.partition("-")[0]) if code in LANGUAGES), None)


def from_preferences(header: str) -> str:
    """Of the languages that a browser accepts (`Accept-Language: de, fr;q=0.8`) the one of ours that it likes best."""
    liked = [(weight, name) for weight, name in map(_weighed, header.split(",")) if weight]
    return _first(name for _, name in sorted(liked, key=lambda found: -found[0]))


def from_locale(environment: Mapping[str, str]) -> str:
    """The language of a user's system. Where nothing says so it is POSIX's own, which is nobody's preference."""
    names = (environment.get(name) for name in VARIABLES)
    return _first([next((name for name in names if name), "") or _of_windows()])


def _first(wanted: Iterable[str]) -> str:
    return next(filter(None, map(known, wanted)), DEFAULT)


def _weighed(preference: str) -> tuple[float, str]:
    """One entry of an Accept-Language header, with its weight; what cannot be read weighs nothing."""
    name, _, weight = preference.partition(";")
    found = re.fullmatch(r"\s*(?:q\s*=\s*([01](?:\.\d*)?)\s*)?", weight)
    return (float(found[1] or 1) if found else 0.0), name.strip()


def _of_windows() -> str:
    """Windows has no such variables; elsewhere, nothing."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
