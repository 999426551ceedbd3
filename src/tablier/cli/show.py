"""`tablier show` and `tablier replay`: a game that was kept, as a position or turn by turn."""

from __future__ import annotations

import time
from pathlib import Path

from tablier.cli import saves
from tablier.cli.prompt import Prompt
from tablier.cli.refusal import Refusal
from tablier.cli.screen import Screen
from tablier.cli.session import known_seat
from tablier.cli.story import result, seat_word, told
from tablier.cli.texts import say
from tablier.engine.kernels import PUBLIC
from tablier.engine.position import Position
from tablier.picture.svg import render as render_svg
from tablier.picture.text import render as render_text
from tablier.record.match import Match
from tablier.record.turns import Turn


class SavedGame:
    """A game file, seen from a seat, or as a spectator sees it."""

    def __init__(self, path: str, seat: str | None, screen: Screen) -> None:
        self.screen = screen
        self.lang = screen.lang
        if not path:
            raise Refusal(say(self.lang, "which_file"))
        with screen.progress(say(self.lang, "loading")) as progress:
            self.match: Match = saves.load(path, self.lang, progress)
        self.viewer = known_seat(self.match, seat, self.lang) if seat else PUBLIC

    def show(self, turn: int | None, svg: bool, out: str | None) -> None:
        """One position: the last, or that after a turn."""
        view = self.match.view(self.viewer) if turn is None else self._after(turn)
        if svg or out:
            scene = view.scene(lang=self.lang)
            self._write(render_svg(scene) if svg else f"{render_text(scene)}\n", out)
        else:
            self._players()
            self.screen.board(view)

    def replay(self, turn: int | None, step: bool, delay: float) -> None:
        """Every turn with its board, or one alone."""
        if turn is not None:
            self._after(turn)  # refuses a turn that there is not
        else:
            self._players()
            self._tell(say(self.lang, "opening"), self._view(0))
        prompt = Prompt()
        for played in self._turns(turn):
            if step:
                try:
                    prompt.ask(say(self.lang, "next_turn"))
                except EOFError:
                    return
            time.sleep(delay)
            self._tell(told(self.match, played, self.lang, self.viewer), self._view(played.end))
        if self.match.over and turn is None:
            self.screen.line(result(self.match, self.lang), "bold")

    def _turns(self, only: int | None) -> list[Turn]:
        return [turn for turn in self.match.turns(self.viewer) if only in (None, turn.number)]

    def _view(self, actions: int) -> Position:
        return self.match.at(actions).view(self.viewer)

    def _after(self, turn: int) -> Position:
        ends = [0, *(played.end for played in self.match.turns(self.viewer))]
        if not 0 <= turn < len(ends):
            raise Refusal(say(self.lang, "unknown_turn", turn=turn, count=len(ends) - 1))
        return self._view(ends[turn])

    def _tell(self, line: str, view: Position) -> None:
        self.screen.line(line)
        self.screen.board(view)
        self.screen.line("")

    def _players(self) -> None:
        names = self.match.names
        said = [f"{seat_word(self.match.game, seat, self.lang)} : {names[seat]}" for seat in names]
        if said:
            self.screen.line(", ".join(said), "dim")

    def _write(self, text: str, out: str | None) -> None:
        if out is None:
            self.screen.out.file.write(text)
            return
        try:
            saves.replace(Path(out), text)
        except OSError as problem:
            raise saves.trouble(out, problem, self.lang, writing=True) from None
