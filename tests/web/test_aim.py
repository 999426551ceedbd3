"""The table says what matters: the aim, what counts, and how it ended; and nothing is in the way of that."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

SEATS = {"war-of-masters": 2, "master-citadel": 4, "master-islands": 2, "maestria": 2}
AIM = {"fr": "But", "en": "Aim"}
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("game", SEATS)
def test_aim_and_what_counts_are_always_in_sight(visiting: Visiting, game: str) -> None:
    visit = visiting("Ann", viewport=PHONE)
    table = visit.open(game, ["me"] + ["link"] * (SEATS[game] - 1))["table"]
    page = visit.at_table(table)
    for lang, aim in AIM.items():
        expect(page.locator("html")).to_have_attribute("lang", lang)
        seat = visit.person().connect(table, 0, show="scene", lang=lang)
        seat.receive()
        scene = seat.now["scene"]
        assert scene["aim"].startswith(aim)
        expect(page.locator("#aim")).to_have_text(scene["aim"])
        expect(page.locator("#aim")).to_be_in_viewport(ratio=1)
        expect(page.locator(".chair-count")).to_have_text(scene["counts"])
        page.locator("#lang").dispatch_event("click")  # to the other language; a phone has it among the settings


def resigned(visit: Visit) -> Page:
    page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
    assert Player(page, by_mouse).wait()
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.locator("#banner")).to_be_visible()
    return page


def test_end_is_told_on_the_board_as_the_story_tells_it(visiting: Visiting) -> None:
    visit = visiting("Ann", viewport=PHONE)
    table = visit.open("war-of-masters", ["me", "bot"], options={"max_turns": 2})["table"]
    page = visit.at_table(table)
    Player(page, by_mouse).play_on()
    banner = page.locator("#banner")
    expect(banner).to_be_in_viewport(ratio=0.9)
    expect(banner.locator(".banner-result")).to_have_text("Partie nulle")
    expect(banner).to_contain_text(page.locator("#story .story-action").last.inner_text())
    seat = visit.person().connect(table, 0, show="scene", lang="fr")
    seat.receive()
    assert re.fullmatch(r"1[78] pièces", seat.now["scene"]["counts"][0])  # a six may take one
    expect(page.locator(".chair-count")).to_have_text(seat.now["scene"]["counts"])
    expect(banner.get_by_role("link", name="Revoir")).to_have_attribute("href", f"/replay?table={table}&seat=0")


def test_end_is_put_aside_and_stays_so(visit: Visit) -> None:
    page = resigned(visit)
    expect(page.locator("#banner")).to_contain_text("Vous avez perdu.")
    expect(page.locator(".chair").nth(1)).to_contain_text("a gagné")
    page.get_by_role("button", name="Fermer").click()
    expect(page.locator("#banner")).to_be_hidden()
    page.locator("#tab-talk").click()
    page.locator(".say-form input").first.fill("Bien joué")
    page.keyboard.press("Enter")
    expect(page.locator(".talk-log")).to_contain_text("Bien joué")
    expect(page.locator("#banner")).to_be_hidden()


def test_another_game_is_one_touch_away(visit: Visit) -> None:
    page = resigned(visit)
    before = page.url
    banner = page.locator("#banner")
    banner.get_by_role("button", name="Rejouer").click()
    page.wait_for_url(lambda url: "/t/" in url and url != before)
    expect(page.locator("#banner")).to_be_hidden()


def test_mouse_shows_no_focus_and_keys_do(visit: Visit) -> None:
    page = visit.at_table(visit.open("master-islands", ["me", "me"])["table"])
    page.get_by_role("button", name="C’est moi, Ann 0").click()
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()
    expect(page.locator(".halo-focus")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".halo-focus")).to_have_count(1)
    Player(page, by_mouse).touch_something()
    expect(page.locator(".halo-focus")).to_have_count(0)


STORY_IS_AT_ITS_END = """
() => {
  const story = document.querySelector("#story");
  return story.scrollHeight > story.clientHeight + 50 && story.scrollHeight - story.scrollTop - story.clientHeight < 2;
}
"""


def test_story_stays_at_its_last_line_when_its_lines_get_longer(visit: Visit) -> None:
    page = visit.at_table(visit.open("maestria", ["me", "bot"])["table"])
    Player(page, by_mouse).play(12)
    page.wait_for_function(STORY_IS_AT_ITS_END)
    page.evaluate("document.querySelector('.story-list').style.fontSize = '24px'")
    page.wait_for_function(STORY_IS_AT_ITS_END)
    page.locator("#story").evaluate("(story) => story.scrollTo(0, 0)")
    page.wait_for_function("document.querySelector('#story').scrollTop === 0")
