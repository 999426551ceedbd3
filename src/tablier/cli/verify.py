"""`tablier verify`: whether a game file tells what was played at a table, and chance was fair."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.cli import saves
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.language import language
from tablier.record.fairness import BAD_FILE, Problem, Verdict
from tablier.record.fairness import verify as judge

MOST_TOLD = 10
"""So many problems are told one by one."""


def verify(path: str, screen: Screen, noted: Sequence[str] = ()) -> int:
    """Say what is found. Return the exit code: 0 only if all is as it should be."""
    if not path:
        raise Refusal(say(screen.lang, "which_file"))
    text = saves.text_of(path, screen.lang)
    with screen.progress(say(screen.lang, "loading")) as progress:
        verdict = judge(text, progress, noted=[note.strip().lower() for note in noted])
    if verdict.problems and verdict.problems[0].code == BAD_FILE:
        words = verdict.problems[0].words[screen.lang]
        raise Refusal(say(screen.lang, "file_trouble", path=saves.shown(path), problem=words))
    if not verdict.ok:
        _tell_problems(verdict, screen)
        return FAILED
    _tell_proved(verdict, screen)
    return 0


def _tell_proved(verdict: Verdict, screen: Screen) -> None:
    screen.say("verify_ok" if verdict.covers_all else "verify_ok_chance", "bold green")
    _tell_points(verdict, screen)
    if not verdict.covers_all:
        screen.warn(say(screen.lang, "verify_old"))
    if verdict.givers:
        screen.say("verify_givers", seats=_listed(verdict, verdict.givers, screen.lang))
    else:
        screen.warn(say(screen.lang, "verify_no_givers"))
    if verdict.withheld:
        screen.warn(say(screen.lang, "verify_withheld", seats=_listed(verdict, verdict.withheld, screen.lang)))
    _tell_hashes(verdict, screen)
    screen.say("verify_proves" if verdict.covers_all else "verify_proves_old")
    screen.say("verify_proves_not")


def _listed(verdict: Verdict, seats: Sequence[str], lang: str) -> str:
    assert verdict.match
    return language(lang).listed([seat_word(verdict.match.game, seat, lang) for seat in seats])


def _tell_problems(verdict: Verdict, screen: Screen) -> None:
    screen.say("verify_not", "bold red")
    for problem in verdict.problems[:MOST_TOLD]:
        screen.line(_told(problem, screen.lang))
    if (more := len(verdict.problems) - MOST_TOLD) > 0:
        screen.say("verify_more", count=more)
    if verdict.points:
        screen.say("verify_right")
        _tell_points(verdict, screen)
    _tell_hashes(verdict, screen)


def _told(problem: Problem, lang: str) -> str:
    words = problem.words[lang]
    return say(lang, "verify_line", line=problem.line, problem=words) if problem.line else words


def _tell_points(verdict: Verdict, screen: Screen) -> None:
    for point in verdict.points:
        screen.line(f"  + {point[screen.lang]}")


def _tell_hashes(verdict: Verdict, screen: Screen) -> None:
    """What was published while the game was on, to be compared with what somebody noted then."""
    if not (verdict.match and (proof := verdict.match.proof)):
        return
    screen.say("verify_compare", table=proof.table)
    screen.say("verify_commitment", hash=proof.commitment)
    screen.say("verify_seal", hash=proof.seal)
    if proof.fixed:
        screen.say("verify_end", hash=proof.fixed.end or proof.fixed.actions)
        screen.say("verify_key", hash=proof.fixed.server or "?")
