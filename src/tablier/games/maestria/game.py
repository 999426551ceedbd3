"""Maestria: what it is called, who sits where, and what a table may choose."""

from __future__ import annotations

from tablier.engine import rng
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Whole
from tablier.games.maestria import notation, rules

TERRAINS = "PFM"
"""Plain, forest, mountain: the letters of a map, each standing for its number in the rules."""

DEFAULT_MAP = "MPFMPFPFMPFM"


def random_map(seed: int | str) -> str:
    """A map to pass as the option `map`: four squares of each terrain in a random order, always the same for one seed.

    >>> random_map(7)
    'PMMPFPPMFMFF'
    """
    stream = rng.seeded("maestria map", seed)
    letters = list(TERRAINS * 4)
    for last in range(len(letters) - 1, 0, -1):
        chosen = int(rng.below(stream, last + 1))
        letters[last], letters[chosen] = letters[chosen], letters[last]
    return "".join(letters)


OPTIONS = (
    Choice(
        name="losses",
        words={
            "fr": "Pertes\u00a0: le perdant garde la différence des nombres, ou la perd (MA-13)",
            "en": "Losses: the loser keeps the difference of the numbers, or loses it (MA-13)",
        },
        values=("remainder", "difference"),
        value_words={
            "remainder": {"fr": "garde la différence", "en": "keeps the difference"},
            "difference": {"fr": "perd la différence", "en": "loses the difference"},
        },
        default="remainder",
        samples=("remainder", "difference"),
    ),
    Letters(
        name="map",
        words={
            "fr": "Terrains d'un camp, rangée de front de a à f puis rangée du fond\u00a0: P, F, M (MA-2)",
            "en": "Terrains of a camp, its front row from a to f, then its back row: P, F, M (MA-2)",
        },
        pattern=f"[{TERRAINS}]{{12}}",
        form="twelve letters P, F or M, a camp's front row from a to f and then its back row",
        codes=lambda text: [TERRAINS.index(letter) for letter in text],
        default=DEFAULT_MAP,
        samples=(DEFAULT_MAP, "PPPPPPMFFFFM"),
    ),
    Whole(
        name="max_turns",
        words={
            "fr": "Nombre de tours après lequel une partie sans vainqueur est nulle (MA-20)",
            "en": "Turns after which a game without a winner is a draw (MA-20)",
        },
        least=1,
        most=10_000,
        default=300,
        samples=(300, 7),
    ),
)

REASONS = {
    4: {
        "fr": "le Général est déjà placé\u00a0: il n'y en a qu'un",
        "en": "the General is placed already: there is only one",
    },
    5: {
        "fr": "à la mise en place, et alors seulement, on pose tour à tour trois pions sur des cases de sa couleur "
        "dans son camp, le Général au plus tard en dernier",
        "en": "in the set-up, and only then, the players place three pawns in turn on squares of their colour "
        "in their camp, the General last at the latest",
    },
    6: {"fr": "une case ne porte jamais plus de 5 pions", "en": "a square never holds more than 5 pawns"},
    7: {
        "fr": "à son tour, on a 5 points d'action, et chaque pion déplacé en coûte un",
        "en": "on one's turn one has 5 action points, and each pawn that moves costs one",
    },
    8: {
        "fr": "un groupe se compose de ses propres pions présents sur la case, avec ou sans le Général",
        "en": "a group is made of pawns of one's own that are on the square, with or without the General",
    },
    10: {"fr": "il faut d'abord jeter les dés du combat", "en": "the dice of the fight are to be rolled first"},
    16: {
        "fr": "c'est au défenseur de répondre à une attaque\u00a0: il combat ou, s'il a deux pions au moins, les "
        "retire tous sur une case voisine sans ennemi",
        "en": "it is for the defender to answer an attack: to fight or, with two pawns at least, to withdraw them all "
        "to an adjacent square without enemies",
    },
    19: {"fr": "la partie est finie\u00a0: un Général est éliminé", "en": "the game is over: a General is eliminated"},
    20: {"fr": "la partie est finie\u00a0: elle est nulle", "en": "the game is over: it is a draw"},
}

SET_UP = 2 * rules.PAWNS
MOST_IN_A_TURN = 3 * rules.POINTS
"""An attack, its answer and its dice for each point."""

GAME = Game(
    name="maestria",
    package=__package__,
    rules=rules,
    notation=notation,
    prefix="MA",
    title={"fr": "Maestria", "en": "Maestria"},
    summary={
        "fr": "Deux armées, trois terrains, cinq points d'action par tour, et un Général à éliminer.",
        "en": "Two armies, three terrains, five action points a turn, and a General to eliminate.",
    },
    minutes=(10, 20),
    options=OPTIONS,
    seats=lambda settled: ("black", "white"),
    seat_words={"black": {"fr": "Noir", "en": "Black"}, "white": {"fr": "Blanc", "en": "White"}},
    reasons=REASONS,
    most_actions=lambda settled: SET_UP + MOST_IN_A_TURN * int(settled["max_turns"]),
)
