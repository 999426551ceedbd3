"""In which language somebody is answered."""

from __future__ import annotations

from typing import Annotated

from fastapi import Cookie, Depends, Header
from starlette.requests import HTTPConnection

from tablier.language import from_preferences, known


def language(
    lang: str = "",
    chosen: Annotated[str, Cookie(alias="lang")] = "",
    accept_language: Annotated[str, Header()] = "",
) -> str:
    """The one that is asked for; else the one chosen on a page, kept there as a cookie; else the browser's own."""
    return known(lang) or known(chosen) or from_preferences(accept_language)


def language_of(connection: HTTPConnection) -> str:
    """The same, where a request is not taken apart: refused, or for a WebSocket."""
    query, cookies, headers = connection.query_params, connection.cookies, connection.headers
    return language(query.get("lang", ""), cookies.get("lang", ""), headers.get("accept-language", ""))


InLanguage = Annotated[str, Depends(language)]
