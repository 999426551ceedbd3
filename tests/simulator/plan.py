"""What is to happen in a session, all of it from a seed; it can be made smaller, and written down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from tests.simulator.machine import stream

Setting = tuple[str, dict[str, Any], str]
"""A game, its options, and who sits there: p for a person, b for a bot."""

SETTINGS: Final[dict[str, Setting]] = {
    "war": ("war-of-masters", {"max_turns": 30}, "pp"),
    "war against a bot": ("war-of-masters", {"goal": "all", "max_turns": 30}, "pb"),
    "maestria": ("maestria", {"max_turns": 30}, "pp"),
    "maestria against a bot": ("maestria", {"shape": "deep", "max_turns": 30}, "bp"),
    "citadel": ("master-citadel", {"capital": 12, "max_rounds": 8}, "pppp"),
    "citadel with bots": ("master-citadel", {"capital": 12, "variant": "open", "max_rounds": 8}, "pbpb"),
    "islands": ("master-islands", {"players": 3}, "ppp"),
    "islands with bots": ("master-islands", {"players": 3}, "pbp"),
    "teams": ("master-islands", {"mode": "teams"}, "pppp"),
    "corsair": ("master-islands", {"mode": "corsair", "players": 3}, "ppb"),
    "bots alone": ("master-islands", {"players": 2}, "bb"),
}

PACES: Final[tuple[dict[str, Any] | None, ...]] = (
    None,
    {"kind": "bank", "seconds": 20, "increment": 2},
    {"kind": "bank", "seconds": 60, "increment": 0},
    {"kind": "turn", "seconds": 15, "increment": 0},
)

FAULTS: Final = {
    "cut": 6, "half-open": 3, "slow line": 3, "lossy": 3, "repeating": 3, "slow": 2,
    "power": 3, "kill": 2, "stop": 1, "rot": 1,
    "sync fails": 4, "sync drops": 3, "write fails": 2, "read fails": 1, "full": 2, "standstill": 2,
}  # fmt: skip
"""What goes wrong, and how often compared with the others."""


@dataclass(frozen=True)
class Fault:
    """Something goes wrong."""

    at: float
    kind: str
    size: float
    """From 0 to 1."""
    number: int


@dataclass(frozen=True)
class At:
    """A table that is opened."""

    setting: str
    pace: int
    """Of PACES."""
    seed: int
    """Of those who sit there."""


@dataclass(frozen=True)
class Plan:
    """A session."""

    seed: int
    seconds: float
    tables: tuple[At, ...]
    faults: tuple[Fault, ...]

    def dumps(self) -> str:
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def loads(cls, text: str) -> Plan:
        told = json.loads(text)
        tables, faults = [At(**one) for one in told["tables"]], [Fault(**one) for one in told["faults"]]
        return cls(told["seed"], told["seconds"], tuple(tables), tuple(faults))

    @property
    def size(self) -> tuple[int, int, float]:
        return len(self.tables), len(self.faults), self.seconds

    def smaller(self) -> list[Plan]:
        """Plans with less in them, those with the least first."""
        faults, half = self.faults, len(self.faults) // 2
        shorter = [replace(self, seconds=self.seconds * part) for part in (0.5, 0.8) if self.seconds * part > 5]
        fewer = [replace(self, tables=tuple(t for t in self.tables if t is not one)) for one in self.tables]
        parts = [faults[:half], faults[half:], *(tuple(f for f in faults if f is not one) for one in faults)]
        found = [plan for plan in fewer if plan.tables] + shorter
        return found + [replace(self, faults=part) for part in parts if len(part) < len(faults)]


def plan(seed: int, settings: Sequence[str] = (), faults: Sequence[str] = ()) -> Plan:
    """What happens with this seed; at tables, and with faults, of these kinds alone if some are named."""
    random = stream(seed, "plan")
    seconds = random.choice((20.0, 30.0, 45.0, 60.0))
    tables = tuple(
        At(random.choice(settings or [*SETTINGS]), random.randrange(len(PACES)), random.randrange(10**6))
        for _ in range(random.choice((1, 1, 2, 2, 3)))
    )
    weights = {kind: weight for kind, weight in FAULTS.items() if not faults or kind in faults}
    kinds = random.choices([*weights], [*weights.values()], k=random.choice((0, 1, 2, 4, 6)))
    times = sorted(random.uniform(1, seconds) for _ in kinds)
    wrong = tuple(
        Fault(at, kind, random.random(), random.randrange(10**6)) for at, kind in zip(times, kinds, strict=True)
    )
    return Plan(seed, seconds, tables, wrong)
