"""What does not fit in the files of a language, beside those of the others: for translators, and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from tablier.language.catalogue import BadCatalogue, Catalogue
from tablier.language.languages import DEFAULT, LANGUAGES, language


def problems(catalogue: Catalogue, lang: str) -> Iterator[str]:
    """Everything that is wrong with the texts of a folder in one language; its first language is the model."""
    try:
        model, own = catalogue.written(catalogue.languages[0]), catalogue.written(lang)
    except BadCatalogue as unreadable:
        yield str(unreadable)
        return
    yield from (f"{key}: words are wanted in {lang}" for key in model if key not in own)
    for key, text in own.items():
        if key not in model:
            yield f"{key}: there are words in {lang}, but none in {catalogue.languages[0]}"
        elif problem := _wrong_text(text, lang) or _wrong_fields(model[key], text):
            yield f"{key}: {problem} in {lang}"


def _wrong_text(text: Any, lang: str) -> str:
    if not isinstance(text, dict):
        return "" if _is_line(text) else "one line of words is wanted"
    wanted = language(lang).forms
    if set(text) != set(wanted):
        return f"the forms should be {', '.join(wanted)}"
    return "" if all(map(_is_line, text.values())) else "one line of words is wanted for each form"


def _is_line(text: Any) -> bool:
    return isinstance(text, str) and bool(text.strip()) and "\n" not in text


def _wrong_fields(model: Any, text: Any) -> str:
    """What is filled in here and not in the model, or there and not here."""
    try:
        differ = sorted(_fields(model) ^ _fields(text))
    except ValueError as problem:
        return f"braces that do not match ({problem})"
    return f"other things are filled in than elsewhere ({', '.join(differ)})" if differ else ""


def _fields(text: Any) -> set[str]:
    texts = text.values() if isinstance(text, dict) else [text]
    return {name for one in texts for _, name, _, _ in Formatter().parse(one) if name is not None}


def every_problem(package: Path, languages: Sequence[str] = LANGUAGES) -> Iterator[str]:
    """The same for all folders of a package; and which pages are missing."""
    for folder in sorted({file.parent for file in package.rglob(f"words.{DEFAULT}.toml")}):
        for lang in languages:
            found = [*problems(Catalogue(folder), lang), *_missing_pages(folder, lang)]
            yield from (f"{folder.relative_to(package)}: {problem}" for problem in found)


def _missing_pages(folder: Path, lang: str) -> Iterator[str]:
    for page in folder.glob(f"*.{DEFAULT}.md"):
        name = page.name.replace(f".{DEFAULT}.", f".{lang}.")
        if not (folder / name).is_file():
            yield f"{name} is wanted"
