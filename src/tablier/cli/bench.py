"""`tablier bench`: how fast the rules are, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich import box
from rich.table import Table

from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.session import known_game
from tablier.cli.texts import say
from tablier.engine.compiled import enabled
from tablier.engine.game import Game
from tablier.engine.registry import games
from tablier.language import language
from tablier.search.speed import Tell, copy_nanoseconds, plies_per_second


@dataclass(frozen=True)
class Measure:
    """What was measured of one game."""

    game: str
    plies_per_second: float
    """Players' actions in random games, with the full list of legal actions each time."""
    copy_nanoseconds: float
    """To copy a state to another place of an array, in a compiled loop."""
    state_bytes: int
    first_compilation_seconds: float
    """A new process with an empty cache, up to the end of a random game."""
    warm_start_seconds: float
    """A new process with a full cache, up to the first list of legal actions."""


def bench(names: Sequence[str], seconds: float, as_json: bool, screen: Screen) -> None:
    """Measure these games, or all, and print it."""
    chosen = [known_game(name, screen.lang) for name in names or games()]
    if not enabled():
        raise Refusal(say(screen.lang, "bench_interpreted"), FAILED)
    measures = [_measure(game, seconds, screen) for game in chosen]
    if as_json:
        screen.out.file.write(json.dumps([asdict(measure) for measure in measures], indent=2) + "\n")
    else:
        screen.out.print(_table(measures, screen.lang))
        screen.out.print(say(screen.lang, "bench_notes"), style="dim")


def _measure(game: Game, seconds: float, screen: Screen) -> Measure:
    def watched(key: str, work: Callable[[Tell], float]) -> float:
        with screen.progress(say(screen.lang, key, game=game.name)) as tell:
            return work(tell)

    options = game.settle({})
    with tempfile.TemporaryDirectory(prefix="tablier-bench-") as cache:
        with screen.spinner(say(screen.lang, "bench_compiling", game=game.name)):
            cold = _started(game, cache, "playout", screen.lang)
        with screen.spinner(say(screen.lang, "bench_starting", game=game.name)):
            warm = _started(game, cache, "legal", screen.lang)
    return Measure(
        game=game.name,
        plies_per_second=watched("bench_playing", lambda tell: plies_per_second(game, options, seconds, tell)),
        copy_nanoseconds=watched("bench_copying", lambda tell: copy_nanoseconds(game, options, seconds / 4, tell)),
        state_bytes=game.dtype.itemsize,
        first_compilation_seconds=cold,
        warm_start_seconds=warm,
    )


def _started(game: Game, cache: str, upto: str, lang: str) -> float:
    """Seconds that a new process takes, with its cache there, from its start until it has got so far."""
    home = {"XDG_CACHE_HOME": cache, "HOME": cache, "LOCALAPPDATA": cache}
    begun = time.time()
    child = subprocess.run(
        [sys.executable, "-m", "tablier.cli.coldstart", game.name, upto],
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=False,
    )
    if child.returncode:
        last = (child.stderr.strip().splitlines() or ["?"])[-1]
        raise Refusal(say(lang, "trouble", problem=last), FAILED)
    where, reached = child.stdout.split("\n")[:2]
    if not Path(where).is_relative_to(cache):
        raise Refusal(say(lang, "trouble", problem=f"the cache is in {where}, not in {cache}"), FAILED)
    return float(reached) - begun


def _table(measures: Sequence[Measure], lang: str) -> Table:
    number, table = language(lang).number, Table(box=box.SIMPLE_HEAD, pad_edge=False, title=say(lang, "bench_title"))
    table.add_column(say(lang, "game"), no_wrap=True)
    for key in ("bench_plies", "bench_copy", "bench_compile", "bench_start"):
        table.add_column(say(lang, key), justify="right")
    for measure in measures:
        table.add_row(
            measure.game,
            number(measure.plies_per_second),
            f"{number(measure.copy_nanoseconds)} ns",
            f"{number(measure.first_compilation_seconds, 1)} s",
            f"{number(measure.warm_start_seconds, 2)} s",
        )
    return table
