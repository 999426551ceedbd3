"""In which language somebody is answered."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header


def language(accept_language: Annotated[str, Header()] = "", lang: str = "") -> str:
    """French, unless English is asked for, or preferred by the browser."""
    if lang in ("fr", "en"):
        return lang
    wanted = [part.strip()[:2].lower() for part in accept_language.split(",")]
    return next((one for one in wanted if one in ("fr", "en")), "fr")


InLanguage = Annotated[str, Depends(language)]
