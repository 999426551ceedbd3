"""Take a picture of every page: `make screenshots` writes build/screenshots, with all of them on one page, index.html.

Each is taken in both languages, light and dark, on a phone and on a desktop, from a real server with its own store.
Chance and bots are always the same, so that two runs show the same games. Whoever changes a page looks at its pictures.
Also makes docs/pictures/table.png, which the README begins with.
"""

from __future__ import annotations

import os

os.environ["TABLIER_JIT"] = "0"  # before tablier: for some hundred actions nothing is worth compiling

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import count, product
from pathlib import Path
from typing import Any, ClassVar, Literal
from unittest import mock

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, ViewportSize, sync_playwright
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablier.bots import named
from tablier.bots.question import Question
from tablier.engine.registry import find, games
from tablier.serve import run, tables
from tablier.serve.api.limits import Limits

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "screenshots"
PICTURE = ROOT / "docs" / "pictures" / "table.png"
README = "readme"
"""What the README's picture is called among the parts that are wanted."""

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")

LANGUAGES = ("fr", "en")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
SENSIBLE = 12
"""Turns after which bots play anything: thinking takes time."""

ENTROPY = "00112233445566778899aabbccddeeff"


# --- the server, in a process of its own ------------------------------------------------------------------------------


def choose(question: Question) -> str:
    """What a bot does, always the same in the same position: at first often something sensible."""
    position, chance = question.position(), random.Random(f"{question.seat} {question.view!r}")
    if chance.random() < 0.5 or position.turn > SENSIBLE:
        return chance.choice(position.legal(question.seat))
    return named("greedy", position.game, seed=chance.randrange(1000)).choose(position)


class Company:
    """In the place of the processes in which bots think."""

    readiness: ClassVar[dict[str, str]] = {}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def choose(self, question: Question, *asker: Any) -> str:
        return choose(question)

    async def speak(self, question: Question, *asker: Any) -> list[Any]:
        return []

    def forget(self, table: str) -> None: ...


def serve(store: str) -> None:
    ids = (f"screenshots-{number:04}" for number in count())
    mock.patch.object(tables, "new_table", side_effect=ids).start()
    mock.patch.object(tables, "new_fair_secret", return_value="5b" * 32).start()
    mock.patch.object(run, "Pool", return_value=Company()).start()
    run.serve(
        Path(store), "127.0.0.1", 0,
        bot_pause=0, limits=Limits.none(), ready=lambda address: print(address, flush=True),
    )  # fmt: skip


@contextmanager
def server() -> Iterator[str]:
    """Its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", str(Path(folder) / "tables.db")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            yield process.stdout.readline().strip().rstrip("/").replace("localhost", "127.0.0.1")
        finally:
            process.terminate()
            process.wait()


# --- somebody who plays -----------------------------------------------------------------------------------------------


class Player:
    """Opens tables and plays at them, by the interface; pages of the same person are then looked at."""

    def __init__(self, browser: Browser, url: str, name: str) -> None:
        self.context: BrowserContext = browser.new_context(base_url=url)
        self.api: APIRequestContext = self.context.request
        self.name = name
        self.memory: dict[str, dict[str, Any]] = {"invitations": {}, "entropies": {}, "noted": {}}
        """What the pages would have kept in the browser, by table."""
        self.tell("/people", {})

    def tell(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.api.post(f"/api/v1{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def ask(self, path: str) -> Any:
        return self.api.get(f"/api/v1{path}").json()

    def open(self, game: str, seats: str, **wish: Any) -> str:
        """Open a table: `seats` as in "me bot link anyone"."""
        places = [{"who": who, "level": level} for level, who in enumerate(seats.split(), start=2)]
        opened = self.tell("/tables", {"game": game, "seats": places, **wish})
        table: str = opened["table"]
        self.memory["invitations"][table] = opened["keys"]
        names = iter([self.name, "Bruno", "Chloé", "David"])
        for seat, who in enumerate(seats.split()):
            if who == "me":
                self.sit(table, seat, next(names))
        return table

    def key(self, table: str, seat: int) -> str:
        """Of the invitation to a seat."""
        return str(self.memory["invitations"][table][str(seat)])

    def sit(self, table: str, seat: int, name: str, key: str = "") -> None:
        self.tell(f"/tables/{table}/seats/{seat}", {"name": name, "entropy": ENTROPY, **({"key": key} if key else {})})
        self.memory["entropies"].setdefault(table, {})[seat] = ENTROPY

    def play(self, table: str, actions: int) -> str:
        """So many actions of my seats, or to the end of the game; gives the table."""
        while actions and (asked := self._asked(table)):
            seat, (actions, number) = asked[0], (actions - 1, actions)
            look = self.ask(f"/tables/{table}?seat={seat}&show=record")
            first, last = look["events"][0], look["events"][-1]
            view = b64decode(look["now"]["record"])
            action = choose(Question(table, seat, first["game"], first["options"], view, 1))
            self.command(table, seat, do="play", action=action, version=last["version"], id=f"play-{number}")
        self._asked(table)
        self._note(table)
        return table

    def _note(self, table: str) -> None:
        events = {event["kind"]: event for event in self.ask(f"/tables/{table}")["events"]}
        noted = {"commitment": events["opened"]["commitment"], "seal": events["began"]["seal"]}
        self.memory["noted"][table] = noted

    def _asked(self, table: str) -> list[int]:
        """Those of my seats that are to act, when the bots have played; none when the game is over."""
        while True:
            look = self.ask(f"/tables/{table}?after=999999")
            asked = [seat for seat in look["mine"] if seat in look["now"]["pending"]]
            if asked or look["now"]["status"] != "playing":
                return asked
            time.sleep(0.02)

    def command(self, table: str, seat: int, **command: Any) -> None:
        self.tell(f"/tables/{table}/seats/{seat}/commands", {"id": "said", **command})


# --- what is looked at ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot:
    """A page, and what is done on it before its picture is taken."""

    name: str
    path: str
    prepare: Callable[[Page], None] = lambda page: None
    whole: bool = True
    """The whole page, not only what is seen without scrolling."""


def click(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.click()


def wait_for(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.wait_for()


def board(page: Page) -> None:
    page.locator("svg.board [data-id]").first.wait_for(state="attached")


def touch(page: Page) -> None:
    """Make half a choice: touch the first thing that can be."""
    board(page)
    if page.locator("#curtain button").is_visible():
        page.locator("#curtain button").click()
    lit = page.locator("svg.board [data-lit]")
    if lit.count():
        lit.nth(lit.count() // 2).dispatch_event("click")


def talk(page: Page) -> None:
    board(page)
    page.locator("#tab-talk").click()
    page.locator(".offer-controls").first.wait_for(state="attached")
    page.locator("details.more:has(.offer-controls) > summary").click()
    page.locator(".offer-controls select").first.wait_for()


def proof(page: Page) -> None:
    board(page)
    page.locator(".fair > summary").click()
    page.locator(".fair-point--well").nth(4).wait_for()


def seat_words(page: Page) -> None:
    page.locator("#seating h2").wait_for()


def options(page: Page) -> None:
    page.locator("[data-mode] .link:visible").last.click()
    page.locator("#preparing summary").click()


def keys(page: Page) -> None:
    board(page)
    page.keyboard.press("?")


def settings(page: Page) -> None:
    board(page)
    page.locator("#preferences").click()
    page.locator(".likes").wait_for()


def lesson(page: Page) -> None:
    board(page)
    page.locator("#lesson-title:not(.is-waiting)").wait_for()


def replaying(page: Page) -> None:
    board(page)
    page.locator("#fair.note--good").wait_for()
    page.locator("#last").click()
    for _ in range(3):
        page.locator("#previous").click()
    page.wait_for_timeout(300)


MIDDLE = {"maestria": 24, "master-citadel": 4, "master-islands": 9, "war-of-masters": 6}
"""How many actions one has taken in the middle of a game."""

HANDED = "master-islands"
TALKED = "master-citadel"


def shots(ann: Player, guest: Player) -> Iterator[Shot]:
    """All of them; the tables that they show are opened and played first."""
    first = games()[-1]
    guest.open(first, "anyone me", listed=True)
    middle = {name: _open(ann, name) for name in games()}
    for name, table in middle.items():
        ann.play(table, MIDDLE[name])
    over = {name: ann.play(_open(ann, name), 400) for name in games()}
    resigned = _open(ann, first)
    ann.command(resigned, 0, do="resign")
    yield Shot("home", "/", wait_for(".table-line"))
    yield Shot("home-options", "/", options, whole=False)
    for name in games():
        yield Shot(f"{name}-1-begin", f"/t/{_open(ann, name)}", board)
        yield Shot(f"{name}-2-middle", f"/t/{middle[name]}", touch)
        yield Shot(f"{name}-3-end", f"/t/{over[name]}", proof)
    yield Shot("hand-over", f"/t/{ann.open(HANDED, 'me me')}", wait_for("#curtain button"))
    clocked = ann.open(TALKED, "me bot me bot", pace={"kind": "bank", "seconds": 900, "increment": 10})
    yield Shot("hand-over-many", f"/t/{clocked}", wait_for("#curtain button"))
    yield Shot("talk", f"/t/{_talked(ann, guest)}", talk)
    yield Shot("seating-host", f"/t/{ann.open(TALKED, 'me link anyone link')}", seat_words)
    invited = guest.open(first, "me link")
    yield Shot("seating-guest", f"/t/{invited}#seat=1&key={guest.key(invited, 1)}", seat_words)
    yield Shot("resigned", f"/t/{resigned}", board)
    yield Shot("keys", f"/t/{middle[first]}", keys, whole=False)
    yield Shot("settings", f"/t/{middle[first]}", settings, whole=False)
    yield Shot("nowhere", "/t/nowhere-nowhere-", wait_for("#hint > *"))
    yield Shot("no-page", "/no/such/page", wait_for(".nowhere"))
    for name in games():
        yield Shot(f"{name}-rules", f"/rules/{name}", wait_for("#rules h2"))
        yield Shot(f"{name}-learn", f"/learn/{name}", lesson)
        yield Shot(f"{name}-replay", f"/replay?table={over[name]}", replaying)
    yield Shot("replay-open", "/replay", wait_for("#opening"))
    yield Shot("mine", "/mine", wait_for(".played"))


def _open(ann: Player, game: str) -> str:
    seats = len(find(game).seats(find(game).settle({})))
    return ann.open(game, " ".join(["me"] + ["bot"] * (seats - 1)))


def _talked(ann: Player, guest: Player) -> str:
    """Two people and two bots have said something; a discussion is on, with a limit."""
    table = ann.open(TALKED, "me link bot bot", discussion=1800, options={"variant": "open"})
    guest.sit(table, 1, "Bruno", ann.key(table, 1))
    ann.command(table, 0, do="say", kind="text", body="Bonjour à tous ! On monte vers le nord ?")
    guest.command(table, 1, do="say", kind="gesture", body="yes")
    offered = list(guest.ask(f"/tables/{table}/seats/1/offers"))
    guest.command(table, 1, do="say", kind="offer", body=offered[len(offered) // 2], id="offer")
    return table


# --- taking them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    lang: str
    theme: Literal["light", "dark"]
    size: str

    @property
    def folder(self) -> str:
        return f"{self.size}-{self.theme}-{self.lang}"


def visit(browser: Browser, url: str, ann: Player, look: Look) -> BrowserContext:
    """Somebody known as Ann, who likes it so."""
    context = browser.new_context(
        base_url=url, storage_state=ann.context.storage_state(), viewport=SIZES[look.size],
        locale={"fr": "fr-FR", "en": "en-GB"}[look.lang], color_scheme=look.theme,
        reduced_motion="reduce", has_touch=look.size == "phone", is_mobile=look.size == "phone",
        device_scale_factor=1,
    )  # fmt: skip
    kept = {name: json.dumps(value) for name, value in [("name", ann.name), *ann.memory.items()]}
    context.add_init_script(f"for (const [k, v] of Object.entries({json.dumps(kept)})) localStorage.setItem(k, v)")
    context.set_default_timeout(10_000)
    return context


def take(context: BrowserContext, shot: Shot) -> bytes:
    page = context.new_page()
    page.goto(shot.path)
    shot.prepare(page)
    page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)
    picture = page.screenshot(full_page=shot.whole)
    page.close()
    return picture


def keep(picture: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture)


def contact_sheet(names: list[str], looks: list[Look]) -> None:
    """All pictures on one page, a row for each shot."""
    rows = []
    for name in names:
        cells = [
            f'<figure><a href="{look.folder}/{name}.png"><img src="{look.folder}/{name}.png" loading="lazy" alt=""></a>'
            f"<figcaption>{look.folder}</figcaption></figure>"
            for look in looks
        ]
        rows.append(f"<h2>{name}</h2><div>{''.join(cells)}</div>")
    style = (
        "body{font:14px sans-serif;margin:16px}div{display:flex;gap:8px;overflow-x:auto}figure{margin:0}"
        "img{height:320px;border:1px solid #999}"
    )
    head = f'<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>{style}</style>'
    (BUILD / "index.html").write_text(head + "".join(rows), encoding="utf-8")


def shoot(wanted: list[str]) -> None:
    looks = [Look(*look) for look in product(LANGUAGES, THEMES, SIZES)]
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with server() as url, sync_playwright() as playwright, Progress(*columns) as progress:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        task = progress.add_task("games are played", total=None)
        ann, guest = Player(browser, url, "Alice"), Player(browser, url, "Bruno")
        every = list(shots(ann, guest))
        chosen = [shot for shot in every if not wanted or any(part in shot.name for part in wanted)]
        if not wanted or README in wanted:
            keep_first_picture(browser, url, ann, every)
        progress.update(task, total=len(chosen) * len(looks), description="pictures are taken")
        for look in looks:
            context = visit(browser, url, ann, look)
            for shot in chosen:
                progress.update(task, description=f"{look.folder} {shot.name}"[:48].ljust(48))
                keep(take(context, shot), BUILD / look.folder / f"{shot.name}.png")
                progress.advance(task)
            context.close()
        browser.close()
    if chosen:
        contact_sheet([shot.name for shot in chosen], looks)
        print(BUILD / "index.html")


def keep_first_picture(browser: Browser, url: str, ann: Player, every: list[Shot]) -> None:
    """For the README: a game in play, in English as the README is, as large as a screen."""
    context = visit(browser, url, ann, Look("en", "light", "desktop"))
    shot = next(shot for shot in every if shot.name == f"{games()[-1]}-2-middle")
    picture = take(context, Shot(shot.name, shot.path, shot.prepare, whole=False))
    PICTURE.parent.mkdir(exist_ok=True)
    Image.open(BytesIO(picture)).convert("RGB").save(PICTURE, optimize=True)  # as small as it can be, and the same
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a picture of every page.")
    parser.add_argument("parts", nargs="*", help=f"only pages whose name has one of these in it; {README}")
    parser.add_argument("--serve", metavar="STORE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
    else:
        shoot(arguments.parts)


if __name__ == "__main__":
    main()
