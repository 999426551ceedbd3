"""What is said of a store that cannot be used, in French to who reads French, by every command that takes one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.serve.store import Store
from tests.postgres import Cluster

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store that nobody uses, an empty file, one of another kind, and a folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    store = Store(folder / "tables.db")
    store.open()
    store.close()
    (folder / "tables.db.lock").unlink()
    (folder / "empty").touch()
    (folder / "junk").write_text("junk" * 1000)
    (folder / "folder").mkdir()
    return folder


ADDRESS = "postgresql:/ann:secret@127.0.0.1:1/games"
REFUSED = {
    "an address with one slash, to serve": (["serve", "--port", "0", "--store", ADDRESS], "postgresql://NOM@MACHINE"),
    "an address with one slash, to look at": (["admin", "--store", ADDRESS], "postgresql://NOM@MACHINE/BASE"),
    "an address with one slash, to be moved from": (["move-store", ADDRESS, "new"], "postgresql://NOM@MACHINE/BASE"),
    "an address with one slash, to be moved to": (["move-store", "tables.db", ADDRESS], "postgresql://NOM@MACHINE"),
    "an address with one slash, to be backed up": (["backup", "new", "--store", ADDRESS], "postgresql://NOM@MACHINE"),
    "a backup in a database": (["backup", "postgresql://a:secret@h/d", "--store", "tables.db"], "est un fichier ;"),
    "a backup in half an address": (["backup", ADDRESS, "--store", "tables.db"], "une sauvegarde est un fichier"),
    "a port that is no number": (["admin", "--store", "postgresql://a:secret@h:abc/d"], "ce n'est pas l'adresse"),
    "no password, no host": (["admin", "--store", "http://a:secret@h/d"], "les tables se gardent dans un fichier"),
    "an empty file to be moved": (["move-store", "empty", "new"], "rien n'a été déplacé ("),
    "a file that is none, to be moved": (["move-store", "none", "new"], "none : ce fichier n'existe pas"),
    "a folder to be moved": (["move-store", "folder", "new"], "folder : c'est un dossier"),
    "a file that is none, to be backed up": (["backup", "new", "--store", "none"], "none : ce fichier n'existe pas"),
    "a folder to be backed up": (["backup", "new", "--store", "folder"], "folder : c'est un dossier"),
    "a folder to serve": (["serve", "--port", "0", "--store", "folder"], "folder : c'est un dossier"),
    "another file to be backed up": (
        ["backup", "new", "--store", "junk"],
        "ce n'est pas un fichier de tables de tablier",
    ),
}


def there(folder: Path) -> dict[str, int]:
    """What is there, but for the lock of a file that was opened to be read."""
    return {path.name: path.stat().st_size for path in folder.iterdir() if path.name != "empty.lock"}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_store_is_refused_in_the_users_language_without_its_password(
    case: str, command: Command, here: Path
) -> None:
    before = there(here)
    arguments, words = REFUSED[case]
    code, shown, told = command(*arguments)
    assert code in (1, 2)
    assert shown == ""
    assert words in told
    assert "secret" not in told
    assert "--store" not in told
    assert len(told.splitlines()) == 1
    assert there(here) == before


def test_who_uses_a_store_is_told_of_in_the_users_language(command: Command, here: Path) -> None:
    store = Store(here / "tables.db")
    store.open()
    _, _, told = command("serve", "--port", "0", "--store", "tables.db")
    store.close()
    assert "un autre tablier serve s'en sert ; arrêtez-le" in told


def test_a_database_that_there_is_not_has_to_be_made_first(command: Command, postgres: Cluster) -> None:
    _, _, told = command("move-store", "tables.db", postgres.url("nosuch"))
    assert "cette base n'existe pas" in told
    assert "createdb --encoding UTF8 nosuch" in told
    assert "plus tard" not in told
    _, _, told = command("move-store", "tables.db", postgres.url("nosuch").replace("postgres@", "nobody@"))
    assert "la base de données ne nous laisse pas entrer" in told
    assert "plus tard" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ban", "zzz"], "« zzz » n'est ni une adresse, ni une place"),
        (["lift", "192.0.2.7"], "« 192.0.2.7 » n'est pas exclu"),
        (["settle", "zz"], "« zz » ne désigne pas un signalement"),
    ],
)
def test_what_a_host_cannot_have_meant_is_told_in_their_language(
    command: Command, arguments: list[str], words: str
) -> None:
    code, _, told = command("admin", *arguments, "--store", "tables.db")
    assert code == 2
    assert words in told
