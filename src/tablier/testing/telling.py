"""Golden sentences: one of each kind that a game is told and advised in, compared by the tests in every language.

They come from games: the golden ones, and those of the folder `told`, which are there for their sentences alone.

    python -m tablier.testing record war-of-masters

writes the sentences again, where the words have changed on purpose.

    python -m tablier.testing tell war-of-masters

plays at random under every combination of options, keeps what is told in a way that no game has told before, and then
does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from time import perf_counter
from typing import Any

from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.story import NOTHING
from tablier.language import DEFAULT, Catalogue, Saying, Texts
from tablier.record.match import Match
from tablier.record.story import saying
from tablier.testing.exploration import Run, longest_run_in

TABLES = ("story", "why")
"""Of the game's words: what happened, and why something is good advice."""

Joints = set[tuple[str, str]]


def examples(matches: Iterable[Match]) -> dict[str, Saying]:
    """One thing that is said of each kind, by its kind, by whatever viewer it is said to."""
    found: dict[str, Saying] = {}
    for match in matches:
        for _, said in _said(match):
            found.setdefault(kind(said, match.game.words), said)
    return dict(sorted(found.items()))


def _said(match: Match) -> Iterator[tuple[int, Saying]]:
    """Everything that is said of a match, after how many actions."""
    positions, before, game = match.positions(), match.at(0), match.game
    next(positions)
    for number, (after, (seat, action)) in enumerate(zip(positions, match.actions, strict=True), start=1):
        viewers = (None, PUBLIC, *range(len(match.seats))) if game.secrets else (None,)
        said = [saying(before, seat, action, after, viewer) for viewer in viewers]
        if seat != NATURE:
            said.append(game.story.why(before.view(seat).record, seat, action))
        yield from ((number, one) for one in said if one and one != NOTHING)
        before = after.copy()


def kind(said: Saying, words: Catalogue) -> str:
    """What something said is made of, whoever and wherever it is about."""
    return " ".join(dict.fromkeys(whole for whole, part in joints(said, words.texts(DEFAULT)) if whole and not part))


def joints(said: Any, texts: Texts) -> Iterator[tuple[str, str]]:
    """Every text that something said is made of: alone, and with each that is filled in there.

    How well those two go together is what a reader looks at.
    """
    whole = _written(said, texts)
    yield whole, ""
    for value in said[1].values():
        if isinstance(value, tuple | list) and value:
            for part in [value] if isinstance(value[0], str) else value:
                yield whole, _written(part, texts)
                yield from joints(part, texts)


def _written(said: Any, texts: Texts) -> str:
    """The key of a text, with the form, where it has several; nothing, if it is only a name."""
    key, values = said
    if not key.startswith(tuple(f"{table}." for table in TABLES)):
        return ""
    text = texts.as_set(key)
    return key if isinstance(text, str) else f"{key}/{text.language.forms[text.language.form(int(values['n']))]}"


def texts_to_tell(words: Catalogue) -> set[str]:
    """The keys of all that has to be told in some game, as `keys` gives them."""
    texts = words.texts(DEFAULT)
    found = ((f"{table}.{key}", texts.as_set(f"{table}.{key}")) for table in TABLES for key in words.group(table))
    return {
        written
        for key, text in found
        for written in ([key] if isinstance(text, str) else [f"{key}/{form}" for form in text.language.forms])
    }


def sentences(found: dict[str, Saying], texts: Texts) -> str:
    """The same in a language, each below its kind."""
    return "".join(f"{kind}\n    {texts.sentence(said)}\n" for kind, said in found.items())


def new_games(game: Game, known: Iterable[Match], seconds: float) -> list[Match]:
    """As few games as will do that tell the joints which are met in so many seconds of play, besides those known."""
    told: list[tuple[Match, Joints]] = []
    before: Joints = set().union(*(joint for match in known for _, joint in _joints(match)))
    missing, variants, begin = Joints(), list(game.variants()), perf_counter()
    for number in count():
        if perf_counter() > begin + seconds:
            break
        run = Run(game, variants[number % len(variants)])
        run.act_at_random(number, min(longest_run_in(), game.most_actions(run.options)))
        found = set().union(*(joint for _, joint in _joints(run))) - before
        if found - missing:
            told.append((run, found))
            missing |= found
    return list(_cover(told, missing))


def _joints(match: Match) -> Iterator[tuple[int, Joints]]:
    """Those of everything that is said of a match, after how many actions."""
    texts = match.game.words.texts(DEFAULT)
    return ((number, set(joints(said, texts))) for number, said in _said(match))


def _cover(told: list[tuple[Match, Joints]], missing: Joints) -> Iterator[Match]:
    """Always that which tells most of what is missing, up to where it has."""
    while missing:
        match, found = max(told, key=lambda one: len(one[1] & missing))
        yield _beginning(match, _when_told(match, found & missing))
        missing = missing - found


def _when_told(match: Match, wanted: Joints) -> int:
    """After how many actions all of them have been told."""
    for number, found in _joints(match):
        wanted = wanted - found
        if not wanted:
            return number
    return match.length


def _beginning(match: Match, actions: int) -> Match:
    found = Run(match.game, match.options)
    for seat, action in match.actions[:actions]:
        found.append(seat, action)
    return found
