"""A game as the rest of the program sees it: its rules, its notation, its options, its names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from tablier.engine import kernels, parts
from tablier.engine.errors import BadMessage, BadOption, BrokenGame, UnknownSeat
from tablier.engine.insight import DEFAULTS, Insight
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, Rules, State
from tablier.engine.options import Mode, Option, Settled, Value, settle
from tablier.engine.parts import Part
from tablier.engine.phrase import PHRASES, Phrase
from tablier.engine.phrase import read as read_phrase
from tablier.engine.story import UNTOLD, Storyteller
from tablier.engine.talk import FREE, GESTURES, POINT, SILENCE, UNSAID, Kind, Talk, TalkRules
from tablier.engine.talk import WORDS as TALK_WORDS
from tablier.engine.words import shorten
from tablier.language import DEFAULT, Catalogue, Texts, Words

if TYPE_CHECKING:
    from tablier.picture.scene import Form, Scene
    from tablier.picture.sheet import Sheet

Played = tuple[int, str]
"""Who acted, and the action as it is written."""


class Forbidden(ValueError):
    """Raised by a notation for an action that it can read but that no position admits: so it has no number."""

    def __init__(self, rule: int) -> None:
        super().__init__(f"rule {rule} forbids it")
        self.rule = rule
        """The rule that forbids it."""


class Notation(Protocol):
    """What a game's `notation.py` provides. A line is one turn of the game file, without its number."""

    def write(self, s: State, seat: int, action: int, viewer: int | None = None, /) -> str:
        """The action as it is written; with a viewer, as that seat (or PUBLIC) may know it."""

    def write_all(self, s: State, seat: int, actions: Sequence[int], /) -> list[str] | None:
        """Actions of a seat, each as it is written with nothing hidden. Left out, or None: they are written one by one.

        Of many, what they have in common need be read from the record only once.
        """

    def read(self, s: State, seat: int, text: str, /) -> int:
        """The action that is so written, legal or not.

        Raises Forbidden where a rule admits no such action; ValueError, saying how one is written, if it is none.
        """

    def turn(self, s: State, /) -> int:
        """The number of the turn that is being played; what is played while it stays the same is one line."""

    def write_line(self, played: Sequence[Played], after: State, /) -> str:
        """A turn in one line; `after` is the position it leads to."""

    def read_line(self, s: State, line: str, /) -> list[tuple[int | None, str]]:
        """The actions of a line that is played from `s` on: who acts (None where the position tells), and the action.

        Raises ValueError.
        """


class SceneMaker(Protocol):
    """What a game's `scene.py` provides."""

    def scene(self, s: State, settled: Settled, seat: int, lang: str, form: Form, /) -> Scene:
        """What a seat (or PUBLIC) sees and may touch, laid out for a form; `s` is its view."""


class Pages:
    """The pages of a game's folder, for people."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words

    def rules(self, lang: str) -> str:
        """The rules, in Markdown; raises BrokenGame. `guide/page.py` has the form."""
        if page := self._page("rules", lang):
            return page
        raise BrokenGame(f"{self._words.folder} lacks rules.{lang}.md: write it, with the rules as players read them")

    def lessons(self, lang: str) -> str | None:
        """A first game with guidance, if there is one. `guide/lessons.py` has the form."""
        return self._page("lessons", lang)

    def drawing(self, name: str) -> bytes | None:
        """A picture of the folder, `pictures/<name>.svg`, if it is there: the cover, a mode, a letter of an option."""
        file = self._words.folder / "pictures" / f"{name}.svg"
        return file.read_bytes() if file.is_file() else None

    @property
    def cover(self) -> str | None:
        """The game file whose last position is the picture on the first page, where none is drawn."""
        file = self._words.folder / "cover.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def _page(self, name: str, lang: str) -> str | None:
        try:
            return self._words.page(name, lang)
        except FileNotFoundError:
            return None


@dataclass(frozen=True, eq=False)
class Game:
    """One game. Its folder's `game.py` makes the only one of its kind, named GAME."""

    name: str
    """As it is asked for: 'war-of-masters'."""
    package: str
    """Its folder, as a package, in which its parts are found: each when it is first wanted."""
    prefix: str
    """What its rule numbers begin with: 'WM'."""
    minutes: tuple[int, int]
    """How long a game takes people, from and to; a mode may say otherwise."""
    options: tuple[Option, ...]
    seats: Callable[[Settled], tuple[str, ...]]
    """The seats, by name, in order of play; the names are identifiers, the same in every language."""
    most_actions: Callable[[Settled], int]
    """A bound on the number of actions of one game, nature's included."""
    modes: tuple[Mode, ...] = (Mode("usual"),)
    """The ways to play it, among which people choose first; one without words of its own has the game's."""
    teams: Callable[[Settled], tuple[tuple[str, ...], ...]] = field(default=lambda settled: ())
    """The seats that win and lose together, if any do: every seat in one of these."""
    chance: Literal["roll", "draw"] = "roll"
    """What nature does in this game: roll dice; or draw, and deal, what nobody can choose."""
    secrets: bool = False
    """Whether a seat may know something that others, or those who watch, may not."""
    tells: Callable[[Settled], bool] = field(default=lambda settled: True)
    """Whether a combination of options shows something that no simpler one does, so that it is worth a test."""

    rules = Part[Rules](Rules, "rules.py", FOR_THE_EYE="")
    notation = Part[Notation](Notation, "notation.py", write_all=lambda s, seat, actions: None)
    picture = Part[SceneMaker](SceneMaker, "scene.py")
    story = Part[Storyteller](Storyteller, "story.py", **UNTOLD)
    talk_rules = Part[TalkRules](TalkRules, "talk.py", **UNSAID)
    insight = Part[Insight](Insight, "insight.py", **DEFAULTS)

    def __post_init__(self) -> None:
        kernels.register(self.rules, lambda: self.insight)

    def parts(self) -> Iterator[tuple[Part[Any], Any]]:
        """Each part, as it is declared and as it is; raises BrokenGame for one that is missing or broken."""
        for part in vars(Game).values():
            if isinstance(part, Part):
                yield part, part.__get__(self, Game)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.package,)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.rules.RECORD

    @property
    def telling_bytes(self) -> int:
        """How many bytes of a record the game goes by; what follows is for the eye alone."""
        first = self.rules.FOR_THE_EYE
        return self.dtype.fields[first][1] if self.dtype.fields and first else self.dtype.itemsize

    @cached_property
    def words(self) -> Catalogue:
        """Everything that is said in this game: its `words.<language>.toml`."""
        return Catalogue(resources.files(self.package))

    @cached_property
    def pages(self) -> Pages:
        return Pages(self.words)

    @cached_property
    def art(self) -> Sheet | None:
        """What its things look like: the symbols of its `art.svg`, where it has one; raises BrokenGame."""
        from tablier.picture.sheet import Sheet

        file = self.words.folder / "art.svg"
        try:
            return Sheet(self.name, file.read_text(encoding="utf-8")) if file.is_file() else None
        except SyntaxError as problem:
            raise BrokenGame(f"{file} cannot be read: {problem}") from problem

    @property
    def title(self) -> Words:
        return self.words["title"]

    @property
    def summary(self) -> Words:
        """What it is like, in one sentence."""
        return self.words["summary"]

    def mode_words(self, mode: Mode, lang: str) -> tuple[str, str]:
        """A mode's title, and what it is like."""
        said, key = self.words.texts(lang), f"mode.{mode.name}"
        if f"{key}.title" in said:
            return said[f"{key}.title"], said[f"{key}.summary"]
        return self.title[lang], self.summary[lang]

    def mode_of(self, settled: Settled) -> Mode | None:
        """The mode that these options make: of several, the one that says most."""
        made = (mode for mode in self.modes if mode.options.items() <= settled.items())
        return max(made, key=lambda mode: len(mode.options), default=None)

    @cached_property
    def seat_words(self) -> Mapping[str, Words]:
        """What people call each seat."""
        return self.words.group("seat")

    @cached_property
    def option_words(self) -> Mapping[str, Words]:
        """What each option decides."""
        return self.words.group("option")

    @cached_property
    def effect_words(self) -> Mapping[str, Words]:
        """What changes with an option, where that is said."""
        return self.words.group("effect")

    def value_words(self, option: str) -> Mapping[str, Words]:
        """What people call the values of an option, as far as they have names."""
        return self.words.group(f"value.{option}")

    @cached_property
    def reasons(self) -> Mapping[int, Words]:
        """For each rule that `forbids` may cite, why not, in a few words."""
        return {int(rule): words for rule, words in self.words.group("reason").items()}

    def aim(self, settled: Settled, lang: str, *parts: str) -> str:
        """The `aim` of a scene: its parts, and what its words say, in the table `special`, of options that it has."""
        return " · ".join([*parts, *_specials(self.words.texts(lang), tuple(settled.items()))])

    def settle(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """All options with their values; raises BadOption."""
        return settle(self.options, given, self.called)

    def called(self, option: str, value: Value, lang: str) -> str:
        """What people call a value of an option."""
        words = self.value_words(option).get(str(value))
        return words[lang] if words else str(value)

    def open(self, settled: Settled) -> Buffer:
        """The opening position under these options, as an array of one record."""
        array = np.zeros(1, dtype=self.dtype)
        for option in self.options:
            array[option.name][0] = option.code(settled[option.name])
        kernels.setup(array[0])
        return array

    def variants(self) -> Iterator[dict[str, Value]]:
        """Every combination of sample values that the game admits and that tells something."""
        for values in product(*(option.samples for option in self.options)):
            try:
                settled = self.settle({option.name: value for option, value in zip(self.options, values, strict=True)})
            except BadOption:
                continue
            if self.tells(settled):
                yield settled

    @property
    def room(self) -> tuple[Buffer, Buffer]:
        """The same as `buffers`, for who reads what is written there at once: all positions of a thread share it."""
        found: tuple[Buffer, Buffer] | None = getattr(self._rooms, "buffers", None)
        if found is None:
            found = self._rooms.buffers = self.buffers()
        return found

    @cached_property
    def _rooms(self) -> threading.local:
        return threading.local()

    def buffers(self) -> tuple[Buffer, Buffer]:
        """Room for a list of actions, and for the weights of nature's."""
        room = max(self.rules.ACTION_COUNT, self.rules.CHANCE_COUNT)
        return _aligned(room), _aligned(room)

    def seat(self, seat: int, settled: Settled, *others: int) -> int:
        """The seat, if there is such a one (or it is one of `others`); raises UnknownSeat."""
        return checked_seat(seat, len(self.seats(settled)), others)

    def why_not(self, rule: int, lang: str = DEFAULT) -> tuple[str, str]:
        """What to say of an action that this rule forbids: the reason, and the rule's number."""
        return self.reasons[rule][lang], f"{self.prefix}-{rule}"

    def talk(self, s: State, seat: int) -> Talk:
        """What a seat may say now: nothing if it only watches, anything when the game is over."""
        if seat in (NATURE, PUBLIC):
            return SILENCE
        return FREE if self._is_free or self.rules.over(s) else self.talk_rules.talk(s, seat)

    @cached_property
    def _is_free(self) -> bool:
        """Whether the rules say nothing of talking."""
        return self.talk_rules.talk is UNSAID["talk"]

    def sign_words(self, sign: str, lang: str, table: str = "gesture") -> str:
        """What one is seen to do who makes a sign; or, from the table `sign`, what it is called: `TalkRules.signs`."""
        word, _, what = sign.removeprefix(POINT).partition(" ")
        words = TALK_WORDS if sign in GESTURES else self.words
        return words.texts(lang)(f"{table}.{word}", what=what, n=what)

    def check_phrase(self, body: str, settled: Settled) -> None:
        """See that this is a phrase, about seats that there are; raises BadMessage."""
        phrase = read_phrase(body)
        seats, is_own = self.seats(settled), phrase.word not in PHRASES
        if is_own and self._phrase_key(phrase) not in self.words.texts(DEFAULT):
            raise BadMessage(f"{shorten(body)!r}: there is no such phrase in this game")
        if any(seat not in seats for seat in phrase.seats) or len(phrase.seats) < PHRASES.get(phrase.word, 0):
            raise BadMessage(f"{shorten(body)!r}: this is said of some of {', '.join(seats)}")

    @staticmethod
    def _phrase_key(phrase: Phrase) -> str:
        return f"phrase.{phrase.word}.{phrase.tone}"

    def message_words(self, kind: Kind, body: str, lang: str) -> str:
        """How a message is heard, or seen, in a language: it depends on nothing but the message."""
        match kind:
            case "text":
                return body
            case "gesture":
                return self.sign_words(body, lang)
            case "phrase":
                return self._phrase_words(read_phrase(body), lang)
        offered = self.talk_rules.offer_words(body)
        what = self.words.texts(lang).say(offered) if offered else body
        return TALK_WORDS.texts(lang)(f"promise.{kind}", what=what)

    def _phrase_words(self, phrase: Phrase, lang: str) -> str:
        texts = (TALK_WORDS if phrase.word in PHRASES else self.words).texts(lang)
        who = texts.language.listed([self.seat_words[seat][lang] for seat in phrase.seats])
        return texts(self._phrase_key(phrase), who=who)

    def closing(self, s: State) -> tuple[int, int] | None:
        """While there is a discussion: the seat that may end it, and the action by which it does."""
        return None if self.rules.over(s) else self.talk_rules.closing(s)


def checked_seat(seat: int, count: int, others: tuple[int, ...] = ()) -> int:
    """The seat, if it is one of so many (or of `others`); raises UnknownSeat."""
    if isinstance(seat, _WHOLE) and (0 <= seat < count or seat in others):
        return int(seat)
    raise UnknownSeat(f"there is no seat {seat!r}; there are 0 to {count - 1}")


_WHOLE = (int, np.integer)


@lru_cache(maxsize=1024)
def _specials(said: Texts, settled: tuple[tuple[str, Value], ...]) -> tuple[str, ...]:
    """What words say, in the table `special`, of these options."""
    keys = (f"special.{option}.{value}" for option, value in settled)
    return tuple(said[key] for key in keys if key in said)


def _aligned(room: int) -> Buffer:
    """Room for so many numbers, from the beginning of a cache line on: long lists are written up to a third faster."""
    line = 8
    numbers = np.zeros(room + line, dtype=np.int64)
    skipped = -(numbers.ctypes.data // numbers.itemsize) % line
    return numbers[skipped : skipped + room]


def load(package: str) -> Game:
    """The GAME of a folder. A process that is sent a game, or a position of one, loads it by this."""
    game = vars(parts.load(f"{package}.game")).get("GAME")
    if not isinstance(game, Game):
        raise BrokenGame(f"{package}.game lacks GAME, which is to be a Game")
    return game
