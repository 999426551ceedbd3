"""A course is chosen once: the page follows it from scene to scene, until it ends or is stopped."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import Player, by_mouse, plays
from tests.web.test_secrets import come
from tests.web.visit import Visit

PLACINGS = 15
LIKES_TO_CONFIRM = "async () => (await import('/web/js/likes.js')).like('confirm', 'yes')"


def at_maestria(visit: Visit, *seats: str) -> Page:
    return visit.at_table(visit.open("maestria", seats)["table"])


def test_a_course_is_followed_to_its_end_without_another_touch(visit: Visit) -> None:
    page = at_maestria(visit, "me", "bot")
    page.locator('[data-course="set-up-attack"]').click()
    expect(page.locator('#controls [data-touch="end"]')).to_be_visible()
    assert plays(page) == PLACINGS
    expect(page.locator("#courses")).to_be_hidden()
    # Nothing is done by itself any more.
    Player(page, by_mouse).play()
    assert plays(page) == PLACINGS + 1


def test_each_seat_of_a_device_follows_its_own(visit: Visit) -> None:
    page = at_maestria(visit, "me", "me")
    page.locator('[data-course="set-up-balanced"]').click()
    page.locator('[data-course="set-up-defence"]').click()
    expect(page.locator('#controls [data-touch="end"]')).to_be_visible()
    assert plays(page) == 2 * PLACINGS


def test_a_course_is_stopped_and_taken_up_again(visit: Visit, house: House) -> None:
    opened = visit.open("maestria", ["me", "anyone"])
    bob = come(house, "Bob", opened, 1)
    page = visit.at_table(opened["table"])
    page.locator('[data-course="set-up-attack"]').click()
    page.wait_for_function("() => window.plays === 3")  # three at a time, then it is for Bob
    page.locator(".course-on button").click()
    expect(page.locator("#courses")).to_be_hidden()
    for placing in ("S@b1", "S@b1", "S@b1"):
        while 1 not in bob.now["pending"]:
            bob.receive()
        assert bob.play(placing)["type"] == "done"
    expect(page.locator("svg.board [data-lit]").first).to_be_attached()
    assert plays(page) == 3
    page.locator("#courses > .button--quiet").click()
    expect(page.locator(".course")).to_have_count(3)
    page.locator('[data-course="set-up-defence"]').click()
    page.wait_for_function("() => window.plays === 6")


def test_a_course_needs_no_confirmation_of_each_action(visit: Visit) -> None:
    page = at_maestria(visit, "me", "bot")
    page.evaluate(LIKES_TO_CONFIRM)
    page.locator('[data-course="set-up-defence"]').click()
    expect(page.locator('#controls [data-touch="end"]')).to_be_visible()
    assert plays(page) == PLACINGS
