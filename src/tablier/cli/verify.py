"""`tablier verify`: whether chance was fair in a game that was played at a table."""

from __future__ import annotations

from tablier.cli import saves
from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.screen import Screen
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.language import language
from tablier.record.fairness import BAD_FILE, Verdict
from tablier.record.fairness import verify as judge

MOST_TOLD = 10
"""So many problems are told one by one."""


def verify(path: str, screen: Screen) -> int:
    """Say what is found. Return the exit code: 0 only if all is as it should be."""
    if not path:
        raise Refusal(say(screen.lang, "which_file"))
    text = saves.text_of(path, screen.lang)
    with screen.progress(say(screen.lang, "loading")) as progress:
        verdict = judge(text, progress)
    if verdict.problems and verdict.problems[0].code == BAD_FILE:
        words = verdict.problems[0].words[screen.lang]
        raise Refusal(say(screen.lang, "file_trouble", path=saves.shown(path), problem=words))
    if not verdict.ok:
        _tell_problems(verdict, screen)
        return FAILED
    _tell_proved(verdict, screen)
    return 0


def _tell_proved(verdict: Verdict, screen: Screen) -> None:
    screen.say("verify_ok" if verdict.checked else "verify_nothing", "bold green", count=verdict.checked)
    if verdict.match and verdict.givers:
        givers = [seat_word(verdict.match.game, seat, screen.lang) for seat in verdict.givers]
        screen.say("verify_givers", seats=language(screen.lang).listed(givers))
    else:
        screen.warn(say(screen.lang, "verify_no_givers"))
    _tell_hashes(verdict, screen)
    screen.say("verify_proves")
    screen.say("verify_proves_not")


def _tell_problems(verdict: Verdict, screen: Screen) -> None:
    screen.say("verify_not", "bold red")
    for problem in verdict.problems[:MOST_TOLD]:
        words = problem.words[screen.lang]
        screen.line(say(screen.lang, "verify_line", line=problem.line, problem=words) if problem.line else words)
    if (more := len(verdict.problems) - MOST_TOLD) > 0:
        screen.say("verify_more", count=more)
    _tell_hashes(verdict, screen)


def _tell_hashes(verdict: Verdict, screen: Screen) -> None:
    """What was published before and at the beginning, to be compared with what somebody noted then."""
    if verdict.match and (proof := verdict.match.proof):
        screen.say("verify_compare", table=proof.table)
        screen.say("verify_commitment", hash=proof.commitment)
        screen.say("verify_seal", hash=proof.seal)
