"""Start and stop the server."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from tablier.bots import kept
from tablier.bots.pool import Pool
from tablier.engine import kernels
from tablier.engine.compiled import use_compiled_rules
from tablier.engine.game import Game
from tablier.engine.registry import broken, find, games
from tablier.serve import garbage
from tablier.serve.api.app import make_app
from tablier.serve.api.limits import Limits
from tablier.serve.door import Door
from tablier.serve.line import Line
from tablier.serve.store import Store

SOCKET_BYTES = 65_536
"""Of a WebSocket message that is read at all."""


MOST_OPEN = 65_536
"""Files and connections that the process has open, if the system lets it."""

OTHERS_OPEN = 256
"""Of these, what is no connection that asks by HTTP."""

LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
"""How much there may be in the log, the most first."""

SWITCH = 0.0005
"""Seconds after which the thread that writes lets the one that answers go on: with Python's own 5 ms, answers wait."""


class JsonLines(logging.Formatter):
    """Logs as one JSON object a line. Nothing that people said or keep secret is ever logged."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"), "level": record.levelname.lower(),
            "from": record.name, "message": record.getMessage(),
        }  # fmt: skip
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_level() -> str:
    """How much is to be in the log, as the environment says."""
    return os.environ.get("TABLIER_LOG") or "warning"


def set_up_logs() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("WARNING")  # what others log in detail has people's secrets in it: whole headers
    logging.getLogger("tablier").setLevel(log_level().upper())


def serve(
    where: str | Path, host: str, port: int, *,
    limits: Limits | None = None, bot_pause: float = 0.4, jobs: int | None = None, node: str | None = None,
    ready: Callable[[str], None] = lambda address: None,
    progress: Callable[[str, str], None] | None = None,
) -> None:  # fmt: skip
    """Serve until interrupted. `ready` is told the address once people can come.

    `where` the store is: a path, or an URL of PostgreSQL.
    With others on the same store, they reach this one by the address `node`.
    Bots think in so many `jobs`: as many as there are cores, but one; 0: only in those that other machines lend.
    """
    set_up_logs()
    kernels.warm_up_after(None)  # here they are loaded beside what goes on
    for name, problem in broken().items():
        logging.getLogger(__name__).warning("%s cannot be used: %s", name, problem)
    sys.setswitchinterval(SWITCH)
    store = Store(where)
    store.open()
    limits = limits or Limits()
    jobs = max(1, (os.cpu_count() or 1) - 1) if jobs is None else jobs
    pool = _pool(jobs, progress)
    app = make_app(store, pool, limits, bot_pause, (node or _address(host, port)) if store.is_shared else None)
    garbage.look_at_new()
    config = uvicorn.Config(
        app, host=host, port=port, http=_door(limits).protocol(), log_config=None, access_log=False,
        server_header=False, proxy_headers=False,
        ws=Line, ws_max_size=SOCKET_BYTES, ws_per_message_deflate=False, timeout_graceful_shutdown=3,
    )  # fmt: skip
    _Server(config, ready).run()


def _address(host: str, port: int) -> str:
    """How other nodes reach this one if nobody says otherwise."""
    name = socket.gethostname() if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _pool(jobs: int, progress: Callable[[str, str], None] | None) -> Pool:
    """Once the rules of a game are compiled here, tables play by them too; they are loaded while the others go on."""
    loader = ThreadPoolExecutor(1, "rules")

    def compiled(game: str) -> None:
        loader.submit(_quicken, find(game))

    if not jobs:  # nobody here loads what was compiled before
        for game in filter(kept.is_kept, games()):
            compiled(game)
    return Pool(jobs, tell=progress, quick=min(jobs, 1), compiled_one=compiled)


def _quicken(game: Game) -> None:
    try:
        use_compiled_rules(game)
    except Exception:  # it is played as it was
        logging.getLogger(__name__).exception("the compiled rules of %s could not be loaded", game.name)


def _door(limits: Limits) -> Door:
    """With room for as many as the system lets us have, and some more for what else is open."""
    files = 1024
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = min(hard, MOST_OPEN) if hard != resource.RLIM_INFINITY else MOST_OPEN
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return Door(None if limits.proxy else limits.connections, max(1, files - OTHERS_OPEN), limits.request_time)


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a polite request of the system: come to an end; asked twice, at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._ready(f"http://{'localhost' if host in ('127.0.0.1', '::1', '0.0.0.0') else host}:{port}/")
