"""Writes docs/scale.md: what many people at once would take, from what was measured and from what is assumed.

    python docs/scale.py docs/scale.md

`make bench-serve` and `make docs` call it. What was measured is read from benchmarks/results; what is assumed is below.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results"
MONTH = 30 * 24 * 3600
"""Seconds."""


@dataclass(frozen=True)
class Assumed:
    """What nobody has measured; put in what you know better."""

    people: int = 100_000
    """At a table at the same moment, all of them."""
    seconds: float = 10
    """Between two actions of a person: they wait for the others, and think."""
    alone: float = 0.5
    """The part of them that plays against a bot; the others sit two at a table."""
    busiest: float = 0.6
    """Of a core, so that nobody waits."""
    group: float = 10
    """Events in one commit: a node commits together what has come while it was committing."""
    message: float = 2_000
    """Bytes that a page is sent for an action, compressed by the proxy where it can."""
    nodes_overhead: float = 1.3
    """Processor for an action of a node on PostgreSQL, over one server on SQLite."""
    simulations: float = 200
    """Of a bot for an action: level 5."""
    strong: float = 0.05
    """The part of bots that are of level 8, and think for its seconds."""
    strong_seconds: float = 2
    cores: int = 8
    """Of a machine, with 32 GB."""
    machine: float = 60
    """Euros a month for it: cores of one's own, at one of Europe's cheaper hosts."""
    database: float = 350
    """Euros a month for two machines of 16 cores with fast disks: PostgreSQL and its stand-by."""
    front: float = 60
    """Euros a month for two machines with Caddy."""
    terabyte: float = 1
    """Euros for traffic."""


@dataclass(frozen=True)
class Measured:
    """What was measured, and when."""

    action: float
    """Milliseconds of the processor for an action, pages looking with pictures."""
    table: float
    """Kilobytes of memory."""
    commits: float
    """A second, of a group of events, by one PostgreSQL."""
    simulations: float
    """A second, of a bot on one core."""
    back: float
    """Seconds after a kill until the last is connected again."""
    dates: tuple[str, ...]

    @classmethod
    def read(cls) -> Measured:
        serve, commits = _read("serve"), _read("commits")
        return cls(
            action=_figure(serve["scenes"], "processor time for an action"),
            table=_figure(serve["memory"], "memory of a table, with pictures"),
            commits=_figure(commits, "commits of 10 events"),
            simulations=_figure(_read("simulations"), "war-of-masters: simulations a second"),
            back=_figure(serve["kill"], "until the last is connected again"),
            dates=tuple(part["date"][:10] for part in (serve["scenes"], serve["memory"], serve["kill"], commits)),
        )


@dataclass(frozen=True)
class Needed:
    """What many people need, by these measures and assumptions."""

    assumed: Assumed
    measured: Measured

    @property
    def actions(self) -> float:
        """A second: of people, and of the bots that answer them."""
        return self.assumed.people / self.assumed.seconds * (1 + self.assumed.alone)

    @property
    def tables(self) -> float:
        return self.assumed.people * (self.assumed.alone + (1 - self.assumed.alone) / 2)

    @property
    def nodes(self) -> int:
        """Processes, each of which has a core."""
        used = self.actions * self.measured.action / 1000 * self.assumed.nodes_overhead
        return ceil(used / self.assumed.busiest)

    @property
    def thinking(self) -> int:
        """Cores on which bots think."""
        asked = self.assumed.people / self.assumed.seconds * self.assumed.alone
        usual = self.assumed.simulations / self.measured.simulations
        mean = (1 - self.assumed.strong) * usual + self.assumed.strong * self.assumed.strong_seconds
        return ceil(asked * mean / self.assumed.busiest)

    @property
    def strong_cores(self) -> int:
        """Of those, the ones of the strongest."""
        asked = self.assumed.people / self.assumed.seconds * self.assumed.alone * self.assumed.strong
        return ceil(asked * self.assumed.strong_seconds / self.assumed.busiest)

    @property
    def machines(self) -> int:
        return ceil((self.nodes + self.thinking) / self.assumed.cores)

    @property
    def memory(self) -> float:
        """Gigabytes, of tables."""
        return self.tables * self.measured.table / 1e6

    @property
    def commits(self) -> float:
        """A second."""
        return self.actions / self.assumed.group

    @property
    def traffic(self) -> float:
        """Terabytes a month, if it were so day and night: an action is told to those at its table."""
        told = self.actions * self.assumed.people / self.tables
        return told * self.assumed.message * MONTH / 1e12

    @property
    def euros(self) -> float:
        fixed = self.assumed.database + self.assumed.front
        return self.machines * self.assumed.machine + fixed + self.traffic / 3 * self.assumed.terabyte

    @property
    def most_people(self) -> float:
        """At which one PostgreSQL has all the commits that it can take."""
        return self.assumed.people * self.measured.commits / self.commits

    @property
    def most_people_one_by_one(self) -> float:
        """The same where each event is committed by itself, because no two come at once."""
        return self.most_people / self.assumed.group


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _figure(part: dict[str, Any], what: str) -> float:
    """The last figure of this kind."""
    return float([figure["found"] for figure in part["figures"] if what in figure["what"]][-1])


def page(assumed: Assumed, measured: Measured) -> str:
    """The page, whole."""
    needed = Needed(assumed, measured)
    few = Needed(Assumed(people=1_000), measured)
    return f"""# Many people

What {_n(assumed.people)} people at once would take, on paper: from what one server was measured to need, and from what is assumed of people and prices. This page is written by
[scale.py](scale.py) from `benchmarks/results`, and changes with it: `make bench-serve` measures anew and writes it again. Nobody has run this many; what was run
is in [server.md](server.md).

| | |
|---|---|
| machines of {assumed.cores} cores | **{_n(needed.machines)}** |
| euros a month | **{_n(round(needed.euros, -1))}** |
| breaks first | one PostgreSQL, at about {_n(round(needed.most_people, -3))} people; or at {_n(round(needed.most_people_one_by_one, -3))}, if commits were not shared |

## What was measured

| | | |
|---|---|---|
| a | processor for an action, pages looking with pictures | {measured.action:.1f} ms |
| t | memory of a table, both connected with pictures | {measured.table:.0f} KB |
| w | commits of {assumed.group:.0f} events that one PostgreSQL takes | {_n(round(measured.commits))} a second |
| s | simulations of a bot on one core (War of Masters) | {_n(round(measured.simulations))} a second |

On two cores that had other things to do, on {_list(sorted(set(measured.dates)))}: `make bench-serve`, `python -m benchmarks.commits`, `make strength`.

## What is assumed

| | | |
|---|---|---|
| P | people at a table at the same moment | {_n(assumed.people)} |
| d | seconds between two actions of a person | {assumed.seconds:g} |
| b | the part that plays against a bot; others sit two at a table | {assumed.alone:.0%} |
| u | of a core that is used, at most | {assumed.busiest:.0%} |
| o | an action on several nodes and PostgreSQL, over one server on SQLite | {assumed.nodes_overhead:g} × |
| g | events that are committed together | {assumed.group:g} |
| m | bytes of a message to a page | {_n(assumed.message)} |
| | bots | {assumed.simulations:g} simulations an action (level 5); {assumed.strong:.0%} are of level 8, {assumed.strong_seconds:g} s on a core |
| | euros a month: {assumed.cores} cores of one's own and 32 GB; PostgreSQL with a stand-by; two Caddys; a terabyte | {assumed.machine:g}; {assumed.database:g}; {assumed.front:g}; {assumed.terabyte:g} |

Prices are of no offer in particular: what dedicated cores cost at Europe's cheaper hosts, about. The large clouds ask three to five times as much.

## What follows

| | formula | {_n(few.assumed.people)} people | {_n(assumed.people)} people |
|---|---|---|---|
| actions a second, with those of bots | A = P / d × (1 + b) | {_n(round(few.actions))} | {_n(round(needed.actions))} |
| tables | T = P × (b + (1 − b) / 2) | {_n(round(few.tables))} | {_n(round(needed.tables))} |
| nodes, each a core | A × a × o / u | {_n(few.nodes)} | {_n(needed.nodes)} |
| cores that bots think on | P / d × b × mean time / u | {_n(few.thinking)} | {_n(needed.thinking)} |
| machines | (nodes + cores for bots) / {assumed.cores} | {_n(few.machines)} | {_n(needed.machines)} |
| memory of tables, GB | T × t | {few.memory:.1f} | {needed.memory:.1f} |
| commits a second | A / g | {_n(round(few.commits))} | {_n(round(needed.commits))} |
| traffic a month, TB, if it were so day and night | A × P / T × m | {_n(round(few.traffic))} | {_n(round(needed.traffic))} |
| euros a month; of that traffic a third | | {_n(round(few.euros, -1))} | {_n(round(needed.euros, -1))} |

A club of a hundred needs none of this: one small machine, SQLite and no configuration ([hosting.md](hosting.md)).

## What breaks first

**One database.** Everything else is divided by itself: nodes and thinkers are added, and no table needs another. But every action is committed to one PostgreSQL before anybody is told. It
needs {_n(round(needed.commits))} commits a second of the {_n(round(measured.commits))} that were measured, so long as a node commits {assumed.group:g} events together. That is the assumption to look at: a node that has
{_n(round(needed.actions / max(1, needed.nodes)))} actions a second has {assumed.group:g} of them at once only if a commit takes {1000 * assumed.group * max(1, needed.nodes) / needed.actions:.0f} ms. Where commits are quicker
groups are smaller, and there are more of them; the database then finds its own balance by answering later, which people feel. A larger machine with faster disks moves this further; after it come several
databases, each with sites of its own, which the design allows (a table never needs another) and nobody has built.

**Strong bots** are next, and most of the bill: {assumed.strong:.0%} of the bots at level 8 take {_n(needed.strong_cores)} of the {_n(needed.thinking)} cores that think. With fewer cores than that they answer later, in fair turns;
beginners' bots have workers of their own and do not wait for them.

**All at once**: after a loss of the network everybody connects again in the same seconds. Of 500 tables on one server the last was back after {measured.back:.0f} s at most; a node that has more takes longer.
"""


def _n(number: float) -> str:
    return f"{number:,.0f}"


def _list(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(Assumed(), Measured.read()), encoding="utf-8")
