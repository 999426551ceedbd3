"""Where everything stands at a table: the board uses the room it has; on a phone the rest is in reach of a thumb."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit, box

SEATS = {"war-of-masters": 2, "master-citadel": 4, "master-islands": 2, "maestria": 2}
WIDE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def at_table(visiting: Visiting, game: str, how: dict[str, Any]) -> Page:
    visit = visiting(**how)
    return visit.at_table(visit.open(game, ["me"] + ["bot"] * (SEATS[game] - 1))["table"])


@pytest.mark.parametrize("game", SEATS)
def test_on_a_wide_screen_all_is_in_sight_at_once_and_the_board_takes_what_room_there_is(
    visiting: Visiting, game: str
) -> None:
    page = at_table(visiting, game, WIDE)
    _, top, width, height = box(page.locator(".frame"))
    _, _, side, _ = box(page.locator(".side"))
    # Nothing but the line that says what to do stands below it, unless it is as wide as it can be.
    assert top + height > 900 - 90 or side <= 21 * 16 + 1
    assert width + side > 1440 - 32 * 16
    Player(page, by_mouse).wait()
    for part in ("#status", ".frame", "#hint", "#aim", "#chairs", "#tab-story", "#rules", "#preferences"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 900


@pytest.mark.parametrize("game", SEATS)
def test_on_a_phone_the_board_is_as_wide_as_the_screen_and_the_tools_stay_in_reach(
    visiting: Visiting, game: str
) -> None:
    page = at_table(visiting, game, PHONE)
    x, _, width, _ = box(page.locator(".frame"))
    assert (x, width) == (0, 390)
    expect(page.locator(".frame")).to_be_in_viewport(ratio=0.95)
    for part in ("#to-talk", "#rules", "#preferences"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert box(page.locator(part))[3] >= 44
    page.locator("#to-talk").tap()
    expect(page.locator("#talk")).to_be_in_viewport()
    expect(page.locator("#tab-talk")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#preferences")).to_be_in_viewport(ratio=1)


def test_who_chooses_a_piece_is_told_to_choose_a_piece(visiting: Visiting) -> None:
    page = at_table(visiting, "war-of-masters", WIDE)
    player = Player(page, by_mouse)
    assert player.wait()
    expect(page.locator("#hint")).to_have_text("À vous : choisissez une pièce.")
    player.touch_something()
    expect(page.locator("#hint")).to_have_text("Choisissez la case d’arrivée.")


SCENES = """
async () => {
  const { Picture } = await import("/web/js/picture.js");
  const { Halos } = await import("/web/js/halos.js");
  const host = document.createElement("div");
  host.style.width = host.style.height = "400px";
  document.body.append(host);
  const circle = ["circle", { cx: 0, cy: 0, r: 1 }];
  const item = (id, x, ...shapes) => ({ id, kind: "piece", x, y: 0, words: id, shapes: [circle, ...shapes] });
  const label = ["text", { x: 0, y: 2, font_size: 1 }, "General"];
  const scene = (box, ...items) => ({ box, title: "", items });
  window.picture = new Picture(host);
  window.halos = new Halos(picture);
  picture.svg.append(halos.layer);
  window.show = (box, ...ids) => picture.show(scene(box, ...ids.map((id) => item(id, { a: 0, b: 8 }[id], label))));
}
"""
"""A picture with round things that have a label below them."""


def test_what_leaves_a_picture_that_draws_together_is_not_seen_outside_of_it(visiting: Visiting) -> None:
    page = visiting(reduced_motion="no-preference").page("/replay")
    page.evaluate(SCENES)
    page.evaluate("show([-2, -2, 14, 6], 'a', 'b')")
    assert page.evaluate("show([-2, -2, 14, 6], 'a'), picture.svg.querySelectorAll('[data-gone]').length") == 1
    page.evaluate("picture.layer.replaceChildren(), picture.things.clear(), show([-2, -2, 14, 6], 'a', 'b')")
    assert page.evaluate("show([-2, -2, 6, 6], 'a'), picture.svg.querySelectorAll('[data-gone]').length") == 0


def test_line_around_a_thing_does_not_go_through_what_is_written_below_it(visit: Visit) -> None:
    page = visit.page("/replay")
    page.evaluate(SCENES)
    page.evaluate("show([-2, -2, 14, 6], 'a'), halos.show(['a'], [])")
    halo = page.evaluate("(() => { const b = halos.layer.firstChild.getBBox(); return [b.y, b.y + b.height]; })()")
    label = page.evaluate("picture.svg.querySelector('text').getBBox().y")
    assert -1.1 < halo[0] < halo[1] <= label


FOCUSED = """
() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
}
"""
"""Whether a line is seen around what has the focus."""


def test_line_of_the_focus_is_seen_with_keys_and_not_after_a_click(visiting: Visiting) -> None:
    page = at_table(visiting, "war-of-masters", WIDE)
    page.locator("#tab-talk").click()
    expect(page.locator("#tab-talk")).to_be_focused()
    assert not page.evaluate(FOCUSED)
    page.locator("#sound").click()
    assert not page.evaluate(FOCUSED)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED)
