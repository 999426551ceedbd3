"""Nothing on any page is in the way of those who read it otherwise: axe finds nothing serious, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.web.player import Player, by_mouse
from tests.web.test_replay import at_a_moment
from tests.web.visit import Visit

AXE = Axe().axe_script
GAMES = {"master-citadel": 4, "master-islands": 2, "maestria": 2, "war-of-masters": 2}

Walk = Iterator[tuple[str, Page]]
"""Places that one comes to one after the other, each with what it is: a page is slow to open, and shows several."""


def table(visit: Visit, game: str = "war-of-masters", **options: int) -> Page:
    seats = ["me"] + ["bot"] * (GAMES[game] - 1)
    return visit.at_table(visit.open(game, seats, options=options)["table"])


def from_the_first_page(visit: Visit) -> Walk:
    page = visit.page("/")
    yield "first page", page
    for game in GAMES:
        page.locator(f"#game-{game}").click()
        page.get_by_role("button", name="Plus de réglages").last.click()
        page.get_by_role("dialog").locator("details summary").click()
        expect(page.get_by_role("dialog").locator(".option").first).to_be_visible()
        yield f"preparing {game}, with everything that may be chosen", page
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def at_an_open_table(visit: Visit) -> Walk:
    page = visit.page("/")
    page.locator("#game-war-of-masters").click()
    page.get_by_role("button", name="Par un lien").first.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#seating .link-box")).to_be_visible()
    yield "open table", page
    page.get_by_text("Code QR").click()
    page.wait_for_function("() => document.querySelector('.code').naturalWidth > 0")
    yield "QR code", page


def after_a_game(visit: Visit) -> Walk:
    page = table(visit, max_turns=1)
    Player(page, by_mouse).play_on()
    page.locator("details.fair summary").click()
    expect(page.locator(".fair-point--well").first).to_be_visible()
    yield "finished table", page
    page.get_by_role("link", name="Revoir la partie").click()
    expect(page.locator("#lines .story-action").first).to_be_visible()
    yield "replay", page
    page.goto("/mine")
    expect(page.locator(".played")).to_have_count(1)
    yield "finished games", page


def at_a_table(visit: Visit, game: str) -> Walk:
    page = table(visit, game)
    Player(page, by_mouse).wait()
    yield f"table of {game}", page
    everything_that_can_be_touched_is_a_button_with_words(page)
    if game != "master-citadel":  # where one begins beside the board
        one_thing_on_the_board_is_reached_with_the_tab_key(page)
    MORE[game](page)
    yield f"table of {game}, with more", page


def talk(page: Page) -> None:
    page.locator("#tab-talk").click()
    page.get_by_text("Proposer un coup commun").click()


def point(page: Page) -> None:
    page.locator("#tab-talk").click()
    page.get_by_role("button", name="Montrer sur le plateau").click()


def write(page: Page) -> None:
    page.get_by_role("button", name="Écrire un coup").click()


def look_at_the_settings(page: Page) -> None:
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_role("dialog")).to_be_visible()


MORE = {"master-citadel": talk, "master-islands": point, "maestria": write, "war-of-masters": look_at_the_settings}


def everything_that_can_be_touched_is_a_button_with_words(page: Page) -> None:
    lit, beside = page.locator("svg.board [data-lit]"), page.locator("#controls button[data-lit]")
    assert lit.count() + beside.count() > 0
    for thing in lit.all():
        expect(thing).to_have_attribute("role", "button")
        assert (thing.get_attribute("aria-label") or "").strip()
    for control in beside.all():
        assert (control.get_attribute("aria-label") or control.text_content() or "").strip()


def one_thing_on_the_board_is_reached_with_the_tab_key(page: Page) -> None:
    """The arrows lead to the others: nobody has to pass eighty squares."""
    expect(page.locator('svg.board [tabindex="0"]')).to_have_count(1)


def handed_over(visit: Visit) -> Walk:
    page = visit.at_table(visit.open("master-islands", ["me", "me"])["table"])
    expect(page.locator("#curtain")).to_be_visible()
    yield "handing over", page


def invited(visit: Visit) -> Walk:
    """To somebody else's open table."""
    opened = visit.open("war-of-masters", ["link", "anyone"])
    visit.context.clear_cookies()
    page = visit.page(f"/t/{opened['table']}")
    expect(page.locator("#seating form")).to_be_visible()
    yield "invitation", page


def nowhere(visit: Visit) -> Walk:
    visit.forgiven = ("status of 4",)
    yield "nowhere", visit.page("/no/such/page")


def at_a_moment_of_a_replay(visit: Visit) -> Walk:
    yield "moment of a replay", at_a_moment(visit)


def read(visit: Visit, path: str) -> Walk:
    yield path, visit.page(path)


WALKS: dict[str, Callable[[Visit], Walk]] = {
    "from the first page": from_the_first_page,
    "at an open table": at_an_open_table,
    "after a game": after_a_game,
    "at a moment of a replay": at_a_moment_of_a_replay,
    "handed over": handed_over,
    "invited": invited,
    "nowhere": nowhere,
    "empty replay": partial(read, path="/replay"),
    **{f"at a table of {game}": partial(at_a_table, game=game) for game in GAMES},
    **{f"rules of {game}": partial(read, path=f"/rules/{game}") for game in GAMES},
    **{f"lessons of {game}": partial(read, path=f"/learn/{game}") for game in GAMES},
}


@pytest.mark.parametrize("walk", WALKS)
def test_axe_finds_nothing_serious(visit: Visit, walk: str) -> None:
    for place, page in WALKS[walk](visit):
        page.wait_for_load_state("networkidle")
        assert serious(page) == [], place
        page.emulate_media(color_scheme="dark")
        assert serious(page, runOnly=["color-contrast"]) == [], place  # nothing but colours is different
        page.emulate_media(color_scheme="light")


def serious(page: Page, **options: list[str]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    violations = page.evaluate("(how) => axe.run(how)", {"resultTypes": ["violations"], **options})["violations"]
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:150]}: {node.get('failureSummary', '')[:200]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def test_axe_would_find_a_fault(visit: Visit) -> None:
    page = visit.page("/replay")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(found.startswith("label") for found in serious(page))
    page.evaluate("document.querySelector('main p').style.color = '#ddd'")
    assert any(found.startswith("color-contrast") for found in serious(page, runOnly=["color-contrast"]))
