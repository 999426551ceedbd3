"""Master Citadel: what is refused, and the rule that each refusal names."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.engine import kernels
from tablier.engine.position import Position
from tablier.games.master_citadel import rules
from tablier.games.master_citadel.game import GAME
from tablier.language import LANGUAGES
from tests.games.master_citadel.arrange import NOBODY_STAKES, NOTHING, play, refused_by, start


def after(position: Position, *actions: tuple[int, str]) -> Position:
    for seat, action in actions:
        position.play(action, seat)
    return position


def won() -> Position:
    position = start(at=(0, 2))
    play(position, "1 N", NOTHING, NOTHING, NOTHING)
    return position


def drawn() -> Position:
    position = start(max_rounds=1)
    play(position, *NOBODY_STAKES)
    return position


POSITIONS = {
    "basic": start(capital=5),
    "one order is in": after(start(capital=5), (2, "3 N")),
    "discussion": start(capital=5, variant="open"),
    "writing": after(start(capital=5, variant="open"), (0, "silence")),
    "won": won(),
    "drawn": drawn(),
}

REFUSED = [
    ("basic", "6 N", 0, 4, "more than one has left"),
    ("basic", "1000 N", 0, 4, "more than anybody ever has"),
    ("basic", "silence", 0, 12, "there is no discussion in the basic game"),
    ("one order is in", "3 N", 2, 4, "it has given its order"),
    ("discussion", "3 N", 0, 12, "first the discussion, then the orders"),
    ("discussion", "3 N", 1, 14, "the game master has not ended the discussion"),
    ("discussion", "silence", 1, 14, "only the game master ends it"),
    ("writing", "silence", 0, 14, "it has been ended"),
    ("writing", "6 N", 3, 4, "more than one has left"),
    ("won", "1 N", 0, 2, "the game is over"),
    ("drawn", "1 N", 0, 10, "the game is over"),
]


@pytest.mark.parametrize(("where", "action", "seat", "rule", "why"), REFUSED)
def test_a_refusal_names_the_rule(where: str, action: str, seat: int, rule: int, why: str) -> None:
    """MC-2, MC-4, MC-10, MC-12, MC-14"""
    assert refused_by(POSITIONS[where].copy(), action, seat) == f"MC-{rule}", why


def test_every_rule_that_can_refuse_has_words_and_is_met_here() -> None:
    """MC-2, MC-4, MC-10, MC-12, MC-14"""
    assert {rule for _, _, _, rule, _ in REFUSED} == set(GAME.reasons)
    assert all(GAME.why_not(rule, lang)[0] for rule in GAME.reasons for lang in LANGUAGES)


@pytest.mark.parametrize("where", POSITIONS)
def test_exactly_what_is_not_listed_is_forbidden(where: str) -> None:
    """MC-4: every action of every seat."""
    s = POSITIONS[where].record
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    for seat in range(4):
        listed = set(out[: kernels.legal(s, seat, out)].tolist())
        allowed = {action for action in range(rules.ACTION_COUNT) if not kernels.forbids(s, seat, action)}
        assert listed == allowed
