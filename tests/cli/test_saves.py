"""Where games are kept, and that nothing damages them."""

import os
import stat
from pathlib import Path

import pytest

from tablier.cli import saves
from tablier.cli.refusal import Refusal
from tablier.cli.saves import SaveFile
from tablier.record.match import Match


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(saves, "directory", lambda: tmp_path / "games")
    return tmp_path / "games"


def test_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.txt"
    path.write_text("old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        saves.replace(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["f.txt"]


def test_replaced_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "f.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    saves.replace(link, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode), link.is_symlink()) == ("new", 0o640, True)


def test_new_file_must_not_exist(tmp_path: Path) -> None:
    (tmp_path / "f.txt").touch()
    with pytest.raises(Refusal, match="--resume"):
        SaveFile.anew(tmp_path / "f.txt", "en")


def test_file_changed_by_somebody_else_is_left_alone(tmp_path: Path) -> None:
    kept = SaveFile.anew(tmp_path / "f.txt", "en")
    assert kept.write("one")
    (tmp_path / "f.txt").write_bytes(b"\xff theirs")
    assert not kept.write("two")
    assert kept.write("three")
    assert (tmp_path / "f.txt").read_bytes() == b"\xff theirs"
    assert (tmp_path / "f-2.txt").read_text() == "three"


def test_file_that_vanished_is_written_again(tmp_path: Path) -> None:
    kept = SaveFile.anew(tmp_path / "f.txt", "en")
    (tmp_path / "f.txt").unlink()
    assert kept.write("one")
    assert (tmp_path / "f.txt").read_text() == "one"


def test_two_games_of_one_second_have_two_files(directory: Path) -> None:
    first = saves.new_path("war-of-masters")
    SaveFile.anew(first, "en")
    assert saves.unused(first) == first.with_stem(f"{first.stem}-2")


def test_last_unfinished_game_is_found_among_others(directory: Path) -> None:
    assert saves.unfinished("war-of-masters") is None
    directory.mkdir()
    over = Match("war-of-masters", seed=1, max_turns=1)
    over.play(over.legal()[0])
    contents = {
        "war-of-masters-1.txt": str(Match("war-of-masters", seed=1)),
        "war-of-masters-2.txt": str(Match("war-of-masters", seed=2)),
        "war-of-masters-3.txt": str(over),
        "war-of-masters-4.txt": "broken",
        "war-of-masters-5.txt": str(Match("maestria", seed=1)),
        "maestria-6.txt": str(Match("maestria", seed=1)),
    }
    for age, (name, content) in enumerate(contents.items()):
        (directory / name).write_text(content)
        os.utime(directory / name, (1000 + age, 1000 + age))
    (directory / "war-of-masters-7.txt").mkdir()
    assert saves.unfinished("war-of-masters") == directory / "war-of-masters-2.txt"


def test_file_of_an_editor_that_marks_its_encoding_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f.txt"
    path.write_bytes(b"\xef\xbb\xbf" + str(Match("war-of-masters", seed=1)).replace("\n", "\r\n").encode())
    assert saves.load(str(path), "en").seed == 1
