"""What the rules forbid is refused with the number of the rule, and leaves the position as it was."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablier import NATURE, IllegalAction, Match, Position
from tablier.engine import kernels
from tablier.games.war_of_masters import rules
from tablier.games.war_of_masters.game import GAME
from tests.games.war_of_masters.arrange import arrange, refused_by

BOARD = """
    9 ....N...b
    6 ..b......
    5 ..B.b....
    4 ..r......
    3 r..R.....
    2 ....B....
    1 R...M..R.
"""

DUEL = """
    7 ....N....
    5 ....M....
"""

MIDDLE = """
    9 ....N....
    5 ....M....
    2 ..r......
"""


REFUSALS: dict[str, tuple[str, str, dict[str, Any], str, str]] = {
    "WM-5": (DUEL, "[2] e5xe7", {}, "e7-e9", "the game is over: a Master has been captured"),
    "WM-6": (BOARD, "[2]", {}, "a3-a6", "exactly as many squares as the die shows"),
    "WM-7": (BOARD, "[2]", {}, "c4-a4", "a small cylinder goes straight ahead only"),
    "WM-10": (BOARD, "[2]", {}, "c4xc6", "the way is not clear"),
    "WM-11": (BOARD, "[2]", {}, "pass", "one passes only where no move is possible"),
    "WM-13": (BOARD, "[6] a3-a5", {}, "a5-a9", "two different pieces, six squares in all"),
    "WM-14": (BOARD, "[2]", {}, "a1-a3", "a piece of one's own stands there"),
    "WM-15": (BOARD, "[1]", {}, "e1xe2", "a Master neither captures nor is captured by a move of one"),
    "WM-18": (DUEL, "[2] e5xe7", {"goal": "all"}, "e7-e9", "the game is over: one side has no piece left"),
    "WM-20": (BOARD, "[1] a3-a4", {"max_turns": 1}, "i9-i8", "the game is over: it is a draw"),
}
"""For each rule: a board, what is played there, the options, then a move that it forbids, and what is said of it."""

MORE_REFUSALS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("WM-7", BOARD, "[2]", {}, "c4-e6"),
    ("WM-7", BOARD, "[1]", {}, "c4-c3"),
    ("WM-7", BOARD, "[2]", {"to_move": "brown"}, "c6-c8"),
    ("WM-13", BOARD, "[6] a3-a5", {}, "h1-h3"),
    ("WM-13", MIDDLE, "[6]", {}, "c2-c3"),
    ("WM-14", BOARD, "[6]", {}, "d3-a3"),
    ("WM-15", BOARD, "[6]", {}, "e1xe2"),
    ("WM-10", BOARD, "[6]", {}, "c4xc6"),
    ("WM-11", BOARD, "[6]", {}, "pass"),
    ("WM-11", BOARD, "[6] a3-a5", {}, "pass"),
]


def after(board: str, actions: str, options: dict[str, Any]) -> Position:
    """The position that these actions lead to."""
    position = arrange(board, **options)
    for action in actions.split():
        position.play(action)
    return position


@pytest.mark.parametrize("rule", REFUSALS)
def test_a_refusal_names_the_rule_and_says_why(rule: str) -> None:
    """WM-5, WM-6, WM-7, WM-10, WM-11, WM-13, WM-14, WM-15, WM-18, WM-20: each forbids in its own words."""
    board, actions, options, move, words = REFUSALS[rule]
    position = after(board, actions, options)
    with pytest.raises(IllegalAction) as refusal:
        position.play(move)
    assert (refusal.value.action, refusal.value.rule) == (move, rule)
    assert words in refusal.value.reason
    assert str(refusal.value) == f"{move}: {refusal.value.reason} ({rule})"


@pytest.mark.parametrize(("rule", "board", "actions", "options", "move"), MORE_REFUSALS)
def test_a_refusal_names_the_right_rule(
    rule: str, board: str, actions: str, options: dict[str, Any], move: str
) -> None:
    """WM-7, WM-10, WM-11, WM-13, WM-14, WM-15: also within a six, and for Brown."""
    assert refused_by(after(board, actions, options), move) == rule


@pytest.mark.parametrize("rule", REFUSALS)
def test_a_refusal_changes_nothing(rule: str) -> None:
    """WM-5 to WM-20: the position after an error is the position before it, byte for byte."""
    board, actions, options, move, _ = REFUSALS[rule]
    position = after(board, actions, options)
    before = position.to_bytes()
    for wrong in (move, "e1-f3", "b7-b8", "nonsense", "[9]", "e1xe1", "a1-a8"):
        with pytest.raises(IllegalAction):
            position.play(wrong)
        assert position.to_bytes() == before


def test_a_move_off_the_board_is_refused_by_its_number() -> None:
    """WM-1: no text can say it, but a bot might."""
    position = arrange(BOARD, roll=2)
    south_west = rules.DIRECTIONS.index((-1, -1))
    master = rules.MOVES + rules.ringed(position.record, rules.RED) * 8 + south_west
    assert kernels.forbids(position.record, rules.RED, master) == 1


def test_a_piece_that_is_off_the_board_is_refused_by_its_number() -> None:
    """WM-6: a captured piece does not move."""
    position = arrange(BOARD, roll=2)
    last_small = rules.MOVES + (rules.LARGE - 1) * 8
    assert kernels.forbids(position.record, rules.RED, last_small) == 6


def test_whoever_is_not_to_move_is_refused() -> None:
    """WM-6: not before the roll, and not on the other's turn."""
    match = Match("war-of-masters")
    with pytest.raises(IllegalAction, match="it is not for red to act now, but for chance") as early:
        match.play("e2-e5", seat=0)
    assert early.value.rule == "WM-6"
    match.play("[3]")
    with pytest.raises(IllegalAction, match="it is not for brown to act now, but for red") as other:
        match.play("e8-e5", seat=1)
    assert other.value.rule == "WM-6"
    assert {kernels.forbids(match.position.record, 1, a) for a in range(rules.ACTION_COUNT)} == {6}


@pytest.mark.parametrize("square", ["b7", "e9", "c6"])
def test_one_moves_pieces_of_one_s_own(square: str) -> None:
    """WM-6: not the enemy's, and not thin air."""
    with pytest.raises(IllegalAction, match="WM-6"):
        arrange(BOARD, roll=2).play(f"{square}-{square[0]}4")


def test_every_rule_that_may_be_cited_has_words_in_both_languages() -> None:
    """WM-1 and the rest of what `forbids` may answer; WM-9, which the notation refuses."""
    cited = {int(rule.removeprefix("WM-")) for rule in REFUSALS} | {1, 9}
    assert set(GAME.reasons) == cited
    for rule in cited:
        assert {lang: bool(GAME.why_not(rule, lang)[0]) for lang in ("fr", "en")} == {"fr": True, "en": True}


@pytest.mark.parametrize("options", [{}, {"path": "leap"}, {"goal": "all"}], ids=str)
def test_an_action_is_forbidden_exactly_when_it_is_not_on_the_list(options: dict[str, Any]) -> None:
    """WM-1 to WM-20: `forbids` and `legal` say the same, in their two ways, of every action there is."""
    random = Random(11)
    position = Position("war-of-masters", **options)
    for _ in range(16):
        if position.over:
            position = Position("war-of-masters", **options)
        if position.pending == (NATURE,):
            position.play(random.choice(["[1]", "[3]", "[5]", "[6]", "[6]"]))
        (seat,) = position.pending
        allowed = [a for a in range(rules.ACTION_COUNT) if not kernels.forbids(position.record, seat, a)]
        assert allowed == position.actions(seat)
        assert all(kernels.forbids(position.record, 1 - seat, a) == 6 for a in (0, 100, rules.PASS))
        position.apply(seat, random.choice(allowed))
