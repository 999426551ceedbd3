"""Everything is played without a mouse: the tab key leads to the board, arrows to things, the enter key touches."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.player import Player, Spot, plays
from tests.web.visit import Visit, status

ON_THE_BOARD = "document.activeElement?.closest('svg.board [data-lit]') !== null"
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")


class Keys:
    """Fingers on a keyboard, which never leave it."""

    def __init__(self, player_seed: int = 0) -> None:
        self.count = player_seed

    def __call__(self, page: Page, spot: Spot) -> None:
        """Go to the board unless one is there, some way around on it, and touch what is found; or to what is beside."""
        if spot.beside:
            reach_control(page, spot.id)
            page.keyboard.press("Enter")
            return
        reach_board(page)
        for _ in range(self.count % 4):
            page.keyboard.press(ARROWS[self.count % len(ARROWS)])
            self.count += 1
        self.count += 1
        page.keyboard.press(("Enter", "Space")[self.count % 2])


def reach_board(page: Page) -> None:
    for _ in range(40):
        if page.evaluate(ON_THE_BOARD):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the tab key does not lead to the board")


def reach_control(page: Page, id: str) -> None:
    for _ in range(80):
        if page.evaluate("document.activeElement?.dataset.touch ?? ''") == id:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {id}")


TURNS: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "citadel": ("master-citadel", 4, {}, 2),
    "islands": ("master-islands", 2, {}, 6),
    "maestria": ("maestria", 2, {}, 10),
}


@pytest.mark.parametrize("name", TURNS)
def test_several_turns_are_played_with_the_keyboard(visit: Visit, name: str) -> None:
    game, seats, options, actions = TURNS[name]
    table = visit.open(game, ["me"] + ["bot"] * (seats - 1), options=options)["table"]
    page = visit.at_table(table)
    Player(page, Keys()).play(actions)
    assert plays(page) >= actions or status(page) == "over"


def test_whole_game_is_played_with_the_keyboard(visit: Visit) -> None:
    table = visit.open("war-of-masters", ["me", "bot"], options={"goal": "all", "max_turns": 12})["table"]
    page = visit.at_table(table)
    Player(page, Keys()).play_on()
    assert plays(page) >= 5
    expect(page.locator("#ending h2")).to_be_visible()


def test_escape_takes_the_last_touch_back(visit: Visit) -> None:
    table = visit.open("war-of-masters", ["me", "bot"])["table"]
    page = visit.at_table(table)
    player = Player(page, Keys())
    player.wait()
    reach_board(page)
    before = {spot.id for spot in player.spots()}
    page.keyboard.press("Enter")
    expect(page.locator("#back")).to_be_visible()
    assert {spot.id for spot in player.spots()} != before
    page.keyboard.press("Escape")
    expect(page.locator("#back")).to_be_hidden()
    assert {spot.id for spot in player.spots()} == before


FOCUS_IS_SEEN = """
() => {
  const one = document.activeElement;
  if (one === document.body) return "";
  const style = getComputedStyle(one);
  const around = (s) => (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none";
  const isSeen = one.closest("svg.board") ? Boolean(document.querySelector(".halo-focus")) || around(style)
    : around(style) || [...one.parentElement.children].some((near) => near !== one && around(getComputedStyle(near)));
  return isSeen ? "" : one.outerHTML.slice(0, 200);
}
"""


@pytest.mark.parametrize("path", ["/", "/rules/maestria", "/learn/maestria", "/replay", "/mine", "table"])
def test_focus_is_seen_wherever_the_tab_key_leads(visit: Visit, path: str) -> None:
    if path == "table":
        path = f"/t/{visit.open('war-of-masters', ['me', 'bot'])['table']}"
    page = visit.page(path)
    page.wait_for_load_state("networkidle")
    unseen, seen = set(), set()
    for colours in ("light", "dark"):  # one after the other: a page that changes its colours is drawn anew
        page.emulate_media(color_scheme=colours)
        for _ in range(18):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("document.activeElement.outerHTML"))
            unseen.add(page.evaluate(FOCUS_IS_SEEN))
    assert unseen == {""}
    assert len(seen) > 5


def test_focus_that_is_not_seen_would_be_noticed(visit: Visit) -> None:
    page = visit.page("/replay")
    page.evaluate(NO_OUTLINES)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS_IS_SEEN) != ""


NO_OUTLINES = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { outline: none !important; box-shadow: none !important; }");
  document.adoptedStyleSheets = [sheet];
}
"""


def test_tabs_of_the_table_are_changed_with_arrows(visit: Visit) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
    page.locator("#tab-story").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#talk")).to_be_visible()
    expect(page.locator("#tab-talk")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#story")).to_be_visible()


def test_move_is_written_instead_of_touched(visit: Visit) -> None:
    page = visit.at_table(visit.open("maestria", ["me", "bot"])["table"])
    page.get_by_role("button", name="Écrire un coup").click()
    written = page.locator(".write-form datalist option").first.get_attribute("value")
    assert written
    page.locator(".write-form input").fill(written)
    page.keyboard.press("Enter")
    expect(page.locator("#story")).to_contain_text(f"en {written.removeprefix('S@')}.")
