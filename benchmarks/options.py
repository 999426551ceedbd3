"""What each option changes: who wins from which seat, how many games are drawn, how long they are.

    python -m benchmarks.options                          every game: about an hour on two cores
    python -m benchmarks.options master-islands --games 40   some of them, with fewer games, to have a look

Equal bots play every variant: each mode of a game as it is by default, and then with one option changed at a time. What
was found is kept in benchmarks/results/options.json, with date, machine and commit, and shown in docs/options.md; a
game that is asked for replaces what was kept of it. Games are kept beside it until all are played: the same command
goes on after an interruption.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablier.arena.intervals import Interval
from tablier.arena.machine import circumstances
from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.registry import find, games
from tablier.study import Study, findings

RESULTS = Path(__file__).parent / "results"
FILE = RESULTS / "options.json"
PAGE = Path(__file__).parent.parent / "docs" / "options.md"

INTRODUCTION = """# What each option changes

Equal bots played every mode as it is by default, and then with one option changed at a time: who won from which seat,
how many games were drawn, and how long they were: turns, and the decisions of all seats together, by the median, and
after it the mean, which a few long games can raise far above it. In brackets: where the true figure lies, 95 times of
100. `python -m benchmarks.options` measures it again and writes this page; date, machine and commit are in
[benchmarks/results/options.json](../benchmarks/results/options.json).

The minutes are what that takes people: the median of decisions, at 10 to 20 seconds each; of Master Citadel its
rounds, at one to two and a half minutes with what is said in them. How long a game is said to take follows them.

A game between such bots says how an option works among equals who do not think far ahead, not how it feels among
friends. By the rules of the basic Master Citadel all sides are alike: that North wins more of it comes from these
bots, not from the seat.
"""

BOT = {"master-citadel": "4"}
"""Who plays, where that is not the greedy player: four of these, who write their orders at the same time and are equal,
do the same in every game."""

GREEDY = "greedy"
"""Who plays otherwise: the strongest player that does not think ahead, so that there can be many games."""

GAMES = 400
"""Of each variant."""

HASTE, LEISURE = 10, 20
"""Seconds that people take to decide, from and to."""

TALKING = {"master-citadel": (60, 150)}
"""Seconds of a turn, from and to, where most of it is talk."""

MODES: dict[str, list[dict[str, Any]]] = {
    "master-citadel": [{}, {"variant": "open"}],
    "master-islands": [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"mode": "teams"},
        {"mode": "corsair", "players": 3},
        {"mode": "corsair", "players": 4},
    ],
    "war-of-masters": [{}, {"goal": "all"}],
}
"""Where a game has several; in others there is one."""

MORE: dict[str, dict[str, tuple[Any, ...]]] = {
    "master-citadel": {"size": (3, 7), "max_rounds": (10,)},
    "master-islands": {"deck": ("2,2,2,3,3",), "corsair_seat": (0,)},
}
"""Values that say something here, besides those that the suite plays because they try the rules."""


@dataclass(frozen=True)
class Length:
    """How long games were."""

    median: float
    low: float
    high: float
    """The bounds of the median."""
    mean: float

    @staticmethod
    def of(found: findings.Variant, what: str) -> Length:
        middle = found.medians[what]
        return Length(middle.mean, middle.low, middle.high, found.figures[what].mean)

    def __str__(self) -> str:
        return f"{self.median:g} ({self.low:g}-{self.high:g}), {self.mean:.0f}"


@dataclass(frozen=True)
class Variant:
    """What was found of one variant."""

    game: str
    bot: str
    options: dict[str, Any]
    """Those that are not as by default."""
    games: int
    shares: dict[str, Interval]
    """Of the win, by seat."""
    draws: Interval
    turns: Length
    decisions: Length
    """Of all seats together."""


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Every mode, and every mode with one option changed to each other value that shows what it does."""
    modes = MODES.get(game.name, [{}])
    decided = {name for mode in modes for name in mode}
    for mode in modes:
        yield mode
        usual = game.settle(mode)
        for option in game.options:
            if option.name in decided or not option.is_asked(usual):
                continue
            for value in (*option.samples, *MORE.get(game.name, {}).get(option.name, ())):
                changed = {**mode, option.name: value}
                if value != usual[option.name] and _fits(game, changed):
                    yield changed


def _fits(game: Game, options: dict[str, Any]) -> bool:
    try:
        game.settle(options)
    except BadOption:
        return False
    return True


def measure(game: Game, options: dict[str, Any], number: int, progress: Progress) -> Variant:
    """Play a variant, on all cores: a study of equals in which nothing is varied."""
    bot = BOT.get(game.name, GREEDY)
    name = " ".join(f"{name}={value}" for name, value in options.items()) or "as usual"
    task = progress.add_task(f"{game.name}: {name}", total=number)
    file = RESULTS / f"options-{game.name}-{name.replace(' ', '-')}.jsonl"
    study = Study(game, options=options, vary={}, bots=[bot], games=number)
    found = study.run(file, tell=lambda done, total: progress.update(task, completed=done)).variants[0]
    file.unlink()
    return Variant(
        game=game.name,
        bot=bot,
        options=options,
        games=found.games,
        shares={seat: found.figures[f"share.{seat}"] for seat in found.seats},
        draws=found.figures["draw"],
        turns=Length.of(found, "turns"),
        decisions=Length.of(found, "decisions"),
    )


def show(found: list[Variant], console: Console) -> None:
    for game in dict.fromkeys(variant.game for variant in found):
        table = Table("variant", "shares of the win, in %", "draws", "turns", "decisions", title=find(game).title["en"])
        for variant in (one for one in found if one.game == game):
            options = " ".join(f"{name}={value}" for name, value in variant.options.items()) or "as usual"
            shares = ", ".join(f"{name} {_percent(share)}" for name, share in variant.shares.items())
            table.add_row(options, shares, _percent(variant.draws), str(variant.turns), str(variant.decisions))
        console.print(table)


def _percent(found: Interval) -> str:
    return f"{found.mean * 100:.1f} ({found.low * 100:.0f}-{found.high * 100:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.options", description="What each option changes.")
    parser.add_argument("names", nargs="*", metavar="game", choices=[*games(), []], help="those games alone")
    parser.add_argument("--games", type=int, default=GAMES, help="of each variant; default: %(default)s")
    arguments = parser.parse_args()
    console, found = Console(), list[Variant]()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        for name in arguments.names or games():
            game = find(name)
            found += [measure(game, options, arguments.games, progress) for options in variants(game)]
    show(found, console)
    _keep(found)


def _keep(found: list[Variant]) -> None:
    kept = json.loads(FILE.read_text()) if FILE.exists() else {"variants": []}
    names = {variant.game for variant in found}
    others = [variant for variant in kept["variants"] if variant["game"] not in names]
    fresh = [{**asdict(variant), **circumstances()} for variant in found]
    FILE.write_text(json.dumps({"variants": [*others, *fresh]}, indent=1) + "\n")
    PAGE.write_text(page([*others, *fresh]), encoding="utf-8")


def page(variants: list[dict[str, Any]]) -> str:
    """What was found, for people to read; each variant as it is kept."""
    lines = [INTRODUCTION]
    for game in sorted({variant["game"] for variant in variants}):
        played = [variant for variant in variants if variant["game"] == game]
        bot = "the greedy player" if played[0]["bot"] == GREEDY else f"level {played[0]['bot']}"
        lines += [
            f"## {find(game).title['en']}",
            "",
            f"{played[0]['games']} games each, between {bot} on every seat.",
            "",
        ]
        lines += [
            "| | shares of the win, % | drawn, % | turns, mean | decisions, mean | minutes |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_row(variant) for variant in played] + [""]
    return "\n".join(lines)


def minutes(variant: dict[str, Any]) -> tuple[float, float]:
    """How long a game of a variant, as it is kept, takes people, from and to."""
    least, most = TALKING.get(variant["game"], (HASTE, LEISURE))
    length = variant["turns" if variant["game"] in TALKING else "decisions"]["median"]
    return length * least / 60, length * most / 60


def _row(variant: dict[str, Any]) -> str:
    options = ", ".join(f"`{name}={value}`" for name, value in variant["options"].items()) or "as usual"
    shares = ", ".join(f"{seat} {_percent(Interval(**found))}" for seat, found in variant["shares"].items())
    drawn = _percent(Interval(**variant["draws"]))
    turns, decisions = Length(**variant["turns"]), Length(**variant["decisions"])
    least, most = minutes(variant)
    return f"| {options} | {shares} | {drawn} | {turns} | {decisions} | {least:.0f}-{most:.0f} |"


if __name__ == "__main__":
    main()
