"""What is said in each language: texts by their keys, from the files that a translator works on.

A folder that has something to say holds a `words.<language>.toml` for each language that it is said in. There, texts
stand under keys, in tables: the text `won` of the table `[status]` is asked for as "status.won". It is written with
plain spaces and apostrophes, and typeset once, when the file is read. What stands in braces is filled in as by
`str.format`. A text that depends on a number is a table of its forms, and {n} decides: { one = "...", other = "..." }.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from tablier.language.languages import DEFAULT, LANGUAGES, Language, language

USUAL_FORM = "other"
"""Every text that has forms has this one; so a table with this key is such a text."""


class BadCatalogue(ValueError):
    """A file of words that cannot be read."""


class Forms(NamedTuple):
    """A text that depends on a number."""

    texts: tuple[str, ...]
    """One for each form of the language."""
    language: Language

    def of(self, n: int) -> str:
        return self.texts[self.language.form(n)]


Text = str | Forms


class Saying(NamedTuple):
    """Something that is said, whatever the language: the key of a text, and what it is filled in with.

    That is numbers and words that are the same everywhere, other things that are said, or lists of them. It can be
    written as JSON, and read from it, as it is: `[key, values]`.
    """

    key: str
    values: Mapping[str, Any] = {}


class Catalogue:
    """The texts of one folder, and its pages, in every language that it has."""

    def __init__(self, folder: Traversable) -> None:
        self.folder = folder
        self._texts: dict[str, Texts] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Those that the folder has texts in, the one that stands in for the others first."""
        found = [lang for lang in LANGUAGES if self._file(lang).is_file()]
        return tuple(sorted(found, key=lambda lang: lang != DEFAULT))

    def texts(self, lang: str) -> Texts:
        """Everything, in one language; what is not said in it is said in another."""
        found = self._texts.get(lang)
        if found is None:
            found = self._texts[lang] = Texts(self, lang)
        return found

    def __getitem__(self, key: str) -> Words:
        return Words(self, key)

    def group(self, table: str) -> dict[str, Words]:
        """The texts of a table, by their keys there."""
        keys = self.texts(self.languages[0]) if self.languages else ()
        start = f"{table}."
        return {key.removeprefix(start): self[key] for key in keys if key.startswith(start)}

    def read(self, lang: str) -> dict[str, Text]:
        """The texts of one language, typeset; none where there is no file."""
        spoken = language(lang)
        return {key: _typeset(text, spoken) for key, text in self.written(lang).items()}

    def written(self, lang: str) -> dict[str, Any]:
        """The same as a translator wrote them: each a string, or a table of forms. Raises BadCatalogue."""
        if lang not in self.languages:
            return {}
        file = self._file(lang)
        try:
            return dict(_flat(tomllib.loads(file.read_text(encoding="utf-8"))))
        except ValueError as problem:
            raise BadCatalogue(f"{file}: {problem}") from None

    def page(self, name: str, lang: str) -> str:
        """A page of the folder, `<name>.<language>.md`; in another language, where it has none in this."""
        pages = (self.folder / f"{name}.{code}.md" for code in (lang, DEFAULT, *LANGUAGES))
        found = next((page for page in pages if page.is_file()), None)
        if found is None:
            raise FileNotFoundError(f"No such file: {self.folder}/{name}.{lang}.md")
        return found.read_text(encoding="utf-8")

    def _file(self, lang: str) -> Traversable:
        return self.folder / f"words.{lang}.toml"


class Texts:
    """The texts of one folder in one language.

    `texts[key]` is a text as it stands, `texts(key, who="Anne")` is filled in.
    """

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self.language = language(lang)
        self._catalogue = catalogue
        self._texts = catalogue.read(lang)
        self._whole = {key: text for key, text in self._texts.items() if isinstance(text, str) and "{" not in text}
        """Those in which nothing is filled in."""

    def __getitem__(self, key: str) -> str:
        text = self.as_set(key)
        return text if isinstance(text, str) else text.texts[-1]

    def __call__(self, key: str, /, **values: object) -> str:
        text = self.as_set(key)
        if not isinstance(text, str):
            text = text.of(int(values["n"]))  # type: ignore[call-overload]  # `n` is a number
        return text.format_map(values)

    def as_set(self, key: str) -> Text:
        """A text, or its forms."""
        return self._texts.get(key) or self._said_elsewhere(key)

    def say(self, saying: Sequence[Any]) -> str:
        """What is said, in this language."""
        key, values = saying
        if (whole := self._whole.get(key)) is not None:
            return whole
        return self(key, **{name: self._filled(value) for name, value in values.items()}) if key else ""

    def sentence(self, saying: Sequence[Any]) -> str:
        """The same, as a sentence begins."""
        said = self.say(saying)
        return said[:1].upper() + said[1:]

    def _filled(self, value: Any) -> str | int:
        if isinstance(value, str | int):
            return value
        if value and isinstance(value[0], str):
            return self.say(value)
        return self.language.listed([self.say(one) for one in value])

    def __contains__(self, key: str) -> bool:
        return key in self._catalogue.texts(self._catalogue.languages[0])._texts

    def __iter__(self) -> Iterator[str]:
        """The keys."""
        return iter(self._catalogue.texts(self._catalogue.languages[0])._texts)

    def items(self) -> Iterator[tuple[str, Text]]:
        """Every text with its key."""
        return ((key, self.as_set(key)) for key in self)

    def plain(self, *tables: str) -> dict[str, str | tuple[str, ...]]:
        """The same, of these tables or of all, for another program: each a text, or its forms."""
        starts = tuple(f"{table}." for table in tables) or ""
        found = ((key, text) for key, text in self.items() if key.startswith(starts))
        return {key: text if isinstance(text, str) else text.texts for key, text in found}

    def _said_elsewhere(self, key: str) -> Text:
        """The text in another language, which is kept from then on."""
        for lang in self._catalogue.languages:
            if found := self._catalogue.texts(lang)._texts.get(key):
                self._texts[key] = found
                return found
        raise KeyError(f"{self._catalogue.folder} has no words for {key!r}")


@dataclass(frozen=True)
class Words:
    """One text, whatever the language: `words["fr"]`."""

    catalogue: Catalogue = field(repr=False)
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    """What it is filled in with, if anything; other words are said in the same language."""

    def __getitem__(self, lang: str) -> str:
        texts = self.catalogue.texts(lang)
        values = {name: value[lang] if isinstance(value, Words) else value for name, value in self.values.items()}
        return texts(self.key, **values) if values else texts[self.key]


def _flat(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, text in table.items():
        if isinstance(text, Mapping) and USUAL_FORM not in text:
            yield from _flat(text, f"{path}{name}.")
        else:
            yield path + name, text


def _typeset(text: Any, lang: Language) -> Text:
    if isinstance(text, str):
        return lang.typeset(text)
    return Forms(tuple(lang.typeset(text.get(form, text[USUAL_FORM])) for form in lang.forms), lang)
