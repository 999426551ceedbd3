"""The toy's picture: a table in the middle, one's own cards below it, the others' above."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.engine import kernels
from tablier.engine.kernels import PUBLIC, State
from tablier.engine.options import Settled
from tablier.language import Texts
from tablier.picture.scene import Form, Item, Scene, rect, text, use
from tests.testing.toy import notation, rules
from tests.testing.toy.game import GAME


def scene(s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
    said = GAME.words.texts(lang)
    return Scene(
        x=0,
        y=0,
        width=8,
        height=5,
        title=said["title"],
        status=said("scene.round", round=s.played + 1),
        aim=GAME.aim(settled, lang, said["aim.most"]),
        counts=tuple(map(str, s.score)),
        items=(
            Item(
                "table",
                4,
                2.5,
                (use("cloth", 0, 0, 4, 2),),
                said["scene.table"],
                _middle(s),
                kind="place",
            ),
            *_others(s, seat, said),
            *_own(s, seat, said),
            *_choices(s, seat),
        ),
        touches=_touches(s, seat),
    )


def _middle(s: State) -> str:
    bids = " ".join("-" if bid == rules.NONE else "?" for bid in s.bid)
    return f"{bids}\n{s.roll or ''}\n{' '.join(map(str, s.score))}"


def _others(s: State, seat: int, said: Texts) -> Iterator[Item]:
    for q, name in enumerate(notation.NAMES):
        if q != seat:
            words = said("scene.cards", n=s.held[q], who=name)
            yield Item(
                f"backs-{name}",
                1 + 3 * q,
                0.5,
                (rect(-0.4, -0.3, 0.8, 0.6),),
                words,
                f"{name} {s.held[q]}",
                kind="card",
            )


def _own(s: State, seat: int, said: Texts) -> Iterator[Item]:
    for value in range(1, rules.VALUES + 1):
        if seat != PUBLIC and s.hand[seat, value - 1] > 0:
            words = said("scene.card", value=value)
            shapes = (rect(-0.4, -0.4, 0.8, 0.8, fill="#fffdf6"), text(0, 0, str(value), 0.5))
            yield Item(f"card-{value}", value, 4.5, shapes, words, f"{value}*{s.hand[seat, value - 1]}", kind="card")


def _choices(s: State, seat: int) -> Iterator[Item]:
    if s.phase == rules.CHOOSING and s.winner == seat:
        for i, choice in enumerate(notation.CHOICES):
            yield Item(choice, 2 + 4 * i, 4, (text(0, 0, choice, 0.4),), choice, choice, kind="button")


def _touches(s: State, seat: int) -> dict[str, tuple[str, ...]]:
    if seat == PUBLIC or not kernels.pending(s) >> seat & 1:
        return {}
    if s.phase == rules.CHOOSING:
        return {choice: (choice,) for choice in notation.CHOICES}
    cards = [value for value in range(1, rules.VALUES + 1) if s.hand[seat, value - 1] > 0]
    return {str(value): (f"card-{value}", "table") for value in cards}
