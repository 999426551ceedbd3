"""Nothing on any page is in the way of those who read it otherwise: axe finds nothing serious, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.web.player import Player, by_mouse
from tests.web.test_replay import at_a_moment
from tests.web.visit import Visit

AXE = Axe()
GAMES = {"master-citadel": 4, "master-islands": 2, "maestria": 2, "war-of-masters": 2}


def table(visit: Visit, game: str = "war-of-masters", **options: int) -> Page:
    seats = ["me"] + ["bot"] * (GAMES[game] - 1)
    return visit.at_table(visit.open(game, seats, options=options)["table"])


def preparing(visit: Visit, game: str) -> Page:
    """With everything that may be chosen."""
    page = visit.page("/")
    page.locator(f"#game-{game}").click()
    page.get_by_role("button", name="Plus de réglages").last.click()
    page.get_by_role("dialog").locator("details summary").click()
    expect(page.get_by_role("dialog").locator(".option").first).to_be_visible()
    return page


def open_table(visit: Visit) -> Page:
    page = visit.page("/")
    page.locator("#game-war-of-masters").click()
    page.get_by_role("button", name="Par un lien").first.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#seating .link-box")).to_be_visible()
    return page


def over(visit: Visit) -> Page:
    page = table(visit, max_turns=1)
    Player(page, by_mouse).play_on()
    page.locator("details.fair summary").click()
    expect(page.locator(".fair-point--well").first).to_be_visible()
    return page


def talking(visit: Visit) -> Page:
    page = table(visit, "master-citadel")
    page.locator("#tab-talk").click()
    page.get_by_text("Proposer un coup commun").click()
    return page


def pointing(visit: Visit) -> Page:
    page = table(visit, "master-islands")
    page.locator("#tab-talk").click()
    page.get_by_role("button", name="Montrer sur le plateau").click()
    return page


def handed_over(visit: Visit) -> Page:
    page = visit.at_table(visit.open("master-islands", ["me", "me"])["table"])
    expect(page.locator("#curtain")).to_be_visible()
    return page


def replayed(visit: Visit) -> Page:
    page = over(visit)
    page.get_by_role("link", name="Revoir la partie").click()
    expect(page.locator("#lines .story-action").first).to_be_visible()
    return page


def finished(visit: Visit) -> Page:
    over(visit)
    page = visit.page("/mine")
    expect(page.locator(".played")).to_have_count(1)
    return page


def writing(visit: Visit) -> Page:
    page = table(visit, "maestria")
    page.get_by_role("button", name="Écrire un coup").click()
    return page


def settings(visit: Visit) -> Page:
    page = table(visit)
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def invitation(visit: Visit) -> Page:
    """Somebody else's open table."""
    opened = visit.open("war-of-masters", ["link", "anyone"])
    visit.context.clear_cookies()
    page = visit.page(f"/t/{opened['table']}")
    expect(page.locator("#seating form")).to_be_visible()
    return page


def nowhere(visit: Visit) -> Page:
    visit.forgiven = ("status of 4",)
    return visit.page("/no/such/page")


def code(visit: Visit) -> Page:
    page = open_table(visit)
    page.get_by_text("Code QR").click()
    page.wait_for_function("() => document.querySelector('.code').naturalWidth > 0")
    return page


PLACES: dict[str, Callable[[Visit], Page]] = {
    "first page": lambda visit: visit.page("/"),
    **{f"preparing {game}": partial(preparing, game=game) for game in GAMES},
    "empty replay": lambda visit: visit.page("/replay"),
    "replay": replayed,
    "moment of a replay": at_a_moment,
    "finished games": finished,
    "open table": open_table,
    "QR code": code,
    "invitation": invitation,
    "settings": settings,
    "nowhere": nowhere,
    "finished table": over,
    "talk": talking,
    "pointing": pointing,
    "handing over": handed_over,
    "writing a move": writing,
    **{f"rules of {game}": partial(Visit.page, path=f"/rules/{game}") for game in GAMES},
    **{f"lessons of {game}": partial(Visit.page, path=f"/learn/{game}") for game in GAMES},
    **{f"table of {game}": partial(table, game=game) for game in GAMES},
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_serious(visit: Visit, place: str) -> None:
    page = PLACES[place](visit)
    page.wait_for_load_state("networkidle")
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, runOnly=["color-contrast"]) == []  # nothing but colours is different


def serious(page: Page, **options: list[str]) -> list[str]:
    violations = AXE.run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:150]}: {node.get('failureSummary', '')[:200]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def test_everything_on_the_board_that_can_be_touched_is_a_button_with_words(visit: Visit) -> None:
    for game in GAMES:
        page = table(visit, game)
        Player(page, by_mouse).wait()
        lit, beside = page.locator("svg.board [data-lit]"), page.locator("#controls button[data-lit]")
        assert lit.count() + beside.count() > 0
        for thing in lit.all():
            expect(thing).to_have_attribute("role", "button")
            assert (thing.get_attribute("aria-label") or "").strip()
        for control in beside.all():
            assert (control.get_attribute("aria-label") or control.text_content() or "").strip()


def test_one_thing_on_the_board_is_reached_with_the_tab_key(visit: Visit) -> None:
    """The arrows lead to the others: nobody has to pass eighty squares."""
    page = table(visit)
    Player(page, by_mouse).wait()
    expect(page.locator('svg.board [tabindex="0"]')).to_have_count(1)


def test_axe_would_find_a_fault(visit: Visit) -> None:
    page = visit.page("/replay")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(found.startswith("label") for found in serious(page))
    page.evaluate("document.querySelector('main p').style.color = '#ddd'")
    assert any(found.startswith("color-contrast") for found in serious(page, runOnly=["color-contrast"]))
