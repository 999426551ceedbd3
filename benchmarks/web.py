"""Measure the pages in a real browser, with the server on the same machine.

    python -m benchmarks.web              everything, some ten minutes
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.serve.server import GAME, PROGRAM, Server
from tablier.arena.machine import circumstances
from tablier.engine.registry import find, games

RESULTS = Path(__file__).parent / "results" / "web.json"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
WITHOUT_BOTS = PROGRAM.replace("games=[sys.argv[3]]", "games=[]")
"""Nobody plays against them here, and their getting ready would take the processor."""

ENTROPY = "00112233445566778899aabbccddeeff"

FIRST_PAGE = 300
"""Kilobytes over the wire, at most: with covers and fonts."""

TABLE_PAGE = 400
"""The same for a table."""

PER_ACTION = 10
"""Kilobytes that a seat is sent for an action, at most."""

USABLE_WITHIN = 1000
"""Milliseconds until a table can be touched, at most."""

DELAY = 100
"""Milliseconds from a click to an answer, at most."""

LONG_FRAME = 50
"""Milliseconds of a frame that is seen to be late."""

LATE = 5
"""Frames of a hundred that may be, while something is dragged."""

SLOW = 4
"""By how much the browser's processor is slowed down, to stand for a cheap phone."""

REPEATS = 5
"""How often something is dragged, and how many games are touched: a machine is busy with other things too."""

TOUCHES = 12

SENT = 40
"""Actions whose news are weighed."""

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


ANSWERS = """
globalThis.answers = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === "pointerup") answers.push(duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
"""Notes the time from letting a button go to the next frame that is painted, as the browser itself measures it."""

FRAMES = """
() => {
  globalThis.frames = [];
  let last = performance.now();
  const note = (now) => {
    frames.push(now - last);
    last = now;
    globalThis.noting = requestAnimationFrame(note);
  };
  globalThis.noting = requestAnimationFrame(note);
}
"""
"""Notes how long each frame takes, until it is told to end."""


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

    def open(self, context: BrowserContext, game: str = GAME, options: dict[str, Any] | None = None) -> str:
        """A table where all seats are of the same person."""
        options = LONG_GAME if options is None else options
        seats = range(len(find(game).seats(find(game).settle(options))))
        wish = {"game": game, "seats": [{"who": "me"} for _ in seats], "options": options}
        table: str = context.request.post("/api/v1/tables", data=wish).json()["table"]
        for seat in seats:
            sitting = {"name": f"Ann {seat}", "entropy": ENTROPY}
            context.request.post(f"/api/v1/tables/{table}/seats/{seat}", data=sitting)
        return table

    def go(self, context: BrowserContext, path: str, ready: str) -> Page:
        page = context.new_page()
        page.goto(path)
        page.locator(ready).first.wait_for(state="attached")
        return page

    def slowed(self, page: Page, times: int) -> None:
        """Slow the browser's processor down for a page."""
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})

    def steps(self, what: str, wanted: int) -> Iterator[int]:
        task = self.progress.add_task(what, total=wanted)
        for step in range(wanted):
            yield step
            self.progress.advance(task)
        self.progress.remove_task(task)

    def steps_over(self, what: str, things: Sequence[str]) -> Iterator[str]:
        for step in self.steps(what, len(things)):
            yield things[step]


LIT = "svg.board [data-lit]"
TOUCHABLE = "svg.board [data-lit], #controls [data-lit], #curtain button"
LONG_GAME = {"goal": "all", "max_turns": 1000}


# --- the figures ------------------------------------------------------------------------------------------------------


def weight(house: House) -> Iterator[Figure]:
    """What goes over the wire when somebody comes for the first time."""
    yield Figure("first page, over the wire", _weigh(house, "/", ".game .play"), "KB", FIRST_PAGE)
    for game in house.steps_over("tables are weighed", games()):
        table = house.open(house.visit(), game, {})
        weighs = _weigh(house, f"/t/{table}", "svg.board [data-id]")
        yield Figure(f"table page of {game}, over the wire", weighs, "KB", TABLE_PAGE)


def action(house: House) -> Iterator[Figure]:
    """What a seat is sent for each action of anybody, before it is compressed."""
    for game in house.steps_over("actions are weighed", games()):
        sizes = _sizes(house, game)
        yield Figure(f"sent for an action of {game}, 50 of 100", median(sizes), "KB", PER_ACTION)
        yield Figure(f"sent for an action of {game}, 95 of 100", quantiles(sizes, n=20)[-1], "KB")


def _sizes(house: House, game: str) -> list[float]:
    """One sits at seat 0 and listens; who plays is the same person, elsewhere."""
    context = house.visit()
    table = house.open(context, game, {})
    page = context.new_page()
    sizes: list[float] = []
    heard = page.context.new_cdp_session(page)
    heard.send("Network.enable")
    page.goto(f"/t/{table}")
    page.locator("svg.board [data-id]").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    heard.on("Network.webSocketFrameReceived", lambda told: _note_size(told, sizes))
    for step in range(8 if house.quick else SENT):
        if not _act(context, table, step):
            break
    page.wait_for_timeout(500)
    context.close()
    return sizes


def _note_size(told: dict[str, Any], sizes: list[float]) -> None:
    """Of the news of an action; each of the seats hears them."""
    payload = told["response"]["payloadData"]
    if '"acted"' in payload:
        sizes.append(len(payload.encode()) / 1000)


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
    yield Figure("table page usable, first visit", median(cold), "ms", USABLE_WITHIN)
    yield Figure("table page usable, later visits", median(warm), "ms", USABLE_WITHIN)


def click(house: House) -> Iterator[Figure]:
    """From letting a button go to the first frame in which the piece has moved."""
    for times in (1, SLOW):
        context, chance = house.visit(), random.Random(1)
        page = house.go(context, f"/t/{house.open(context)}", LIT)
        house.slowed(page, times)
        page.evaluate(MOVING)
        for _ in house.steps("pieces are moved", 5 if house.quick else MOVES):
            _move(page, chance)
        delays: list[float] = page.evaluate("delays")
        context.close()
        what = f"from a click to the piece moving{_slowly(times)}"
        yield Figure(f"{what}, 50 of 100", median(delays), "ms", DELAY)
        yield Figure(f"{what}, 95 of 100", quantiles(delays, n=20)[-1], "ms", DELAY if times == 1 else None)
        yield Figure(f"moves measured{_slowly(times)}", len(delays))


def _slowly(times: int) -> str:
    return "" if times == 1 else f", processor slowed {times} times"


def touch(house: House) -> Iterator[Figure]:
    """In every game: from letting a button go to the next frame, whatever was touched."""
    for times in (1, SLOW):
        for game in games():
            answers = _answers(house, game, times)
            what = f"a touch answered in {game}{_slowly(times)}"
            yield Figure(f"{what}, 50 of 100", median(answers), "ms", DELAY)
            yield Figure(f"{what}, 95 of 100", quantiles(answers, n=20)[-1], "ms")


def _answers(house: House, game: str, times: int) -> list[float]:
    """Those under 16 ms the browser does not tell, and they count as that."""
    answers: list[float] = []
    for number in house.steps(f"{game} is touched{_slowly(times)}", 1 if house.quick else REPEATS):
        context, chance = house.visit(reduced_motion="reduce"), random.Random(number)
        page = house.go(context, f"/t/{house.open(context, game, {})}", TOUCHABLE)
        house.slowed(page, times)
        page.evaluate(ANSWERS)
        for _ in range(TOUCHES):
            _touch(page, chance)
        page.wait_for_timeout(300)
        told: list[float] = page.evaluate("answers")
        answers += told + [16.0] * (TOUCHES - len(told))
        context.close()
    return answers


def _touch(page: Page, chance: random.Random) -> None:
    if page.locator("#moment").is_visible():
        page.keyboard.press("Escape")
    page.wait_for_function(f"() => document.querySelector({TOUCHABLE!r})")
    seen = [one for one in page.locator(TOUCHABLE).all() if one.is_visible()]
    if seen:
        chance.choice(seen).click(force=True)


def drag(house: House) -> Iterator[Figure]:
    """How even the frames are while something is carried over the board, in the games in which that can be."""
    for times in (1, SLOW):
        for game in games():
            idle, dragging = _frames(house, game, times)
            if dragging:
                what = f"dragging in {game}{_slowly(times)}"
                yield Figure(f"{what}: frames over {LONG_FRAME} ms, of 100", _late(dragging), "", LATE)
                yield Figure(f"{what}: a frame, 50 of 100", median(dragging), "ms", LONG_FRAME)
                yield Figure(f"{what}: frames over {LONG_FRAME} ms while nothing moves, of 100", _late(idle))


def _late(frames: list[float]) -> float:
    return 100 * sum(frame > LONG_FRAME for frame in frames) / len(frames)


def _frames(house: House, game: str, times: int) -> tuple[list[float], list[float]]:
    """While nothing moves, which tells how busy the machine is with other things; and while something is dragged."""
    context = house.visit()
    page = house.go(context, f"/t/{house.open(context, game, {})}", TOUCHABLE)
    idle: list[float] = []
    dragging: list[float] = []
    if page.locator("#curtain button").is_visible():
        page.locator("#curtain button").click()
    page.wait_for_timeout(1000)
    if page.locator(LIT).count():
        house.slowed(page, times)
        for _ in house.steps(f"something is dragged in {game}{_slowly(times)}", 1 if house.quick else REPEATS):
            idle += _idle(page)
            dragging += _drag(page)
    context.close()
    return idle, dragging


def _idle(page: Page) -> list[float]:
    page.evaluate(FRAMES)
    page.wait_for_timeout(1000)
    return _noted(page)


def _noted(page: Page) -> list[float]:
    frames: list[float] = page.evaluate("() => { cancelAnimationFrame(noting); return frames; }")
    return frames[2:]  # before them it was told to note


def _drag(page: Page) -> list[float]:
    """Carry the last thing that can be touched around the board, and back to where it was."""
    held, board = page.locator(LIT).last.bounding_box(), page.locator("svg.board").bounding_box()
    assert held
    assert board
    home = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(*home)
    page.mouse.down()
    page.evaluate(FRAMES)
    for x, y in ((0.2, 0.2), (0.8, 0.3), (0.3, 0.8)):
        page.mouse.move(board["x"] + x * board["width"], board["y"] + y * board["height"], steps=25)
    page.mouse.move(*home, steps=25)
    frames = _noted(page)
    page.mouse.up()
    page.keyboard.press("Escape")
    return frames


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
    "action": action,
    "arrival": arrival,
    "click": click,
    "touch": touch,
    "drag": drag,
    "heap": heap,
}


# --- the program ------------------------------------------------------------------------------------------------------


@contextmanager
def house(console: Console, quick: bool) -> Iterator[House]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db", WITHOUT_BOTS)
        try:
            asyncio.run(server.start())
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
