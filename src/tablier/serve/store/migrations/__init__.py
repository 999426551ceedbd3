"""The versions of a store, and the way from each to the newest. Alembic is loaded only where there is a way to go.

A PostgreSQL store begins with version 0006. From then on a version only adds (tables, indexes, columns that may be left
out), so that programs of the version before can go on beside those of the new one while nodes are replaced one by one.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.schema import CreateIndex, CreateTable

from tablier.serve.store.records import BadStore, words
from tablier.serve.store.schema import KEPT, METADATA, SIGNER, TABLIER

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

NEWEST = "0007"
"""The version that this program writes; versions are numbers, so that a newer one can be told from a foreign one."""

SCRIPTS = Path(__file__).parent

OLDEST = "0006"
"""The oldest version whose programs can use what this one writes. A migration that raises it says so in the store."""


def found(connection: Connection, names: Collection[str], where: str) -> str:
    """The version of a store that has tables of these names; '' if it has none yet. Refuses one that is too new."""
    if "alembic_version" not in names:
        return ""
    version = connection.exec_driver_sql("SELECT max(version_num) FROM alembic_version").scalar_one() or ""
    if version > NEWEST:
        _see_that_we_may_use(connection, names, version, where)
    return str(version)


def _see_that_we_may_use(connection: Connection, names: Collection[str], version: str, where: str) -> None:
    oldest = connection.scalar(sa.select(TABLIER.c.oldest)) if "tablier" in names else None
    if oldest is None or oldest > NEWEST:
        raise BadStore(words("newer", where=where, found=version, ours=NEWEST))


def create(connection: Connection) -> None:
    """Make an empty database a store. The caller begins and ends the transaction."""
    is_shared = connection.dialect.name == "postgresql"
    for table in METADATA.sorted_tables if is_shared else KEPT:
        connection.execute(CreateTable(table))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):  # a set: new stores are the same bytes
            connection.execute(CreateIndex(index))
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{NEWEST}')")
    connection.execute(sa.insert(TABLIER).values(id=1, oldest=OLDEST))
    connection.execute(sa.insert(SIGNER).values(id=1, secret=secrets.token_hex(32)))


def bring_up(connection: Connection, version: str | None) -> None:
    """Lead what was found to this program's version, if it is older; None: there is nothing yet."""
    if version is None:
        create(connection)
    elif version < NEWEST:
        migrate(connection)


def migrate(connection: Connection) -> None:
    """Lead an older store to the newest version. The caller begins and ends the transaction."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(SCRIPTS))
    with EnvironmentContext(Config(), scripts, fn=lambda now, _: scripts._upgrade_revs("head", now)) as way:
        way.configure(connection=connection, transactional_ddl=False)
        way.run_migrations()
