"""Nothing leaks: two games that differ only in what a seat cannot know send that seat the same bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tablier.engine.kernels import PUBLIC
from tablier.record import chain
from tablier.serve import journal
from tablier.serve.table import visibility
from tablier.serve.table.events import Ended
from tests.serve import twins
from tests.serve.hosting import House, raw
from tests.serve.twins import LISTENERS, QUESTIONS, SESSIONS, lockstep

STEP = st.tuples(
    st.sampled_from(
        [
            "act",
            "act",
            "act",
            "differ",
            "whisper",
            "aloud",
            "sign",
            "bad",
            "others-bad",
            "again",
            "ask",
            "ask",
            "move",
            "takeback",
        ]
    ),
    st.integers(0, 10_000),
)


@pytest.mark.parametrize("session", SESSIONS)
@given(steps=st.lists(STEP, min_size=5, max_size=40))
@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_two_games_that_differ_in_what_a_seat_cannot_know_send_it_the_same_bytes(
    session: str, steps: list[tuple[str, int]]
) -> None:
    asyncio.run(lockstep(*SESSIONS[session], steps))


def test_the_test_would_see_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """If versions counted what others were told, the test above would fail."""
    from tablier.serve.table import table

    monkeypatch.setattr(table, "who_see", lambda event, audiences: audiences)
    steps = [("act", 1), ("whisper", 1), ("act", 1), ("again", 0)]
    with pytest.raises(AssertionError):
        asyncio.run(lockstep(*SESSIONS["citadel"], steps))


def test_heads_whose_salts_were_known_would_be_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a head fixes is what is hidden: with the real ones, whose salts are the same here, the games differ."""
    monkeypatch.setattr(twins, "unknown_link", chain.link)
    with pytest.raises(AssertionError):
        asyncio.run(lockstep(*SESSIONS["citadel"], [("differ", 7), ("act", 14), ("act", 21)]))


def test_an_answer_over_http_that_told_more_would_be_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file of a game that is on told what others have drawn, the two would differ."""
    monkeypatch.setattr(journal, "game_file", lambda table, audience, signer: str(table.match.actions))
    with pytest.raises(AssertionError):
        asyncio.run(lockstep(*SESSIONS["islands"], [("ask", QUESTIONS.index("/tables/{table}/file"))]))


def test_what_was_whispered_is_the_only_difference_that_an_end_may_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the game is over everybody hears it; that is no leak, and anything else would be."""
    steps = [("aloud", 1), ("whisper", 2), ("end", 0)]
    assert asyncio.run(lockstep(*SESSIONS["citadel"], steps)) > len(LISTENERS)
    more = lambda event, *_: {"unheard": [], "whispers": len(event.unheard)}  # noqa: E731
    monkeypatch.setitem(visibility._TOLD, Ended, more)
    with pytest.raises(AssertionError):
        asyncio.run(lockstep(*SESSIONS["citadel"], steps))


def test_secrets_of_the_server_are_nowhere_in_what_is_sent(tmp_path: Path) -> None:
    """Neither the secret of chance nor anybody's hash is sent while the game is on."""

    async def session() -> None:
        async with House(tmp_path / "a.db") as house:
            id = await house.open("master-islands", ["Ann", "Bob"], options={"players": 2})
            connections = [await house.connect(id, seat) for seat in (0, 1, PUBLIC)]
            live = await house.tables.live(id)
            for _ in range(6):
                await house.play(id, connections[live.table.pending[0]])
            sent = "".join(str(text) for connection in connections for text in raw(connection))
            assert live.table.opened.secret not in sent
            seal = live.table.fairness
            assert live.table.match.head in sent
            assert not any(seal.salt(serial) in sent for serial in range(live.table.match.length + 1))
            for chair in live.table.chairs:
                assert not any(person in sent for person in chair.persons)

    asyncio.run(session())
