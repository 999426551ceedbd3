"""What people see on the page when the host acts."""

from __future__ import annotations

from playwright.sync_api import expect

from tablier.serve.hatch import ask
from tests.web.conftest import Visiting


def test_people_read_that_the_host_has_ended_their_game(visiting: Visiting) -> None:
    ann = visiting("Ann")
    table = ann.open("war-of-masters", ["me", "bot"])["table"]
    page = ann.at_table(table)
    ask(ann.house.store, {"do": "end", "table": table}, "fr")
    expect(page.locator("#ending")).to_contain_text("L’hôte de ce serveur a mis fin à la partie.")


def test_people_read_that_the_host_has_removed_their_table(visiting: Visiting) -> None:
    ann = visiting("Ann")
    table = ann.open("war-of-masters", ["me", "bot"])["table"]
    page = ann.at_table(table)
    ask(ann.house.store, {"do": "forget", "table": table}, "fr")
    expect(page.locator("#status")).to_have_text("L’hôte de ce serveur a supprimé cette table.")
    expect(page.locator("#connection")).not_to_contain_class("connection--lost")
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#hint a")).to_have_attribute("href", "/")


def test_a_banned_person_reads_so(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    bob.forgiven = ("403",)
    opened = ann.open("war-of-masters", ["me", "link"])
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    page = bob.at_table(opened["table"])
    ask(ann.house.store, {"do": "ban", "who": f"{opened['table']}/1"}, "fr")
    expect(page.locator("#status")).to_have_text("L’hôte de ce serveur ne souhaite plus vous y voir.")
    page.reload()
    expect(page.locator("body")).to_have_text("L’hôte de ce serveur ne souhaite plus vous y voir.")
