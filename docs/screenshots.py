"""Take pictures of a first game and of every page: `make screenshots` writes build/screenshots/index.html.

    python docs/screenshots.py                    everything; what was taken of the same sources is not taken again
    python docs/screenshots.py maestria           one game in all its modes
    python docs/screenshots.py maestria-battle    one mode; with --look phone-fr, only so
    python docs/screenshots.py pages              the pages beside a game
    python docs/screenshots.py readme             docs/pictures/table.png, which the README begins with
    python docs/screenshots.py walk               those of docs/walk.md, of what was taken before

Somebody walks as a new player does (walk.py), on a phone and on a desktop, in both languages, partly in the dark.
Chance and bots are always the same (stage.py): two runs show the same games. Whoever changes a page looks at pictures.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from past import Past
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from stage import Player, server
from walk import Look, Walk

from tablier.engine.registry import find, games

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
PICTURE = PICTURES / "table.png"
README = "readme"
WALK = "walk"
PAGES = "pages"

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

WIDTHS = {"desktop": 960, "phone": 320}
"""Pixels of the pictures of docs/walk.md."""

CHOSEN = {
    "maestria-battle": ("opening", "middle", "moment-3"),
    "master-citadel-free-talk": ("opening", "moment-3", "end"),
    "master-islands-classic": ("opening", "moment-3", "replay-middle"),
    "war-of-masters-master": ("opening", "end", "invitation"),
}
"""For each walk the steps that docs/walk.md shows, the first on a phone too."""

LOOKS = (
    Look("fr", "desktop"), Look("fr", "phone"), Look("en", "desktop"), Look("en", "phone"),
    Look("fr", "desktop", "dark"), Look("fr", "phone", "dark"),
)  # fmt: skip

Keep: TypeAlias = Callable[[str, bytes], None]


def sources(*patterns: str) -> str:
    """A hash of what pictures are made of."""
    found = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    hashed = sha256()
    for path in found:
        hashed.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return hashed.hexdigest()


# --- the pages beside a game ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot:
    """A page, and what is done on it before its picture is taken."""

    name: str
    path: str
    prepare: Callable[[Page], None] = lambda page: None
    whole: bool = True
    """The whole page, not only what is seen without scrolling."""


def wait_for(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.wait_for()


def board(page: Page) -> None:
    page.locator("svg.board [data-id]").first.wait_for(state="attached")


def options(page: Page) -> None:
    page.locator("[data-mode] .link:visible").last.click()
    page.locator("#preparing summary").click()


def talk(page: Page) -> None:
    board(page)
    page.locator("#tab-talk").click()
    page.locator(".offer-controls").first.wait_for(state="attached")
    page.locator("details.more:has(.offer-controls) > summary").click()
    page.locator(".offer-controls select").first.wait_for()


def keys(page: Page) -> None:
    board(page)
    page.keyboard.press("?")


TALKED = "master-citadel"


def shots(ann: Player, guest: Player) -> Iterator[Shot]:
    """All of them; the tables that they show are opened and played first."""
    first = games()[-1]
    guest.open(first, "anyone me", listed=True)
    resigned = ann.open_against_bots(first)
    ann.command(resigned, 0, do="resign")
    yield Shot("home-with-tables", "/", wait_for(".table-line"))
    yield Shot("home-options", "/", options, whole=False)
    clocked = ann.open(TALKED, "me bot me bot", pace={"kind": "bank", "seconds": 900, "increment": 10})
    yield Shot("hand-over-many", f"/t/{clocked}", wait_for("#curtain button"))
    yield Shot("talk", f"/t/{_talked(ann, guest)}", talk)
    yield Shot("resigned", f"/t/{resigned}", board)
    yield Shot("keys", f"/t/{ann.open_against_bots(first)}", keys, whole=False)
    yield Shot("nowhere", "/t/nowhere-nowhere-", wait_for("#hint > *"))
    yield Shot("no-page", "/no/such/page", wait_for(".nowhere"))
    for name in games():
        yield Shot(f"{name}-rules", f"/rules/{name}", wait_for("#rules h2"))
    yield Shot("replay-open", "/replay", wait_for("#opening"))


def _talked(ann: Player, guest: Player) -> str:
    """Two people and two bots have said something; a discussion is on, with a limit."""
    table = ann.open(TALKED, "me link bot bot", discussion=1800, options={"variant": "open"})
    guest.sit(table, 1, "Bruno", ann.key(table, 1))
    ann.command(table, 0, do="say", kind="text", body="Bonjour à tous ! On monte vers le nord ?")
    guest.command(table, 1, do="say", kind="gesture", body="yes")
    offered = list(guest.ask(f"/tables/{table}/seats/1/offers")["offers"])
    guest.command(table, 1, do="say", kind="offer", body=offered[len(offered) // 2], id="offer")
    return table


# --- taking them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """What is taken in one go, and again only where the sources have changed."""

    name: str
    look: Look

    @property
    def folder(self) -> Path:
        return BUILD / self.name / self.look.name

    @property
    def pictures(self) -> list[Path]:
        return sorted(self.folder.glob("*.png"))

    def is_made(self, made_of: str) -> bool:
        done = self.folder / "made-of"
        return done.exists() and done.read_text() == made_of

    def keep(self, name: str, picture: bytes) -> None:
        (self.folder / f"{name}.png").write_bytes(picture)

    def make(self, browser: Browser, made_of: str) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if self.name == PAGES:
            take_pages(browser, self.look, self.keep)
        else:
            take_walk(browser, self.name, self.look, self.keep)
        (self.folder / "made-of").write_text(made_of)


def units() -> Iterator[Unit]:
    for look in LOOKS:
        for game in games():
            for mode in find(game).modes:
                yield Unit(f"{game}-{mode.name}", look)
        yield Unit(PAGES, look)


def take_pages(browser: Browser, look: Look, keep: Keep) -> None:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "tables.db", "page") as url:
        ann, guest = (Player(browser.new_context(base_url=url), name) for name in ("Alice", "Bruno"))
        every = list(shots(ann, guest))
        context = look.visit(browser, url, ann)
        for shot in every:
            page = context.new_page()
            page.goto(shot.path)
            shot.prepare(page)
            page.wait_for_load_state("networkidle")
            page.mouse.move(0, 0)
            keep(shot.name, page.screenshot(full_page=shot.whole))
            page.close()
        context.close()


def past_of(name: str) -> Past:
    """Played once for all looks, and again when anything that plays has changed."""
    game = next(game for game in games() if name.startswith(f"{game}-"))
    played_by = sources("src/**/*.py", "docs/stage.py", "docs/past.py")
    return Past(BUILD / "past" / f"{name}-{played_by[:12]}", game, name.removeprefix(f"{game}-"))


def take_walk(browser: Browser, name: str, look: Look, keep: Keep) -> None:
    past = past_of(name)
    past.make(browser)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(past.folder, folder, dirs_exist_ok=True)
        with server(Path(folder) / "tables.db", "walk") as url:
            ann = Player.known(past.folder / "ann.json", browser, url)
            context = look.visit(browser, url, ann)
            Walk(context.new_page(), ann, past, look, keep).all()
            context.close()


def contact_sheet(made: list[Unit]) -> None:
    """All pictures on one page, a row for each walk."""
    rows = []
    for unit in made:
        cells = [
            f'<figure><a href="{path}"><img src="{path}" loading="lazy" alt=""></a>'
            f"<figcaption>{path.stem}</figcaption></figure>"
            for path in (picture.relative_to(BUILD) for picture in unit.pictures)
        ]
        rows.append(f"<h2>{unit.name} {unit.look.name}</h2><div>{''.join(cells)}</div>")
    style = (
        "body{font:14px sans-serif;margin:16px}div{display:flex;gap:8px;overflow-x:auto}figure{margin:0}"
        "img{height:320px;border:1px solid #999}"
    )
    head = f'<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>{style}</style>'
    (BUILD / "index.html").write_text(head + "".join(rows), encoding="utf-8")


def shoot(wanted: list[str], looks: list[str]) -> None:
    made_of = sources("src/**/*", "docs/*.py")
    seen = [unit for unit in units() if not looks or unit.look.name in looks]
    chosen = [unit for unit in seen if not wanted or any(unit.name.startswith(part) for part in wanted)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with sync_playwright() as playwright, Progress(*columns) as progress:
        found = next(filter(None, map(shutil.which, CHROMIUM)), None)
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for unit in progress.track(chosen, description="somebody walks"):
            progress.update(progress.task_ids[-1], description=f"{unit.name} {unit.look.name}"[:48].ljust(48))
            if not unit.is_made(made_of):
                unit.make(browser, made_of)
        if not wanted or README in wanted:
            take_first_picture(browser)
        if not wanted or WALK in wanted:
            keep_chosen()
        browser.close()
    if chosen:
        contact_sheet([unit for unit in units() if unit.pictures])
        print(BUILD / "index.html")


def keep_chosen() -> None:
    """Small, for docs/walk.md."""
    for name, steps in CHOSEN.items():
        for number, step in enumerate(steps):
            for look in LOOKS[: 2 if number == 0 else 1]:
                found = next((BUILD / name / look.name).glob(f"[0-9][0-9]-{step}.png"), None)
                if not found:
                    continue
                image, width = Image.open(found).convert("RGB"), WIDTHS[look.size]
                size = width, round(image.height * width / image.width)
                image.resize(size, Image.Resampling.LANCZOS).save(
                    PICTURES / f"{name}-{step}-{look.size}.webp", quality=80
                )


def take_first_picture(browser: Browser) -> None:
    """For the README: a game in play, in English as the README is, as large as a screen."""
    game = games()[-1]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "tables.db", "first") as url:
        ann = Player(browser.new_context(base_url=url), "Alice")
        table = ann.play(ann.open_against_bots(game), 6)
        page = Look("en", "desktop").visit(browser, url, ann).new_page()
        page.goto(f"/t/{table}")
        board(page)
        lit = page.locator("svg.board [data-lit]")
        lit.nth(lit.count() // 2).dispatch_event("click")
        page.wait_for_load_state("networkidle")
        PICTURE.parent.mkdir(exist_ok=True)
        # As small as it can be, and the same.
        Image.open(BytesIO(page.screenshot())).convert("RGB").save(PICTURE, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of a first game, and of every page.")
    parser.add_argument(
        "parts", nargs="*", help=f"only walks whose name begins so: a game, a mode; {PAGES}; {README}; {WALK}"
    )
    parser.add_argument("--look", action="append", default=[], choices=[look.name for look in LOOKS], help="only so")
    arguments = parser.parse_args()
    shoot(arguments.parts, arguments.look)


if __name__ == "__main__":
    main()
