"""Master Citadel: what it is called, who sits where, and what a table may choose."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Whole
from tablier.games.master_citadel import notation, rules

OPTIONS = (
    Whole(
        name="size",
        words={"fr": "Cases sur un côté du plateau (MC-1)", "en": "Squares on a side of the board (MC-1)"},
        least=3,
        most=9,
        odd=True,
        default=5,
        samples=(5,),
    ),
    Choice(
        name="line",
        words={
            "fr": "Ligne à passer\u00a0: le bord, en sortant du plateau, ou la dernière rangée, en l'atteignant (MC-2)",
            "en": "The line to cross: off the board over one's side, or onto that side's row (MC-2)",
        },
        values=("beyond", "edge"),
        value_words={
            "beyond": {"fr": "sortir du plateau", "en": "off the board"},
            "edge": {"fr": "atteindre la dernière rangée", "en": "onto the last row"},
        },
        default="beyond",
        samples=("beyond", "edge"),
    ),
    Whole(
        name="capital",
        words={"fr": "Points de chaque joueur au départ (MC-3)", "en": "Points of each player at the start (MC-3)"},
        least=1,
        most=rules.MOST_POINTS,
        default=100,
        samples=(100, 3),
    ),
    Choice(
        name="payment",
        words={
            "fr": "Qui paie sa mise\u00a0: tous, ou seuls ceux qui ont déplacé le pion (MC-9)",
            "en": "Who pays what they staked: all, or only those who moved the pawn (MC-9)",
        },
        values=("all", "winners"),
        value_words={
            "all": {"fr": "tout le monde", "en": "everybody"},
            "winners": {"fr": "seulement qui a déplacé le pion", "en": "only who moved the pawn"},
        },
        default="all",
        samples=("all", "winners"),
    ),
    Whole(
        name="max_rounds",
        words={
            "fr": "Nombre de tours après lequel une partie sans vainqueur est nulle (MC-10)",
            "en": "Rounds after which a game without a winner is a draw (MC-10)",
        },
        least=1,
        most=10_000,
        default=100,
        samples=(100,),
    ),
    Choice(
        name="variant",
        words={
            "fr": "Règle\u00a0: de base, où l'on s'entend en secret, ou jeu ouvert, en trois phases (MC-12)",
            "en": "Rules: basic, with secret agreements, or the open variant in three phases (MC-12)",
        },
        values=("basic", "open"),
        value_words={
            "basic": {"fr": "jeu de base", "en": "basic game"},
            "open": {"fr": "jeu ouvert", "en": "open variant"},
        },
        default="basic",
        samples=("basic", "open"),
    ),
)

REASONS = {
    2: {
        "fr": "la partie est finie\u00a0: le pion est derrière une ligne",
        "en": "the game is over: the pawn is behind a line",
    },
    4: {
        "fr": "un ordre par tour, qui ne change plus, et jamais plus de points qu'il n'en reste",
        "en": "one order a round, which then stands, and never more points than one has left",
    },
    10: {"fr": "la partie est finie\u00a0: elle est nulle", "en": "the game is over: it is a draw"},
    12: {
        "fr": "en jeu ouvert la discussion précède les ordres\u00a0; dans le jeu de base il n'y en a pas à clore",
        "en": "in the open variant discussion comes before the orders; in the basic game there is none to end",
    },
    14: {
        "fr": "seul le maître de jeu met fin à la discussion, une fois par tour",
        "en": "only the game master ends the discussion, once a round",
    },
}

GAME = Game(
    name="master-citadel",
    package=__package__,
    rules=rules,
    notation=notation,
    prefix="MC",
    title={"fr": "Master Citadel", "en": "Master Citadel"},
    summary={
        "fr": "Un seul pion, quatre lignes, des ordres secrets et des alliances d'un tour.",
        "en": "A single pawn, four lines, secret orders, and alliances that last a round.",
    },
    minutes=(15, 45),
    options=OPTIONS,
    seats=lambda settled: ("north", "east", "south", "west"),
    seat_words={
        "north": {"fr": "Nord", "en": "North"},
        "east": {"fr": "Est", "en": "East"},
        "south": {"fr": "Sud", "en": "South"},
        "west": {"fr": "Ouest", "en": "West"},
    },
    reasons=REASONS,
    most_actions=lambda settled: (5 if settled["variant"] == "open" else 4) * int(settled["max_rounds"]),
)
