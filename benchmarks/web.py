"""Measure the pages in a real browser, with the server on the same machine.

    python -m benchmarks.web              everything, some two minutes
    python -m benchmarks.web weight click only these
    python -m benchmarks.web --quick      few moves and actions, to see that it works; nothing is kept

What is found is kept in benchmarks/results/web.json, with the machine and the commit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.serve.server import GAME, Server
from tablier.arena.machine import circumstances

RESULTS = Path(__file__).parent / "results" / "web.json"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
ENTROPY = "00112233445566778899aabbccddeeff"

FIRST_PAGE = 300
"""Kilobytes over the wire, at most: with covers and fonts."""

TABLE_PAGE = 400
"""The same for a table."""

DELAY = 100
"""Milliseconds from a click to the piece moving, at most."""

GROWTH = 1000
"""Kilobytes that a page's heap may grow in an hour of play: what the game itself has grown by is some dozens."""

VISITS = 9
MOVES = 40
HOUR = 400
"""Actions in an hour of play: one in nine seconds."""

USABLE = """
const look = () => {
  if (document.querySelector("svg.board [data-lit]")) globalThis.usable = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes when there is something to touch."""

MOVING = """
globalThis.delays = [];
addEventListener("pointerup", (event) => {
  if (!document.querySelector(".halo--chosen")) return; // the first touch moves nothing
  const places = () => [...document.querySelectorAll("svg.board [data-id]")].map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return `${x} ${y}`;
  }).join();
  const before = places();
  let isSent = false;
  const look = (time) => {
    isSent ||= !document.querySelector("svg.board [data-lit]");
    if (!isSent) return; // something has to follow
    if (places() !== before) delays.push(performance.now() - event.timeStamp);
    else if (time - event.timeStamp < 2000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, { capture: true });
"""
"""Notes the time from each click that ends a choice to the first frame in which something stands elsewhere."""


@dataclass(frozen=True)
class Figure:
    """One figure."""

    what: str
    found: float
    unit: str = ""
    most: float | None = None

    @property
    def asked(self) -> str:
        return "" if self.most is None else f"at most {self.most:g}"

    @property
    def verdict(self) -> str:
        if self.most is None:
            return ""
        return "yes" if self.found <= self.most else "NO"


@dataclass
class House:
    """A server, a browser, and somebody who sits on both sides of every table."""

    browser: Browser
    url: str
    progress: Progress
    quick: bool

    def visit(self, **how: Any) -> BrowserContext:
        context = self.browser.new_context(base_url=self.url, viewport={"width": 1280, "height": 800}, **how)
        context.request.post("/api/v1/people")
        return context

    def open(self, context: BrowserContext) -> str:
        wish = {"game": GAME, "seats": [{"who": "me"}, {"who": "me"}], "options": {"goal": "all", "max_turns": 1000}}
        table: str = context.request.post("/api/v1/tables", data=wish).json()["table"]
        for seat in (0, 1):
            sitting = {"name": f"Ann {seat}", "entropy": ENTROPY}
            context.request.post(f"/api/v1/tables/{table}/seats/{seat}", data=sitting)
        return table

    def go(self, context: BrowserContext, path: str, ready: str) -> Page:
        page = context.new_page()
        page.goto(path)
        page.locator(ready).first.wait_for(state="attached")
        return page

    def steps(self, what: str, wanted: int) -> Iterator[int]:
        task = self.progress.add_task(what, total=wanted)
        for step in range(wanted):
            yield step
            self.progress.advance(task)
        self.progress.remove_task(task)


LIT = "svg.board [data-lit]"


# --- the figures ------------------------------------------------------------------------------------------------------


def weight(house: House) -> Iterator[Figure]:
    """What goes over the wire when somebody comes for the first time."""
    yield Figure("first page, over the wire", _weigh(house, "/", ".game .play"), "KB", FIRST_PAGE)
    with_table = house.visit()
    table = house.open(with_table)
    yield Figure("table page, over the wire", _weigh(house, f"/t/{table}", "svg.board [data-id]"), "KB", TABLE_PAGE)


def _weigh(house: House, path: str, ready: str) -> float:
    context = house.visit()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    session.on(
        "Network.webSocketFrameReceived", lambda told: sizes.append(len(told["response"]["payloadData"].encode()))
    )
    page.goto(path)
    page.locator(ready).first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes) / 1000


def arrival(house: House) -> Iterator[Figure]:
    """From opening the address to something that can be touched."""
    cold, warm = list[float](), list[float]()
    for _ in house.steps("somebody comes to a table", 3 if house.quick else VISITS):
        context = house.visit()
        table = house.open(context)
        context.add_init_script(USABLE)
        for times in (cold, warm):
            page = house.go(context, f"/t/{table}", LIT)
            times.append(page.wait_for_function("() => globalThis.usable").json_value())
            page.close()
        context.close()
    yield Figure("table page usable, first visit", median(cold), "ms")
    yield Figure("table page usable, later visits", median(warm), "ms")


def click(house: House) -> Iterator[Figure]:
    """From letting a button go to the first frame in which the piece has moved."""
    context, chance = house.visit(), random.Random(1)
    page = house.go(context, f"/t/{house.open(context)}", LIT)
    page.evaluate(MOVING)
    for _ in house.steps("pieces are moved", 5 if house.quick else MOVES):
        _move(page, chance)
    delays: list[float] = page.evaluate("delays")
    context.close()
    yield Figure("from a click to the piece moving, 50 of 100", median(delays), "ms")
    yield Figure("from a click to the piece moving, 95 of 100", quantiles(delays, n=20)[-1], "ms", DELAY)
    yield Figure("moves measured", len(delays))


def _move(page: Page, chance: random.Random) -> None:
    """Touch something, and something that can follow; then wait until all stands still."""
    for _ in ("from", "to"):
        page.wait_for_function("() => document.querySelector('svg.board [data-lit]')")
        lit = page.locator(LIT)
        lit.nth(chance.randrange(lit.count())).click(force=True)
    page.wait_for_timeout(600)


def heap(house: House) -> Iterator[Figure]:
    """An hour of play, in a hurry: does the page's memory grow?"""
    context = house.visit()
    table = house.open(context)
    page = house.go(context, f"/t/{table}", LIT)
    session = context.new_cdp_session(page)
    actions = 60 if house.quick else HOUR
    kilobytes, nodes = [], []
    warm = actions // 8
    for step in house.steps("an hour of play", actions):
        if not _act(context, table, step):
            break
        if step >= warm and step % (actions // 8) == 0:
            page.wait_for_timeout(800)
            kilobytes.append(_heap(session))
            nodes.append(_nodes(session))
    context.close()
    yield Figure("actions of the game", step + 1)
    yield Figure("heap of the page after the first minutes", kilobytes[0], "KB")
    yield Figure("heap of the page at the end", kilobytes[-1], "KB")
    yield Figure("growth of the heap in an hour of play", kilobytes[-1] - kilobytes[0], "KB", GROWTH)
    yield Figure("elements of the page after the first minutes", nodes[0])
    yield Figure("elements of the page at the end", nodes[-1])


def _act(context: BrowserContext, table: str, step: int) -> bool:
    """Whoever is to act does something that takes nothing, if it can be; false: the game is over."""
    look = context.request.get(f"/api/v1/tables/{table}?after=99999").json()
    if not look["now"]["pending"]:
        return False
    seat = look["now"]["pending"][0]
    look = context.request.get(f"/api/v1/tables/{table}?seat={seat}&show=legal").json()
    legal = look["now"]["legal"]
    quiet = [action for action in legal if "x" not in action] or legal
    action = random.Random(step).choice(quiet)
    wish = {"id": f"act-{step}", "do": "play", "action": action, "version": look["events"][-1]["version"]}
    context.request.post(f"/api/v1/tables/{table}/seats/{seat}/commands", data=wish)
    return True


def _heap(session: CDPSession) -> float:
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1000


def _nodes(session: CDPSession) -> int:
    return int(session.send("Memory.getDOMCounters")["nodes"])


NAMES: dict[str, Callable[[House], Iterator[Figure]]] = {
    "weight": weight,
    "arrival": arrival,
    "click": click,
    "heap": heap,
}


# --- the program ------------------------------------------------------------------------------------------------------


@contextmanager
def house(console: Console, quick: bool) -> Iterator[House]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db")
        try:
            asyncio.run(server.start())
            asyncio.run(server.until_bots_are_ready())
            with sync_playwright() as playwright, Progress(*columns, console=console, transient=True) as progress:
                chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                yield House(browser, server.url, progress, quick)
                browser.close()
        finally:
            server.kill()


def keep(name: str, figures: list[Figure], busy: float) -> None:
    """Write down what was found; what was found of the others before stays."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    told = [asdict(figure) | {"holds": figure.verdict} for figure in figures]
    kept[name] = {**circumstances(), "busy": busy, "figures": told}
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Measure, print and keep; the exit code says whether every figure holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description="Measure the pages.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="few moves and actions; keep nothing")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    console = Console()
    table = Table("what", "found", "asked", "")
    found = []
    with house(console, arguments.quick) as at:
        for name in arguments.names or NAMES:
            busy = round(os.getloadavg()[0], 2)  # what wanted a core before we began makes delays longer
            figures = list(NAMES[name](at))
            found += figures
            if not arguments.quick:
                keep(name, figures, busy)
    for figure in found:
        table.add_row(figure.what, f"{figure.found:,.1f} {figure.unit}".rstrip(), figure.asked, figure.verdict)
    console.print(table)
    return 1 if any(figure.verdict == "NO" for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
