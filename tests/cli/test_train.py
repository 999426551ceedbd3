"""`tablier train`: a few hundred short games, compiled, since interpreted it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablier.bots import Random
from tablier.cli import train as command_line
from tablier.cli.screen import Screen
from tablier.engine.net import load_net, save_net, weights_of
from tablier.engine.registry import find
from tablier.lab.training import Training

Command = Callable[..., tuple[int, str, str]]

SMALL = (
    *("train", "maestria", "-o", "max_turns=4", "--games", "200"),
    *("--matches", "2", "--simulations", "5", "--jobs", "1"),
)


@pytest.fixture
def train(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Train in an empty directory."""
    monkeypatch.setenv("TABLIER_JIT", "1")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: command(*SMALL, *arguments)


def weights(file: str) -> list[bytes]:
    return [array.tobytes() for array in weights_of(load_net(Path(file)).net)]


def stop_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C when so much is learnt."""

    @contextmanager
    def progress(self: Screen, what: str) -> Iterator[Callable[[int, int], None]]:
        def tell(done: int, total: int) -> None:
            if done >= games:
                raise KeyboardInterrupt

        yield tell

    monkeypatch.setattr(Screen, "progress", progress)


def test_net_that_is_not_shown_to_be_better_is_not_kept(train: Command, tmp_path: Path) -> None:
    code, out, err = train("--lang", "en")
    assert code == 1
    assert "of the win (95%: " in out
    assert "against today's bot; 2 games, 5 simulations" in out
    assert "it is not shown to be better, and is not kept; it stays in net.trial.npz\n" in err
    assert sorted(file.name for file in tmp_path.glob("*.npz*")) == ["net.checkpoint.npz", "net.trial.npz"]
    trial = load_net(tmp_path / "net.trial.npz")
    assert trial.game == "maestria"
    assert np.any(trial.net.outer)
    code, out, err = train("--lang", "fr")
    assert code == 1
    assert "net.checkpoint.npz : on continue après 200 parties" in out
    assert "des victoires (95 % : " in out
    assert "il n'est pas retenu, et reste dans net.trial.npz" in err


def test_net_that_wins_is_kept(train: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Today's bot is one that plays at random here."""
    monkeypatch.setattr(command_line, "one_core", lambda spec, game, seed: Random(seed))
    matches = ("--matches", "30", "-o", "max_turns=30", "--simulations", "30")
    code, out, err = train(*matches, "--file", "good.npz", "--lang", "en")
    assert (code, err) == (0, "")
    assert "It is better, and is in good.npz. It plays as the bot 8:good.npz in the arena" in out
    assert sorted(file.name for file in tmp_path.glob("*.npz*")) == ["good.checkpoint.npz", "good.npz"]
    assert weights("good.npz") == weights("good.checkpoint.npz")


def test_training_that_was_interrupted_goes_on_to_the_very_same_net(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert train("--file", "whole.npz")[0] == 1
    with monkeypatch.context() as patch:
        stop_after(100, patch)
        code, _, err = train("--file", "part.npz", "--lang", "fr")
        assert code == 130
        assert "ce qui est appris est dans part.checkpoint.npz : la même commande continue" in err
    assert load_net(Path("part.checkpoint.npz")).extra["played"] == 100
    code, out, _ = train("--file", "part.npz", "--lang", "en")
    assert code == 1
    assert "part.checkpoint.npz: going on after 100 games" in out
    assert weights("part.trial.npz") == weights("whole.trial.npz")


def test_training_that_is_interrupted_before_it_has_learnt_anything_names_no_checkpoint(
    train: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*what: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablier.lab.training.gather", stop)
    for lang, words in (("fr", "la même commande recommence"), ("en", "the same command begins anew")):
        code, _, err = train("--lang", lang)
        assert (code, err.count("\n")) == (130, 1)
        assert words in err
        assert "checkpoint" not in err
    assert not [*tmp_path.glob("*.npz*")]


def test_training_that_is_interrupted_while_it_is_judged_says_that_the_same_command_goes_on(
    train: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*what: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tablier.cli.train.Contest.run", stop)
        for lang, words in (
            ("fr", "ce qui est appris est dans net.checkpoint.npz : la même commande les rejoue"),
            ("en", "what was learnt is in net.checkpoint.npz: the same command plays them again"),
        ):
            code, _, err = train("--lang", lang)
            assert (code, err.count("\n")) == (130, 1)
            assert words in err
    code, out, _ = train("--lang", "en")
    assert code == 1
    assert "going on after 200 games" in out


@pytest.mark.parametrize(
    "damage",
    [
        {"played": "x"},
        {"played": None},
        {"played": -5000},
        {"played": 1_000_000},
        {"random": None},
        {"random": [[0, 0, 0, 0]]},
        {"random": [[1, 2, 3]]},
        {"random": [[1, 2, 3, 1 << 40]]},
    ],
)
def test_checkpoint_that_does_not_say_how_far_it_came_is_refused(train: Command, damage: dict[str, Any]) -> None:
    file = Path("net.checkpoint.npz")
    training = Training(find("maestria"), find("maestria").settle({"max_turns": 4}), 200)
    training.save(file)
    kept = load_net(file)
    save_net(kept, file, {name: value for name, value in {**kept.extra, **damage}.items() if value is not None})
    for lang, words in (("fr", "net.checkpoint.npz est abîmé"), ("en", "net.checkpoint.npz is damaged")):
        code, _, err = train("--lang", lang)
        assert (code, err.count("\n")) == (2, 1)
        assert words in err


def test_pieces_that_are_learnt_together_give_another_net_and_the_same_on_any_number_of_cores(train: Command) -> None:
    assert train("--file", "alone.npz")[0] == 1
    for jobs in ("1", "2"):
        assert train("--file", f"{jobs}.npz", "--together", "2", "--jobs", jobs)[0] == 1
    assert weights("1.trial.npz") == weights("2.trial.npz") != weights("alone.trial.npz")


def test_checkpoint_that_is_of_another_training_or_none_is_refused(train: Command, tmp_path: Path) -> None:
    assert train()[0] == 1
    for lang, words in (
        ("fr", "net.checkpoint.npz vient d'un apprentissage avec d'autres parties"),
        ("en", "net.checkpoint.npz is of a training with other games, options or another seed"),
    ):
        for other in (("--seed", "2"), ("--games", "300"), ("-o", "max_turns=5"), ("--together", "2")):
            code, _, err = train(*other, "--lang", lang)
            assert code == 2
            assert words in err
    (tmp_path / "net.checkpoint.npz").write_bytes(b"nothing")
    for lang, words in (("fr", "réseau inutilisable"), ("en", "this net cannot be used")):
        code, _, err = train("--lang", lang)
        assert (code, err.count("\n")) == (2, 1)
        assert words in err


@pytest.mark.parametrize(
    ("arguments", "french", "english"),
    [
        (("nothing",), "« nothing » n'est pas un de nos jeux", "'nothing' is not one of our games"),
        (("master-citadel",), "master-citadel : ce jeu, à ce nombre de places", "there is no net to be trained"),
        (("maestria", "-o", "losses=all"), "losses", "losses"),
        (("maestria", "--file", "no/net.npz"), "no : ce dossier n'existe pas", "no: there is no such directory"),
        (("maestria", "--games", "0"), "--games : cette valeur n'est pas possible", "--games: this value is not"),
        (("maestria", "--matches", "1"), "--matches : cette valeur", "--matches: this value"),
        (("maestria", "--together", "0"), "--together : cette valeur", "--together: this value"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_words(
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    french: str,
    english: str,
) -> None:
    monkeypatch.setenv("TABLIER_JIT", "1")
    monkeypatch.chdir(tmp_path)
    for lang, words in (("fr", french), ("en", english)):
        code, out, err = command("train", *arguments, "--lang", lang)
        assert (code, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1
    assert not [*tmp_path.glob("*.npz*")]


def test_training_without_compiled_code_is_refused(command: Command) -> None:
    code, _, err = command(*SMALL, "--lang", "en")
    assert code == 1
    assert "without compiled code training would take weeks" in err


def test_cluster_that_is_not_there_is_told_and_nothing_is_left(train: Command, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="A cluster is asked for by Ray, and it is not here. `make test` installs it.")
    for lang in ("fr", "en"):
        code, _, err = train("--ray", "127.0.0.1:1", "--lang", lang)
        assert code == 1
        assert "127.0.0.1:1" in err
    assert not [*tmp_path.glob("*.npz*")]


def test_disk_that_is_full_is_told(train: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*what: Any) -> None:
        raise OSError(28, "No space left on device", "net.checkpoint.npz")

    monkeypatch.setattr("tablier.lab.training.save_net", fail)
    code, _, err = train("--lang", "en")
    assert code == 1
    assert "net.checkpoint.npz" in err
