"""Fair chance: what is sealed verifies, whatever is altered is found out, and the scheme is the one on its page."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from hmac import digest as hmac
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import NATURE, IllegalAction, Match, Position, games
from tablier.engine.errors import BadProof
from tablier.engine.kernels import PUBLIC
from tablier.language import LANGUAGES
from tablier.record.chance import Seal, new_secret, stream_of
from tablier.record.fairness import Verdict, verify
from tablier.record.hashes import commitment_of
from tablier.record.match import End
from tablier.record.proof import check_entropy
from tests.engine.morra.game import GAME as MORRA
from tests.sealed import sealed_game

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
SECRET = bytes(range(32)).hex()
ENTROPY = "00112233445566778899aabbccddeeff"
HEX_HEADER = re.compile(r"^(?:commitment|seal|secret|entropy \w+): ([0-9a-f]+)$", re.MULTILINE)

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in games()),
    ("master-islands", {"players": 4}),
    ("master-islands", {"players": 3}),
]

kept = cache(sealed_game)


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


# --- what is sealed verifies


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_game_under_a_seal_verifies(name: str, options: dict[str, Any], seed: int) -> None:
    match = sealed_game(name, seed, **options)
    assert match.over
    verdict = verify(str(match))
    assert verdict.ok, verdict.problems
    assert verdict.checked == sum(move.seat == NATURE for move in match.moves)
    assert verdict.givers == match.seats[::2]


def test_game_that_ended_early_verifies() -> None:
    match = sealed_game("war-of-masters", 1, most=21)
    match.end(End("resigned", (0, 1), 0))  # type: ignore[arg-type]
    assert verify(str(match)).ok


def test_file_that_a_person_has_put_into_another_form_verifies() -> None:
    text = str(kept("war-of-masters", 1))
    assert verify(text.replace("\n", "\r\n").replace("\n1. ", "\n# a throw!\n  1.   ")).ok


def test_game_of_somebody_else_s_verifies() -> None:
    verdict = verify(str(sealed_game(MORRA, 1, rounds=9)), game=MORRA)
    assert (verdict.ok, verdict.checked) == (True, 9)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    verify(str(kept("war-of-masters", 1, most=21)), lambda done, of: told.append((done, of)))
    assert told[-1] == (len(told), len(told))


# --- the scheme is the one on its page


def test_example_of_the_page_is_right() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 8
    assert not found.failed


def test_example_of_the_page_is_ours() -> None:
    page = PAGE.read_text(encoding="utf-8")
    file = page.partition("## In the game file\n\n```\n")[2].partition("```")[0]
    head = "tablier 1\ngame: war-of-masters\ngoal: master\npath: blocked\nring: ee\nmax_turns: 1000\n"
    text = f"{head}{file}ended: red resigned\nseat red: Ann\n\n1. [5] e2-e7\n2. [5]\n\nresult: 0 1\n"
    verdict = verify(text)
    assert verdict.ok, verdict.problems
    assert str(verdict.match) == text
    assert verdict.covers_all


class Plain:
    """The first scheme once more, from the page alone."""

    def __init__(self, table: str, secret: str, entropies: tuple[str, ...]) -> None:
        lines = "tablier fair 1", "commitment", table, secret
        self.commitment = sha256("\n".join(lines).encode()).hexdigest()
        transcript = "\n".join(["tablier fair 1", "seal", table, self.commitment, *entropies]).encode()
        self.seal = sha256(transcript).hexdigest()
        self.key = hmac(bytes.fromhex(secret), transcript, "sha256")

    def draw(self, stream: str, n: int, outcomes: dict[int, int]) -> int:
        row = [action for action in sorted(outcomes) for _ in range(outcomes[action])]
        attempt, x = 0, 2**64
        while x >= 2**64 - 2**64 % len(row):
            x = int.from_bytes(hmac(self.key, f"{stream}/{n}/{attempt}".encode(), "sha256")[:8], "big")
            attempt += 1
        return row[x % len(row)]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_program_written_from_the_page_finds_the_same(name: str, options: dict[str, Any]) -> None:
    """Here a stream is told by what each seat's view gains, and not by the notation."""
    match = kept(name, 2, **options)
    assert match.proof
    assert match.proof.secret
    plain = Plain(match.proof.table, match.proof.secret, match.proof.entropies)
    assert (plain.commitment, plain.seal) == (match.proof.commitment, match.proof.seal)
    position, drawn = Position(name, **options), Counter[str]()
    for move in match.moves:
        if move.seat == NATURE:
            outcomes = position.outcomes()
            stream = who_learns(position, list(outcomes))
            assert move.action == plain.draw(stream, drawn[stream], outcomes)
            drawn[stream] += 1
        position.apply(move.seat, move.action)


def who_learns(position: Position, outcomes: list[int]) -> str:
    """The stream, by what the position looks like to each after two different outcomes."""
    if len(outcomes) == 1:
        return "all"
    one, other = position.copy(), position.copy()
    one.apply(NATURE, outcomes[0])
    other.apply(NATURE, outcomes[-1])
    seats = [seat for seat in range(len(position.seats)) if one.view(seat) != other.view(seat)]
    return "all" if one.view(PUBLIC) != other.view(PUBLIC) else ",".join(map(str, seats)) or "none"


# --- whatever is altered is found out


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_one_other_digit_in_any_hash_is_found_out(data: st.DataObject) -> None:
    text = str(kept(data.draw(st.sampled_from(games())), 1))
    header = data.draw(st.sampled_from(list(HEX_HEADER.finditer(text))))
    place = data.draw(st.integers(header.start(1), header.end(1) - 1))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789abcdef" if digit != text[place]]))
    verdict = verify(text[:place] + digit + text[place + 1 :])
    assert not verdict.ok
    assert set(codes(verdict)) <= {"fair/commitment", "fair/seal"}
    assert verdict.checked == 0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_one_other_throw_is_found_out(data: st.DataObject) -> None:
    """Any other that was possible there; the game stops after it, as it might have no sense from then on."""
    match = kept(data.draw(st.sampled_from(["maestria", "master-islands", "war-of-masters"])), 1)
    draws = [i for i, move in enumerate(match.moves) if move.seat == NATURE]
    place = data.draw(st.sampled_from(draws))
    moves = [(move.seat, move.action) for move in match.moves[:place]]
    before = Match.replayed(match.game, match.options, moves)
    others = [action for action in before.position.outcomes() if action != match.moves[place].action]
    if not others:
        return
    moves.append((NATURE, data.draw(st.sampled_from(others))))
    altered = Match.replayed(match.game, match.options, moves, proof=match.proof)
    verdict = verify(str(altered))
    assert codes(verdict) == ["fair/draw"]
    [problem] = verdict.problems
    assert problem.turn == len(altered.lines())
    assert str(altered).splitlines()[problem.line - 1].startswith(f"{problem.turn}. ")
    for words in (problem.words[lang] for lang in LANGUAGES):
        assert altered.moves[-1].text in words
        assert match.moves[place].text in words


def test_every_wrong_throw_is_told_and_the_right_ones_between_them_are_not() -> None:
    match = Match("war-of-masters", proof=Seal("t", SECRET, (ENTROPY, "")).proof(revealed=True))
    for pips in (5, 2, 3, 2, 6):  # this seal gives 5 1 3 1 6
        match.play(f"[{pips}]")
        match.play(match.legal()[0])
        if pips == 6:
            match.play(match.legal()[0])
    right = Match("war-of-masters", proof=Seal("example", SECRET, (ENTROPY, "")).proof(revealed=True))
    altered = str(match).replace(lines_of_proof(match), lines_of_proof(right))
    verdict = verify(altered)
    assert verdict.checked == 5
    assert [(problem.turn, problem.words["en"]) for problem in verdict.problems] == [
        (2, "turn 2: chance gives [2] there, but the seal gives [1]"),
        (4, "turn 4: chance gives [2] there, but the seal gives [1]"),
    ]


def lines_of_proof(match: Match) -> str:
    text = str(match)
    return text[text.index("table: ") : text.index("\n\n")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("table: table-1", "table: table-2"),
        (r"entropy red: \w+\n", ""),
        ("entropy red", "entropy brown"),
        (r"(?=seal: )", f"entropy brown: {ENTROPY}\n"),
        (r"(entropy red: \w+)", r"\g<1>00"),
    ],
)
def test_other_table_or_other_givers_are_found_out(old: str, new: str) -> None:
    altered, count = re.subn(old, new, str(kept("war-of-masters", 1)))
    assert count
    assert "fair/seal" in codes(verify(altered))


def test_secret_of_another_table_is_found_out() -> None:
    one, other = kept("war-of-masters", 1), kept("war-of-masters", 2)
    assert one.proof
    assert other.proof
    altered = str(one).replace(str(one.proof.secret), str(other.proof.secret))
    assert codes(verify(altered)) == ["fair/commitment"]


def test_secret_that_is_not_revealed_is_missed_and_the_seal_is_looked_at_all_the_same() -> None:
    running = re.sub(r"secret: \w+\n", "", str(kept("war-of-masters", 1, most=20)))
    assert codes(verify(running)) == ["fair/not-revealed"]
    assert codes(verify(running.replace("entropy red", "entropy brown"))) == ["fair/seal", "fair/not-revealed"]


def test_game_without_a_proof_is_not_verified() -> None:
    assert codes(verify(str(Match("war-of-masters", seed=1)))) == ["fair/no-proof"]


@pytest.mark.parametrize("text", ["", "PK\x03\x04", "tablier 1\ngame: chess\n", "tablier 1\ngame: maestria\nseal: 0\n"])
def test_whatever_is_no_game_file_is_not_verified(text: str) -> None:
    verdict = verify(text)
    assert codes(verdict) == ["fair/bad-file"]
    assert verdict.match is None


def test_every_problem_has_words_in_every_language() -> None:
    altered = str(kept("war-of-masters", 1)).replace("seal: ", "seal: 0", 1)
    for text in (str(Match("maestria")), altered, re.sub(r"secret: .*\n", "", str(kept("war-of-masters", 1)))):
        for problem in verify(text).problems:
            assert all(problem.words[lang] for lang in LANGUAGES)


# --- drawing


def test_number_past_the_last_whole_row_is_refused_and_the_next_attempt_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """With digests that are given: 2**64 = 6 * 3074457345618258602 + 4, so that its last four numbers are refused."""
    asked, numbers = list[str](), list[int]()

    def digest(seal: Seal, name: str) -> bytes:
        asked.append(name)
        return numbers.pop(0).to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr(Seal, "_of", digest)
    seal, position = Seal("t", SECRET, ("", "")), Position("war-of-masters")
    for digests, pips, attempts in (
        ([0], 1, 1),
        ([5], 6, 1),
        ([6], 1, 1),
        ([2**64 - 5], 6, 1),
        ([2**64 - 4, 9], 4, 2),
        ([2**64 - 3, 2**64 - 2, 2**64 - 1, 2], 3, 4),
    ):
        asked.clear()
        numbers[:] = digests
        assert seal.draw(position, {"all": 7}) == (pips, "all")
        assert asked == [f"all/7/{attempt}" for attempt in range(attempts)]


def test_every_remainder_falls_on_its_action_as_often_as_its_weight_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Morra's cards 1, 2 and 3 have these weights: of six numbers in a row they take one, two and three."""
    monkeypatch.setattr(Seal, "_number", lambda seal, name: int(name.split("/")[1]))
    seal, position = Seal("t", SECRET, ("", "")), Position(MORRA)
    assert [seal.draw(position, {"all": n})[0] for n in range(12)] == [1, 2, 2, 3, 3, 3] * 2


def test_sum_of_weights_that_divides_all_numbers_refuses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seal, "_number", lambda seal, name: 2**64 - 1)
    assert Seal("t", SECRET, ())._below(4, "all/0") == 3


def test_draw_changes_nothing_and_is_the_same_again() -> None:
    seal, position, drawn = Seal("t", SECRET, (ENTROPY, "")), Position("war-of-masters"), Counter(all=3)
    before = position.to_bytes()
    assert seal.draw(position, drawn) == seal.draw(position, drawn)
    assert position.to_bytes() == before
    assert drawn == {"all": 3}


def test_action_that_is_taken_back_does_not_bring_a_throw_back() -> None:
    """The caller counts, and never back: after an undo the next throw is the next one of the stream."""
    seal, drawn = Seal("example", SECRET, (ENTROPY, "")), Counter[str]()
    thrown = []
    for _ in range(3):
        position = Position("war-of-masters")  # back at the beginning each time
        action, stream = seal.draw(position, drawn)
        drawn[stream] += 1
        thrown.append(action)
    assert thrown == [5, 1, 3]


def test_where_chance_is_not_to_act_nothing_is_drawn() -> None:
    position = Position("war-of-masters")
    position.play("[3]")
    with pytest.raises(IllegalAction, match="not for chance to act"):
        Seal("t", SECRET, ("", "")).draw(position, {})


def test_everything_that_is_sealed_moves_the_draws() -> None:
    position = Position("war-of-masters")
    seals = [
        Seal("t", SECRET, (ENTROPY, "")),
        Seal("u", SECRET, (ENTROPY, "")),
        Seal("t", SECRET[::-1], (ENTROPY, "")),
        Seal("t", SECRET, ("", ENTROPY)),
        Seal("t", SECRET, (ENTROPY, ENTROPY)),
        Seal("t", SECRET, (ENTROPY + "00", "")),
        Seal("t", SECRET, (ENTROPY, "", "")),
    ]
    throws = {tuple(seal.draw(position, {"all": n})[0] for n in range(40)) for seal in seals}
    assert len(throws) == len({seal.seal for seal in seals}) == len(seals)


# --- streams


def test_dice_that_everybody_sees_are_of_one_stream() -> None:
    assert stream_of(Position("war-of-masters")) == "all"


def test_card_drawn_in_secret_is_of_its_owner_s_stream() -> None:
    """MI-3: hands are secret, and the first card lies open."""
    match, streams = kept("master-islands", 1, players=3), Counter[str]()
    position = Position("master-islands", players=3)
    for move in match.moves:
        if move.seat == NATURE:
            streams[stream_of(position)] += 1
        position.apply(move.seat, move.action)
    assert set(streams) == {"all", "0", "1", "2"}


class Written:
    """A notation of throws that only some may read."""

    def __init__(self, *readers: int) -> None:
        self.readers = readers

    def write(self, s: Any, seat: int, action: int, viewer: int | None = None) -> str:
        return f"[{action}]" if viewer in self.readers else "[?]"


class Seen:
    """As much of a position as tells a stream."""

    seats = ("a", "b", "c")
    record = None
    secrets = True

    def __init__(self, *readers: int, outcomes: int = 2) -> None:
        self.game = self
        self.notation = Written(*readers)
        self.outcomes = lambda: dict.fromkeys(range(outcomes), 1)


@pytest.mark.parametrize(
    ("readers", "stream"),
    [((0, 1, 2, PUBLIC), "all"), ((0, 1, 2), "0,1,2"), ((2, 0), "0,2"), ((1,), "1"), ((), "none")],
)
def test_stream_is_named_after_those_who_see_it(readers: tuple[int, ...], stream: str) -> None:
    seen: Any = Seen(*readers)
    assert stream_of(seen) == stream
    only: Any = Seen(*readers, outcomes=1)
    assert stream_of(only) == "all"


def test_secret_draws_of_one_do_not_move_those_of_others() -> None:
    seal, position = Seal("t", SECRET, (ENTROPY, "", "")), Position("master-islands", players=3)
    position.apply(*(NATURE, seal.draw(position, {})[0]))
    stream = stream_of(position)
    assert seal.draw(position, {stream: 0, "all": 9, "1": 5}) == seal.draw(position, {})
    drawn = {seal.draw(position, {stream: n})[0] for n in range(20)}
    assert len(drawn) > 1


# --- forms


def test_secrets_are_of_32_bytes_and_never_the_same() -> None:
    drawn = {new_secret() for _ in range(50)}
    assert len(drawn) == 50
    assert all(len(bytes.fromhex(secret)) == 32 for secret in drawn)


def test_seal_does_not_tell_its_secret() -> None:
    seal = Seal("t", SECRET, (ENTROPY,))
    assert SECRET not in repr(seal)
    assert seal.proof(revealed=False).secret is None
    assert seal.proof(revealed=True).secret == SECRET


@pytest.mark.parametrize("length", [32, 34, 64])
def test_entropy_is_16_to_32_bytes(length: int) -> None:
    entropy = Random(length).randbytes(length // 2).hex()
    assert check_entropy(entropy) == entropy


@pytest.mark.parametrize(
    "text", ["", "00", "0" * 30, "0" * 33, "0" * 66, "A" * 32, "g" * 32, "٣" * 32, " " * 32, None, 7]
)
def test_any_other_entropy_is_refused(text: Any) -> None:
    with pytest.raises(BadProof, match="is not entropy: 16 to 32 bytes"):
        check_entropy(text)


@pytest.mark.parametrize("table", ["", "a b", "a\nb", "é", "x" * 65, None])
def test_table_s_id_is_a_short_word(table: Any) -> None:
    for make in (lambda: commitment_of(table, SECRET), lambda: Seal(table, SECRET, ())):
        with pytest.raises(BadProof, match="is not the id of a table"):
            make()


@pytest.mark.parametrize("secret", ["", SECRET[2:], SECRET + "00", SECRET.upper(), None])
def test_secret_is_of_32_bytes(secret: Any) -> None:
    for make in (lambda: commitment_of("t", secret), lambda: Seal("t", secret, ())):
        with pytest.raises(BadProof, match="is not 32 bytes"):
            make()


def test_seal_takes_no_bad_entropy() -> None:
    with pytest.raises(BadProof):
        Seal("t", SECRET, (ENTROPY, "00"))
