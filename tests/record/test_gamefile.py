"""The game file: exact both ways, kind to those who write by hand, and unmoved by whatever else it is given."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import Match
from tablier.engine.errors import BadGameFile, BadOption
from tablier.record.gamefile import MOST_CHARACTERS, parse
from tablier.record.match import End
from tablier.record.proof import Proof
from tests.engine.morra.game import GAME as MORRA

FILE = """\
tablier 1
game: war-of-masters
goal: master
path: blocked
ring: ee
max_turns: 1000
seat red: Ann
seat brown: Chloé

1. [4] e2-e6
2. [6] d8-d6,f8-f4
3. [2]

result: *
"""

WON = """\
tablier 1
game: war-of-masters
goal: master
path: leap
ring: ee
max_turns: 1000

1. [4] e2-e6
2. [5] e8-e3
3. [3] e6xe9=w

result: 1 0
"""

HASHES: dict[str, Any] = {"commitment": "0123456789abcdef" * 4, "seal": "fedcba9876543210" * 4, "secret": "00" * 32}
PROOF = "table: Kx-7_q\n" + "".join(f"{name}: {value}\n" for name, value in HASHES.items())
SEALED = FILE.replace("seat red", f"{PROOF}entropy brown: {'5a' * 16}\nseat red")
RESIGNED = FILE.replace("seat red", "ended: brown resigned\nseat red").replace("result: *", "result: 2/3 1/3")
SEALED_TOO_LATE = SEALED.replace("seat red", "ended: red time\nseat red").replace("result: *", "result: 0 1")


def by_seed(seed: int, plies: int, **options: Any) -> Match:
    """A match played at random."""
    match, random = Match("war-of-masters", seed=seed, **options), Random(seed)
    for _ in range(plies):
        if not match.over:
            match.play(random.choice(match.legal()))
    return match


def refusal(text: str) -> BadGameFile:
    """What is said of a file that does not load."""
    with pytest.raises(BadGameFile) as problem:
        Match.loads(text)
    message = str(problem.value)
    assert message.isprintable()
    assert len(message) < 300
    return problem.value


# --- exact both ways


@pytest.mark.parametrize("file", [FILE, WON, SEALED, RESIGNED, SEALED_TOO_LATE])
def test_a_file_that_we_write_loads_and_is_written_again_as_it_was(file: str) -> None:
    assert str(Match.loads(file)) == file


@pytest.mark.parametrize("options", [{}, {"path": "leap"}, {"goal": "all", "ring": "ai"}, {"max_turns": 7}], ids=str)
@pytest.mark.parametrize("plies", [0, 1, 2, 25, 90])
def test_a_match_is_the_same_after_a_round_trip(plies: int, options: dict[str, Any]) -> None:
    match = by_seed(plies, plies, names={"red": "Ann", "brown": "Bob: a # of 1. e2"}, **options)
    again = Match.loads(str(match))
    assert str(again) == str(match)
    assert again.position == match.position
    assert (again.log, again.options, again.names, again.seed, again.shares) == (
        (match.log, match.options, match.names, match.seed, match.shares)
    )


def test_simultaneous_actions_keep_their_order() -> None:
    match = Match(MORRA, names={"left": "Ann"})
    for text, seat in (("[2]", -1), ("1", 1), ("2", 0), ("[3]", -1), ("1", 0)):
        match.play(text, seat)
    assert match.lines() == ["[2] right=1 left=2", "[3] left=1"]
    again = Match.loads(str(match), game=MORRA)
    assert str(again) == str(match)
    assert again.log == match.log


def test_a_file_of_another_game_than_the_one_that_is_wanted_is_refused() -> None:
    with pytest.raises(BadGameFile, match="it is a game of 'war-of-masters', not of 'morra'"):
        Match.loads(FILE, game=MORRA)


def test_progress_is_told_turn_by_turn() -> None:
    told: list[tuple[int, int]] = []
    Match.loads(WON, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


# --- written by hand


@pytest.mark.parametrize(
    "file",
    [
        FILE.replace("\n", "\r\n"),
        FILE.replace("\n", "\n\n"),
        FILE.replace("\n", "  \n"),
        FILE.replace("1. ", "  1.    ").replace("2. ", "\t2. "),
        FILE.replace("game", "# a comment\n   # another\ngame").replace("2. [6]", "# what a throw!\n2. [6]"),
        FILE.replace(",", ", "),
        FILE.replace("result: *", ""),
        FILE.replace("result: *\n", "# no more"),
        FILE.replace("goal: master\n", "").replace("path: blocked\nring: ee\n", "").replace("max_turns: 1000\n", ""),
        FILE.replace("goal: master\npath: blocked\n", "path: blocked\ngoal: master\n"),
        FILE.replace("max_turns: 1000", "max_turns:1000"),
        "\n\n# first of all\n" + FILE + "\n# and at last\n",
        "\ufeff" + FILE,
        FILE.removesuffix("\n"),
    ],
)
def test_a_file_that_a_person_writes_may_be_written_more_freely(file: str) -> None:
    assert str(Match.loads(file)) == FILE


def test_the_least_that_a_file_says_is_its_version_and_its_game() -> None:
    assert str(Match.loads("tablier 1\ngame: war-of-masters")) == str(Match("war-of-masters"))


def test_with_a_seed_the_throws_may_end_where_the_players_did() -> None:
    """The last throw, that nobody has answered, follows from the seed."""
    match = by_seed(8, 3)
    *lines, throw, empty, result = str(match).splitlines()
    assert throw.endswith("]")
    assert str(Match.loads("\n".join([*lines, empty, result]))) == str(match)


# --- hostile


@pytest.mark.parametrize(
    ("file", "line", "says"),
    [
        ("", 1, "a game file begins with 'tablier 1', not with ''"),
        ("\n\n\n", 1, "begins with 'tablier 1'"),
        ("# only a comment", 1, "begins with 'tablier 1'"),
        ("PK\x03\x04\x00\xff\x00", 1, "begins with 'tablier 1'"),
        ("\0" * 1000, 1, "begins with 'tablier 1'"),
        ("<html>" * 1000, 1, "begins with 'tablier 1'"),
        (FILE.replace("tablier 1", "tablier 2"), 1, "not with 'tablier 2'"),
        (FILE.replace("tablier 1", "tablier 1.0"), 1, "not with 'tablier 1.0'"),
        (FILE.replace("tablier 1", "Tablier 1"), 1, "not with 'Tablier 1'"),
        (FILE.removeprefix("tablier 1\n"), 1, "not with 'game: war-of-masters'"),
        (FILE + FILE, 15, "nothing may follow the result"),
        (FILE + "result: *", 15, "nothing may follow the result"),
        (FILE.replace("goal:", "tablier 1\ngoal:"), 3, "neither 'name: value' nor '12. a turn'"),
        (FILE.replace("goal: master", "master"), 3, "'master' is neither"),
        (FILE.replace("goal: master", "Goal: master"), 3, "'Goal: master' is neither"),
        (FILE.replace("goal: master", ": master"), 3, "neither"),
        (FILE.replace("path: blocked", "path: blocked\npath: blocked"), 5, "'path' is given twice"),
        (FILE.replace("path: blocked", "path: blocked\ngame: maestria"), 5, "'game' is given twice"),
        (FILE.replace("path: blocked", "seed: 1\nseed: 1"), 5, "'seed' is given twice"),
        (FILE.replace("seat brown", "seat red"), 8, "'seat red' is given twice"),
        (FILE.replace("3. [2]", "path: blocked\n3. [2]"), 12, "'path' belongs before the first turn"),
        (FILE.replace("3. [2]", "seed: 1"), 12, "'seed' belongs before the first turn"),
        (FILE.replace("2. ", "3. "), 11, "turn 2 is expected here, not 3"),
        (FILE.replace("1. [", "0. ["), 10, "turn 1 is expected here, not 0"),
        (FILE.replace("2. ", "1. "), 11, "turn 2 is expected here, not 1"),
        (FILE.replace("2. ", "99999999999999999999. "), 11, "neither"),
        (FILE.replace("2. ", "٢. "), 11, "neither"),
        (FILE.replace("2. [", "2.["), 11, "neither"),
        (FILE.replace("3. [2]", "3."), 12, "neither"),
        (FILE.replace("3. [2]", "3. ,"), 12, "a line is one turn"),
        (FILE.replace("3. [2]", "3. [2]\n4. a2-a4"), 13, "a line is one turn"),
        (FILE.replace("\n2. ", " ").replace("3. ", "2. "), 10, "a line is one turn"),
        (FILE.replace("[4] e2-e6", "[4] e2-e7"), 10, "e2-e7: on one's turn"),
        (FILE.replace("[4] e2-e6", "[4] e2-e6 e6-e7"), 10, "it is not for|a roll is written"),
        (FILE.replace("[4]", "[7]"), 10, "a roll is written [1] to [6]"),
        (FILE.replace("[4]", ""), 10, "a roll is written [1] to [6]"),
        (FILE.replace("f8-f4", "d6-d2"), 11, "(WM-13)"),
        (FILE.replace("f8-f4", "\x1b[2J" * 100), 11, "a move is written"),
        (FILE.replace("3. [2]", "3. [2] pass"), 12, "(WM-11)"),
        (WON.replace("result: 1 0", "4. [1] e8-e7\nresult: 1 0"), 12, "the game is over: a Master has been captured"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_file_that_does_not_load_is_refused_with_the_line_and_what_is_wrong(file: str, line: int, says: str) -> None:
    problem = refusal(file)
    assert any(part in str(problem) for part in says.split("|"))
    assert problem.line == line


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("tablier 1\n", "'game: ...' is missing"),
        ("tablier 1\ngame:\n", "'game: ...' is missing"),
        (FILE.replace("war-of-masters", "war-of-master"), "did you mean war-of-masters?"),
        (FILE.replace("war-of-masters", "../core"), "is not a game we have"),
        (FILE.replace("war-of-masters", "x" * 100_000), "is not a game we have"),
        (FILE.replace("path: blocked", "colour: red"), "colour: there is no such option"),
        (FILE.replace("path: blocked", "names: red"), "names: there is no such option"),
        (FILE.replace("path: blocked", "self: red"), "self: there is no such option"),
        (FILE.replace("path: blocked", "game_: red"), "game_: there is no such option"),
        (FILE.replace("path: blocked", "path: fly"), "path: 'fly' is not possible; it is leap or blocked"),
        (FILE.replace("path: blocked", "path:"), "path: '' is not possible"),
        (FILE.replace("ring: ee", "ring: ai"), "ring: “ai” does not go with the other settings; one can choose ee"),
        (FILE.replace("1000", "0"), "max_turns: '0' is not possible; it is a whole number from 1 to 10000"),
        (FILE.replace("1000", "9" * 100_000), "max_turns"),
        (FILE.replace("1000", "-1"), "max_turns"),
        (FILE.replace("1000", "1e3"), "max_turns"),
        (FILE.replace("path: blocked", "seed: -1"), "seed: '-1' is not possible"),
        (FILE.replace("path: blocked", "seed: 18446744073709551616"), "seed: "),
        (FILE.replace("path: blocked", "seed: " + "9" * 100_000), "seed: "),
        (FILE.replace("path: blocked", "seed:"), "seed: '' is not possible"),
        (FILE.replace("path: blocked", "seed: ٣"), "seed: "),
        (FILE.replace("seat red", "seat blue"), "'blue' is no seat of this game; there are: red, brown"),
        (FILE.replace("Ann", "A\x1b[31mnn"), "is no name"),
        (FILE.replace("Ann", "A\rnn"), "is no name"),
        (FILE.replace("Ann", "A\u2028nn"), "is no name"),
        (FILE.replace("Ann", "\u202ennA"), "is no name"),
        (FILE.replace("Ann", "n" * 61), "is no name"),
        (FILE.replace("result: *", "result: 1 0"), "the result is written '1 0', but the turns lead to '*'"),
        (FILE.replace("result: *", "result:"), "the result is written ''"),
        (WON.replace("1 0", "0 1"), "the result is written '0 1', but the turns lead to '1 0'"),
        (WON.replace("result: 1 0", "result: *"), "the result is written '*', but the turns lead to '1 0'"),
        (WON.replace("result: 1 0\n", ""), "the turns lead to '1 0'"),
    ],
    ids=lambda text: text[-40:],
)
def test_a_file_that_is_wrong_as_a_whole_is_refused_with_what_is_wrong(file: str, says: str) -> None:
    assert says in str(refusal(file))


@pytest.mark.parametrize(
    ("file", "line", "says"),
    [
        (SEALED.replace("Kx-7_q", ""), 7, "'' is not the id of a table"),
        (SEALED.replace("Kx-7_q", "a b"), 7, "'a b' is not the id of a table"),
        (SEALED.replace("Kx-7_q", "x" * 65), 7, "is not the id of a table"),
        (SEALED.replace(HASHES["commitment"], "0" * 63), 8, "is not 32 bytes: 64 digits"),
        (SEALED.replace(HASHES["seal"], HASHES["seal"].upper()), 9, "is not 32 bytes"),
        (SEALED.replace(HASHES["secret"], ""), 10, "'' is not 32 bytes"),
        (SEALED.replace("5a", "5"), 11, "is not entropy: 16 to 32 bytes"),
        (SEALED.replace("5a" * 16, ""), 11, "is not entropy"),
        (SEALED.replace("entropy brown", "entropy blue"), 11, "'blue' is no seat of this game; there are: red, brown"),
        (SEALED.replace("seat red", "seed: 7\nseat red"), 7, "either a seed or the proof of a table, not both"),
        (SEALED.replace("table: Kx-7_q\n", ""), 7, "'table: ...' is missing"),
        (SEALED.replace(f"commitment: {HASHES['commitment']}\n", ""), 7, "'commitment: ...' is missing"),
        (SEALED.replace(f"seal: {HASHES['seal']}\n", ""), 7, "'seal: ...' is missing"),
        (FILE.replace("seat red", f"entropy red: {'5a' * 16}\nseat red"), 7, "'table: ...' is missing"),
        (SEALED.replace("seat red", "table: y\nseat red"), 12, "'table' is given twice"),
        (SEALED.replace("seat red", "entropy brown: x\nseat red"), 12, "'entropy brown' is given twice"),
        (SEALED.replace("3. [2]", "secret: x"), 17, "'secret' belongs before the first turn"),
        (RESIGNED.replace("brown resigned", ""), 7, "'' is no way to end; it is like 'red resigned'"),
        (RESIGNED.replace("brown resigned", "brown"), 7, "'brown' is no way to end"),
        (RESIGNED.replace("brown resigned", "blue resigned"), 7, "'blue resigned' is no way to end"),
        (RESIGNED.replace("brown resigned", "brown was bored"), 7, "'red resigned' or 'red time'"),
        (RESIGNED.replace("brown resigned", "brown  resigned"), 7, "is no way to end"),
        (RESIGNED.replace("2/3 1/3", "2/3 2/3"), 15, "'2/3 2/3'; shares are in lowest terms and add up to 1"),
        (RESIGNED.replace("2/3 1/3", "4/6 1/3"), 15, "shares are in lowest terms"),
        (RESIGNED.replace("2/3 1/3", "1"), 15, "it is the share of the win of each of 2 seats"),
        (RESIGNED.replace("2/3 1/3", "1 0 0"), 15, "it is the share of the win of each of 2 seats"),
        (RESIGNED.replace("2/3 1/3", "2 -1"), 15, "it is the share of the win of each of 2 seats"),
        (RESIGNED.replace("2/3 1/3", "1/0 0"), 15, "it is the share of the win of each of 2 seats"),
        (RESIGNED.replace("2/3 1/3", "1e0 0"), 15, "it is the share of the win of each of 2 seats"),
        (RESIGNED.replace("2/3 1/3", "*"), 15, "the result is written '*'"),
        (RESIGNED.replace("result: 2/3 1/3\n", ""), 0, "the result is written '*'"),
        (WON.replace("\n\n1.", "\nended: red resigned\n\n1."), 7, "the rules have ended this game already"),
        (FILE.replace("seat red", "view: red\nseat red"), 7, "this is the game as red may know it: it is to be read"),
        (FILE.replace("seat red", "view:\nseat red"), 7, "it is to be read, and cannot be played again"),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_proof_or_an_early_end_that_is_malformed_is_refused_with_its_line(file: str, line: int, says: str) -> None:
    problem = refusal(file)
    assert any(part in str(problem) for part in says.split("|"))
    assert problem.line == line


def test_entropy_of_nobody_is_an_option_that_there_is_not() -> None:
    assert "entropy: there is no such option" in str(refusal(SEALED.replace("entropy brown", "entropy")))


def test_a_throw_that_is_not_the_seed_s_is_refused() -> None:
    file = str(by_seed(8, 4))
    throws = [line for line in file.splitlines() if line.startswith("2. ")]
    pips = throws[0][4]
    altered = file.replace(throws[0], throws[0].replace(f"[{pips}]", f"[{int(pips) % 6 + 1}]"))
    problem = refusal(altered)
    assert f"the seed gives [{pips}] here, not [{int(pips) % 6 + 1}]" in str(problem)
    assert "without the line 'seed: ...' chance may be as it is written" in str(problem)


def test_without_its_seed_a_file_s_throws_are_as_they_are_written() -> None:
    match = by_seed(8, 4)
    again = Match.loads(str(match).replace("seed: 8\n", ""))
    assert again.log == match.log
    assert again.seed is None


@pytest.mark.parametrize("text", [None, 7, b"tablier 1", ["tablier 1"], b"\xff\x00"], ids=type)
def test_a_file_is_a_text(text: Any) -> None:
    with pytest.raises(BadGameFile, match="a game file is a text, not"):
        Match.loads(text)


@pytest.mark.parametrize("flood", ["x" * 10_000_000, "\n" * 10_000_000, "# \n" * 4_000_000, FILE + " " * 10_000_000])
def test_ten_megabytes_are_refused_before_they_are_read(flood: str) -> None:
    assert "it is larger than the 4,194,304 characters" in str(refusal(flood))


@pytest.mark.parametrize(
    "flood",
    [
        "".join(f"{'abcdefghij'[i % 10] * (i // 10 + 1)}: x\n" for i in range(1000)),
        "path: " + "x" * 3_000_000,
        "1. " + "[1] " * 1_000_000,
        "1. " + "[" * 3_000_000,
        "".join(f"{i}. [1] pass\n" for i in range(1, 200_000)),
        "#" * 3_000_000,
        "\n" * 3_000_000,
        "result: " + "1 " * 1_000_000,
    ],
    ids=lambda flood: flood[:8],
)
def test_megabytes_of_anything_are_read_or_refused_without_trouble(flood: str) -> None:
    file = f"tablier 1\ngame: war-of-masters\n{flood}"
    assert len(file) <= MOST_CHARACTERS
    loads_or_is_refused(file)


# --- fuzzing: it loads, or it raises BadGameFile, and never anything else

PIECES = [
    *(
        "\n",
        "\r",
        " ",
        "\t",
        "\0",
        "#",
        ":",
        ".",
        ",",
        "[",
        "]",
        "=",
        "-",
        "x",
        "*",
        "0",
        "1",
        "9",
        "é",
        "\ufeff",
        "\u2028",
    ),
    *(
        "tablier 1",
        "game: ",
        "seed: 7\n",
        "seat red: ",
        "result: ",
        "1. ",
        "2. ",
        "names: x\n",
        "self: x\n",
        "cls: x\n",
        "view: red\n",
        "ended: red resigned\n",
        "entropy red: ",
        PROOF,
    ),
    *("[1]", "[6]", "pass", "e2-e6", "e6xe9=w", "=L", "max_turns: 1\n", "goal: all\n", "path: leap\n", "ring: ai\n"),
]


def loads_or_is_refused(text: str) -> None:
    try:
        match = Match.loads(text)
    except BadGameFile as problem:
        assert str(problem).isprintable()  # noqa: PT017 - it need not be raised
        assert len(str(problem)) < 300  # noqa: PT017
    else:
        assert str(Match.loads(str(match))) == str(match)


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_a_file_with_a_few_changes_loads_or_is_refused(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from([FILE, WON, SEALED, RESIGNED, FILE.replace("path: blocked", "seed: 3"), str(by_seed(6, 5))])
    )
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = min(len(text), begin + data.draw(st.integers(0, 12)))
        text = text[:begin] + data.draw(st.sampled_from(PIECES) | st.text(max_size=5)) + text[end:]
    loads_or_is_refused(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FILE.splitlines() + WON.splitlines() + PIECES), max_size=20))
def test_lines_in_any_order_load_or_are_refused(lines: list[str]) -> None:
    loads_or_is_refused("tablier 1\ngame: war-of-masters\n" + "\n".join(lines))


@settings(max_examples=150)
@given(st.text())
def test_any_text_at_all_loads_or_is_refused(text: str) -> None:
    loads_or_is_refused(text)
    loads_or_is_refused(f"tablier 1\ngame: war-of-masters\n{text}")


@settings(max_examples=100)
@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"]), max_size=70))
def test_every_name_that_is_accepted_comes_back_as_it_was(name: str) -> None:
    match = Match("war-of-masters")
    try:
        match.name("red", name)
    except BadOption:
        return
    assert Match.loads(str(match)).names == {"red": name}


def test_proof_and_early_end_are_read() -> None:
    match = Match.loads(SEALED_TOO_LATE)
    assert match.proof == Proof("Kx-7_q", **HASHES, entropies=("", "5a" * 16))
    assert match.ended == End("time", (Fraction(0), Fraction(1)), 0)


def test_headers_may_come_in_any_order() -> None:
    lines = SEALED_TOO_LATE.splitlines()
    assert str(Match.loads("\n".join([*lines[:2], *reversed(lines[2:14]), *lines[14:]]))) == SEALED_TOO_LATE


def test_a_secret_and_entropy_may_be_missing() -> None:
    bare = SEALED.replace(f"secret: {HASHES['secret']}\n", "").replace(f"entropy brown: {'5a' * 16}\n", "")
    match = Match.loads(bare)
    assert str(match) == bare
    assert match.proof
    assert (match.proof.secret, match.proof.entropies) == (None, ("", ""))


def test_the_form_says_on_which_line_each_header_stands() -> None:
    found = parse(RESIGNED)
    assert (found.lines["game"], found.lines["ended"], found.lines["seat brown"], found.lines["result"]) == (
        2,
        7,
        9,
        15,
    )
    assert found.ended == "brown resigned"


def test_the_form_is_read_without_playing() -> None:
    found = parse(FILE)
    assert (found.game, found.seed, found.result) == ("war-of-masters", None, "*")
    assert found.options == {"goal": "master", "path": "blocked", "ring": "ee", "max_turns": "1000"}
    assert found.names == {"red": "Ann", "brown": "Chloé"}
    assert found.turns == [(10, "[4] e2-e6"), (11, "[6] d8-d6,f8-f4"), (12, "[2]")]


def test_time_that_was_over_is_read_as_it_was_written_before() -> None:
    assert str(Match.loads(SEALED_TOO_LATE.replace("red time", "red out of time"))) == SEALED_TOO_LATE
