"""Games that are over do not vanish: they are listed with their result, to be seen again, shared or deleted."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.visit import Visit

OUTCOMES = {"fr": ("Perdue", "contre Bob", "Gagnée"), "en": ("Lost", "against Bob", "Won")}


def lost_to(bob: Visit, ann: Visit) -> str:
    """A game that Ann gives up."""
    opened = ann.open("war-of-masters", ["me", "link"])
    table = str(opened["table"])
    bob.sit(table, 1, opened["keys"]["1"])
    assert ann.person().connect(table, 0).ask("resign")["type"] == "done"
    return table


def test_finished_game_is_in_the_list_of_each_with_its_result_in_words(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    table = lost_to(bob, ann)
    page, his = ann.page("/"), bob.page("/mine")
    line = page.locator("#finished-list .table-line")
    for lang, (lost, against, won) in OUTCOMES.items():
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(line).to_have_count(1)
        for words in (lost, against):
            expect(line).to_contain_text(words)
        expect(his.locator(".played")).to_contain_text(won)
        for each in (page, his):
            each.locator("#lang").click()  # to the other language, and back to French
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(line).to_have_attribute("href", f"/replay?table={table}&seat=0")
    page.locator("#finished a[href='/mine']").click()
    entry = page.locator(".played")
    for lost, against, _ in OUTCOMES.values():
        for words in (lost, against):
            expect(entry).to_contain_text(words)
        expect(entry.locator("time")).not_to_be_empty()
        page.locator("#lang").click()


def test_game_drawn_on_one_screen_is_told_so(visit: Visit) -> None:
    page = visit.at_table(visit.open("war-of-masters", ["me", "me"], options={"max_turns": 1})["table"])
    Player(page, by_mouse).play_on()
    entry = visit.page("/mine").locator(".played")
    expect(entry).to_contain_text("Nulle")
    expect(entry).to_contain_text("Ann 0 et Ann 1")


def test_game_file_is_exported_and_game_deleted_from_ones_own_list_alone_and_only_when_asked_twice(
    visiting: Visiting,
) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    table = lost_to(bob, ann)
    page = ann.page("/mine")
    with page.expect_download() as download:
        page.get_by_role("link", name="Fichier de la partie").click()
    assert f"table: {table}" in download.value.path().read_text(encoding="utf-8")
    delete(page, "Annuler")
    expect(page.locator(".played")).to_have_count(1)
    delete(page, "Supprimer")
    expect(page.locator(".played")).to_have_count(0)
    expect(page.locator("#none")).to_be_visible()
    page.reload()
    expect(page.locator("#none")).to_be_visible()
    expect(bob.page("/mine").locator(".played")).to_have_count(1)


def delete(page: Page, answer: str) -> None:
    page.locator(".played").get_by_role("button", name="Supprimer").click()
    page.get_by_role("dialog").get_by_role("button", name=answer).click()


def test_shared_link_opens_the_replay_for_a_stranger(visiting: Visiting) -> None:
    ann, bob, eve = visiting("Ann"), visiting("Bob"), visiting("Eve")
    table = lost_to(bob, ann)
    page, seen = ann.context.new_page(), eve.context.new_page()
    for where in ("/mine", f"/t/{table}", f"/replay?table={table}&seat=0"):
        page.goto(where)
        page.get_by_role("button", name="Partager").click()
        link = page.get_by_role("dialog").get_by_label("Lien de la partie").input_value()
        seen.goto("about:blank")
        seen.goto(link)
        expect(seen.locator("#people")).to_contain_text("Bob gagne")
        expect(seen.locator("svg.board [data-id]").first).to_be_attached()
