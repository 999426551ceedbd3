"""What was played before somebody walks: a game stopped at a moment worth seeing, one that is over, invitations."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from stage import Player, server

from tablier.engine.registry import find

LONGEST = 80
"""Actions of mine after which no moment is waited for."""

BEATS = 2
"""Those of a moment that is worth waiting for."""

LENGTH = 400
"""Actions of mine after which any game is over."""


@dataclass(frozen=True)
class Past:
    """Games that were played before somebody walks: the store of a server, and who played them."""

    folder: Path
    game: str
    mode: str

    @property
    def options(self) -> dict[str, Any]:
        return dict(next(mode.options for mode in find(self.game).modes if mode.name == self.mode))

    @property
    def tables(self) -> dict[str, str]:
        """The addresses of its tables, each by what it is there for."""
        known: dict[str, str] = json.loads((self.folder / "tables.json").read_text(encoding="utf-8"))
        return known

    def make(self, browser: Browser) -> None:
        """Unless it was made before."""
        if (self.folder / "tables.json").exists():
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        with server(self.folder / "tables.db", "past") as url:
            ann = Player(browser.new_context(base_url=url), "Alice")
            guest = Player(browser.new_context(base_url=url), "Bruno")
            tables = dict(self.play(ann, guest))
            ann.keep(self.folder / "ann.json")
        (self.folder / "tables.json").write_text(json.dumps(tables), encoding="utf-8")

    def play(self, ann: Player, guest: Player) -> Iterator[tuple[str, str]]:
        seats = len(find(self.game).seats(find(self.game).settle(self.options)))
        yield "moment", self.until_a_moment(ann)
        yield "over", ann.play(ann.open_against_bots(self.game, self.options), LENGTH)
        yield "hand-over", ann.open(self.game, " ".join(["me"] * seats), options=self.options)
        invites = " ".join(["me"] + ["link"] * (seats - 1))
        yield "inviting", ann.open(self.game, invites, options=self.options)
        invited = guest.open(self.game, invites, options=self.options)
        yield "invitation", f"{invited}#seat=1&key={guest.key(invited, 1)}"

    def until_a_moment(self, ann: Player) -> str:
        """Stop where it can be seen how something came about; at the end, where nothing is shown before it."""
        table = ann.open_against_bots(self.game, self.options)
        for number in range(LONGEST):
            ann.asked(table)
            moment = ann.look(table, 0, "scene")["now"]["scene"].get("moment")
            if moment and len(moment["beats"]) >= BEATS:
                break
            if not ann.act(table, f"play-{number}"):
                break
        ann.note(table)
        return table
