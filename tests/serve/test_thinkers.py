"""Bots think on other machines: real processes that are killed, frozen and turned away, and the game goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tablier import __version__
from tablier.bots.question import read_question
from tablier.record.match import Match
from tablier.serve.api import thinkers
from tablier.serve.hatch import ask
from tablier.serve.nodes.peers import THINKER, thinkers_token_of, token_of
from tablier.serve.store import Store
from tests.bots.test_pool import GAME, faulty, noted
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.nodes import PROGRAM, Node
from tests.serve.visiting import START, Person, Server, Socket

HIDDEN = "master-islands"
"""A game in which a seat does not see everything."""

THINK = """
import json, sys
from functools import partial
from tablier.cli import think
from tablier.cli.screen import Screen
command = json.loads(sys.argv[1])
think.Pool = partial(think.Pool, games=["war-of-masters"], command=command, margin=1800)
think.run(think.ThinkArguments((sys.argv[2],), 1, sys.argv[3]), Screen("en"))
"""

ELSEWHERE = PROGRAM.replace("run.Pool = lambda *given, **more: QuickThinkers()\n", "").replace(
    "bot_pause=0", "bot_pause=0, jobs=0"
)


class WithoutThinkers(Server):
    program = f"""
from functools import partial
from tablier.serve import run
run.Pool = partial(run.Pool, margin={PATIENCE})
{START.replace("bot_pause=0", "bot_pause=0, jobs=0")}"""
    """On a busy machine nobody is late, since what is lost is waited for, and not what takes long."""

    @property
    def token(self) -> str:
        return str(ask(self.store, {"do": "token"}, "en")["token"])

    @property
    def thinkers(self) -> dict[str, int]:
        found: dict[str, int] = self.get("/health").json()["thinkers"]
        return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[WithoutThinkers]:
    server = WithoutThinkers(tmp_path / "tables.db")
    yield server
    code, logged = server.stop()
    assert (code, "Traceback" in logged) == (0, False), logged


@contextmanager
def thinking(url: str, token: str, fault: str, notes: Path) -> Iterator[subprocess.Popen[str]]:
    """`tablier think` in a process, with thinkers that note what they are asked."""
    command = [sys.executable, "-c", THINK, json.dumps(faulty(fault, notes)), url, token]
    environment = os.environ | {"TABLIER_JIT": "0"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        sleep(0.02)


def is_ready(server: WithoutThinkers) -> bool:
    return bool(server.get("/health").json()["ready"].get(GAME) == "ready")


def seated(server: Server, game: str = GAME) -> tuple[str, Socket]:
    """Somebody at a table with a bot."""
    ann = Person(server, "Ann")
    table = ann.open(game, ["anyone", "bot"])["table"]
    assert ann.sit(table, 0).status_code == 201
    socket = ann.connect(table, 0, show="legal")
    socket.receive()
    return table, socket


def play_on(socket: Socket) -> None:
    """Play until the bot has been asked, and what it does."""
    acted = _acted(socket)
    while _acted(socket) == acted and socket.now["status"] == "playing":
        if 0 in socket.now["pending"]:
            socket.play(socket.now["legal"][0])
        else:
            socket.receive()


def until_it_is_the_bots_turn(socket: Socket) -> None:
    while 0 in socket.now.get("pending", [0]):
        if socket.now.get("legal"):
            socket.play(socket.now["legal"][0])
        else:
            socket.receive()


def until_the_bot_has_acted(socket: Socket) -> None:
    while not _acted(socket):
        socket.receive()


def _acted(socket: Socket) -> int:
    return sum(event["kind"] == "acted" and event["seat"] == 1 for event in socket.events)


def test_a_server_without_thinkers_plays_by_those_of_another_machine(server: WithoutThinkers, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    assert server.thinkers == {"own": 0, "lent": 0}
    with thinking(server.url, server.token, "", notes):
        until(lambda: is_ready(server))
        table, socket = seated(server)
        for _ in range(3):
            play_on(socket)
        assert "choose" in [line[1] for line in noted(notes)]
        assert len(_asked_about(notes) - {table}) == 1  # they do not know its name
        assert server.thinkers == {"own": 0, "lent": 2}
        told = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
        assert 'tablier_thinkers{whose="lent"} 2.0' in told
        assert ask(server.store, {"do": "glance"}, "en")["running"]["thinkers"] == {"own": 0, "lent": 2}
    until(lambda: server.thinkers["lent"] == 0)
    play_on(socket)  # the stand-in


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_machine_that_is_killed_or_frozen_in_the_middle_of_a_thought_costs_nothing(
    server: WithoutThinkers, tmp_path: Path, how: signal.Signals
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with thinking(server.url, server.token, "stalled everywhere", first) as lost:
        until(lambda: is_ready(server))
        stuck = dict(seated(server) for _ in range(2))  # one for each of its processes
        for socket in stuck.values():
            until_it_is_the_bots_turn(socket)
        until(lambda: len(_asked_about(first)) == len(stuck))
        with thinking(server.url, server.token, "", second):
            _, other = seated(server)
            play_on(other)
            another = _asked_about(second)
            assert len(another) == 1
            lost.send_signal(how)
            for socket in stuck.values():
                until_the_bot_has_acted(socket)
            assert _asked_about(second) == another | _asked_about(first)
            until(lambda: server.thinkers["lent"] == 2)


def _asked_about(notes: Path) -> set[str]:
    return {line[2] for line in noted(notes)}


def test_who_was_frozen_comes_back(server: WithoutThinkers, tmp_path: Path) -> None:
    with thinking(server.url, server.token, "", tmp_path / "notes") as process:
        until(lambda: server.thinkers["lent"] == 2)
        process.send_signal(signal.SIGSTOP)
        until(lambda: server.thinkers["lent"] == 0)
        process.send_signal(signal.SIGCONT)
        until(lambda: server.thinkers["lent"] == 2)


def test_who_has_another_token_is_turned_away(server: WithoutThinkers, tmp_path: Path) -> None:
    for wrong in ("", "x" * 64, server.token[:-1]):
        with pytest.raises(InvalidStatus), connect(_way(server), additional_headers={THINKER: wrong}):
            pass
    with thinking(server.url, "x" * 64, "", tmp_path / "notes") as process:
        _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode
        assert "does not know this token" in told
    assert server.thinkers["lent"] == 0


def test_a_thinker_knows_nothing_that_nodes_know_each_other_by() -> None:
    assert thinkers_token_of(b"secret") != token_of(b"secret")


def _way(server: Server) -> str:
    return f"{server.url.replace('http', 'ws')}{thinkers.PATH}"


def hello(version: str = __version__, name: object = "a", jobs: object = 1) -> str:
    return json.dumps({"thinker": name, "version": version, "jobs": jobs, "quick": 0})


def test_another_version_nonsense_and_who_is_there_already_are_sent_away(server: WithoutThinkers) -> None:
    token = {THINKER: server.token}
    codes = {
        hello("0.0.0"): thinkers.OTHER_VERSION, "[]": thinkers.NONSENSE, "{}": thinkers.NONSENSE,
        "no": thinkers.NONSENSE, "[" * 60_000: thinkers.NONSENSE, hello(name=7): thinkers.NONSENSE,
    }  # fmt: skip
    codes |= {hello(jobs=jobs): thinkers.NONSENSE for jobs in (-5, 0, 1e400, "1", [1], True, thinkers.MOST_JOBS + 1)}
    for first, code in codes.items():
        with connect(_way(server), additional_headers=token) as line:
            line.send(first)
            assert _closed(line) == code
    with connect(_way(server), additional_headers=token) as line, ExitStack() as stack:
        line.send(hello())
        stack.enter_context(beating(line))
        assert "nodes" in json.loads(line.recv())
        with connect(_way(server), additional_headers=token) as other:
            other.send(hello())
            assert _closed(other) == thinkers.HERE_ALREADY
        line.send('{"worker": 7, "taken": true}')
        assert _closed(line) == thinkers.NONSENSE


def test_there_are_so_many_thinkers_and_no_more(server: WithoutThinkers) -> None:
    with connected(server) as line, ExitStack() as stack:
        line.send(hello(jobs=thinkers.MOST_JOBS))
        stack.enter_context(beating(line))
        until(lambda: server.thinkers["lent"] == thinkers.MOST_JOBS)
        with connected(server) as other:
            other.send(hello(name="b"))
            assert _closed(other) == thinkers.ENOUGH


class Strict(WithoutThinkers):
    program = f"""
from tablier.serve.api import thinkers
thinkers.ARRIVALS = (0.0, 3.0)
{WithoutThinkers.program}"""


def test_who_comes_again_and_again_is_told_to_come_later_and_the_log_does_not_speak_of_it(tmp_path: Path) -> None:
    server = Strict(tmp_path / "tables.db")
    codes = []
    for _ in range(6):
        with connected(server) as line:
            line.send(hello())
            with suppress(ConnectionClosed):  # it may be sent away by then
                line.send("nonsense")
            codes.append(_closed(line))
    assert codes == [thinkers.NONSENSE] * 3 + [thinkers.ENOUGH] * 3
    _, logged = server.stop()
    assert logged.count("are gone") == 3


def connected(server: WithoutThinkers) -> ClientConnection:
    return connect(_way(server), additional_headers={THINKER: server.token})


def _closed(line: ClientConnection) -> int | None:
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@contextmanager
def beating(line: ClientConnection) -> Iterator[None]:
    """Say all the while that one is there, and prepared."""
    over = Event()

    def beat() -> None:
        with suppress(ConnectionClosed):
            while not over.wait(0.3):
                line.send(json.dumps({"prepared": [HIDDEN], "quickly": []}))

    thread = Thread(target=beat)
    thread.start()
    yield
    over.set()
    thread.join()


def test_of_a_game_nothing_goes_to_another_machine_but_what_the_asked_seat_sees(server: WithoutThinkers) -> None:
    match = Match(HIDDEN, seed=1)
    assert match.current.to_bytes() != match.view(1).to_bytes()  # there is something to hide
    with connect(_way(server), additional_headers={THINKER: server.token}) as line, ExitStack() as stack:
        line.send(hello())
        stack.enter_context(beating(line))
        until(lambda: server.get("/health").json()["ready"].get(HIDDEN) == "ready")
        table, socket = seated(server, HIDDEN)
        until_it_is_the_bots_turn(socket)
        asked = next(message for message in map(json.loads, line) if "request" in message)
        assert table not in json.dumps(asked)  # who has its name can watch it
        assert asked.keys() == {"id", "worker", "lease", "request"}
        assert asked["request"].keys() == {"do", "jobs", "question"}
        question = read_question(asked["request"]["question"])
        assert question.seat == 1
        assert question.position().view(1).to_bytes() == b64decode(asked["request"]["question"]["view"])
        answer = question.position().legal(1)[-1]
        line.send(json.dumps({"id": asked["id"], "answer": answer}))
        until_the_bot_has_acted(socket)


def test_by_one_node_thinkers_find_the_others(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        where = postgres.new_database()
        nodes = [Node(where, ELSEWHERE) for _ in range(2)]
        store = Store(where)
        store.open()
        token = thinkers_token_of(store.signer())
        store.close()
        for node in nodes:
            await node.start()
        try:
            with thinking(nodes[0].url, token, "", tmp_path / "notes"):
                await asyncio.to_thread(until, lambda: [_lent(node) for node in nodes] == [2, 2])
                nodes[0].kill()
                await asyncio.to_thread(until, lambda: _lent(nodes[1]) == 2)
                await nodes[0].start()
                await asyncio.to_thread(until, lambda: _lent(nodes[0]) == 2)
        finally:
            for node in nodes:
                node.kill()

    asyncio.run(main())


def _lent(node: Node) -> int:
    found: int = httpx.get(f"{node.url}/api/v1/health", timeout=PATIENCE).json()["thinkers"]["lent"]
    return found
