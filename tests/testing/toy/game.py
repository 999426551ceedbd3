"""The toy's description."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Whole
from tests.testing.toy import notation, rules

GAME = Game(
    name="three-at-the-market",
    package=__package__,
    rules=rules,
    notation=notation,
    prefix="TM",
    title={"fr": "Trois au marché", "en": "Three at the Market"},
    summary={"fr": "Trois marchands, des enchères secrètes.", "en": "Three merchants, secret bids."},
    minutes=(1, 2),
    options=(
        Whole(
            name="rounds",
            words={"fr": "Nombre de manches (TM-8)", "en": "Number of rounds (TM-8)"},
            least=1,
            most=3,
            default=3,
            samples=(3, 1),
        ),
        Choice(
            name="die",
            words={"fr": "Le dé (TM-6)", "en": "The die (TM-6)"},
            values=("fair", "loaded"),
            default="fair",
            samples=("fair", "loaded"),
        ),
    ),
    seats=lambda settled: notation.NAMES,
    seat_words={
        "ash": {"fr": "Frêne", "en": "Ash"},
        "birch": {"fr": "Bouleau", "en": "Birch"},
        "cedar": {"fr": "Cèdre", "en": "Cedar"},
    },
    reasons={
        2: {"fr": "cette carte n'est pas en main", "en": "that card is not in hand"},
        3: {"fr": "on mise une carte, une seule fois", "en": "one bids one card, once"},
        7: {"fr": "seul le gagnant choisit, take ou leave", "en": "the winner alone chooses, take or leave"},
        9: {"fr": "la partie est finie", "en": "the game is over"},
    },
    most_actions=lambda settled: 6 + 8 * int(settled["rounds"]),
)
