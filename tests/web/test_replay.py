"""A game that was played, seen again: action by action, in sentences, from one's own side."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visiting
from tests.web.player import Player, by_mouse
from tests.web.test_moments import NOTE_HEADLINES
from tests.web.visit import Visit

NOTATION = re.compile(r"\[[0-9?]\]|\b[a-i][1-9][-x][a-i][1-9]\b")
PLACES = """
() => Object.fromEntries([...document.querySelectorAll("svg.board [data-id]")]
  .map((one) => [one.dataset.id, one.getAttribute("transform")]))
"""


NOTE_STEPS = """
() => {
  const [at, moment] = ["#at", "#moment"].map((id) => document.querySelector(id));
  Object.assign(window, { steps: [], moments: 0 });
  new MutationObserver(() => window.steps.push(!moment.hidden)).observe(at, { childList: true });
  new MutationObserver(() => (window.moments += !moment.hidden)).observe(moment, { attributes: true });
}
"""
"""Whether a moment was shown at each step, and how many were."""


def over(visit: Visit, game: str, seats: list[str], **options: int) -> Page:
    page = visit.at_table(visit.open(game, seats, options=options)["table"])
    Player(page, by_mouse).play_on()
    return page


def resign(page: Page) -> None:
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()


def replayed(page: Page) -> Page:
    page.get_by_role("link", name="Revoir la partie").click()
    expect(page.locator("#lines .story-action").first).to_be_visible()
    expect(page.locator("#line")).to_have_text("Début de la partie")
    return page


def test_replay_goes_from_action_to_action_says_each_in_a_sentence_and_the_game_goes_on_from_there(
    visit: Visit,
) -> None:
    page = replayed(over(visit, "war-of-masters", ["me", "me"], max_turns=4))
    told = page.locator("#lines .story-action").all_text_contents()
    assert told
    assert not any(NOTATION.search(words) for words in told)
    expect(page.locator("#at")).to_have_text(f"0 sur {len(told)}")
    before = page.evaluate(PLACES)
    for number, words in enumerate(told, start=1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#at")).to_have_text(f"{number} sur {len(told)}")
        expect(page.locator("#line")).to_have_text(words)
        expect(page.locator("#lines [aria-current]")).to_have_text(words)
    assert page.evaluate(PLACES) != before
    page.locator("#lines .story-action").first.click()
    expect(page.locator("#line")).to_have_text(told[0])

    # In notation, for who likes that: also at tables.
    page.get_by_role("button", name="Notation").click()
    expect(page.locator("#line")).to_have_text(NOTATION)
    assert page.evaluate("JSON.parse(localStorage.getItem('notation'))") is True
    page.get_by_role("button", name="Notation").click()
    expect(page.locator("#line")).to_have_text(told[0])

    go_on_against_a_bot(page)


def go_on_against_a_bot(page: Page) -> None:
    """After the second action."""
    page.locator("#lines .story-action").nth(1).click()
    expect(page.locator("#at")).to_have_text(re.compile("^2 sur"))
    told = page.locator("#lines .story-action").all_text_contents()[:2]
    page.get_by_role("button", name="Continuer d’ici contre un robot").click()
    page.wait_for_url("**/t/*")
    player = Player(page, by_mouse)
    assert player.wait()
    assert page.locator("#story .story-action").all_text_contents()[:2] == told
    player.play_on()
    page.locator("details.fair summary").click()
    expect(page.locator(".fair-point--well")).to_have_count(8)
    expect(page.locator("details.fair--bad")).to_have_count(0)


def test_replay_opens_from_the_side_of_who_played(visiting: Visiting) -> None:
    ann, bob = visiting("Ann"), visiting("Bob")
    page = ann.at_table(ann.open("master-islands", ["bot", "me"])["table"])
    Player(page, by_mouse).play(2)
    resign(page)
    own = replayed(page)
    expect(own.locator("#viewer")).to_have_value("1")
    mine = own.locator("#lines").inner_text()
    own.locator("#viewer").select_option("")
    expect(own.locator("#lines")).not_to_have_text(mine)
    table = re.search(r"table=([\w-]+)", own.url)
    assert table
    stranger = bob.page(f"/replay?table={table[1]}")
    expect(stranger.locator("#lines .story-action").first).to_be_visible()
    expect(stranger.locator("#viewer")).to_have_value("")


def with_moments(visit: Visit) -> Page:
    """A game in which rounds were revealed is seen again."""
    page = visit.at_table(visit.open("master-citadel", ["me", "bot", "bot", "bot"])["table"])
    Player(page, by_mouse).play(2)
    resign(page)
    return replayed(page)


def at_a_moment(visit: Visit) -> Page:
    page = with_moments(visit)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment")).to_be_visible()
    return page


def test_replay_shows_how_something_came_about_as_the_table_does_and_it_is_skipped_and_seen_again(visit: Visit) -> None:
    """MC-5."""
    page = with_moments(visit)
    page.evaluate(NOTE_HEADLINES.replace("#status", "#line"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment")).to_be_visible()
    expect(page.locator("#moment")).to_be_hidden()
    assert len(set(page.evaluate("() => window.headlines"))) >= 4
    # What came of it is told last.
    expect(page.locator("#line")).to_have_text(page.locator("#lines .story-action").first.text_content() or "?")

    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line")).to_have_text("Début de la partie")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#moment")).to_be_hidden()
    page.locator("#again").click()
    page.locator("#moment").click()
    expect(page.locator("#moment")).to_be_hidden()
    page.locator("#again").focus()  # with the keyboard alone
    page.keyboard.press("Enter")
    expect(page.locator("#moment")).to_be_visible()
    page.locator("#moment").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moment")).to_be_hidden()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")  # who leafs back is not shown it
    expect(page.locator("#line")).to_have_text(page.locator("#lines .story-action").nth(-2).text_content() or "?")
    expect(page.locator("#moment")).to_be_hidden()

    page.keyboard.press("Home")
    expect(page.locator("#at")).to_have_text(re.compile("^0 sur"))
    expect(page.locator("#line")).to_have_text("Début de la partie")
    playing_waits_until_a_moment_was_seen(page)


def playing_waits_until_a_moment_was_seen(page: Page) -> None:
    """From the last but three on: each takes seconds."""
    last = page.locator("#lines .story-action").count()
    begin = max(0, last - 3)
    if begin:  # a short game is seen from its beginning, where it is
        page.locator("#lines .story-action").nth(begin - 1).click()
    expect(page.locator("#at")).to_have_text(f"{begin} sur {last}")
    expect(page.locator("#moment")).to_be_hidden()
    page.evaluate(NOTE_STEPS)
    page.locator("#play").click()
    expect(page.locator("#at")).to_have_text(f"{last} sur {last}")
    seen, during = page.evaluate("() => [window.moments, window.steps.filter((isDuring) => isDuring)]")
    assert seen >= 2
    assert during == []
