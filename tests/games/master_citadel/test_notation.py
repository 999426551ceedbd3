"""Master Citadel: how orders, rounds and games are written."""

from __future__ import annotations

from itertools import product

import pytest

from tablier import PUBLIC, Match
from tablier.engine.errors import BadGameFile, UnreadableAction
from tablier.games.master_citadel import notation, rules
from tests.games.master_citadel.arrange import EAST, NORTH, SOUTH, WEST, play, start

SHEET = ("32 N", "32 E", "18 S", "5 NW")


def file(*rounds: str, **options: object) -> str:
    """A game file of an unfinished game."""
    headers = "".join(f"{name}: {value}\n" for name, value in options.items())
    turns = "".join(f"{number}. {line}\n" for number, line in enumerate(rounds, start=1))
    return f"tablier 1\ngame: master-citadel\n{headers}\n{turns}"


# --- an order


def test_an_order_is_written_as_a_number_and_a_direction() -> None:
    """MC-4"""
    assert notation.order_name(32 * 8) == "32 N"
    assert notation.order_name(7) == "0 NW"


def test_every_order_there_is_can_be_written_and_read() -> None:
    """MC-3, MC-4"""
    s = start(capital=999).record
    texts = [notation.write(s, NORTH, order) for order in range(rules.SILENCE)]
    assert len(set(texts)) == 8000
    assert [notation.read(s, NORTH, text) for text in texts] == list(range(8000))


@pytest.mark.parametrize("text", ["32", "N", "32 X", "32 NN", "32 SN", "-1 N", "1.5 N", "", "32 N ", "٣ N"])
def test_what_is_no_order_is_refused_and_told_how_one_is_written(text: str) -> None:
    """MC-4"""
    with pytest.raises(UnreadableAction, match="an order is written 32 N"):
        start().play(text, NORTH)


@pytest.mark.parametrize(
    ("text", "written"),
    [("32N", "32 N"), ("32  N", "32 N"), ("032 N", "32 N"), ("32 n", "32 N"), ("5 NO", "5 NW"), ("5 o", "5 W")],
)
def test_an_order_that_is_almost_right_is_told_how_it_is_written(text: str, written: str) -> None:
    """MC-4: a French west, too."""
    with pytest.raises(UnreadableAction, match=f"here this is written {written}$"):
        start().play(text, NORTH)


# --- a round


def test_a_round_is_one_line_with_where_the_pawn_went() -> None:
    """MC-5, MC-8, MC-19: in both variants, and no discussion is written in the one that has them."""
    for variant, line in (("basic", "N:32N E:32E S:18S W:5NW -> -"), ("open", "N:32N E:32E S:18S W:5NW -> NE")):
        match = Match.loads(file(line, variant=variant))
        assert match.lines() == [line]


@pytest.mark.parametrize("line", ["N:32N E:32E S:18S W:5NW -> NE", "W:5NW N:32N", "W:5NW"])
def test_a_line_with_orders_means_the_same_with_and_without_silence(line: str) -> None:
    """MC-14: where there are orders, the discussion has ended."""
    without, with_it = (Match.loads(file(written, variant="open")) for written in (line, f"silence {line}"))
    assert without.log[0] == (NORTH, "silence")
    assert with_it.log == without.log
    assert with_it.lines() == without.lines() == [line]


def test_a_line_without_silence_has_it_said_by_the_game_master_of_the_round() -> None:
    """MC-12, MC-14: North, then West."""
    match = Match.loads(file("N:9N E:0N S:0N W:0N -> N", "E:1S", variant="open"))
    assert [seat for seat, text in match.log if text == "silence"] == [NORTH, WEST]


def test_silence_comes_before_the_orders_of_a_line() -> None:
    """MC-14: and once."""
    for line in ("N:32N silence", "silence silence", "silence N:32N silence"):
        with pytest.raises(BadGameFile, match="line 5: silence: "):
            Match.loads(file(line, variant="open"))


def test_orders_stand_in_the_sequence_in_which_they_came() -> None:
    """MC-5: so that to replay is exact, action by action."""
    match = Match("master-citadel")
    for seat in (WEST, NORTH, SOUTH, EAST):
        match.play(SHEET[seat], seat)
    assert match.lines() == ["W:5NW N:32N S:18S E:32E -> -"]
    assert Match.loads(str(match)).log == match.log == [(3, "5 NW"), (0, "32 N"), (2, "18 S"), (1, "32 E")]


def test_a_round_that_is_not_complete_has_no_arrow() -> None:
    """MC-5"""
    match = Match("master-citadel", variant="open")
    match.play("silence")
    assert match.lines() == ["silence"]
    match.play("5 NW", WEST)
    assert match.lines() == ["W:5NW"]
    assert Match.loads(str(match)).position == match.position


def test_a_line_says_who_gives_each_order() -> None:
    """MC-5"""
    orders = [(WEST, "5 NW"), (NORTH, "32 N"), (SOUTH, "18 S"), (EAST, "32 E")]
    assert notation.read_line(start().record, "W:5NW N:32N S:18S E:32E -> -") == orders
    read = notation.read_line(start(variant="open").record, "W:5NW N:32N S:18S E:32E -> NE")
    assert read == [(NORTH, "silence"), *orders]


def test_an_order_that_is_not_known_yet_is_a_question_mark_in_a_line() -> None:
    """MC-5"""
    position = start()
    position.play("18 S", SOUTH)
    assert notation.write_line([(NORTH, "?"), (SOUTH, "18 S")], position.view(SOUTH).record) == "N:? S:18S"


def test_a_complete_round_has_no_question_marks_for_anybody() -> None:
    """MC-5: whatever was known when the orders came."""
    position = start()
    play(position, *SHEET)
    as_seen = [(seat, "?") for seat in (NORTH, EAST, SOUTH)] + [(WEST, "5 NW")]
    line = notation.write_line(as_seen, position.view(PUBLIC).record)
    assert line == "N:32N E:32E S:18S W:5NW -> -"


@pytest.mark.parametrize(
    "line",
    [
        "N:32N E:32E S:18S W:5NW",
        "N:32N E:32E -> N",
        "N:32N E:32E S:18S W:? -> -",
        "N:32N E:32E S:18S W:5NW ->",
        "N:32N E:32E S:18S O:5NO -> -",
        "N:32N, E:32E, S:18S, W:5NW -> -",
        "N:32",
        "noise",
    ],
)
def test_a_line_that_is_no_round_is_refused_and_told_how_one_is_written(line: str) -> None:
    """MC-5"""
    with pytest.raises(BadGameFile, match=r"line 4: a round is written N:32N"):
        Match.loads(file(line))


@pytest.mark.parametrize("way", ["N", "NE", "-", "up"])
def test_a_line_that_is_wrong_about_the_pawn_is_refused(way: str) -> None:
    """MC-7: each order below is the strongest of its line."""
    with pytest.raises(BadGameFile, match=f"line 4: these orders lead to -> SE, not to -> {way}"):
        Match.loads(file(f"N:32N E:33SE S:18S W:5NW -> {way}"))


def test_the_same_orders_lead_elsewhere_in_the_other_variant() -> None:
    """MC-8, MC-19: and a file that mixes them up is refused."""
    with pytest.raises(BadGameFile, match="-> -, not to -> NE"):
        Match.loads(file("N:32N E:32E S:18S W:5NW -> NE"))
    with pytest.raises(BadGameFile, match="-> NE, not to -> -"):
        Match.loads(file("N:32N E:32E S:18S W:5NW -> -", variant="open"))


@pytest.mark.parametrize("line", ["silence", "silence N:32N", "silence N:32N E:32E S:18S W:5NW -> -"])
def test_there_is_no_silence_in_a_line_of_the_basic_game(line: str) -> None:
    """MC-12"""
    with pytest.raises(BadGameFile, match=r"line 4: silence.*MC-12"):
        Match.loads(file(line))


def test_a_player_who_writes_twice_in_a_line_is_refused() -> None:
    """MC-4"""
    with pytest.raises(BadGameFile, match="MC-4"):
        Match.loads(file("N:32N N:32N"))


# --- a game


@pytest.mark.parametrize(("variant", "payment"), list(product(["basic", "open"], ["all", "winners"])))
def test_a_whole_game_is_written_and_read_with_its_result(variant: str, payment: str) -> None:
    """MC-2: two win together."""
    rounds = ["N:9NE E:3S S:2S W:1W -> NE"] * 2
    match = Match.loads(file(*rounds, size=3, variant=variant, payment=payment) + "\nresult: 1/2 1/2 0 0\n")
    assert match.lines() == rounds
    assert Match.loads(str(match)).position == match.position


def test_the_square_of_the_pawn_is_counted_from_the_centre() -> None:
    """MC-1: x to the east, y to the north."""
    position = start()
    play(position, "9 NW", "0 N", "0 N", "0 N")
    pawn = next(item for item in position.scene(lang="en").items if item.id == "pawn")
    assert pawn.words == "The pawn, on (-1,1)"
