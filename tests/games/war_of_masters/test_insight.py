"""What a player of War of Masters sees at a glance: the chance to win at once, and the worth of positions."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer, State
from tablier.engine.position import Position
from tablier.games.war_of_masters import insight, rules
from tests.games.war_of_masters.arrange import arrange

legal = compiled(rules.legal)

VARIANTS: list[dict[str, Any]] = [
    {},
    {"path": "leap"},
    {"goal": "all", "ring": "ci"},
    {"goal": "all", "path": "leap"},
]

BARRED = """
    9 NBBBBBB..
    8 bb.......
    7 b.b......
    6 b..b.....
"""


def positions(count: int, **options: Any) -> list[Position]:
    """Those of random games, before and after the roll, and between the parts of a six; every fourth one is kept."""
    random, seen = Random(str(options)), list[Position]()
    while len(seen) < 4 * count:
        position = Position("war-of-masters", max_turns=120, **options)
        while not position.over:
            seen.append(position.copy())
            position.play(random.choice(list(position.chances()) or position.legal()))
    return seen[::4]


def estimated(position: Position) -> Buffer:
    out = np.zeros(2)
    insight.estimate(position.record, out)
    return out


def share_of_red(position: Position) -> float:
    return float(estimated(position)[rules.RED])


def sure(position: Position) -> float:
    """The chance to win at once of the side whose turn it is."""
    return float(insight.sure(position.record, int(position.record.seat)))


def urge(position: Position, move: str) -> float:
    s = position.record
    return float(insight.urge(s, int(s.seat), position.game.notation.read(s, int(s.seat), move)))


def actions(s: State) -> list[int]:
    """What the side whose turn it is may do, once it has rolled."""
    out = np.zeros(rules.ACTION_COUNT, dtype=np.int64)
    return [int(action) for action in out[: legal(s, int(s.seat), out)]]


def mirrored(position: Position) -> Position:
    """The same seen from the other side of the board: rows are turned round and the sides exchanged."""
    other = position.copy()
    s, t = position.record, other.record
    t.board[: rules.SQUARES] = rules.EMPTY
    t.ring[:] = s.ring[::-1]
    t.waits[:], t.left[:] = s.waits[::-1], s.left[::-1]
    t.at[:] = rules.OFF
    for seat in (rules.RED, rules.BROWN):
        for piece in range(rules.PIECES):
            if (square := int(s.at[seat, piece])) != rules.OFF:
                row, column = divmod(square, rules.SIZE)
                rules.put(t, 1 - seat, piece, (rules.SIZE - 1 - row) * rules.SIZE + column)
    t.seat = 1 - s.seat
    return other


def can_win(s: State) -> bool:
    """Whether the side that has rolled can take the Master in this turn, by trying all."""
    for action in actions(s):
        after = s.copy()
        rules.apply(after, int(s.seat), action)
        if after.winner == s.seat or (after.rest and can_win(after)):
            return True
    return False


def chance_to_win(s: State) -> float:
    """The chance to take the Master in this turn, by trying all."""
    if s.roll:
        return float(can_win(s))
    return sum(chance_to_win(rolled(s, roll)) for roll in range(1, 7)) / 6


def rolled(s: State, roll: int) -> State:
    after = s.copy()
    after.roll = roll
    return after


# --- the chance to win at once


def test_chance_to_win_at_once_is_exact_where_pieces_leap() -> None:
    """WM-5, WM-7, WM-8, WM-12, WM-13, WM-15"""
    chances = [(sure(position), chance_to_win(position.record)) for position in positions(40, path="leap")]
    assert [told for told, _ in chances] == pytest.approx([true for _, true in chances])
    assert len({true for _, true in chances}) > 2


def test_chance_to_win_at_once_is_never_too_high_where_the_way_must_be_clear() -> None:
    """WM-10: what a first part of a six opens is left out."""
    chances = [(sure(position), chance_to_win(position.record)) for position in positions(40)]
    assert all(told <= true + 1e-9 for told, true in chances)
    assert any(told > 0 for told, _ in chances)


def test_piece_in_line_wins_with_its_distance_and_with_a_six() -> None:
    """WM-12: at a distance of four, two rolls of six."""
    assert sure(arrange("9 ....N....\n5 ....R....\n1 ....M....")) == pytest.approx(2 / 6)


def test_piece_next_to_the_master_wins_nothing() -> None:
    """WM-15"""
    assert sure(arrange("9 ....N....\n8 ....R....\n1 ....M....")) == 0


def test_piece_in_the_way_stops_a_threat_only_where_the_way_must_be_clear() -> None:
    """WM-10"""
    board = "9 ....N....\n7 ....b....\n5 ....R....\n1 ....M...."
    assert sure(arrange(board)) == 0
    assert sure(arrange(board, path="leap")) > 0


def test_first_piece_of_a_divided_six_does_not_win_with_the_second_part() -> None:
    """WM-13: it has come in line, but another must complete the six."""
    board = "9 ....N....\n4 ...R.....\n2 .........\n1 M........"
    position = arrange(board, roll=6)
    position.play("d4-e4")
    assert sure(position) == 0
    position = arrange(board.replace("...R.....\n2 .........", "....R....\n2 ..R......"), roll=6)
    position.play("c2-c3")
    assert sure(position) == 1


def test_roll_that_wins_is_worth_the_game() -> None:
    board = "9 ....N....\n5 ....R....\n1 ....M...."
    assert share_of_red(arrange(board, roll=4)) == pytest.approx(1)
    assert share_of_red(arrange(board, roll=3)) < share_of_red(arrange(board)) < 1


# --- the estimate


@pytest.mark.parametrize("options", VARIANTS)
def test_shares_add_up_to_one(options: dict[str, Any]) -> None:
    for position in positions(40, **options):
        shares = estimated(position)
        assert shares.sum() == pytest.approx(1)
        assert shares.min() >= 0


@pytest.mark.parametrize("options", VARIANTS)
def test_sides_are_alike(options: dict[str, Any]) -> None:
    for position in positions(40, **options):
        assert estimated(mirrored(position)) == pytest.approx(estimated(position)[::-1])


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("more", ["R", "r"])
def test_more_pieces_are_better(options: dict[str, Any], more: str) -> None:
    board = "9 ....N...B\n8 b........\n2 r........\n1 {}...M...R"
    plain = {name: value for name, value in options.items() if name != "ring"}
    with_it, without = (arrange(board.format(letter), to_move="brown", **plain) for letter in (more, "."))
    assert share_of_red(with_it) > share_of_red(without)


def threat_that_stays(board: str, roll: int = 0) -> float:
    """Red's, from a4 and a5, on a Master in the corner a9 that is to move, where pieces leap."""
    out = np.zeros(len(insight.FEATURES))
    attacked = f"{board.rstrip()}\n5 R........\n4 R........\n1 ....M...."
    s = arrange(attacked, to_move="brown", roll=roll, path="leap").record
    insight.features(s, rules.RED, out)
    return float(out[1])


def test_threat_is_worth_less_when_the_master_can_flee() -> None:
    """WM-8, WM-14: its own pieces bar the Master's way out of the corner."""
    assert threat_that_stays("9 N........") < threat_that_stays(BARRED)


def test_once_the_die_is_thrown_the_master_flees_with_this_roll() -> None:
    """WM-6: up to three its own pieces are in the way, and Red would win with a four, a five or a six."""
    stays = [threat_that_stays(BARRED, roll) for roll in range(1, 7)]
    assert stays[:3] == pytest.approx([3 / 6] * 3)
    assert max(stays[3:]) < 3 / 6
    assert threat_that_stays(BARRED) == pytest.approx(sum(stays) / 6)


@pytest.mark.parametrize("options", VARIANTS)
def test_there_is_a_weight_for_each_feature(options: dict[str, Any]) -> None:
    s = Position("war-of-masters", **options).record
    out = np.full(len(insight.FEATURES), np.nan)
    insight.features(s, rules.RED, out)
    assert not np.isnan(out).any()
    assert insight.WEIGHTS[insight.variant(s)].shape == out.shape


# --- what draws a player


def test_taking_the_master_draws_most() -> None:
    """WM-5"""
    position = arrange("9 ....N..b.\n5 ....R..R.\n1 ....M....", roll=4)
    urges = {move: urge(position, move) for move in position.legal()}
    assert max(urges, key=lambda move: urges[move]) == "e5xe9"
    assert "h5xh9" in urges
    assert min(urges.values()) > 0


def test_captures_and_threats_draw_more_than_quiet_moves() -> None:
    board = "9 ....N....\n5 .......b.\n4 B........\n2 R......R.\n1 ....M...."
    position = arrange(board, roll=2)
    large, quiet = urge(position, "a2xa4"), urge(position, "a2-c2")
    assert large > urge(arrange(board, roll=3), "h2xh5") > quiet
    position = arrange("9 ....N....\n3 ..R......\n1 ....M....", roll=2)
    assert urge(position, "c3-e3") > urge(position, "c3-c5") == quiet


def test_passing_is_ordinary() -> None:
    """WM-11"""
    assert insight.urge(Position("war-of-masters").record, rules.RED, rules.PASS) == 1


# --- compiled


@pytest.mark.parametrize("options", VARIANTS)
def test_compiled_insight_is_the_interpreted_one(options: dict[str, Any]) -> None:
    fast_estimate, fast_urge = compiled(insight.estimate), compiled(insight.urge)
    out = np.zeros(2)
    for position in positions(30, **options):
        s, seat = position.record, int(position.record.seat)
        fast_estimate(s, out)
        assert out == pytest.approx(estimated(position), abs=1e-9)
        for action in actions(s):
            assert fast_urge(s, seat, action) == insight.urge(s, seat, action)
