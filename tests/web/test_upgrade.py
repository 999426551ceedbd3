"""A page that is open while the server is replaced by a newer one: it is loaded anew by itself, at a good moment."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Error, Page, expect

from tablier.serve.edition import WEB
from tablier.serve.schema import PROTOCOL
from tests.web.conftest import Visiting
from tests.web.house import ROOT, House
from tests.web.player import Player, by_mouse
from tests.web.visit import PATIENCE, Visit, story

GONE = "net::ERR_"
"""What a browser complains of when it asks a server that is gone."""

A_WHILE = 4_000
"""Milliseconds in which a page that nobody uses is loaded anew."""


class Newer(House):
    """A house whose pages are others, with this protocol; they are in a folder beside its store."""

    program: ClassVar[str] = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from tablier.serve import schema
schema.PROTOCOL = int((Path(sys.argv[1]).parent / "protocol").read_text())
from tablier.serve import edition
edition.WEB = Path(sys.argv[1]).parent / "web"
from tests.web.house import open_house
open_house(sys.argv[1], int(sys.argv[2]))
"""


def replaced(house: House, protocol: int) -> House:
    """The server is stopped, and a newer one started in its place."""
    folder = house.store.parent
    shutil.copytree(WEB, folder / "web")
    script = folder / "web" / "js" / "edition.js"
    said, text = f"export const PROTOCOL = {PROTOCOL};", script.read_text()
    assert said in text
    script.write_text(text.replace(said, f"export const PROTOCOL = {protocol};") + "// this is newer\n")
    (folder / "protocol").write_text(str(protocol))
    assert house.stop()[0] == 0
    return Newer(house.store, house.port)


def begin_to_write(page: Page) -> None:
    page.locator("#tab-talk").click()
    page.locator(".say-form input.input").fill("Bonjour, je voulais")


def stop_writing(page: Page) -> None:
    page.locator(".say-form input.input").fill("")


def begin_a_move(page: Page) -> None:
    page.locator("svg.board [data-lit]").first.click()


def take_it_back(page: Page) -> None:
    page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("protocol", "begin", "end"),
    [
        (PROTOCOL, begin_to_write, stop_writing),
        (PROTOCOL + 1, begin_to_write, stop_writing),
        (PROTOCOL + 1, begin_a_move, take_it_back),
    ],
)
def test_a_page_is_loaded_anew_when_nobody_is_in_the_middle_of_something(
    visiting: Visiting, tmp_path: Path, protocol: int, begin: Callable[[Page], None], end: Callable[[Page], None]
) -> None:
    house = House(tmp_path / "tables.db")
    try:
        visit = visiting(house=house)
        page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
        Player(page, by_mouse).play(2)
        Player(page, by_mouse).wait()
        told = story(page)
        page.evaluate("window.isOld = true")
        begin(page)

        visit.forgiven = (GONE,)
        visit.heard.clear()
        house = replaced(house, protocol)
        wait_until_welcome(visit, page)
        page.wait_for_timeout(A_WHILE)
        assert page.evaluate("window.isOld")

        end(page)
        until(page, "!window.isOld && document.querySelector('svg.board [data-id]') !== null")
        assert Player(page, by_mouse).wait()
        assert story(page) == told
        Player(page, by_mouse).play(1)
        assert page.evaluate("import('/web/js/edition.js').then(({ PROTOCOL }) => PROTOCOL)") == protocol
        expect(page.locator("#connection")).not_to_be_in_viewport()
    finally:
        house.kill()


def until(page: Page, expression: str) -> None:
    """Wait for something in a page that may just be loaded anew."""
    for _ in range(PATIENCE // 50):
        with suppress(Error):
            if page.evaluate(expression):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"not so: {expression}")


def wait_until_welcome(visit: Visit, page: Page) -> None:
    """Until the page has heard from the newer server."""
    while not any("protocol" in json.loads(text) for text in visit.heard):
        page.wait_for_timeout(50)


class Between(House):
    """A house where people come to a server with newer pages, and get those of another that is older."""

    program: ClassVar[str] = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tablier.serve import broadcast
broadcast.edition = lambda: "newer"
from tests.web.house import open_house
open_house(sys.argv[1], int(sys.argv[2]))
"""


def test_a_page_that_is_still_another_is_not_loaded_again_and_again(visiting: Visiting, tmp_path: Path) -> None:
    house = Between(tmp_path / "tables.db")
    try:
        visit = visiting(house=house)
        visit.context.add_init_script("try { sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1 } catch {}")
        page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
        until(page, "sessionStorage.loads === '2' && document.querySelector('svg.board [data-id]') !== null")
        page.wait_for_timeout(A_WHILE)
        assert page.evaluate("sessionStorage.loads") == "2"
        Player(page, by_mouse).play(1)
    finally:
        house.kill()
