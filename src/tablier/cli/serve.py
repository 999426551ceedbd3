"""`tablier serve`: the games in the browser, from this machine."""

from __future__ import annotations

import errno
import socket
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich import box
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.texts import say
from tablier.engine.registry import find, games
from tablier.engine.words import shorten
from tablier.serve.api.limits import Limits
from tablier.serve.api.names import is_name
from tablier.serve.limits import LIMITS, BadLimit, in_environment
from tablier.serve.nodes.peers import is_address
from tablier.serve.run import LOG_LEVELS, log_level, serve
from tablier.serve.store import BadStore, Store, StoreTrouble, default_path


@dataclass(frozen=True)
class ServeArguments:
    """What was asked for."""

    host: str
    port: int
    store: str | None
    node: str | None
    thinkers: int | None
    proxy: bool
    names: tuple[str, ...]
    metrics: bool
    open: bool
    limits: Mapping[str, str]
    """Those that are not as usual, as they are written."""


def run(args: ServeArguments, screen: Screen) -> None:
    """Serve until ctrl-C."""
    _see_that_it_can_be_called_so(args.names, screen.lang)
    _see_that_others_find_it(args.node, screen.lang)
    _see_that_there_is_such_a_log(screen.lang)
    limits = _limits(args, screen.lang)
    _see_that_it_is_free(args, screen.lang)
    where = args.store or default_path()
    with _Preparation(screen) as preparation:

        def ready(address: str) -> None:
            screen.say("serving", "bold", address=address)
            screen.say("serving_hint", path=Store(where).where)
            if args.open:
                webbrowser.open(address)

        try:
            serve(
                where, args.host, args.port, node=args.node, jobs=args.thinkers,
                limits=limits, ready=ready, progress=preparation.note,
            )  # fmt: skip
        except (StoreTrouble, BadStore) as problem:
            raise Refusal(say(screen.lang, "no_store_to_serve", problem=problem.said(screen.lang)), FAILED) from None
    screen.say("served")


def asked_limits(
    keep: Mapping[str, str | None], given: Sequence[str], environment: Mapping[str, str]
) -> dict[str, str]:
    """What is said of limits: in the environment, over that by `--limit`, and over that by flags of their own."""
    pairs = (text.partition("=") for text in given)
    own = {name: text for name, text in keep.items() if text}
    return in_environment(environment) | {name: text for name, _, text in pairs} | own


def _limits(args: ServeArguments, lang: str) -> Limits:
    try:
        return Limits.of(args.limits, proxy=args.proxy, names=args.names, metrics=args.metrics)
    except KeyError as problem:
        name = shorten(problem.args[0])
        raise Refusal(say(lang, "unknown_limit", name=name, names=", ".join(LIMITS))) from None
    except BadLimit as problem:
        limit = LIMITS[problem.name]
        like = say(lang, f"limit_like.{limit.kind}", usual=limit.usual)
        raise Refusal(say(lang, "bad_limit", name=problem.name, text=shorten(problem.text), like=like)) from None


def _see_that_others_find_it(node: str | None, lang: str) -> None:
    if node is not None and not is_address(node):
        raise Refusal(say(lang, "bad_node", node=shorten(node)))


def _see_that_it_can_be_called_so(names: Sequence[str], lang: str) -> None:
    for name in names:
        if not is_name(name):
            raise Refusal(say(lang, "bad_host_name", name=shorten(name)))


def _see_that_there_is_such_a_log(lang: str) -> None:
    if log_level().lower() not in LOG_LEVELS:
        raise Refusal(say(lang, "unknown_log", level=shorten(log_level()), levels=", ".join(LOG_LEVELS)))


def show_limits(asked: Mapping[str, str], screen: Screen) -> None:
    """Every limit, what it is and is about; those that are not as usual stand out."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("limit_name", "limit_value", "limit_about"):
        table.add_column(say(screen.lang, column), no_wrap=column != "limit_about")
    for name, limit in LIMITS.items():
        style = "bold" if name in asked else ""
        table.add_row(name, asked.get(name, limit.usual), say(screen.lang, f"limit.{name}"), style=style)
    screen.out.print(table)
    screen.say("limits_hint")


def _see_that_it_is_free(args: ServeArguments, lang: str) -> None:
    """Say so at once if it cannot listen there; what is said later would be in a log."""
    try:
        family = socket.getaddrinfo(args.host, args.port)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((args.host, args.port))
    except OSError as problem:
        key = _why_not_there(problem)
        raise Refusal(say(lang, key, host=args.host, port=args.port, problem=problem.strerror), FAILED) from None


def _why_not_there(problem: OSError) -> str:
    if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
        return "host_elsewhere"
    return {errno.EADDRINUSE: "port_taken", errno.EACCES: "port_denied"}.get(problem.errno or 0, "port_trouble")


class _Preparation:
    """A bar while the bots' thinking is compiled, the very first time; people can play meanwhile."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._ready: set[str] = set()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            console=screen.err,
            transient=True,
            disable=not screen.err.is_terminal,
        )
        self._task = self._bar.add_task("", total=len(games()), visible=False)

    def __enter__(self) -> _Preparation:
        self._bar.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._bar.stop()

    def note(self, game: str, state: str) -> None:
        """A game has got so far."""
        if state == "compiling":
            words = say(self._screen.lang, "preparing_bots", game=find(game).title[self._screen.lang])
            self._bar.update(self._task, description=words, visible=True)
        elif state == "ready":
            self._ready.add(game)
            self._bar.update(self._task, completed=len(self._ready), visible=len(self._ready) < len(games()))
