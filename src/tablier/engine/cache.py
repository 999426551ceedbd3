"""Compiled code on disk: where Numba looks for it, and how several processes share it at the same time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, UserProvidedCacheLocator

from tablier.engine.compiled import PACKAGE

if sys.platform != "win32":  # there, processes that want the same function each compile it
    import fcntl


class SharedLocator(UserProvidedCacheLocator):
    """In the cache's directory, by the place of a source in the package; by its whole path if it is not ours."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folder = Path(py_file).resolve().parent
        if PACKAGE.resolve() in (folder, *folder.parents):
            return "_".join(folder.relative_to(PACKAGE.resolve().parent).parts)
        return str(super().get_suitable_cache_subpath(py_file))


class SharedCache(FunctionCache):
    """A function's compiled versions, one for each game.

    Numba reads the list of them, adds one and writes it back. Two processes that do so at once would take the same file
    for two games, and a third be given the code of the wrong one: so they do it one after the other.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)

    def save_overload(self, sig: Any, data: Any) -> None:
        with _alone(self._lock("list")):
            super().save_overload(sig, data)

    def once(self, compile: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The same compiler; but while one process compiles a version, others that want it wait, and then load it."""

        def compile_or_wait(sig: Any) -> Any:
            with _alone(self._lock(blake2b(repr(sig).encode(), digest_size=10).hexdigest())):
                return compile(sig)

        return compile_or_wait

    def _lock(self, name: str) -> Path:
        return Path(self.cache_path, f"{self._impl.filename_base}.{name}.lock")


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Be the only one inside, of all processes and threads that name this file."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
