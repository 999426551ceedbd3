"""`tablier verify`."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tablier.record.match import Match
from tests.sealed import SIGNER, fixed_game, sealed_game, signed

Command = Callable[..., tuple[int, str, str]]
Keep = Callable[[str], str]

SEALED = str(sealed_game("war-of-masters", 1))
FIXED = signed(fixed_game("war-of-masters", 2, most=30))


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    """Write a game file, and say where it is."""

    def keep(text: str) -> str:
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return keep


def test_sealed_game_is_verified(command: Command, keep: Keep) -> None:
    code, out, err = command("verify", keep(SEALED))
    assert (code, err) == (0, "")
    assert out.startswith("Vérifié pour le hasard seul : ")
    assert f"  + les {SEALED.count('[')} lancers et tirages sont ceux que le sceau donne\n" in out
    assert "Places qui ont donné leur part de hasard : Rouge.\n" in out
    assert "Ce que cela prouve : " in out
    assert "Ce que cela ne prouve pas : " in out


def test_each_thing_that_was_checked_is_told(command: Command, keep: Keep) -> None:
    code, out, err = command("verify", keep(FIXED))
    assert (code, err) == (0, "")
    assert out.startswith("Vérifié : le fichier raconte la partie qui a été jouée, ")
    assert out.count("\n  + ") == 9
    assert "  + les joueurs, leurs noms et leur ordre sont ceux de la partie jouée\n" in out
    assert f"  clé        {SIGNER.key}\n" in out


def test_old_proof_is_called_one(command: Command, keep: Keep) -> None:
    _, out, err = command("verify", keep(SEALED), "--lang", "en")
    assert "This proof is of an old version: it covers nothing but chance." in out + err


def test_alteration_is_told_and_what_is_right_as_well(command: Command, keep: Keep) -> None:
    altered = FIXED.replace("seat red: Ann", "seat red: Eve")
    code, out, _ = command("verify", keep(altered), "--lang", "en")
    assert code == 1
    assert out.startswith("Not verified.\nLine ")
    assert (
        "the players, their names or their order are not those of the game that was played: this was altered\n" in out
    )
    assert "What is right:\n  + the commitment " in out
    assert "  + all 30 actions are those that were played, in this order\n" in out


def test_what_somebody_noted_is_compared(command: Command, keep: Keep) -> None:
    seal = re.findall(r"^seal: (\w+)$", FIXED, re.MULTILINE)[0]
    code, out, _ = command("verify", keep(FIXED), "--noted", seal.upper(), "--noted", SIGNER.key)
    assert code == 0
    assert "  + ce qui a été noté pendant la partie est bien de cette partie\n" in out
    code, out, _ = command("verify", keep(FIXED), "--noted", "0" * 64)
    assert code == 1
    assert f"l'empreinte notée {'0' * 64} n'est pas de cette partie\n" in out


def test_hashes_are_shown_to_be_compared(command: Command, keep: Keep) -> None:
    _, out, _ = command("verify", keep(SEALED), "--lang", "en")
    for name in ("commitment", "seal"):
        hash = re.findall(rf"{name}: (\w+)", SEALED)[0]
        assert re.search(rf"^  {name} +{hash}$", out, re.MULTILINE)


def test_sealed_game_may_come_from_the_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(SEALED))
    assert command("verify", "-", "--lang", "en")[1].startswith("Verified for chance alone: ")


def test_game_without_chance_is_verified_for_what_it_is(command: Command, keep: Keep) -> None:
    code, out, _ = command("verify", keep(str(sealed_game("master-citadel", 1))), "--lang", "en")
    assert code == 0
    assert "nothing was left to chance" in out
    assert "gave entropy of their own: North and South." in out


def test_where_nobody_gave_entropy_it_is_said(command: Command, keep: Keep) -> None:
    from tablier.record.chance import Seal

    match = Match("war-of-masters", proof=Seal("t", "00" * 32, ("", "")).proof(revealed=True))
    code, out, _ = command("verify", keep(str(match)), "--lang", "en")
    assert code == 0
    assert "Nobody gave entropy: the server drew everything alone" in out


def test_wrong_throws_are_told_with_their_lines(command: Command, keep: Keep) -> None:
    """The last throw of a game that was not played to its end can be any."""
    text = str(sealed_game("war-of-masters", 1, most=21))
    lines = text.splitlines()
    last = max(i for i, line in enumerate(lines) if re.match(r"\d+\. ", line))
    turn, pips = re.findall(r"^(\d+)\. \[(\d)\]$", lines[last])[0]
    other = int(pips) % 6 + 1
    altered = text.replace(lines[last], f"{turn}. [{other}]")
    code, out, err = command("verify", keep(altered))
    assert (code, err) == (1, "")
    told = f"Ligne {last + 1} : tour {turn} : le hasard y donne [{other}], mais le sceau donne [{pips}]\n"
    assert out.startswith(f"Non vérifié.\n{told}")
    assert "Ce que cela prouve" not in out


def test_many_wrong_throws_are_not_all_told(command: Command, keep: Keep) -> None:
    """As where a whole game is put under the seal of another."""
    other = str(sealed_game("war-of-masters", 2))
    proof, others = (text[text.index("table: ") : text.index("\n\n")] for text in (SEALED, other))
    code, out, _ = command("verify", keep(SEALED.replace(proof, others)), "--lang", "en")
    assert code == 1
    assert out.count("but the seal gives") == 10
    assert re.search(r"… and more \(\d+\)\.", out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (re.sub("seal: .", "seal: x", SEALED).replace("seal: x", "seal: 0"), "le sceau n'est pas celui"),
        (re.sub(r"secret: \w+", f"secret: {'0' * 64}", SEALED), "l'engagement n'est pas celui de ce secret"),
        (re.sub(r"secret: \w+\n", "", SEALED), "le secret n'est pas encore révélé"),
        (str(Match("war-of-masters", seed=1)), "cette partie n'a pas de preuve"),
    ],
    ids=["seal", "commitment", "not revealed", "no proof"],
)
def test_whatever_keeps_a_game_from_being_verified_is_told(command: Command, keep: Keep, text: str, told: str) -> None:
    code, out, err = command("verify", keep(text))
    assert (code, err) == (1, "")
    assert out.startswith("Non vérifié.\n")
    assert told in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a game file begins with"),
        ("tablier 1\ngame: chess\n", "chess"),
        (SEALED.replace("result: 1 0", "result: 0 1"), "the result is written '0 1'"),
        (str(Match("war-of-masters").file(0)), "this is the game as red may know it"),
    ],
    ids=["empty", "unknown game", "wrong result", "view"],
)
def test_file_that_is_no_game_gets_one_line(command: Command, keep: Keep, text: str, told: str) -> None:
    code, out, err = command("verify", keep(text))
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_file_that_there_is_not_gets_one_line(command: Command) -> None:
    assert command("verify", "none.txt") == (2, "", "tablier : none.txt : ce fichier n'existe pas\n")
    assert command("verify") == (2, "", "tablier : quel fichier ?\n")
