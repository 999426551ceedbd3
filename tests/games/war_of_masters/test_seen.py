"""A position in plain numbers, as pictures read it: it says what the rules and the record say."""

from __future__ import annotations

from typing import Any

import pytest

from tablier.games.war_of_masters import insight, notation, rules
from tablier.games.war_of_masters.seen import seen
from tests.games.war_of_masters.test_insight import VARIANTS, positions


@pytest.mark.parametrize("options", VARIANTS)
def test_threats_are_those_that_bots_see(options: dict[str, Any]) -> None:
    found = set[tuple[int, ...]]()
    for s in (position.record for position in positions(40, **options)):
        at = seen(s.tobytes())
        for p in (rules.RED, rules.BROWN):
            master = s.at[p, rules.ringed(s, p)]
            distances = insight.threats(s, 1 - p, master, rules.OFF)
            rolls = {n for n in range(2, rules.SIX + 1) if distances >> n & 1}
            assert set(at.threats[p]) == (rolls | {rules.SIX} if rolls else rolls)
            found.add(at.threats[p])
    assert len(found) > 1


@pytest.mark.parametrize("options", VARIANTS)
def test_what_can_be_touched_is_what_is_legal_as_it_is_written(options: dict[str, Any]) -> None:
    kinds = set[str]()
    for position in positions(40, **options):
        s, seat = position.record, int(position.record.seat)
        meant, legal = seen(s.tobytes()).meant, position.legal() if position.pending == (seat,) else []
        assert [*meant.touches] == (legal or [*meant.touches])
        for text in legal:
            if text == notation.PASS:
                assert meant.stuck
                continue
            target = rules.target_of(s, seat, position.read(text, seat))
            assert (text in meant.takes) == (s.board[target] != rules.EMPTY) == ("x" in text)
            assert (text in meant.moves) == ("=" not in text)
            kinds.add("takes" if "x" in text else "promotes" if "=" in text else "moves")
    assert kinds == {"takes", "promotes", "moves"}
