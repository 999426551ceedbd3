"""On a phone: tapped with a finger, from the first page to the end of a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_finger, plays
from tests.web.visit import box, status

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SMALL = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

PLAYED: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "citadel": ("master-citadel", 4, {}, 2),
    "islands": ("master-islands", 4, {"players": 4}, 6),
    "maestria": ("maestria", 2, {}, 8),
}


def test_whole_game_is_tapped(visiting: Visiting) -> None:
    """With things in motion, as they are for most people."""
    visit = visiting(**PHONE, reduced_motion="no-preference")
    table = visit.open("war-of-masters", ["me", "bot"], options={"goal": "all", "max_turns": 8})["table"]
    page = visit.at_table(table)
    Player(page, by_finger).play_on()
    assert plays(page) >= 3
    expect(page.locator("#ending h2")).to_be_visible()


def test_who_points_is_led_to_the_board_and_taps_it(visiting: Visiting) -> None:
    """MI-18"""
    visit = visiting(**PHONE)
    page = visit.at_table(visit.open("master-islands", ["me", "bot"])["table"])
    page.locator("#tab-talk").tap()
    page.get_by_role("button", name="Montrer sur le plateau").tap()
    place = page.locator('svg.board [data-id="place (0,1)"]')
    expect(place).to_be_in_viewport()
    place.tap()
    expect(page.locator('.over .mark .halo[data-of="place (0,1)"]')).to_have_count(1)
    expect(page.locator(".talk-log")).to_contain_text("montre la place libre (0,1)")


def test_first_page_leads_to_a_table_with_two_taps(visiting: Visiting) -> None:
    page = visiting(**PHONE).page("/")
    page.locator("#game-maestria").tap()
    page.locator(".play:visible").tap()
    page.wait_for_url("**/t/*")
    expect(page.locator("svg.board [data-lit]").first).to_be_in_viewport()


@pytest.mark.parametrize("name", PLAYED)
def test_turns_are_tapped(visiting: Visiting, name: str) -> None:
    game, seats, options, actions = PLAYED[name]
    visit = visiting(**PHONE)
    page = visit.at_table(visit.open(game, ["me"] + ["bot"] * (seats - 1), options=options)["table"])
    Player(page, by_finger).play(actions)
    assert plays(page) >= actions or status(page) == "over"


@pytest.mark.parametrize("path", ["/", "/rules/master-islands", "/learn/master-citadel", "/replay", "/mine", "table"])
def test_nothing_is_wider_than_a_small_phone(visiting: Visiting, path: str) -> None:
    visit = visiting(**SMALL)
    if path == "table":
        path = f"/t/{visit.open('master-citadel', ['me', 'bot', 'bot', 'bot'])['table']}"
    page = visit.page(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_board_stays_where_it_is_while_one_plays(visiting: Visiting) -> None:
    visit = visiting(**PHONE)
    page = visit.at_table(visit.open("maestria", ["me", "bot"])["table"])
    player = Player(page, by_finger)
    player.wait()
    page.get_by_role("button", name="À la main").tap()  # once nothing is offered below the board, that has its room too
    expect(page.locator(".course")).to_have_count(0)
    where = on_the_page(page)
    for _ in range(6):
        player.touch_something()
        assert on_the_page(page) == where


def on_the_page(page: Page) -> tuple[float, ...]:
    """Where the board is, however far the page is scrolled."""
    x, y, width, height = box(page.locator("svg.board"))
    return x, round(y + page.evaluate("scrollY")), width, height


IN_SIGHT = """
(selector) => {
  const tools = document.querySelector(".tools").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].every((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && bottom <= tools.top + 1 && left >= 0 && right <= innerWidth;
  });
}
"""


def test_what_must_be_chosen_now_is_in_sight_without_scrolling(visiting: Visiting) -> None:
    visit = visiting(**PHONE)
    page = visit.at_table(visit.open("master-citadel", ["me", "bot", "bot", "bot"])["table"])
    page.locator("#controls [data-lit]").first.wait_for()
    assert page.evaluate(IN_SIGHT, "#controls button, #status")
    page = visit.at_table(visit.open("maestria", ["me", "bot"])["table"])
    assert page.evaluate(IN_SIGHT, "#courses button, #status")
    page.locator('[data-course="set-up-attack"]').tap()
    page.locator('#controls [data-touch="end"]').wait_for()
    assert page.evaluate("() => scrollY") == 0
    assert page.evaluate(IN_SIGHT, "#controls button, #status")
