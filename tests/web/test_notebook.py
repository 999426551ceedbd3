"""The board of a notebook: its module in a browser, with the widget in this process behind it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablier.notebook import Board
from tablier.picture.svg import render

MODEL = """
(state) => {
  const listeners = {}, model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    save_changes: async () => window.told(await window.asked(state.asked)),
    on: (event, listener) => { listeners[event] = listener; },
  };
  window.told = (changes) => {
    Object.assign(state, changes);
    for (const name of Object.keys(changes)) listeners[`change:${name}`]?.();
  };
  const url = URL.createObjectURL(new Blob([window.source], { type: "text/javascript" }));
  return import(url).then((module) => { module.default.render({ model, el: document.body }); });
}
"""

SHOWN = ("svg", "touches", "legal", "lines", "refusal")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")


def state_of(board: Board) -> dict[str, Any]:
    return {name: getattr(board, name) for name in SHOWN} | {"asked": []}


def put_on_page(browser: Browser, board: Board) -> Page:
    """A page with the board on it: what a notebook does between the two, as far as a test needs it."""
    page = browser.new_page()
    page.set_content("<!doctype html><body></body>")

    def asked(value: list[Any]) -> dict[str, Any]:
        board.asked = value
        return state_of(board)

    page.expose_function("asked", asked)
    page.evaluate("(source) => { window.source = source; }", board._esm)
    page.evaluate(MODEL, state_of(board))
    return page


def test_move_is_made_by_touching_a_piece_and_a_square(browser: Browser) -> None:
    """WM-7"""
    board = Board("war-of-masters", level=1, seed=1, lang="en")
    page = put_on_page(browser, board)
    action, (piece, square) = next((action, ids) for action, ids in board.touches.items() if len(ids) == 2)
    for id in (piece, square):
        page.locator(f'[data-id="{id}"]').dispatch_event("click")
    expect(page.get_by_role("listitem").first).to_be_visible()  # it is told what has happened
    assert action in board.match.lines()[0]
    page.close()


def test_action_may_be_written_and_what_is_forbidden_is_refused_with_its_rule(browser: Browser) -> None:
    """MC-4"""
    board = Board("master-citadel", level=1, seed=1, capital=5, lang="en")
    page = put_on_page(browser, board)
    page.get_by_label("action").fill("9 N")
    page.get_by_label("action").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("(MC-4)")
    assert board.match.length == 0
    page.get_by_label("action").fill("1 N")
    page.get_by_label("action").press("Enter")
    expect(page.get_by_role("alert")).to_be_empty()
    expect(page.get_by_role("listitem")).not_to_have_count(0)
    assert board.match.length == 4
    page.close()


def test_board_shows_what_its_seat_may_know() -> None:
    """MI-23"""
    board = Board("master-islands", seat=1, level=1, seed=2, players=2, lang="fr")
    assert board.svg == render(board.match.view(1).scene(1, "fr"))
    assert board.legal == board.match.view(1).legal(1)


def test_bots_play_on_until_it_is_for_the_seat_to_act_or_over() -> None:
    board = Board("master-citadel", seat=2, level=1, seed=3, capital=5, max_rounds=2)
    while not board.match.over:
        assert 2 in board.match.pending
        board.play(board.legal[0])
    assert (board.legal, board.touches) == ([], {})


def test_what_is_no_action_is_refused_in_the_language_of_the_board() -> None:
    board = Board("master-citadel", level=1, seed=3, lang="fr")
    board.asked = ["zz", 1]
    assert board.refusal == "«\u00a0zz\u00a0» n’est pas un coup possible\u00a0; par exemple\u00a0: 0 N, 0 NE, 0 E"
    assert board.match.length == 0
