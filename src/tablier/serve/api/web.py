"""The files that pages are made of, each read and squeezed once, for as long as it stays as it is."""

from __future__ import annotations

import gzip
from functools import lru_cache
from os import PathLike, stat_result
from pathlib import Path

from fastapi import Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.types import Scope


class Web(StaticFiles):
    """A page asks for some seventy: to read and squeeze each every time doubles what the server does for them."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        asked = Headers(scope=scope)
        if not isinstance(response, FileResponse) or "range" in asked or "gzip" not in asked.get("accept-encoding", ""):
            return response
        squeezed = _squeezed(Path(full_path), stat_result.st_mtime_ns, stat_result.st_size)
        if len(squeezed) >= stat_result.st_size:
            return response
        kept = {name: response.headers[name] for name in ("content-type", "etag", "last-modified")}
        return Response(squeezed, status_code, kept | {"content-encoding": "gzip", "vary": "Accept-Encoding"})


@lru_cache(maxsize=256)
def _squeezed(file: Path, modified: int, size: int) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)
