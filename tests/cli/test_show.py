"""`tablier show` and `tablier replay`."""

import io
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablier.record.match import End, Match

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> str:
    match = Match("war-of-masters", max_turns=3, names={"red": "Zoé", "brown": "bot"})
    for action in ("[5]", "e2-e7", "[1]", "a8-a7", "[6]", "b2-b5", "c2-c5"):
        match.play(action)
    path = tmp_path / "game.txt"
    path.write_text(str(match), encoding="utf-8")
    return str(path)


def test_position_is_shown_with_players_and_status(command: Command, file: str) -> None:
    code, out, err = command("show", file)
    assert (code, err) == (0, "")
    assert out.startswith("Rouge : Zoé, Brun : bot\n")
    assert "[ r ]" in out


def test_earlier_position_is_shown(command: Command, file: str) -> None:
    opening, first = command("show", file, "--turn", "0")[1], command("show", file, "--turn", "1")[1]
    assert "7   ·    ·    ·    ·    ·" in opening
    assert "7   ·    ·    ·    ·  [ r ]" in first


def test_turn_that_there_is_not_is_refused(command: Command, file: str) -> None:
    for name in ("show", "replay"):
        code, _, err = command(name, file, "--turn", "9")
        assert (code, err) == (2, "tablier : il n'y a pas de tour 9 ; la partie en a 3\n")


def test_seat_sees_the_board_from_its_side(command: Command, file: str) -> None:
    assert command("show", file, "--seat", "Brun")[1].splitlines()[1].lstrip().startswith("1")
    assert command("show", file, "--seat", "red")[1].splitlines()[1].lstrip().startswith("9")


def test_svg_goes_to_the_output_or_to_a_file(command: Command, file: str, tmp_path: Path) -> None:
    _, out, _ = command("show", file, "--svg", "--lang", "en")
    assert ElementTree.fromstring(out).tag == "{http://www.w3.org/2000/svg}svg"
    code, nothing, _ = command("show", file, "--svg", "--lang", "en", "--out", str(tmp_path / "picture.svg"))
    assert (code, nothing) == (0, "")
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8").replace("\u00a0", " ").replace("’", "'") == out


def test_picture_that_cannot_be_written_gets_one_line(command: Command, file: str, tmp_path: Path) -> None:
    code, _, err = command("show", file, "--svg", "--out", str(tmp_path))
    assert code == 1
    assert err.count("\n") == 1


def test_game_may_come_from_the_standard_input(command: Command, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(Path(file).read_text(encoding="utf-8")))
    assert command("show", "-")[1] == command("show", file)[1]


def test_replay_tells_every_turn_and_the_result(command: Command, file: str) -> None:
    code, out, _ = command("replay", file, "--lang", "en")
    assert code == 0
    expected = [
        "The opening",
        "1. Red throws 5: a small cylinder goes from e2 to e7. ([5] e2-e7)",
        "2. Brown throws 1: a small cylinder goes from a8 to a7. ([1] a8-a7)",
        "3. Red throws 6 and divides it: a small cylinder goes from b2 to b5. Red plays the 3 squares that are left: "
        "a small cylinder goes from c2 to c5. The game is drawn. ([6] b2-b5,c2-c5)",
        "The game is a draw.",
    ]
    assert [line for line in out.splitlines() if line in expected] == expected


def test_game_that_ended_early_is_replayed_to_that_end_and_not_resumed(command: Command, tmp_path: Path) -> None:
    match = Match("war-of-masters")
    match.play("[5]")
    match.end(End("resigned", (Fraction(0), Fraction(1)), 0))
    file = tmp_path / "ended.txt"
    file.write_text(str(match))
    assert command("replay", str(file))[1].endswith("\nRouge abandonne. Brun gagne.\n")
    code, _, err = command("play", "war-of-masters", "--resume", str(file))
    assert code == 2
    assert "cette partie est finie" in err


def test_replay_of_one_turn_tells_that_alone(command: Command, file: str) -> None:
    out = command("replay", file, "--turn", "2")[1]
    assert "([1] a8-a7)" in out
    assert "1. Rouge" not in out
    assert "3. Rouge" not in out


def test_replay_by_steps_waits_and_stops_where_nobody_goes_on(
    command: Command, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    code, out, _ = command("replay", file, "--step")
    assert code == 0
    assert "1. Rouge" in out
    assert "2. Brun" not in out


def test_spectator_of_a_kept_game_does_not_see_hands(command: Command, tmp_path: Path) -> None:
    """MI-23"""
    match = Match("master-islands", seed=5)
    match.play(match.legal(0)[0])
    (tmp_path / "islands.txt").write_text(str(match))
    dealt = match.log[0][1]
    assert dealt not in command("replay", str(tmp_path / "islands.txt"))[1]
    assert dealt in command("replay", str(tmp_path / "islands.txt"), "--seat", match.seats[0])[1]
