"""French and English, light and dark: each is changed in the middle of a game, and the game goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.serve.visiting import Socket
from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit, story

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
PAGES = ("/", "/rules/war-of-masters", "/learn/war-of-masters", "/replay", "/mine")
TABLES = {
    "master-citadel": ["me", "bot", "bot", "bot"],
    "master-islands": ["me", "bot"],
    "war-of-masters": ["me", "bot"],
}


FRENCH, ENGLISH = ("fr", "À quoi jouons-nous"), ("en", "What shall we play")


@pytest.mark.parametrize(
    ("locale", "spoken"), [("fr-CA", FRENCH), ("en-GB", ENGLISH), ("de-DE", ENGLISH)], ids=lambda one: one[:2]
)
def test_browser_decides_the_language(visiting: Visiting, locale: str, spoken: tuple[str, str]) -> None:
    page = visiting(locale=locale).page("/")
    expect(page.locator("h1")).to_contain_text(spoken[1])
    expect(page.locator("html")).to_have_attribute("lang", spoken[0])


@pytest.mark.parametrize("path", ["/", "table"])
def test_one_chooses_among_any_number_of_languages(visit: Visit, path: str) -> None:
    """Here the words that a page gets name a third one."""

    def add_one(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json=told | {"languages": told["languages"] | {"eo": "Esperanto"}})

    visit.context.route("**/words/*.json*", add_one)
    if path == "table":
        path = f"/t/{visit.open('war-of-masters', ['me', 'bot'])['table']}"
    page = visit.page(path)
    choice = page.get_by_role("combobox", name="Langue")
    expect(choice).to_have_value("fr")
    assert choice.locator("option").all_text_contents() == ["English", "Français", "Esperanto"]
    choice.select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("combobox", name="Language")).to_have_value("en")


def test_language_is_changed_without_losing_the_game(visit: Visit) -> None:
    page = visit.at_table(visit.open("maestria", ["me", "bot"])["table"])
    player = Player(page, by_mouse)
    player.play(4)
    player.wait()
    told = story(page)
    expect(page.locator("#hint")).to_contain_text("À vous")
    page.locator("#lang").click()
    expect(page.locator("#hint")).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    assert len(story(page)) == len(told)
    assert story(page)[0].startswith("Black places")  # what was told is told again in it
    player.play(2)
    assert len(story(page)) >= len(told)
    page.goto("/")  # it is remembered
    expect(page.locator("h1")).to_contain_text("What shall we play")


@pytest.mark.parametrize("path", [*PAGES, *TABLES])
def test_page_is_whole_in_both_languages_and_in_light_and_dark(visit: Visit, path: str) -> None:
    """One page for all of it: a page is slow to open."""
    if path in TABLES:
        path = f"/t/{visit.open(path, TABLES[path])['table']}"
    page = visit.page(f"{path}?lang=fr")
    page.wait_for_load_state("networkidle")
    french = words_of(page)
    assert re.findall(r".{10} [;!?»].{0,10}", french) == []  # before these stands a space that does not break

    light = page.evaluate(GROUND)
    page.get_by_role("button", name="Changer entre clair et sombre").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(GROUND)
    assert dark != light

    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Français")).to_be_visible()
    assert words_of(page) != french

    page.goto(f"{path}?lang=en")  # as somebody comes to it, who likes it dark
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert words_of(page) != french
    assert page.evaluate(GROUND) == dark


def words_of(page: Page) -> str:
    """What is to be read there; and no word of it is left without a translation."""
    text = page.locator("body").inner_text()
    keys = "app|net|do|home|prepare|learn|replay|mine|share|rules|table|board|act|chairs|story|talk|seating|hand|end"
    assert re.findall(rf"\b(?:{keys})\.[a-z][\w-]+", text) == []
    assert not re.search(r"\{\w+\}", text)
    return text


def test_system_decides_between_light_and_dark(visiting: Visiting) -> None:
    grounds = [visiting(color_scheme=scheme).page("/").evaluate(GROUND) for scheme in ("light", "dark")]
    assert grounds[0] != grounds[1]


SPOKEN = {"fr-FR": "Noir place un soldat en a3.", "en-GB": "Black places a soldier on a3."}


@pytest.mark.parametrize("locale", SPOKEN)
def test_moves_are_announced_in_the_language_of_the_page(visiting: Visiting, locale: str) -> None:
    ann, bob = visiting("Ann", locale=locale), visiting("Bob")
    opened = ann.open("maestria", ["link", "me"])
    bob.sit(opened["table"], 0, opened["keys"]["0"])
    page = ann.at_table(opened["table"])
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_be_empty()
    seat: Socket = bob.person().connect(opened["table"], 0)
    seat.receive()
    seat.play("S@a3")
    expect(live).to_contain_text(SPOKEN[locale])


def test_refusal_is_announced_and_names_the_rule(visit: Visit) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "bot"])["table"])
    page.get_by_role("button", name="Écrire un coup").click()
    page.locator(".write-form input").fill("e1-e9")
    page.keyboard.press("Enter")
    link = page.locator("#hint.hint--problem a")
    expect(link).to_have_attribute("href", re.compile(r"^/rules/war-of-masters#WM-\d+$"))
    expect(page.locator("#live")).not_to_be_empty()
