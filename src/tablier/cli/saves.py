"""Where games are kept. A file is replaced as a whole or not at all, so that no accident can damage it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tablier.cli.refusal import BAD_INPUT, FAILED, Refusal
from tablier.cli.texts import say
from tablier.engine.errors import BadGameFile
from tablier.engine.words import shorten
from tablier.record import gamefile
from tablier.record.match import Match

STDIN = "-"
MOST_IN_A_PATH = 400

Progress = Callable[[int, int], None]


def directory() -> Path:
    """Where games are kept that were given no file."""
    from platformdirs import user_data_path

    return user_data_path("tablier") / "games"


def shown(path: Path | str) -> str:
    """A path fit for a line of text, as one could type it in a shell."""
    return shorten(shlex.quote(str(path)), MOST_IN_A_PATH)


class SaveFile:
    """The file that one game is kept in."""

    def __init__(self, path: Path, text: str) -> None:
        """`text` is what the file holds."""
        self.path = path.absolute()
        self.text = text

    @classmethod
    def anew(cls, path: Path, lang: str) -> SaveFile:
        """A file of a new game, created at once, so that one learns now whether it can be; it must not exist."""
        try:
            if path.parent == directory():
                path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x"):
                return cls(path, "")
        except FileExistsError:
            raise Refusal(say(lang, "exists", path=shown(path))) from None
        except OSError as problem:
            raise trouble(path, problem, lang, writing=True) from None

    @property
    def is_ours(self) -> bool:
        """Whether it was given its name by us."""
        return self.path.parent == directory().absolute()

    def write(self, text: str) -> bool:
        """Replace what it holds. If somebody else changed it, take another file and return False. Raises OSError."""
        untouched = self._untouched()
        if not untouched:
            self.path = unused(self.path)
        replace(self.path, text)
        self.text = text
        return untouched

    def remove(self) -> None:
        """Leave no file behind, where nothing was played."""
        with suppress(OSError):
            if self._untouched():
                self.path.unlink()

    def _untouched(self) -> bool:
        try:
            return read(str(self.path)) == self.text
        except FileNotFoundError:
            return True
        except ValueError:
            return False


def replace(path: Path, text: str) -> None:
    """Write a file so that at every moment it is either the old one or the new one, whole."""
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode & 0o777)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    if os.name == "posix":  # so that the new name, too, outlives a power cut
        parent = os.open(target.parent, os.O_RDONLY)
        os.fsync(parent)
        os.close(parent)


def unused(path: Path) -> Path:
    """This path, or the first like it with a number, that does not exist."""
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_stem(f"{path.stem}-{number}")
    return candidate


def new_path(game: str) -> Path:
    """A file for a new game of this name."""
    return unused(directory() / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.txt")


def unfinished(game: str = "") -> Path | None:
    """The game that was played last and is still on, of those that were given no file; one of this name, if any."""
    files = [(path.stat().st_mtime, path) for path in directory().glob(f"{game or '*'}-*.txt") if path.is_file()]
    for _, path in sorted(files, reverse=True):
        with suppress(OSError, ValueError):
            found = gamefile.parse(read(str(path)))
            if game in ("", found.game) and found.result == gamefile.UNFINISHED:
                return path
    return None


def load(path: str, lang: str, progress: Progress | None = None) -> Match:
    """The game that a file holds ('-': the standard input); refuses whatever is none."""
    text = text_of(path, lang)
    try:
        return Match.loads(text, progress)
    except BadGameFile as problem:
        raise Refusal(say(lang, "bad_file", path=shown(path), problem=problem)) from None


def text_of(path: str, lang: str) -> str:
    """The text of a file ('-': of the standard input); refuses what cannot be read."""
    try:
        return read(path)
    except UnicodeError:
        raise Refusal(say(lang, "not_a_text", path=shown(path))) from None
    except OSError as problem:
        raise trouble(path, problem, lang) from None


def read(path: str) -> str:
    """The text of a file, or as much of it as shows that it is too long."""
    most = gamefile.MOST_CHARACTERS + 1
    if path == STDIN:
        return sys.stdin.read(most) if sys.stdin else ""
    with Path(path).open(encoding="utf-8-sig") as file:
        return file.read(most)


def trouble(path: Path | str, problem: OSError, lang: str, writing: bool = False) -> Refusal:
    """What to say of a file that cannot be read, or written."""
    if writing and isinstance(problem, FileNotFoundError):
        return Refusal(say(lang, "no_directory", path=shown(Path(path).parent)))
    keys: dict[type[OSError], str] = {
        FileNotFoundError: "no_file",
        NotADirectoryError: "no_file",
        IsADirectoryError: "is_directory",
        PermissionError: "no_permission",
    }
    key = keys.get(type(problem), "file_trouble")
    return Refusal(
        say(lang, key, path=shown(path), problem=problem.strerror or problem), FAILED if writing else BAD_INPUT
    )
