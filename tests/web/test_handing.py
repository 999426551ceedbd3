"""Several people at one screen: nobody sees what another may not show them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.serve.visiting import Socket
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit


def hand(seat: Socket) -> set[str]:
    """What only this seat sees: the words of the cards in its hand."""
    return {item["words"] for item in seat.now["scene"]["items"] if item["id"].startswith("hand")}


def listen(visit: Visit, table: str) -> tuple[Socket, Socket]:
    """What each of the two seats is told."""
    person = visit.person()
    seats = person.connect(table, 0, show="scene", lang="fr"), person.connect(table, 1, show="scene", lang="fr")
    for seat in seats:
        seat.receive()
    return seats


def test_curtain_hides_the_hands_while_the_device_is_handed_over(visit: Visit) -> None:
    table = visit.open("master-islands", ["me", "me"])["table"]
    first, second = listen(visit, table)
    page = visit.at_table(table)
    expect(page.locator("#curtain")).to_contain_text("Passez l’appareil à Ann 0")
    assert shown(page, hand(first) | hand(second)) == set()

    page.get_by_role("button", name="C’est moi, Ann 0").click()
    expect(page.locator("#curtain")).to_be_hidden()
    assert shown(page, hand(first)) == hand(first)
    assert shown(page, hand(second) - hand(first)) == set()

    player = Player(page, by_mouse)
    while not page.locator("#curtain").is_visible():
        if page.locator("svg.board [data-lit], #controls [data-lit]").count():
            player.touch_something()
    for seat in (first, second):
        while seat.now["pending"] != [1]:
            seat.receive()
    expect(page.locator("#curtain")).to_contain_text("Passez l’appareil à Ann 1")
    assert shown(page, hand(first) | hand(second)) == set()

    page.get_by_role("button", name="C’est moi, Ann 1").click()
    assert shown(page, hand(second)) == hand(second)
    assert shown(page, hand(first) - hand(second)) == set()


def test_without_secrets_the_device_is_not_handed_over(visit: Visit) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "me"], options={"max_turns": 4})["table"])
    Player(page, by_mouse).play_on()
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#ending")).to_be_visible()


def test_reload_while_the_device_is_handed_over_shows_nothing(visit: Visit) -> None:
    table = visit.open("master-islands", ["me", "me"])["table"]
    first, second = listen(visit, table)
    page = visit.at_table(table)
    page.get_by_role("button", name="C’est moi, Ann 0").click()
    page.reload()
    expect(page.locator("#curtain")).to_be_visible()
    assert shown(page, hand(first) | hand(second)) == set()


HANDED_OVER_OR_TO_PLAY = """
() => !document.querySelector("#curtain").hidden
  || document.querySelector("svg.board [data-lit], #controls [data-lit]") !== null
"""


def test_device_goes_around_the_table_and_a_round_begins_with_who_has_it(visit: Visit) -> None:
    page = visit.at_table(visit.open("master-citadel", ["me"] * 4)["table"])
    player, handed = Player(page, by_mouse), []
    for _ in range(8):
        page.wait_for_function(HANDED_OVER_OR_TO_PLAY)
        if page.locator("#curtain").is_visible():
            handed.append(page.locator("#curtain h2").inner_text()[-1])
            page.locator("#curtain button").click()
        player.play()
    assert "".join(handed) == "0123" + "012"


def shown(page: Page, words: set[str]) -> set[str]:
    """Which of these words are anywhere in the page."""
    content = page.content().replace("&nbsp;", "\u00a0")
    return {word for word in words if f'"{word}"' in content or f">{word}<" in content}
