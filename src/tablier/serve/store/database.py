"""What a store is kept in: all that differs between a file of SQLite and a server of PostgreSQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


class Database(ABC):
    """Where the tables of `schema.py` are."""

    BEGIN: ClassVar[str]
    """How a transaction begins that writes."""
    IS_SHARED: ClassVar[bool]
    """Whether several servers may use it at the same time."""
    READERS: ClassVar[int]
    """So many read at the same time."""
    ERROR: ClassVar[type[Exception]]
    """What the driver raises, where SQLAlchemy has no hand in it."""

    where: str
    """How it is called in messages: a path, or an address without its password."""

    hatch: Path
    """Where the host's own way in to a server of this machine is that uses it."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether it can be opened without being made first, as far as one can tell without a try."""

    @abstractmethod
    def open(self) -> sa.Engine:
        """Make or check it, and bring it to this program's version. Whatever comes of it, it is closed afterwards."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it; the engine is disposed of."""

    @abstractmethod
    def writing(self, engine: sa.Engine) -> sa.Connection:
        """A connection for the one who writes."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[object]:
        """While somebody reads."""

    @abstractmethod
    def in_doubt(self) -> AbstractContextManager[object]:
        """While it is to be found out whether a transaction was stored that went wrong at its very end."""

    @abstractmethod
    def look_again(self, engine: sa.Engine) -> sa.Connection:
        """A connection, for the one who writes, that finds what is there for good: nothing of an older one follows."""

    def begin(self, connection: sa.Connection) -> None:
        """Begin a transaction, on the connection of the one who writes."""
        connection.exec_driver_sql(self.BEGIN)

    def begin_asking(self, connection: sa.Connection, question: str) -> str | None:
        """The same with a question; what it is answered, as text, if anything."""
        self.begin(connection)
        found = connection.exec_driver_sql(question).scalar()
        return None if found is None else str(found)

    @abstractmethod
    def carry_out(self, connection: sa.Connection, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """A statement, with ? for each value, for each row of values. How many rows of the store it concerned."""

    def commit(self, connection: sa.Connection) -> None:
        """End it. Whatever is raised, nobody knows whether it was stored."""
        connection.exec_driver_sql("COMMIT")

    @abstractmethod
    def meaning(self, problem: Exception) -> Exception:
        """The error to raise for one of the database's; any other is left as it is: it is a fault of ours."""

    @abstractmethod
    def is_trouble(self, problem: Exception) -> bool:
        """Whether it concerns the whole database, and not a single change."""

    @abstractmethod
    def is_passing(self, problem: Exception) -> bool:
        """Whether the same may succeed if it is simply done once more: nothing of it was stored."""

    @abstractmethod
    def size(self, connection: sa.Connection) -> int:
        """Bytes on the disk."""

    @abstractmethod
    def backup(self, to: Path) -> None:
        """Write a copy of one moment, an SQLite file that does not exist yet."""

    @abstractmethod
    def moment(self) -> AbstractContextManager[sa.Connection]:
        """All of it as it is at one moment, to be read. What is no store is refused; an older one is brought up."""

    @abstractmethod
    def receiving(self) -> AbstractContextManager[sa.Connection]:
        """A transaction in which what is empty becomes a store: all of it at the end, or nothing."""

    @abstractmethod
    def users(self, connection: sa.Connection) -> int:
        """How many other processes write to it now."""

    @contextmanager
    def told(self) -> Iterator[None]:
        """The database's errors are raised as ours."""
        try:
            yield
        except (DBAPIError, self.ERROR) as problem:
            raise self.meaning(problem) from None


def driver(connection: sa.Connection) -> Any:
    """The driver's own connection, beneath SQLAlchemy's: for what is done for every action."""
    return connection.connection.driver_connection
