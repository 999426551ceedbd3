"""What others keep secret is nowhere: not in the page, not in what it keeps, not in anything it was sent."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.serve.visiting import Person, Socket
from tests.web.conftest import Visiting
from tests.web.house import House
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

SECRET = "17 SW"
LINE = "17SW"
"""The same in the line of a finished round."""
TOLD = "Est 17 au sud-ouest"
"""The same in words."""


def everything(visit: Visit, page: Page) -> str:
    return "\n".join([page.content(), visit.memory(page), visit.traffic()]).replace("&nbsp;", "\u00a0")


def come(house: House, name: str, opened: dict[str, object], seat: int) -> Socket:
    """Somebody without a browser sits down, and listens."""
    person = Person(house, name)
    person.sit(str(opened["table"]), seat)
    socket = person.connect(str(opened["table"]), seat, show="scene")
    socket.receive()
    return socket


def test_order_of_another_seat_is_seen_nowhere_before_all_have_written(visiting: Visiting, house: House) -> None:
    ann, cat = visiting("Ann"), visiting("Cat")
    opened = ann.open("master-citadel", ["me", "anyone", "anyone", "bot"])
    bob, dan = come(house, "Bob", opened, 1), come(house, "Dan", opened, 2)
    pages = [ann.at_table(opened["table"]), cat.at_table(opened["table"])]
    Player(pages[0], by_mouse).play()
    expect(pages[0].locator('.chair[data-seat="0"]')).to_contain_text("a joué")
    # Until now all orders that she could write were in what she was sent.
    ann.heard.clear()
    ann.responses.clear()
    while bob.now["status"] != "playing":
        bob.receive()
    assert bob.play(SECRET)["type"] == "done"
    for visit, page in zip((ann, cat), pages, strict=True):
        expect(page.locator('.chair[data-seat="1"]')).to_contain_text("a joué")
        page.reload()
        expect(page.locator('.chair[data-seat="1"]')).to_contain_text("a joué")
        found = everything(visit, page)
        assert opened["commitment"] in found  # it has been recorded
        assert SECRET not in found
        assert LINE not in found
        assert TOLD not in found

    while dan.now["status"] != "playing":
        dan.receive()
    dan.play("0 N")
    for page in pages:
        expect(page.locator("#story")).to_contain_text(TOLD)


NOTE_LETTERS = """
() => {
  window.letters = {};
  const note = () => {
    for (const letter of document.querySelectorAll('svg.board [data-id^="open-"]'))
      window.letters[letter.dataset.id] = letter.querySelector("text").textContent;
  };
  new MutationObserver(note).observe(document.querySelector("svg.board"), { childList: true, subtree: true });
}
"""
"""What is written in letters that are opened on the board, however short they are there to be seen."""


def test_orders_are_shown_together_when_all_have_written(visiting: Visiting, house: House) -> None:
    """MC-5."""
    ann = visiting("Ann")
    opened = ann.open("master-citadel", ["me", "anyone", "anyone", "anyone"])
    others = [come(house, name, opened, seat) for seat, name in enumerate(("Bob", "Dan", "Eve"), start=1)]
    page = ann.at_table(opened["table"])
    page.evaluate(NOTE_LETTERS)
    Player(page, by_mouse).play()
    assert page.evaluate("() => window.letters") == {}
    for socket, order in zip(others, ("3 N", "2 E", "1 S"), strict=True):
        while socket.now["status"] != "playing":
            socket.receive()
        assert socket.play(order)["type"] == "done"
    page.wait_for_function("() => Object.keys(window.letters).length === 4")
    letters = page.evaluate("() => window.letters")
    assert {seat: letters[f"open-{seat}"] for seat in "ESW"} == {"E": "3 N", "S": "2 E", "W": "1 S"}
    expect(page.locator('svg.board [data-id^="open-"]')).to_have_count(0)


def test_hand_of_another_seat_is_seen_nowhere(visiting: Visiting, house: House) -> None:
    ann, cat = visiting("Ann"), visiting("Cat")
    opened = ann.open("master-islands", ["me", "anyone"])
    bob = come(house, "Bob", opened, 1)
    while bob.now["status"] != "playing":
        bob.receive()
    page, watching = ann.at_table(opened["table"]), cat.at_table(opened["table"])
    hers, his = cards(ann.person().connect(opened["table"], 0, show="scene")), cards(bob)
    assert all(f"[{card}]" in everything(ann, page) for card in hers)  # she sees her own
    for card in set(his) - set(hers) - on_the_board(bob):
        for visit, shown in ((ann, page), (cat, watching)):
            found = everything(visit, shown)
            assert [mark for mark in (f"hand {card}", f"[{card}]", f"{card}@", f": {his[card]}") if mark in found] == []
    assert not any("hand " in text for text in cat.heard)


def cards(seat: Socket) -> dict[str, str]:
    """The cards in a seat's hand, each with its words: {"R4": "4 rouge"}."""
    if not seat.now:
        seat.receive()
    items = seat.now["scene"]["items"]
    hand = {item["id"].removeprefix("hand "): item["words"] for item in items if item["id"].startswith("hand ")}
    return {card: re.sub(r"^.*: ?|, .*$", "", words) for card, words in hand.items()}


def on_the_board(seat: Socket) -> set[str]:
    """Cards that everybody has seen."""
    drawn = [event["action"] for event in seat.events if event["kind"] == "acted"]
    return {drawn[-1][1:3]}


def test_whisper_is_heard_by_nobody_else(visiting: Visiting, house: House) -> None:
    ann, cat = visiting("Ann"), visiting("Cat")
    opened = ann.open("master-citadel", ["me", "anyone", "anyone", "bot"])
    bob, dan = come(house, "Bob", opened, 1), come(house, "Dan", opened, 2)
    pages = [ann.at_table(opened["table"]), cat.at_table(opened["table"])]
    while "talk" not in bob.now:
        bob.receive()
    bob.ask("say", kind="text", body="psst-to-Dan", to=[2])
    bob.ask("say", kind="text", body="hello-all", to=[])
    for visit, page in zip((ann, cat), pages, strict=True):
        page.locator("#tab-talk").click()
        expect(page.locator("#talk")).to_contain_text("hello-all")
        assert "psst-to-Dan" not in everything(visit, page)
    while not any("psst-to-Dan" in text for text in dan.raw):
        dan.receive()
