"""The main ways in a real Firefox: a first game, coming back to it, settings, an invitation; and no complaint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.firefox.browser import Firefox, Tab
from tests.web.house import House
from tests.web.player import SPOTS

GAME = "war-of-masters"
STORY = "[...document.querySelectorAll('#story .story-action')].map((line) => line.textContent)"
MY_TURN = "document.querySelector('svg.board [data-lit]') !== null"


@pytest.fixture
def ann(firefox: Firefox, house: House) -> Iterator[Tab]:
    """Somebody on the first page. At the end the browser has complained of nothing."""
    firefox.complaints.clear()
    ann = firefox.newcomer()
    ann.go(house.url)
    yield ann
    assert firefox.complaints == []


def choose(tab: Tab) -> None:
    """Go to the game's modes, as one does for the first time."""
    tab.click(f"#game-{GAME}")
    tab.wait(f"document.querySelector('#modes-{GAME}').checkVisibility()")


def at_a_table(tab: Tab, way: str) -> None:
    choose(tab)
    tab.click(f"#modes-{GAME} {way}")
    tab.wait("location.pathname.startsWith('/t/') && document.querySelector('svg.board [data-id]') !== null")


def touch(tab: Tab) -> None:
    spots: list[dict[str, Any]] = [spot for spot in tab.wait(f"({SPOTS})()") if spot["reached"]]
    tab.press(spots[0]["x"], spots[0]["y"])


def act(tab: Tab) -> None:
    """Touch until something was done, and it is our turn again."""
    told = len(tab.tell(STORY))
    while len(tab.tell(STORY)) == told:
        if tab.tell(MY_TURN):
            touch(tab)
    tab.wait(MY_TURN)


def test_first_game_against_a_bot_is_told_and_goes_on_after_coming_back(ann: Tab) -> None:
    at_a_table(ann, ".play")
    assert ann.tell("document.documentElement.lang") == "fr"
    ann.wait(MY_TURN)
    act(ann)
    act(ann)
    told = ann.tell(STORY)
    assert {"Rouge", "Brun"} <= {line.split()[0] for line in told}
    assert all(line.endswith((".", "!")) for line in told), told
    ann.reload()
    ann.wait(MY_TURN)
    assert ann.tell(STORY) == told
    act(ann)
    assert ann.tell(STORY)[: len(told)] == told


def test_settings_are_kept(ann: Tab) -> None:
    at_a_table(ann, ".play")
    ann.click("#preferences")
    ann.click("dialog [name=like-theme][value=dark] + span")
    assert ann.wait("document.documentElement.dataset.theme") == "dark"
    ann.reload()
    assert ann.wait("document.documentElement.dataset.theme") == "dark"


def test_who_is_invited_sits_down_and_both_play(ann: Tab, firefox: Firefox) -> None:
    at_a_table(ann, ".mode-ways .button--quiet:nth-of-type(3)")
    link = ann.wait("document.querySelector('#seating .link-box input')?.value")
    bob = firefox.newcomer()
    bob.go(link)
    bob.write("#seating form input", "Bob")
    bob.click("#seating .button--main")
    for tab in (ann, bob):
        tab.wait("document.body.dataset.status === 'playing'")
    first, second = (ann, bob) if ann.wait(f"{MY_TURN} || 'not mine'") is True else (bob, ann)
    told = len(first.tell(STORY))
    while len(first.tell(STORY)) == told:
        if first.tell(MY_TURN):
            touch(first)
    second.wait(f"({STORY}).length > {told}")
