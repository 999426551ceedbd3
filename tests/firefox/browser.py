"""A real Firefox, and people at it: driven by WebDriver BiDi, which Firefox speaks by itself, over a WebSocket.

https://www.w3.org/TR/webdriver-bidi/ has its commands and events.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")

PATIENCE = 120
"""Seconds after which something that is waited for does not come any more: many, for machines that are busy."""

LIKES = {
    "intl.accept_languages": "fr-FR, fr",
    "ui.prefersReducedMotion": 1,
    "remote.active-protocols": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""What its profile says: who uses it reads French; and it asks nobody but us."""


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One command after the other; what the pages complain of is noted on the way."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.socket.recv(timeout=PATIENCE))
            if heard["type"] == "event":
                self._note(heard["params"])
            elif heard["id"] == self.number:
                if heard["type"] == "error":
                    raise BrowserError(f"{method}: {heard['error']}: {heard['message']}")
                result: dict[str, Any] = heard["result"]
                return result

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("warn", "error"):
            self.complaints.append(f"{entry['level']}: {entry['text']}")

    def newcomer(self) -> Tab:
        """Somebody with a memory of their own."""
        person = self.send("browser.createUserContext")["userContext"]
        return Tab(self, self.send("browsingContext.create", type="tab", userContext=person)["context"])


class BrowserError(Exception):
    """What was asked of the browser could not be done."""


class Tab:
    """A page, and somebody at it with a mouse."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        self.firefox = firefox
        self.context = context

    def go(self, address: str) -> None:
        self.firefox.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.firefox.send("browsingContext.reload", context=self.context, wait="complete")

    def tell(self, expression: str) -> Any:
        """What an expression comes to on the page."""
        answer = self.firefox.send(
            "script.evaluate", expression=f"JSON.stringify({expression}) ?? 'null'",
            target={"context": self.context}, awaitPromise=True,
        )  # fmt: skip
        if answer["type"] == "exception":
            raise BrowserError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, expression: str) -> Any:
        """Until it comes to something; gives that."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if found := self.tell(expression):
                    return found
            except BrowserError:  # on the way to another page
                pass
            time.sleep(0.05)
        raise AssertionError(f"this does not come: {expression}")

    def press(self, x: float, y: float) -> None:
        """With the mouse, as a person does."""
        mouse = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        actions = [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": mouse}]
        self.firefox.send("input.performActions", context=self.context, actions=actions)

    def click(self, selector: str) -> None:
        """The first that there is, once it can be seen and is not covered."""
        where = self.wait(SPOT.format(selector=json.dumps(selector)))
        self.press(where["x"], where["y"])

    def write(self, selector: str, words: str) -> None:
        self.click(selector)
        keys = [{"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": keys}]
        self.firefox.send("input.performActions", context=self.context, actions=actions)


SPOT = """(() => {{
  const one = [...document.querySelectorAll({selector})].find((each) => each.checkVisibility());
  if (!one || one.disabled) return null;
  one.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ left, top, width, height }} = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return (one.closest("label") ?? one).contains(document.elementFromPoint(x, y)) ? {{ x, y }} : null;
}})()"""


@contextmanager
def opened(program: str, profile: Path) -> Iterator[Firefox]:
    """Firefox without a window, with a profile of its own; it is gone at the end."""
    profile.mkdir(exist_ok=True)
    likes = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in LIKES.items()]
    (profile / "user.js").write_text("".join(likes))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with (profile / "told.txt").open("w+", encoding="utf-8") as told:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told)
        try:
            with connect(f"{_address(process, told.name)}/session", max_size=None, proxy=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait()


def _address(process: subprocess.Popen[bytes], told: str) -> str:
    """Where it listens, once it says so."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", Path(told).read_text(encoding="utf-8")):
            return found[1]
        time.sleep(0.05)
    raise BrowserError(f"Firefox does not listen: {Path(told).read_text(encoding='utf-8')}")
