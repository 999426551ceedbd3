"""Which language the user reads."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tablier.cli.refusal import Refusal
from tablier.cli.texts import say
from tablier.engine.words import shorten
from tablier.language import LANGUAGES

VARIABLE = "TABLIER_LANG"


def language(given: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The language given, or that of TABLIER_LANG, or that of the locale: French unless that says English."""
    for name, wanted in (("--lang", given), (VARIABLE, environment.get(VARIABLE))):
        if wanted in LANGUAGES:
            return wanted
        if wanted:
            spoken = ", ".join(LANGUAGES)
            raise Refusal(say(_of_locale(environment), "unknown_lang", name=name, lang=shorten(wanted), names=spoken))
    return _of_locale(environment)


def guess(arguments: Sequence[str]) -> str:
    """The language for what is said before the arguments are understood, or because they are not."""
    for before, argument in zip(("", *arguments), arguments, strict=False):
        wanted = argument.removeprefix("--lang=") if before != "--lang" else argument
        if wanted in LANGUAGES and (before == "--lang" or wanted != argument):
            return wanted
    wanted = os.environ.get(VARIABLE, "")
    return wanted if wanted in LANGUAGES else _of_locale(os.environ)


def _of_locale(environment: Mapping[str, str]) -> str:
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "en" if locale.lower().startswith("en") else "fr"
