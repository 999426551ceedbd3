"""The page of a study: one HTML file with everything in it, to be read, printed, or sent to a publisher."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from tablier.arena.intervals import Interval
from tablier.engine.game import Game
from tablier.language import DEFAULT, Catalogue, Texts, language
from tablier.study import charts
from tablier.study.charts import Axis
from tablier.study.findings import Findings, Meeting, Variant
from tablier.study.looking import CALIBRATION, COURSE, STAKES
from tablier.study.variation import Figure, figures_of

WORDS = Catalogue(files(__package__))

WEB = files("tablier") / "web"

FONTS = ("fraunces", "inter")

COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
"""Of a style sheet: for who works on it."""

TOO_ALIKE = 0.5
"""Where fewer of the games than this differ, chance has little to say."""


class Pace(NamedTuple):
    """How long people take: seconds, from and to, for a decision or a turn."""

    low: float = 10
    high: float = 20
    unit: Literal["decision", "turn"] = "decision"

    def minutes(self, variant: Variant) -> tuple[float, float]:
        length = variant.medians[f"{self.unit}s"].mean
        return length * self.low / 60, length * self.high / 60


USUAL_PACE = Pace()


def page(
    game: Game,
    found: Findings,
    made: Mapping[str, Any],
    *,
    lang: str = DEFAULT,
    pace: Pace = USUAL_PACE,
    command: str = "",
) -> str:
    """The page, in a language. `made` is where and when, as the arena tells it; `command` is how to make it again."""
    return _Page(game, found, made, lang, pace, command).html()


class _Page:
    def __init__(
        self, game: Game, found: Findings, made: Mapping[str, Any], lang: str, pace: Pace, command: str
    ) -> None:
        self.game, self.found, self.made = game, found, made
        self.lang, self.pace, self.command = lang, pace, command
        self.said: Texts = WORDS.texts(lang)
        self.usual: Variant = found.variants[0]
        self.spoken = language(lang)

    def html(self) -> str:
        title = self.game.title[self.lang]
        sections = (
            self._seats(), self._length(), self._decisions(), self._course(), self._skill(), self._kinds(),
            self._options(), self._method(),
        )  # fmt: skip
        return (
            f'<!doctype html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)} · {self._text('page.study')}</title><style>{style()}</style></head>\n"
            f'<body><main class="study">\n{self._header(title)}\n{self._tiles()}\n'
            + "\n".join(sections)
            + "\n</main></body></html>\n"
        )

    # --- words and numbers

    def _text(self, key: str, **values: object) -> str:
        return escape(self.said(key, **values), quote=False)

    def _share(self, share: float) -> str:
        return self.spoken.share(share)

    def _number(self, number: float) -> str:
        return self.spoken.number(number, 0 if abs(number) >= 100 or number == int(number) else 1)

    def _bounds(self, found: Interval, is_share: bool = True) -> str:
        """An interval as it stands in brackets."""
        if is_share:
            return f"{self.spoken.number(100 * found.low, 1)}–{self.spoken.number(100 * found.high, 1)}"
        return f"{self._number(found.low)}–{self._number(found.high)}"

    def _value(self, found: Interval, is_share: bool = True) -> str:
        shown = self._share(found.mean) if is_share else self._number(found.mean)
        return f"<b>{shown}</b> <small>({self._bounds(found, is_share)})</small>"

    def _seat(self, seat: str) -> str:
        words = self.game.seat_words
        return words[seat][self.lang] if seat in words else seat

    def _bot(self, bot: str) -> str:
        """What people call a bot."""
        if f"bot.{bot}" in self.said:
            return self.said(f"bot.{bot}")
        level, _, simulations = bot.partition("@")
        return self.said("bot.thinks" if simulations else "bot.level", level=level, simulations=simulations)

    def _fair(self, variant: Variant, seat: str) -> float:
        """What a seat would win if all sides were alike."""
        teams = self.game.teams(variant.options)
        team = next((team for team in teams if seat in team), None)
        return 1 / len(teams) / len(team) if team else 1 / len(variant.seats)

    def _figure(self, name: str) -> Interval | None:
        return self.usual.figures.get(name)

    # --- the parts of the page

    def _header(self, title: str) -> str:
        cover = self.game.pages.drawing("cover")
        source = f"data:image/svg+xml;base64,{b64encode(cover).decode()}" if cover else ""
        picture = f'<img class="cover" alt="" src="{source}">' if cover else ""
        lead = self._text("page.lead", games=self.spoken.number(self.found.games))
        return (
            f'<header><div><p class="eyebrow">{self._text("page.study")}</p><h1>{escape(title)}</h1>'
            f'<p class="lead">{lead}</p><p class="hint">{self._text("page.interval")}</p></div>{picture}</header>'
        )

    def _tiles(self) -> str:
        low, high = self.pace.minutes(self.usual)
        medians = {name: self._number(found.mean) for name, found in self.usual.medians.items()}
        tiles = [
            self._balance(),
            self._tile("length", self._minutes(low, high), self._text("tile.length-note", **medians)),
            self._share_tile("draws", "draw"),
            self._share_tile("matters", "matters"),
            self._strength(),
            self._share_tile("comeback", "comeback"),
        ]
        return f'<section class="tiles" aria-label="{self._text("page.contents")}">{"".join(tiles)}</section>'

    def _tile(self, key: str, figure: str, note: str) -> str:
        title = self._text(f"tile.{key}")
        return f'<div class="tile"><h3>{title}</h3><b class="figure">{figure}</b><p>{note}</p></div>'

    def _share_tile(self, key: str, figure: str) -> str:
        found = self._figure(figure)
        if not found:
            return ""
        return self._tile(key, self._share(found.mean), f"{self._text(f'tile.{key}-note')} ({self._bounds(found)})")

    def _minutes(self, low: float, high: float) -> str:
        return self._text("tile.minutes", low=self.spoken.number(max(1, low)), high=self.spoken.number(max(1, high)))

    def _balance(self) -> str:
        """The seat that stands farthest from its part, if any does."""
        shares = {seat: self.usual.figures[f"share.{seat}"] for seat in self.usual.seats}
        fair = {seat: self._fair(self.usual, seat) for seat in shares}
        tilted = [seat for seat, found in shares.items() if not found.low <= fair[seat] <= found.high]
        seat = max(tilted or shares, key=lambda seat: shares[seat].mean - fair[seat])
        note = self._text("tile.balance-even")
        if tilted:
            note = self._text("tile.balance-tilted", seat=self._seat(seat), fair=self._share(fair[seat]))
        return self._tile("balance", self._share(shares[seat].mean), f"{note} ({self._bounds(shares[seat])})")

    def _strength(self) -> str:
        if not self.usual.meetings:
            return self._tile("skill", "–", self._text("tile.alone"))
        met = self.usual.meetings[0]
        fair = self._share(1 / len(self.usual.seats))
        note = self._text("tile.skill-note", **self._pair(met), fair=fair)
        return self._tile("skill", self._share(met.won.mean), f"{note} ({self._bounds(met.won)})")

    def _section(self, key: str, *parts: str) -> str:
        return f'<section class="panel"><h2>{self._text(f"page.{key}")}</h2>{"".join(parts)}</section>'

    def _hint(self, key: str, **values: object) -> str:
        return f'<p class="hint">{self._text(key, **values)}</p>'

    def _line(self, label: str, picture: str, value: str) -> str:
        return f'<div class="line"><span>{escape(label)}</span>{picture}<span class="value">{value}</span></div>'

    def _seats(self) -> str:
        shares = {seat: self.usual.figures[f"share.{seat}"] for seat in self.usual.seats}
        fair = [self._fair(self.usual, seat) for seat in shares]
        axis = Axis.around([*fair, *(end for found in shares.values() for end in (found.low, found.high))], 0.1)
        lines = [
            self._line(self._seat(seat), charts.strip(found, axis, part), self._value(found))
            for (seat, found), part in zip(shares.items(), fair, strict=True)
        ]
        note = self._hint("seats.note", bot=self._bot(self.found.bots[0]), games=self.spoken.number(self.usual.games))
        alike = f'<p class="note note--warn">{self._text("seats.same")}</p>' if self.usual.distinct < TOO_ALIKE else ""
        return self._section("seats", f'<div class="rows">{"".join(lines)}</div>', note, alike)

    def _length(self) -> str:
        low, high = self.pace.minutes(self.usual)
        pace = self.said(
            f"length.pace-{self.pace.unit}", low=self._number(self.pace.low), high=self._number(self.pace.high)
        )
        minutes = self._hint("length.minutes", pace=pace, low=self._number(round(low)), high=self._number(round(high)))
        return self._section(
            "length", f'<div class="two">{self._spread("decisions")}{self._spread("turns")}</div>', minutes
        )

    def _spread(self, what: str) -> str:
        middle, counts = self.usual.medians[what], self.usual.counts[what]
        cut = charts.cut_of(counts)
        picture = charts.histogram(counts, middle, self.said("length.more", value=cut) if cut else "")
        told = self._text(
            "length.median", median=self._number(middle.mean), low=self._number(middle.low),
            high=self._number(middle.high), mean=self._number(self.usual.figures[what].mean),
        )  # fmt: skip
        return f'<div><h3>{self._text(f"length.{what}")}</h3>{picture}<p class="hint">{told}</p></div>'

    def _decisions(self) -> str:
        if not self.usual.watched:
            return ""
        names = [self.said("decisions.forced"), *map(self._stake_name, range(len(STAKES) + 1))]
        figures = ["forced", *(f"stakes.{i}" for i in range(len(STAKES) + 1))]
        found = [self.usual.figures.get(name) for name in figures]
        parts = [
            (name, part.mean if part else 0.0, self._share(part.mean) if part else self._share(0))
            for name, part in zip(names, found, strict=True)
        ]
        legend = self._hint("decisions.legend", games=self.spoken.number(self.usual.watched))
        return self._section("decisions", f'<div class="stakes">{charts.stack(parts)}</div>', legend, self._stakes())

    def _stake_name(self, number: int) -> str:
        ends = ["", *(self._number(100 * end) for end in STAKES), ""]
        low, high = ends[number], ends[number + 1]
        key = "upto" if not low else "from" if not high else "between"
        return self.said(f"decisions.{key}", low=low, high=high)

    def _stakes(self) -> str:
        facts = {}
        if wide := self._figure("wide"):
            facts["decisions.free"] = self._value(wide, is_share=False)
        if stake := self._figure("stake"):
            points = Interval(*(100 * end for end in (stake.mean, stake.low, stake.high)))
            shown = self._text("decisions.points", n=self._number(points.mean))
            facts["decisions.stake"] = f"{shown} <small>({self._bounds(points, is_share=False)})</small>"
        if forced := self._figure("forced"):
            facts["decisions.none"] = self._value(forced)
        return self._facts(facts)

    def _facts(self, facts: Mapping[str, str]) -> str:
        told = "".join(f"<div><dt>{self._text(key)}</dt><dd>{value}</dd></div>" for key, value in facts.items())
        return f'<dl class="facts">{told}</dl>'

    def _course(self) -> str:
        points = [((i + 0.5) / COURSE, found) for i in range(COURSE) if (found := self._figure(f"leader.{i}"))]
        facts = {
            f"course.{name}": self._value(found, is_share=name != "changes")
            for name in ("changes", "comeback", "settled")
            if (found := self._figure(name))
        }
        if not points:
            return ""
        fair = 1 / len(self.usual.seats)
        picture = charts.curve(points, self._share(0), self._share(1), fair)
        labels = (self._share(0), self._text("course.axis"), self._share(1))
        ends = f'<div class="ends">{"".join(f"<span>{label}</span>" for label in labels)}</div>'
        leads = f"<div><h3>{self._text('course.leads')}</h3>{picture}{ends}</div>"
        return self._section("course", leads, self._hint("course.note"), self._facts(facts))

    def _skill(self) -> str:
        if not self.usual.meetings:
            return self._section("skill", self._hint("skill.none"))
        return self._section("skill", *map(self._meeting, self.usual.meetings), self._hint("skill.note"))

    def _pair(self, met: Meeting) -> dict[str, str]:
        return {"one": self._bot(met.one), "other": self._bot(met.other)}

    def _meeting(self, met: Meeting) -> str:
        label = self.said("skill.won", **self._pair(met))
        line = self._line(label, charts.strip(met.won, Axis(0, 1), 1 / len(self.usual.seats)), self._value(met.won))
        parts = [
            (f"{self.said(f'skill.{name}')} ({self._bounds(found)})", found.mean, self._share(found.mean))
            for name, found in (("players", met.players), ("dice", met.dice), ("both", met.both))
        ]
        title = self._text("skill.parts", **self._pair(met))
        return f'<div class="rows">{line}<h3>{title}</h3><div>{charts.stack(parts)}</div></div>'

    def _kinds(self) -> str:
        kinds = self.usual.kinds()
        if not kinds:
            return ""
        most = max(self.usual.figures[f"kind.{kind}"].high for kind in kinds)
        lines = []
        for kind in kinds:
            found, used = self.usual.figures[f"kind.{kind}"], self.usual.figures[f"used.{kind}"]
            value = f"{self._value(found)} <small>{self._text('kinds.used', share=self._share(used.mean))}</small>"
            lines.append(self._line(self._kind(kind), charts.bar(found, most), value))
        return self._section("kinds", f'<div class="rows">{"".join(lines)}</div>', self._hint("kinds.note"))

    def _kind(self, kind: str) -> str:
        words = self.game.words.group("kind")
        return words[kind][self.lang] if kind in words else kind

    # --- what each option changes

    def _options(self) -> str:
        if len(self.found.variants) < 2:
            return ""
        usual = figures_of(self.usual)
        every = [figures_of(variant) for variant in self.found.variants]
        axes = {figure.name: _axis(figure.name, every) for figure in usual}
        blocks = [self._variant(variant, usual, axes) for variant in self.found.variants]
        return self._section("options", self._hint("options.note"), *blocks)

    def _variant(self, variant: Variant, usual: Sequence[Figure], axes: Mapping[str, Axis]) -> str:
        compared = {figure.name: figure for figure in usual}
        cells = [self._metric(figure, compared.get(figure.name), axes) for figure in figures_of(variant)]
        return (
            f'<div class="variant"><h3>{self._changed(variant)}</h3><div class="metrics">{"".join(cells)}</div></div>'
        )

    def _changed(self, variant: Variant) -> str:
        if not variant.changed:
            return self._text("options.usual")
        told = []
        for name, value in variant.changed.items():
            words = self.game.option_words
            option = words[name][self.lang] if name in words else name
            called = self.game.called(name, value, self.lang)
            told.append(f"{escape(option)} – {escape(called)} <code>{escape(f'{name}={value}')}</code>")
        return "; ".join(told)

    def _metric(self, figure: Figure, usual: Figure | None, axes: Mapping[str, Axis]) -> str:
        differs = figure.differs(usual) if usual else 0
        arrow = {1: "↑ ", -1: "↓ ", 0: ""}[differs]
        label = self.said(
            f"options.{figure.key}", **{key: self._named(key, name) for key, name in figure.values.items()}
        )
        axis = axes.get(figure.name) or Axis.around([figure.found.low, figure.found.high])
        reference = usual.found.mean if usual else None
        picture = charts.strip(figure.found, axis, reference, "strip--moved" if differs else "")
        moved = " metric--moved" if differs else ""
        value = self._value(figure.found, figure.is_share).replace("<b>", f"<b>{arrow}", 1)
        return f'<div class="metric{moved}"><span>{escape(label)}</span>{value}{picture}</div>'

    def _named(self, key: str, name: str) -> str:
        return self._seat(name) if key == "seat" else self._bot(name)

    # --- how it was found

    def _method(self) -> str:
        bots = self._text("method.bots", bots=", ".join(map(self._bot, self.found.bots)))
        told = [f"<p>{bots} {self._text('method.equal')}</p>"]
        points = [
            (said, came)
            for i in range(CALIBRATION)
            if (said := self._figure(f"said.{i}")) and (came := self._figure(f"came.{i}"))
        ]
        if points:
            how = self._text("method.estimate" if self.found.estimated else "method.playout")
            axes = self._text("method.calibration-x"), self._text("method.calibration-y")
            ends = f'<p class="hint">→ {axes[0]} · ↑ {axes[1]}</p>'
            told.append(f"<p>{how}</p><div>{charts.calibration(points)}{ends}</div>")
        told.append(f'<p class="hint">{self._text("method.errors")}</p>')
        if self.command:
            told.append(f"<div><p>{self._text('method.command')}</p><pre>{escape(self.command)}</pre></div>")
        told.append(f'<p class="hint">{self._made()}</p>')
        return self._section("method", *told)

    def _made(self) -> str:
        machine = self.made["machine"]
        return self._text(
            "method.made", version=self.made["version"], date=self.made["date"][:10], seed=self.found.seed,
            commit=(self.made["commit"] or "–")[:12], processor=machine["processor"], python=machine["python"],
        )  # fmt: skip


def _axis(name: str, every: Sequence[Sequence[Figure]]) -> Axis:
    """One axis for the same figure of all variants."""
    found = [figure.found for figures in every for figure in figures if figure.name == name]
    return Axis.around([end for one in found for end in (one.low, one.high)])


@cache
def style() -> str:
    """The style sheets, with the fonts in them."""
    base = (WEB / "css" / "base.css").read_text(encoding="utf-8")
    for font in FONTS:
        data = b64encode((WEB / "fonts" / f"{font}.woff2").read_bytes()).decode()
        base = base.replace(f"/web/fonts/{font}.woff2", f"data:font/woff2;base64,{data}")
    sheets = base + (files(__package__) / "study.css").read_text(encoding="utf-8")
    return COMMENT.sub("", sheets)
