"""What the results of a contest tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablier.arena.intervals import Interval, Sets, combined, interval
from tablier.arena.ratings import Pairing, ratings
from tablier.arena.results import Result

Value = Callable[[Result], float]
"""Something from 0 to 1 that a game tells."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did, over all its games."""

    bot: str
    games: int
    share: Interval
    """Of the win, for each seat that it held."""
    rating: Interval | None
    """Where two play: in points of Elo; those who met are 0 on average."""
    seconds: float
    """Of thinking for a choice, on average."""
    longest: float
    """The most seconds for a choice."""
    forfeits: int
    """Games that it ended by an illegal action or an exception."""
    unheard: int
    """Times that it said what the rules do not let it say."""
    fault: str
    """What was wrong the first time; empty if nothing was."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """How those at one table did against each other."""

    bots: tuple[str, ...]
    games: int
    shares: dict[str, Interval]
    """Of each different bot: its share of the win, for each seat that it held."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a contest has shown. Intervals are of 95 %; their units are the sets of games with the same chance."""

    games: int
    sets: int
    fair: float | None
    """The share that a seat would have if all were alike; None where nobody changed seats."""
    standings: list[Standing]
    """The best first."""
    meetings: list[Meeting]
    seats: dict[str, Interval]
    """How much of the win each seat had, whoever sat there."""
    even: float
    """The part of games in which all seats won alike: draws."""
    turns: float
    """Of a game, on average."""
    most_turns: int


def summary(seats: Sequence[str], results: Sequence[Result], fixed: bool = False) -> Summary:
    """Sum up the results of a contest; there is at least one. `fixed`: everybody kept their seat."""
    tables = _by_table(results)
    bots = list(dict.fromkeys(bot for result in results for bot in result.seats))
    rated = _rated(bots, tables) if len(seats) == 2 else {}
    standings = [_standing(bot, tables, rated.get(bot)) for bot in bots]
    return Summary(
        games=len(results),
        sets=len({(result.key.table, result.set) for result in results}),
        fair=None if fixed else 1 / len(seats),
        standings=sorted(standings, key=lambda one: one.rating.mean if one.rating else one.share.mean, reverse=True),
        meetings=[_meeting(table) for table in tables],
        seats={name: _seat_share(seat, tables) for seat, name in enumerate(seats)},
        even=sum(len(set(result.outcome.shares)) == 1 for result in results) / len(results),
        turns=sum(result.outcome.turns for result in results) / len(results),
        most_turns=max(result.outcome.turns for result in results),
    )


def _by_table(results: Sequence[Result]) -> list[list[Result]]:
    tables: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        tables[result.key.table].append(result)
    return [tables[table] for table in sorted(tables)]


def _sets(table: Sequence[Result], value: Value) -> Sets:
    """What each game of a table tells, set by set."""
    sets: dict[int, list[float]] = defaultdict(list)
    for result in table:
        sets[result.set].append(value(result))
    return list(sets.values())


def _won(bot: str) -> Value:
    """The share of the win that a bot had in a game, all its seats together."""

    def won(result: Result) -> float:
        return sum(share for seat, share in zip(result.seats, result.outcome.shares, strict=True) if seat == bot)

    return won


def _standing(bot: str, tables: Sequence[Sequence[Result]], rating: Interval | None) -> Standing:
    present = [table for table in tables if bot in table[0].seats]
    held = [(result.outcome, seat) for table in present for result in table for seat in _held(bot, result)]
    faults = [fault for table in present for result in table for fault in result.outcome.faults
              if result.seats[fault.seat] == bot]  # fmt: skip
    return Standing(
        bot=bot,
        games=sum(map(len, present)),
        share=combined([(len(table) / len(held), interval(_sets(table, _won(bot)))) for table in present]),
        rating=rating,
        seconds=sum(game.seconds[seat] for game, seat in held) / max(1, sum(game.choices[seat] for game, seat in held)),
        longest=max(game.longest[seat] for game, seat in held),
        forfeits=sum(fault.kind != "talk" for fault in faults),
        unheard=sum(fault.kind == "talk" for fault in faults),
        fault=next((fault.what for fault in faults), ""),
    )


def _held(bot: str, result: Result) -> list[int]:
    """The seats that a bot held."""
    return [seat for seat, name in enumerate(result.seats) if name == bot]


def _meeting(table: Sequence[Result]) -> Meeting:
    bots = sorted(table, key=lambda result: result.key)[0].seats
    shares = {bot: interval(_sets(table, _won(bot))) for bot in dict.fromkeys(bots)}
    return Meeting(bots, len(table), {bot: combined([(1 / bots.count(bot), shares[bot])]) for bot in shares})


def _seat_share(seat: int, tables: Sequence[Sequence[Result]]) -> Interval:
    games = sum(map(len, tables))
    parts = [interval(_sets(table, lambda result: result.outcome.shares[seat])) for table in tables]
    return combined([(len(table) / games, part) for table, part in zip(tables, parts, strict=True)])


def _rated(bots: Sequence[str], tables: Sequence[Sequence[Result]]) -> dict[str, Interval]:
    """The ratings of those who have met another."""
    met = [(table, table[0].seats) for table in tables if len(set(table[0].seats)) == 2]
    pairings = [Pairing(bots.index(one), bots.index(other), _sets(table, _won(one))) for table, (one, other) in met]
    rated = ratings(len(bots), pairings) if pairings else []
    return {bot: rating for bot, rating in zip(bots, rated, strict=False) if any(bot in pair for _, pair in met)}
