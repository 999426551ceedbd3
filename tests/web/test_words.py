"""On the French page all is French, and in words: whole games are played, and what can be read or heard is searched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablier
from tablier import NATURE, Position
from tablier.engine.registry import find
from tablier.language import Catalogue
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit, status

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "citadel": ("master-citadel", 4, {"max_rounds": 3}),
    "open citadel": ("master-citadel", 4, {"variant": "open", "max_rounds": 2}),
    "islands with two": ("master-islands", 2, {}),
    "corsair": ("master-islands", 4, {"mode": "corsair", "mission": "hard"}),
    "maestria": ("maestria", 2, {"max_turns": 4}),
    "war of masters": ("war-of-masters", 2, {"max_turns": 20}),
}

READ = """
() => {
  const found = new Set([document.title]);
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
  return [...found];
}
"""
"""Everything on the page that is seen or read out."""


class Reader:
    """Reads a page again and again, and remembers what it has read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.read: set[str] = set()

    def look(self) -> None:
        self.read.update(self.page.evaluate(READ))


@pytest.mark.parametrize("which", GAMES)
def test_whole_game_is_told_in_french_and_without_notation(visit: Visit, which: str) -> None:
    game, seats, options = GAMES[which]
    table = visit.open(game, ["me"] + ["bot"] * (seats - 1), options=options)["table"]
    page = visit.at_table(table)
    reader, player = Reader(page), Player(page, by_mouse)
    look_around(page, reader)
    ask_for_advice(player, reader)
    while player.touch_something():
        reader.look()
    assert status(page) == "over"
    page.locator("#ending h2").wait_for()
    reader.look()
    page.get_by_role("link", name="Revoir la partie").click()
    page.locator("#lines .story-action").first.wait_for()
    page.keyboard.press("End")
    reader.look()
    assert len(reader.read) > 50
    assert found(reader.read, notation(visit, game)) == []
    assert found(reader.read, only_english(game)) == []


def look_around(page: Page, reader: Reader) -> None:
    """Into what is not in sight at first: the talk, and what may be offered there."""
    reader.look()
    page.locator("#tab-talk").click()
    for more in page.locator("#talk details:visible").all():
        more.locator("summary").click()
        page.wait_for_load_state("networkidle")
        reader.look()
    page.locator("#tab-story").click()


def ask_for_advice(player: Player, reader: Reader) -> None:
    player.wait()
    player.page.get_by_role("button", name="Un conseil").click()
    expect(player.page.locator("#advice")).to_contain_text("Je jouerais")
    reader.look()


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
