"""`tablier admin`: what a host sees, and does."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from rich import box
from rich.table import Table

from tablier.cli import saves
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.stores import existing
from tablier.cli.texts import say
from tablier.engine.registry import find, games
from tablier.engine.words import shorten
from tablier.serve.durations import TooLong, seconds_of
from tablier.serve.hatch import Refused, ask
from tablier.serve.store import BadStore, StoreTrouble, default_path

STATUSES = ("open", "playing", "over")
SHOWN = 12
"""Characters of a person's name that are shown: enough to tell people apart, and to name them."""

WHOLE = ("admin_table", "admin_who", "admin_person", "admin_changed")
"""Columns that are never broken: they are for copying."""

LAST = 253_370_764_800_000
"""The year 9999, in milliseconds: what is later has no date, and may be stored by an older version."""

WANTED = {"table": "admin_which_table", "who": "admin_which_who", "report": "admin_which_report"}
"""What a command cannot do without, and how it asks for it."""


class Desk:
    """Where a host asks, and reads the answers."""

    def __init__(self, store: str | None, as_json: bool, screen: Screen) -> None:
        self._given = store
        self.as_json, self.screen = as_json, screen

    def do(self, do: str, **more: Any) -> None:
        """Ask for something, and show what is answered."""
        answer = self._ask({"do": do, **self._understood(more)})
        if self.as_json:
            self.screen.out.file.write(json.dumps(answer, indent=2, ensure_ascii=False) + "\n")
        else:
            getattr(self, f"_show_{do}")(answer)

    def _understood(self, given: dict[str, Any]) -> dict[str, Any]:
        for name, question in WANTED.items():
            if given.get(name) == "":
                raise Refusal(say(self.screen.lang, question))
        if given.get("status") not in (None, *STATUSES):
            raise Refusal(say(self.screen.lang, "admin_which_status", names=", ".join(STATUSES)))
        if (time := given.pop("time", None)) is not None:
            try:
                given["seconds"] = seconds_of(time)
            except TooLong:
                raise Refusal(say(self.screen.lang, "long_time", time=shorten(time))) from None
            except ValueError:
                raise Refusal(say(self.screen.lang, "bad_time", time=shorten(time))) from None
        return given

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            store = existing(self._given, self.screen.lang)
            return ask(self._given or default_path(), request, self.screen.lang)
        except Refused as problem:
            raise Refusal(str(problem)) from None
        except PermissionError:
            raise Refusal(say(self.screen.lang, "admin_not_owner", path=saves.shown(store.where)), FAILED) from None
        except (StoreTrouble, BadStore) as problem:
            raise Refusal(problem.said(self.screen.lang), FAILED) from None

    # --- what is shown

    def _show_glance(self, found: dict[str, Any]) -> None:
        running, say_ = found["running"], self.screen.say
        if running:
            say_("admin_runs", "bold", version=found["version"], time=self._span(running["seconds"]))
            if running["nodes"] > 1:
                say_("admin_nodes", n=running["nodes"])
            say_("admin_people", **{name: running[name] for name in ("playing", "watching", "addresses")})
            say_("admin_bots", thinking=running["thinking"], games=self._readiness(running["bots"]))
            say_("admin_thinkers", **running["thinkers"])
        else:
            say_("admin_no_server", "bold")
        say_("admin_store", path=found["store"]["path"], size=self._size(found["store"]["bytes"]))
        self._show_counts(found["tables"])
        if running:
            self._show_trouble(running)
        for name in ("reports", "bans"):
            if found[name]:
                say_(f"admin_count_{name}", "yellow" if name == "reports" else "", n=found[name])

    def _show_counts(self, counts: Sequence[dict[str, Any]]) -> None:
        table = self._table("game", *(f"admin_{status}" for status in STATUSES), right=STATUSES)
        found = {(one["game"], one["status"]): one["count"] for one in counts}
        for game in sorted({game for game, _ in found}):
            table.add_row(self._title(game), *(str(found.get((game, status), 0)) for status in STATUSES))
        totals = Counter[str]()
        for (_, status), count in found.items():
            totals[status] += count
        table.add_section()
        table.add_row(say(self.screen.lang, "admin_all"), *(str(totals[status]) for status in STATUSES), style="bold")
        self.screen.out.print(table)

    def _show_trouble(self, running: dict[str, Any]) -> None:
        if running["damaged"]:
            self.screen.say("admin_damaged", "red", tables=", ".join(running["damaged"]))
        refused = sorted(running["refused"].items(), key=lambda one: -one[1])
        if refused:
            self.screen.say("admin_refused", codes=", ".join(f"{code} × {count}" for code, count in refused))

    def _show_tables(self, found: dict[str, Any]) -> None:
        if not found["tables"]:
            self.screen.say("admin_no_tables")
            return
        table = self._table("admin_table", "game", "admin_status", "admin_seats", "admin_here", "admin_changed")
        for one in found["tables"]:
            here = f"{one['here']} + {one['watching']}" if one["here"] or one["watching"] else ""
            words = self._title(one["game"]), self._status(one["status"]), ", ".join(one["seats"])
            table.add_row(one["table"], *map(_harmless, words), here, self._date(one["changed"]))
        self.screen.out.print(table)

    def _show_table(self, found: dict[str, Any]) -> None:
        self.screen.line(f"{found['table']}  {self._title(found['game'])}, {self._status(found['status'])}", "bold")
        self.screen.say("admin_dates", created=self._date(found["created"]), changed=self._date(found["changed"]))
        self.screen.say("admin_length", **{name: found[name] for name in ("actions", "said", "events")})
        self.screen.say("admin_host", person=found["host"][:SHOWN], address=found["opened_from"] or "?")
        table = self._table("admin_seat", "admin_name", "admin_person", "admin_address")
        for seat in found["seats"]:
            persons = ", ".join(person[:SHOWN] for person in seat["persons"])
            table.add_row(
                f"{seat['seat']}  {seat['called']}", self._sitting(seat), persons, ", ".join(seat["addresses"])
            )
        self.screen.out.print(table)
        if found["watchers"]:
            self.screen.say("admin_watchers", addresses=", ".join(found["watchers"]))

    def _sitting(self, seat: dict[str, Any]) -> str:
        bot = say(self.screen.lang, "bot_name", level=seat["bot"]) if seat["bot"] else ""
        return _harmless(" / ".join(filter(None, (seat["name"], bot))) or "–")

    def _show_end(self, found: dict[str, Any]) -> None:
        self.screen.say("admin_ended", table=found["table"])

    def _show_forget(self, found: dict[str, Any]) -> None:
        self.screen.say("admin_forgotten", table=found["table"])

    def _show_ban(self, found: dict[str, Any]) -> None:
        for ban in found["bans"]:
            self.screen.say("admin_banned", who=_short(ban), until=self._until(ban))

    def _show_lift(self, found: dict[str, Any]) -> None:
        for ban in found["bans"]:
            self.screen.say("admin_lifted", who=_short(ban))

    def _show_bans(self, found: dict[str, Any]) -> None:
        if not found["bans"]:
            self.screen.say("admin_nobody_banned")
            return
        table = self._table("admin_who", "admin_since", "admin_until", "admin_why")
        for ban in found["bans"]:
            style = "" if ban["in_force"] else "dim"
            words = self._date(ban["since"]), self._until(ban), _harmless(ban["why"])
            table.add_row(_short(ban), *words, style=style)
        self.screen.out.print(table)

    def _show_reports(self, found: dict[str, Any]) -> None:
        if not found["reports"]:
            self.screen.say("admin_no_reports")
        for report in reversed(found["reports"]):
            self._show_report(report)

    def _show_report(self, report: dict[str, Any]) -> None:
        names, about = report["names"], report["about"]
        watcher = say(self.screen.lang, "admin_watcher")
        by = watcher if report["seat"] is None else names[report["seat"]]
        values = {"report": report["report"], "date": self._date(report["at"]), "table": report["table"]}
        self.screen.say("admin_report", "bold", **values, by=_harmless(by), about=_harmless(names[about]))
        if report["words"]:
            self.screen.line(f"  « {_harmless(report['words'])} »")
        for said in report["said"]:
            style = "yellow" if said["by"] == about else "dim"
            self.screen.line(f"  {_harmless(names[said['by']])} : {_harmless(said['body'])}", style)
        self.screen.say("admin_report_hint", "dim", table=report["table"], seat=about, report=report["report"])

    def _show_settle(self, found: dict[str, Any]) -> None:
        self.screen.say("admin_settled", report=found["report"])

    def _show_token(self, found: dict[str, Any]) -> None:
        self.screen.line(found["token"])

    # --- words

    def _table(self, *columns: str, right: Iterable[str] = ()) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in columns:
            justify: Any = "right" if column.removeprefix("admin_") in right else "left"
            table.add_column(say(self.screen.lang, column), justify=justify, no_wrap=column in WHOLE)
        return table

    def _title(self, game: str) -> str:
        return find(game).title[self.screen.lang] if game in games() else game

    def _status(self, status: str) -> str:
        return say(self.screen.lang, f"admin_{status}")

    def _readiness(self, bots: dict[str, str]) -> str:
        return ", ".join(self._title(game) for game, state in bots.items() if state == "ready") or "–"

    def _until(self, ban: dict[str, Any]) -> str:
        if ban["until"] is None or ban["until"] > LAST:
            return say(self.screen.lang, "admin_forever")
        return self._date(ban["until"])

    def _date(self, milliseconds: int) -> str:
        return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")

    def _span(self, seconds: int) -> str:
        days, hours, minutes = seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60
        return say(self.screen.lang, "admin_span", days=days, hours=hours, minutes=minutes)

    def _size(self, bytes: int) -> str:
        return say(self.screen.lang, "admin_size", n=f"{bytes / 1e6:.1f}")


def _short(ban: dict[str, Any]) -> str:
    who: str = ban["who"]
    return who[:SHOWN] if ban["kind"] == "person" else who.removesuffix("/32").removesuffix("/128")


def _harmless(text: str) -> str:
    """What people wrote, with nothing in it that a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)
