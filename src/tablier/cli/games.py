"""`tablier games`: which games there are."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from tablier.cli.screen import Screen
from tablier.cli.texts import say
from tablier.engine.game import Game
from tablier.engine.registry import broken, find, games


def show_games(screen: Screen) -> None:
    """Print a table of the games."""
    lang = screen.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(lang, "name"), no_wrap=True)
    table.add_column(say(lang, "players"), justify="center", no_wrap=True)
    table.add_column(say(lang, "minutes"), justify="center", no_wrap=True)
    table.add_column(say(lang, "game"))
    for game in map(find, games()):
        words = Text.assemble((game.title[lang], "bold"), "\n", game.summary[lang])
        table.add_row(game.name, _players(game), _span(*game.minutes), words)
    screen.out.print(table)
    for name, problem in broken().items():
        screen.say("broken_game", "red", name=name, problem=problem)
    screen.say("games_hint")


def _players(game: Game) -> str:
    counts = {len(game.seats(options)) for options in game.variants()}
    return _span(min(counts), max(counts))


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
