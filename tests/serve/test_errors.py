"""Every refusal has words, in every language."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import tablier.engine
import tablier.record
import tablier.serve
from tablier.engine.errors import TablierError
from tablier.language import LANGUAGES
from tablier.serve.errors import WORDS, NoTakeback, refusal

ROOMS = (tablier.engine, tablier.record, tablier.serve)


def all_errors() -> list[type[TablierError]]:
    for package in ROOMS:
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if module.name != "tablier.serve.store.migrations":
                importlib.import_module(module.name)
    found, kinds = [], [TablierError]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.__module__.startswith(tuple(room.__name__ for room in ROOMS)):
            found.append(kind)
    return found


@pytest.mark.parametrize("kind", all_errors(), ids=lambda kind: kind.__name__)
def test_every_code_that_can_be_sent_has_words(kind: type[TablierError]) -> None:
    if kind.code in ("store/invalid", "guest/unreachable"):
        return  # said by the command alone
    assert all(kind.code in WORDS.written(lang) for lang in LANGUAGES)


def test_a_refusal_says_so_in_the_language_that_is_asked_for() -> None:
    assert refusal(NoTakeback(), "fr")["words"].startswith("ce coup")
    assert refusal(NoTakeback(), "en")["words"].startswith("this action")
