"""From the first page to a table: with one click, with a form, with a link."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Visiting
from tests.web.visit import Visit


def test_invitation_brings_a_friend_to_the_seat(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    host = ann.page("/")
    host.locator("#game-war-of-masters").click()
    host.get_by_role("button", name="Par un lien").first.click()
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
