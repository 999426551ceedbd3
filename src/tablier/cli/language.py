"""Which language the user reads."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tablier.cli.refusal import Refusal
from tablier.cli.texts import say
from tablier.engine.words import shorten
from tablier.language import LANGUAGES, from_locale, known

VARIABLE = "TABLIER_LANG"


def language(given: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The language given, or that of TABLIER_LANG, or that of the system."""
    for name, wanted in (("--lang", given), (VARIABLE, environment.get(VARIABLE))):
        if wanted:
            return known(wanted) or _refuse(name, wanted, from_locale(environment))
    return from_locale(environment)


def _refuse(name: str, wanted: str, lang: str) -> str:
    raise Refusal(say(lang, "unknown_lang", name=name, lang=shorten(wanted), names=", ".join(LANGUAGES)))


def guess(arguments: Sequence[str]) -> str:
    """The language for what is said before the arguments are understood, or because they are not."""
    for before, argument in zip(("", *arguments), arguments, strict=False):
        wanted = argument if before == "--lang" else argument.removeprefix("--lang=")
        if (before == "--lang" or wanted != argument) and (found := known(wanted)):
            return found
    return known(os.environ.get(VARIABLE)) or from_locale(os.environ)
