"""A first game, as somebody plays it who has never seen it: what they come by, step by step, each step a picture.

A `Walk` goes from page to page by what can be clicked there, and knows no game. past.py has what was before.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from past import Past
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from stage import PATIENCE, Player

SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}

SETTLED = 450
"""Milliseconds after which everything that a click has moved stands still."""

SAME_CHANCE = """
crypto.getRandomValues = (array) => {
  const drawn = Number(localStorage.getItem("drawn") ?? 0) + 1;
  localStorage.setItem("drawn", String(drawn));
  return array.fill(drawn);
};
"""
"""What a page draws is always the same, and never twice the same."""


@dataclass(frozen=True)
class Look:
    """How somebody sees the pages."""

    lang: str
    size: str
    theme: Literal["light", "dark"] = "light"

    @property
    def name(self) -> str:
        return f"{self.size}-{self.lang}" + ("" if self.theme == "light" else "-dark")

    def visit(self, browser: Browser, url: str, ann: Player) -> BrowserContext:
        """Somebody known as Ann, who likes it so."""
        phone = self.size == "phone"
        context = browser.new_context(
            base_url=url, storage_state=ann.context.storage_state(), viewport=SIZES[self.size],
            locale={"fr": "fr-FR", "en": "en-GB"}[self.lang], color_scheme=self.theme,
            reduced_motion="reduce", has_touch=phone, is_mobile=phone, device_scale_factor=1,
        )  # fmt: skip
        kept = {name: json.dumps(value) for name, value in [("name", ann.name), *ann.memory.items()]}
        context.add_init_script(SAME_CHANCE)
        context.add_init_script(f"for (const [k, v] of Object.entries({json.dumps(kept)})) localStorage.setItem(k, v)")
        context.set_default_timeout(PATIENCE)
        return context


# --- walking ----------------------------------------------------------------------------------------------------------

Picture = Callable[[str, bytes], None]


@dataclass
class Walk:
    """Somebody who plays their first game of a mode."""

    page: Page
    ann: Player
    past: Past
    look: Look
    keep: Picture
    number: int = 0

    def step(self, name: str, *, whole: bool = False) -> None:
        """A picture of what is seen now; or of the whole page."""
        self.number += 1
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(SETTLED)
        self.keep(f"{self.number:02}-{name}", self.page.screenshot(full_page=whole))

    def board(self) -> None:
        self.page.locator("svg.board [data-id]").first.wait_for(state="attached")

    def go(self, path: str) -> None:
        self.page.goto("about:blank")  # another table, not another part of the same page
        self.page.goto(path)

    # --- the way

    def first_game(self) -> None:
        """From the first page to the first answer of the others."""
        self.choose()
        self.lesson()
        self.begin()
        self.two_actions()

    def choose(self) -> None:
        self.go("/")
        self.page.locator(".cover[role=tab]").first.wait_for()
        self.step("home")
        self.page.locator(f"#game-{self.past.game}").click()
        self.step("game", whole=True)

    def lesson(self) -> None:
        self.page.locator(f"#modes-{self.past.game} a[href^='/learn']").click()
        self.board()
        self.page.locator("#lesson-title:not(.is-waiting)").wait_for()
        self.step("lesson", whole=True)
        self.page.go_back()

    def begin(self) -> None:
        self.page.locator(f"#modes-{self.past.game} [data-mode={self.past.mode}] .play").click()
        self.page.wait_for_url("**/t/*")
        self.board()
        self.step("opening")
        self.step("opening-whole", whole=True)

    def two_actions(self) -> None:
        table = self.page.url.split("/t/")[1].split("#")[0]
        for number in (1, 2):
            seat = self.ann.asked(table)[0]
            look = self.ann.look(table, seat, "scene", *(["tall"] if self.look.size == "phone" else []))
            scene, wish = self.unpacked(look["now"]["scene"]), self.ann.wish(table, seat, look)
            self.wait_for_my_turn()
            self.touch_all(scene, scene["touches"].get(wish, []), f"action-{number}")
            self.ann.asked(table)
            self.page.wait_for_function(READY)
            self.step(f"answer-{number}")

    def unpacked(self, scene: Any) -> Any:
        """A scene as it was sent, by the page's own way of reading it."""
        return self.page.evaluate(UNPACKED, scene)

    def wait_for_my_turn(self) -> None:
        self.page.wait_for_function(READY)

    def touch_all(self, scene: Any, ids: list[str], name: str) -> None:
        """One after the other, each as it can be touched; what is chosen by itself is not touched again."""
        for number, id in enumerate(ids, start=1):
            if self.touch(scene, id) and number < len(ids):
                self.step(f"{name}-touch-{number}")

    def touch(self, scene: Any, id: str) -> bool:
        """False: it was not to be touched (any more)."""
        for control in scene.get("controls", []):
            choices = [choice["id"] for choice in control["choices"]]
            if id in choices and control["kind"] == "number":
                slider = self.page.get_by_role("slider", name=control["words"])
                if slider.count():
                    slider.fill(str(min(choices.index(id), int(slider.get_attribute("max") or 0))))
                return slider.count() > 0
        spot = self.page.locator(f'svg.board [data-id="{id}"][data-lit], #controls [data-touch="{id}"][data-lit]')
        if not spot.count():
            return False
        spot.first.dispatch_event("click")
        return True

    def moment(self) -> None:
        """How something came about, beat by beat. The page's clock stands still while each is looked at."""
        self.page.clock.install()
        self.go(f"/t/{self.past.tables['moment']}")
        self.board()
        self.step("middle")
        self.replay_moment("moment")
        self.page.clock.resume()

    def replay_moment(self, name: str) -> None:
        again = self.page.locator("#again")
        if not again.is_visible():
            return
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))
        again.click()
        for beat in range(1, 9):
            if self.page.locator("#moment").is_hidden():
                break
            self.step(f"{name}-{beat}")
            said = self.page.locator("#status").text_content()
            for _ in range(40):  # until something else is said
                self.page.clock.run_for(200)
                if self.page.locator("#status").text_content() != said or self.page.locator("#moment").is_hidden():
                    break

    def ending(self) -> None:
        self.go(f"/t/{self.past.tables['over']}")
        self.board()
        self.step("end")
        self.step("end-whole", whole=True)

    def after(self) -> None:
        """What can be done with a game that is over."""
        self.go(f"/replay?table={self.past.tables['over']}&seat=0")
        self.board()
        self.page.locator("#fair.note--good").wait_for()
        self.step("replay-begin", whole=True)
        self.page.locator("#last").click()
        for _ in range(3):
            self.page.locator("#previous").click()
        self.step("replay-middle")
        self.go("/mine")
        self.page.locator(".played").first.wait_for()
        self.step("mine")

    def together(self) -> None:
        """With others: on one screen, and by invitation."""
        self.go(f"/t/{self.past.tables['hand-over']}")
        self.board()
        self.step("one-screen")
        curtain = self.page.locator("#curtain button")
        if curtain.is_visible():
            curtain.click()
            self.step("one-screen-mine")
        self.go(f"/t/{self.past.tables['inviting']}")
        self.page.locator("#seating h2").wait_for()
        self.step("inviting", whole=True)
        self.go(f"/t/{self.past.tables['invitation']}")
        self.page.locator("#seating h2").wait_for()
        self.step("invitation", whole=True)

    def settings(self) -> None:
        self.go(f"/t/{self.past.tables['moment']}")
        self.board()
        self.page.locator("#preferences").click()
        self.page.locator(".likes").wait_for()
        self.step("settings")

    def all(self) -> None:
        if self.look.theme == "light":
            self.first_game()
        self.moment()
        self.ending()
        self.after()
        if self.look.theme == "light":
            self.together()
            self.settings()


READY = """() => document.body.dataset.status === "over"
  || document.querySelector("svg.board [data-lit], #controls [data-lit]")"""
UNPACKED = """async (scene) => (await import("/web/js/unpacking.js")).unpacked(scene)"""
