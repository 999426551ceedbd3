"""What a player of Master Islands sees at a glance: what there is to take, who takes it, and the worth of positions."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer
from tablier.engine.position import Position
from tablier.games.master_islands import insight, rules
from tests.games.master_islands.arrange import arrange, play

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"mode": "teams"},
    {"mode": "corsair", "mission": "hard"},
    {"mode": "corsair", "players": 3, "conquest": "team", "corsair_seat": 0},
]
CHOICE = """
        0   1            2   3   4
    0   Y5  B3:0AB:1AB   G4  R1  G5
"""
"""Five and five make ten, but five, four and one are more cards."""
SEVEN = "Y1 Y2 G1 G2 R1 R2 B1"
NINE = "Y1 Y1 Y2 Y2 G1 G2 R1 R2 B1"


def positions(count: int, **options: Any) -> list[Position]:
    """Those of random games, of every phase."""
    random = Random(str(options))
    seen: list[Position] = []
    while len(seen) < count:
        position = Position("master-islands", **options)
        while not position.over:
            seen.append(position.copy())
            position.play(random.choice(list(position.chances()) or position.legal()))
    return random.sample(seen, count)


def estimated(position: Position) -> Buffer:
    out = np.zeros(len(position.seats))
    insight.estimate(position.record, out)
    return out


def share(position: Position, seat: int = 0) -> float:
    return float(estimated(position)[seat])


def shortlist(position: Position, seat: int = 0) -> list[int]:
    out, _ = position.game.buffers()
    return [int(action) for action in out[: insight.shortlist(position.record, seat, out)]]


def urges(position: Position, *actions: str, seat: int = 0) -> list[float]:
    s = position.record
    return [float(insight.urge(s, seat, position.read(action, seat))) for action in actions]


def alignments(position: Position, picked: int = 0) -> list[int]:
    """The number of cards of each alignment that can be taken, found by playing (MI-10)."""
    if position.over or position.record.phase != rules.CONQUEST:
        return [picked]
    found = []
    for action in position.legal():
        if action.startswith("take"):
            found += alignments(play(position.copy(), action), picked + 1)
    return found


# --- what there is to take --------------------------------------------------------------------------------------------


def test_the_longest_alignment_is_the_one_that_the_rules_allow() -> None:
    """MI-10: in conquests of random games, those that are half picked as well."""
    conquests = [p for p in positions(700, players=2) if p.record.phase == rules.CONQUEST]
    assert len({int(p.record.picks) for p in conquests}) > 2
    for position in conquests:
        cards, taken = insight.sure_take(position.record)
        assert cards == max(alignments(position, int(position.record.picks)))
        assert taken.bit_count() == cards
        assert sum(insight.value_at(position.record, r) for r in range(rules.CARDS) if taken >> r & 1) == rules.TEN


def test_ten_ones_are_the_longest_of_all() -> None:
    """MI-10"""
    ones = " ".join(["Y1"] * 5 + ["G1"] * 5)
    header = " ".join(map(str, range(11)))
    position = arrange(f"{header}\n0 B1:0AB:1AB {ones}", phase=rules.CONQUEST, deck="12,0,0,0,0")
    assert insight.sure_take(position.record)[0] == rules.TEN


def test_a_card_to_lay_counts_by_what_it_would_take() -> None:
    """MI-6, MI-10: next to the galleons, a one or a four completes a line of five cards or of two."""
    position = arrange("0 1 2 3 4 5 \n 0 R3:0AB:1AB Y2 G2 R2 B3 Y3", hands={0: "Y1 G4 B5"})
    takes = insight.takes_by_laying(position.record, 0, insight.free_ranks(position.record, 0))
    by_value = [takes >> insight.BITS * i & insight.FEW for i in range(rules.VALUES)]
    assert by_value == [5, 4, 4, 4, 3]


# --- the estimate -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_shares_add_up_and_go_to_sides(options: dict[str, Any]) -> None:
    """MI-16, MI-20: those who win together have the same share; the position is left as it was."""
    for position in positions(80, **options):
        before = position.to_bytes()
        shares = estimated(position)
        assert shares.sum() == pytest.approx(1)
        assert (shares > 0).all()
        assert position.to_bytes() == before
        for p, share_of_p in enumerate(shares):
            for q in range(p):
                if rules.are_together(position.record, p, q):
                    assert share_of_p == pytest.approx(shares[q])


def test_seats_are_judged_alike() -> None:
    """MI-5: with everything turned to the next seat, the shares turn too."""
    for position in positions(100, players=3):
        other = position.copy()
        s, t = position.record, other.record
        for field in ("hand", "held", "taken", "won", "worth", "galleon"):
            t[field][:3] = np.roll(s[field][:3], 1, axis=0)
        t.seat = (s.seat + 1) % 3 if s.seat >= 0 else s.seat
        assert estimated(other) == pytest.approx(np.roll(estimated(position), 1))


def test_what_others_hold_counts_for_the_seat_to_act_alone() -> None:
    """MI-23: how good a take the other may make next is judged from all the cards that are not seen."""
    diagram = "0 1 2 3 \n 0 R3:0AB Y4 Y5 G1:1AB"
    fitting = arrange(diagram, hands={0: "", 1: "R1 R2 B4"}, phase=rules.SUPPLY)
    other = arrange(diagram, hands={0: "", 1: "R2 R2 B3"}, phase=rules.SUPPLY)
    assert insight.outlook(fitting.record) == insight.outlook(other.record)


@pytest.mark.parametrize("mode", ["classic", "teams"])
def test_more_cards_won_are_better(mode: str) -> None:
    """MI-12, MI-17"""
    ahead = arrange(CHOICE.replace(":0AB:1AB", ""), taken={0: NINE, 1: SEVEN}, mode=mode)
    behind = arrange(CHOICE.replace(":0AB:1AB", ""), taken={0: SEVEN, 1: NINE}, mode=mode)
    assert share(ahead) > share(behind)


def test_a_take_that_reaches_the_aim_is_as_good_as_won() -> None:
    """MI-12: three cards are missing, and lie there for whoever is next."""
    position = arrange(CHOICE, taken={0: NINE}, phase=rules.CONQUEST)
    assert insight.sure(position.record, 0) == insight.SURE
    assert share(position) > 0.97
    waiting = arrange(CHOICE, taken={1: NINE}, hands={0: "Y2 G2"}, phase=rules.SUPPLY)
    assert insight.sure(waiting.record, 1) == insight.SURE
    assert share(waiting) < 0.03


def test_a_galleon_on_a_card_that_the_other_needs_is_worth_it() -> None:
    """MI-10: the same alignment, open and blocked."""
    opened = arrange("0 1 2 3\n0 B3:1AB Y5 G5 R1:0AB", taken={1: NINE + " B2"}, hands={0: "Y3"}, phase=rules.SUPPLY)
    blocked = arrange("0 1 2 3\n0 B3:1AB Y5 G5:0AB R1", taken={1: NINE + " B2"}, hands={0: "Y3"}, phase=rules.SUPPLY)
    assert share(blocked) > share(opened)


def test_the_team_fears_the_last_rounds() -> None:
    """MI-20"""
    early, late = (arrange(CHOICE.replace(":0AB:1AB", ""), mode="corsair", mission="medium") for _ in range(2))
    late.record.rounds = 6
    assert share(early) > share(late)
    assert share(early, 3) < share(late, 3)


@pytest.mark.parametrize(("conquest", "cards"), [("each", 5), ("team", 3)])
def test_the_haul_of_a_round_is_what_its_conquests_take(conquest: str, cards: int) -> None:
    """MI-21: a row and a column, for each of the team or for one."""
    diagram = "0 1 2 3 \n 3 G5 .. .. .. \n 2 R5 .. .. .. \n 1 B1 .. .. .. \n 0 Y5:0A:1A:2A:3AB Y2 G3 R5"
    position = arrange(diagram, mode="corsair", conquest=conquest, phase=rules.CONQUEST)
    assert insight.haul(position.record)[0] == cards


def test_the_corsair_prefers_to_lie_on_what_the_team_would_take() -> None:
    """MI-21"""
    diagram = "0 1 2 3 \n 0 Y5:0A:1A:2A:3AB G5 R4 B1"
    position = arrange(diagram, mode="corsair", to_move=3, phase=rules.RAID)
    after = play(position.copy(), "A:(0,0)-(1,0)")
    assert share(after, 3) > share(position, 3)


def test_features_have_names_and_weights() -> None:
    for options in VARIANTS:
        position = positions(30, **options)[-1]
        out = np.full(len(insight.FEATURES), np.nan)
        insight.features(position.record, 0, out)
        assert not np.isnan(out).any()
        assert insight.WEIGHTS[insight.variant(position.record)].shape == out.shape


# --- what is worth a look ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_urges_are_above_zero_and_the_shortlist_is_a_part_of_what_is_legal(options: dict[str, Any]) -> None:
    for position in positions(80, **options):
        for seat in position.pending:
            if seat >= 0:
                legal, short = position.actions(seat), shortlist(position, seat)
                assert short == sorted(set(short) & set(legal))
                assert short
                assert all(insight.urge(position.record, seat, action) > 0 for action in legal)


def test_longer_alignments_are_more_tempting_and_declining_is_least() -> None:
    """MI-10: the first five begins both, so it is the second card that decides."""
    position = arrange(CHOICE, phase=rules.CONQUEST)
    assert urges(position, "take (0,0)")[0] > urges(position, "keep")[0]
    play(position, "take (0,0)")
    longer, shorter = urges(position, "take (2,0)", "take (4,0)")
    assert longer > shorter


def test_nobody_thinks_of_far_shorter_alignments_or_of_declining() -> None:
    """MI-10: five cards, or two."""
    position = arrange("0 1 2 3 4 5 6 7\n0 R3:0AB:1AB Y2 G2 R2 B2 Y2 Y5 G5", phase=rules.CONQUEST)
    assert position.legal() == ["keep", "take (1,0)", "take (6,0)"]
    assert [position.write(0, action) for action in shortlist(position)] == ["take (1,0)"]


def test_the_colour_of_a_galleons_card_and_a_line_of_ten_are_tempting() -> None:
    """MI-7, MI-10"""
    position = arrange("0 1 2 \n 0 Y3:0AB:1AB G4 G5", hands={0: "Y2 R2 R1"})
    replay, plain, line = urges(position, "Y2@(0,1)", "R2@(0,1)", "R1@(-1,0)")
    assert min(replay, line) > plain


def test_compiled_it_comes_to_the_same() -> None:
    estimate, urge = compiled(insight.estimate), compiled(insight.urge)
    for options in VARIANTS:
        for position in positions(30, **options):
            out = np.zeros(len(position.seats))
            estimate(position.record, out)
            assert out == pytest.approx(estimated(position), abs=1e-9)
            for seat in position.pending:
                for a in position.actions(seat)[:4] if seat >= 0 else []:
                    assert urge(position.record, seat, a) == pytest.approx(insight.urge(position.record, seat, a))
