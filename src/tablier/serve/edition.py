"""Which pages these are: so that one that was open while the server was replaced is known to be another."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from tablier.serve.schema import PROTOCOL

WEB = Path(__file__).parents[1] / "web"
HEADER = "x-tablier-pages"
"""By which answers over HTTP tell it."""


@cache
def edition() -> str:
    """A hash of all that pages are made of, and of how they talk with the server."""
    digest = sha256(str(PROTOCOL).encode())
    for file in sorted(path for path in WEB.rglob("*") if path.is_file()):
        digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
