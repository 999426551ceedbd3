"""The lessons of every game can be played, teach what they say, and are the same in every language."""

import re

import pytest

from tablier.engine.registry import find, games
from tablier.guide import page
from tablier.guide.lessons import Lesson, course
from tablier.language import LANGUAGES

LESSONS = [
    pytest.param(lesson, name, lang, id=f"{name}-{lang}-{number}")
    for name in games()
    for lang in LANGUAGES
    for number, lesson in enumerate(course(find(name), lang).lessons, start=1)
]


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_handful_of_lessons(name: str) -> None:
    assert 5 <= len(course(find(name), "fr").lessons) <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_lessons_begin_with_the_aim(name: str, lang: str) -> None:
    """Whoever follows the first knows what the game is about: it cites the aim, and wins."""
    game = find(name)
    first = course(game, lang).lessons[0]
    aim = re.search(rf"^## {page.WORDS['heading.aim'][lang]}\n\n- \*\*(\S+)\*\*", game.pages.rules(lang), re.MULTILINE)
    assert aim
    assert f"({aim[1]})" in first.text
    right = next(action for action in first.position.legal(first.seat) if first.is_right(action))
    after = first.after(right)
    assert after.over
    assert after.shares
    assert after.shares[first.seat] == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "option", "aims"),
    [
        ("master-islands", "mode", {"classic": "MI-12", "teams": "MI-17", "corsair": "MI-20"}),
        ("master-citadel", "variant", {"basic": "MC-2", "open": "MC-2"}),
    ],
)
def test_every_way_to_play_has_lessons_that_begin_with_its_aim(
    name: str, option: str, aims: dict[str, str], lang: str
) -> None:
    first: dict[str, Lesson] = {}
    for lesson in course(find(name), lang).lessons:
        first.setdefault(str(lesson.position.options[option]), lesson)
    assert list(first) == list(aims)
    for way, rule in aims.items():
        assert f"({rule})" in first[way].text


@pytest.mark.parametrize("name", games())
def test_lessons_are_the_same_in_every_language(name: str) -> None:
    def told(lang: str) -> list[object]:
        return [
            (lesson.file, lesson.seat_name, lesson.do, lesson.then, [hint.pattern for hint in lesson.hints])
            for lesson in course(find(name), lang).lessons
        ]

    assert told("fr") == told("en")


@pytest.mark.parametrize(("lesson", "name", "lang"), LESSONS)
def test_every_right_action_can_be_played_and_so_can_what_follows(lesson: Lesson, name: str, lang: str) -> None:
    legal = lesson.position.legal(lesson.seat)
    for pattern in lesson.do:
        matching = [action for action in legal if re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), action)]
        assert matching, f"nothing that is legal fits {pattern}"
        for action in matching:
            lesson.after(action)


@pytest.mark.parametrize(("lesson", "name", "lang"), LESSONS)
def test_every_hint_for_certain_actions_is_given_for_one(lesson: Lesson, name: str, lang: str) -> None:
    wrong = [action for action in lesson.position.legal(lesson.seat) if not lesson.is_right(action)]
    given = {lesson.hint(action) for action in wrong}
    assert {hint.words for hint in lesson.hints if hint.pattern != "*"} <= given


@pytest.mark.parametrize(("lesson", "name", "lang"), LESSONS)
def test_every_lesson_is_of_its_game_and_cites_rules_that_there_are(lesson: Lesson, name: str, lang: str) -> None:
    game = find(name)
    assert lesson.position.game is game
    words = "\n".join([lesson.text, lesson.right, *(hint.words for hint in lesson.hints)])
    cited = re.findall(r"\b([A-Z]{2}-\d+)\b", words)
    numbered = set(re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\*", game.pages.rules(lang), re.MULTILINE))
    assert cited
    assert set(cited) <= numbered


@pytest.mark.parametrize(("lesson", "name", "lang"), LESSONS)
def test_every_right_action_can_be_touched(lesson: Lesson, name: str, lang: str) -> None:
    touches = lesson.position.scene(lesson.seat, lang).touches
    assert any(lesson.is_right(action) for action in touches)


@pytest.mark.parametrize("name", games())
def test_some_lesson_ends_a_game(name: str) -> None:
    """Whoever has followed them knows how one wins."""
    ends = [
        lesson.after(next(action for action in lesson.position.legal(lesson.seat) if lesson.is_right(action))).over
        for lesson in course(find(name), "fr").lessons
    ]
    assert any(ends)
