"""Reloads and losses in the middle of a game: nothing is lost, and nothing jumps."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tablier.serve.identity import COOKIE
from tests.web.conftest import Visiting
from tests.web.house import House
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit, box, status, story

GONE = "net::ERR_"
"""What a browser complains of when it asks a server that is gone."""


@pytest.mark.parametrize("game", ["maestria", "master-islands"])
def test_reload_in_the_middle_loses_nothing(visit: Visit, game: str) -> None:
    page = visit.at_table(visit.open(game, ["me", "bot"])["table"])
    Player(page, by_mouse).play(5)
    Player(page, by_mouse).wait()
    told, where = story(page), box(page.locator("svg.board"))
    page.reload()
    assert Player(page, by_mouse).wait()
    assert story(page) == told
    assert box(page.locator("svg.board")) == where
    Player(page, by_mouse).play(3)
    assert story(page)[: len(told) - 1] == told[:-1]


def test_game_goes_on_after_the_server_was_gone(visiting: Visiting, tmp_path: Path) -> None:
    house = House(tmp_path / "tables.db")
    try:
        visit = visiting(house=house)
        options = {"goal": "all", "max_turns": 12}
        page = visit.at_table(visit.open("war-of-masters", ["me", "bot"], options=options)["table"])
        player = Player(page, by_mouse)
        player.play(2)
        player.wait()
        page.evaluate("window.isSame = true")
        told, where = story(page), box(page.locator("svg.board"))

        visit.forgiven = (GONE,)
        house.kill()
        lost = page.locator("#connection.connection--lost")
        expect(lost).to_have_text("Connexion perdue. On réessaie…")
        expect(lost).to_be_visible()
        assert box(page.locator("svg.board")) == where

        player.touch_until_sent()
        expect(page.locator("#hint")).to_have_text("Ce sera envoyé dès que la connexion reviendra.")
        assert story(page) == told

        page.evaluate(WATCH_THE_BOARD)
        house = House(tmp_path / "tables.db", house.port)
        expect(page.locator("#connection")).to_have_text("Connexion rétablie.")
        assert box(page.locator("svg.board")) == where
        player.wait()
        assert story(page) != told  # what was chosen meanwhile was played
        assert not page.evaluate("window.wasLitTooSoon")  # and could not be chosen again

        player.play_on()
        assert status(page) == "over"
        assert page.evaluate("window.isSame")  # without a reload
        expect(page.locator("#connection")).not_to_be_in_viewport()
    finally:
        house.kill()


WATCH_THE_BOARD = """
() => {
  const svg = document.querySelector("svg.board");
  const told = () => document.querySelector("#story").textContent;
  const before = told();
  const look = () => (window.wasLitTooSoon ||= Boolean(svg.querySelector("[data-lit]")) && told() === before);
  new MutationObserver(look).observe(svg, { attributes: true, subtree: true });
}
"""
"""Notes whether something could be touched before what was sent had been played."""


def test_first_page_says_that_the_server_is_gone(visiting: Visiting, tmp_path: Path) -> None:
    house = House(tmp_path / "tables.db")
    visit = visiting(house=house)
    page = visit.page("/")
    page.locator(".play:visible").first.wait_for()
    visit.forgiven = (GONE,)
    house.kill()
    page.locator(".play:visible").first.click()
    expect(page.locator("#trouble")).to_have_text("Le serveur ne répond pas. Vérifiez votre connexion et réessayez.")


def test_two_tabs_opened_at_once_are_the_same_person(visit: Visit) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Nobody is answered before both have had the time to ask."""
        held.append(route)

    visit.context.route("**/api/v1/people*", hold)
    first, second = visit.context.new_page(), visit.context.new_page()
    first.goto("/", wait_until="commit")
    while not held:
        first.wait_for_timeout(20)
    second.goto("/", wait_until="commit")
    while len(held) < 2 and not second.evaluate("navigator.locks.query().then(({ pending }) => pending.length)"):
        second.wait_for_timeout(20)
    assert len(held) == 1  # the second waits for what the first is told
    held[0].continue_()
    while len(held) < 2:
        second.wait_for_timeout(20)
    with second.expect_response("**/api/v1/people*") as answer:
        held[1].continue_()
    known = next(str(kept["value"]) for kept in visit.context.cookies() if kept["name"] == COOKIE)
    assert f"{COOKIE}={known}" in answer.value.request.all_headers()["cookie"]
    assert answer.value.json()["secret"] == known
