"""What a player of Maestria sees at a glance: fights worked out beforehand, and the worth of positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.kernels import NATURE, Buffer
from tablier.engine.position import Position
from tablier.games.maestria import insight, rules
from tablier.games.maestria.game import random_map
from tests.games.maestria.arrange import arrange, play

FIELD = """
    4 .   b4G .   .   .   .
    3 .   b2  .   b3  .   .
    2 .   .   w2  .   w5  .
    1 w3G .   .   .   .   w1
"""
VARIANTS: list[dict[str, Any]] = [{}, {"losses": "difference"}, {"map": random_map(3)}]
NO_TERRAIN = "P" * 12


def black_share(position: Position) -> float:
    return float(estimated(position)[0])


def estimated(position: Position) -> Buffer:
    out = np.zeros(2)
    insight.estimate(position.record, out)
    return out


def positions(count: int, **options: Any) -> list[Position]:
    """Those of random games, of every phase."""
    random, seen = Random(str(options)), list[Position]()
    while len(seen) < count:
        position = Position("maestria", max_turns=8, **options)
        while not position.over:
            seen.append(position.copy())
            position.play(random.choice(list(position.chances()) or position.legal()))
    return seen


def mirrored(position: Position) -> Position:
    """The same across the border, with the sides exchanged: both camps are alike (MA-2)."""
    other = position.copy()
    s, t = position.record, other.record
    across = np.arange(rules.SQUARES).reshape(rules.ROWS, rules.COLUMNS)[::-1].ravel()
    t.pawns[:] = s.pawns[::-1, across]
    t.general[:] = [rules.OFF if square == rules.OFF else across[square] for square in s.general[::-1]]
    t.in_hand[:] = s.in_hand[::-1]
    t.seat = 1 - s.seat
    if s.attack != rules.NONE:
        way = rules.way_of(s.attack)
        t.attack += rules.GROUPS * (rules.WAY[across[rules.ORIGINS[way]], across[rules.TARGETS[way]]] - way)
    return other


def lone_general(near: str, points: int = rules.POINTS) -> Position:
    """White's General is alone in a corner, Black's in the other, with these pawns at b2."""
    return arrange(f"4 . . . . . b1G\n3 w1 . . . . .\n2 . {near} . . . .\n1 w1G . . . . .", points=points)


@pytest.mark.parametrize(("map", "lead"), [("PPPPPPPPPPPP", 0), ("PMPPPPPPPPPP", 2), ("PFPPPPPPPPPP", 1)])
@pytest.mark.parametrize(("attackers", "defenders"), [(1, 2), (3, 3), (4, 3)])
def test_odds_are_those_of_all_throws(map: str, lead: int, attackers: int, defenders: int) -> None:
    """MA-10, MA-11, MA-12: an attack from the plain of a2 on b3."""
    board = f"4 . . . . . b1G\n3 . b{defenders} . . . .\n2 w{attackers} . . . . .\n1 . . . . . w1G"
    position = play(arrange(board, to_move="white", map=map), f"a2xb3*{attackers}", "fight")
    outcomes: Counter[int] = Counter()
    for throw in position.outcomes():
        rules.set_dice(position.record, throw)
        mine, theirs = position.record.dice.sum(axis=1)
        outcomes[insight.WIN if mine > theirs else insight.TIE if mine == theirs else insight.LOSS] += 1
    found = [outcomes[outcome] / outcomes.total() for outcome in (insight.WIN, insight.TIE, insight.LOSS)]
    assert insight.ODDS[lead, attackers, defenders] == pytest.approx(found)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_shares_add_up_and_the_position_is_left_as_it_was(options: dict[str, Any]) -> None:
    for position in positions(200, **options):
        before = position.to_bytes()
        shares = estimated(position)
        assert shares.sum() == pytest.approx(1)
        assert (shares >= 0).all()
        assert position.to_bytes() == before


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_sides_are_judged_alike(options: dict[str, Any]) -> None:
    """MA-2: what is worth so much to one side is worth as much to the other across the border."""
    for position in positions(200, **options):
        assert estimated(mirrored(position)) == pytest.approx(estimated(position)[::-1])


def test_before_the_dice_it_is_the_mean_of_what_follows() -> None:
    """MA-10 to MA-15: over all throws; what wins counts as won."""
    position = play(arrange(FIELD), "d3xe2*3", "fight")
    shares = []
    for throw in position.outcomes():
        after = position.copy()
        after.apply(NATURE, throw)
        shares.append(float(after.shares[0]) if after.shares else black_share(after))
    assert black_share(position) == pytest.approx(np.mean(shares))


def test_before_an_answer_it_is_the_best_for_the_defender() -> None:
    """MA-16"""
    position = play(arrange(FIELD, to_move="white"), "e2xd3*5")
    after = {answer: black_share(play(position.copy(), answer)) for answer in position.legal()}
    assert len(after) > 2
    assert black_share(position) == pytest.approx(max(after.values()))


def test_general_that_falls_in_the_fight_is_a_lost_game() -> None:
    """MA-19: four in five throws of two dice against one eliminate it."""
    position = play(lone_general("b2"), "b2xa1*2", "fight")
    assert black_share(position) > insight.ODDS[insight.EVEN, 2, 1, insight.WIN] > 0.8


def test_a_lone_general_within_reach_is_in_danger() -> None:
    """MA-7: as far as the points go."""
    assert black_share(lone_general("b2")) > black_share(lone_general("b1")) > black_share(lone_general("b2", points=1))
    assert insight.sure(lone_general("b2").record, 0) > 0.8
    assert insight.sure(lone_general("b2").record, 1) == 0


def test_a_general_that_can_withdraw_is_in_less_danger() -> None:
    """MA-16: if it does, it has to be attacked again."""
    closed = arrange("4 . . . . . b1G\n2 b1 b3 . . . .\n1 w2G b1 . . . .", points=3, map=NO_TERRAIN)
    opened = arrange("4 . . . . . b1G\n2 . b3 . . . .\n1 w2G b1 . . . .", points=3, map=NO_TERRAIN)
    assert insight.sure(closed.record, 0) > 0.8
    assert insight.sure(opened.record, 0) == pytest.approx(insight.ODDS[insight.EVEN, 1, 1, insight.WIN])


def test_assault_is_the_best_line_of_attack() -> None:
    """MA-13, MA-16: two against one, then one of them; two against two; one by one against two who could withdraw."""
    won, tied, lost = insight.ODDS[insight.EVEN, 2, 1]
    again = insight.ODDS[insight.EVEN, 1, 1, insight.WIN]
    weak = insight.ODDS[insight.EVEN, 1, 2, insight.WIN]
    assaults = insight.ASSAULTS[rules.REMAINDER, :, insight.EVEN]
    assert assaults[insight.NO_WAY_OUT, 2, 1, 3] == pytest.approx(won + (tied + lost) * again)
    assert assaults[insight.NO_WAY_OUT, 2, 2, 2] == pytest.approx(insight.ODDS[insight.EVEN, 2, 2, insight.WIN])
    assert assaults[1 + insight.EVEN * rules.FULL, 2, 2, 2] == pytest.approx(weak * again)


def test_more_pawns_are_better() -> None:
    fewer = FIELD.replace("w5", "w4")
    assert black_share(arrange(fewer, to_move="white")) > black_share(arrange(FIELD, to_move="white"))


def test_features_have_names_and_weights() -> None:
    out = np.full(len(insight.FEATURES), np.nan)
    insight.features(arrange(FIELD).record, 0, out)
    assert not np.isnan(out).any()
    assert insight.WEIGHTS.shape == out.shape


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_urge_is_never_below_zero(options: dict[str, Any]) -> None:
    for position in positions(100, **options):
        for seat in position.pending:
            if seat >= 0:
                assert all(insight.urge(position.record, seat, action) > 0 for action in position.actions(seat))


def test_an_attack_with_more_is_more_tempting_and_on_the_general_most() -> None:
    """MA-11, MA-19"""
    board = "4 . . . . . b1G\n3 w1 . . . . .\n2 . b2 . . . .\n1 w1G . . . . ."
    position = arrange(board, map=NO_TERRAIN)
    moves = ("b2xa1*2", "b2xa3*2", "b2xa3*1", "b2-c2*1")
    urges = [insight.urge(position.record, 0, position.game.notation.read(position.record, 0, move)) for move in moves]
    assert urges == sorted(urges, reverse=True)
    assert len(set(urges)) == len(urges)


def test_compiled_it_comes_to_the_same() -> None:
    estimate, urge = compiled(insight.estimate), compiled(insight.urge)
    out = np.zeros(2)
    for position in positions(100, losses="difference"):
        estimate(position.record, out)
        assert out == pytest.approx(estimated(position), abs=1e-9)
        for seat in position.pending:
            for action in position.actions(seat)[:3] if seat >= 0 else []:
                assert urge(position.record, seat, action) == pytest.approx(insight.urge(position.record, seat, action))
