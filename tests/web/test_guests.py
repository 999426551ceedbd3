"""Guests are invited anew, chairs are kept, one is told where to play; and what one plays is seen at once."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit


def test_guest_who_got_up_is_invited_anew(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open("master-citadel", ["me", "link", "link", "bot"])
    table = opened["table"]
    host = ann.page(f"/t/{table}")
    bob.sit(table, 1, opened["keys"]["1"])
    expect(host.locator(".free-chair")).to_have_count(1)
    bob.page(f"/t/{table}").get_by_role("button", name="Se lever").click()
    expect(host.locator(".free-chair")).to_have_count(2)
    host.locator(".free-chair").first.get_by_role("button", name="Nouvelle invitation").click()
    link = host.locator(".free-chair").first.locator(".link-box input").input_value()
    assert opened["keys"]["1"] not in link
    again = bob.page(link)
    again.locator("#seating form input").first.fill("Bob")
    again.locator("#seating form button").first.click()
    expect(host.locator(".free-chair")).to_have_count(1)


def test_who_watches_can_invite_nobody(visiting: Visiting) -> None:
    table = visiting("Ann").open("war-of-masters", ["me", "link"])["table"]
    page = visiting("Bob").page(f"/t/{table}")
    expect(page.locator(".free-chair")).to_have_count(1)
    expect(page.locator(".free-chair button")).to_have_count(0)


def test_chair_of_the_rematch_is_kept_for_who_played(visiting: Visiting) -> None:
    ann, bob, carl = visiting("Ann"), visiting("Bob"), visiting("Carl")
    table = ann.open("war-of-masters", ["me", "anyone"])["table"]
    bob.sit(table, 1)
    hers = ann.at_table(table)
    hers.get_by_role("button", name="Abandonner").click()
    hers.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    hers.get_by_role("button", name="Revanche").click()
    hers.wait_for_url(lambda url: table not in url)
    his, others = bob.page(hers.url), carl.page(hers.url)
    expect(his.locator(".free-chair")).to_contain_text("gardée pour vous")
    expect(others.locator(".free-chair")).to_contain_text("réservée")
    expect(others.locator(".free-chair button")).to_have_count(0)
    his.locator("#seating form input").first.fill("Bob")
    his.locator("#seating form button").first.click()
    expect(his.locator("body")).to_have_attribute("data-status", "playing")


def test_first_page_says_where_it_is_for_one_to_play(visit: Visit) -> None:
    table = visit.open("war-of-masters", ["me", "bot"])["table"]
    line = visit.page("/").locator(f"#mine .table-line[href='/t/{table}']")
    expect(line).to_contain_text("À vous de jouer")


def test_piece_moves_before_the_server_answers_and_comes_back_if_it_refuses_which_is_then_forgotten(
    visit: Visit,
) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()
    page.evaluate(SILENCE)
    before = page.evaluate(PLACES)
    page.locator("svg.board [data-lit]").first.dispatch_event("click")
    page.locator("svg.board [data-lit]").last.dispatch_event("click")
    moved = page.evaluate(PLACES)
    assert sum(one != other for one, other in zip(before, moved, strict=True)) == 1
    page.evaluate("refuse()")
    expect(page.locator("#hint.hint--problem")).to_have_text("Non.")
    assert page.evaluate(PLACES) == before
    spot = Player(page, by_mouse).spots()[0]
    page.mouse.move(spot.x, spot.y)
    page.mouse.down()  # something else is touched
    expect(page.locator("#hint")).not_to_have_class("hint hint--problem")
    page.mouse.up()


PLACES = """
() => [...document.querySelectorAll("svg.board [data-id]")]
  .map((one) => `${one.dataset.id} ${one.getAttribute("transform")}`)
  .sort()
"""

SILENCE = """
() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const { id } = JSON.parse(text);
    const data = JSON.stringify({ type: "refused", id, code: "game/illegal", words: "non" });
    globalThis.refuse = () => this.onmessage(new MessageEvent("message", { data }));
    WebSocket.prototype.send = send;
  };
}
"""
"""The next thing that the page sends never leaves; `refuse()` answers it."""
