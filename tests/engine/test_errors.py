"""Errors: typed, with a code each, and one line of text that says what is wrong."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

from tablier import IllegalAction
from tablier.engine import errors
from tablier.engine.errors import BadGameFile, IllegalInBatch, TablierError, UnreadableAction, Worded

EVERY = [
    error
    for error in vars(errors).values()
    if isinstance(error, type) and issubclass(error, TablierError) and error is not Worded  # nobody raises it itself
]


def made(error: type[TablierError]) -> TablierError:
    if error is IllegalInBatch:
        return IllegalInBatch(3, 0, "17", "it is not so", "WM-7")
    return error("e2-e3", "it is not so", "WM-7") if issubclass(error, IllegalAction) else error("it is not so")


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [error.code for error in EVERY]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", code) for code in codes)


def test_codes_do_not_change() -> None:
    """They are read by programs, on the other end of a wire."""
    assert {error.__name__: error.code for error in EVERY} == {
        "TablierError": "tablier/error",
        "UnknownGame": "game/unknown",
        "BrokenGame": "game/broken",
        "BadOption": "option/invalid",
        "UnknownSeat": "seat/unknown",
        "IllegalAction": "action/illegal",
        "IllegalInBatch": "batch/illegal",
        "BadActions": "batch/actions",
        "BadBatchFile": "batch/file",
        "MissingExtra": "extra/missing",
        "UnreadableAction": "action/unreadable",
        "NothingToUndo": "undo/nothing",
        "TalkForbidden": "talk/not-now",
        "BadMessage": "talk/not-so",
        "BadProof": "proof/invalid",
        "BadGameFile": "file/invalid",
        "BadLevel": "bot/unknown",
        "BadRecord": "record/invalid",
        "BadView": "bot/view",
        "BadNet": "net/file",
    }


@pytest.mark.parametrize("error", EVERY)
def test_every_error_is_a_value_error(error: type[TablierError]) -> None:
    assert issubclass(error, ValueError)
    assert "it is not so" in str(made(error))


@pytest.mark.parametrize("error", EVERY)
def test_every_error_crosses_from_one_process_to_another(error: type[TablierError]) -> None:
    before = made(error)
    for after in (pickle.loads(pickle.dumps(before)), copy.copy(before)):
        assert type(after) is error
        assert str(after) == str(before)
        assert vars(after) == vars(before)


def test_an_illegal_action_says_what_why_and_by_which_rule() -> None:
    error = IllegalAction("e2-d3", "a small cylinder goes straight ahead only", "WM-7")
    assert str(error) == "e2-d3: a small cylinder goes straight ahead only (WM-7)"
    assert (error.action, error.reason, error.rule) == ("e2-d3", "a small cylinder goes straight ahead only", "WM-7")


def test_an_illegal_action_that_no_rule_forbids_cites_none() -> None:
    assert str(IllegalAction("[3]", "chance follows the seed")) == "[3]: chance follows the seed"


def test_an_unreadable_action_is_an_illegal_one() -> None:
    assert issubclass(UnreadableAction, IllegalAction)


def test_a_bad_game_file_says_the_line() -> None:
    assert str(BadGameFile("this is not so", 12)) == "line 12: this is not so"
    assert BadGameFile("this is not so", 12).line == 12
    assert str(BadGameFile("this is not so")) == "this is not so"
    assert BadGameFile("this is not so").line == 0
