"""Checks of a game as a whole, under no options in particular: its description, its options, its pages."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Choice, Option, Whole
from tablier.engine.parts import functions, parameters
from tablier.guide.lessons import Lesson, course
from tablier.guide.page import WORDS, Picture, split
from tablier.language import DEFAULT
from tablier.language.check import problems
from tablier.record.match import Match
from tablier.testing.exploration import noting, require

RESERVED = ("game", "seed", "names", "result")
"""What an option cannot be called: a match and a game file have these names already."""


def description_is_complete(game: Game) -> None:
    """Everything that has a name has words in every language; the record is made of int32 and has every option."""
    _require_names(game)
    _require_record(game)
    _require_words(game)


def _require_names(game: Game) -> None:
    require(re.fullmatch(r"[a-z]+(-[a-z]+)*", game.name), f"a game's name is small letters and hyphens: {game.name!r}")
    require(0 < game.minutes[0] <= game.minutes[1], f"minutes should be from and to: {game.minutes}")
    for option in game.options:
        named = re.fullmatch(r"[a-z_]+", option.name) and option.name not in RESERVED
        require(named, f"an option's name is small letters, and not one of {RESERVED}: {option.name!r}")
    for variant in game.variants():
        seats = game.seats(variant)
        require(len(set(seats)) == len(seats) > 0, f"seats should have different names: {seats}")
        for seat in seats:
            require(re.fullmatch(r"[a-z_]+", seat), f"a seat's name is small letters: {seat!r}")


def _require_record(game: Game) -> None:
    options, fields = {option.name for option in game.options}, game.dtype.names or ()
    for name in fields:
        own = name in options or not hasattr(np.record, name)
        require(own, f"the record's field {name} should have another name: interpreted, s.{name} would be NumPy's")
        require(
            game.dtype[name].base == np.int32, f"the record's field {name} should be int32, not {game.dtype[name].base}"
        )
    for name in options:
        require(name in fields, f"the record has no field for the option {name}")


def _require_words(game: Game) -> None:
    require(game.words.languages, f"{game.package} has no words: words.en.toml, or another language's, is wanted")
    keys = set(game.words.texts(game.words.languages[0]))
    for key in _wanted_words(game):
        require(key in keys, f"{key}: words are wanted in every language")
    for lang in game.words.languages:
        for problem in problems(game.words, lang):
            require(False, problem)


def _wanted_words(game: Game) -> Iterator[str]:
    yield from ("title", "summary")
    yield from (f"seat.{seat}" for variant in game.variants() for seat in game.seats(variant))
    yield from (f"option.{option.name}" for option in game.options)
    if len(game.modes) > 1:
        yield from (f"mode.{mode.name}.{words}" for mode in game.modes for words in ("title", "summary"))


# --- parts ------------------------------------------------------------------------------------------------------------


def parts_are_complete(game: Game) -> None:
    """Every part is there, and its functions take what they are given."""
    for part, found in game.parts():
        for name in functions(part.protocol):
            taken = inspect.signature(vars(found)[name])
            fits = all(_takes(taken, count) for count in _counts(part.protocol, name))
            require(fits, f"{part.file}: {part.form(name)} is wanted, not {name}{taken}")


def _counts(protocol: type[Any], function: str) -> set[int]:
    """With how many arguments a function may be called: with all, or without those that have a default."""
    given = parameters(protocol, function).values()
    return {len(given), sum(parameter.default is parameter.empty for parameter in given)}


def _takes(taken: inspect.Signature, count: int) -> bool:
    try:
        taken.bind(*range(count))
    except TypeError:
        return False
    return True


# --- options ----------------------------------------------------------------------------------------------------------

JUNK: tuple[Any, ...] = ("", " ", "?", "nonsense" * 20, "-1", "1.5", "٣", -1, 10**12, 2.5, True, None, [], {}, b"1")


def options_are_checked(game: Game) -> None:
    """What is out of range is refused with BadOption, and the message says the range; so is what does not exist.

    A value that is admitted can be written in a game file and read back.
    """
    require(any(True for _ in game.variants()), "no combination of the options' samples is admitted")
    for mode in game.modes:
        require(
            game.mode_of(game.settle(mode.options)) == mode, f"the options of the mode {mode.name} make another one"
        )
    for option in game.options:
        require(option.samples, f"option {option.name} has no samples")
        for value in (*option.samples, *_inside(option)):
            require(option.read(value) == value, f"option {option.name}: {value!r} should be possible")
            require(option.read(str(value)) == value, f"option {option.name}: {value!r} should be possible as a text")
        for value in _outside(option):
            _require_refused(game, {option.name: value}, option.name, option.range())
    _require_refused(game, {"no_such_option": 1}, "no_such_option", *(option.name for option in game.options))
    _require_defaults(game)


def _inside(option: Option) -> Iterator[Any]:
    """Values that must be admitted, besides the samples."""
    if isinstance(option, Choice):
        yield from option.values
    elif isinstance(option, Whole):
        yield from (number for number in (option.least, option.most) if not option.odd or number % 2)


def _outside(option: Option) -> Iterator[Any]:
    """Values that must be refused."""
    if isinstance(option, Whole):
        yield from (option.least - 1, option.most + 1, str(option.most + 1))
        if option.odd:
            yield from range(option.least + option.least % 2, option.most, 2)
        yield from (value for value in JUNK if value not in range(option.least, option.most + 1) or value is True)
    elif isinstance(option, Choice):
        yield from (value for value in JUNK if value not in option.values)
    else:  # of texts, which ones fit is its own affair
        yield from (value for value in JUNK if not isinstance(value, str))


def _require_refused(game: Game, given: Mapping[str, Any], *said: str) -> None:
    try:
        game.settle(given)
    except BadOption as problem:
        for words in said:
            require(words in str(problem), f"{given} is refused with {str(problem)!r}, which does not say {words!r}")
        require("\n" not in str(problem), f"{given} is refused in more than one line: {problem}")
    else:
        require(False, f"{given} should be refused")


def _require_defaults(game: Game) -> None:
    settled = game.settle({})
    again = game.settle({name: str(value) for name, value in settled.items()})
    require(again == settled, f"the defaults {settled}, written and read, are {again}")


# --- pages ------------------------------------------------------------------------------------------------------------


def pages_are_complete(game: Game) -> None:
    """There is a rules page in every language, with the usual headings, the same numbered rules and pictures that load.

    The rules are numbered from 1 on without a gap, and every rule that the code or a message cites is among them.
    """
    pages = {lang: game.pages.rules(lang) for lang in game.words.languages or [DEFAULT]}
    numbers = {lang: rule_numbers(game, page) for lang, page in pages.items()}
    every = set().union(*numbers.values())
    wanted = set(range(1, max(every, default=0) + 1)) | set(game.reasons) | _cited(game)
    require(wanted, "the pages have no numbered rules")
    for lang, page in pages.items():
        missing = sorted(wanted - numbers[lang])
        require(not missing, f"the page in {lang} lacks the rules {', '.join(f'{game.prefix}-{n}' for n in missing)}")
        _require_headings(page, lang)
        _require_pictures(game, page, lang)
    counts = {lang: len(pictures(page)) for lang, page in pages.items()}
    require(len(set(counts.values())) == 1, f"the pages should have the same pictures, but have {counts}")


def _require_pictures(game: Game, page: str, lang: str) -> None:
    for picture in pictures(page):
        with noting("on the page in {}:\n{}".format, lang, picture.file):
            require(picture.caption, "a picture should have a caption")
            Match.loads(picture.file, game=game)


def cover_and_lessons_can_be_played(game: Game) -> None:
    """Where there are any: the cover is a game file, and what a lesson calls right can be touched and done."""
    if game.pages.cover:
        with noting("cover.txt:\n{}".format, game.pages.cover):
            Match.loads(game.pages.cover, game=game)
    for lang in game.words.languages:
        for lesson in course(game, lang).lessons:
            with noting("the lesson {!r} in {}".format, lesson.title, lang):
                _examine_lesson(lesson, lang)


def _examine_lesson(lesson: Lesson, lang: str) -> None:
    right = [action for action in lesson.position.legal(lesson.seat) if lesson.is_right(action)]
    touches = lesson.position.scene(lesson.seat, lang).touches
    require(right, "nothing that is legal is right")
    require(set(right) <= set(touches), f"{right} should be among what can be touched: {list(touches)}")
    for action in right:
        lesson.after(action)


def rule_numbers(game: Game, page: str) -> set[int]:
    """The rules that a page has as items: `- **WM-7** ...`."""
    return {int(number) for number in re.findall(rf"^\s*- \*\*{game.prefix}-(\d+)\*\*", page, re.MULTILINE)}


def pictures(page: str) -> list[Picture]:
    return [part for part in split(page) if isinstance(part, Picture)]


def _cited(game: Game) -> set[int]:
    source = inspect.getsource(sys.modules[game.rules.__name__]) + str(
        [words[DEFAULT] for words in game.option_words.values()]
    )
    return {int(number) for number in re.findall(rf"\b{game.prefix}-(\d+)\b", source)}


def _require_headings(page: str, lang: str) -> None:
    wanted = [words[lang] for words in WORDS.group("heading").values()]
    found = [heading.strip() for heading in re.findall(r"^## (.*)$", page, re.MULTILINE)]
    usual = [heading for heading in found if heading in wanted]
    require(usual == wanted, f"the page in {lang} has the headings {found}; it should have {wanted}")
