"""Morra's description. It is none of the library's games: a test hands it over as it is."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Whole
from tests.engine.morra import notation, rules

GAME = Game(
    name="morra",
    package="tests.engine.morra",
    rules=rules,
    notation=notation,
    prefix="MO",
    title={"fr": "La mourre", "en": "Morra"},
    summary={"fr": "Des doigts et une carte.", "en": "Fingers and a card."},
    minutes=(1, 2),
    options=(
        Whole(
            name="rounds",
            words={"fr": "Manches (MO-3)", "en": "Rounds (MO-3)"},
            least=1,
            most=9,
            default=2,
            samples=(2,),
        ),
    ),
    seats=lambda settled: notation.SEATS,
    seat_words={"left": {"fr": "Gauche", "en": "Left"}, "right": {"fr": "Droite", "en": "Right"}},
    reasons={
        1: {"fr": "ce n'est pas le moment", "en": "it is not the moment"},
        2: {"fr": "on montre un doigt ou deux", "en": "one shows one finger or two"},
        3: {"fr": "la partie est finie", "en": "the game is over"},
    },
    most_actions=lambda settled: 3 * int(settled["rounds"]),
)
