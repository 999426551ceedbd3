"""Thinkers of other machines: asked as one's own are, by several servers in turn, and nothing is lost with them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from math import nan
from pathlib import Path
from typing import Any

import pytest

from tablier.bots.bot import Considered
from tablier.bots.lending import Lending, Line
from tablier.bots.pool import MOST_SAID, Pool
from tablier.bots.question import write_question
from tablier.work import lent
from tablier.work.lent import Loan
from tablier.work.workers import MOST_RACES, Workers
from tests.bots.test_pool import GAME, faulty, is_legal, noted, question, run, until_asked, until_ready
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("_interpreted")


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")


class Way:
    """A line between a server and a machine that lends thinkers, with all that goes over it."""

    def __init__(self, pool: Pool, lending: Lending) -> None:
        self.pool, self.lending = pool, lending
        self.line = Line(lambda message: self._carry(self.loan.hear, message))
        self.loan = Loan("thinker", lending.jobs, lending.quick, self._ask)
        self.asked: list[dict[str, Any]] = []
        self.is_cut = False

    def _ask(self, message: Any) -> None:
        self.asked.append(message)
        self._carry(lambda told: self.lending.hear(self.line, told), message)

    def _carry(self, to: Callable[[Any], None], message: Any) -> None:
        if not self.is_cut:
            asyncio.get_running_loop().call_soon(to, json.loads(json.dumps(message)))

    def cut(self) -> None:
        """Nothing comes through any more, and the server has noticed."""
        self.is_cut = True
        self.pool.give_back(self.loan)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Way]:
        self.pool.borrow(self.loan)
        attending = asyncio.create_task(self.lending.attend(self.line))
        try:
            yield self
        finally:
            attending.cancel()
            self.pool.give_back(self.loan)


@asynccontextmanager
async def lending(jobs: int = 1, quick: int = 0, **given: Any) -> AsyncIterator[Lending]:
    """A machine with so many thinkers, which are ready."""
    pool = Pool(jobs, [GAME], quick=quick, **given)
    found = Lending(pool, jobs, quick)
    await pool.start()
    try:
        await until_ready(pool)
        while quick and not pool.can_answer_quickly(GAME):
            await asyncio.sleep(0.02)
        yield found
    finally:
        await found.stop()
        await pool.stop()


def alone(work: Callable[[Pool], Awaitable[None]], **given: Any) -> None:
    """Let a server be asked that has no thinkers of its own."""
    run(work, jobs=0, **given)


async def until_free(way: Way) -> None:
    while not any(worker.prepared and not worker.is_taken for worker in way.loan.workers):
        await asyncio.sleep(0.02)


def test_a_server_without_thinkers_is_answered_by_those_that_are_lent_and_as_by_its_own() -> None:
    found: list[str] = []

    async def by_its_own(pool: Pool) -> None:
        await until_ready(pool)
        found.append(await pool.choose(question(level=4, seed=5)))

    async def by_others(pool: Pool) -> None:
        assert not pool.can_answer(GAME)
        async with lending() as machine, Way(pool, machine).open() as way:
            await until_ready(pool)
            found.append(await pool.choose(question(level=4, seed=5)))
            assert pool.thinkers == {"own": 0, "lent": 1}
            assert len(way.asked) == 1
        assert pool.thinkers == {"own": 0, "lent": 0}

    run(by_its_own)
    alone(by_others)
    assert found[0] == found[1]


def test_over_the_line_goes_what_a_process_of_ones_own_is_asked_and_nothing_else() -> None:
    asked = question(level=1, seed=5)

    async def work(pool: Pool) -> None:
        async with lending() as machine, Way(pool, machine).open() as way:
            await until_ready(pool)
            await pool.choose(asked)
            pool.forget(asked.table)
        (job, posted) = way.asked
        assert posted == {"post": {"do": "forget", "table": asked.table}}
        assert job.keys() == {"id", "worker", "lease", "request"}
        assert job["request"] == {"do": "choose", "jobs": 1, "question": write_question(asked)}

    alone(work)


def test_what_a_machine_that_is_cut_off_was_thinking_about_is_thought_of_by_another(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"

    async def work(pool: Pool) -> None:
        stalled = lending(command=faulty("stalled", first))
        async with stalled as one, lending(command=faulty("", second)) as other, Way(pool, one).open() as way:
            await until_ready(pool)
            answer = asyncio.create_task(pool.choose(question("faulty")))
            await until_asked(first)
            async with Way(pool, other).open() as another:
                await until_free(another)
                way.cut()
                assert is_legal(question(), await answer)
        assert [line[1:] for line in noted(second)] == [["choose", "faulty"]]

    alone(work)


def test_without_another_the_stand_in_answers_for_a_machine_that_is_cut_off(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        async with lending(command=faulty("stalled", notes)) as machine, Way(pool, machine).open() as way:
            await until_ready(pool)
            answer = asyncio.create_task(pool.choose(question("faulty")))
            await until_asked(notes)
            way.cut()
            assert is_legal(question(), await answer)

    alone(work)


def test_what_is_no_answer_sends_a_machine_away_and_others_are_asked() -> None:
    async def work(pool: Pool) -> None:
        async with AsyncExitStack() as stack:
            bad = await stack.enter_async_context(lending(command=faulty("illegal")))
            good = await stack.enter_async_context(lending())
            way = await stack.enter_async_context(Way(pool, bad).open())
            other = await stack.enter_async_context(Way(pool, good).open())
            await until_free(way)
            await until_free(other)
            assert is_legal(question(), await pool.choose(question("faulty")))
            assert way.loan.ended.is_set()
            assert not other.loan.ended.is_set()
            assert len(other.asked) == 1

    alone(work)


def test_a_process_that_dies_elsewhere_costs_one_answer_and_is_replaced_there() -> None:
    async def work(pool: Pool) -> None:
        async with lending(command=faulty("dead")) as machine, Way(pool, machine).open() as way:
            await until_ready(pool)
            assert is_legal(question(), await pool.choose(question("faulty")))  # by the stand-in
            assert not way.loan.ended.is_set()
            async with asyncio.timeout(PATIENCE):
                await until_free(way)
            before = len(way.asked)
            assert is_legal(question(), await pool.choose(question("another")))
            assert len(way.asked) > before

    alone(work)


def test_a_beginner_is_answered_while_a_master_thinks(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def work(pool: Pool) -> None:
        machine = lending(jobs=1, quick=1, command=faulty("stalled", notes))
        async with machine as found, Way(pool, found).open() as way:
            await until_ready(pool)
            await until_free(way)
            master = asyncio.create_task(pool.choose(question("faulty", level=8)))
            await until_asked(notes)
            for table in "abcde":
                assert is_legal(question(), await pool.choose(question(table)))
            assert not master.done()
            assert {line[2] for line in noted(notes)} == {"faulty", *"abcde"}
            way.cut()
            await master

    alone(work)


def test_several_servers_have_the_same_thinkers_in_turn(tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def whole() -> None:
        async with AsyncExitStack() as stack:
            machine = await stack.enter_async_context(lending(command=faulty("", notes)))
            pools = [Pool(0, [GAME]) for _ in range(2)]
            for pool in pools:
                await pool.start()
                stack.push_async_callback(pool.stop)
                await until_free(await stack.enter_async_context(Way(pool, machine).open()))
            tables = ["".join((name, str(number))) for number in range(6) for name in "ab"]
            asked = [pools[table[0] == "b"].choose(question(table)) for table in tables]
            assert all(is_legal(question(), action) for action in await asyncio.gather(*asked))

    asyncio.run(whole())
    order = [line[2][0] for line in noted(notes)]
    assert len(order) == 12
    assert order[:10] in (list("ab") * 5, list("ba") * 5)


def test_a_game_that_another_machine_is_prepared_for_is_not_compiled_here_yet(tmp_path: Path) -> None:
    """Tables that took it for compiled would compile it themselves, and nobody would be answered meanwhile."""
    notes, told = tmp_path / "notes", list[str]()

    async def work(pool: Pool) -> None:
        async with lending() as machine, Way(pool, machine).open():
            await until_ready(pool)
            assert told == []
            notes.with_suffix(".go").touch()
            async with asyncio.timeout(PATIENCE):
                while not told:
                    await asyncio.sleep(0.02)
        assert told == [GAME]

    run(work, command=faulty("prepared later", notes), compiled_one=told.append)


# --- a machine that lies


class Liar:
    """A machine that says it is prepared, and then answers each job as it likes, or not at all."""

    def __init__(self, pool: Pool, jobs: int = 1, **reply: Any) -> None:
        self.pool, self.reply = pool, reply
        self.loan = Loan("liar", jobs, 0, self._asked)
        self.asked: list[dict[str, Any]] = []

    def _asked(self, message: Any) -> None:
        self.asked.append(message)
        if self.reply:
            asyncio.get_running_loop().call_soon(self.loan.hear, {"id": message["id"], **self.reply})

    @asynccontextmanager
    async def there(self) -> AsyncIterator[Liar]:
        self.pool.borrow(self.loan)
        self.loan.hear({"prepared": [GAME], "quickly": []})
        try:
            yield self
        finally:
            self.pool.give_back(self.loan)


def test_who_never_answers_is_asked_once_and_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lent, "GRACE", 0.01)

    async def work(pool: Pool) -> None:
        async with Liar(pool).there() as liar:
            for table in "ab":
                assert is_legal(question(), await pool.choose(question(table, seconds=0.01)))  # by the stand-in
            assert len(liar.asked) == 1
            assert liar.loan.ended.is_set()

    alone(work, margin=0.01)


def test_who_always_has_something_better_to_do_does_not_keep_a_question_for_ever() -> None:
    async def work(pool: Pool) -> None:
        async with Liar(pool, withdrawn=True).there() as liar, asyncio.timeout(PATIENCE):
            assert is_legal(question(), await pool.choose(question()))
            assert len(liar.asked) == MOST_RACES

    alone(work)


def test_what_is_told_of_a_problem_is_short_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def work(pool: Pool) -> None:
        for liar in (Liar(pool, problem="x" * 60_000), Liar(pool, lost="x" * 60_000)):
            async with liar.there():
                assert is_legal(question(), await pool.choose(question()))

    alone(work)
    told = [record.getMessage() for record in caplog.records if "unanswered" in record.getMessage()]
    assert len(told) == 2
    assert max(map(len, told)) < 300


@pytest.mark.parametrize("reply", [{"problem": ["no words"]}, {"lost": {}}, {"answer": [[["e2-e5"]]]}])
def test_what_is_no_reply_sends_a_machine_away_and_the_question_is_answered(reply: dict[str, Any]) -> None:
    async def work(pool: Pool) -> None:
        async with Liar(pool, **reply).there() as liar, asyncio.timeout(PATIENCE):
            assert is_legal(question(), await pool.choose(question()))
            assert liar.loan.ended.is_set()

    alone(work)


def said(seat: int = 0, kind: str = "phrase", body: Any = "curt hello") -> dict[str, Any]:
    return {"by": seat, "to": [], "kind": kind, "body": body}


@pytest.mark.parametrize(
    "answer",
    [
        [said(kind="text", body="in words of its own")],
        [said(kind="gesture", body="laugh")],
        [said(seat=1)],
        [said(body=["curt hello"])],
        [said() for _ in range(MOST_SAID + 1)],
        7,
    ],
)
def test_a_bot_says_nothing_that_bots_do_not_say(answer: Any) -> None:
    async def work(pool: Pool) -> None:
        asked = question()
        assert asked.seat == 0
        async with Liar(pool, answer=[said()]).there() as honest:
            assert [message.body for message in await pool.speak(asked)] == ["curt hello"]
            assert not honest.loan.ended.is_set()
        async with Liar(pool, answer=answer).there() as liar:
            assert await pool.speak(asked) == []
            assert liar.loan.ended.is_set()

    alone(work)


@pytest.mark.parametrize(
    "wrong",
    [{"share": "<b>"}, {"share": nan}, {"share": None}, {"visits": "7"}, {"line": [["e2"]]}, {"action": "e2-e9"}],
)
def test_advice_is_numbers_and_actions(wrong: dict[str, Any]) -> None:
    async def work(pool: Pool) -> None:
        asked = question()
        legal = asked.position().legal(asked.seat)[0]
        advice = {"action": legal, "share": 0.5, "visits": 7, "line": [legal]}
        async with Liar(pool, answer=[advice]).there():
            assert await pool.analyse(asked) == [Considered(legal, 0.5, 7, (legal,))]
        async with Liar(pool, answer=[advice | wrong]).there() as liar:
            assert await pool.analyse(asked) == []
            assert liar.loan.ended.is_set()

    alone(work)


def test_whatever_a_machine_tells_jobs_are_handed_out_once_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Workers] = []
    hand_out = Workers._hand_out

    def noted_hand_out(workers: Workers) -> None:
        looks.append(workers)
        hand_out(workers)

    monkeypatch.setattr(Workers, "_hand_out", noted_hand_out)

    async def work(pool: Pool) -> None:
        async with Liar(pool, jobs=1000).there() as liar:
            await asyncio.sleep(0)
            before = len(looks)
            for number in range(1000):
                liar.loan.hear({"worker": 0, "taken": number % 2 == 0})
                liar.loan.hear({"prepared": [GAME, f"a game {number}"], "quickly": []})
            await asyncio.sleep(0)
            assert len(looks) == before + 1

    alone(work)


def test_names_of_games_are_kept_once_for_all_workers_of_a_machine() -> None:
    loan = Loan("liar", 1000, 24, lambda message: None)
    loan.hear({"prepared": [f"a game {number}" for number in range(1000)], "quickly": ["another"]})
    assert {len(worker.prepared) for worker in loan.workers} == {1000, 1}
    assert len({id(worker.prepared) for worker in loan.workers}) == 2


def test_who_lends_keeps_to_the_lease_though_its_process_is_not_there(tmp_path: Path) -> None:
    """It has said that it is prepared; then a question waits there until another is answered."""

    async def work() -> None:
        async with lending(jobs=1, command=faulty("stalled", tmp_path / "notes")) as machine:
            told: list[Any] = []
            line = Line(told.append)
            for number, lease in ((1, 3600.0), (2, 0.05)):
                request = {"do": "choose", "jobs": 1, "question": write_question(question("faulty"))}
                machine._holders = [None]  # it thinks that it has one more
                machine.hear(line, {"id": number, "worker": 0, "lease": lease, "request": request})
                await asyncio.sleep(0)
            async with asyncio.timeout(PATIENCE):
                while not told:
                    await asyncio.sleep(0.01)
            assert told == [{"id": 2, "lost": "late"}]

    asyncio.run(work())
