"""The pages behind a real proxy: by https, under a name, with a WebSocket."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.serve.hosting import ENTROPY
from tests.serve.proxies import NAME, Caddy, Nginx, Proxied, Proxy, found
from tests.web.conftest import NAMES
from tests.web.player import COUNT_PLAYS, Player, by_mouse
from tests.web.visit import PATIENCE

OPEN = """async (entropy) => {
    // As the page itself does, or with it: two questions at once would be two people.
    await (await import("/web/js/server.js")).introduce();
    const tell = async (path, body) => (await fetch("/api/v1" + path, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const seats = [{ who: "me" }, { who: "bot", level: 1 }];
    const { table } = await tell("/tables", { game: "war-of-masters", seats });
    await tell(`/tables/${table}/seats/0`, { name: "Ann", entropy });
    return table;
}"""


@pytest.fixture
def named(browser: Browser) -> Iterator[Browser]:
    """A browser for which the name of the configuration is this machine."""
    program = next(filter(None, map(shutil.which, NAMES)))
    named = browser.browser_type.launch(
        executable_path=program, args=[f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )  # fmt: skip
    yield named
    named.close()


def page_of(browser: Browser, proxy: Proxy) -> tuple[Page, list[str]]:
    context = browser.new_context(
        base_url=f"https://{NAME}:{proxy.port}", ignore_https_errors=True, locale="fr-FR", reduced_motion="reduce",
    )  # fmt: skip
    context.set_default_timeout(PATIENCE)
    context.add_init_script(COUNT_PLAYS)
    complaints: list[str] = []
    context.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    return context.new_page(), complaints


@pytest.fixture(params=[Caddy, Nginx], ids=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    found(request.param.program)  # before anything runs that would have to be stopped
    server = Proxied(tmp_path / "tables.db")
    proxy: Proxy = request.param(tmp_path, server.url.removeprefix("http://"))
    yield proxy
    proxy.stop()
    server.stop()


def test_a_game_is_played_in_a_browser_behind_a_proxy(named: Browser, proxy: Proxy) -> None:
    page, complaints = page_of(named, proxy)
    page.goto("/")
    assert page.evaluate("isSecureContext")
    table = page.evaluate(OPEN, ENTROPY)
    page.goto(f"/t/{table}")
    page.locator("svg.board [data-id]").first.wait_for(state="attached")
    Player(page, by_mouse).play()
    expect(page.locator("#story .story-turn")).not_to_have_count(0)
    assert complaints == []
    page.context.close()
