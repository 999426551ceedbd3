"""Plays at a page as a person does, knowing no rules: touches something that is lit, until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

MOST_TOUCHES = 900

SPOTS = """
() => {
  const svg = document.querySelector("svg.board");
  const lit = [...svg.querySelectorAll("[data-lit]")];
  const beside = [...document.querySelectorAll("#controls [data-lit]")].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { id: node.dataset.touch, x: left + width / 2, y: top + height / 2, reached: true, beside: true };
  });
  const isCovered = (x, y) => document.elementFromPoint(x, y)?.closest(".controls");
  const hits = (x, y) => isCovered(x, y) ? undefined : document.elementsFromPoint(x, y)
    .filter((one) => svg.contains(one))
    .map((one) => one.closest("[data-id]"))
    .find((one) => one?.hasAttribute("data-lit"));
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];
  return beside.concat(lit.map((node) => {
    const { left, top, width, height } = node.firstElementChild.getBoundingClientRect();
    const inTray = document.querySelector(`#tray [data-touch="${CSS.escape(node.dataset.id)}"]`);
    for (const down of parts) for (const across of parts) {
      const [x, y] = [left + across * width, top + down * height];
      if (hits(x, y) === node) return { id: node.dataset.id, x, y, reached: true, in_tray: Boolean(inTray) };
    }
    return { id: node.dataset.id, x: left + width / 2, y: top + height / 2, reached: false, in_tray: Boolean(inTray) };
  }));
}
"""
"""What can be touched, each with a point at which a press meets it and nothing else that is lit."""

MY_TURN_OR_OVER = """
() => document.body.dataset.status === "over" ? "over"
  : document.querySelector("svg.board [data-lit], #controls [data-lit]") ? "mine" : ""
"""


@dataclass(frozen=True)
class Spot:
    id: str
    x: float
    y: float
    reached: bool
    """Whether there is a point at which a press meets this thing."""
    in_tray: bool = False
    """Whether it is shown again, larger, below the board."""
    beside: bool = False
    """Whether it is a control, beside the board."""


Touch = Callable[[Page, Spot], None]


@dataclass
class Player:
    page: Page
    touch: Touch
    is_thorough: bool = False
    """Whether it sees to it, at each touch, that a press meets everything that is lit."""
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    touched: int = 0

    def spots(self) -> list[Spot]:
        return [Spot(**found) for found in self.page.evaluate(SPOTS)]

    def wait(self) -> bool:
        """Until there is something to touch; false: the game is over."""
        found: Any = self.page.wait_for_function(MY_TURN_OR_OVER)
        return bool(found.json_value() == "mine")

    def touch_something(self) -> bool:
        """False: the game is over."""
        if not self.wait():
            return False
        spots = self.spots()
        if self.is_thorough:
            assert [spot.id for spot in spots if not spot.reached] == []
        if spots:  # they may have gone since
            self.touched += 1
            self.touch(self.page, self.chance.choice(spots))
        return True

    def touch_until_sent(self) -> None:
        """Until an action has been sent, and nothing can be chosen before it is answered."""
        while self.page.locator("svg.board [data-lit], #controls [data-lit]").count():
            self.touch_something()

    def play_on(self) -> None:
        """To the end of the game."""
        while self.touch_something():
            assert self.touched < MOST_TOUCHES, "the game does not end"

    def play(self, actions: int = 1) -> None:
        """So many actions, or to the end of the game."""
        wanted = plays(self.page) + actions
        while plays(self.page) < wanted and self.touch_something():
            assert self.touched < MOST_TOUCHES, "nothing is sent"


COUNT_PLAYS = """
const send = WebSocket.prototype.send;
window.plays = 0;
WebSocket.prototype.send = function (text) {
  if (String(text).includes('"do":"play"')) window.plays++;
  return send.call(this, text);
};
"""


def plays(page: Page) -> int:
    """How many actions the page has sent since it was loaded."""
    return int(page.evaluate("window.plays"))


def by_mouse(page: Page, spot: Spot) -> None:
    if spot.beside:
        page.locator(f'#controls [data-touch="{spot.id}"]').click()
        return
    if spot.reached:  # else it is looked again: who is thorough sees to it that everything is
        page.mouse.click(spot.x, spot.y)


def by_finger(page: Page, spot: Spot) -> None:
    """Small things are tapped below the board, where they are larger."""
    if spot.beside:
        page.locator(f'#controls [data-touch="{spot.id}"]').tap()
        return
    if spot.in_tray:
        page.locator(f'#tray [data-touch="{spot.id}"]').tap()
        return
    thing = page.locator(f'svg.board [data-id="{spot.id}"]').first
    thing.evaluate("(node) => node.scrollIntoView({ block: 'center' })")  # from under what is chosen with
    found = next(Spot(**one) for one in page.evaluate(SPOTS) if one["id"] == spot.id)
    assert found.reached, f"{spot.id} is lit, but no tap can meet it"
    page.touchscreen.tap(found.x, found.y)
