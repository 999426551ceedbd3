"""What is stored, and what a store refuses."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from zlib import crc32

from tablier.engine.errors import TablierError, Worded
from tablier.language import DEFAULT, Catalogue, Words

WORDS = Catalogue(files(__package__))
WORDS.texts(DEFAULT)  # read now: when they are wanted, it may be that no file can be opened


def words(key: str, /, **values: object) -> Words:
    """What is wrong with a store, for whatever language it is told in."""
    return Words(WORDS, key, values)


class StoreTrouble(Worded):
    """The disk is full, read-only, busy or broken, or the database is away. Nothing was stored; it may work later."""

    code = "store/unavailable"


class Lost(StoreTrouble):
    """The connection to the database is gone, and with it whatever was under way."""


class BadStore(Worded):
    """This is damaged, is not a store, or is newer than this program."""

    code = "store/invalid"


class Damaged(TablierError):
    """What is stored of this table is not what was stored. Other tables are as they were."""

    code = "table/damaged"


class Duplicate(TablierError):
    """This is there already. Nothing of the change was stored."""

    code = "store/duplicate"

    def __init__(self, problem: str, what: str = "") -> None:
        super().__init__(problem)
        self.what = what
        """What is there already: 'number', 'command', 'table' or 'key'."""


class NoSuchTable(TablierError):
    """The change is about a table that there is not, or not any more. Nothing of it was stored."""

    code = "store/no-table"


class Fenced(TablierError):
    """Whoever wrote this may not write any more: somebody else does. Nothing of it was stored."""

    code = "store/fenced"


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in a table's log."""

    table: str
    number: int
    """Counted from 1 in each table; no two have the same."""
    at: int
    """Milliseconds since 1970, as all times here."""
    kind: str
    body: str
    """JSON, kept as it is given."""
    command: str | None = None
    """Who sent which command ('seat:id'), where a command brought it about; a table takes each only once."""

    @property
    def sum(self) -> int:
        """By which it is seen whether what is read is what was written: CRC-32."""
        parts = self.table, self.number, self.at, self.kind, self.body, self.command
        return crc32("\0".join(map(str, parts)).encode())


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, as far as lists of tables show it."""

    id: str
    game: str
    status: str
    """'open' (seats are being taken), 'playing' or 'over'."""
    listed: bool
    created: int
    changed: int
    host: str
    """Hash of the secret of the person who opened it."""
    about: str
    """JSON, small: what a list of tables shows."""


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What is new about a table; None leaves a thing as it is."""

    table: str
    status: str | None = None
    listed: bool | None = None
    changed: int | None = None
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """The secret link of a seat."""

    hash: str
    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Holder:
    """A person who holds a seat."""

    person: str
    """Hash of the person's secret."""
    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Opener:
    """From where a table was opened; kept until its game is over."""

    table: str
    address: str


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody whom the host does not let in."""

    kind: str
    """'address' (one, or a network) or 'person'."""
    who: str
    at: int
    until: int | None = None
    """None: for ever."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody at a table wants the host to see."""

    id: str
    at: int
    table: str
    person: str
    """Who reports it, by the hash of their secret."""
    seat: int
    """Where they sit; -1: they watch."""
    about: int
    """The seat that it is about."""
    body: str
    """JSON: their words, and what they could hear."""
    settled: int | None = None
    """When the host was done with it."""


@dataclass(frozen=True, slots=True)
class Purge:
    """What is not needed any more."""

    openers: int
    """Of tables that were opened before this time, and are over."""
    reports: int
    """Those from before this time."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is stored together or not at all. What goes, goes first: a key can be dropped and made anew."""

    forget: str | None = None
    """A table to delete with everything about it."""
    dropped_keys: tuple[str, ...] = ()
    """Their hashes."""
    dropped_holders: tuple[Holder, ...] = ()
    new_table: TableRow | None = None
    update: TableUpdate | None = None
    new_keys: tuple[Key, ...] = ()
    new_holders: tuple[Holder, ...] = ()
    """Who holds the seat already goes on holding it."""
    opener: Opener | None = None
    lifted_bans: tuple[tuple[str, str], ...] = ()
    """The kind of each, and whom it was about."""
    new_bans: tuple[Ban, ...] = ()
    """In the place of an older one of the same."""
    new_reports: tuple[Report, ...] = ()
    settled_reports: tuple[tuple[str, int], ...] = ()
    """Which, and when."""
    purge: Purge | None = None
    entries: tuple[Entry, ...] = ()
    alive: int | None = None
    """The server runs at this time."""
    grace: str = "{}"
    """JSON: what clocks show then that no event tells."""

    @property
    def is_plain(self) -> bool:
        """Entries and an update alone, as nearly all are: these can be written many at a time, in any order."""
        return (
            self.forget is None
            and self.new_table is None
            and self.alive is None
            and not (self.dropped_keys or self.dropped_holders or self.new_keys or self.new_holders)
            and not (self.opener or self.lifted_bans or self.new_bans or self.new_reports or self.settled_reports)
            and self.purge is None
        )
