"""What the pages weigh, where they ask, and what they teach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.visit import Visit

MOST_BYTES = {"first page": 300_000, "table": 400_000}
"""With covers and fonts, for who comes for the first time."""

GAMES = ("master-citadel", "master-islands", "maestria", "war-of-masters")


def _note_size(sizes: list[float], event: Mapping[str, Any]) -> None:
    sizes.append(event["encodedDataLength"])


def weight(visit: Visit, path: str) -> int:
    """Bytes that come over the wire until the page is at rest."""
    page = visit.context.new_page()
    wire = visit.context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", partial(_note_size, sizes))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 8
    return round(sum(sizes))


def test_first_page_is_light(visit: Visit) -> None:
    assert weight(visit, "/") < MOST_BYTES["first page"]


@pytest.mark.parametrize("game", GAMES)
def test_table_is_light(visit: Visit, game: str) -> None:
    seats = 4 if game == "master-citadel" else 2
    table = visit.open(game, ["me"] + ["bot"] * (seats - 1))["table"]
    assert weight(visit, f"/t/{table}") < MOST_BYTES["table"]


def test_pages_complain_of_nothing_and_ask_nobody_else(visit: Visit) -> None:
    page = visit.context.new_page()
    for path in ("/", *(f"/{kind}/{game}" for kind in ("rules", "learn") for game in GAMES), "/replay", "/mine"):
        page.goto(path)
        expect(page.locator("h1:visible").first).not_to_be_empty()
        expect(page.locator(".is-waiting")).to_have_count(0)
    assert visit.faults == []


def test_complaints_and_other_hosts_would_be_noticed(visit: Visit) -> None:
    page = visit.page("/replay")
    page.evaluate("console.error('alas')")
    page.evaluate("fetch('http://localhost:9/').catch(() => {})")
    page.wait_for_load_state("networkidle")
    assert "alas" in visit.faults
    assert any("localhost:9" in fault for fault in visit.faults)
    visit.forgiven = ("",)


def test_lesson_is_done_by_touching_the_right_things(visit: Visit) -> None:
    page = visit.page("/learn/war-of-masters")
    board = page.locator("svg.board")
    expect(board.locator('[data-id="a2"][data-lit]')).to_be_attached()
    for square in ("a2", "a5"):  # another legal move gets a hint
        board.locator(f'[data-id="{square}"]').click()
    expect(page.locator("#answer .note--warn")).to_be_visible()
    for square in ("h6", "e9"):
        board.locator(f'[data-id="{square}"]').click()
    expect(page.locator("#answer .note--good")).to_be_visible()
    expect(page.locator(".step--done")).to_have_count(1)
    page.get_by_role("link", name="Continuer").click()
    expect(page.locator("#course")).to_contain_text("2")


def test_lessons_however_many_are_numbered_in_one_row(visit: Visit) -> None:
    page = visit.page("/learn/master-islands")
    expect(page.locator(".step").nth(9)).to_be_visible()
    assert len(set(page.locator(".step").evaluate_all("steps => steps.map((step) => step.offsetTop)"))) == 1


def test_rule_that_the_address_points_at_is_shown(visit: Visit) -> None:
    page = visit.page("/rules/war-of-masters#WM-15")
    expect(page.locator("#WM-15.is-target")).to_be_in_viewport()


def test_text_that_is_no_game_is_refused_with_a_reason(visit: Visit) -> None:
    visit.forgiven = ("status of 4",)
    page = visit.page("/replay")
    page.locator("#text").fill("nonsense")
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble")).not_to_be_empty()
