"""A proof fixes the whole game: whatever is altered in a file is found out, also by who makes every hash anew."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from hmac import digest as hmac
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import Match, games
from tablier.engine.errors import BadProof
from tablier.engine.kernels import NATURE
from tablier.language import LANGUAGES
from tablier.record.chain import Chain, link
from tablier.record.chance import Seal, Terms
from tablier.record.fairness import Verdict, verify
from tablier.record.hashes import commitment_of, people_of, pledge_of, setup_of
from tablier.record.match import End
from tablier.record.proof import Proof
from tablier.record.signature import Signer, is_signed
from tests.sealed import SIGNER, fixed_game, sealed_game, signed

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in games()),
    ("master-islands", {"players": 4}),
]

kept = cache(fixed_game)


def codes(verdict: Verdict) -> set[str]:
    return {problem.code for problem in verdict.problems}


@cache
def war() -> str:
    """A game of War of Masters that ended by its rules."""
    return signed(fixed_game("war-of-masters", 1))


@cache
def given_up() -> str:
    """One in which Ann, who is red, resigned."""
    return signed(fixed_game("war-of-masters", 2, most=30))


# --- what is fixed verifies


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_whole_game_verifies_and_each_point_is_told(name: str, options: dict[str, Any]) -> None:
    match = fixed_game(name, 1, **options)
    verdict = verify(signed(match))
    assert verdict.ok, verdict.problems
    assert verdict.covers_all
    assert verdict.givers == match.seats[::2]
    for lang in LANGUAGES:
        told = [point[lang] for point in verdict.points]
        assert len(set(told)) == 9
        assert any(str(match.length) in words for words in told)


def test_file_is_the_same_when_it_is_read_and_written_again() -> None:
    assert str(Match.loads(war())) == war()
    assert str(Match.loads(given_up())) == given_up()


def test_game_that_somebody_gave_up_verifies() -> None:
    assert "ended: red resigned\n" in given_up()
    assert verify(given_up()).ok


def test_old_proof_is_still_read_and_it_is_told_that_it_fixes_chance_alone() -> None:
    old = str(sealed_game("war-of-masters", 1))
    verdict = verify(old)
    assert verdict.ok
    assert not verdict.covers_all
    renamed = old.replace("\n\n1. ", "\nseat red: Somebody else\n\n1. ", 1)
    assert verify(renamed).ok, "which is why there is another proof"


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_program_written_from_the_page_finds_the_same_chain(name: str, options: dict[str, Any]) -> None:
    """docs/fairness.md, without any of our own hashes."""
    match = fixed_game(name, 2, **options)
    proof = match.proof
    assert proof
    assert proof.fixed
    assert proof.secret

    def sha(*lines: str) -> str:
        return sha256("\n".join(("tablier fair 2", *lines)).encode()).hexdigest()

    setup = sha("setup", name, *(f"{option}: {value}" for option, value in match.options.items()))
    people = sha("people", *(match.names.get(seat, "") for seat in match.seats))
    commitment = sha("commitment", proof.table, proof.secret)
    parts = [f"{pledge} {given}".strip() for pledge, given in zip(proof.fixed.pledges, proof.entropies, strict=True)]
    lines = "tablier fair 2", "seal", proof.table, commitment, setup, people, *parts
    transcript = "\n".join(lines).encode()
    key = hmac(bytes.fromhex(proof.secret), transcript, "sha256")
    head = sha256(transcript).hexdigest()
    assert head == proof.seal
    for serial, move in enumerate(match.moves):
        salt = hmac(key, f"salt/{serial}".encode(), "sha256").hex()
        head = sha("action", head, str(serial), str(move.seat), move.text, salt)
    assert head == proof.fixed.actions
    result = str(match).strip().rpartition("result: ")[2]
    assert sha("end", head, str(match.length), "rules", result) == proof.fixed.end


# --- whatever is altered is found out


def swap_turns(text: str) -> str:
    """Two actions change their places, where both may be played at either."""
    match = Match.loads(text)
    actions = match.actions
    for place, later in itertools.combinations(range(match.length), 2):
        if actions[place][0] == actions[later][0] != NATURE and actions[place] != actions[later]:
            swapped = [*actions]
            swapped[place], swapped[later] = actions[later], actions[place]
            if other := replayed(match, swapped):
                return other
    raise AssertionError("no two actions can be swapped")


def other_action(text: str) -> str:
    match = Match.loads(text)
    for place in range(match.length - 1, -1, -1):
        seat, action = match.actions[place]
        position = match.at(place)
        for other in position.actions(seat) if seat != NATURE else ():
            actions = [*match.actions[:place], (seat, other), *match.actions[place + 1 :]]
            if other != action and (changed := replayed(match, actions)):
                return changed
    raise AssertionError("no action can be another")


def replayed(match: Match, actions: list[tuple[int, int]]) -> str | None:
    """The game with other actions, and the proof as it was; None where the rules forbid it."""
    try:
        other = Match.replayed(
            match.game, match.options, actions, names=match.names, proof=match.proof, ended=match.ended
        )
    except ValueError:
        return None
    return str(other)


def added_action(text: str) -> str:
    match = Match.loads(text)
    position = match.at(match.length)
    seat = position.pending[0]
    more = (seat, next(iter(position.outcomes())) if seat == NATURE else position.actions(seat)[0])
    changed = replayed(match, [*match.actions, more])
    assert changed
    return changed


def removed_action(text: str) -> str:
    match = Match.loads(text)
    changed = replayed(match, match.actions[:-1])
    assert changed
    return changed


def sub(old: str, new: str) -> Callable[[str], str]:
    def altered(text: str) -> str:
        changed, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
        assert count
        assert changed != text
        return changed

    return altered


ALTERATIONS: dict[str, tuple[Callable[[str], str], str]] = {
    "a name": (sub("^seat red: Ann$", "seat red: Eve"), "fair/people"),
    "the order of the players": (sub("^seat red: Ann$", "seat brown: Ann"), "fair/people"),
    "a player more": (sub("^(seat red: Ann)$", r"\1\nseat brown: Kasparov"), "fair/people"),
    "a player less": (sub("^seat red: Ann\n", ""), "fair/people"),
    "an option": (sub("^max_turns: 1000$", "max_turns: 900"), "fair/setup"),
    "an action": (other_action, "fair/actions"),
    "an action added": (added_action, "fair/actions"),
    "an action removed": (removed_action, "fair/length"),
    "two actions swapped": (swap_turns, "fair/actions"),
    "who resigned": (sub("^ended: red resigned$", "ended: brown resigned"), "fair/end"),
    "how it ended": (sub("^ended: red resigned$", "ended: red time"), "fair/end"),
    "the result": (sub("^result: 0 1$", "result: 1 0"), "fair/end"),
    "the ending left out": (
        lambda text: sub("^result: 0 1$", "result: *")(sub("^ended: red resigned\n", "")(text)),
        "fair/end",
    ),
    "what a seat gave": (sub("^entropy red: ..", "entropy red: 00"), "fair/seal"),
    "a pledge": (sub("^pledge red: ..", "pledge red: 00"), "fair/seal"),
    "the table": (sub("^table: table-2$", "table: table-3"), "fair/seal"),
    "an action that was taken back": (sub("^(proof turns:)", r"proof taken_back: 3+1\n\1"), "fair/actions"),
    "the version of the proof": (sub("^proof version: 2\n", ""), "fair/bad-file"),
    "the mark of a turn": (sub("^(proof turns: )....", r"\g<1>xxxx".replace("x", "0")), "fair/marks"),
    "the proof made an old one": (lambda text: re.sub("(?m)^(?:proof|pledge) .*\n", "", text), "fair/commitment"),
    "the signature": (sub("^proof signature: ..", "proof signature: 00"), "fair/signature"),
    "the signature left out": (sub("^proof signature: .*\n", ""), "fair/no-signature"),
    "the key of another server": (
        sub("^proof server: .*$", f"proof server: {Signer(bytes(32)).key}"),
        "fair/signature",
    ),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_alteration_is_found_out_and_named(what: str) -> None:
    alter, code = ALTERATIONS[what]
    verdict = verify(alter(given_up()))
    assert not verdict.ok
    assert code in codes(verdict), codes(verdict)
    assert all(problem.words[lang] for problem in verdict.problems for lang in LANGUAGES)


@pytest.mark.parametrize("what", ["an action", "an action added", "two actions swapped"])
def test_altered_turn_is_named(what: str) -> None:
    alter, _ = ALTERATIONS[what]
    altered = alter(given_up())
    before, after = Match.loads(given_up()).lines(), Match.loads(altered).lines()
    first = next(i for i, (one, other) in enumerate(zip(before, after, strict=False), start=1) if one != other)
    [problem] = [problem for problem in verify(altered).problems if problem.code == "fair/actions"]
    assert problem.turn == first
    assert altered.splitlines()[problem.line - 1].startswith(f"{first}. ")


def test_turns_cut_off_at_the_end_are_missed() -> None:
    match = Match.loads(given_up())
    turns = match.turns()
    changed = replayed(match, match.actions[: turns[-2].end])
    assert changed
    assert "fair/length" in codes(verify(changed))


def test_throw_that_is_altered_is_found_out_twice() -> None:
    """By the seal, and by the chain."""
    match = Match.loads(given_up())
    place = max(i for i, (seat, _) in enumerate(match.actions) if seat == NATURE)
    action = match.actions[place][1]
    others = [(NATURE, other) for other in match.at(place).outcomes() if other != action]
    changed = next(filter(None, (replayed(match, [*match.actions[:place], other]) for other in others)))
    assert codes(verify(changed)) >= {"fair/draw", "fair/actions"}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_one_other_character_anywhere_is_found_out_or_says_the_same(data: st.DataObject) -> None:
    text = signed(kept(data.draw(st.sampled_from(games())), 1))
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("0123456789abcdef*: -[]+RYnx"))
    altered = text[:place] + other + text[place + 1 :]
    if verify(altered).ok:
        assert str(Match.loads(altered)) == text


# --- by who makes every hash anew


def forged(text: str, **changes: Any) -> str:
    """The same game with something altered, and a proof that fits, made by somebody who has the file and no key."""
    match = Match.loads(text)
    proof = match.proof
    assert proof
    assert proof.fixed
    assert proof.secret
    names = changes.get("names", match.names)
    terms = Terms(
        setup_of(match.game.name, match.options),
        people_of(names.get(seat, "") for seat in match.seats),
        proof.fixed.pledges,
    )
    seal = Seal(proof.table, proof.secret, proof.entropies, terms=terms)
    other = Match(match.game, names=names, **dict[str, Any](match.options))
    other.begin(seal)
    for seat, action in changes.get("actions", match.actions):
        other.append(seat, action)
    if ended := changes.get("ended", match.ended):
        other.end(ended)
    file = other.file()
    file.proof |= {"server": proof.fixed.server, "signature": proof.fixed.signature}
    return str(file)


FORGERIES: dict[str, dict[str, Any]] = {
    "result": {"ended": End("resigned", (1, 0), 1)},  # type: ignore[arg-type]
    "how": {"ended": End("time", (0, 1), 0)},  # type: ignore[arg-type]
    "actions": {"actions": Match.loads(signed(fixed_game("war-of-masters", 2, most=30))).actions[:-1]},
}


def test_nothing_is_altered_and_every_hash_made_anew_verifies() -> None:
    assert verify(forged(given_up())).ok


@pytest.mark.parametrize("what", FORGERIES)
def test_who_makes_every_hash_anew_cannot_sign(what: str) -> None:
    assert codes(verify(forged(given_up(), **FORGERIES[what]))) == {"fair/signature"}


def test_who_gives_another_name_would_need_other_dice() -> None:
    """A name is in the seal, and the seal in the throws: what was thrown is not what this seal gives."""
    verdict = verify(forged(given_up(), names={"red": "Eve"}))
    assert codes(verdict) == {"fair/draw", "fair/signature"}


def test_who_signs_with_a_key_of_their_own_is_found_out_by_who_noted_that_of_the_server() -> None:
    thief = Signer(b"k" * 32)
    file = Match.loads(forged(given_up(), ended=End("time", (0, 1), 0))).file()  # type: ignore[arg-type]
    file.proof |= {"server": thief.key, "signature": thief.sign(file.proof["end"])}
    assert verify(str(file)).ok, "it is a game of another server, as far as one can see"
    assert codes(verify(str(file), noted=[SIGNER.key])) == {"fair/noted"}


def test_server_that_rewrites_a_game_is_found_out_by_who_noted_a_head() -> None:
    """It has the key, and can sign what it likes; but the heads were told while the game was on."""
    match = Match.loads(given_up())
    assert match.proof
    heads = heads_of(match.proof, match)
    assert verify(given_up(), noted=[heads[7], match.proof.seal, SIGNER.key]).ok
    file = Match.loads(forged(given_up(), actions=match.actions[:-1])).file()
    file.proof |= {"server": SIGNER.key, "signature": SIGNER.sign(file.proof["end"])}
    assert verify(str(file)).ok
    assert verify(str(file), noted=[heads[7]]).ok, "which came before what was rewritten"
    assert codes(verify(str(file), noted=[heads[-1]])) == {"fair/noted"}


def heads_of(proof: Proof, match: Match) -> list[str]:
    assert proof.fixed
    assert proof.secret
    terms = Terms(proof.fixed.setup, proof.fixed.people, proof.fixed.pledges)
    chain = Chain(Seal(proof.table, proof.secret, proof.entropies, terms=terms))
    for move in match.moves:
        chain.add(move.seat, move.text)
    return [head.hex() for head in chain.heads]


# --- taking back


def test_what_was_taken_back_is_in_the_file_and_fixed() -> None:
    match = fixed_game("master-citadel", 3, most=6)
    match.undo()  # the ending
    match.undo()
    match.undo()
    for seat in (*match.pending, *match.pending):
        if seat in match.pending:
            match.play(match.legal(seat)[0], seat)
    match.end(End("resigned", (1, 0, 0, 0), 3))  # type: ignore[arg-type]
    text = signed(match)
    assert "proof taken_back: 4+2\n" in text
    assert verify(text).ok
    assert not verify(text.replace("proof taken_back: 4+2\n", "")).ok
    assert not verify(text.replace("4+2", "4+1")).ok
    assert not verify(text.replace("4+2", "4+2 900+1")).ok


def test_head_that_was_noted_before_a_takeback_accuses_nobody_flatly() -> None:
    """The file has no head of what was taken back: such a note is not told from one of another game."""
    match = fixed_game("master-citadel", 3, most=6)
    match.undo()  # the ending
    assert match.chain
    heads = [head.hex() for head in match.chain.heads]
    match.undo()
    match.end(End("resigned", (1, 0, 0, 0), 3))  # type: ignore[arg-type]
    text = signed(match)
    assert verify(text, noted=[heads[-2]]).ok
    (problem,) = verify(text, noted=[heads[-1]]).problems
    assert problem.code == "fair/noted-or-taken-back"
    assert problem.words["en"].endswith("not of this game, or it is of an action that was taken back")


def test_taken_back_at_the_very_end_is_in_the_file_too() -> None:
    match = fixed_game("master-citadel", 3, most=6)
    match.undo()
    match.undo()
    match.end(End("resigned", (1, 0, 0, 0), 3))  # type: ignore[arg-type]
    text = signed(match)
    assert "proof taken_back: 5+1\n" in text
    assert verify(text).ok
    assert codes(verify(text.replace("proof taken_back: 5+1\n", ""))) == {"fair/end"}


def test_same_action_played_again_has_another_head() -> None:
    """Who sees the heads does not see that somebody has chosen in secret what they had chosen before."""
    match = fixed_game("master-citadel", 3, most=6)
    match.undo()
    before, move = match.head, match.moves[-1]
    match.undo()
    match.play(move.text, move.seat)
    assert match.moves[-1] == move
    assert match.head != before


# --- what a head tells


def test_head_cannot_be_found_by_trying_every_action_without_its_salt() -> None:
    match = fixed_game("master-citadel", 3, most=3)
    seal, chain = match.chance, match.chain
    assert isinstance(seal, Seal)
    assert chain
    move, before, after = match.moves[2], chain.heads[2].hex(), chain.heads[3]
    texts = match.at(2).legal(move.seat)
    assert len(texts) > 10
    tried = {link(before, 2, move.seat, text, salt) for text in texts for salt in ("", "0" * 64, before, seal.seal)}
    assert after not in tried
    assert after in {link(before, 2, move.seat, text, seal.salt(2)) for text in texts}, "with it, it can"


def test_salts_are_32_bytes_each_another_and_none_of_them_in_the_file_of_a_game_that_is_on() -> None:
    seal = fixed_game("master-citadel", 3, most=3).chance
    assert isinstance(seal, Seal)
    salts = {seal.salt(serial) for serial in range(1000)}
    assert len(salts) == 1000
    assert all(re.fullmatch("[0-9a-f]{64}", salt) for salt in salts)


# --- the parts


def test_pledge_of_one_seat_is_not_that_of_another() -> None:
    entropy = "ab" * 16
    assert len({pledge_of("t", 0, entropy), pledge_of("t", 1, entropy), pledge_of("u", 0, entropy)}) == 3


def test_commitment_of_one_scheme_is_not_that_of_the_other() -> None:
    assert commitment_of("t", "00" * 32) != commitment_of("t", "00" * 32, 2)


def test_changed_reveal_is_found_out() -> None:
    """A server that takes other entropy than was pledged."""
    match = kept("war-of-masters", 1)
    seal = match.chance
    assert isinstance(seal, Seal)
    other = replace(seal, entropies=("cd" * 16, ""))
    changed = Match(match.game, chance=other, names=match.names)
    assert "fair/pledge" in codes(verify(str(changed)))


def test_who_pledged_and_did_not_give_is_told() -> None:
    seal = kept("war-of-masters", 1).chance
    assert isinstance(seal, Seal)
    match = Match("war-of-masters", chance=replace(seal, entropies=("", "")), names={"red": "Ann"})
    match.end(End("resigned", (0, 1), 0))  # type: ignore[arg-type]
    verdict = verify(signed(match))
    assert verdict.ok
    assert (verdict.givers, verdict.withheld) == ((), ("red",))


def test_proof_has_the_pledges_of_all_seats() -> None:
    proof = kept("war-of-masters", 1).proof
    assert proof
    assert proof.fixed
    with pytest.raises(BadProof, match="pledges of 2 seats"):
        Match("war-of-masters", proof=replace(proof, fixed=replace(proof.fixed, pledges=("",))))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("proof version: 3", "a version of proofs that we know"),
        ("proof marks: 0000", "is no part of a proof"),
        ("proof turns: 00", "the marks of turns"),
        ("proof taken_back: 3", "where actions were taken back"),
        ("pledge blue: 00", "is no seat of this game"),
        ("pledge red: 00", "is not 32 bytes"),
        (f"pledge red: {'0' * 64}", "'proof version: ...' is missing"),
    ],
)
def test_what_no_proof_is_made_of_is_refused(line: str, told: str) -> None:
    verdict = verify(f"tablier 1\ngame: war-of-masters\ntable: t\ncommitment: {'0' * 64}\nseal: {'0' * 64}\n{line}\n")
    assert codes(verdict) == {"fair/bad-file"}
    assert told in verdict.problems[0].words["en"]


def test_signature_is_ed25519() -> None:
    """RFC 8032, section 7.1, test 1: the key."""
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert Signer(secret).key == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert is_signed("ab", Signer(secret).key, Signer(secret).sign("ab"))
    assert not is_signed("ac", Signer(secret).key, Signer(secret).sign("ab"))
    assert not is_signed("ab", "ff" * 32, Signer(secret).sign("ab"))
