"""A game against bots, as a widget. What touches mean is told by the module of the pages, `web/js/touching.js`."""

from __future__ import annotations

import random
import re
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from tablier.bots import Player
from tablier.engine.errors import IllegalAction
from tablier.engine.game import Game
from tablier.language import DEFAULT, Catalogue
from tablier.picture.svg import render
from tablier.record.match import Match
from tablier.record.story import story

MOST_TOUCHES = 2000
"""Actions that are sent with what to touch for each; of more, one types the action."""

EXAMPLES = 3

SEED_BITS = 32

WORDS = Catalogue(files(__package__))

_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)


def _module() -> str:
    """One module for the browser: a widget has no place from which it could load a second."""
    web, own = files("tablier") / "web" / "js" / "touching.js", files(__package__) / "board.js"
    return web.read_text("utf-8") + _IMPORT.sub("", own.read_text("utf-8"))


class Board(anywidget.AnyWidget):
    """One seat of a game is played in the notebook, by touching things or by writing an action; the others are bots.

    >>> board = Board("war-of-masters", level=1, seed=7)      # doctest: +SKIP
    >>> board                                                 # doctest: +SKIP
    >>> board.match.lines()                                   # doctest: +SKIP
    """

    _esm = _module()
    svg = traitlets.Unicode().tag(sync=True)
    touches = traitlets.Dict().tag(sync=True)
    """For each legal action the ids of what to touch."""
    legal = traitlets.List(traitlets.Unicode()).tag(sync=True)
    lines = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The headline, and what has happened since the last action."""
    refusal = traitlets.Unicode().tag(sync=True)
    """Why the last action could not be played."""
    asked = traitlets.List[Any]().tag(sync=True)
    """From the page: an action, and a number that makes it another one each time."""

    def __init__(
        self, game: str | Game, *, seat: int = 0, level: int = 3, seed: int | None = None, lang: str = DEFAULT,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.match = Match(game, seed=random.getrandbits(SEED_BITS) if seed is None else seed, **options)
        """The game, with nothing hidden."""
        self.seat = self.match.game.seat(seat, self.match.options)
        self.lang = lang
        others = [other for other in range(len(self.match.seats)) if other != self.seat]
        self._bots = {other: Player(self.match.game, level, seed=self.match.seed or 0) for other in others}
        self.observe(self._on_asked, "asked")
        self._go_on(self.match.length)

    def play(self, action: str) -> None:
        """Play an action of one's own, and then the bots; raises IllegalAction, and then nothing has changed."""
        before = self.match.length
        self.match.play(action, self.seat)
        self._go_on(before)

    def _on_asked(self, change: Any) -> None:
        try:
            self.play(change["new"][0])
        except IllegalAction as problem:
            self.refusal = self._why(problem)

    def _why(self, problem: IllegalAction) -> str:
        """In the notebook's language, with the rule, where it is one."""
        if not problem.rule:
            examples = ", ".join(self.legal[:EXAMPLES])
            return WORDS.texts(self.lang)("unreadable", action=problem.action, examples=examples)
        reason, rule = self.match.game.why_not(int(problem.rule.rpartition("-")[2]), self.lang)
        return f"{problem.action}: {reason} ({rule})"

    def _go_on(self, told: int) -> None:
        """Let the bots act until it is for this seat to act; show it, with what has happened since."""
        while not self.match.over and self.seat not in self.match.pending:
            bot = self.match.pending[0]
            self.match.play(self._bots[bot].choose(self.match.view(bot)), bot)
        self._show(told)

    def _show(self, told: int) -> None:
        view = self.match.view(self.seat)
        scene = view.scene(self.seat, self.lang)
        legal = [] if self.match.over else view.legal(self.seat)
        touched = [action for action in legal if action in scene.touches] if len(legal) <= MOST_TOUCHES else []
        with self.hold_sync():  # told at once, so that nothing is shown that does not fit the rest
            self.svg = render(scene)
            self.legal = legal[:MOST_TOUCHES]
            self.touches = {action: list(scene.touches[action]) for action in touched}
            self.lines = [scene.status, *filter(None, story(self.match, self.lang, self.seat, told))]
            self.refusal = ""
