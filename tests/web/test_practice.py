"""One person against bots: hints, taking back, the next game; and nothing is offered that is then refused."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.player import Player, by_mouse
from tests.web.visit import Visit


def against_a_bot(visit: Visit, **more: object) -> Page:
    return visit.at_table(visit.open("war-of-masters", ["me", "bot"], **more)["table"])


def test_who_practises_gets_hints_takes_back_again_and_again_and_has_a_rematch_with_one_click(visit: Visit) -> None:
    page = against_a_bot(visit)
    takeback = page.get_by_role("button", name="Reprendre mon coup")
    expect(takeback).to_be_disabled()
    expect(page.locator(".halo--advised")).to_have_count(0)
    page.get_by_role("button", name="Un conseil").click()
    expect(page.locator("#advice [role=status]")).to_contain_text("Je jouerais :")
    expect(page.locator("#advice [role=status]")).to_contain_text("60 % de chances de gagner, contre 40 %")
    assert page.locator(".halo--advised").count() > 0
    player = Player(page, by_mouse)
    player.play()
    expect(page.locator(".halo--advised")).to_have_count(0)

    for _ in range(2):
        player.play()
    for _ in range(3):
        expect(takeback).to_be_enabled()
        takeback.click()
    expect(takeback).to_be_disabled()
    expect(page.locator(".hint--problem")).to_have_count(0)

    resign(page)
    before = page.url
    page.locator("#ending").get_by_role("button", name="Revanche").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("body")).to_have_attribute("data-status", "playing")


def test_in_earnest_there_are_no_hints(visit: Visit) -> None:
    page = against_a_bot(visit, serious=True)
    assert Player(page, by_mouse).wait()
    expect(page.get_by_role("button", name="Un conseil")).to_be_hidden()


def resign(page: Page) -> None:
    page.get_by_role("button", name="Abandonner").click()
    page.locator("dialog").get_by_role("button", name="Abandonner").click()
    expect(page.locator("#ending")).to_be_visible()


def test_after_three_losses_a_weaker_bot_is_offered_and_is_one_click_away(visit: Visit) -> None:
    visit._tell("/people", {})
    seats = [{"who": "me"}, {"who": "bot", "level": 3}]
    table = visit._tell("/tables", {"game": "war-of-masters", "seats": seats})["table"]
    visit.sit(table, 0)
    page = visit.at_table(table)
    lost_twice = {"game": "war-of-masters", "level": 3, "run": -2, "last": "another"}
    page.evaluate("kept => localStorage.setItem('streak', JSON.stringify(kept))", lost_twice)
    resign(page)
    expect(page.locator("#adjust")).to_contain_text("Remarque 6 coups sur 40")
    page.locator("#adjust button").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator(".chair").first).to_contain_text("Débutant")
