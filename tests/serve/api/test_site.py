"""The pages as a browser gets them, in the language of its reader, and the words of their scripts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import httpx
import pytest

from tablier.engine import talk
from tablier.language import LANGUAGES, language
from tablier.serve.api.site import PAGES, WORDS
from tablier.serve.edition import WEB
from tablier.serve.schema import PROTOCOL
from tests.serve.visiting import Server

ADDRESSES = [path.replace("{game}", "maestria").replace("{table}", "A" * 16) for path in PAGES]


def words_link(page: httpx.Response) -> str:
    found = re.search(
        r'<link id="catalogue" rel="preload" as="fetch" crossorigin="anonymous" href="([^"]+)"', page.text
    )
    assert found
    return found[1]


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_comes_with_its_words_and_begins_to_load_those_of_its_scripts(
    server: Server, path: str, lang: str
) -> None:
    page = httpx.get(server.url + path, headers={"accept-language": lang})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{lang}" ' in page.text
    assert not re.search(r"[{}]", page.text)
    assert WORDS.texts(lang)["app.skip"] in page.text
    HTMLParser().feed(page.text)
    told = httpx.get(server.url + words_link(page))
    assert told.json()["lang"] == lang
    assert told.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("accepted", "chosen", "query", "lang"),
    [
        ("", "", "", "en"),
        ("de-DE,de;q=0.9", "", "", "en"),
        ("de,fr;q=0.3", "", "", "fr"),
        ("en", "fr", "", "fr"),
        ("en", "fr", "?lang=en", "en"),
        ("fr", "xx", "?lang=xx", "fr"),
    ],
)
def test_a_page_is_in_the_language_asked_for_or_chosen_or_preferred(
    server: Server, accepted: str, chosen: str, query: str, lang: str
) -> None:
    headers = {"accept-language": accepted, "cookie": f"lang={chosen}"}
    page = httpx.get(f"{server.url}/{query}", headers=headers)
    assert f'<html lang="{lang}" ' in page.text
    assert {"accept-language", "cookie"} <= set(page.headers["vary"].lower().split(", "))


def test_a_page_that_a_browser_has_already_is_not_sent_again(server: Server) -> None:
    tag = httpx.get(server.url).headers["etag"]
    assert httpx.get(server.url, headers={"if-none-match": tag}).status_code == 304
    assert httpx.get(server.url, headers={"if-none-match": tag, "accept-language": "fr"}).status_code == 200


def test_scripts_are_told_all_words_and_all_languages(server: Server) -> None:
    told = httpx.get(f"{server.url}/words/fr.json").json()
    assert told["languages"] == {code: language(code).name for code in LANGUAGES}
    assert set(told["words"]) == {*WORDS.texts("fr"), *talk.WORDS.texts("fr")}
    assert told["words"]["home.free"] == ["{n} place libre", "{n} places libres"]
    assert told["words"]["prepare.seats"] == "Qui joue\u00a0?"
    assert (told["and"], told["forms"][:3]) == ("{first} et {last}", [0, 0, 1])


def test_words_of_another_version_are_asked_for_again(server: Server) -> None:
    assert httpx.get(f"{server.url}/words/fr.json?v=older").headers["cache-control"] == "no-cache"
    refused = httpx.get(f"{server.url}/words/xx.json", headers={"accept-language": "fr"})
    assert (refused.status_code, refused.json()["words"]) == (404, "il n’y a rien à cette adresse")


def test_pages_and_server_speak_the_same_protocol() -> None:
    script = (WEB / "js" / "edition.js").read_text(encoding="utf-8")
    assert f"export const PROTOCOL = {PROTOCOL};" in script
