"""Where and with what games are played, to be kept with their results."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tablier
from tablier.work.cores import cores

PACKAGE = Path(tablier.__file__).parent

DECIDING = (
    *(".", ":/pyproject.toml", ":/constraints.txt"),
    *(":/benchmarks", ":(top,exclude)benchmarks/results"),
)
"""What results depend on, as git finds it from the package: the sources, what they are installed with, and what
measures them, but nothing that was measured."""


def source() -> dict[str, Any]:
    """The version, and its commit where it is one."""
    return {"version": tablier.__version__, "commit": _commit()}


def circumstances() -> dict[str, Any]:
    """The version, its commit where it is one, the date, and the machine."""
    return {
        **source(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": _processor(), "cores": cores(), "python": platform.python_version()},
    }


def _processor() -> str:
    """The processor's name; Linux tells it in a file only."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(names), "") or platform.processor() or platform.machine()


def _commit() -> str | None:
    """The commit of our sources, with `-dirty` where what results depend on has changed; None where git has none."""
    commit = _git("rev-parse", "HEAD") if _git("ls-files", "__init__.py") else None
    return commit and commit + ("-dirty" if _git("status", "--porcelain", "--", *DECIDING) else "")


def _git(*arguments: str) -> str | None:
    command = ["git", "--no-optional-locks", "-C", str(PACKAGE), *arguments]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None
