"""A disk in memory that fails as disks do, under the real SQLite: what is written is there for good once it is synced.

A file is what was synced, and what was written since. When the power goes, any of the latter may be there, whole, in
part or not at all, in any order. SQLite reaches it as a VFS (https://www.sqlite.org/vfs.html), by `ctypes`, in the very
library that Python's own `sqlite3` uses.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

SHORT_READ, WRITE_FAILS, SYNC_FAILS, READ_FAILS = (sqlite3.SQLITE_IOERR | part << 8 for part in (2, 3, 4, 1))
LOCK_FAILS = sqlite3.SQLITE_IOERR | 15 << 8
FULL, OK, BUSY, NOT_FOUND, CANNOT_OPEN = 13, 0, 5, 12, 14

Write = tuple[int, bytes | None]
"""Where, and what; None: the file ends there."""


@dataclass
class File:
    """A file as it is read, and as much of it as is on the disk for good."""

    content: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    pending: list[Write] = field(default_factory=list)
    lock: dict[int, int] = field(default_factory=dict)
    """By handle: SHARED (1), RESERVED (2), PENDING (3), EXCLUSIVE (4)."""

    def sync(self) -> None:
        for write in self.pending:
            _put(self.durable, write)
        self.pending.clear()


def _put(content: bytearray, write: Write) -> None:
    at, what = write
    if what is None:
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(what)] = what


@dataclass
class Shared:
    """The memory that connections to one file share: SQLite's index of its log."""

    regions: list[Any] = field(default_factory=list)
    locks: list[dict[int, bool]] = field(default_factory=lambda: [{} for _ in range(8)])
    """By handle: whether it is alone."""
    users: set[int] = field(default_factory=set)


class Disk:
    """Files by name; and what goes wrong next."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = {name: File(bytearray(found), bytearray(found)) for name, found in (files or {}).items()}
        self.shared: dict[str, Shared] = {}
        self.is_dead = False
        self.is_full = False
        self.writes_fail = self.syncs_fail = self.reads_fail = 0
        """So many of the next ones."""
        self.syncs_drop = False
        """Whether what could not be synced is forgotten: it can be read, and is not on the disk for all that."""
        self.dies_after: int | None = None
        """Writes and syncs, the last of them by halves; None: not soon."""
        self.died: Callable[[], None] = lambda: None
        self.operations = 0

    @property
    def is_well(self) -> bool:
        return not (self.is_dead or self.is_full or self.writes_fail or self.syncs_fail or self.reads_fail)

    def write(self, file: File, at: int, what: bytes) -> int:
        if self.is_dead:
            return WRITE_FAILS
        if self._is_last():
            file.pending.append((at, what))
            return WRITE_FAILS
        if self.writes_fail:
            self.writes_fail -= 1
            return WRITE_FAILS
        if self.is_full and at + len(what) > len(file.content):
            return FULL
        _put(file.content, (at, what))
        file.pending.append((at, what))
        return OK

    def truncate(self, file: File, size: int) -> int:
        if self.is_dead:
            return WRITE_FAILS
        _put(file.content, (size, None))
        file.pending.append((size, None))
        return OK

    def sync(self, file: File) -> int:
        if self.is_dead or self._is_last():
            return SYNC_FAILS
        if self.syncs_fail:
            self.syncs_fail -= 1
            if self.syncs_drop:
                file.pending.clear()
            return SYNC_FAILS
        file.sync()
        return OK

    def _is_last(self) -> bool:
        self.operations += 1
        if self.dies_after is None:
            return False
        self.dies_after -= 1
        if self.dies_after >= 0:
            return False
        self.is_dead = True
        self.died()
        return True

    def after_a_kill(self) -> dict[str, bytes]:
        """What the next process finds: the system goes on, and still has what it was given to write."""
        self.is_dead = True
        return self.copy()

    def copy(self) -> dict[str, bytes]:
        """What can be read."""
        return {name: bytes(file.content) for name, file in self.files.items()}

    def after_a_power_cut(self, random: Random) -> dict[str, bytes]:
        """What is found then: what was synced, and any part of what was not."""
        self.is_dead = True
        return {name: _what_is_left(file, random) for name, file in self.files.items()}


def _what_is_left(file: File, random: Random) -> bytes:
    left, kept = bytearray(file.durable), random.choice((0.0, 0.5, 0.9, 1.0))
    for at, what in file.pending:
        if random.random() >= kept:
            continue
        is_torn = what and random.random() < 0.2
        _put(left, (at, what[: random.randrange(len(what))] if what and is_torn else what))
    return bytes(left)


# --- SQLite's way to it

_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_TO_INT, _TO_LONG = ctypes.POINTER(_I), ctypes.POINTER(_L)


class _Handle(ctypes.Structure):
    """What SQLite has of an open file."""

    _fields_ = (("methods", _P), ("number", _L))


_H = ctypes.POINTER(_Handle)
_METHODS: Final = {
    "xClose": (_H,), "xRead": (_H, _P, _I, _L), "xWrite": (_H, _P, _I, _L), "xTruncate": (_H, _L), "xSync": (_H, _I),
    "xFileSize": (_H, _TO_LONG), "xLock": (_H, _I), "xUnlock": (_H, _I), "xCheckReservedLock": (_H, _TO_INT),
    "xFileControl": (_H, _I, _P), "xSectorSize": (_H,), "xDeviceCharacteristics": (_H,),
    "xShmMap": (_H, _I, _I, _I, ctypes.POINTER(_P)), "xShmLock": (_H, _I, _I, _I), "xShmBarrier": (_H,),
    "xShmUnmap": (_H, _I),
}  # fmt: skip
_CALLS: Final = {
    "xOpen": (_P, ctypes.c_char_p, _H, _I, _TO_INT), "xDelete": (_P, ctypes.c_char_p, _I),
    "xAccess": (_P, ctypes.c_char_p, _I, _TO_INT), "xFullPathname": (_P, ctypes.c_char_p, _I, _P),
    "xDlOpen": (_P,), "xDlError": (_P,), "xDlSym": (_P,), "xDlClose": (_P,),
    "xRandomness": (_P, _I, _P), "xSleep": (_P, _I), "xCurrentTime": (_P, ctypes.POINTER(ctypes.c_double)),
    "xGetLastError": (_P, _I, _P),
}  # fmt: skip
_TYPES: Final = {name: ctypes.CFUNCTYPE(_I, *given) for name, given in (*_METHODS.items(), *_CALLS.items())}


class _Methods(ctypes.Structure):
    _fields_ = (("version", _I), *((name, _TYPES[name]) for name in _METHODS))


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _I), ("handle_size", _I), ("longest_name", _I), ("next", _P), ("name", ctypes.c_char_p),
        ("data", _P), *((name, _TYPES[name]) for name in _CALLS),
    )  # fmt: skip


@dataclass
class Open:
    """A file that a connection has open."""

    disk: Disk
    name: str
    file: File
    goes: bool = False
    """Whether it is deleted when it is closed."""


class Driver:
    """Carries out what SQLite asks for, on the disk that is in now."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.open: dict[int, Open] = {}
        self._count = 0
        self._raised: BaseException | None = None
        """What went wrong in here: SQLite cannot be told, and would take it for nothing."""
        self._library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        self._library.sqlite3_vfs_find.restype = _P
        self._methods = _Methods(2, *(self._called(name) for name in _METHODS))
        self._vfs = _Vfs(1, ctypes.sizeof(_Handle), 512, None, b"simulated", None,
                         *(self._called(name) for name in _CALLS))  # fmt: skip

    def _called(self, name: str) -> Any:
        call = getattr(self, name, lambda *_: OK)

        def called(*given: Any) -> int:
            try:
                return int(call(*given))
            except BaseException as problem:
                self._raised = self._raised or problem
                return sqlite3.SQLITE_IOERR

        return _TYPES[name](called)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """While this lasts every file that SQLite opens is here, and nothing is left of what was here before."""
        usual = self._library.sqlite3_vfs_find(None)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        self._library.sqlite3_randomness(0, None)  # SQLite asks for a seed again
        try:
            yield
        finally:
            self._library.sqlite3_vfs_register(_P(usual), 1)
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self._library.sqlite3_randomness(0, None)
            self._leave()

    def _leave(self) -> None:
        """Connections that nobody has closed yet reach nothing any more."""
        self.disk.is_dead = True
        for left in self.open.values():
            left.disk.is_dead = True
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def xOpen(self, _: Any, name: bytes | None, handle: Any, flags: int, out: Any) -> int:  # noqa: N802
        handle.contents.methods = None
        if self.disk.is_dead:
            return CANNOT_OPEN
        self._count += 1
        called = name.decode() if name else f"anonymous {self._count}"
        if called not in self.disk.files and not flags & 4:
            return CANNOT_OPEN
        file = self.disk.files.setdefault(called, File())
        self.open[self._count] = Open(self.disk, called, file, goes=bool(flags & 8))
        handle.contents.number = self._count
        handle.contents.methods = ctypes.addressof(self._methods)
        if out:
            out[0] = flags
        return OK

    def xDelete(self, _: Any, name: bytes, sync: int) -> int:  # noqa: N802
        if self.disk.is_dead:
            return WRITE_FAILS
        self.disk.files.pop(name.decode(), None)
        return OK

    def xAccess(self, _: Any, name: bytes, flags: int, out: Any) -> int:  # noqa: N802
        out[0] = name.decode() in self.disk.files
        return OK

    def xFullPathname(self, _: Any, name: bytes, room: int, out: int) -> int:  # noqa: N802
        ctypes.memmove(out, name + b"\0", len(name) + 1)
        return OK

    def xRandomness(self, _: Any, size: int, out: int) -> int:  # noqa: N802
        """What salts of the log are drawn from: any will do, if only it is the same in every session."""
        ctypes.memmove(out, Random(size).randbytes(size), size)
        return size

    def xCurrentTime(self, _: Any, out: Any) -> int:  # noqa: N802
        out[0] = 2_460_000.5
        return OK

    # --- files

    def _of(self, handle: Any) -> Open:
        return self.open[handle.contents.number]

    def xClose(self, handle: Any) -> int:  # noqa: N802
        found = self.open.pop(handle.contents.number)
        found.file.lock.pop(handle.contents.number, None)
        if found.goes:
            found.disk.files.pop(found.name, None)
        return OK

    def xRead(self, handle: Any, out: int, size: int, at: int) -> int:  # noqa: N802
        found = self._of(handle)
        if found.disk.is_dead:
            return READ_FAILS
        if found.disk.reads_fail:
            found.disk.reads_fail -= 1
            return READ_FAILS
        part = bytes(found.file.content[at : at + size])
        ctypes.memmove(out, part.ljust(size, b"\0"), size)
        return OK if len(part) == size else SHORT_READ

    def xWrite(self, handle: Any, what: int, size: int, at: int) -> int:  # noqa: N802
        found = self._of(handle)
        return found.disk.write(found.file, at, ctypes.string_at(what, size))

    def xTruncate(self, handle: Any, size: int) -> int:  # noqa: N802
        found = self._of(handle)
        return found.disk.truncate(found.file, size)

    def xSync(self, handle: Any, flags: int) -> int:  # noqa: N802
        found = self._of(handle)
        return found.disk.sync(found.file)

    def xFileSize(self, handle: Any, out: Any) -> int:  # noqa: N802
        out[0] = len(self._of(handle).file.content)
        return OK

    def xLock(self, handle: Any, level: int) -> int:  # noqa: N802
        if self._of(handle).disk.is_dead:  # who is closed late would remove the log of the disk that is in now, by name
            return LOCK_FAILS
        locks, me = self._of(handle).file.lock, handle.contents.number
        others = [other for who, other in locks.items() if who != me]
        if (level >= 2 and max(others, default=0) >= 2) or (level == 1 and max(others, default=0) >= 3):
            return BUSY
        if level == 4 and others:
            locks[me] = 3
            return BUSY
        locks[me] = max(level, locks.get(me, 0))
        return OK

    def xUnlock(self, handle: Any, level: int) -> int:  # noqa: N802
        locks, me = self._of(handle).file.lock, handle.contents.number
        locks[me] = min(level, locks.get(me, 0))
        if not locks[me]:
            del locks[me]
        return OK

    def xCheckReservedLock(self, handle: Any, out: Any) -> int:  # noqa: N802
        out[0] = any(level >= 2 for level in self._of(handle).file.lock.values())
        return OK

    def xFileControl(self, handle: Any, op: int, given: Any) -> int:  # noqa: N802
        return NOT_FOUND

    def xSectorSize(self, handle: Any) -> int:  # noqa: N802
        return 4096

    def xDeviceCharacteristics(self, handle: Any) -> int:  # noqa: N802
        return 0x1000  # what was there beside what is written stays as it was

    # --- shared memory

    def _shared(self, handle: Any) -> tuple[Shared, int]:
        found = self._of(handle)
        shared = found.disk.shared.setdefault(found.name, Shared())
        shared.users.add(handle.contents.number)
        return shared, handle.contents.number

    def xShmMap(self, handle: Any, region: int, size: int, extend: int, out: Any) -> int:  # noqa: N802
        shared, _ = self._shared(handle)
        while extend and len(shared.regions) <= region:
            shared.regions.append(ctypes.create_string_buffer(size))
        out[0] = ctypes.addressof(shared.regions[region]) if region < len(shared.regions) else None
        return OK

    def xShmLock(self, handle: Any, offset: int, count: int, flags: int) -> int:  # noqa: N802
        shared, me = self._shared(handle)
        locks, is_alone = shared.locks[offset : offset + count], bool(flags & 8)
        if flags & 1:
            for lock in locks:
                lock.pop(me, None)
            return OK
        if any(who != me and (is_alone or alone) for lock in locks for who, alone in lock.items()):
            return BUSY
        for lock in locks:
            lock[me] = is_alone
        return OK

    def xShmBarrier(self, handle: Any) -> int:  # noqa: N802
        return OK

    def xShmUnmap(self, handle: Any, delete: int) -> int:  # noqa: N802
        shared, me = self._shared(handle)
        shared.users.discard(me)
        for lock in shared.locks:
            lock.pop(me, None)
        if not shared.users:
            self._of(handle).disk.shared.pop(self._of(handle).name, None)
        return OK


DRIVER: Final = Driver()
