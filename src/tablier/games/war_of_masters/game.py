"""War of Masters: what it is called, who sits where, and what a table may choose."""

from __future__ import annotations

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Settled, Whole
from tablier.games.war_of_masters import notation, rules

ORDINARY_RINGS = "ee"

OPTIONS = (
    Choice(
        name="goal",
        words={
            "fr": "But\u00a0: prendre le Maître adverse, ou toutes les pièces (WM-18)",
            "en": "Aim: capture the enemy Master, or every piece (WM-18)",
        },
        values=("master", "all"),
        value_words={
            "master": {"fr": "prendre le Maître", "en": "take the Master"},
            "all": {"fr": "tout prendre", "en": "take everything"},
        },
        default="master",
        samples=("master", "all"),
    ),
    Choice(
        name="path",
        words={
            "fr": "Passage\u00a0: par-dessus les autres pièces, ou seulement si la voie est libre (WM-10)",
            "en": "Path: over other pieces, or only if the way is clear (WM-10)",
        },
        values=("leap", "blocked"),
        value_words={
            "leap": {"fr": "par-dessus les pièces", "en": "leaping over pieces"},
            "blocked": {"fr": "seulement si la voie est libre", "en": "only where the way is clear"},
        },
        default="leap",
        samples=("leap", "blocked"),
    ),
    Letters(
        name="ring",
        words={
            "fr": "Colonnes des cylindres bagués, rouge puis brun, quand toutes les pièces sont à prendre (WM-19)",
            "en": "Columns of the ringed cylinders, Red's then Brown's, where every piece is to be captured (WM-19)",
        },
        pattern="[a-i]{2}",
        form="two columns from a to i, Red's then Brown's",
        codes=lambda text: ["abcdefghi".index(column) for column in text],
        default=ORDINARY_RINGS,
        samples=(ORDINARY_RINGS, "ai"),
    ),
    Whole(
        name="max_turns",
        words={
            "fr": "Nombre de tours après lequel une partie sans vainqueur est nulle (WM-20)",
            "en": "Turns after which a game without a winner is a draw (WM-20)",
        },
        least=1,
        most=10_000,
        default=1000,
        samples=(1000, 7),
    ),
)

REASONS = {
    1: {"fr": "ce coup sort du plateau", "en": "that leads off the board"},
    5: {"fr": "la partie est finie\u00a0: un Maître est pris", "en": "the game is over: a Master has been captured"},
    6: {
        "fr": "à son tour, on avance une de ses pièces du nombre exact de cases que montre le dé",
        "en": "on one's turn, one of one's own pieces moves exactly as many squares as the die shows",
    },
    7: {"fr": "un petit cylindre va seulement tout droit", "en": "a small cylinder goes straight ahead only"},
    9: {
        "fr": "une pièce va d'une à six cases, dans une seule direction",
        "en": "a piece goes one to six squares, in one direction",
    },
    10: {"fr": "la voie n'est pas libre", "en": "the way is not clear"},
    11: {"fr": "on ne passe que si aucun coup n'est possible", "en": "one passes only where no move is possible"},
    13: {
        "fr": "un six partagé déplace deux pièces différentes, de six cases en tout",
        "en": "a divided six moves two different pieces, six squares in all",
    },
    14: {"fr": "une de vos pièces occupe cette case", "en": "a piece of one's own stands there"},
    15: {
        "fr": "un Maître ne prend pas et n'est pas pris par un déplacement d'une case",
        "en": "a Master neither captures nor is captured by a move of one",
    },
    18: {
        "fr": "la partie est finie\u00a0: un camp n'a plus de pièce",
        "en": "the game is over: one side has no piece left",
    },
    20: {"fr": "la partie est finie\u00a0: elle est nulle", "en": "the game is over: it is a draw"},
}


def check(settled: Settled) -> None:
    if settled["ring"] != ORDINARY_RINGS and settled["goal"] != "all":
        raise BadOption("ring: it is a choice only with goal=all; a Master always begins in column e")


GAME = Game(
    name="war-of-masters",
    package=__package__,
    rules=rules,
    notation=notation,
    prefix="WM",
    title={"fr": "La Guerre des Maîtres", "en": "War of Masters"},
    summary={
        "fr": "Deux armées de cylindres, un dé, et un Maître à prendre.",
        "en": "Two armies of cylinders, one die, and a Master to capture.",
    },
    minutes=(15, 30),
    options=OPTIONS,
    seats=lambda settled: ("red", "brown"),
    seat_words={"red": {"fr": "Rouge", "en": "Red"}, "brown": {"fr": "Brun", "en": "Brown"}},
    reasons=REASONS,
    most_actions=lambda settled: 3 * int(settled["max_turns"]),
    check=check,
)
