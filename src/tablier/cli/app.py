"""The commands and what they take. What they do is imported only when it is done, so that help comes at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import isfinite
from typing import Annotated, Any

import typer

from tablier.cli.administration import Kept, admin
from tablier.cli.group import Group
from tablier.cli.language import language
from tablier.cli.texts import WORDS
from tablier.language import LANGUAGES, Texts

# Help texts are keys of the table `help` of the command's words here; `localised` puts the words in their place.
app = typer.Typer(
    cls=Group, add_completion=False, pretty_exceptions_enable=False, help="tablier", invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)  # fmt: skip

Lang = Annotated[str | None, typer.Option("--lang", metavar="|".join(LANGUAGES), help="lang", show_default=False)]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="game", show_default=False)]
GameFile = Annotated[str, typer.Argument(metavar="FILE", help="kept", show_default=False)]
View = Annotated[str | None, typer.Option("--seat", metavar="NAME", help="view", show_default=False)]


def localised(lang: str) -> Any:
    """The command as Click has it, with its help in this language."""
    command: Any = typer.main.get_command(app)
    for part in _parts(command):
        _put_words(part, WORDS.texts(lang))
    return command


def _parts(command: Any) -> Iterator[Any]:
    """A command, and those that it is made of."""
    yield command
    for part in _commands(command).values():
        yield from _parts(part)


def _put_words(command: Any, said: Texts) -> None:
    command.help = said[f"help.{command.help}"]
    command.rich_help_panel = said["help.commands"]
    for parameter in [*command.params, command.get_help_option(typer.Context(command))]:
        parameter.help = said[f"help.{parameter.help}" if f"help.{parameter.help}" in said else "help.help"]
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        elif f"metavar.{parameter.metavar}" in said:
            parameter.metavar = said[f"metavar.{parameter.metavar}"]


def _finite(value: float | None) -> float | None:
    if value is not None and not isfinite(value):
        raise typer.BadParameter(str(value))
    return value


def _say_version(wanted: bool) -> None:
    if wanted:
        from tablier import __version__

        typer.echo(f"tablier {__version__}")
        raise typer.Exit


@app.callback()
def tablier(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="version", is_eager=True, callback=_say_version, show_default=False)
    ] = False,
    lang: Lang = None,
) -> None:
    if lang:
        said: dict[str, Any] = {"lang": language(lang)}
        context.default_map = {name: _for_all(command, said) for name, command in _commands(context.command).items()}
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _for_all(command: Any, said: dict[str, Any]) -> dict[str, Any]:
    """What was said before a command, for it and for those that it is made of, where they do not say otherwise."""
    return said | {name: _for_all(part, said) for name, part in _commands(command).items()}


def _commands(command: Any) -> dict[str, Any]:
    return getattr(command, "commands", {})


@app.command(help="games")
def games(lang: Lang = None) -> None:
    from tablier.cli.games import show_games
    from tablier.cli.screen import Screen

    show_games(Screen(language(lang)))


@app.command(help="rules")
def rules(game: GameName = "", lang: Lang = None) -> None:
    from tablier.cli.rules import show_rules
    from tablier.cli.screen import Screen
    from tablier.cli.session import known_game

    screen = Screen(language(lang))
    show_rules(known_game(game, screen.lang), screen)


@app.command(help="play")
def play(
    *,
    game: GameName = "",
    resumed: Annotated[str | None, typer.Argument(metavar="FILE", help="resumed", show_default=False)] = None,
    resume: Annotated[bool, typer.Option("--resume", help="resume", show_default=False)] = False,
    seat: Annotated[list[str] | None, typer.Option("--seat", metavar="NAME", help="seat", show_default=False)] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="hot_seat", show_default=False)] = False,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="options", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="seed", show_default=False)] = None,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="real_dice", show_default=False)] = False,
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="file", show_default=False)] = None,
    level: Annotated[int, typer.Option("--level", metavar="N", help="level", show_default=False, min=1, max=8)] = 3,
    think: Annotated[
        float | None,
        typer.Option("--think", metavar="S", help="think", show_default=False, callback=_finite, min=0, max=600),
    ] = None,
    lang: Lang = None,
) -> int:
    from tablier.cli.play import TerminalGame
    from tablier.cli.screen import Screen
    from tablier.cli.session import PlayArguments, open_game

    screen = Screen(language(lang))
    args = PlayArguments(game, option or (), seat or (), hot_seat, seed, real_dice, file, resume, resumed)
    return TerminalGame(open_game(args, screen), level, think, screen).run()


@app.command(help="show")
def show(
    *,
    file: GameFile = "",
    svg: Annotated[bool, typer.Option("--svg", help="svg", show_default=False)] = False,
    seat: View = None,
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="turn", show_default=False, min=0)] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="out", show_default=False)] = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.show import SavedGame

    SavedGame(file, seat, Screen(language(lang))).show(turn, svg, out)


@app.command(help="replay")
def replay(
    *,
    file: GameFile = "",
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="only_turn", show_default=False, min=1)
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="step", show_default=False)] = False,
    delay: Annotated[
        float, typer.Option("--delay", metavar="S", help="delay", show_default=False, callback=_finite, min=0, max=3600)
    ] = 0,
    seat: View = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.show import SavedGame

    SavedGame(file, seat, Screen(language(lang))).replay(turn, step, delay)


@app.command(help="verify")
def verify(
    file: GameFile = "",
    noted: Annotated[
        list[str] | None, typer.Option("--noted", metavar="HASH", help="noted", show_default=False)
    ] = None,
    lang: Lang = None,
) -> int:
    from tablier.cli.screen import Screen
    from tablier.cli.verify import verify as judge

    return judge(file, Screen(language(lang)), noted or ())


@app.command(help="bench")
def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="some_games", show_default=False)] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="S", help="seconds", show_default=False, callback=_finite, min=0.01, max=3600
        ),
    ] = 2.0,
    json: Annotated[bool, typer.Option("--json", help="json", show_default=False)] = False,
    lang: Lang = None,
) -> None:
    from tablier.cli.bench import bench as measure
    from tablier.cli.screen import Screen

    measure(names or (), seconds, json, Screen(language(lang)))


@app.command(help="prepare")
def prepare(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="prepared_games", show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.prepare import prepare as make_ready
    from tablier.cli.screen import Screen

    make_ready(names or (), Screen(language(lang)))


@app.command(help="train")
def train(
    *,
    game: GameName = "",
    file: Annotated[str, typer.Option("--file", metavar="FILE", help="net_file", show_default=False)] = "net.npz",
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="train_games", show_default=False, min=1, max=100_000_000)
    ] = 60_000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="options", show_default=False)
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", metavar="N", help="matches", show_default=False, min=2, max=1_000_000)
    ] = 200,
    simulations: Annotated[
        int, typer.Option("--simulations", metavar="N", help="match_simulations", show_default=False, min=1)
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="train_seed", show_default=False)] = 1,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="jobs", show_default=False, min=1, max=1024)
    ] = None,
    together: Annotated[
        int, typer.Option("--together", metavar="N", help="together", show_default=False, min=1, max=1024)
    ] = 1,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="ray", show_default=False)] = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.train import TrainArguments
    from tablier.cli.train import train as learn

    args = TrainArguments(game, file, games, option or (), matches, simulations, seed, jobs, together, ray)
    learn(args, Screen(language(lang)))


@app.command(help="arena")
def arena(
    *,
    game: Annotated[str, typer.Argument(metavar="GAME", help="game_or_merge", show_default=False)] = "",
    pieces: Annotated[list[str] | None, typer.Argument(metavar="FILE...", help="pieces", show_default=False)] = None,
    bots: Annotated[str | None, typer.Option("--bots", metavar="BOTS", help="bots", show_default=False)] = None,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="BOTS", help="table", show_default=False)
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="number_of_games", show_default=False, min=1, max=1_000_000)
    ] = 100,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="options", show_default=False)
    ] = None,
    talk: Annotated[bool, typer.Option("--talk/--no-talk", help="talk", show_default=False)] = True,
    fixed: Annotated[bool, typer.Option("--fixed", help="fixed", show_default=False)] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="arena_seed", show_default=False)] = 0,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="jobs", show_default=False, min=1, max=1024)
    ] = None,
    shard: Annotated[str | None, typer.Option("--shard", metavar="I/N", help="shard", show_default=False)] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="ray", show_default=False)] = None,
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="results", show_default=False)] = None,
    clock: Annotated[bool, typer.Option("--clock/--no-clock", help="clock", show_default=False)] = True,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE", help="plot", show_default=False)] = None,
    json: Annotated[bool, typer.Option("--json", help="json", show_default=False)] = False,
    lang: Lang = None,
) -> None:
    from tablier.cli.arena import ArenaArguments
    from tablier.cli.arena import arena as play
    from tablier.cli.screen import Screen

    args = ArenaArguments(
        game,
        pieces or (),
        bots,
        table or (),
        games,
        option or (),
        seed,
        talk,
        fixed,
        jobs,
        shard,
        ray,
        file,
        clock,
        plot,
    )
    play(args, json, Screen(language(lang)))


@app.command(help="study")
def study(
    *,
    game: GameName = "",
    vary: Annotated[
        list[str] | None, typer.Option("--vary", metavar="NAME=VALUES", help="vary", show_default=False)
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOTS", help="study_bots", show_default=False)
    ] = "greedy,random",
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="study_games", show_default=False, min=1, max=10_000_000)
    ] = 1000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="options", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="study_seed", show_default=False)] = 1,
    pace: Annotated[str, typer.Option("--pace", metavar="S-S", help="pace", show_default=False)] = "10-20",
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="study_jobs", show_default=False, min=1, max=1024)
    ] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="study_out", show_default=False)] = None,
    shard: Annotated[str | None, typer.Option("--shard", metavar="I/N", help="shard", show_default=False)] = None,
    others: Annotated[
        list[str] | None, typer.Option("--from", metavar="FILE", help="study_from", show_default=False)
    ] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="ray", show_default=False)] = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.study import StudyArguments
    from tablier.cli.study import study as make

    args = StudyArguments(game, vary or (), bots, games, option or (), seed, pace, jobs, out, shard, others or (), ray)
    make(args, Screen(language(lang)))


@app.command(help="serve")
def serve(
    *,
    host: Annotated[
        str,
        typer.Option(
            "--host", envvar="TABLIER_HOST", show_envvar=False, metavar="NAME", help="host", show_default=False
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            envvar="TABLIER_PORT",
            show_envvar=False,
            metavar="N",
            help="port",
            show_default=False,
            min=0,
            max=65535,
        ),
    ] = 8000,
    store: Kept = None,
    node: Annotated[
        str | None,
        typer.Option(
            "--node", envvar="TABLIER_NODE", show_envvar=False, metavar="URL", help="node", show_default=False
        ),
    ] = None,
    thinkers: Annotated[
        int | None,
        typer.Option(
            "--thinkers",
            envvar="TABLIER_THINKERS",
            show_envvar=False,
            metavar="N",
            help="thinkers",
            show_default=False,
            min=0,
            max=1024,
        ),
    ] = None,
    proxy: Annotated[
        bool, typer.Option("--proxy", envvar="TABLIER_PROXY", show_envvar=False, help="proxy", show_default=False)
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", envvar="TABLIER_NAME", show_envvar=False, metavar="NAME", help="name", show_default=False
        ),
    ] = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", envvar="TABLIER_METRICS", show_envvar=False, help="metrics", show_default=False)
    ] = False,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep", envvar="TABLIER_KEEP", show_envvar=False, metavar="TIME", help="keep", show_default=False
        ),
    ] = None,
    keep_unfinished: Annotated[
        str | None,
        typer.Option(
            "--keep-unfinished",
            envvar="TABLIER_KEEP_UNFINISHED",
            show_envvar=False,
            metavar="TIME",
            help="keep_unfinished",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", help="limit", show_default=False)
    ] = None,
    limits: Annotated[bool, typer.Option("--limits", help="limits", show_default=False)] = False,
    browser: Annotated[
        bool, typer.Option("--open", envvar="TABLIER_OPEN", show_envvar=False, help="open", show_default=False)
    ] = False,
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.serve import ServeArguments, asked_limits, run, show_limits

    names, screen = tuple(map(str.lower, name or ())), Screen(language(lang))
    asked = asked_limits({"keep": keep, "keep-unfinished": keep_unfinished}, limit or (), os.environ)
    if limits:
        show_limits(asked, screen)
    else:
        run(ServeArguments(host, port, store, node, thinkers, proxy, names, metrics, browser, asked), screen)


@app.command(help="think_for")
def think(
    urls: Annotated[list[str] | None, typer.Argument(metavar="URL...", help="think_urls", show_default=False)] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            envvar="TABLIER_THINKERS",
            show_envvar=False,
            metavar="N",
            help="think_jobs",
            show_default=False,
            min=1,
            max=1000,
        ),
    ] = None,
    token: Annotated[
        str,
        typer.Option(
            "--token", envvar="TABLIER_TOKEN", show_envvar=False, metavar="TOKEN", help="token", show_default=False
        ),
    ] = "",
    lang: Lang = None,
) -> None:
    from tablier.cli.screen import Screen
    from tablier.cli.think import ThinkArguments, run

    run(ThinkArguments(tuple(urls or ()), jobs, token), Screen(language(lang)))


@app.command(help="bot")
def bot(
    *,
    url: Annotated[str, typer.Option("--url", metavar="URL", help="url", show_default=False)] = "",
    level: Annotated[int, typer.Option("--level", metavar="N", help="level", show_default=False, min=1, max=8)] = 3,
    table: Annotated[str, typer.Option("--table", metavar="TABLE", help="bot_table", show_default=False)] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="bot_seat", show_default=False, min=0, max=7)
    ] = None,
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="key", show_default=False)] = "",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="bot_game", show_default=False)] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="bot_called", show_default=False)] = "",
    stay: Annotated[bool, typer.Option("--stay", help="stay", show_default=False)] = False,
    lang: Lang = None,
) -> None:
    from tablier.cli.bot import BotArguments, run
    from tablier.cli.screen import Screen

    run(BotArguments(url, level, table, seat, key, game, name, stay), Screen(language(lang)))


@app.command(help="mcp")
def mcp(lang: Lang = None) -> None:
    from importlib.util import find_spec

    from tablier.engine.errors import MissingExtra

    if find_spec("mcp") is None:
        raise MissingExtra("mcp is not installed: pip install 'tablier[mcp]'")
    from tablier.cli.mcp.server import run

    run(language(lang))


@app.command(help="new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="new_name", show_default=False)] = "", lang: Lang = None
) -> None:
    from tablier.cli.new import new as write
    from tablier.cli.screen import Screen

    write(name, Screen(language(lang)))


@app.command(help="backup")
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="backup_file", show_default=False)] = "",
    store: Kept = None,
    lang: Lang = None,
) -> None:
    from tablier.cli.backup import backup as copy
    from tablier.cli.screen import Screen

    copy(file, store, Screen(language(lang)))


@app.command("move-store", help="move_store")
def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="move_from", show_default=False)] = "",
    target: Annotated[str, typer.Argument(metavar="TO", help="move_to", show_default=False)] = "",
    lang: Lang = None,
) -> None:
    from tablier.cli.move_store import move_store as move
    from tablier.cli.screen import Screen

    move(source, target, Screen(language(lang)))


app.add_typer(admin, name="admin")
