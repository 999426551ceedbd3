"""From the first page to a table: with one click, with a form, with a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visiting
from tests.web.visit import Visit

GAMES = ("master-citadel", "master-islands", "maestria", "war-of-masters")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_on_the_first_page_and_one_plays(visit: Visit, game: str) -> None:
    page = visit.page("/")
    page.locator(f"[aria-labelledby=game-{game}] .play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_have_attribute("data-status", "playing")
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()


def test_table_is_prepared_with_options_of_its_own(visit: Visit) -> None:
    page = visit.page("/")
    page.locator("#name").fill("Zoé")
    page.locator("#name").blur()
    page.locator(".game", has=page.locator("#game-master-islands")).get_by_role("button", name="Options").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("details summary").click()
    dialog.locator("#option-mode").select_option("corsair")
    expect(dialog.locator(".preparing-seat")).to_have_count(4)
    dialog.locator("#option-mission").select_option("hard")
    dialog.locator("#pace").select_option("bank-300-5")
    dialog.locator("button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".chair")).to_have_count(4)
    expect(page.locator(".chair--mine .chair-name")).to_have_text("Zoé")
    expect(page.locator("[data-clock]").first).to_contain_text(":")
    expect(page.locator("#chairs")).to_contain_text("Corsaire")


def test_invitation_brings_a_friend_to_the_seat(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    host = ann.page("/")
    host.locator("[aria-labelledby=game-war-of-masters]").get_by_role("button", name="Par un lien").click()
    host.wait_for_url("**/t/*")
    link = host.locator("#seating .link-box input").first.input_value()
    assert "#seat=1&key=" in link
    guest = bob.page(link)
    guest.locator("#seating form input").first.fill("Bob")
    guest.locator("#seating form button").first.click()
    for page in (host, guest):
        expect(page.locator("body")).to_have_attribute("data-status", "playing")
        expect(page.locator("#chairs")).to_contain_text("Bob")
    assert "key" not in guest.url  # nobody is to copy it from there


def test_free_chair_is_given_to_a_bot(visit: Visit) -> None:
    table = visit.open("war-of-masters", ["me", "link"])["table"]
    page = visit.page("/")
    page.evaluate("([table]) => localStorage.setItem('invitations', JSON.stringify({[table]: {}}))", [table])
    page.goto(f"/t/{table}")
    page.locator(".say-form--bot select").select_option("1")
    page.locator(".say-form--bot button").click()
    expect(page.locator("body")).to_have_attribute("data-status", "playing")


@pytest.mark.parametrize("table", ["A-table-nowhere0", "nowhere"])
def test_table_that_there_is_not_is_explained_and_leads_home(visit: Visit, table: str) -> None:
    visit.forgiven = ("status of 4",)
    page = visit.page(f"/t/{table}")
    expect(page.locator("#hint a")).to_have_attribute("href", "/")
    expect(page.locator("#status")).not_to_have_text("On prépare la table…")
