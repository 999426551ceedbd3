"""Lessons: how a page of them is written, and what happens in one."""

import pytest

from tablier.engine.errors import IllegalAction
from tablier.engine.kernels import NATURE
from tablier.guide.lessons import BadLesson, Course, Lesson, course, parse
from tests.engine.morra.game import GAME as MORRA

PAGE = """# First steps

Welcome.

## Straight ahead

A small cylinder goes *straight ahead* (WM-7).

```position red
tablier 1
game: war-of-masters

1. [5]
```

do: e2-e7 | d2-*
then: [3]
then: brown g8-g5
right: Well done.
hint e1-*: That is the Master.
hint: A small one, five squares.
"""


def the_lesson(page: str = PAGE) -> Lesson:
    (lesson,) = parse(page).lessons
    return lesson


def test_page_has_a_title_an_introduction_and_lessons() -> None:
    found = parse(PAGE)
    assert (found.title, found.introduction, len(found.lessons)) == ("First steps", "Welcome.", 1)
    assert the_lesson().title == "Straight ahead"
    assert the_lesson().text == "A small cylinder goes *straight ahead* (WM-7)."


def test_lesson_begins_in_a_real_position_with_its_seat_to_act() -> None:
    lesson = the_lesson()
    assert lesson.seat == 0
    assert lesson.position.pending == (0,)
    assert "e2-e7" in lesson.position.legal()


def test_right_actions_are_those_named_or_that_fit_a_pattern() -> None:
    lesson = the_lesson()
    assert [action for action in lesson.position.legal() if lesson.is_right(action)] == ["d2-d7", "e2-e7"]


def test_star_stands_for_any_characters_and_for_itself() -> None:
    lesson = the_lesson(PAGE.replace("do: e2-e7 | d2-*", "do: c3-d3*3"))
    assert lesson.is_right("c3-d3*3")
    assert not lesson.is_right("c3-d3*2")


def test_what_follows_a_right_action_is_played_too() -> None:
    lesson = the_lesson()
    after = lesson.after("e2-e7")
    assert after.turn - lesson.position.turn == 2
    assert after.pending == (NATURE,)


def test_nothing_follows_another_action() -> None:
    lesson = the_lesson()
    assert lesson.after("a2-a7").turn - lesson.position.turn == 1


def test_attempts_do_not_change_the_lesson() -> None:
    lesson = the_lesson()
    before = lesson.position
    lesson.after("e2-e7")
    assert lesson.position == before


def test_action_that_the_rules_forbid_is_refused() -> None:
    with pytest.raises(IllegalAction, match="WM-6"):
        the_lesson().after("e2-e4")


def test_first_hint_that_fits_is_given() -> None:
    lesson = the_lesson()
    assert lesson.hint("e1-e6") == "That is the Master."
    assert lesson.hint("a2-a7") == "A small one, five squares."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("# First steps", "First steps", "begins with '# ' and its title"),
        ("```position red", "```position", "then a block"),
        ("do: e2-e7 | d2-*", "do e2-e7", "'do e2-e7' is none of"),
        ("do: e2-e7 | d2-*", "", "it needs 'do: ...'"),
        ("right: Well done.", "", "one 'right: ...'"),
        ("right: Well done.", "right e2-e7: Well done.", "is none of"),
        ("hint: A small one, five squares.", "", "its last hint is one for every action"),
    ],
)
def test_page_that_is_not_written_as_one_says_what_is_wrong(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadLesson, match=problem):
        parse(PAGE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("position red", "position green", "'green' is no seat; there are: red, brown"),
        ("position red", "position brown", "it is not for brown to act"),
        ("1. [5]", "1. [7]", "line 4"),
        ("then: brown g8-g5", "then: brown g8-g4", "then: g8-g4"),
    ],
)
def test_lesson_that_cannot_be_played_says_what_is_wrong(old: str, new: str, problem: str) -> None:
    lesson = the_lesson(PAGE.replace(old, new))
    with pytest.raises(BadLesson, match=problem):
        print(lesson.seat, lesson.after("e2-e7"))


def test_game_without_lessons_has_an_empty_course() -> None:
    assert course(MORRA, "en") == Course(MORRA.title["en"], "", ())
