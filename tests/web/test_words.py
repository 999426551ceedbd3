"""On the French page all is French, and in words: what can be read or heard is searched, here and in whole games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

import pytest
from playwright.sync_api import Page

import tablier
from tablier import NATURE, Position
from tablier.engine.registry import find
from tablier.language import Catalogue
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

READ = """
() => {
  const found = new Set([document.title]), before = (window.read ??= new Set());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const host = node.parentElement;
    if (host.closest("script, style, template, #languages") || !host.checkVisibility()) continue;
    if (node.data.trim()) found.add(node.data.trim());
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
    if (node.closest("#languages")) continue;
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
      const words = node.getAttribute(name);
      if (words) found.add(words);
    }
  }
  const unread = [...found].filter((words) => !before.has(words));
  for (const words of unread) before.add(words);
  return unread;
}
"""
"""Everything on the page that is seen or read out, and was not so before."""


class Reader:
    """Reads a page again and again, and remembers what it has read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.read: set[str] = set()

    def look(self) -> None:
        self.read.update(self.page.evaluate(READ))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_search_finds_notation_where_it_is_asked_for_and_english_on_the_english_page(visit: Visit, lang: str) -> None:
    table = visit.open("war-of-masters", ["me", "bot"])["table"]
    page = visit.at_table(table)
    Player(page, by_mouse).play(2)
    page.goto(f"/t/{table}?lang={lang}")
    page.get_by_role("button", name="Notation").click()
    reader = Reader(page)
    reader.look()
    assert found(reader.read, notation(visit, "war-of-masters"))
    assert bool(found(reader.read, only_english("war-of-masters"))) == (lang == "en")


def found(read: set[str], wanted: re.Pattern[str]) -> list[str]:
    return sorted(f"{match[0]!r} in {text!r}" for text in read if (match := wanted.search(text)))


def notation(visit: Visit, game: str) -> re.Pattern[str]:
    """How the actions of this game were written, or could have been at first.

    But an order such as `5 NE` is as good French as it is notation.
    """
    begin = Position(game)
    events = [event for text in visit.heard for event in json.loads(text).get("events", ())]
    written = {str(event["action"]) for event in events if event.get("action")}
    written.update(*(begin.legal(seat) for seat in begin.pending if seat != NATURE))
    written = {action for action in written if not re.fullmatch(r"\d+ [NS]?E?|\W+", action)}
    parts = {part for action in written for part in re.findall(r"[^\W\d_]{2,}", action)}
    written |= {part for part in parts if part.lower() not in words(game, "fr")}
    assert written
    return re.compile("|".join(rf"(?<![\w’'-]){re.escape(action)}(?![\w’'-])" for action in sorted(written)))


def only_english(game: str) -> re.Pattern[str]:
    """Words that English texts have, and no French one."""
    english, french = (set(words(game, lang)) for lang in ("en", "fr"))
    return re.compile(rf"(?<![\w’'-])(?:{'|'.join(sorted(english - french))})(?![\w’'-])", re.IGNORECASE)


@cache
def words(game: str, lang: str) -> frozenset[str]:
    return frozenset(
        word.lower()
        for catalogue in catalogues(game)
        for text in catalogue.written(lang).values()
        for form in ([text] if isinstance(text, str) else text.values())
        for word in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}", " ", form))
    )


def catalogues(game: str) -> Iterator[Catalogue]:
    yield find(game).words
    for part in ("web", "engine", "record", "serve"):
        yield Catalogue(resources.files(tablier) / part)
