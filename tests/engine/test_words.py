"""Quoting what was given, whatever it is."""

from __future__ import annotations

import pytest

from tablier.engine.words import shorten


@pytest.mark.parametrize(("value", "quoted"), [("e2-e5", "e2-e5"), ("", ""), (7, "7"), (None, "None"), ("é…", "é…")])
def test_a_short_text_is_quoted_as_it_is(value: object, quoted: str) -> None:
    assert shorten(value) == quoted


def test_a_long_text_is_cut() -> None:
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 60 + "..."
    assert shorten("abcdef", most=3) == "abc..."


def test_what_cannot_be_printed_in_a_line_is_replaced() -> None:
    assert shorten("a\nb\tc\0d\x1b[31me\u202ef\ud800") == "a?b?c?d?[31me?f?"


def test_a_number_without_end_is_not_written_out() -> None:
    assert shorten(10**5000) == "a number of very many digits"
