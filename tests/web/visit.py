"""Somebody at a browser of their own, and what that browser sends, hears and complains of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
)

from tablier.serve.identity import COOKIE
from tests.serve.hosting import ENTROPY
from tests.serve.visiting import Person
from tests.web.house import House
from tests.web.player import COUNT_PLAYS

WIDE = {"width": 1280, "height": 800}
PATIENCE = 120_000
"""Milliseconds after which something that is waited for does not come any more: many, for machines that are busy."""


class Visit:
    """A browser with a memory of its own. Whatever goes wrong in it is a fault, and seen at the end of the test."""

    def __init__(self, browser: Browser, house: House, name: str = "Ann", **how: Any) -> None:
        self.house, self.name = house, name
        settings = {"locale": "fr-FR", "viewport": WIDE, "reduced_motion": "reduce", "color_scheme": "light", **how}
        self.context = browser.new_context(base_url=house.url, **settings)
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        """What the console complained of, and requests to other hosts."""
        self.forgiven: tuple[str, ...] = ()
        """Complaints with this in them are what the test is about: whenever they come, they are no faults."""
        self.sent: list[str] = []
        """What went out over sockets."""
        self.heard: list[str] = []
        """What came in over sockets."""
        self.responses: list[Response] = []
        self.context.add_init_script(COUNT_PLAYS)
        self.context.on("console", self._note_complaint)
        self.context.on("weberror", lambda problem: self.faults.append(str(problem.error)))
        self.context.on("request", self._note_request)
        self.context.on("response", self._note_response)
        self.context.on("page", lambda page: page.on("websocket", self._listen))

    # --- noting

    def _note_complaint(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _note_request(self, request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme not in ("data", "blob") and where.netloc != urlsplit(self.house.url).netloc:
            self.faults.append(f"asked another host: {request.url}")

    def _note_response(self, response: Response) -> None:
        self.responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.house.url).netloc:
            self.faults.append(f"asked another host: {socket.url}")
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    # --- going about

    def page(self, path: str) -> Page:
        page = self.context.new_page()
        page.goto(path)
        return page

    def open(self, game: str, seats: Sequence[str], **more: Any) -> dict[str, Any]:
        """Open a table as the person that this browser is known as; sit on the seats that are `me`."""
        self._tell("/people", {})
        places = [{"who": who, "level": 1} for who in seats]
        opened: dict[str, Any] = self._tell("/tables", {"game": game, "seats": places, **more})
        for seat, who in enumerate(seats):
            if who == "me":
                self.sit(opened["table"], seat, name=f"{self.name} {seat}" if seats.count("me") > 1 else self.name)
        return opened

    def sit(self, table: str, seat: int, key: str = "", name: str = "") -> None:
        self._tell("/people", {})
        sitting = {"name": name or self.name, "entropy": ENTROPY, **({"key": key} if key else {})}
        self._tell(f"/tables/{table}/seats/{seat}", sitting)

    def _tell(self, path: str, body: Mapping[str, Any]) -> Any:
        answer = self.context.request.post(self.house.api + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def person(self) -> Person:
        """The same person without the browser, to hear what a seat hears."""
        person = Person(self.house, self.name)
        person.secret = next(str(kept["value"]) for kept in self.context.cookies() if kept["name"] == COOKIE)
        return person

    def at_table(self, table: str) -> Page:
        """The table's page, with a board on it."""
        page = self.page(f"/t/{table}")
        page.locator("svg.board [data-id]").first.wait_for(state="attached")
        return page

    def traffic(self) -> str:
        """All that this browser received: over sockets, and in answers to requests."""
        bodies = []
        for response in self.responses:
            try:
                bodies.append(response.text())
            except (Error, UnicodeDecodeError):  # without a body, or gone with its page
                continue
        return "\n".join([*self.heard, *bodies])

    def memory(self, page: Page) -> str:
        """What the browser keeps for the page."""
        kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
        return str(page.evaluate(kept))

    def close(self) -> list[str]:
        """Go; the faults that are not forgiven."""
        self.context.close()
        return [fault for fault in self.faults if not any(part in fault for part in self.forgiven)]


def status(page: Page) -> str:
    return str(page.evaluate("document.body.dataset.status"))


def story(page: Page) -> list[str]:
    """The turns that have been told, each as its words."""
    lines = page.locator("#story .story-turn:not([hidden]) .story-words").all_text_contents()
    return [re.sub(r"\s+", " ", line).strip() for line in lines]


def box(board: Locator) -> tuple[float, float, float, float]:
    found = board.bounding_box()
    assert found
    return found["x"], found["y"], found["width"], found["height"]
