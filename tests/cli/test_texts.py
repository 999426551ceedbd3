"""What the command says, in both languages."""

import re

from tablier.cli.help_texts import HELPS
from tablier.cli.texts import TEXTS, french, say
from tablier.language import LANGUAGES

_FIELD = re.compile(r"\{(\w+)")


def test_every_text_is_there_in_every_language() -> None:
    for texts in (TEXTS, HELPS):
        for words in texts.values():
            assert set(words) == set(LANGUAGES)


def test_both_languages_are_filled_in_with_the_same_things() -> None:
    for key, words in TEXTS.items():
        assert set(_FIELD.findall(words["fr"])) == set(_FIELD.findall(words["en"])), key


def test_french_punctuation_does_not_begin_a_line() -> None:
    assert french("quel jeu ? « ? » : voilà !") == "quel jeu\u00a0? «\u00a0?\u00a0»\u00a0: voilà\u00a0!"


def test_what_is_filled_in_stays_as_it_is() -> None:
    assert say("fr", "no_file", path="a ?") == "a ?\u00a0: ce fichier n'existe pas"
