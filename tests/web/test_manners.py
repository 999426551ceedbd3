"""Who says what one would rather not read is muted on this device, or reported to the host."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tablier.serve.hatch import ask
from tests.web.conftest import Visiting
from tests.web.test_talk import open_talk
from tests.web.visit import Visit


def two(visiting: Visiting) -> tuple[Visit, Visit, str]:
    ann, bob = visiting("Ann"), visiting("Bob")
    opened = ann.open("war-of-masters", ["me", "link"])
    bob.sit(opened["table"], 1, opened["keys"]["1"])
    return ann, bob, opened["table"]


def say(page: Page, words: str) -> None:
    page.locator(".say-form input").first.fill(words)
    page.keyboard.press("Enter")
    expect(page.locator(".talk-log")).to_contain_text(words)


def test_who_is_muted_is_neither_read_nor_heard_on_this_device_and_is_not_told(visiting: Visiting) -> None:
    ann, bob, table = two(visiting)
    hers, his = ann.at_table(table), bob.at_table(table)
    for page in (hers, his):
        open_talk(page)
    say(his, "Tu joues mal")
    expect(hers.locator(".talk-log")).to_contain_text("Tu joues mal")
    hers.get_by_role("button", name="Ne plus entendre, ou signaler").press("Enter")
    hers.get_by_role("button", name="Ne plus entendre Bob").press("Enter")
    expect(hers.get_by_role("button", name="Entendre à nouveau Bob")).to_be_focused()
    hers.keyboard.press("Escape")
    expect(hers.locator(".talk-log")).not_to_contain_text("Tu joues mal")
    sent = len(bob.heard)
    hers.locator("#tab-story").click()
    say(his, "Et tu te tais")
    say(his, "Alors ?")
    expect(hers.locator("#heard")).to_be_hidden()
    expect(hers.locator("#unread")).to_be_hidden()
    expect(hers.locator("#live")).not_to_contain_text("Alors ?")
    assert not any("mute" in message for message in bob.heard[sent:])

    hers.reload()
    open_talk(hers)
    expect(hers.locator(".talk-log")).not_to_contain_text("Alors ?")
    hers.get_by_role("button", name="Ne plus entendre, ou signaler").click()
    hers.get_by_role("button", name="Entendre à nouveau Bob").click()
    expect(hers.locator(".talk-log")).to_contain_text("Alors ?")


def test_what_was_said_is_reported_and_the_host_reads_it(visiting: Visiting) -> None:
    ann, bob, table = two(visiting)
    hers, his = ann.at_table(table), bob.at_table(table)
    for page in (hers, his):
        open_talk(page)
    say(his, "Tu joues mal")
    expect(hers.locator(".talk-log")).to_contain_text("Tu joues mal")
    heard = len(bob.heard)
    hers.get_by_role("button", name="Ne plus entendre, ou signaler").click()
    hers.get_by_role("button", name="Signaler Bob").click()
    hers.get_by_label("Qu’est-ce qui ne va pas").fill("Il est désagréable")
    hers.get_by_role("button", name="Signaler", exact=True).click()
    expect(hers.get_by_text("C’est transmis. Merci.")).to_be_visible()
    (report,) = (
        one for one in ask(ann.house.store, {"do": "reports"}, "fr")["reports"] if one["table"] == table
    )  # fmt: skip
    assert (report["seat"], report["about"], report["words"]) == (0, 1, "Il est désagréable")
    assert [said["body"] for said in report["said"]] == ["Tu joues mal"]
    hers.keyboard.press("Escape")
    say(hers, "Je préfère jouer")
    expect(his.locator(".talk-log")).to_contain_text("Je préfère jouer")  # whatever was sent before has come by now
    assert not any("report" in message or "désagréable" in message for message in bob.heard[heard:])


def test_against_bots_alone_there_is_nobody_to_mute(visiting: Visiting) -> None:
    ann = visiting("Ann")
    page = ann.at_table(ann.open("war-of-masters", ["me", "bot"])["table"])
    open_talk(page)
    expect(page.locator(".manners")).to_be_hidden()
