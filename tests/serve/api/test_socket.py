"""The WebSocket, by a real server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

import tablier
from tablier.engine.position import Position
from tablier.engine.registry import find
from tests.patience import PATIENCE
from tests.serve.visiting import Person, Server, Socket


def seated(server: Server, game: str = "war-of-masters") -> tuple[str, Person, Person]:
    """A table with Ann and Bob."""
    ann, bob = Person(server), Person(server, "Bob")
    table = ann.open(game, ["me", "anyone"])["table"]
    ann.sit(table, 0)
    bob.sit(table, 1)
    return table, ann, bob


def test_a_game_between_two_with_a_third_watching(server: Server) -> None:
    table, ann, bob = seated(server)
    sockets = [ann.connect(table, 0, show="legal"), bob.connect(table, 1, show="legal"), Person(server).connect(table)]
    for socket in sockets:
        socket.until("events")
    for number in range(40):
        if sockets[0].now["status"] == "over":
            break
        (seat,) = sockets[0].now["pending"]
        mover = sockets[seat]
        while not mover.now["legal"]:
            mover.receive()
        legal = mover.now["legal"]
        assert mover.play(legal[number % len(legal)])["type"] == "done"
        for socket in sockets:
            while socket.version < mover.version:
                socket.receive()
    stories = [[(event["version"], event["kind"]) for event in socket.events] for socket in sockets]
    assert stories[0] == stories[1] == stories[2]
    assert stories[0] == list({version: (version, kind) for version, kind in stories[0]}.values())


@pytest.mark.parametrize("game", tablier.games())
def test_changes_make_the_same_pictures_with_fewer_bytes(server: Server, game: str) -> None:
    seats = Position(find(game)).seats
    ann = Person(server)
    table = ann.open(game, ["me"] * len(seats))["table"]
    for seat in range(len(seats)):
        ann.sit(table, seat)
    sockets = [ann.connect(table, seat, show="legal") for seat in range(len(seats))]
    whole, changes = (ann.connect(table, 0, show=show) for show in ("scene", "changes"))
    known: dict[str, Any] = {}
    for socket in (*sockets, whole, changes):
        socket.until("events")
    for number in range(25):
        known = made_whole(changes.now["scene"], known)
        assert known == whole.now["scene"]
        if not (pending := whole.now["pending"]):
            break
        mover = sockets[pending[0]]
        while not mover.now["legal"]:
            mover.receive()
        mover.play(mover.now["legal"][number % len(mover.now["legal"])])
        for socket in (whole, changes):
            socket.until("events")
    assert sum(map(len, changes.raw[1:])) < 0.6 * sum(map(len, whole.raw[1:]))


def made_whole(scene: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """A scene of which only the changes were sent, as docs/server.md says to read it."""
    before, items = known.get("items", []), list[Any]()
    for item in scene["items"]:
        items += before[item[0] :][: item[1]] if isinstance(item, list) else [item]
    parts = {**known, **scene}
    return {name: part for name, part in parts.items() if part is not None} | {"items": items}


def test_who_was_away_gets_what_they_missed(server: Server) -> None:
    table, ann, bob = seated(server, "maestria")
    first, second = ann.connect(table, 0, show="legal"), bob.connect(table, 1)
    first.until("events")
    second.until("events")
    second.close()
    for _ in range(3):
        first.play(first.now["legal"][0])
    again = bob.connect(table, 1, after=second.version)
    again.until("events")
    assert [event["version"] for event in again.events] == [second.version + 1, second.version + 2, second.version + 3]
    assert again.version == first.version


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    try:
        table, ann, _ = seated(server, "maestria")
        socket = ann.connect(table, 0, show="legal")
        socket.until("events")
        for _ in range(3):
            assert socket.play(socket.now["legal"][0])["type"] == "done"
            events = list(socket.events)
            command = {"id": f"play-{socket.count}", "do": "play", "version": 1, "action": "?"}
            server.kill()
            port = int(server.url.rsplit(":", 1)[1])
            server = Server(tmp_path / "tables.db", port)
            socket = _again(server, ann, table, socket)
            assert socket.events == events
            socket.connection.send(json.dumps(command))  # sent again, as it was not known whether it had arrived
            assert socket.until("done")["id"] == command["id"]
    finally:
        server.kill()


def _again(server: Server, person: Person, table: str, before: Socket) -> Socket:
    person.server = server
    socket = person.connect(table, 0, show="legal")
    socket.count = before.count
    socket.until("events")
    return socket


@pytest.mark.parametrize(
    "query", ["seat=0", "seat=x", "seat=-1", "seat=99", "show=everything", "after=-1", "lang=xx", "after=१"]
)
def test_what_is_not_one_s_own_or_not_right_is_refused_and_closed(server: Server, query: str) -> None:
    table, _, _ = seated(server)
    url = f"{server.api.replace('http', 'ws')}/tables/{table}/socket?{query}"
    with connect(url, open_timeout=PATIENCE) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "refused"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4400


@pytest.mark.parametrize(
    ("query", "accepted", "words"),
    [("", "fr", "ce n’est pas à vous de le faire"), ("&lang=en", "fr", "it is for somebody else to do")],
)
def test_a_connection_is_refused_in_the_language_of_who_asks(
    server: Server, query: str, accepted: str, words: str
) -> None:
    table, _, _ = seated(server)
    url = f"{server.api.replace('http', 'ws')}/tables/{table}/socket?seat=0{query}"
    with connect(url, additional_headers={"Accept-Language": accepted}) as socket:
        assert json.loads(socket.recv(10))["words"] == words


def test_pages_of_others_cannot_connect(server: Server) -> None:
    table, ann, _ = seated(server)
    url = f"{server.api.replace('http', 'ws')}/tables/{table}/socket?seat=0"
    headers = {"Authorization": f"Bearer {ann.secret}"}
    with connect(
        url, origin=Origin("https://evil.example"), additional_headers=headers, open_timeout=PATIENCE
    ) as socket:
        assert json.loads(socket.recv(PATIENCE))["code"] == "seat/not-yours"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
COMMANDS = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["play", "say", "resign?", "takeback", "answer", "leave", "replace", "come-back", "rematch"]
        )
    },
    optional={
        "id": st.text(max_size=70) | st.integers(),
        "version": st.integers(-1, 1 << 70) | st.text(max_size=3),
        "action": st.text(max_size=220),
        "kind": st.sampled_from(["text", "gesture", "offer", "accept", "refuse", "shout"]),
        "body": st.text(max_size=600),
        "to": st.lists(st.integers(-2, 9), max_size=9) | st.none(),
        "agrees": st.booleans() | st.none(),
        "seat": st.integers(-2, 1 << 40),
        "level": st.integers(-1, 10),
    },
)


@given(texts=st.lists(st.one_of(COMMANDS.map(json.dumps), JSON.map(json.dumps), st.text(max_size=100)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_is_sent_is_answered_and_the_game_goes_on(server: Server, texts: list[str]) -> None:
    table, ann = _fuzzed(server)
    socket = ann.connect(table, 0)
    socket.until("events")
    for text in texts:
        socket.connection.send(text)
        answer = socket.receive()
        while answer["type"] in ("events", "presence"):
            answer = socket.receive()
        assert answer["type"] in ("refused", "done", "pong")
        assert ann.secret not in json.dumps(answer)
    socket.connection.send('{"do":"ping"}')
    socket.until("pong")
    socket.close()


_TABLES: dict[str, tuple[str, Person]] = {}


def _fuzzed(server: Server) -> tuple[str, Person]:
    if server.url not in _TABLES:
        table, ann, _ = seated(server, "maestria")
        _TABLES[server.url] = table, ann
    return _TABLES[server.url]


@given(st.binary(max_size=2000))
@settings(max_examples=20, deadline=None)
def test_bytes_are_refused_and_the_connection_lives(server: Server, noise: bytes) -> None:
    table, ann = _fuzzed(server)
    socket = ann.connect(table, 0)
    socket.until("events")
    socket.connection.send(noise)
    assert socket.until("refused")["code"] == "request/invalid"
    socket.close()


def test_too_long_a_message_is_refused(server: Server) -> None:
    table, ann = _fuzzed(server)
    socket = ann.connect(table, 0)
    socket.until("events")
    socket.connection.send("x" * 20_000)
    assert socket.until("refused")["code"] == "request/invalid"
    socket.connection.send("x" * 200_000)
    with pytest.raises(ConnectionClosed):
        socket.until("never")
