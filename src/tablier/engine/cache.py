"""Compiled code on disk: where Numba looks for it, and how several processes share it at the same time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numba
from numba.core import types
from numba.core.caching import FunctionCache, NullCache, UserProvidedCacheLocator

from tablier.engine import compiled, kernels, start
from tablier.engine.held_types import HeldType

if sys.platform != "win32":  # there, processes that want the same function each compile it
    import fcntl


_WAITS = ContextVar("_WAITS", default=True)
"""Whether we wait for what another process is compiling."""


class Underway(Exception):
    """Another process is just compiling this."""


def share_out(parts: Iterable[Callable[[], object]]) -> None:
    """Have each of these compiled, or loaded: first what no other process is at, so that they share the work."""
    for part in [part for part in parts if not _is_done(part)]:
        part()


def _is_done(part: Callable[[], object]) -> bool:
    before = _WAITS.set(False)
    try:
        part()
        return True
    except Underway:
        return False
    finally:
        _WAITS.reset(before)


def share(dispatcher: Any) -> None:
    """What Numba's `enable_caching` does, with a cache that several processes can use at the same time."""
    dispatcher._cache = cache = SharedCache(dispatcher.py_func)
    dispatcher.compile = cache.once(dispatcher.compile)


class SharedCache(NullCache):
    """A function's compiled versions, each kept with the game that it is for.

    Numba reads the list of them, adds one and writes it back. Two processes that do so at once would take the same file
    for two versions, and a third be given the code of the wrong one: so they do it one after the other.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__name__}"
        self._caches: dict[Path, FunctionCache] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        directory = self._directory(sig)
        return directory and self._cache_in(directory).load_overload(sig, target_context)

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Whether this version is there, compiled for this machine by this Numba."""
        directory = self._directory(sig)
        if directory is None:
            return False
        cache = self._cache_in(directory)
        return cache._index_key(sig, target_context.codegen()) in cache._cache_file._load_index()

    def save_overload(self, sig: Any, data: Any) -> None:
        if directory := self._directory(sig):
            with _alone(directory / f"{self._name}.lock"):
                self._cache_in(directory).save_overload(sig, data)

    def once(self, compile: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The same compiler; but while one process compiles a version, others that want it wait, and then load it."""

        def compile_or_wait(sig: Any) -> Any:
            version = blake2b(repr(sig).encode(), digest_size=10).hexdigest()
            directory = self._directory(sig)
            lock = _alone(directory / f"{self._name}.{version}.lock", _WAITS.get()) if directory else nullcontext()
            with lock, start.without_linear_algebra():
                return compile(sig)

        return compile_or_wait

    def _directory(self, sig: Any) -> Path | None:
        folder, file = folder_for(sig), Path(self._function.__code__.co_filename)
        is_ours = compiled.is_ours(folder) and compiled.is_ours(file)
        outside = () if is_ours else compiled.outside_sources()
        return compiled.cache_directory(folder, (*compiled.sources_above(file), *outside))

    def _cache_in(self, directory: Path) -> FunctionCache:
        if directory not in self._caches:
            with _looking_in(directory):
                self._caches[directory] = FunctionCache(self._function)
        return self._caches[directory]


def folder_for(sig: Any) -> Path:
    """The folder of the game whose records are among arguments of these types; our package, if there are none."""
    found = set(_records(sig))
    games = (known.rules for dtype, known in kernels.registered().items() if numba.from_dtype(dtype) in found)
    return next(map(compiled.folder_of, games), compiled.PACKAGE)


def _records(kind: Any) -> Iterator[types.Record]:
    """Records in a type: the type itself, what an array is made of, or a tuple, or what is held."""
    if isinstance(kind, types.Record):
        yield kind
    if isinstance(kind, types.Array):
        yield from _records(kind.dtype)
    if isinstance(kind, HeldType):
        yield from _records(kind.values)
    parts: Any = kind if isinstance(kind, tuple | types.BaseTuple) else ()
    for part in parts:
        yield from _records(part)


# --- in files ---------------------------------------------------------------------------------------------------------


class SharedLocator(UserProvidedCacheLocator):
    """In the cache's directory, by the place of a source in the package; by its whole path if it is not ours."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folder, package = Path(py_file).resolve().parent, compiled.PACKAGE.resolve()
        if package in (folder, *folder.parents):
            return "_".join(folder.relative_to(package.parent).parts)
        return str(super().get_suitable_cache_subpath(py_file))


@contextmanager
def _looking_in(directory: Path) -> Iterator[None]:
    """Let Numba choose this cache directory for what is made ready meanwhile, and leave the setting as it was."""
    config: Any = numba.config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(directory), "tablier.engine.cache.SharedLocator"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


@contextmanager
def _alone(lock: Path, waits: bool = True) -> Iterator[None]:
    """Be the only one inside, of all processes and threads that name this file; raises Underway if nobody `waits`."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Underway from None
        yield
