"""What is told of a game file, action by action."""

from __future__ import annotations

from tablier.engine.kernels import PUBLIC
from tablier.record.match import Match
from tablier.serve.api.files import acts


def test_every_action_is_told_and_the_last_of_a_turn_has_the_turn_in_notation() -> None:
    match = Match("war-of-masters")
    for text in ("[3]", "e2-e5", "[1]"):
        match.play(text)
    told = acts(match, PUBLIC, "en")
    assert [act.get("line") for act in told] == [None, "[3] e2-e5", "[1]"]
    assert told[1]["words"].startswith("Red throws 3")


def test_what_was_done_in_secret_is_told_when_it_is_revealed() -> None:
    match = Match("master-citadel")
    while match.turns_finished_at(match.length) == 0:
        seat = match.pending[0]
        match.play(match.legal(seat)[0], seat)
    *before, last = acts(match, 0, "fr")
    assert [act["words"] for act in before] == [""] * len(before)
    assert last["words"]
    assert last["line"] == match.lines()[0]
