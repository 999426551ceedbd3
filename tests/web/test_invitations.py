"""A link leads to an invitation: who invites, to what, for how long. One that leads nowhere says so kindly."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.visit import Visit


def invited(visiting: Visiting, locale: str = "fr-FR") -> Page:
    """Bob, who was sent a link by Ann."""
    opened = visiting("Ann").open("war-of-masters", ["me", "link"], options={"goal": "all"})
    return visiting("Bob", locale=locale).page(f"/t/{opened['table']}#seat=1&key={opened['keys']['1']}")


INVITATION = {
    "fr-FR": ["Ann vous invite à jouer", "La Guerre des Maîtres", "2 joueurs", "20 à 40 min", "S’asseoir : Brun"],
    "en-GB": ["Ann invites you to play", "War of Masters", "2 players", "20–40 min", "Sit down: Brown"],
}


@pytest.mark.parametrize("locale", INVITATION)
def test_invitation_says_who_invites_to_what_and_for_how_long(visiting: Visiting, locale: str) -> None:
    page = invited(visiting, locale)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for words in INVITATION[locale]:
            expect(page.locator("#seating")).to_contain_text(words)
        expect(page.locator("svg.board")).to_be_hidden()
        expect(page.locator("#seating form button")).to_be_in_viewport()


def test_who_is_invited_learns_the_game_or_sees_the_table_without_losing_the_invitation_and_sits_down(
    visiting: Visiting,
) -> None:
    page = invited(visiting)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Apprendre en deux minutes").click()
    expect(opened.value).to_have_url(re.compile("/learn/war-of-masters"))
    opened.value.close()
    page.get_by_role("button", name="Voir d’abord la table").click()
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator("#seating form button")).to_be_visible()
    page.get_by_label("Votre nom").fill("Bob")
    page.get_by_role("button", name="S’asseoir : Brun").click()
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator("#chairs")).to_contain_text("Bob")
    expect(page.locator("body")).to_have_attribute("data-status", "playing")


def test_link_is_shown_as_a_code_for_a_phone(visit: Visit) -> None:
    page = visit.page("/")
    page.locator("#game-maestria").click()
    page.get_by_role("button", name="Par un lien").locator("visible=true").click()
    page.wait_for_url("**/t/*")
    page.get_by_text("Code QR").click()
    code = page.get_by_role("img", name="Le lien, en code QR")
    expect(code).to_have_js_property("complete", True)
    page.wait_for_function("() => document.querySelector('.code').naturalWidth > 0")


def test_host_is_not_invited_and_shares_the_link_with_the_sheet_of_the_system(visit: Visit) -> None:
    visit.context.add_init_script("window.sent = []; navigator.share = async (what) => { sent.push(what); };")
    opened = visit.open("war-of-masters", ["me", "anyone"])
    page = visit.at_table(opened["table"])
    expect(page.locator("#seating h2")).to_have_text("La table est ouverte")
    expect(page.locator("svg.board")).to_be_visible()
    page.locator("#seating").get_by_role("button", name="Partager").click()
    (sent,) = page.evaluate("sent")
    assert sent["url"].endswith(f"/t/{opened['table']}")
    assert sent["text"]


def test_invitation_that_has_served_says_so_and_leads_home(visiting: Visiting) -> None:
    ann, bob, carl = visiting("Ann"), visiting("Bob"), visiting("Carl")
    opened = ann.open("war-of-masters", ["me", "link"])
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    carl.forgiven = ("status of 4",)
    page = carl.page(f"/t/{opened['table']}#seat=1&key={opened['keys']['1']}")
    dialog = page.get_by_role("dialog", name="Cette invitation a déjà servi")
    expect(dialog.get_by_role("link", name="Retour à l’accueil")).to_have_attribute("href", "/")
    dialog.get_by_role("button", name="Regarder la partie").click()
    expect(page.locator("svg.board")).to_be_visible()
    assert "key" not in page.url


@pytest.mark.parametrize("table", ["A-table-nowhere0", "nowhere"])
def test_link_to_a_table_that_there_is_not_says_so_kindly(visit: Visit, table: str) -> None:
    visit.forgiven = ("status of 4",)
    page = visit.page(f"/t/{table}")
    expect(page.locator("#status")).to_have_text("Cette table n’est pas, ou n’est plus là.")
    expect(page.locator("#hint a")).to_have_attribute("href", "/")
    expect(page.get_by_role("link", name="Retour à l’accueil")).to_be_in_viewport()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_address_that_there_is_not_leads_home(visit: Visit, lang: str) -> None:
    visit.forgiven = ("status of 4",)
    page = visit.page(f"/no/such/page?lang={lang}")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("h1")).to_be_visible()
    page.locator("main a.button--main").click()
    expect(page.locator("#games")).to_be_visible()
