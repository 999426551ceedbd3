"""The versions of a store, and the way from each to the newest. Alembic is loaded only where there is a way to go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

NEWEST = "0005"
"""The revision that this program writes; revisions are numbers, so that a newer one can be told from a foreign one."""


def migrate(connection: Connection) -> None:
    """Lead an older store to the newest version. The caller begins and ends the transaction."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(__file__).parent))
    with EnvironmentContext(Config(), scripts, fn=lambda now, _: scripts._upgrade_revs("head", now)) as way:
        way.configure(connection=connection, transactional_ddl=False)
        way.run_migrations()
