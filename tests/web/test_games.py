"""Every game and every mode is played in the page, from the first touch to the end; and all that is read is French."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.player import MOST_TOUCHES, Player, by_mouse, plays
from tests.web.test_words import Reader, found, notation, only_english
from tests.web.visit import Visit, box, status, story

MODES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "citadel": ("master-citadel", 4, {"max_rounds": 4}),
    "open citadel": ("master-citadel", 4, {"variant": "open", "max_rounds": 3}),
    "islands with two": ("master-islands", 2, {}),
    "islands with four": ("master-islands", 4, {"players": 4}),
    "islands in teams": ("master-islands", 4, {"mode": "teams"}),
    "corsair": ("master-islands", 4, {"mode": "corsair", "mission": "hard"}),
    "maestria": ("maestria", 2, {"max_turns": 20}),
    "war of masters": ("war-of-masters", 2, {"max_turns": 30}),
}


@pytest.mark.parametrize("mode", MODES)
def test_game_is_played_to_its_end_with_the_mouse_and_told_in_french_without_notation(visit: Visit, mode: str) -> None:
    game, seats, options = MODES[mode]
    table = visit.open(game, ["me"] + ["bot"] * (seats - 1), options=options)["table"]
    page = visit.at_table(table)
    reader, player = Reader(page), Player(page, by_mouse, is_thorough=True)
    look_around(page, reader)
    ask_for_advice(player, reader)
    where = box(page.locator("svg.board"))
    while player.touch_something():
        reader.look()
        assert player.touched < MOST_TOUCHES, "the game does not end"
    assert status(page) == "over"
    expect(page.locator("#ending h2")).not_to_be_empty()
    assert box(page.locator("svg.board")) == where  # nothing that came and went has moved it
    assert refusals(visit) == []
    assert 0 < plays(page) <= len(story(page)) * 20
    assert story(page) == turns(visit)
    reader.look()

    page.get_by_role("link", name="Revoir la partie").click()
    page.locator("#lines .story-action").first.wait_for()
    page.keyboard.press("End")
    reader.look()
    assert len(reader.read) > 50
    assert found(reader.read, notation(visit, game)) == []
    assert found(reader.read, only_english(game)) == []


def look_around(page: Page, reader: Reader) -> None:
    """Into what is not in sight at first: the talk, and what may be offered there."""
    reader.look()
    page.locator("#tab-talk").click()
    for more in page.locator("#talk details:visible").all():
        more.locator("summary").click()
        page.wait_for_load_state("networkidle")
        reader.look()
    page.locator("#tab-story").click()


def ask_for_advice(player: Player, reader: Reader) -> None:
    player.wait()
    player.page.get_by_role("button", name="Un conseil").click()
    expect(player.page.locator("#advice")).to_contain_text("Je jouerais")
    reader.look()


def events(visit: Visit) -> list[dict[str, Any]]:
    return [event for text in visit.heard for event in json.loads(text).get("events", ())]


def turns(visit: Visit) -> list[str]:
    """What is told of each turn that was finished; of what was done in secret, what was revealed."""
    told = [""]
    for event in events(visit):
        told[-1] = ("" if "revealed" in event else told[-1]) + event.get("words", "")
        if "line" in event:
            told.append("")
    return [" ".join(words.split()) for words in told[:-1]]


def refusals(visit: Visit) -> list[str]:
    return [text for text in visit.heard if json.loads(text)["type"] == "refused"]


def test_piece_is_dragged_to_its_square_and_stays_where_it_was_when_let_go_elsewhere(visit: Visit) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
    player = Player(page, by_mouse)
    player.wait()
    before = player.spots()
    piece = before[0]
    page.mouse.move(piece.x, piece.y)
    page.mouse.down()
    page.mouse.move(piece.x + 20, piece.y - 40, steps=3)
    # What is carried is drawn once, and in full.
    expect(page.locator(".carried > g")).to_have_css("opacity", "1")
    expect(page.locator(".is-lifted")).to_have_css("opacity", "0")
    expect(page.locator(".halo--chosen.halo")).to_have_css("fill", "none")
    page.mouse.move(2, 2, steps=3)
    page.mouse.up()
    assert player.spots() == before
    assert plays(page) == 0

    page.mouse.move(piece.x, piece.y)
    page.mouse.down()
    page.mouse.move(piece.x + 12, piece.y + 12, steps=3)
    square = player.spots()[0]
    page.mouse.move(square.x, square.y, steps=5)
    page.mouse.up()
    expect(page.locator("#story")).to_contain_text(f"de {piece.id} à {square.id}")
    assert plays(page) == 1
