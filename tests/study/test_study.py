"""Studies: of every game, of a toy, of one whose answer is known; the same whoever plays it, and after a crash."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.arena import BadResults, OtherContest
from tablier.arena.kept import BadPiece
from tablier.arena.merge import MissingResults
from tablier.engine import kernels
from tablier.engine.errors import BadLevel, BadOption
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.engine.position import Position
from tablier.engine.registry import find
from tablier.language import LANGUAGES
from tablier.study import BadStudy, Findings, Study
from tablier.study.kinds import kind_of
from tablier.study.page import Pace, page
from tablier.study.plan import Job
from tablier.study.tally import Tally
from tablier.work.shard import Shard
from tests.testing.toy.game import GAME as TOY

SHORT: dict[str, dict[str, Any]] = {
    "maestria": {"options": {"max_turns": 3}, "vary": {"losses": ()}, "bots": ["random"]},
    "master-citadel": {"options": {"max_rounds": 3}, "vary": {"variant": ["open"]}, "games": 2},
    "master-islands": {"vary": {"alignment": ["made"]}, "bots": ["random"], "games": 2},
    "war-of-masters": {"options": {"max_turns": 8}, "vary": {"path": ()}},
}

MADE = {"version": "1", "commit": None, "date": "2026-01-02", "machine": {"processor": "p", "python": "3"}}


def small(game: str | Game, **more: Any) -> Study:
    terms = SHORT.get(game if isinstance(game, str) else "", {})
    return Study(game, **{"bots": ["random", "greedy"], "games": 4, **terms, **more})


def brief(**more: Any) -> Study:
    """A study that is played in a moment, of two variants with several jobs each: for what becomes of any study."""
    return small("war-of-masters", **{"options": {"max_turns": 4}, **more})


@pytest.fixture
def _as_it_was() -> Iterator[None]:
    yield
    kernels.register(TOY.rules, lambda: TOY.insight)


def check(found: Findings, game: Game) -> None:
    """What is true of every study."""
    for variant in found.variants:
        shares = [variant.figures[f"share.{seat}"].mean for seat in variant.seats]
        assert sum(shares) == pytest.approx(1)
        assert sum(variant.figures[f"kind.{kind}"].mean for kind in variant.kinds()) == pytest.approx(1)
        classes = [figure.mean for name, figure in variant.figures.items() if name.startswith(("stakes.", "forced"))]
        assert sum(classes) == pytest.approx(1)
        assert all(figure.low <= figure.mean <= figure.high for figure in variant.figures.values())
        assert sum(variant.counts["turns"].values()) == variant.games == variant.watched
        for met in variant.meetings:
            assert met.players.mean + met.dice.mean + met.both.mean in (0, pytest.approx(1))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", tablier.games())
def test_every_game_can_be_studied(name: str) -> None:
    found = small(name).run(jobs=1)
    check(found, find(name))
    assert len(found.variants) == 2
    words = find(name).words.group("kind")
    assert [kind for variant in found.variants for kind in variant.kinds() if kind not in words] == []
    for lang in LANGUAGES:
        read(page(find(name), found, MADE, lang=lang), find(name), lang)


@pytest.mark.usefixtures("interpreted", "_as_it_was")
def test_game_of_somebody_else_is_studied_without_insight_or_story() -> None:
    found = small(TOY, options={"rounds": 1}, games=1).run(jobs=1)
    check(found, TOY)
    assert [variant.changed for variant in found.variants] == [{}, {"die": "loaded"}]
    assert not found.estimated
    assert {kind for variant in found.variants for kind in variant.kinds()} <= {"1", "take", "leave"}
    assert "take" in page(TOY, found, MADE)


# --- a game whose answer is known


def exact(position: Position, known: dict[bytes, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """What each seat wins where all play at random, the part of draws, and how many decisions are left."""
    key = position.to_bytes()
    if key not in known:
        known[key] = _exact(position, known)
    return known[key]


def _exact(position: Position, known: dict[bytes, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    if position.over:
        shares = position.shares or ()
        return np.array([*map(float, shares), float(len(set(shares)) == 1), 0.0])
    seat = position.pending[0]
    weights = position.outcomes() if seat == NATURE else dict.fromkeys(position.actions(seat), 1)
    total, found = sum(weights.values()), np.zeros(len(position.seats) + 2)
    for action, weight in weights.items():
        after = position.copy()
        after.apply(seat, action)
        found += float(Fraction(weight, total)) * exact(after, known)
    found[-1] += seat != NATURE
    return found


@pytest.mark.usefixtures("interpreted", "_as_it_was")
def test_figures_of_a_game_whose_answer_is_known_are_right() -> None:
    known = exact(Position(TOY, rounds=1), {})
    variant = Study(TOY, options={"rounds": 1}, vary={}, bots=["random"], games=3000).run(jobs=1).variants[0]
    found = [*(variant.figures[f"share.{seat}"] for seat in variant.seats), variant.figures["draw"]]
    found.append(variant.figures["decisions"])
    for wanted, figure in zip(known, found, strict=True):
        assert figure.low <= wanted <= figure.high
        assert figure.high - figure.low < 0.04
    assert not variant.meetings


# --- the same, whoever plays it


def test_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    study = small("master-citadel", games=10, bots=["1", "random"])
    one, two = study.run(tmp_path / "one", jobs=1), study.run(tmp_path / "two", jobs=2)
    assert one.to_json() == two.to_json()
    assert one.to_csv() == two.to_csv()
    assert page(study.game, one, MADE) == page(study.game, two, MADE)
    lines = [sorted((tmp_path / name).read_bytes().splitlines()) for name in ("one", "two")]
    assert lines[0] == lines[1]


@pytest.mark.usefixtures("interpreted")
def test_study_goes_on_where_it_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, study = tmp_path / "study", brief()
    whole = study.run(file, jobs=1).to_json()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-2]) + lines[-2][:30])  # as a process that was killed leaves it
    played, work = [], Study.work

    def noted(self: Study, job: Job) -> Tally:
        played.append(job)
        return work(self, job)

    monkeypatch.setattr(Study, "work", noted)
    assert study.run(file, jobs=1).to_json() == whole
    assert played == study.jobs[-2:]
    assert file.read_bytes() == b"".join(lines)


@pytest.mark.usefixtures("interpreted")
def test_more_games_go_on_with_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.study.plan.LAB_BLOCK", 2)
    told: list[tuple[int, int]] = []
    file = tmp_path / "study"
    brief(games=2, bots=["random"], vary={}).run(file, jobs=1)
    more = brief(games=3, bots=["random"], vary={})
    found = more.run(file, jobs=1, tell=lambda done, total: told.append((done, total)))
    assert (told[0], told[-1], found.variants[0].games) == ((2, 3), (3, 3), 3)


@pytest.mark.usefixtures("interpreted")
def test_parts_played_apart_are_the_whole_study(tmp_path: Path) -> None:
    study = brief()
    files = [tmp_path / str(number) for number in (1, 2)]
    for number, file in enumerate(files, start=1):
        study.run_part(Shard(number, 2), file, jobs=1)
    told: list[tuple[int, int]] = []
    found = study.run(jobs=1, others=files, tell=lambda done, total: told.append((done, total)))
    assert len(told) == 1  # nothing was left to play
    assert found.to_json() == study.run(jobs=1).to_json()


@pytest.mark.usefixtures("interpreted")
def test_parts_put_together_are_in_the_file_with_which_the_same_study_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, files, whole = brief(), [tmp_path / str(number) for number in (1, 2)], tmp_path / "whole"
    for number, file in enumerate(files, start=1):
        study.run_part(Shard(number, 2), file, jobs=1)
    found = study.run(whole, jobs=1, others=files)
    kept = whole.read_bytes()
    lines = [line for file in files for line in file.read_bytes().splitlines()[1:]]
    assert sorted(kept.splitlines()[1:]) == sorted(lines)
    monkeypatch.setattr(Study, "work", None)  # nothing is played again
    for others in ([], files):
        assert study.run(whole, jobs=1, others=others).to_json() == found.to_json()
        assert whole.read_bytes() == kept
    study.run(files[0], jobs=1, others=[files[1]])  # into one of the parts itself
    assert len(files[0].read_bytes().splitlines()) == 1 + len(study.jobs)


@pytest.mark.usefixtures("interpreted")
def test_parts_that_are_not_all_leave_no_file_and_change_none(tmp_path: Path) -> None:
    study, part, whole = brief(), tmp_path / "part", tmp_path / "whole"
    study.run_part(Shard(1, 3), part, jobs=1)
    with pytest.raises(MissingResults):
        study.run(whole, jobs=1, others=[part])
    assert not whole.exists()
    study.run_part(Shard(2, 3), whole, jobs=1)
    before = whole.read_bytes()
    with pytest.raises(MissingResults, match=r"nothing is there of 3/3"):
        study.run(whole, jobs=1, others=[part])
    assert whole.read_bytes() == before


@pytest.mark.usefixtures("interpreted")
def test_parts_that_are_not_all_are_not_played_but_named(tmp_path: Path) -> None:
    study, file = brief(), tmp_path / "2"
    study.run_part(Shard(2, 3), file, jobs=1)
    with pytest.raises(MissingResults, match=r"games of \d+ are missing; nothing is there of 1/3, 3/3"):
        study.run(jobs=1, others=[file])
    study.run_part(Shard(1, 3), file, jobs=1)  # one machine may play several, into one file
    with pytest.raises(MissingResults, match=r"nothing is there of 3/3"):
        study.run(jobs=1, others=[file])


@pytest.mark.usefixtures("interpreted")
def test_file_of_another_study_or_of_none_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "study"
    brief().run(file, jobs=1)
    before = file.read_bytes()
    with pytest.raises(OtherContest, match="seed is 1, not 2"):
        brief(seed=2).run(file, jobs=1)
    assert file.read_bytes() == before
    for content in (
        b"nothing of the kind",
        b"nothing\n",
        b'{"arena": 1}\n',
        before.splitlines()[0] + b'\n{"block": 3}\n',
        before.splitlines()[0].replace(b"{", b'{"shard": 3, ', 1) + b"\n",
    ):
        file.write_bytes(content)
        with pytest.raises(BadResults):
            brief().run(file, jobs=1)
        assert file.read_bytes() == content
        with pytest.raises(BadPiece, match=re.escape(str(file))):
            brief().run(tmp_path / "new", jobs=1, others=[file])
        assert not (tmp_path / "new").exists()


def emptied(what: str, nothing: object) -> Callable[[dict[str, Any]], object]:
    return lambda block: block.update({what: nothing})


def without(what: str, name: str) -> Callable[[dict[str, Any]], object]:
    return lambda block: block[what].pop(name)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("line", "damage"),
    [
        (1, emptied("sums", {})),
        (1, emptied("counts", {})),
        (1, emptied("layout", [])),
        (1, emptied("block", [0, 0, 3])),
        (1, emptied("block", [9, 0, 4])),
        (1, without("sums", "share.0")),
        (1, without("sums", "matters")),
        (1, without("counts", "turns")),
        (1, lambda block: block["sums"].update(draw=["x"] * 6)),
        (1, lambda block: block["sums"].update(draw=[4, float("nan"), 4, 0, 0, 4])),
        (1, lambda block: block["counts"]["turns"].update({"1": 9})),
        (-1, emptied("sums", {})),
        (-1, emptied("layout", None)),
        (-1, emptied("layout", [])),
        (-1, lambda block: block["layout"].update(seatings=[[]])),
        (-1, lambda block: block["layout"].update(dice=7)),
        (-1, lambda block: block["layout"]["sets"].append(1)),
    ],
)
def test_block_that_cannot_have_come_of_its_games_is_refused(
    line: int, damage: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    study, file = brief(), tmp_path / "part"
    study.run_part(Shard(1, 1), file, jobs=1)
    lines = file.read_text().splitlines()
    block = json.loads(lines[line])
    damage(block)
    lines[line] = json.dumps(block)
    file.write_text("".join(f"{line}\n" for line in lines))
    with pytest.raises(BadPiece, match=r"part: line \d+: th"):
        study.run(tmp_path / "whole", jobs=1, others=[file])
    with pytest.raises(BadResults, match=r"line \d+: th"):
        study.run(file, jobs=1)
    assert not (tmp_path / "whole").exists()


# --- what is played


@pytest.mark.usefixtures("interpreted")
def test_every_seating_of_two_kinds_meets_the_same_dice_and_bots_that_draw_for_themselves() -> None:
    """Each cell of random players: the dice of a number are the same, their choices are not."""
    from tablier.study.playing import play

    game = find("war-of-masters")
    options = game.settle({"max_turns": 6})
    one, other = (play(game, options, ("random", "random"), (1, 0, seating), 0, 3) for seating in (0, 1))
    again = play(game, options, ("random", "random"), (1, 0, 0), 1, 3)
    for i in range(3):
        assert one.logs[i][0] == other.logs[i][0]  # the first throw
        assert one.logs[i].tobytes() != other.logs[i].tobytes()
    assert [log.tobytes() for log in again.logs] == [log.tobytes() for log in one.logs[1:]]


def test_options_are_changed_one_at_a_time() -> None:
    study = Study("maestria", vary=None, games=1)
    assert study.variants[0] == {}
    assert all(len(changed) == 1 for changed in study.variants[1:])
    assert {name for changed in study.variants for name in changed} == {"shape", "map", "cap", "losses", "max_turns"}
    assert Study("maestria", options={"losses": "difference"}, vary={"losses": ()}).variants == [
        {},
        {"losses": "remainder"},
    ]
    assert Study("maestria", vary={}).variants == [{}]


@pytest.mark.parametrize(
    ("terms", "error"),
    [
        ({"bots": []}, BadStudy),
        ({"bots": ["greedy", "greedy"]}, BadStudy),
        ({"bots": ["8@0.5s"]}, BadStudy),
        ({"bots": ["strong"]}, BadLevel),
        ({"bots": ["9"]}, BadLevel),
        ({"games": 0}, BadStudy),
        ({"vary": {"colour": ["red"]}}, BadOption),
        ({"vary": {"colour": ()}}, BadOption),
        ({"vary": {"losses": ["all"]}}, BadOption),
        ({"options": {"losses": "all"}}, BadOption),
    ],
)
def test_study_that_cannot_be_made_is_refused(terms: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Study("maestria", **terms)


def test_strongest_level_counts_its_simulations() -> None:
    assert Study("maestria", bots=["8", "greedy"]).bots == ["8@2000", "greedy"]


@pytest.mark.usefixtures("interpreted")
def test_turns_are_those_of_the_game_file() -> None:
    from tablier.record.match import Match
    from tablier.study.looking import look
    from tablier.study.playing import play

    for name in tablier.games():
        game = find(name)
        options = game.settle(SHORT[name].get("options", {}))
        played = play(game, options, ("random",) * len(game.seats(options)), (1, 0, 0), 0, 3)
        lines = []
        for log in played.logs:
            actions = [((entry & 63) - 1, entry >> 6) for entry in log.tolist()]
            lines.append(len(Match.replayed(game, options, actions).lines()))
        counts = look(game, options, played, 0, 0).counts["turns"]
        assert sorted(counts.elements()) == sorted(lines)


def test_kinds_of_a_game_are_told_to_people() -> None:
    position = Position(find("maestria"))
    assert kind_of(position.game, position.record, 0, position.actions(0)[0]) == "place"
    for name in tablier.games():
        kinds = [find(name).words.group("kind") for _ in LANGUAGES]
        assert all(kinds)


# --- the page


class Reader(HTMLParser):
    """Sees that what is opened is closed, and where anything comes from."""

    VOID = ("meta", "img", "br", "line", "circle", "rect", "polyline", "polygon")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if self.open[-1:] != ["style"] else ""


def read(html: str, game: Game, lang: str) -> None:
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert all(source.startswith("data:") for source in reader.sources)
    assert "/web/" not in html
    assert game.title[lang] in reader.text
    assert not re.search(r"\bnan\b|\{\w+\}", reader.text)


@pytest.mark.usefixtures("interpreted")
def test_minutes_go_by_decisions_or_turns() -> None:
    variant = brief(bots=["random"], vary={}).run(jobs=1).variants[0]
    low, high = Pace(60, 120, "turn").minutes(variant)
    assert (low, high) == (variant.medians["turns"].mean, 2 * variant.medians["turns"].mean)
    assert Pace().minutes(variant)[1] == variant.medians["decisions"].mean / 3


@pytest.mark.usefixtures("interpreted")
def test_data_are_json_and_csv() -> None:
    found = brief().run(jobs=1)
    told = json.loads(found.to_json(made=MADE))
    assert told["made"] == MADE
    assert told["variants"][1]["changed"] == {"path": "leap"}
    lines = found.to_csv().splitlines()
    assert lines[0] == "variant,figure,mean,low,high"
    assert any(line.startswith("path=leap,share.red,") for line in lines)
