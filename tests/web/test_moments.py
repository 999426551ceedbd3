"""How something came about is shown on the board, in words too: it can be skipped, and seen again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.house import House
from tests.web.player import Player, by_mouse
from tests.web.test_secrets import come

NOTE_HEADLINES = """
() => {
  const status = document.querySelector("#status");
  window.headlines = [];
  new MutationObserver(() => window.headlines.push(status.textContent)).observe(status, { childList: true });
}
"""


def a_round(visiting: Visiting, house: House) -> Page:
    """Four people have written their orders, and the round is being revealed."""
    ann = visiting("Ann")
    opened = ann.open("master-citadel", ["me", "anyone", "anyone", "anyone"])
    others = [come(house, name, opened, seat) for seat, name in enumerate(("Bob", "Dan", "Eve"), start=1)]
    page = ann.at_table(opened["table"])
    page.evaluate(NOTE_HEADLINES)
    for socket, order in zip(others, ("3 N", "2 E", "1 S"), strict=True):
        while socket.now["status"] != "playing":
            socket.receive()
        assert socket.play(order)["type"] == "done"
    Player(page, by_mouse).play()
    return page


def test_a_round_is_revealed_beat_by_beat_then_the_game_goes_on_and_it_is_seen_again(
    visiting: Visiting, house: House
) -> None:
    """MC-5."""
    page = a_round(visiting, house)
    expect(page.locator("#moment")).to_be_visible()
    expect(page.locator("#controls [data-lit]")).to_have_count(0)  # nothing is chosen meanwhile
    expect(page.locator("#moment")).to_be_hidden()
    said = [words for words in page.evaluate("() => window.headlines") if words]
    assert len(set(said)) >= 4  # letters are opened, then weighed, then the pawn goes
    expect(page.locator("#controls [data-lit]").first).to_be_visible()

    now = page.locator("#status").text_content()
    page.locator("#again").click()
    expect(page.locator("#moment")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#moment")).to_be_hidden()
    expect(page.locator("#status")).to_have_text(now or "")

    page.reload()  # who comes later is not shown what was
    expect(page.locator("#controls [data-lit]").first).to_be_visible()
    expect(page.locator("#moment")).to_be_hidden()
    expect(page.locator("#again")).to_be_visible()


def test_a_moment_is_skipped_and_on_a_phone_what_is_said_of_it_is_in_sight_with_the_board(
    visiting: Visiting, house: House
) -> None:
    page = a_round(visiting, house)
    page.locator("#moment").click()
    expect(page.locator("#moment")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#again").scroll_into_view_if_needed()
    page.locator("#again").click()
    expect(page.locator("#status")).to_be_in_viewport()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
