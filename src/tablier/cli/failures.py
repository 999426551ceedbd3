"""The edge of the program: whatever goes wrong inside becomes one line and an exit code here."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer

from tablier.cli.app import localised
from tablier.cli.group import UnknownCommand
from tablier.cli.language import guess
from tablier.cli.refusal import BAD_INPUT, FAILED, INTERRUPTED, Refusal
from tablier.cli.texts import say
from tablier.engine.errors import TablierError
from tablier.engine.words import shorten
from tablier.language import DEFAULT

UsageError: Any = typer.BadParameter.__base__
"""What Typer raises where the arguments are wrong; it has no public name of its own."""

SPACES = "\u00a0\u202f"
"""No-break spaces, which are as good as printable."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say. Return the exit code; a failure has been told, in one line, on stderr."""
    lang = guess(arguments)
    try:
        _take_any_text()
        code = _invoke(list(arguments) or ["--help"], lang)
        sys.stdout.flush()
        return code
    except Exception as problem:
        return _told(problem, lang, arguments)
    except KeyboardInterrupt:
        _tell(say(lang, "interrupted"), lang)
        return INTERRUPTED


def _invoke(arguments: list[str], lang: str) -> int:
    if sys.stdout is None:
        raise Refusal(say(lang, "no_output"), FAILED)
    command = localised(lang)
    try:
        with command.make_context("tablier", list(arguments)) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as done:
        return done.exit_code


def _take_any_text() -> None:
    """A text that the terminal cannot show, or that it sends broken, is no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _told(problem: Exception, lang: str, arguments: Sequence[str]) -> int:
    """Say what is wrong. Return the exit code."""
    if isinstance(problem, BrokenPipeError):  # nobody reads on: `| head`. There is nobody to tell, either
        _drop_output()
        return FAILED
    if isinstance(problem, Refusal):
        _tell(str(problem), lang)
        return problem.code
    if isinstance(problem, UsageError | UnknownCommand):
        _tell(_usage(problem, lang, arguments), lang)
        return BAD_INPUT
    if isinstance(problem, TablierError):
        _tell(problem.said(lang), lang)
        return BAD_INPUT
    if isinstance(problem, OSError):
        _drop_output()
        _tell(say(lang, "trouble", problem=problem), lang)
        return FAILED
    if os.environ.get("TABLIER_DEBUG"):
        traceback.print_exception(problem)
    _tell(say(lang, "fault", problem=f"{type(problem).__name__}: {problem}"), lang)
    return FAILED


def _usage(problem: Any, lang: str, arguments: Sequence[str]) -> str:
    """What Typer found wrong with the arguments, in the user's language."""
    if isinstance(problem, UnknownCommand):
        return say(lang, "unknown_command", name=shorten(problem.name), names=", ".join(problem.names))
    name = type(problem).__name__
    if name == "NoSuchOption":
        line = say(lang, "unknown_flag", name=shorten(problem.option_name))
    elif name == "BadOptionUsage":
        line = say(lang, "flag_wants", name=shorten(problem.option_name))
    elif getattr(problem, "param", None) is not None:
        line = say(lang, "bad_flag", name=problem.param.opts[0])
    elif "extra argument" in problem.format_message():
        line = say(lang, "too_many")
    else:
        line = problem.format_message()
    return say(lang, "see_help", line=line, command=problem.ctx.command_path if problem.ctx else _path(arguments))


def _path(arguments: Sequence[str]) -> str:
    """The command that the arguments are for."""
    command, path = localised(DEFAULT), ["tablier"]
    for word in arguments:
        if word in (parts := getattr(command, "commands", {})):
            command = parts[word]
            path.append(word)
    return " ".join(path)


def _tell(line: str, lang: str) -> None:
    if sys.stderr is not None:
        harmless = "".join(char if char.isprintable() or char in SPACES else "?" for char in line)
        print(say(lang, "complaint", line=harmless), file=sys.stderr)


def _drop_output() -> None:
    """What is still to be written goes nowhere, so that the interpreter's own last flush does not fail as well."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
