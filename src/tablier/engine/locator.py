"""Where Numba looks for compiled code: a place that does not depend on where our sources are."""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

from tablier.engine.compiled import PACKAGE


class SharedLocator(UserProvidedCacheLocator):
    """In the cache's directory, by the place of a source in the package; by its whole path if it is not ours."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folder = Path(py_file).resolve().parent
        if PACKAGE.resolve() in (folder, *folder.parents):
            return "_".join(folder.relative_to(PACKAGE.resolve().parent).parts)
        return str(super().get_suitable_cache_subpath(py_file))  # type: ignore[no-untyped-call]
