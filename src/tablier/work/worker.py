"""What runs in a process that works for another.

It reads requests from its standard input, one JSON object a line, and answers each on its standard output in the same
way, in order: {"id": 1, "do": ...} by {"id": 1, "answer": ...}, or by {"id": 1, "problem": ...} where it raised an
exception. A request without an id is not answered. When its input ends so does it, at once and whatever it is doing:
nobody is left to answer to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Protocol

from tablier.work.process import Request


class Worker(Protocol):
    """Does what it is asked, one thing after the other."""

    def answer(self, request: Request) -> Any:
        """What JSON can hold."""

    def explain(self, problem: Exception) -> str:
        """What is told of an exception that it raised."""


def serve(worker: Worker) -> None:
    """Answer for as long as anybody asks."""
    asked, answers = _take_streams()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(asked, requests), daemon=True).start()
    try:
        _write(answers, {"hello": os.getpid()})
        while True:
            request = json.loads(requests.get())
            reply = _tried(worker, request)
            if "id" in request:
                _write(answers, {"id": request["id"], **reply})
    except BrokenPipeError:
        os._exit(0)


def _tried(worker: Worker, request: Request) -> dict[str, Any]:
    try:
        return {"answer": worker.answer(request)}
    except Exception as problem:
        return {"problem": worker.explain(problem)}


def _write(answers: BinaryIO, answer: Mapping[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _listen(asked: BinaryIO, requests: SimpleQueue[bytes]) -> None:
    for line in asked:
        requests.put(line)
    os._exit(0)  # in the middle of a thought, too


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The standard input and output for this alone: nobody else reads, and what is printed is printed as an error."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return asked, answers
