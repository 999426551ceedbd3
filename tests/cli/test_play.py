"""A game in the terminal, scripted: what is typed comes from a pipe; some games have a process of their own."""

from pathlib import Path

import pytest

from tablier.record.match import Match
from tests.cli.conftest import Run, plain

GAME = "war-of-masters"
HOT = ("play", GAME, "--hot-seat", "--real-dice", "--file", "f.txt")


def test_illegal_action_is_refused_with_its_rule_in_french(run: Run) -> None:
    """WM-7"""
    told = run(*HOT, typed="[1]\ne2-f3\n")
    assert "e2-f3 : un petit cylindre va seulement tout droit (WM-7)\n" in plain(told.stdout)


def test_illegal_action_is_refused_with_its_rule_in_english(run_here: Run) -> None:
    """WM-7"""
    told = run_here(*HOT, "--lang", "en", typed="[1]\ne2-f3\n")
    assert "e2-f3: a small cylinder goes straight ahead only (WM-7)\n" in told.stdout


def test_what_is_no_action_gets_examples(run_here: Run) -> None:
    told = run_here(*HOT, typed="[1]\nhop\n")
    assert "« hop » n'est pas un coup possible ; par exemple : a2-a3, b2-b3, c2-c3" in plain(told.stdout)


def test_notation_is_read_with_indulgence(run_here: Run, tmp_path: Path) -> None:
    """Capitals, spaces, no dash, a roll without brackets, a capture without its mark."""
    run_here(*HOT, typed="6\n D2d8 \n1\nA8 A7\n1\nd8-d9\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).log[-1] == (0, "d8xd9=w")


def test_divided_six_may_be_typed_joined(run_here: Run, tmp_path: Path) -> None:
    """WM-12"""
    run_here(*HOT, typed="[6]\nd2-d4,f2-f6\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).lines() == ["[6] d2-d4,f2-f6"]


def test_roll_and_move_may_be_typed_joined_with_real_dice(run_here: Run, tmp_path: Path) -> None:
    run_here(*HOT, typed="[5] e2-e7\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).lines() == ["[5] e2-e7"]


def test_joined_actions_are_played_all_or_none(run_here: Run, tmp_path: Path) -> None:
    """WM-13: the second part must come to six in all."""
    told = run_here(*HOT, typed="[6]\nd2-d4,f2-f5\n")
    assert "f2-f5 : un six partagé" in plain(told.stdout)
    assert Match.loads((tmp_path / "f.txt").read_text()).log == [(-1, "[6]")]


def test_nobody_plays_for_the_other_side_in_the_same_line(run_here: Run, tmp_path: Path) -> None:
    told = run_here("play", GAME, "--hot-seat", "--seed", "3", "--file", "f.txt", typed="e2-e4,d8-d3\n")
    assert "d8-d3 : votre tour s'arrête avant" in plain(told.stdout)
    assert Match.loads((tmp_path / "f.txt").read_text()).log == [(-1, "[2]")]


def test_moves_are_listed_on_request_and_by_their_beginning(run_here: Run) -> None:
    told = run_here(*HOT, typed="[1]\ncoups e\nmoves E2\nmoves z9\n")
    lines = plain(told.stdout).splitlines()
    assert "Rouge > e2-e3" in lines
    assert "Rouge > aucun coup ne commence par « z9 »" in lines


def test_help_names_every_command(run_here: Run) -> None:
    french, english = (
        run_here(*HOT, typed="[1]\n?\n"),
        run_here("play", GAME, "--seed", "1", "--lang", "en", typed="help\n"),
    )
    for word in ("coups", "reprendre", "plateau", "règles", "garder", "quitter"):
        assert f"  {word}" in french.stdout
    for word in ("moves", "undo", "board", "rules", "save", "quit"):
        assert f"  {word}" in english.stdout


def test_undo_with_real_dice_takes_back_what_was_typed_last(run_here: Run, tmp_path: Path) -> None:
    run_here(*HOT, typed="[1]\nundo\n[2]\ne2-e4\nundo\nd2-d4\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).lines() == ["[2] d2-d4"]


def test_undo_against_a_bot_goes_back_to_the_own_last_decision(run_here: Run, tmp_path: Path) -> None:
    run_here("play", GAME, "--seed", "3", "--think", "0", "--file", "f.txt", typed="e2-e4\nundo\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).log == [(-1, "[2]")]


def test_undo_at_the_beginning_says_that_there_is_nothing(run_here: Run) -> None:
    told = run_here("play", GAME, "--seat", "brown", "--seed", "3", "--think", "0", typed="undo\n")
    assert "il n'y a rien à reprendre" in plain(told.stdout)


def test_rules_are_read_during_the_game(run_here: Run) -> None:
    assert "WM-20" in run_here(*HOT, typed="règles\n").stdout


def test_real_dice_are_asked_for_a_bot_as_well(run_here: Run, tmp_path: Path) -> None:
    told = run_here("play", GAME, "--real-dice", "--think", "0", "--file", "f.txt", typed="[2]\ne2-e4\n[5]\n[3]\n")
    assert told.stdout.count("Hasard > ") == 3
    assert [text for seat, text in Match.loads((tmp_path / "f.txt").read_text()).log if seat == -1] == [
        "[2]",
        "[5]",
        "[3]",
    ]


def test_bot_says_what_it_rolled_and_played(run_here: Run, tmp_path: Path) -> None:
    told = run_here("play", GAME, "--seed", "3", "--think", "0", "--file", "f.txt", typed="e2-e4\n")
    assert f"({Match.loads((tmp_path / 'f.txt').read_text()).lines()[1]})\n" in told.stdout


def test_seat_is_called_by_any_of_its_names(run_here: Run) -> None:
    for name in ("brown", "Brun"):
        told = run_here("play", GAME, "--seat", name, "--seed", "3", "--think", "0")
        assert "Vous jouez Brun" in told.stdout
        assert "Brun > " in told.stdout


def test_game_is_written_down_after_every_action(run_here: Run, games: Path) -> None:
    told = run_here("play", GAME, "--seed", "3", "--hot-seat", typed="e2-e4\n")
    (file,) = games.iterdir()
    assert Match.loads(file.read_text()).lines()[0] == "[2] e2-e4"
    assert plain(told.stdout).endswith(f"Partie gardée dans {file} ; pour continuer : tablier play {GAME} --resume\n")
    assert told.returncode == 0


def test_nothing_played_leaves_no_file(run_here: Run, games: Path) -> None:
    told = run_here("play", GAME, "--seed", "3", typed="quit\n")
    assert plain(told.stdout).endswith("Rien n'a été joué, rien n'est gardé.\n")
    assert list(games.iterdir()) == []


def test_game_that_was_played_last_is_resumed_whichever_it_is(run: Run, games: Path) -> None:
    assert "aucune partie inachevée" in run("play", "--resume").stderr
    run("play", "maestria", "--seed", "3", "--hot-seat", typed="S@a1\n")
    run("play", GAME, "--seed", "3", "--hot-seat", typed="e2-e4\n")
    told = run("play", "--resume", typed="d8-d3\n")
    assert "La Guerre des Maîtres" in told.stdout
    (file,) = games.glob(f"{GAME}-*.txt")
    assert Match.loads(file.read_text()).lines()[1] == "[5] d8-d3"


def test_file_that_is_resumed_says_which_game_it_is(run_here: Run, tmp_path: Path) -> None:
    run_here(*HOT, typed="[2]\n")
    run_here("play", "--resume", "f.txt", typed="e2-e4\n")
    assert Match.loads((tmp_path / "f.txt").read_text()).lines() == ["[2] e2-e4"]


def test_last_unfinished_game_is_offered_and_resumed(run_here: Run, games: Path) -> None:
    run_here("play", GAME, "--seed", "3", "--hot-seat", typed="e2-e4\n")
    assert f"Une partie inachevée vous attend : tablier play {GAME} --resume" in plain(run_here("play", GAME).stdout)
    run_here("play", GAME, "--resume", typed="d8-d3\n")
    (file,) = games.iterdir()
    assert Match.loads(file.read_text()).lines()[1] == "[5] d8-d3"


def test_resumed_game_knows_which_seats_are_bots(run_here: Run) -> None:
    run_here("play", GAME, "--seat", "brown", "--seed", "3", "--think", "0", "--file", "f.txt")
    told = run_here("play", GAME, "--resume", "f.txt", "--think", "0")
    assert "Vous jouez Brun" in told.stdout
    assert told.stdout.rstrip().endswith(
        f"pour continuer{chr(0xA0)}: tablier play {GAME} --resume {_path(told.stdout)}"
    )


def _path(shown: str) -> str:
    return next(word for word in shown.split() if word.endswith("f.txt"))


def test_file_of_another_game_or_of_one_that_is_over_is_not_resumed(run_here: Run, tmp_path: Path) -> None:
    over = Match(GAME, max_turns=1)
    over.play("[1]")
    over.play("e2-e3")
    (tmp_path / "over.txt").write_text(str(over))
    (tmp_path / "other.txt").write_text(str(Match("maestria", seed=1)))
    for name, problem in (("over.txt", "cette partie est finie"), ("other.txt", "une partie de maestria")):
        told = run_here("play", GAME, "--resume", name)
        assert told.returncode == 2
        assert problem in told.stderr


def test_new_game_never_overwrites_a_file(run_here: Run, tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text("precious")
    told = run_here(*HOT)
    assert told.returncode == 2
    assert "f.txt existe déjà" in told.stderr
    assert (tmp_path / "f.txt").read_text() == "precious"


def test_save_writes_a_copy_and_overwrites_nothing(run_here: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("precious")
    told = run_here(*HOT, typed="[1]\nsave copy.txt\ne2-e3\nsave old.txt\nsave no/where.txt\nsave \0\nsave\n")
    assert Match.loads((tmp_path / "copy.txt").read_text()).log == [(-1, "[1]")]
    assert (tmp_path / "old.txt").read_text() == "precious"
    assert "ce dossier n'existe pas" in plain(told.stdout)
    assert f"La partie est gardée dans {tmp_path / 'f.txt'}" in told.stdout
    assert told.returncode == 0


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_colour_without_a_terminal(run: Run, lang: str) -> None:
    assert "\x1b" not in run(*HOT, "--lang", lang, typed="[1]\n").stdout


def test_broken_bytes_are_only_an_unreadable_action(run: Run) -> None:
    told = run(*HOT, typed="[1]\n\udcff\udcfe\n")
    assert told.returncode == 0
    assert "Traceback" not in told.stderr
