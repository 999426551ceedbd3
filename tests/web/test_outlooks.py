"""What is to be expected of an attack is shown at its target, beside what it is about, and said in full."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.visit import Visit, box

ATTACK = """
() => {
  const lit = [...document.querySelectorAll("svg.board [data-lit]")];
  const enemy = lit.find((node) => /pions? blancs?|Général blanc/.test(node.getAttribute("aria-label")));
  return enemy?.dataset.id ?? "";
}
"""


def begin_an_attack(page: Page) -> str:
    """Choose a group that can attack, and what it attacks; gives the square."""
    for square in page.evaluate(
        "() => [...document.querySelectorAll('svg.board [data-lit]')].map((n) => n.dataset.id)"
    ):
        page.locator(f'svg.board [data-id="{square}"]').dispatch_event("click")
        if target := page.evaluate(ATTACK):
            page.locator(f'svg.board [data-id="{target}"]').dispatch_event("click")
            return str(target)
        page.keyboard.press("Escape")
    raise AssertionError("nobody can attack")


def test_the_odds_of_an_attack_stand_at_its_target(visit: Visit) -> None:
    """MA-10: on the border the groups of a set-up for attack stand face to face."""
    page = visit.at_table(visit.open("maestria", ["me", "me"])["table"])
    page.locator('[data-course="set-up-attack"]').click()
    page.locator('[data-course="set-up-attack"]').click()
    expect(page.locator('#controls [data-touch="end"]')).to_be_visible()
    target = begin_an_attack(page)
    bubble = page.locator(".bubble")
    expect(bubble).to_be_visible()
    assert "%" in bubble.locator(".bubble-figure").inner_text()
    expect(bubble).to_have_attribute("aria-hidden", "true")
    expect(page.locator("#controls .outlook")).to_contain_text("Victoire")  # it is read out there
    x, y, width, height = box(bubble)
    left, top, across, down = box(page.locator(f'svg.board [data-id="{target}"]').first)
    assert x <= left + across / 2 <= x + width  # it points at it
    assert y + height <= top + 8 or y >= top + down - 8  # and does not hide it
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
