"""What happened, told: in sentences, of which each leads to its moment; in notation for who asks for it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

NOTATION = re.compile(r"\[[0-9?]\]|\b[a-i][1-9][-x][a-i][1-9]\b")
FIRST = {"fr": r"^Rouge fait [1-6]", "en": r"^Red throws [1-6]"}
PLACES = """
() => Object.fromEntries([...document.querySelectorAll("svg.board [data-id]")]
  .map((one) => [one.dataset.id, one.getAttribute("transform")]))
"""


def told(page: Page) -> str:
    return page.locator("#story").inner_text()


def begun(visit: Visit, actions: int = 3) -> Page:
    page = visit.at_table(visit.open("war-of-masters", ["me", "me"])["table"])
    Player(page, by_mouse).play(actions)
    expect(page.locator("#story .story-action")).not_to_have_count(actions - 1)
    assert Player(page, by_mouse).wait()
    return page


def test_story_is_told_in_sentences_and_in_notation_for_who_asks_for_it(visit: Visit) -> None:
    page = begun(visit)
    for lang, first in FIRST.items():
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("#story .story-action").first).to_have_text(re.compile(first))
        assert not NOTATION.search(told(page))
        page.locator("#lang").click()  # to the other language
    notation = page.get_by_role("button", name="Notation")
    notation.click()
    assert NOTATION.search(told(page))
    page.reload()
    page.locator("#story .story-action").first.wait_for()
    assert NOTATION.search(told(page))  # it is remembered
    notation.click()
    assert not NOTATION.search(told(page))


def test_a_line_of_the_story_leads_to_its_moment_and_back_and_what_happens_meanwhile_is_shown_at_once(
    visit: Visit,
) -> None:
    page = begun(visit)
    now = page.evaluate(PLACES)
    first = page.locator("#story .story-action").first
    first.click()
    expect(page.locator("#hint")).to_contain_text("Vous revoyez un moment passé.")
    expect(first).to_have_attribute("aria-current", "")
    assert page.evaluate(PLACES) != now
    expect(page.locator("svg.board [data-lit]")).to_have_count(0)  # nothing can be played there
    page.get_by_role("button", name="Revenir au présent").click()
    expect(first).not_to_have_attribute("aria-current", "")
    assert page.evaluate(PLACES) == now
    first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_contain_text("Vous revoyez un moment passé.")
    page.keyboard.press("Escape")
    assert Player(page, by_mouse).wait()

    first.click()
    expect(first).to_have_attribute("aria-current", "")
    assert visit.person().connect(page.url.rpartition("/")[2], 0).ask("resign")["type"] == "done"
    expect(first).not_to_have_attribute("aria-current", "")
    expect(page.locator("#status")).to_contain_text("a abandonné")
