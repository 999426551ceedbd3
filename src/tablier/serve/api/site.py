"""The pages that a browser opens, each in the language of its reader, and the words that their scripts say.

A page is a file of `web/`. What stands there in braces is filled in: a text by its key, `{home.title}`; the language,
`{lang}`; which pages these are, `{edition}`; and where the words of the scripts are, `{words}`. What else a page shows
it asks for itself.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.engine import talk
from tablier.language import LANGUAGES, Catalogue, language
from tablier.picture.wire import as_bytes
from tablier.serve.api.language import InLanguage, language_of
from tablier.serve.api.ready import ASK_FIRST, FOR_EVER, Ready, answer, pack
from tablier.serve.edition import WEB, edition
from tablier.serve.errors import NoSuchPage

WORDS = Catalogue(WEB)

PAGES = {
    "/": "index.html",
    "/t/{table}": "table.html",
    "/rules/{game}": "rules.html",
    "/learn/{game}": "learn.html",
    "/replay": "replay.html",
    "/mine": "mine.html",
}

router = APIRouter(include_in_schema=False)


def _page(name: str) -> Any:
    async def page(request: Request, lang: InLanguage) -> Response:
        return answer(request, _filled(name, lang), "text/html")

    return page


for path, name in PAGES.items():
    router.add_api_route(path, _page(name))


def nowhere(request: Request) -> Response:
    """The page for an address that there is not."""
    response = answer(request, _filled("nowhere.html", language_of(request)), "text/html")
    response.status_code = 404
    return response


@cache
def _filled(name: str, lang: str) -> Ready:
    said, where = WORDS.texts(lang), f"/words/{lang}.json?v={_version(lang)}"
    told = {"lang": lang, "words": where, "edition": edition()}

    def fill(found: re.Match[str]) -> str:
        return escape(told.get(found[1]) or said[found[1]])

    return pack(re.sub(r"\{([\w.-]+)\}", fill, (WEB / name).read_text(encoding="utf-8")).encode())


@router.get("/words/{lang}.json")
async def words(lang: str, request: Request, v: str = "") -> Response:
    """What the scripts of the pages say in a language. Its address changes with it, so that a browser asks once."""
    if lang not in LANGUAGES:
        raise NoSuchPage
    return answer(request, words_of(lang), "application/json", FOR_EVER if v == _version(lang) else ASK_FIRST)


@cache
def words_of(lang: str) -> Ready:
    """The same, ready to be sent."""
    spoken = language(lang)
    told = {
        "lang": lang,
        "languages": {code: language(code).name for code in LANGUAGES},
        "and": spoken.conjunction,
        "forms": spoken.counted,
        "words": {**talk.WORDS.texts(lang).plain(), **WORDS.texts(lang).plain()},
    }
    return pack(as_bytes(told))


def _version(lang: str) -> str:
    return re.sub(r"\W", "", words_of(lang).tag)
