"""A thinker that fails where it is told to: `python faulty.py FAULT [file]`.

It does so for questions about the table named "faulty", and else is as good as another; some faults are in
preparing, one of which is over once there is another file, FILE.go. What it is asked it notes in the file, a line for
each question: its process, what to do, the table.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from tablier.bots.thinker import Thinker
from tablier.work.process import Request
from tablier.work.worker import serve

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
NOTES = Path(sys.argv[2]) if len(sys.argv) > 2 else None

RAW = {
    "garbage": b"e2-e5\n",
    "another question": b'{"id": 99, "answer": "e2-e5"}\n',
    "endless line": b"x" * 300_000,
    "deep": b"[" * 50_000 + b"\n",
}

raw_answers = os.dup(1)


class Faulty(Thinker):
    def answer(self, request: Request) -> Any:
        if FAULT == "unprepared" and request["do"] == "prepare":
            time.sleep(1000)
        if request["do"] == "prepare" and f"unprepared {request['subject']}" == FAULT:
            time.sleep(1000)
        if request["do"] == "prepare" and FAULT.startswith("unprepared "):
            return None
        if FAULT == "prepared later" and request["do"] == "prepare" and NOTES:
            while not NOTES.with_suffix(".go").exists():
                time.sleep(0.02)
        if FAULT == "unpreparable" and request["do"] == "prepare":
            raise RuntimeError
        if "question" in request:
            note(request)
            if FAULT == "stalled everywhere":
                time.sleep(1000)
            if request["question"]["table"] == "faulty" and (request["do"] != "glance" or FAULT.endswith(" always")):
                return fail(super().answer, request)
        return super().answer(request)


def note(request: Request) -> None:
    if NOTES:
        with NOTES.open("a") as notes:
            notes.write(f"{os.getpid()} {request['do']} {request['question']['table']}\n")


def fail(answer: Any, request: Request) -> Any:
    match FAULT.removesuffix(" always"):
        case "stalled":
            time.sleep(1000)
        case "slow":
            time.sleep(1)
        case "dead":
            os._exit(3)
        case "broken":
            raise RuntimeError("the words of a player")
        case "illegal":
            return "e2-e9"
        case "no text":
            return 7
        case fault if fault in RAW:
            os.write(raw_answers, RAW[fault])
    return answer(request)


if __name__ == "__main__":
    serve(Faulty())
