"""The cards, the deal, the first card, the galleons, and what a table may choose."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tablier import Match, Position
from tablier.engine.errors import BadOption
from tablier.games.master_islands import rules
from tablier.games.master_islands.game import GAME
from tests.games.master_islands.arrange import fleet_of, hand_of, pile_of, play, table_of

DEAL = ("[Y1]", "[G2]", "[R3]", "[B4]", "[Y5]", "[G1]")


def test_there_are_twelve_cards_of_each_colour_with_values_from_one_to_five() -> None:
    """MI-1"""
    pile = pile_of(Position("master-islands"))
    colours, values = Counter[str](), set()
    for card, count in pile.items():
        colours[card[0]] += count
        values.add(card[1])
    assert colours == {"Y": 12, "G": 12, "R": 12, "B": 12}
    assert values == set("12345")


def test_the_deck_has_three_ones_and_twos_and_two_of_the_others_in_each_colour() -> None:
    """MI-2: and each card of the pile is as likely as any other to be drawn."""
    chances = Position("master-islands").chances()
    assert chances["[R1]"] == chances["[B2]"] == Fraction(3, 48)
    assert chances["[R3]"] == chances["[Y4]"] == chances["[G5]"] == Fraction(2, 48)
    after = play(Position("master-islands"), "[R1]")
    assert after.chances()["[R1]"] == Fraction(2, 47)
    assert after.chances()["[G5]"] == Fraction(2, 47)


def test_the_deck_is_an_option_of_five_counts() -> None:
    """MI-2"""
    chances = Position("master-islands", deck="0,0,1,0,11").chances()
    assert chances == {f"[{c}3]": Fraction(1, 48) for c in "YGRB"} | {f"[{c}5]": Fraction(11, 48) for c in "YGRB"}


@pytest.mark.parametrize("deck", [[0, 0, 1, 0, 11], (0, 0, 1, 0, 11), ["0", "0", "1", "0", "11"]], ids=repr)
def test_the_deck_may_be_given_as_a_list_and_is_the_same_option(deck: Any) -> None:
    """MI-2"""
    position = Position("master-islands", deck=deck)
    assert position.options["deck"] == "0,0,1,0,11"
    assert position.to_bytes() == Position("master-islands", deck="0,0,1,0,11").to_bytes()


@pytest.mark.parametrize(
    "deck",
    [
        *("3,3,2,2,3", "3,3,2,2", "3,3,2,2,2,0", "12", "-1,13,0,0,0", "3 3 2 2 2", "3, 3, 2, 2, 2", ""),
        *("03,3,2,2,2", "00,4,4,2,2", ["03", 3, 2, 2, 2]),
        *(12, [3, 3, 2, 2], [3, 3, 2, 2, 3], (-1, 13, 0, 0, 0), [3, 3, 2, 2, 2.0], [[3, 3, 2, 2, 2]]),
    ],
    ids=repr,
)
def test_a_deck_that_is_not_five_counts_that_total_twelve_is_refused(deck: Any) -> None:
    """MI-2: and each count is written in one way, without zeros before it."""
    with pytest.raises(BadOption, match=r"5 numbers that total 12|must come to 12"):
        Position("master-islands", deck=deck)


def test_three_cards_go_to_each_seat_in_order_and_the_next_is_the_first_card() -> None:
    """MI-3, MI-4"""
    position = play(Position("master-islands"), *DEAL)
    assert hand_of(position, 0) == Counter(["Y1", "G2", "R3"])
    assert hand_of(position, 1) == Counter(["B4", "Y5", "G1"])
    assert table_of(position) == {}
    position.play("[B5]")
    assert table_of(position) == {(0, 0): "B5"}
    assert pile_of(position).total() == 48 - 7


def test_everybody_puts_both_galleons_on_the_first_card() -> None:
    """MI-4"""
    position = play(Position("master-islands"), *DEAL, "[B5]")
    assert fleet_of(position) == {(0, "A"): (0, 0), (0, "B"): (0, 0), (1, "A"): (0, 0), (1, "B"): (0, 0)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_begins_and_play_goes_round(players: int) -> None:
    """MI-5"""
    match, order = Match("master-islands", seed=1, players=players), list[int]()
    while len(order) < 2 * players:
        (seat,) = match.pending
        order += [seat] if not order or order[-1] != seat else []
        match.play(match.legal()[-1])
    assert order == 2 * list(range(players))


def test_in_teams_each_player_has_one_galleon() -> None:
    """MI-16"""
    match = Match("master-islands", seed=1, mode="teams")
    assert fleet_of(match.position) == {(seat, "A"): (0, 0) for seat in range(4)}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_corsair_has_two_galleons_and_no_cards_and_the_others_one_and_three(seat: int) -> None:
    """MI-19"""
    position = Match("master-islands", seed=1, mode="corsair", corsair_seat=seat).position
    assert sorted(fleet_of(position)) == sorted([*((p, "A") for p in range(4)), (seat, "B")])
    assert [hand_of(position, p).total() for p in range(4)] == [0 if p == seat else 3 for p in range(4)]
    assert position.seats[seat] == "corsair"
    assert position.pending == (1 if seat == 0 else 0,)


def test_the_corsair_sits_last_unless_told_otherwise() -> None:
    """MI-19"""
    assert Position("master-islands", mode="corsair").seats == ("red", "white", "violet", "corsair")
    assert Position("master-islands", mode="corsair", players=3).seats == ("red", "white", "corsair")


def test_two_play_unless_told_otherwise_and_four_in_teams_and_with_a_corsair() -> None:
    """MI-24"""
    assert Position("master-islands").options["mode"] == "classic"
    assert len(Position("master-islands").seats) == 2
    assert len(Position("master-islands", mode="teams").seats) == 4
    assert len(Position("master-islands", mode="corsair").seats) == 4
    assert [len(Position("master-islands", players=n).seats) for n in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"mode": "teams", "players": 3},
        {"mode": "corsair", "players": 2},
        {"mode": "corsair", "players": 3, "corsair_seat": 3},
        {"mode": "cooperative"},
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any]) -> None:
    """MI-24"""
    with pytest.raises(BadOption):
        Position("master-islands", **options)


EVERYTHING: dict[str, Any] = {
    "deck": "2,2,2,3,3", "alignment": "made", "mission": "easy", "raid": 2, "pile": "goes-on", "conquest": "team",
    "corsair_seat": 0,
}  # fmt: skip
"""Every option beside the mode and the players, none as it is by default."""


@pytest.mark.parametrize(("mode", "players"), [("classic", 2), ("classic", 3), ("teams", 4), ("corsair", 3)])
def test_all_options_may_always_be_given_together(mode: str, players: int) -> None:
    """MI-24"""
    given = {"mode": mode, "players": players, **EVERYTHING}
    assert set(given) == {option.name for option in GAME.options}
    assert Position("master-islands", **given).options == given


@pytest.mark.parametrize(("mode", "players"), [("classic", 2), ("classic", 4), ("teams", 4)])
def test_without_a_corsair_the_corsairs_options_change_nothing(mode: str, players: int) -> None:
    """MI-19, MI-20, MI-21: the same may be done in a whole game, and the same comes of it."""
    plain, other = (
        Match("master-islands", seed=5, mode=mode, players=players, **options)
        for options in ({name: EVERYTHING[name] for name in ("deck", "alignment")}, EVERYTHING)
    )
    choice = Random(5)
    while not plain.over:
        assert other.pending == plain.pending
        assert other.legal() == plain.legal()
        action = choice.choice(plain.legal())
        plain.play(action)
        other.play(action)
    assert other.over
    assert other.seats == plain.seats
    assert other.shares == plain.shares
    assert other.lines() == plain.lines()


@pytest.mark.parametrize("seat", [2, 3])
def test_the_corsairs_seat_need_not_exist_where_there_is_no_corsair(seat: int) -> None:
    """MI-19, MI-24"""
    assert Position("master-islands", corsair_seat=seat).seats == ("red", "white")


def test_every_mode_is_among_the_variants_that_the_conformance_suite_plays() -> None:
    """MI-16, MI-19, MI-21, MI-24"""
    variants = {(v["mode"], v["players"], v["conquest"]) for v in GAME.variants()}
    classic, teams = {("classic", n, "each") for n in (2, 3, 4)}, {("teams", 4, "each")}
    assert variants == classic | teams | {("corsair", n, c) for n in (3, 4) for c in ("each", "team")}


def test_the_table_has_no_border() -> None:
    """MI-6: as far as 48 cards reach, each place has a number of its own, ascending from left to right and upwards."""
    far = range(-48, 49)
    near = [(x, y) for x in far for y in far if abs(x) + abs(y) <= 48]
    numbers = [x * rules.STRIDE + y for x, y in near]
    assert numbers == sorted(set(numbers))
    assert [(rules.x_of(number), rules.y_of(number)) for number in numbers] == near


def test_the_way_from_a_card_to_another_is_told_from_their_places() -> None:
    """MI-10: rows, columns and both diagonals, to the right or up, as far as 48 cards reach."""
    far = range(-47, 48)
    for x, y in [(x, y) for x in far for y in far if abs(x) + abs(y) <= 47]:
        is_on = {rules.COLUMN: x == 0, rules.ROW: y == 0, rules.RISING: x == y, rules.FALLING: x == -y}
        ways = [way for way, on in is_on.items() if on and (x > 0 or (x == 0 and y > 0))]
        assert [rules.way(x * rules.STRIDE + y)] == (ways or [rules.NO_WAY])


def test_a_row_of_cards_may_be_as_long_as_there_are_cards() -> None:
    """MI-6, MI-14: one player goes west and one goes east, until the pile is used up. Threes never total ten."""
    match = Match("master-islands", seed=3, deck="0,0,12,0,0")
    ends = [0, 0]
    while not match.over:
        (seat,) = match.pending
        x = ends[seat] + (-1, 1)[seat]
        lay = [action for action in match.legal() if action.endswith(f"@({x},0)")]
        if lay:
            match.play(lay[0])
        elif "done" in match.legal():
            match.play("done")
        else:
            match.play(f"A:({ends[seat]},0)-({x},0)")
            ends[seat] = x
    assert sorted(table_of(match.position)) == [(x, 0) for x in range(-21, 21)]
