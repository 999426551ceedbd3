"""A match: options and a list of actions, from which everything else follows."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tablier import NATURE, PUBLIC, IllegalAction, Match, games
from tablier.engine.errors import BadOption, BadProof, NothingToUndo, UnknownGame, UnknownSeat
from tablier.engine.words import shorten
from tablier.record.chance import Seal, Seeded
from tablier.record.fairness import verify
from tablier.record.match import End
from tablier.record.proof import Proof
from tablier.record.turns import everybody, stage_of
from tests.engine.morra.game import GAME as MORRA

WON = "[6] d2-d4 e1-a5 [2] d8-d6 [4] a5xe9"
"""A whole game of War of Masters: Red's Master takes Brown's."""


def played(game: Any, actions: str, **options: Any) -> Match:
    """A match after these actions, nature's included, separated by spaces."""
    match = Match(game, **options)
    for action in actions.split():
        match.play(action)
    return match


def at_random(match: Match, plies: int) -> Match:
    """Play on, somehow, but always the same way."""
    for ply in range(plies):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[ply * 31 % len(legal)])
    return match


# --- what there is to know


def test_a_match_opens_with_its_options_and_nothing_played() -> None:
    match = Match("war-of-masters", path="leap", max_turns="7")
    assert match.game.name == "war-of-masters"
    assert match.options == {"goal": "master", "path": "leap", "ring": "ee", "max_turns": 7}
    assert match.seats == ("red", "brown")
    assert match.log == []
    assert match.pending == (NATURE,)
    assert not match.over
    assert match.shares is None


def test_what_a_match_tells_is_not_the_match() -> None:
    """Whatever is done with its answers, the match stays as it is."""
    match = played("war-of-masters", "[3]")
    match.log.clear()
    match.options["path"] = "leap"  # type: ignore[index]
    match.position.play("e2-e5")
    match.view(0).apply(0, 0)
    assert match.log == [(NATURE, "[3]")]
    assert match.options["path"] == "blocked"
    assert match.pending == (0,)


def test_the_log_says_who_did_what() -> None:
    match = Match(MORRA)
    match.play("[2]")
    match.play("1", seat=1)
    match.play("2", seat=0)
    assert match.log == [(NATURE, "[2]"), (1, "1"), (0, "2")]


def test_chances_are_fractions() -> None:
    assert Match(MORRA).chances() == {"[1]": Fraction(1, 6), "[2]": Fraction(1, 3), "[3]": Fraction(1, 2)}
    assert Match(MORRA, seed=1).chances() == {}


def test_views_and_talk_are_the_position_s() -> None:
    match = Match(MORRA)
    match.play("[2]")
    assert int(match.view(0).record.card) == 2
    assert int(match.view(PUBLIC).record.card) == -1
    assert match.talk(1).secret == (0,)


def test_a_match_ends_with_shares_that_add_up_to_one() -> None:
    match = at_random(Match("war-of-masters", seed=2), 2000)
    assert match.over
    assert match.pending == ()
    assert match.legal() == []
    assert match.shares is not None
    assert sum(match.shares) == 1


# --- playing


def test_a_whole_game_is_played_in_its_notation() -> None:
    match = played("war-of-masters", WON)
    assert match.over
    assert match.shares == (1, 0)  # type: ignore[comparison-overlap]


def test_a_seat_may_always_be_named() -> None:
    match = Match("war-of-masters")
    match.play("[3]", seat=NATURE)
    match.play("e2-e5", seat=0)
    with pytest.raises(IllegalAction, match="not for red to act now"):
        match.play("d2-d5", seat=0)


@pytest.mark.parametrize("text", ["e2-e6", "e2xe5", "e2-d5", "e5-e8", "pass", "[3]", "", "nonsense", None, 3, b"e2-e5"])
@pytest.mark.parametrize("seed", [None, 2])
def test_an_action_that_is_refused_changes_nothing(seed: int | None, text: Any) -> None:
    match = Match("war-of-masters", seed=seed)
    if seed is None:
        match.play("[3]")
    assert match.log == [(NATURE, "[3]")]
    before = (match.position, match.log, match.pending, match.legal(), str(match))
    with pytest.raises(IllegalAction):
        match.play(text)
    with pytest.raises(IllegalAction):
        match.play(text, seat=1)
    assert (match.position, match.log, match.pending, match.legal(), str(match)) == before


@pytest.mark.parametrize("seat", [2, PUBLIC, -3, "red", 0.0])
def test_there_are_no_other_seats(seat: Any) -> None:
    match = played("war-of-masters", "[3]")
    for call in (lambda: match.play("e2-e5", seat), lambda: match.legal(seat)):
        with pytest.raises(UnknownSeat):
            call()
    assert match.log == [(NATURE, "[3]")]


def test_where_several_may_act_the_seat_must_be_named() -> None:
    match = Match(MORRA, seed=1)
    with pytest.raises(IllegalAction, match="say which, seat=0, seat=1"):
        match.play("1")


# --- chance by a seed


def test_with_a_seed_nature_plays_by_itself() -> None:
    match = Match("war-of-masters", seed=7)
    assert match.pending == (0,)
    assert [seat for seat, _ in match.log] == [NATURE]
    match.play(match.legal()[0])
    assert match.pending == (1,)


def test_with_a_seed_nobody_else_plays_for_nature() -> None:
    match = Match("war-of-masters", seed=7)
    with pytest.raises(IllegalAction, match="chance follows the seed of this match"):
        match.play("[3]", seat=NATURE)


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    one, other = (at_random(Match("war-of-masters", seed=99), 60) for _ in range(2))
    assert one.log == other.log
    assert str(one) == str(other)


def test_other_seeds_give_other_games() -> None:
    games = {tuple(at_random(Match("war-of-masters", seed=seed), 20).log) for seed in range(20)}
    assert len(games) == 20


def test_a_seed_gives_the_same_throws_in_every_process_and_version() -> None:
    """A game file that names its seed must load for ever."""
    code = (
        "from tablier import Match\n"
        "match = Match('war-of-masters', seed=2024)\n"
        "for _ in range(12): match.play(match.legal()[0])\n"
        "print(''.join(text[1] for seat, text in match.log if seat == -1))\n"
    )
    for hash_seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": hash_seed}
        )
        assert run.stdout.strip() == "61452233156"


def test_throws_by_a_seed_follow_the_weights() -> None:
    cards = [Match(MORRA, seed=seed).log[0][1] for seed in range(1200)]
    assert [round(cards.count(card) / 200) for card in ("[1]", "[2]", "[3]")] == [1, 2, 3]


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, np.int64(3), np.uint64(2**64 - 1)])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    match = Match("war-of-masters", seed=seed)
    assert match.seed == int(seed)
    assert type(match.seed) is int
    assert f"seed: {int(seed)}\n" in str(match)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, b"7", 10**5000, np.int64(-1)], ids=shorten)
def test_any_other_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadOption, match=r"seed: .* it is a whole number from 0 to 18446744073709551615"):
        Match("war-of-masters", seed=seed)


# --- undo


def test_without_a_seed_undo_takes_back_one_action_of_anybody() -> None:
    match = played("war-of-masters", "[3] e2-e5 [2]")
    positions = [played("war-of-masters", actions).position for actions in ("[3] e2-e5", "[3]", "")]
    for position in positions:
        match.undo()
        assert match.position == position
    with pytest.raises(NothingToUndo):
        match.undo()


def test_with_a_seed_undo_takes_back_a_player_s_action_and_what_chance_did_after_it() -> None:
    match = Match("war-of-masters", seed=7)
    before = str(match)
    match.play(match.legal()[0])
    match.undo()
    assert str(match) == before
    assert match.pending == (0,)
    with pytest.raises(NothingToUndo):
        match.undo()
    assert str(match) == before


def test_the_same_action_after_undo_meets_the_same_chance() -> None:
    match = at_random(Match("war-of-masters", seed=5), 9)
    before = match.log
    last = next(text for seat, text in reversed(before) if seat != NATURE)
    match.undo()
    match.play(last)
    assert match.log == before


def test_undo_goes_back_to_the_beginning() -> None:
    match = at_random(Match("war-of-masters", seed=3), 40)
    while any(seat != NATURE for seat, _ in match.log):
        match.undo()
    assert str(match) == str(Match("war-of-masters", seed=3))
    with pytest.raises(NothingToUndo):
        match.undo()


def test_undo_takes_back_one_of_two_simultaneous_actions() -> None:
    match = Match(MORRA)
    for text, seat in (("[2]", NATURE), ("1", 1), ("2", 0)):
        match.play(text, seat)
    pending = []
    for _ in range(3):
        match.undo()
        pending.append(match.pending)
    assert pending == [(0,), (0, 1), (NATURE,)]


def test_undo_reopens_a_game_that_is_over() -> None:
    match = played("war-of-masters", WON)
    match.undo()
    assert not match.over
    assert "a5xe9" in match.legal()


# --- every action and every position


@pytest.mark.parametrize("name", games())
def test_every_action_is_there_with_how_it_is_written_and_its_turn(name: str) -> None:
    match = Match(name, seed=3)
    while not match.over and match.length < 200:
        match.play(match.legal(match.pending[0])[0], match.pending[0])
    positions = [position.copy() for position in match.positions()]
    assert len(positions) == match.length + 1
    for n, move in enumerate(match.moves):
        assert match.at(n) == positions[n]
        assert move.text == positions[n].write(move.seat, move.action)
        assert move.turn == positions[n].turn
    assert match.at(match.length) == match.position
    assert match.moves_since(150) == match.moves[150:]
    assert match.actions == [(move.seat, move.action) for move in match.moves]


@pytest.mark.parametrize("actions", [-1, 2, 10**9])
def test_there_is_no_position_before_the_opening_nor_after_the_last_action(actions: int) -> None:
    with pytest.raises(IndexError, match="there have been 1 actions"):
        played("war-of-masters", "[3]").at(actions)


@pytest.mark.parametrize("name", games())
def test_truncated_match_is_the_match_that_it_was(name: str) -> None:
    """In the middle of a turn and at its end, with turns that somebody has asked for, and without."""
    match = Match(name, seed=8)
    while not match.over and match.length < 80:
        match.play(match.legal(match.pending[0])[-1], match.pending[0])
    for kept in range(match.length, 30, -3):
        fresh = Match.replayed(name, match.options, match.actions[:kept])
        match.truncate(kept)
        assert match.position == fresh.position
        assert match.moves == fresh.moves
        for viewer in (None, PUBLIC, 0, 1):
            assert match.turns(viewer) == fresh.turns(viewer)


def test_draft_tells_what_would_happen_and_changes_nothing() -> None:
    match = Match("war-of-masters", seed=7)
    before = str(match)
    action = match.read(match.legal()[0], 0)
    draft = match.draft((0, action))
    assert str(match) == before
    assert draft.end is None
    assert [step.move.seat for step in draft.steps] == [0, NATURE]
    match.play(match.legal()[0])
    assert match.moves_since(1) == [step.move for step in draft.steps]
    assert draft.steps[0].lines == {None: match.lines()[0]}


def test_draft_tells_each_viewer_what_it_may_know() -> None:
    """MC-5: orders are secret until the last of them."""
    match = Match("master-citadel", viewers=everybody(4))
    for seat, text in ((0, "32 N"), (1, "0 N"), (2, "0 N")):
        (step,) = match.draft((seat, match.read(text, seat))).steps
        assert (step.texts[seat], step.texts[3], step.texts[PUBLIC], step.lines) == (text, "?", "?", None)
        match.append(seat, step.move.action)
    (step,) = match.draft((3, match.read("5 W", 3))).steps
    assert step.lines == dict.fromkeys(everybody(4), "N:32N E:0N S:0N W:5W -> N")


def test_what_viewers_were_told_stays_what_they_were_told() -> None:
    match = Match("war-of-masters", viewers=everybody(2))
    match.append(NATURE, 3, texts={0: "a three"})
    match.append(0, match.read("e2-e5", 0), lines={0: "red did it"})
    assert match.lines(0) == ["red did it"]
    assert match.lines(1) == match.lines() == ["[3] e2-e5"]


@pytest.mark.parametrize("name", games())
def test_what_was_drafted_and_then_happens_is_as_if_it_had_not_been_drafted(name: str) -> None:
    seats = len(Match(name).seats)
    followed = Match(name, chance=Seeded(3), viewers=everybody(seats))
    played = Match(name, chance=Seeded(3), viewers=everybody(seats))
    for _ in range(60):
        if followed.over:
            break
        seat = followed.pending[-1]
        at_hand = followed.current.actions(seat)
        action = at_hand[followed.length % len(at_hand)]
        for step in followed.draft((seat, action)).steps:
            assert followed.follow_draft(step.move.seat, step.move.action, step.stream)
            played.append(step.move.seat, step.move.action, step.stream)
            assert followed.stage == played.stage == stage_of(played.current)
        assert followed.current == played.current
    assert followed.moves == played.moves
    assert [followed.turns(viewer) for viewer in everybody(seats)] == [played.turns(v) for v in everybody(seats)]
    followed.undo()
    played.undo()
    assert followed.current == played.current


def test_nothing_is_followed_but_what_was_drafted_last_from_here() -> None:
    match = Match("war-of-masters", viewers=[PUBLIC])
    assert not match.follow_draft(NATURE, 3)
    match.draft((NATURE, 3))
    assert not match.follow_draft(NATURE, 4)
    assert not match.follow_draft(NATURE, 3, "all")
    match.append(NATURE, 4)
    assert not match.follow_draft(NATURE, 3)
    match.undo()
    match.draft((NATURE, 5))
    match.append(NATURE, 2)
    match.undo()
    assert not match.follow_draft(NATURE, 5)
    assert match.length == 0


def test_draft_ends_the_game_as_the_rules_do() -> None:
    match = played("war-of-masters", WON.removesuffix(" a5xe9"))
    assert match.draft((0, match.read("a5xe9", 0))).end == End("rules", (Fraction(1), Fraction(0)))
    assert not match.over


def test_chance_may_be_a_seal() -> None:
    seal = Seal("t", "5a" * 32, ("", ""))
    match = Match("war-of-masters", chance=seal)
    assert match.pending == (0,)
    match.play(match.legal()[0])
    assert match.proof == seal.proof(revealed=False)
    with pytest.raises(NothingToUndo, match="chance has acted since"):
        match.undo()
    match.end(resigned())
    assert match.proof == seal.proof(revealed=True)
    assert verify(str(match)).ok


def test_chance_is_one_thing() -> None:
    with pytest.raises(BadOption, match="not both"):
        Match("war-of-masters", seed=1, chance=Seeded(2))


# --- ended before the rules ended it


def resigned(shares: tuple[int, ...] = (0, 1), seat: int = 0, why: Any = "resigned") -> End:
    return End(why, tuple(map(Fraction, shares)), seat)


def test_a_game_that_ended_early_has_a_result_that_is_not_the_rules() -> None:
    match = played("war-of-masters", "[3] e2-e5 [2]")
    assert (match.ended, match.shares) == (None, None)
    match.end(resigned())
    assert match.ended == resigned()
    assert match.shares == (Fraction(0), Fraction(1))
    assert match.over
    assert match.position.shares is None
    assert "\nended: red resigned\n" in str(match)
    assert str(match).endswith("\nresult: 0 1\n")


def test_a_game_that_the_rules_ended_has_their_result() -> None:
    match = played("war-of-masters", WON)
    assert match.ended == End("rules", (Fraction(1), Fraction(0)))
    assert match.shares == (Fraction(1), Fraction(0))
    with pytest.raises(IllegalAction, match="resigned: the game has ended already"):
        match.end(resigned())


def test_nobody_acts_any_more_where_a_game_ended_early() -> None:
    for match in (played("war-of-masters", "[3]"), played("war-of-masters", ""), Match("war-of-masters", seed=1)):
        before = match.log
        match.end(resigned())
        assert (match.pending, match.legal(), match.chances()) == ((), [], {})
        with pytest.raises(IllegalAction, match="the game has ended: red resigned"):
            match.play("e2-e5")
        with pytest.raises(IllegalAction, match="already"):
            match.end(resigned((1, 0), 1))
        assert match.log == before


def test_undo_takes_an_early_end_back_and_nothing_more() -> None:
    match = played("war-of-masters", "[3] e2-e5")
    before = str(match)
    match.end(resigned())
    match.undo()
    assert str(match) == before
    assert match.pending == (NATURE,)


@pytest.mark.parametrize(
    ("ended", "error"),
    [
        (resigned((1, 1)), BadOption),
        (resigned((0, 0)), BadOption),
        (resigned((2, -1)), BadOption),
        (resigned((1,)), BadOption),
        (resigned((1, 0, 0)), BadOption),
        (resigned(()), BadOption),
        (resigned(why="was bored"), BadOption),
        (resigned(why="rules"), BadOption),
        (resigned(seat=2), UnknownSeat),
        (resigned(seat=NATURE), UnknownSeat),
    ],
    ids=str,
)
def test_an_end_that_is_none_is_refused(ended: End, error: type[Exception]) -> None:
    match = Match("war-of-masters")
    with pytest.raises(error):
        match.end(ended)
    assert match.ended is None


# --- from its actions as numbers

PROOF = Proof("t", "0" * 64, "1" * 64, "2" * 64, ("3" * 32, ""))


@pytest.mark.parametrize("name", games())
def test_a_match_is_replayed_from_its_actions(name: str) -> None:
    match = Match(name, seed=3)
    for _ in range(25):
        if not match.over:
            match.play(match.legal(match.pending[0])[-1], match.pending[0])
    moves = [(move.seat, move.action) for move in match.moves]
    again = Match.replayed(name, match.options, moves, names={match.seats[0]: "Ann"})
    assert again.log == match.log
    assert again.position == match.position
    assert again.seed is None
    assert again.names == {match.seats[0]: "Ann"}


def test_a_match_is_replayed_with_its_proof_and_its_end() -> None:
    match = Match.replayed("war-of-masters", {"max_turns": 9}, [(NATURE, 3)], proof=PROOF, ended=resigned())
    assert (match.proof, match.ended) == (PROOF, resigned())
    again = Match.loads(str(match))
    assert str(again) == str(match)
    assert (again.proof, again.ended, again.options) == (match.proof, match.ended, match.options)


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ([(0, 0)], "it is not for seat 0 to act now"),
        ([(NATURE, 7)], "chance does not give this here"),
        ([(NATURE, 3), (NATURE, 3)], "it is not for seat -1"),
        ([(NATURE, 3), (1, 0)], "it is not for seat 1"),
        ([(NATURE, 3), (2, 0)], "it is not for seat 2"),
        ([(NATURE, 3), (0, 10**6)], "there is no such action"),
        ([(NATURE, 3), (0, -1)], "there is no such action"),
        ([(NATURE, 3), (0, 0)], r"\(WM-"),
    ],
    ids=str,
)
def test_actions_that_the_rules_forbid_are_not_replayed(moves: list[tuple[int, int]], says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        Match.replayed("war-of-masters", {}, moves)


# --- with a proof


def test_a_seed_and_a_proof_exclude_one_another() -> None:
    with pytest.raises(BadProof, match="either a seed or the proof of a table, not both"):
        Match("war-of-masters", seed=1, proof=PROOF)


def test_a_proof_is_of_as_many_seats_as_there_are() -> None:
    with pytest.raises(BadProof, match="the entropy of 4 seats, not of 2"):
        Match("master-citadel", proof=PROOF)
    bare = replace(PROOF, entropies=())
    assert Match("master-citadel", proof=bare).proof == replace(bare, entropies=("",) * 4)


@pytest.mark.parametrize(
    "part", [{"seal": "0"}, {"commitment": None}, {"secret": "x" * 64}, {"entropies": ("0",)}], ids=str
)
def test_a_proof_is_made_of_hex(part: dict[str, Any]) -> None:
    with pytest.raises(BadProof):
        replace(PROOF, **part)


def test_a_match_with_a_proof_is_copied_with_it() -> None:
    match = Match("war-of-masters", proof=PROOF)
    assert copy.copy(match).proof == PROOF
    assert pickle.loads(pickle.dumps(match)).proof == PROOF


# --- names


def test_players_have_names_by_seat() -> None:
    match = Match("war-of-masters", names={"brown": "Chloé", "red": "Ann O'Nym"})
    assert match.names == {"red": "Ann O'Nym", "brown": "Chloé"}
    match.name("red", "Zoé")
    assert match.names["red"] == "Zoé"
    assert "seat red: Zoé\nseat brown: Chloé\n" in str(match)


@pytest.mark.parametrize("name", ["a\nb", "a\rb", "\x1b[31m", "\0", "x" * 61, " a", "a ", "\u202e", 7, None, b"Ann"])
def test_a_name_is_one_short_line(name: Any) -> None:
    match = Match("war-of-masters")
    with pytest.raises(BadOption, match="is no name"):
        match.name("red", name)
    assert match.names == {}


@pytest.mark.parametrize("seat", ["blue", "", "Red", 0, None, "red\n"])
def test_a_name_is_of_a_seat_that_exists(seat: Any) -> None:
    with pytest.raises(UnknownSeat, match="there are: red, brown"):
        Match("war-of-masters", names={seat: "Ann"})


# --- opening


def test_bad_games_and_options_are_refused() -> None:
    with pytest.raises(UnknownGame):
        Match("chess")
    with pytest.raises(BadOption):
        Match("war-of-masters", path="fly")
    with pytest.raises(BadOption):
        Match("war-of-masters", colour="red")


def test_its_repr_evaluates_to_the_same_match() -> None:
    match = at_random(Match("war-of-masters", seed=4, names={"red": "Ann"}), 5)
    again = eval(repr(match), {"Match": Match})
    assert str(again) == str(match)
    assert again.position == match.position


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_a_match_can_be_copied_and_sent_to_another_process(duplicate: Callable[[Match], Match]) -> None:
    match = Match("war-of-masters", path="leap", seed=3, names={"red": "Ann"})
    match.play(match.legal()[0])
    other = duplicate(match)
    assert str(other) == str(match)
    other.play(other.legal()[0])
    assert len(match.log) < len(other.log)
