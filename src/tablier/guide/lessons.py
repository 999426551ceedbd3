"""The lessons of a game: a first game with guidance. Each is a real position, and one thing to do there.

They stand in `lessons.<language>.md` of a game's folder. A page has a title and perhaps an introduction;
then each lesson is a heading, one or two sentences, a position, and what is right to do:

    ## Straight ahead

    A small cylinder goes straight ahead only (WM-7). You have rolled a 5.

    ```position red
    tablier 1
    game: war-of-masters

    1. [5]
    ```

    do: e2-e7 | d2-d7
    then: [3]
    then: brown e8-e5
    right: Well done.
    hint: Touch a small cylinder in front, then the square five steps further.
    hint e1-*: That is the Master; leave him at home for now.

The word after `position` is the seat that learns. `do` has the right actions, with `|` between them; a `*` stands for
any characters. `then` is what chance, or another seat, does afterwards, one action a line. `right` is said of a right
action, `hint` of any other; a hint may be for certain actions only, and the first that fits is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tablier.engine.errors import BadGameFile, TablierError
from tablier.engine.game import Game
from tablier.engine.position import Position
from tablier.engine.words import shorten
from tablier.record.match import Match

_LESSON = re.compile(r"^## +(.+)$", re.MULTILINE)
_TITLE = re.compile(r"\A\s*# +(.+)$", re.MULTILINE)
_PARTS = re.compile(r"(.*?)^```position +(\w+)[ \t]*\n(.*?)^```[ \t]*$(.*)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"(do|then|right|hint)(?: (\S.*?))?: +(\S.*)")


class BadLesson(TablierError):
    """A lesson that is not written as one is."""

    code = "lesson/invalid"

    def __init__(self, title: str, problem: str) -> None:
        super().__init__(f"lesson {shorten(title)!r}: {problem}")


@dataclass(frozen=True)
class Hint:
    """What is said of an action that is legal and not right."""

    pattern: str
    """The actions that it is for; `*` is any."""
    words: str


@dataclass(frozen=True)
class Lesson:
    """One thing to do in one position."""

    title: str
    text: str
    """What is to be done and why, in Markdown."""
    file: str
    """The game file that leads to the position."""
    seat_name: str
    do: tuple[str, ...]
    """The right actions, as patterns."""
    then: tuple[str, ...]
    """What happens afterwards: an action of chance, or a seat's name and an action of it."""
    right: str
    hints: tuple[Hint, ...]

    @cached_property
    def _position(self) -> Position:
        try:
            return Match.loads(self.file).position
        except BadGameFile as problem:
            raise BadLesson(self.title, str(problem)) from None

    @property
    def position(self) -> Position:
        """Where it begins: a copy. Raises BadLesson if the game file cannot be played."""
        return self._position.copy()

    @cached_property
    def seat(self) -> int:
        """The seat that learns, which is to act."""
        seats = self._position.seats
        if self.seat_name not in seats:
            raise BadLesson(self.title, f"{self.seat_name!r} is no seat; there are: {', '.join(seats)}")
        seat = seats.index(self.seat_name)
        if seat not in self._position.pending:
            raise BadLesson(self.title, f"it is not for {self.seat_name} to act")
        return seat

    def is_right(self, action: str) -> bool:
        """Whether an action, as it is written, is what the lesson asks for."""
        return any(_fits(pattern, action) for pattern in self.do)

    def hint(self, action: str) -> str:
        """What is said of an action that is not right."""
        return next(hint.words for hint in self.hints if _fits(hint.pattern, action))

    def after(self, action: str) -> Position:
        """The position after an action, and after what then happens if it was right.

        Raises IllegalAction if the rules forbid the action; BadLesson if they forbid what follows.
        """
        position = self.position
        position.play(action, self.seat)
        if self.is_right(action):
            for what in self.then:
                self._follow(position, what)
        return position

    def _follow(self, position: Position, what: str) -> None:
        name, _, rest = what.partition(" ")
        try:
            if name in position.seats:
                position.play(rest, position.seats.index(name))
            else:
                position.play(what)
        except TablierError as problem:
            raise BadLesson(self.title, f"then: {problem}") from None


@dataclass(frozen=True)
class Course:
    """The lessons of a game in one language, in order."""

    title: str
    introduction: str
    """Markdown; may be empty."""
    lessons: tuple[Lesson, ...]


def parse(page: str) -> Course:
    """Read a page of lessons; raises BadLesson."""
    title = _TITLE.match(page)
    if not title:
        raise BadLesson("", "a page of lessons begins with '# ' and its title")
    introduction, *parts = _LESSON.split(page[title.end() :])
    lessons = [_lesson(*part) for part in zip(parts[::2], parts[1::2], strict=True)]
    return Course(title[1].strip(), introduction.strip(), tuple(lessons))


def course(game: Game, lang: str) -> Course:
    """The lessons of a game; none where its folder has no page of them."""
    page = game.pages.lessons(lang)
    return Course(game.title[lang], "", ()) if page is None else parse(page)


def _lesson(title: str, body: str) -> Lesson:
    title = title.strip()
    parts = _PARTS.fullmatch(body)
    if not parts:
        raise BadLesson(title, "it has a text, then a block ```position with the seat that learns, then what is right")
    text, seat, file, rest = parts.groups()
    lines = [_line(title, line.strip()) for line in rest.splitlines() if line.strip()]
    said = {key: [words for name, _, words in lines if name == key] for key in ("do", "then", "right")}
    hints = [Hint(pattern or "*", words) for name, pattern, words in lines if name == "hint"]
    if not said["do"] or len(said["right"]) != 1:
        raise BadLesson(title, "it needs 'do: ...' with what is right, and one 'right: ...' with what is said then")
    if not hints or hints[-1].pattern != "*":
        raise BadLesson(title, "its last hint is one for every action: 'hint: ...'")
    return Lesson(
        title=title,
        text=text.strip(),
        file=file,
        seat_name=seat,
        do=tuple(pattern.strip() for line in said["do"] for pattern in line.split("|")),
        then=tuple(said["then"]),
        right=said["right"][0],
        hints=tuple(hints),
    )


def _line(title: str, line: str) -> tuple[str, str, str]:
    found = _LINE.fullmatch(line)
    if not found or (found[2] and found[1] != "hint"):
        raise BadLesson(title, f"{shorten(line)!r} is none of 'do: ', 'then: ', 'right: ', 'hint: ' and 'hint ...: '")
    return found[1], found[2] or "", found[3]


def _fits(pattern: str, action: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), action) is not None
