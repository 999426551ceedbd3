"""Master Islands: what it is called, who sits where, and what a table may choose."""

from __future__ import annotations

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Settled, Value, Whole
from tablier.games.master_islands import notation, rules

COLOURS = ("red", "white", "violet", "black")
"""The galleons' colours, in order of the seats. Black flies over the Corsair, where there is one."""


def usual_players(settled: Settled) -> Value:
    return 2 if settled["mode"] == "classic" else 4


def last_seat(settled: Settled) -> Value:
    return int(settled["players"]) - 1


OPTIONS = (
    Choice(
        name="mode",
        words={
            "fr": "Chacun pour soi, deux équipes de deux, ou un Corsaire contre tous (MI-24)",
            "en": "Each for oneself, two teams of two, or a Corsair against all the others (MI-24)",
        },
        values=("classic", "teams", "corsair"),
        value_words={
            "classic": {"fr": "chacun pour soi", "en": "each for oneself"},
            "teams": {"fr": "deux équipes", "en": "two teams"},
            "corsair": {"fr": "contre le Corsaire", "en": "against the Corsair"},
        },
        default="classic",
        samples=("classic", "teams", "corsair"),
    ),
    Whole(
        name="players",
        words={"fr": "Nombre de joueurs (MI-24)", "en": "Number of players (MI-24)"},
        least=2,
        most=4,
        default=usual_players,
        samples=(2, 3, 4),
    ),
    Letters(
        name="deck",
        words={
            "fr": "Nombre de 1, de 2, de 3, de 4 et de 5 dans chaque couleur (MI-2)",
            "en": "How many ones, twos, threes, fours and fives there are in each colour (MI-2)",
        },
        pattern="(0|[1-9][0-9]?)(,(0|[1-9][0-9]?)){4}",
        form="five numbers that total 12, such as 3,3,2,2,2",
        codes=lambda text: [int(count) for count in text.split(",")],
        fits=lambda text: sum(map(int, text.split(","))) == rules.CARDS // rules.COLOURS,
        default="3,3,2,2,2",
        samples=("3,3,2,2,2",),
    ),
    Choice(
        name="mission",
        words={
            "fr": "Mission contre le Corsaire\u00a0: facile, 10 tours\u00a0; moyenne, 7\u00a0; difficile, 4 (MI-20)",
            "en": "Mission against the Corsair: easy, 10 rounds; medium, 7; hard, 4 (MI-20)",
        },
        values=("easy", "medium", "hard"),
        value_words={
            "easy": {"fr": "facile, 10 tours", "en": "easy, 10 rounds"},
            "medium": {"fr": "moyenne, 7 tours", "en": "medium, 7 rounds"},
            "hard": {"fr": "difficile, 4 tours", "en": "hard, 4 rounds"},
        },
        default="medium",
        samples=("medium",),
    ),
    Choice(
        name="conquest",
        words={
            "fr": "Contre le Corsaire, à chaque tour, une conquête par joueur ou une pour toute l'équipe (MI-21)",
            "en": "Against the Corsair, every round: a conquest for each player, or one for the whole team (MI-21)",
        },
        values=("each", "team"),
        value_words={
            "each": {"fr": "une par joueur", "en": "one for each player"},
            "team": {"fr": "une pour l'équipe", "en": "one for the team"},
        },
        default="each",
        samples=("each", "team"),
    ),
    Whole(
        name="corsair_seat",
        words={
            "fr": "Place du Corsaire, comptée à partir de 0 (MI-19)",
            "en": "The Corsair's seat, counted from 0 (MI-19)",
        },
        least=0,
        most=3,
        default=last_seat,
        samples=(1, 2, 3),
    ),
)

REASONS = {
    3: {"fr": "les cartes sont encore à distribuer", "en": "the cards are still being dealt"},
    6: {
        "fr": "on pose une carte de sa main sur une place libre à côté, sans compter les diagonales, d'une carte qui "
        "porte un de ses galions, et on déplace un galion d'une carte, de sorte que les deux soient possibles",
        "en": "one lays a card from one's hand on a free place next to (diagonals do not count) a card that carries "
        "one of one's galleons, and moves a galleon by one card, so that both can be done",
    },
    7: {
        "fr": "on ne rejoue que si la carte posée a la couleur d'une voisine qui porte un de ses galions\u00a0; "
        "on répond alors again ou done",
        "en": "one plays again only if the card laid has the colour of a neighbour that carries one of one's galleons; "
        "the answer is then again or done",
    },
    10: {
        "fr": "on prend sur une ligne, de gauche à droite ou de bas en haut, des cartes sans galion qui font "
        "exactement 10 en tout, ou l'on y renonce avant la première",
        "en": "one takes cards of one line, from left to right or bottom to top, without galleons, that total exactly "
        "10, or declines before the first",
    },
    11: {
        "fr": "la conquête vient après la découverte, et l'on ne revient pas en arrière",
        "en": "conquest comes after discovery, and there is no way back",
    },
    12: {
        "fr": "la partie est finie\u00a0: un joueur a pris assez de cartes",
        "en": "the game is over: a player has taken enough cards",
    },
    13: {
        "fr": "on joue chacun son tour, vers la gauche, après avoir complété sa main",
        "en": "play goes to the left, when the hand has been drawn up",
    },
    14: {
        "fr": "la partie est finie\u00a0: la dernière carte de la pioche est tirée",
        "en": "the game is over: the last card of the pile has been drawn",
    },
    15: {
        "fr": "la partie est finie\u00a0: plus personne ne pose de carte",
        "en": "the game is over: nobody lays a card any more",
    },
    16: {"fr": "en équipes, chacun n'a qu'un galion, A", "en": "in teams each player has one galleon only, A"},
    17: {
        "fr": "la partie est finie\u00a0: une équipe a pris assez de cartes",
        "en": "the game is over: a team has taken enough cards",
    },
    19: {
        "fr": "le Corsaire a deux galions et pas de carte\u00a0; les autres ont chacun un galion, A",
        "en": "the Corsair has two galleons and no cards; the others have one galleon each, A",
    },
    20: {
        "fr": "la partie est finie\u00a0: la mission est accomplie, ou manquée",
        "en": "the game is over: the mission is accomplished, or has failed",
    },
    21: {
        "fr": "dans un tour, l'équipe découvre, puis le Corsaire déplace ses galions, quatre fois au plus et d'une "
        "carte à la fois, puis l'équipe conquiert et se ravitaille",
        "en": "in a round the team plays its discoveries, then the Corsair moves galleons, at most four times and by "
        "one card at a time, then the team plays its conquest and supply",
    },
    22: {
        "fr": "un galion isolé, sans carte voisine, ne bouge pas",
        "en": "an isolated galleon, with no neighbouring card, cannot move",
    },
}


def check(settled: Settled) -> None:
    mode, players = settled["mode"], int(settled["players"])
    if mode == "teams" and players != 4:
        raise BadOption("players: teams are two of two, so 4 players")
    if mode == "corsair":
        if players == 2:
            raise BadOption("players: 3 or 4 play with a Corsair, who is alone against the others")
        if int(settled["corsair_seat"]) >= players:
            raise BadOption(f"corsair_seat: with {players} players it is a whole number from 0 to {players - 1}")


def tells(settled: Settled) -> bool:
    """Without a Corsair, what concerns the Corsair changes nothing."""
    usual = {"mission": "medium", "conquest": "each", "corsair_seat": last_seat(settled)}
    return settled["mode"] == "corsair" or all(settled[name] == value for name, value in usual.items())


def seats(settled: Settled) -> tuple[str, ...]:
    names = list(COLOURS[: int(settled["players"])])
    if settled["mode"] == "corsair":
        names = list(COLOURS[: len(names) - 1])
        names.insert(int(settled["corsair_seat"]), "corsair")
    return tuple(names)


GAME = Game(
    name="master-islands",
    package=__package__,
    rules=rules,
    notation=notation,
    prefix="MI",
    title={"fr": "Master Islands", "en": "Master Islands"},
    summary={
        "fr": "Un archipel qui grandit carte après carte, des galions, et des alignements de dix à conquérir.",
        "en": "An archipelago that grows card by card, galleons, and lines of ten to conquer.",
    },
    minutes=(20, 40),
    options=OPTIONS,
    seats=seats,
    seat_words={
        "red": {"fr": "Rouge", "en": "Red"},
        "white": {"fr": "Blanc", "en": "White"},
        "violet": {"fr": "Violet", "en": "Violet"},
        "black": {"fr": "Noir", "en": "Black"},
        "corsair": {"fr": "Corsaire", "en": "Corsair"},
    },
    reasons=REASONS,
    # Each of 47 cards laid comes with a move, a question, a move alone after `again` (MI-8) and a keep; there are at
    # most three turns without a card before each, of a move and a keep; and every card is drawn once and taken once.
    # This is a little more.
    most_actions=lambda settled: 47 * 4 + 48 * 4 * 2 + 48 * 2,
    check=check,
    tells=tells,
)
