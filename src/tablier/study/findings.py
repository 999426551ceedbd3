"""What a study has found, in figures with error bars: to be put on a page, or worked on as data."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from tablier.arena.intervals import Interval
from tablier.engine.options import Value
from tablier.lab.watching import has_estimate
from tablier.study.tally import Layout, Sums, Tally, median, parts_of_luck, total

if TYPE_CHECKING:
    from tablier.study.plan import Cell, Study

MEANS = ("turns", "decisions", "wide", "changes")
"""Figures that are not a part of something."""

WEIGHED = "distinct"
"""Of how many games no two were the same: a plain count, without error bars."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two kinds of bots have won of each other."""

    one: str
    other: str
    games: int
    won: Interval
    """What the first wins, alone against the other."""
    lost: Interval
    """What the other wins, alone against the first: where two play, the rest."""
    players: Interval
    """Of the result's variance: what comes from who plays,"""
    dice: Interval
    """from the dice alone, whoever plays,"""
    both: Interval
    """and from how the two meet."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What was found of one variant. Figures are shares from 0 to 1, but for those of MEANS."""

    changed: dict[str, Value]
    """The options that are not as in the first variant."""
    options: dict[str, Value]
    seats: tuple[str, ...]
    games: int
    watched: int
    """Games that were looked at decision by decision."""
    figures: dict[str, Interval]
    medians: dict[str, Interval]
    """Of turns and decisions."""
    counts: dict[str, dict[int, int]]
    """How many games had so many turns and decisions."""
    distinct: float
    """The part of the games, within blocks, of which no two are the same."""
    meetings: list[Meeting] = field(default_factory=list)

    def kinds(self) -> list[str]:
        """The kinds of actions, the most frequent first."""
        names = [name.removeprefix("kind.") for name in self.figures if name.startswith("kind.")]
        return sorted(names, key=lambda kind: (-self.figures[f"kind.{kind}"].mean, kind))


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a study has found."""

    game: str
    bots: list[str]
    seed: int
    estimated: bool
    """Whether positions were judged by the game's own estimate; otherwise by playing on at random."""
    variants: list[Variant]

    @property
    def games(self) -> int:
        """All games that were played."""
        return sum(one.games + sum(meeting.games for meeting in one.meetings) for one in self.variants)

    def to_json(self, **more: Any) -> str:
        """All of it; `more` says where and when."""
        return json.dumps({**asdict(self), **more}, indent=1, ensure_ascii=False) + "\n"

    def to_csv(self) -> str:
        """A line for each figure of each variant."""
        out = io.StringIO()
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(["variant", "figure", "mean", "low", "high"])
        for variant in self.variants:
            name = " ".join(f"{option}={value}" for option, value in variant.changed.items()) or "as it is"
            for figure, found in _flat(variant):
                lines.writerow([name, figure, *(f"{number:.6g}" for number in (found.mean, found.low, found.high))])
        return out.getvalue()


def _flat(variant: Variant) -> list[tuple[str, Interval]]:
    medians = [(f"median.{name}", found) for name, found in variant.medians.items()]
    meetings = [
        (f"{what}.{meeting.one}.{meeting.other}", getattr(meeting, what))
        for meeting in variant.meetings
        for what in ("won", "lost", "players", "dice", "both")
    ]
    return [*variant.figures.items(), *medians, *meetings]


# --- from tallies -----------------------------------------------------------------------------------------------------


def findings(study: Study, tallies: Sequence[Tally]) -> Findings:
    """What the tallies of all jobs of a study tell."""
    blocks: list[list[Tally]] = [[] for _ in study.cells]
    for job, tally in zip(study.jobs, tallies, strict=True):
        blocks[job.cell].append(tally)
    found = [_variant(study, cell, blocks[i]) for i, cell in enumerate(study.cells) if not cell.is_layout]
    for i, cell in enumerate(study.cells):
        if cell.is_layout:
            found[cell.variant].meetings.append(_meeting(cell, blocks[i]))
    return Findings(study.game.name, study.bots, study.seed, has_estimate(study.game), found)


def _variant(study: Study, cell: Cell, blocks: Sequence[Tally]) -> Variant:
    whole = total(completed(blocks))
    seats = study.game.seats(cell.options)
    distinct = whole.sums.pop(WEIGHED)
    figures = {_named(name, seats): found for name, sums in whole.sums.items() if (found := _figure(name, sums))}
    return Variant(
        changed=study.variants[cell.variant],
        options=dict(cell.options),
        seats=seats,
        games=whole.sums["draw"].n,
        watched=whole.sums["matters"].n if "matters" in whole.sums else 0,
        figures=figures,
        medians={name: median(counts) for name, counts in whole.counts.items()},
        counts={name: _sorted(counts) for name, counts in whole.counts.items()},
        distinct=distinct.ratio,
    )


def completed(blocks: Sequence[Tally]) -> list[Tally]:
    """The same blocks, each with what others have found and it has not: none of it."""
    names = dict.fromkeys(name for block in blocks for name in block.sums)
    return [_completed(block, [name for name in names if name not in block.sums]) for block in blocks]


def _completed(block: Tally, lacking: Sequence[str]) -> Tally:
    if "matters" not in block.sums:  # these games were not looked at
        return block
    of = block.sums["matters"]
    none = {
        "kind": Sums(of.n, 0.0, of.y, 0.0, 0.0, of.yy),
        "used": Sums(of.n, 0.0, float(of.n), 0.0, 0.0, float(of.n)),
    }
    found = {name: none.get(name.partition(".")[0], Sums(of.n, 0.0, 0.0, 0.0, 0.0, 0.0)) for name in lacking}
    return Tally({**block.sums, **found}, block.counts, block.layout)


def _named(figure: str, seats: Sequence[str]) -> str:
    """Of a share, with the name of the seat."""
    kind, _, seat = figure.partition(".")
    return f"share.{seats[int(seat)]}" if kind == "share" else figure


def _figure(name: str, sums: Sums) -> Interval | None:
    return sums.mean() if name in MEANS else sums.share()


def _sorted(counts: Counter[int]) -> dict[int, int]:
    return {value: counts[value] for value in sorted(counts)}


def _meeting(cell: Cell, blocks: Sequence[Tally]) -> Meeting:
    whole = total(blocks)
    layouts: list[Layout] = [block.layout for block in blocks if block.layout]
    won, lost = whole.sums["alone.one"].share(), whole.sums["alone.other"].share()
    parts = parts_of_luck(layouts)
    assert won
    assert lost
    assert parts
    games = sum(layout.dice for layout in layouts) * len(cell.seatings)
    return Meeting(cell.seatings[0][0], cell.seatings[-1][0], games, won, lost, *parts)
