"""A real server under load, killed again and again (kill -9), and started again on what it left.

The server is as it is, but for bots, which nobody plays with here. Each of its lives is forked from a process that has
loaded everything: so a thousand of them take minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter, sleep

from benchmarks.serve.__main__ import _audit, _tables_that_do_not_go_on
from benchmarks.serve.crowd import Crowd
from benchmarks.serve.ledger import Ledger
from benchmarks.serve.server import free_port

from tests.simulator.campaign import Counts

PROGRAM = """
import os, signal, sys
from pathlib import Path
from tablier.serve import run
from tablier.serve.api.limits import Limits
from tests.serve.hosting import QuickThinkers
run.Pool = lambda *given, **more: QuickThinkers()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in sys.stdin:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        tell = lambda address: print(os.getpid(), flush=True)
        run.serve(Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]), limits=Limits.none(), bot_pause=0, ready=tell)
        os._exit(0)
"""


class Server:
    """It has as many lives as it needs."""

    def __init__(self, store: Path) -> None:
        self.store, self.port, self._life = store, free_port(), 0
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", PROGRAM, str(store), str(self.port)]
        environment = os.environ | {"TABLIER_JIT": "0"}
        self._source = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    async def start(self) -> None:
        assert self._source.stdin
        assert self._source.stdout
        self._source.stdin.write("\n")
        self._source.stdin.flush()
        self._life = int(await asyncio.to_thread(self._source.stdout.readline) or 0)
        assert self._life, "the server did not start"

    def kill(self) -> None:
        """It is gone when this returns."""
        with suppress(ProcessLookupError):
            while self._life:
                os.kill(self._life, signal.SIGKILL)
                sleep(0.002)
        self._life = 0

    def end(self) -> None:
        self.kill()
        self._source.kill()
        self._source.communicate()


async def killed(seed: int, kills: int, tables: int = 20, rate: float = 100.0) -> Counts:
    """Kill a server so often while people play at so many tables; what was acknowledged, and what went wrong."""
    chance, ledger = random.Random(seed), Ledger()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "tables.db")
        try:
            await server.start()
            crowd = Crowd(server.url, "legal", ledger, seed)
            await crowd.come(tables)
            playing = asyncio.create_task(crowd.act(rate, 3600))
            outside = 0
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.02, 0.6))
                server.kill()
                begun = perf_counter()
                await server.start()
                outside += await crowd.all_arrive(since=begun)
            stuck = await _tables_that_do_not_go_on(crowd)
            playing.cancel()
            server.end()
            wrong = {"outside": outside, "stuck": stuck, "helpless": len(crowd.lost), "refused": len(crowd.refused)}
            await crowd.leave()
            found = await _audit(ledger, server.store)
        finally:
            server.end()
    wrong |= {"lost": found.lost, "different": found.different, "twice": found.twice}
    return {"acknowledged": found.acknowledged, **wrong, "violations": sum(wrong.values())}
