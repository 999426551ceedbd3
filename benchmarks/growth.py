"""Whether an action costs more the longer a game is: the thousandth of a game against its tenth.

    python -m benchmarks.growth

Long games are played at random, in every place where people play: in the terminal (play, save, draw), at a table
(decide, apply, show to a seat), and as an export of a game with one more turn. Positions differ
along a game, and some cost more to draw than others; what is written of the whole game (its file) has to be put
together each time, which is counted. Times are of the processor, so that a busy machine measures the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from tablier.cli.story import told
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.picture import text
from tablier.record.match import Match
from tablier.serve.journal import game_file
from tablier.serve.table import visibility
from tablier.serve.table.events import Opened, Reservation
from tablier.serve.table.table import Table as ServedTable

EARLY, LATE, AROUND = 10, 1000, 60
"""Actions that are compared: as many from each on."""

AGAIN = 0.995
"""How likely somebody is to do again what they did last, where they can."""

Options = dict[str, Any]

GAMES: dict[str, Options] = {"war-of-masters": {"goal": "all"}, "maestria": {"max_turns": 1000}}
"""Those whose random games are long enough."""


def long_game(game: str, options: Options) -> list[tuple[int, int]]:
    """The actions of a random game that is long enough: players like to do again what they did last."""
    for seed in range(100):
        random, match, last = Random(seed), Match(game, seed=seed, **options), -1
        while not match.over and match.length < LATE + AROUND:
            seat = random.choice(match.pending)
            actions = match.current.actions(seat)
            last = last if last in actions and random.random() < AGAIN else random.choice(actions)
            match.play(match.current.write(seat, last), seat)
        if match.length >= LATE + AROUND:
            return match.actions
    raise RuntimeError(f"no random game of {game} has {LATE} actions")


def in_the_terminal(game: str, options: Options, actions: list[tuple[int, int]]) -> Iterator[float]:
    """Play what was typed, write the file, draw the board."""
    match = Match(game, **options)
    for seat, action in actions:
        typed = match.current.write(seat, action)
        begun = process_time()
        match.play(typed, seat)
        str(match)
        played = reversed(match.turns(PUBLIC))
        [told(match, turn, "en") for turn in islice(played, 2)]
        text.render(match.view(PUBLIC).scene(lang="en"))
        yield process_time() - begun


def at_a_table(game: str, options: Options, actions: list[tuple[int, int]]) -> Iterator[float]:
    """Decide, let it have happened, and make what a seat is shown."""
    for table, seat, action in _at_a_table(game, options, actions):
        begun = process_time()
        for event in table._events(table.match.draft((seat, action))):
            event.dump()
            table.apply(event, 0)
        visibility.now(table, 0, frozenset({"scene"}), "fr", visibility.standing(table, (), 0))
        yield process_time() - begun


def as_an_export(game: str, options: Options, actions: list[tuple[int, int]]) -> Iterator[float]:
    """The game file of a table with one action more."""
    for table, seat, action in _at_a_table(game, options, actions):
        for event in table._events(table.match.draft((seat, action))):
            table.apply(event, 0)
        begun = process_time()
        game_file(table, 0)
        yield process_time() - begun


def _at_a_table(game: str, options: Options, actions: list[tuple[int, int]]) -> Iterator[tuple[ServedTable, int, int]]:
    settled = dict(Match(game, **options).options)
    places = [Reservation(who="bot", level=1, persons=[]) for _ in range(2)]
    table = ServedTable("growth", Opened(game, settled, places, "5a" * 32))
    for event in table.fill()[:2]:
        table.apply(event, 0)
    table.has_begun = True
    for seat, action in actions:
        yield table, seat, action


PLACES: dict[str, Callable[[str, Options, list[tuple[int, int]]], Iterator[float]]] = {
    "in the terminal": in_the_terminal,
    "at a table": at_a_table,
    "an export": as_an_export,
}


@dataclass(frozen=True)
class Growth:
    """What an action of a game costs in one place, in seconds."""

    place: str
    game: str
    early: float
    late: float

    @property
    def ratio(self) -> float:
        return self.late / self.early


def measure() -> Iterator[Growth]:
    """The median of some actions, early and late, in each place and game."""
    for game, options in GAMES.items():
        actions = long_game(game, options)
        own = [i for i, (seat, _) in enumerate(actions) if seat != NATURE]
        for place, play in PLACES.items():
            seconds = list(play(game, options, actions))
            early, late = (median(seconds[i] for i in own if start <= i < start + AROUND) for start in (EARLY, LATE))
            yield Growth(place, game, early, late)


def main() -> None:
    """Measure and print."""
    table = Table("where", "game", f"{EARLY}th", f"{LATE}th", "ratio", title="What one action costs")
    for found in measure():
        table.add_row(
            found.place, found.game, f"{found.early * 1e3:.3f} ms", f"{found.late * 1e3:.3f} ms", f"{found.ratio:.2f} x"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
