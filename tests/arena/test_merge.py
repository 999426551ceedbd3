"""The parts of a contest, put together: the same bytes as in one piece, or a word of what does not fit."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablier.arena import Contest, Shard, merge, round_robin
from tablier.arena.kept import BadPiece, BadResults, TwiceThere
from tablier.arena.merge import DoubleResults, MissingResults
from tablier.arena.results import OtherContest
from tests.arena.players import make
from tests.arena.test_contest import MASTERS, timeless

SETTINGS: dict[str, Any] = {**MASTERS, "tables": round_robin(["careless", "other", "first"], 2), "games": 6}


def contest(**other: Any) -> Contest:
    return Contest(**{**SETTINGS, **other})


def pieces(folder: Path, parts: int, clock: bool = True) -> list[Path]:
    files = [folder / f"{number}-of-{parts}.jsonl" for number in range(1, parts + 1)]
    for number, file in enumerate(files, start=1):
        contest().run(file, jobs=1, shard=Shard(number, parts), clock=clock)
    return files


def rewritten(file: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    """The same file, with its lines changed in place."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize("parts", [1, 2, 5])
def test_parts_give_the_same_bytes_as_one_run(parts: int, tmp_path: Path) -> None:
    whole = contest().run(tmp_path / "whole", jobs=1, clock=False)
    _, found = merge(pieces(tmp_path, parts, clock=False), tmp_path / "merged", clock=False, bots=make)
    assert (tmp_path / "merged").read_bytes() == (tmp_path / "whole").read_bytes()
    assert found == whole


def test_what_clocks_said_is_kept_unless_it_is_not_wanted(tmp_path: Path) -> None:
    files = pieces(tmp_path, 2)
    _, found = merge(files, tmp_path / "timed", bots=make)
    assert any(one.longest for one in found.standings)
    assert timeless(found) == timeless(contest().run(jobs=1))
    header = json.loads((tmp_path / "timed").read_text().splitlines()[0])
    assert [piece["shard"] for piece in header["pieces"]] == ["1/2", "2/2"]
    contest().run(tmp_path / "whole", jobs=1, clock=False)
    merge(files, tmp_path / "timeless", clock=False, bots=make)
    assert (tmp_path / "timeless").read_bytes() == (tmp_path / "whole").read_bytes()


def test_order_of_files_and_lines_does_not_matter(tmp_path: Path) -> None:
    def turn_round(lines: list[dict[str, Any]]) -> None:
        lines[1:] = lines[:0:-1]

    files = [rewritten(file, turn_round) for file in pieces(tmp_path, 3, clock=False)]
    merge(files[::-1], tmp_path / "merged", clock=False, bots=make)
    contest().run(tmp_path / "whole", jobs=1, clock=False)
    assert (tmp_path / "merged").read_bytes() == (tmp_path / "whole").read_bytes()


def test_merged_file_is_gone_on_with_as_any_other(tmp_path: Path) -> None:
    merge(pieces(tmp_path, 2), tmp_path / "merged", bots=make)
    told: list[tuple[int, int]] = []
    more = contest(games=8)
    found = more.run(tmp_path / "merged", 1, lambda *so_far: told.append(so_far))
    assert told[0] == (18, 24)
    assert timeless(found) == timeless(more.run(jobs=1))
    assert merge([tmp_path / "merged"], bots=make)[0].games == 8


def test_missing_part_is_named(tmp_path: Path) -> None:
    files = pieces(tmp_path, 3)
    with pytest.raises(MissingResults, match="6 games of 18 are missing; nothing is there of 2/3") as missing:
        merge([files[0], files[2]], tmp_path / "merged", bots=make)
    assert missing.value.shards == ("2/3",)
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize("shard", [None, "nonsense", 7])
def test_no_part_is_named_where_not_all_pieces_are_parts(shard: object, tmp_path: Path) -> None:
    files = pieces(tmp_path, 3)
    rewritten(files[2], lambda lines: lines[0].update(shard=shard))
    with pytest.raises(MissingResults, match=r"6 games of 18 are missing$"):
        merge([files[0], files[2]], bots=make)


def test_part_that_is_not_finished_is_told(tmp_path: Path) -> None:
    files = pieces(tmp_path, 2)
    files[1].write_bytes(files[1].read_bytes()[:-10])
    with pytest.raises(MissingResults, match=r"1 games of 18 are missing$"):
        merge(files, bots=make)


def test_game_that_is_there_twice_is_told(tmp_path: Path) -> None:
    files = pieces(tmp_path, 2)
    contest().run(tmp_path / "whole", jobs=1)
    with pytest.raises(DoubleResults, match=r"1-of-2.jsonl and .*whole have the same games"):
        merge([files[0], tmp_path / "whole"], bots=make)
    with pytest.raises(DoubleResults):
        merge([*files, files[0]], bots=make)


@pytest.mark.parametrize(
    ("what", "value"), [("seed", 9), ("options", {"max_turns": 9}), ("version", "0.0.1"), ("commit", "f" * 40)]
)
def test_part_of_another_contest_or_version_is_told(what: str, value: object, tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    rewritten(second, lambda lines: lines[0].update({what: value}))
    with pytest.raises(BadPiece, match=f"2-of-2.jsonl: .* its {what} is") as refused:
        merge([first, second], bots=make)
    assert isinstance(refused.value.problem, OtherContest)


def test_part_that_another_version_has_gone_on_with_is_told(tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    contest().run(second, jobs=1, shard=Shard(2, 2))
    rewritten(second, lambda lines: lines[-1]["continued"].update(version="0.0.1"))
    with pytest.raises(BadPiece, match=r"its version is 0\.0\.1"):
        merge([first, second], bots=make)


@pytest.mark.parametrize("change", [{"seed": 1}, {"seats": ["first", "first"]}, {"game": 77}, {"set": 5}])
def test_game_that_the_contest_does_not_have_is_told(change: dict[str, Any], tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    rewritten(second, lambda lines: lines[1].update(change))
    with pytest.raises(BadPiece, match="the contest has no such game"):
        merge([first, second], bots=make)


@pytest.mark.parametrize("content", ["", "nonsense\n", '{"arena": 1}\n', '{"arena": 1, "games": "x"}\n'])
def test_other_files_are_told(content: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(content)
    with pytest.raises(BadPiece, match="f: ") as refused:
        merge([tmp_path / "f"], bots=make)
    assert isinstance(refused.value.problem, BadResults)


@pytest.mark.parametrize(
    "change",
    [
        {"table": [0]},
        {"table": True},
        {"table": 0.0},
        {"game": -1},
        {"seed": "1"},
        {"seats": "ab"},
        {"shares": "ab"},
        {"shares": [None, None]},
        {"shares": [1.0]},
        {"shares": [1.0, 1.0]},
        {"shares": [2.0, -1.0]},
        {"shares": [float("nan"), 1.0]},
        {"turns": "x"},
        {"turns": None},
        {"choices": ["a", "b"]},
        {"choices": [0.5, 0.5]},
        {"seconds": ["a", "b"]},
        {"seconds": [float("inf"), 0]},
        {"longest": []},
        {"faults": 3},
        {"faults": ["x"]},
        {"faults": [{"seat": 9, "kind": "illegal", "what": "x"}]},
        {"faults": [{"seat": 0, "kind": "none", "what": "x"}]},
        {"faults": [{"seat": 0, "kind": "illegal", "what": 1}]},
        {"continued": "x", "games": 6},
        {"continued": {}, "games": [1]},
        {"continued": {}, "games": 1e400},
    ],
)
def test_damaged_line_is_told_by_its_file_and_number(change: dict[str, Any], tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    rewritten(second, lambda lines: lines[1].update(change))
    with pytest.raises(BadPiece, match=r"2-of-2.jsonl: line 2: ") as refused:
        merge([first, second], bots=make)
    assert isinstance(refused.value.problem, BadResults)
    with pytest.raises(BadResults, match="line 2: "):
        contest().run(second, jobs=1, shard=Shard(2, 2))


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000])
def test_line_that_no_reader_can_hold_is_told(line: str, tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    second.write_text(second.read_text() + line + "\n")
    with pytest.raises(BadPiece, match=r"2-of-2.jsonl: line 10: "):
        merge([first, second], bots=make)


@pytest.mark.parametrize(
    "change",
    [
        {"games": "x"},
        {"games": 1e400},
        {"games": -3},
        {"games": 10**12},
        {"options": [1]},
        {"tables": 3},
        {"tables": [[["first"], 1]]},
        {"seed": 0.5},
        {"talk": "x"},
        {"version": None},
    ],
)
def test_damaged_header_is_told_of_the_file_that_has_it(change: dict[str, Any], tmp_path: Path) -> None:
    first, second = pieces(tmp_path, 2)
    rewritten(second, lambda lines: lines[0].update(change))
    for files in ([first, second], [second, first]):
        with pytest.raises(BadPiece, match=r"2-of-2.jsonl: line 1: ") as refused:
            merge(files, bots=make)
        assert isinstance(refused.value.problem, BadResults)


@pytest.mark.parametrize("change", [{"game": "chess"}, {"options": {"x": 1}}, {"tables": [["first"]]}])
def test_contest_that_there_is_not_is_told_with_a_file_that_is_of_it(change: dict[str, Any], tmp_path: Path) -> None:
    file = rewritten(pieces(tmp_path, 1)[0], lambda lines: lines[0].update(change))
    with pytest.raises(BadPiece, match=r"1-of-1.jsonl: "):
        merge([file], bots=make)


@pytest.mark.parametrize("shares", [None, [0.25, 0.75]])
def test_game_that_is_twice_in_one_file_is_told(shares: list[float] | None, tmp_path: Path) -> None:
    def twice(lines: list[dict[str, Any]]) -> None:
        lines.append(lines[2] | ({"shares": shares} if shares else {}))

    first, second = pieces(tmp_path, 2)
    rewritten(second, twice)
    with pytest.raises(BadPiece, match=r"2-of-2.jsonl: line 10: this game is there already, in line 3"):
        merge([first, second], bots=make)
    before = second.read_bytes()
    with pytest.raises(BadResults):
        contest().run(second, jobs=1, shard=Shard(2, 2))
    assert second.read_bytes() == before


def test_game_of_another_chance_is_not_gone_on_with(tmp_path: Path) -> None:
    file = rewritten(pieces(tmp_path, 1)[0], lambda lines: lines[1].update(seed=1))
    with pytest.raises(BadResults, match="the contest has no such game"):
        contest().run(file, jobs=1, shard=Shard(1, 1))


def test_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    files = pieces(tmp_path, 1)
    before = files[0].read_bytes()
    with pytest.raises(FileExistsError):
        merge(files, files[0], bots=make)
    assert files[0].read_bytes() == before


@pytest.mark.parametrize(
    "problem",
    [
        MissingResults(1, 2, ["1/2"]),
        DoubleResults("a", "b", 3),
        BadPiece("a", BadResults("no header")),
        TwiceThere(2, 3),
    ],
)
def test_refusals_cross_from_one_process_to_another(problem: Exception) -> None:
    after = pickle.loads(pickle.dumps(problem))
    assert (str(after), type(after)) == (str(problem), type(problem))
