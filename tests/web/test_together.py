"""Several browsers at one table see the same game, and agree on what becomes of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import MY_TURN_OR_OVER, Player, by_mouse
from tests.web.visit import Visit, status, story

THINGS = """
() => [...document.querySelectorAll("svg.board [data-id]")]
  .map((one) => `${one.dataset.id} ${one.getAttribute("aria-label")}`).sort()
"""


def two_at_a_table(visiting: Visiting, game: str = "war-of-masters", **more: Any) -> tuple[Visit, Visit, str]:
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open(game, ["me", "link"], **more)
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    return ann, bob, opened["table"]


def play_one(hers: Page, his: Page) -> None:
    """One action of hers, which both then see."""
    told = hers.locator("#story")
    before = told.inner_text()
    Player(hers, by_mouse).play()
    expect(told).not_to_have_text(before, use_inner_text=True)
    expect(his.locator("#story")).to_have_text(told.inner_text(), use_inner_text=True)


def play_until_over(*pages: Page) -> None:
    players = [Player(page, by_mouse) for page in pages]
    while any(page.evaluate(MY_TURN_OR_OVER) != "over" for page in pages):
        for player in players:
            if player.page.evaluate(MY_TURN_OR_OVER) == "mine":
                player.touch_something()
        assert sum(player.touched for player in players) < 500


def test_two_play_and_a_third_watches_who_can_neither_play_nor_speak_and_all_see_the_same(visiting: Visiting) -> None:
    ann, bob, table = two_at_a_table(visiting, options={"goal": "all", "max_turns": 8})
    pages = [ann.at_table(table), bob.at_table(table)]
    watching = visiting("Cat").at_table(table)
    watching.locator("#tab-talk").click()
    expect(watching.locator("#talk")).to_contain_text("Qui regarde écoute")
    expect(watching.locator("#talk input, #talk textarea, #talk button:not(.manners)")).to_have_count(0)
    expect(watching.locator("#actions button")).to_have_count(0)
    watching.locator("#tab-story").click()
    play_until_over(*pages)
    expect(watching.locator("body")).to_have_attribute("data-status", "over")
    told = story(watching)
    assert len(told) == 8
    for page in pages:
        assert story(page) == told
        assert page.evaluate(THINGS) == watching.evaluate(THINGS)
    assert watching.locator("svg.board [data-lit]").count() == 0
    expect(watching.locator("#ending h2")).to_have_text(pages[0].locator("#ending h2").text_content() or "?")


def test_takeback_is_asked_for_and_refused_or_agreed_to(visiting: Visiting) -> None:
    ann, bob, table = two_at_a_table(visiting, "maestria")
    hers, his = ann.at_table(table), bob.at_table(table)
    play_one(hers, his)
    played = story(his)
    hers.get_by_role("button", name="Reprendre mon coup").click()
    his.locator(".question").get_by_role("button", name="Refuser").click()
    expect(hers.locator("#story")).to_contain_text("Bob refuse")
    assert story(hers)[: len(played)] == played

    hers.get_by_role("button", name="Reprendre mon coup").click()
    his.get_by_role("button", name="D’accord").click()
    expect(hers.locator("#story")).to_contain_text("Ann a repris son coup")
    expect(his.locator("#story")).to_contain_text("Ann a repris son coup")
    Player(hers, by_mouse).wait()
    assert status(hers) == "playing"
    assert story(hers) == story(his)


def test_what_chance_gave_is_not_taken_back_and_the_page_does_not_offer_it(visiting: Visiting) -> None:
    ann, bob, table = two_at_a_table(visiting)
    hers, his = ann.at_table(table), bob.at_table(table)
    while not hers.locator("#story .story-turn:not(.story-turn--open)").count():  # a six may be divided
        play_one(hers, his)
    expect(hers.get_by_role("button", name="Reprendre mon coup")).to_be_disabled()
    assert story(hers) == story(his)


def test_one_resigns_when_asked_twice_and_both_go_to_the_rematch(visiting: Visiting) -> None:
    ann, bob, table = two_at_a_table(visiting)
    hers, his = ann.at_table(table), bob.at_table(table)
    hers.get_by_role("button", name="Abandonner").click()
    hers.get_by_role("dialog").get_by_role("button", name="Annuler").click()
    expect(hers.get_by_role("dialog")).to_have_count(0)
    assert status(hers) == "playing"
    hers.get_by_role("button", name="Abandonner").click()
    hers.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(hers.locator("#ending h2")).to_have_text("Vous avez perdu.")
    expect(his.locator("#ending h2")).to_have_text("Vous avez gagné !")
    expect(his.locator("#ending")).to_contain_text("Ann a abandonné")
    hers.get_by_role("button", name="Revanche").click()
    hers.wait_for_url(lambda url: table not in url)
    his.locator("#ending").get_by_role("button", name="Aller à la revanche").click()
    his.wait_for_url(lambda url: table not in url)
    for page in (hers, his):
        expect(page.locator("body")).to_have_attribute("data-status", "playing")
    assert hers.url == his.url
    expect(hers.locator(".chair--mine")).to_have_attribute("data-seat", "1")  # one seat further


def test_seat_moves_to_another_device(visiting: Visiting) -> None:
    ann, _, table = two_at_a_table(visiting)
    page = ann.at_table(table)
    page.get_by_role("button", name="Changer d’appareil").click()
    link = page.get_by_role("dialog").locator("input").input_value()
    other = visiting("Ann").page(link)
    expect(other.locator(".chair--mine")).to_have_attribute("data-seat", "0")
    assert Player(other, by_mouse).wait()


def test_what_one_has_begun_is_kept_while_others_play_at_the_same_time(visiting: Visiting) -> None:
    """Orders of Master Citadel are written at the same time: nobody's choosing is disturbed by another's order."""
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open("master-citadel", ["me", "link", "bot", "bot"])
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    hers = ann.at_table(opened["table"])
    player = Player(hers, by_mouse)
    player.touch_something()
    expect(hers.locator("#back")).to_be_visible()
    begun = hers.locator("#hint").text_content() or ""
    seat = bob.person().connect(opened["table"], 1, show="legal")
    seat.receive()
    seat.play("17 SW")
    expect(hers.locator('.chair[data-seat="1"]')).to_contain_text("a joué")
    expect(hers.locator("#hint")).to_have_text(begun)
