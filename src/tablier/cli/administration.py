"""`tablier admin` and its commands: what each takes. What they do is imported only when it is done."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tablier.cli.group import Group
from tablier.cli.language import language
from tablier.language import LANGUAGES

admin = typer.Typer(
    cls=Group, add_completion=False, pretty_exceptions_enable=False, help="admin", invoke_without_command=True,
    subcommand_metavar="[COMMAND]",
)  # fmt: skip


def _nearest(context: typer.Context, option: typer.CallbackParam, found: Any) -> Any:
    """What somebody has written for an option, behind the command or before it; else what holds without."""
    before = context.parent
    if _is_written(context, option) or before is None or not _is_written(before, option):
        return found
    return before.params[option.name]


def _is_written(context: Any, option: typer.CallbackParam) -> bool:
    source = context.get_parameter_source(option.name)
    return source is not None and source.name == "COMMANDLINE"


Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), help="lang", show_default=False, callback=_nearest),
]
Kept = Annotated[
    str | None,
    typer.Option(
        "--store", envvar="TABLIER_STORE", show_envvar=False, metavar="STORE", help="store", show_default=False,
        callback=_nearest,
    ),
]  # fmt: skip
Json = Annotated[bool, typer.Option("--json", help="json", show_default=False, callback=_nearest)]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="admin_one", show_default=False)]
Whom = Annotated[str, typer.Argument(metavar="WHO", help="admin_who", show_default=False)]


def _do(do: str, store: str | None, as_json: bool, lang: str | None, **more: Any) -> None:
    from tablier.cli.admin import Desk
    from tablier.cli.screen import Screen

    Desk(store, as_json, Screen(language(lang))).do(do, **more)


@admin.callback(help="admin")
def glance(context: typer.Context, store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    if context.invoked_subcommand is None:
        _do("glance", store, json, lang)


@admin.command(help="admin_tables")
def tables(
    *,
    status: Annotated[str | None, typer.Option("--status", metavar="STATUS", help="status", show_default=False)] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="game", show_default=False)] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", help="most", show_default=False, min=1, max=10_000)
    ] = 50,
    store: Kept = None,
    json: Json = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    _do("tables", store, json, lang, status=status, game=game, most=most)


@admin.command(help="admin_table")
def table(table: TableId = "", store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("table", store, json, lang, table=table)


@admin.command(help="admin_end")
def end(table: TableId = "", store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("end", store, json, lang, table=table)


@admin.command(help="admin_forget")
def forget(table: TableId = "", store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("forget", store, json, lang, table=table)


@admin.command(help="admin_ban")
def ban(
    *,
    who: Whom = "",
    time: Annotated[str, typer.Option("--for", metavar="TIME", help="ban_for", show_default=False)] = "forever",
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="ban_why", show_default=False)] = "",
    store: Kept = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    _do("ban", store, json, lang, who=who, time=time, why=why)


@admin.command(help="admin_bans")
def bans(store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("bans", store, json, lang)


@admin.command(help="admin_lift")
def lift(who: Whom = "", store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("lift", store, json, lang, who=who)


@admin.command(help="admin_reports")
def reports(
    everything: Annotated[bool, typer.Option("--all", help="reports_all", show_default=False)] = False,
    store: Kept = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    _do("reports", store, json, lang, settled=everything)


@admin.command(help="admin_settle")
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="report", show_default=False)] = "",
    store: Kept = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    _do("settle", store, json, lang, report=report)


@admin.command(help="admin_token")
def token(store: Kept = None, json: Json = False, lang: Lang = None) -> None:
    _do("token", store, json, lang)
