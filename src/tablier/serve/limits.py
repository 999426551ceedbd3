"""All limits of a server, in one table: flags, the environment, what the server goes by and docs/server.md follow it.

A limit is written as a rate (`200+20/s`: so many at once, and so many more in each second, minute, hour or day), as a
number (`200`, or `none`), or as a time (`30d`; of what is kept also `forever`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from tablier.serve.durations import UNITS, seconds_of

VARIABLE: Final = "TABLIER_LIMIT_"
"""How the variable of the environment begins that says what a limit is."""

NONE: Final = "none"
MANY: Final = 1 << 62
"""What no number reaches."""


class Rate(NamedTuple):
    """So many at once, and then so many a second."""

    most: float
    rate: float


class BadLimit(ValueError):
    """What is written is not how a limit of this kind is written."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text!r} is not like {LIMITS[name].usual}")
        self.name = name
        self.text = text


class Limit(NamedTuple):
    """A limit; what it is about is said under `limit` in the words of the command."""

    kind: Literal["rate", "number", "time", "keep"]
    usual: str


LIMITS: Final[Mapping[str, Limit]] = {
    # of one address
    "requests": Limit("rate", "200+20/s"),
    "connections": Limit("number", "100"),
    "request-time": Limit("time", "20s"),
    "request-bytes": Limit("number", "1200000"),
    "sockets": Limit("number", "200"),
    "all-sockets": Limit("number", "10000"),
    "commands": Limit("rate", "60+20/s"),
    "all-commands": Limit("rate", "400+100/s"),
    "tables": Limit("rate", "40+6/m"),
    "tables-a-day": Limit("number", "1000"),
    "reading": Limit("rate", "1500000+50000/s"),
    "hints": Limit("rate", "20+20/m"),
    "reports": Limit("rate", "10+10/h"),
    # of one table
    "events": Limit("number", "5000"),
    "said": Limit("number", "1000"),
    # of all that is kept
    "store-bytes": Limit("number", NONE),
    "keep": Limit("keep", "forever"),
    "keep-unfinished": Limit("keep", "forever"),
    "keep-waiting": Limit("keep", "30d"),
    "keep-reports": Limit("keep", "1y"),
}

_RATE: Final = re.compile(rf"([0-9]{{1,12}})\+([0-9]{{1,12}})/([{''.join(UNITS)}])")
_NUMBER: Final = re.compile(r"[0-9]{1,15}")


def value_of(name: str, text: str) -> Any:
    """What a limit is, as it is written: a Rate, a number, or seconds (None: for ever). Raises BadLimit.

    >>> value_of("hints", "20+20/m"), value_of("sockets", "50"), value_of("keep", "30d")
    (Rate(most=20, rate=0.3333333333333333), 50, 2592000)
    """
    kind = LIMITS[name].kind
    if kind == "rate" and (found := _RATE.fullmatch(text)):
        return Rate(int(found[1]), int(found[2]) / UNITS[found[3]])
    if kind == "number" and (text == NONE or _NUMBER.fullmatch(text)):
        return MANY if text == NONE else int(text)
    if kind in ("time", "keep"):
        with suppress(ValueError):
            seconds = seconds_of(text)
            if seconds or kind == "keep":
                return seconds
    raise BadLimit(name, text)


def settled(texts: Mapping[str, str]) -> dict[str, Any]:
    """Every limit: as it is written here, or as usual. Raises BadLimit, and KeyError for one that there is not."""
    if unknown := next((name for name in texts if name not in LIMITS), None):
        raise KeyError(unknown)
    return {name: value_of(name, texts.get(name, limit.usual)) for name, limit in LIMITS.items()}


def in_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The limits that the environment says; one that there is not is called by its variable.

    >>> in_environment({"TABLIER_LIMIT_ALL_SOCKETS": "50", "TABLIER_LIMIT_ALL": "5"})
    {'all-sockets': '50', 'TABLIER_LIMIT_ALL': '5'}
    """
    names = {VARIABLE + name.upper().replace("-", "_"): name for name in LIMITS}
    said = {variable: text for variable, text in environment.items() if text and variable.startswith(VARIABLE)}
    return {names.get(variable, variable): text for variable, text in said.items()}


_USUAL: Final = settled({})


@dataclass(frozen=True, slots=True)
class Quotas:
    """Limits that the tables themselves go by."""

    events: int = _USUAL["events"]
    said: int = _USUAL["said"]
    tables_a_day: int = _USUAL["tables-a-day"]
    store_bytes: int = _USUAL["store-bytes"]
    keep: int | None = _USUAL["keep"]
    keep_unfinished: int | None = _USUAL["keep-unfinished"]
    keep_waiting: int | None = _USUAL["keep-waiting"]
    keep_reports: int | None = _USUAL["keep-reports"]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Quotas:
        """As all limits say."""
        return cls(**{name: values[name.replace("_", "-")] for name in cls.__dataclass_fields__})
