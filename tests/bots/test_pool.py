"""Bots think in other processes. Whatever becomes of those, the server gets a legal action."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tablier.bots import kept, thinker
from tablier.bots.player import Player
from tablier.bots.pool import Pool
from tablier.bots.question import Question, read_question, write_question
from tablier.engine.talk import Message
from tablier.record.match import Match
from tablier.work.workers import Asker
from tests.patience import PATIENCE

T = TypeVar("T")

GAME = "war-of-masters"
TALKING = "master-citadel"
FAULTY = Path(__file__).with_name("faulty.py")

OFFER = Message(1, (0,), "offer", "10 S")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where compiled code is not the point, nothing is compiled."""
    monkeypatch.setenv("TABLIER_JIT", "0")


def run(work: Callable[[Pool], Awaitable[T]], game: str = GAME, **given: Any) -> T:
    """Let pool be asked, and stop them."""

    async def whole() -> T:
        pool = Pool(games=[game], **given)
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(pool)
        finally:
            await pool.stop()

    return asyncio.run(whole())


async def until_ready(pool: Pool) -> None:
    while "ready" not in pool.readiness.values():
        await asyncio.sleep(0.02)


async def until_asked(notes: Path) -> None:
    while not noted(notes):
        await asyncio.sleep(0.02)


def noted(notes: Path) -> list[list[str]]:
    return [line.split() for line in notes.read_text().splitlines()] if notes.exists() else []


def faulty(fault: str, *notes: Path) -> tuple[str, ...]:
    return sys.executable, str(FAULTY), fault, *map(str, notes)


def question(table: str = "a", *, game: str = GAME, level: int = 1, **given: Any) -> Question:
    match = Match(game, seed=1)
    view = match.view(match.pending[0] if game == GAME else 0)
    seat = view.viewer
    assert seat is not None
    return Question(table, seat, game, dict(match.options), view.to_bytes(), level, **given)


def is_legal(asked: Question, action: str) -> bool:
    return action in asked.position().legal(asked.seat)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- questions --------------------------------------------------------------------------------------------------------


def test_question_crosses_unchanged() -> None:
    asked = question(game=TALKING, heard=(OFFER,), seconds=0.5, seed=3)
    assert read_question(json.loads(json.dumps(write_question(asked)))) == asked


def test_view_in_a_question_is_the_view_of_its_seat() -> None:
    match = Match(GAME, seed=1, path="leap")
    view = match.view(1)
    seen = Question("a", 1, GAME, dict(match.options), view.to_bytes(), 1).position()
    assert seen == view
    assert (seen.viewer, seen.options) == (1, view.options)


def test_view_of_another_length_is_refused() -> None:
    asked = question()
    with pytest.raises(ValueError, match="buffer size"):
        Question("a", asked.seat, GAME, asked.options, asked.view[:-4], 1).position()


# --- answers ----------------------------------------------------------------------------------------------------------


def test_action_is_legal_and_the_same_for_the_same_view_level_and_seed() -> None:
    async def work(pool: Pool) -> list[str]:
        await until_ready(pool)
        return [await pool.choose(question(table, seed=5)) for table in "ab"]

    one, other = run(work)
    assert is_legal(question(), one)
    assert one == other


def test_works_on_uvloop() -> None:
    uvloop = pytest.importorskip("uvloop")

    async def whole() -> str:
        pool = Pool(games=[GAME], command=faulty("dead"))
        await pool.start()
        await until_ready(pool)
        try:
            return await pool.choose(question("faulty"))
        finally:
            await pool.stop()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert is_legal(question(), runner.run(whole()))


def test_seat_that_is_not_to_act_is_not_asked() -> None:
    match = Match(GAME, seed=1)
    other = 1 - match.pending[0]
    asked = Question("a", other, GAME, dict(match.options), match.view(other).to_bytes(), 1)
    with pytest.raises(ValueError, match="to act"):
        asyncio.run(Pool(games=[GAME]).choose(asked))


def test_without_any_process_there_is_a_legal_action_still() -> None:
    assert is_legal(question(), asyncio.run(Pool(games=[GAME]).choose(question())))
    assert is_legal(question(), run(lambda pool: pool.choose(question()), command=("/nowhere/at-all",)))


def test_server_needs_neither_numba_nor_search() -> None:
    code = "import sys, tablier.serve.run; sys.exit(bool({'numba', 'tablier.search'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["garbage", "another question", "endless line", "deep", "illegal"])
def test_nonsense_is_not_taken_for_an_answer_and_its_process_is_replaced(fault: str) -> None:
    async def work(pool: Pool) -> None:
        await until_ready(pool)
        before = pool.workers["thinker 1"]
        assert is_legal(question(), await pool.choose(question("faulty")))
        while not pool.can_answer(GAME):
            await asyncio.sleep(0.02)
        assert pool.workers["thinker 1"] != before
        assert is_legal(question(), await pool.choose(question("b")))

    run(work, command=faulty(fault))


@pytest.mark.parametrize("fault", ["dead always", "no text always"])
def test_when_nobody_answers_any_legal_action_is_taken(fault: str) -> None:
    async def work(pool: Pool) -> str:
        await until_ready(pool)
        return await pool.choose(question("faulty"))

    assert is_legal(question(), run(work, command=faulty(fault)))


def test_killed_process_is_replaced_and_its_question_answered(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        answer = asyncio.create_task(pool.choose(question("faulty")))
        await until_asked(notes)
        pid = pool.workers["thinker 1"]
        os.kill(pid, signal.SIGKILL)
        assert is_legal(question(), await answer)
        while pool.workers.get("thinker 1", pid) == pid:
            await asyncio.sleep(0.02)

    run(work, command=faulty("stalled", notes))


def test_process_killed_while_nobody_asks_it_is_replaced() -> None:
    async def work(pool: Pool) -> None:
        await until_ready(pool)
        pid = pool.workers["thinker 1"]
        os.kill(pid, signal.SIGKILL)
        while pool.can_answer(GAME):
            await asyncio.sleep(0.02)
        while not pool.can_answer(GAME):
            await asyncio.sleep(0.02)
        assert pool.workers["thinker 1"] != pid

    run(work)


@pytest.mark.parametrize("fault", ["stalled", "stalled always"])
def test_stalled_process_is_given_up_when_its_lease_is_over(fault: str) -> None:
    async def work(pool: Pool) -> str:
        await until_ready(pool)
        return await pool.choose(question("faulty", seconds=0.1))

    assert is_legal(question(), run(work, command=faulty(fault), margin=1.0))


def test_stalled_process_does_not_hold_up_another_table() -> None:
    async def work(pool: Pool) -> None:
        await until_ready(pool)
        stalled = asyncio.create_task(pool.choose(question("faulty", seconds=200)))
        assert is_legal(question(), await pool.choose(question("b")))
        assert not stalled.done()
        stalled.cancel()

    run(work, jobs=2, command=faulty("stalled"))


def test_bot_that_raises_is_told_of_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    async def work(pool: Pool) -> None:
        await until_ready(pool)
        before = pool.workers["thinker 1"]
        assert is_legal(question(), await pool.choose(question("faulty")))
        assert await pool.speak(question("faulty")) == []
        assert pool.workers["thinker 1"] == before

    with caplog.at_level(logging.INFO, "tablier.work"):
        run(work, command=faulty("broken"))
    assert "RuntimeError at faulty.py" in caplog.text
    assert "words of a player" not in caplog.text


# --- who is asked -----------------------------------------------------------------------------------------------------


def test_first_come_is_first_served(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        await asyncio.gather(*(pool.choose(question(table)) for table in "dacb"))

    run(work, command=faulty("none", notes))
    assert [table for _, _, table in noted(notes)] == [*"dacb"]


def test_who_asks_for_much_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """Many tables of one address, then those of another; and tables that nobody looks at wait for all of them."""
    notes = tmp_path / "notes"

    def hard(table: str) -> Question:
        """One of a master; the order goes by how long it may be thought about, not by how long that is."""
        return question(table, level=8, seconds=0.1)

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        first = asyncio.create_task(pool.choose(question("faulty")))
        await until_asked(notes)  # and is thought about for a second
        unwatched = [pool.choose(hard(f"dark{n}"), Asker((f"dark{n}",), (), True)) for n in range(3)]
        flood = [pool.choose(hard(f"eve{n}"), Asker((f"eve{n}",), ("eve",))) for n in range(10)]
        ann = [pool.choose(hard(f"ann{n}"), Asker(("ann",), ("ann",))) for n in range(2)]
        shared = pool.choose(hard("both"), Asker(("both",), ("bob", "eve")))
        await asyncio.gather(first, *unwatched, *flood, *ann, shared)

    run(work, command=faulty("slow", notes))
    order = [table for _, do, table in noted(notes) if do == "choose"][1:]
    assert order[:3] == ["eve0", "ann0", "both"]
    assert order.index("ann1") <= 4
    assert order[-3:] == ["dark0", "dark1", "dark2"]


def test_a_beginner_answers_while_masters_think(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        while not pool.can_answer_quickly(GAME):
            await asyncio.sleep(0.02)
        masters = [asyncio.create_task(pool.choose(question("faulty", level=8, seconds=200))) for _ in range(3)]
        await until_asked(notes)
        for number in range(3):
            assert is_legal(question(), await pool.choose(question(f"b{number}")))
        assert not any(master.done() for master in masters)
        for master in masters:
            master.cancel()

    run(work, quick=1, command=faulty("stalled", notes))


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there is no niceness here")
def test_who_answers_beginners_alone_gives_way_to_nobody() -> None:
    """On a machine with much else to do, who gives way to everybody answers late."""

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        while not pool.can_answer_quickly(GAME):
            await asyncio.sleep(0.02)
        await pool.choose(question())
        assert pool._thinkers.homes["a", question().seat].only_quick
        quick, usual = (
            os.getpriority(os.PRIO_PROCESS, pool.workers[f"{who} 1"]) for who in ("quick thinker", "thinker")
        )
        assert (quick, usual) == (mine, min(19, mine + thinker.POLITENESS))

    mine = os.getpriority(os.PRIO_PROCESS, 0)
    run(work, quick=1)


def test_same_seat_is_asked_of_the_same_process(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        while len({pid for pid, _, _ in noted(notes)}) < 2:  # until the second has loaded the game as well
            notes.unlink(missing_ok=True)
            await asyncio.gather(*(pool.choose(question(table)) for table in "ab"))
        for table in "baab":
            await pool.choose(question(table))

    run(work, jobs=2, command=faulty("none", notes))
    asked = {(pid, table) for pid, _, table in noted(notes)}
    assert len(asked) == 2
    assert len({pid for pid, _ in asked}) == 2


def test_question_that_is_cancelled_frees_its_process(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        await until_ready(pool)
        before = pool.workers["thinker 1"]
        given_up = [asyncio.create_task(pool.choose(question(table))) for table in ("faulty", "never")]
        await until_asked(notes)
        for task in given_up:
            task.cancel()
        assert is_legal(question(), await pool.choose(question("b", seed=2)))
        assert pool.workers["thinker 1"] == before

    run(work, command=faulty("slow", notes))
    assert [table for _, _, table in noted(notes)] == ["faulty", "b"]


# --- talk -------------------------------------------------------------------------------------------------------------


def answers(messages: list[Message]) -> list[Message]:
    return [message for message in messages if message.kind in ("accept", "refuse")]


def test_offer_is_heard_and_answered_once_even_by_another_process() -> None:
    async def work(pool: Pool) -> None:
        await until_ready(pool)
        [answer] = answers(await pool.speak(question(game=TALKING, heard=(OFFER,))))
        assert (answer.by, answer.to, answer.body) == (0, (1,), OFFER.body)
        known = question(game=TALKING, heard=(OFFER, answer))
        assert answers(await pool.speak(known)) == []
        os.kill(pool.workers["thinker 1"], signal.SIGKILL)
        while pool.can_answer(TALKING):
            await asyncio.sleep(0.02)
        assert await pool.speak(known) == []  # nobody is there to say anything
        while not pool.can_answer(TALKING):
            await asyncio.sleep(0.02)
        assert answers(await pool.speak(known)) == []

    run(work, game=TALKING)


# --- memory -----------------------------------------------------------------------------------------------------------


def test_bots_are_kept_until_there_are_too_many_of_their_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "choose", lambda player, view: "")
    bots = thinker.Bots()
    for number in range(thinker.MOST_OTHERS + 5):
        bots.choose(question(str(number), level=7), 1)
    assert len(bots) == thinker.MOST_OTHERS
    for number in range(thinker.MOST_STRONG + 5):
        bots.choose(question(f"strong {number}", level=8), 1)
    assert len(bots) == thinker.MOST_OTHERS + thinker.MOST_STRONG


def test_where_simulations_are_counted_a_bot_is_the_same_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Player] = []
    monkeypatch.setattr(Player, "choose", lambda player, view: asked.append(player))
    for level in (1, 7, 8):
        thinker.Bots().choose(question(level=level), 6)
    assert [player.threads for player in asked] == [1, 1, 6]


def test_bot_is_the_same_as_long_as_its_table_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Player] = []
    monkeypatch.setattr(Player, "choose", lambda player, view: asked.append(player))
    bots = thinker.Bots()
    bots.choose(question(), 1)
    bots.choose(question(seconds=7.0), 1)
    assert asked[0] is asked[1]
    assert asked[1].budget.seconds == 7
    bots.forget("a")
    assert len(bots) == 0
    bots.choose(question(), 1)
    assert asked[2] is not asked[1]


# --- readiness --------------------------------------------------------------------------------------------------------


def test_questions_are_answered_while_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLIER_JIT")

    async def work(pool: Pool) -> None:
        for level in (1, 8):
            assert is_legal(question(), await pool.choose(question(level=level)))
        assert await pool.speak(question()) == []
        assert pool.readiness == {GAME: "compiling"}

    run(work, command=faulty("unprepared"))


def test_game_that_cannot_be_prepared_is_left_to_the_stand_in(caplog: pytest.LogCaptureFixture) -> None:
    async def work(pool: Pool) -> None:
        while "cannot be prepared" not in caplog.text:
            await asyncio.sleep(0.02)
        assert is_legal(question(), await pool.choose(question()))
        assert not pool.can_answer(GAME)

    run(work, command=faulty("unpreparable"))


def test_compiled_code_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLIER_JIT")
    told: list[tuple[str, str]] = []
    asked = question(game=TALKING, level=8, seconds=0.2)

    async def work(pool: Pool) -> None:
        assert pool.readiness == {TALKING: "waiting"}
        await until_ready(pool)
        assert is_legal(asked, await pool.choose(asked))
        assert [*pool.workers] == ["thinker 1"]

    run(work, game=TALKING, margin=PATIENCE, tell=lambda game, state: told.append((game, state)))
    assert told == [(TALKING, "compiling"), (TALKING, "ready")]


def test_a_game_that_was_compiled_before_does_not_wait_for_one_that_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLIER_JIT")
    monkeypatch.setattr(kept, "is_kept", lambda game: game == TALKING)

    async def whole() -> None:
        pool = Pool(games=[GAME, TALKING], command=faulty(f"unprepared {GAME}"))
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while pool.readiness != {GAME: "compiling", TALKING: "ready"}:
                    await asyncio.sleep(0.02)
        finally:
            await pool.stop()

    asyncio.run(whole())


def test_a_game_that_somebody_is_about_to_play_does_not_wait_until_another_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TABLIER_JIT")
    monkeypatch.setattr(kept, "is_kept", lambda game: False)

    async def whole() -> None:
        pool = Pool(games=[GAME, TALKING], command=faulty(f"unprepared {GAME}"))
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while pool.readiness[GAME] != "compiling":
                    await asyncio.sleep(0.02)
                assert pool.readiness[TALKING] == "waiting"
                pool.want(TALKING)
                while pool.readiness != {GAME: "compiling", TALKING: "ready"}:
                    await asyncio.sleep(0.02)
                assert pool.can_answer(TALKING)
        finally:
            await pool.stop()

    asyncio.run(whole())


def test_who_compiles_what_nobody_waits_for_leaves_off_and_helps_where_somebody_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("TABLIER_JIT")
    monkeypatch.setattr(kept, "is_kept", lambda game: False)

    async def whole() -> None:
        pool = Pool(games=[GAME, TALKING], command=faulty(f"unprepared {GAME}"))
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while pool.readiness[GAME] != "compiling" or "compiler" not in pool.workers:
                    await asyncio.sleep(0.02)
                before = pool.workers["compiler"]
                pool.want(TALKING)
                while not pool.can_answer(TALKING) or pool.workers.get("compiler", before) == before:
                    await asyncio.sleep(0.02)
                assert not is_there(before)
                assert pool.readiness[GAME] == "compiling"  # it goes on with that afterwards
        finally:
            await pool.stop()

    asyncio.run(whole())
    assert not caplog.records  # it was no failure


# --- the end ----------------------------------------------------------------------------------------------------------


def test_stopping_leaves_no_process_and_no_question_open(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def whole() -> list[int]:
        pool = Pool(jobs=2, games=[GAME], command=faulty("stalled", notes))
        await pool.start()
        await until_ready(pool)
        answer = asyncio.create_task(pool.choose(question("faulty")))
        await until_asked(notes)
        pids = [*pool.workers.values()]
        await pool.stop()
        assert is_legal(question(), await answer)
        return pids

    pids = asyncio.run(whole())
    assert len(pids) >= 2
    assert not any(map(is_there, pids))


def test_can_be_stopped_at_once() -> None:
    async def nothing(pool: Pool) -> None:
        await asyncio.sleep(0)

    run(nothing)


def test_worker_ends_when_its_input_does_whatever_it_is_doing() -> None:
    with subprocess.Popen(faulty("stalled"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin
        assert worker.stdout
        assert "hello" in json.loads(worker.stdout.readline())
        request = {"id": 1, "do": "choose", "jobs": 1, "question": write_question(question("faulty"))}
        worker.stdin.write(json.dumps(request).encode() + b"\n")
        worker.stdin.close()
        assert worker.wait(PATIENCE) == 0


SERVER = """
import asyncio
from tablier.bots.pool import Pool

async def serve():
    await (pool := Pool(jobs=2)).start()
    while len(pool.workers) < 2:
        await asyncio.sleep(0.02)
    print("started", flush=True)
    await asyncio.sleep(1000)

asyncio.run(serve())
"""


def test_no_process_outlives_a_server_that_is_killed() -> None:
    """They all hold the standard error: it ends with the last of them."""
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout
        assert server.stdout.readline() == b"started\n"
        server.kill()
        server.communicate(timeout=PATIENCE)
