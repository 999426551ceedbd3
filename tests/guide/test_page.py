"""Rules pages: prose and pictures."""

import pytest

from tablier.engine.errors import BadGameFile
from tablier.engine.registry import find, games
from tablier.guide.page import Picture, Prose, split
from tablier.language import LANGUAGES

PAGE = """# Title

Before.

```position The first move
tablier 1
game: war-of-masters

1. [5] e2-e7
```

Between.

```python
code = "stays"
```
"""


def test_a_comment_is_for_those_who_write_the_page() -> None:
    assert split("<!-- first:\nthe title -->\n\n# Title\n<!-- more -->\nText\n") == [Prose("# Title\nText\n")]


def test_page_is_split_into_prose_and_pictures() -> None:
    before, picture, after = split(PAGE)
    assert before == Prose("# Title\n\nBefore.\n\n")
    assert picture == Picture("The first move", "tablier 1\ngame: war-of-masters\n\n1. [5] e2-e7\n")
    assert after == Prose('\nBetween.\n\n```python\ncode = "stays"\n```\n')


def test_prose_is_typeset_and_code_is_not() -> None:
    prose = Prose("C'est `a : b` : d'accord !\n\n```text\nd'accord !\n```\n")
    assert prose.typeset("fr") == "C’est `a : b`\u00a0: d’accord\u00a0!\n\n```text\nd'accord !\n```\n"
    assert prose.typeset("en") == prose.markdown


def test_picture_is_a_real_position() -> None:
    picture = split(PAGE)[1]
    assert isinstance(picture, Picture)
    assert picture.position.record.turns == 1


def test_picture_is_a_spectator_s_unless_it_says_whose() -> None:
    file = "tablier 1\ngame: war-of-masters\n\n1. [5]\n"
    assert not Picture("", file).scene("en").touches
    assert Picture("", f"# seen by: red\n{file}").scene("en").touches


def test_picture_may_show_a_part_and_have_notes() -> None:
    file = "# shown: 1 2 3 4.5\n# note: 2 -3.5 Here !\n# nothing else\ntablier 1\ngame: war-of-masters\n"
    scene = Picture("", file).scene("fr")
    assert (scene.x, scene.y, scene.width, scene.height) == (1, 2, 3, 4.5)
    note = scene.items[-1]
    assert (note.x, note.y, note.glyph) == (2, -3.5, "Here\u00a0!")


def test_picture_that_breaks_a_rule_is_refused() -> None:
    with pytest.raises(BadGameFile, match="WM-6"):
        Picture("", "tablier 1\ngame: war-of-masters\n\n1. [5] e2-e6\n").position  # noqa: B018


def test_page_without_pictures_is_prose() -> None:
    assert split("Only words.\n") == [Prose("Only words.\n")]
    assert split("") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_every_picture_of_every_page_can_be_drawn(name: str, lang: str) -> None:
    pictures = [part for part in split(find(name).pages.rules(lang)) if isinstance(part, Picture)]
    assert len(pictures) >= 3
    for picture in pictures:
        assert picture.caption
        assert picture.position.scene(lang=lang).items
