"""Golden games: written, played again, and compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.engine import kernels
from tablier.testing import NotConforming, golden, playthrough, replay
from tablier.testing.__main__ import main
from tests.testing.toy.game import GAME


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
    kernels.register(GAME.rules, lambda: GAME.insight)


@pytest.fixture
def written() -> str:
    return playthrough(golden.seeded_game(GAME, GAME.settle({}), seed=3))


def test_a_playthrough_is_replayed_as_it_was_written(written: str) -> None:
    replay(written, GAME)


def test_a_playthrough_says_who_acts_of_how_many_actions_and_which(written: str) -> None:
    first = next(line for line in written.split("\n") if line.startswith("   1 "))
    assert first == "   1  chance    4  [2]  ([?] to birch, cedar, spectator)"


def test_a_playthrough_shows_everybody_what_they_see_and_may_do(written: str) -> None:
    for who in ("spectator", "ash", "birch", "cedar"):
        assert f"      {who}: Round 1\n" in written
    assert "may [1] [2] [3] [4]" in written


def test_a_playthrough_ends_with_the_shares(written: str) -> None:
    shares = golden.load(written, GAME).shares
    assert shares is not None
    names = GAME.seats(GAME.settle({}))
    assert written.endswith("".join(f"{name}: {share}\n" for name, share in zip(names, shares, strict=True)))


def test_the_first_line_that_differs_is_shown(written: str) -> None:
    lines = written.split("\n")
    number = next(i for i, line in enumerate(lines) if line.startswith("   7 "))
    lines[number] = lines[number].replace("  2  ", "  9  ")
    with pytest.raises(
        NotConforming, match=rf"line {number + 1} differs:\n  it was '   7 .* 9 .*'\n  it is  '   7 .*'"
    ):
        replay("\n".join(lines), GAME)


def test_a_golden_game_that_is_cut_short_is_noticed(written: str) -> None:
    with pytest.raises(NotConforming, match="it was None"):
        replay(written[: written.index("\n\n", written.index(golden.SEPARATOR) + 200)], GAME)


def test_a_mere_game_file_becomes_a_golden_game(written: str) -> None:
    file = written.partition(golden.SEPARATOR)[0]
    assert playthrough(golden.load(file, GAME)) == written


def test_a_short_game_is_over() -> None:
    match = golden.short_game(GAME, GAME.settle({"rounds": 1}), tries=3)
    assert match.over


def test_the_command_records_a_new_golden_game_and_writes_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, folder = ["record", "war-of-masters"], ["--folder", str(tmp_path)]
    path = tmp_path / "war-of-masters" / "golden" / "draw.txt"
    assert main([*record, "draw", "max_turns=2", "--seed", "5", *folder]) == 0
    first = path.read_text(encoding="utf-8")
    assert "seed: 5" in first
    assert f"{path}: {first.count(chr(10))} lines, new" in capsys.readouterr().out

    path.write_text(first.partition(golden.SEPARATOR)[0], encoding="utf-8")
    assert main([*record, *folder]) == 0
    assert path.read_text(encoding="utf-8") == first
    assert main([*record, *folder]) == 0
    assert "as it was" in capsys.readouterr().out


def test_the_command_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "chess"]) == 2
    assert "'chess' is not a game we have" in capsys.readouterr().err
