"""What the picture of Maestria says, in French and in English."""

from __future__ import annotations

TITLE = {
    "fr": ("Maestria, mise en place", "Maestria, tour {turn}"),
    "en": ("Maestria, setting up", "Maestria, turn {turn}"),
}
PLAYERS = {"fr": ("Noir", "Blanc"), "en": ("Black", "White")}
COLOURS = {"fr": ("case noire", "case blanche"), "en": ("black square", "white square")}
TERRAINS = {"fr": ("plaine", "forêt", "montagne"), "en": ("plain", "forest", "mountain")}
NOUNS = {
    "fr": {"pawns": ("pion", "pions"), "points": ("point d'action", "points d'action"), "turns": ("tour", "tours")},
    "en": {"pawns": ("pawn", "pawns"), "points": ("action point", "action points"), "turns": ("turn", "turns")},
}
STACKS = {
    "fr": {
        "empty": "vide",
        "one": ("1 pion noir", "1 pion blanc"),
        "many": ("{n} pions noirs", "{n} pions blancs"),
        "alone": ("le Général noir", "le Général blanc"),
        "led": ("{n} pions noirs dont le Général", "{n} pions blancs dont le Général"),
    },
    "en": {
        "empty": "empty",
        "one": ("1 black pawn", "1 white pawn"),
        "many": ("{n} black pawns", "{n} white pawns"),
        "alone": ("the black General", "the white General"),
        "led": ("{n} black pawns, one of them the General", "{n} white pawns, one of them the General"),
    },
}
PLATES = {
    "fr": {
        "hand": "{who}\u00a0: {n} {pawns} à placer",
        "rest": "{who}\u00a0: {n} {pawns}",
        "short": "{n} à placer",
    },
    "en": {
        "hand": "{who}: {n} {pawns} to place",
        "rest": "{who}: {n} {pawns}",
        "short": "{n} to place",
    },
}
GENERALS = {
    "fr": ("Général", ("Le Général noir, à placer", "Le Général blanc, à placer")),
    "en": ("General", ("The black General, to be placed", "The white General, to be placed")),
}
LEGEND = {
    "fr": "La montagne bat la plaine, la plaine bat la forêt, la forêt bat la montagne",
    "en": "Mountain beats plain, plain beats forest, forest beats mountain",
}
GROUPS = {
    "fr": {"one": "1 soldat", "many": "{n} soldats", "alone": "le Général seul", "led": "{n} pions dont le Général"},
    "en": {
        "one": "1 soldier",
        "many": "{n} soldiers",
        "alone": "the General alone",
        "led": "{n} pawns with the General",
    },
}
BUTTONS = {
    "fr": {"end": "Finir le tour", "fight": "Combattre"},
    "en": {"end": "End the turn", "fight": "Fight"},
}
MOVES = {
    "fr": {
        "move": "Dernier coup\u00a0: de {origin} à {target}, {group}",
        "attack": "Attaque de {origin} sur {target}, {group}",
        "attacked": "Dernière attaque\u00a0: de {origin} sur {target}, {group}",
    },
    "en": {
        "move": "Last move: from {origin} to {target}, {group}",
        "attack": "Attack from {origin} on {target}, {group}",
        "attacked": "Last attack: from {origin} on {target}, {group}",
    },
}
SIDES = {"fr": ("Attaque", "Défense"), "en": ("Attack", "Defence")}
DICE = {
    "fr": {
        "coming": "{side}, {who}\u00a0: {dice} à jeter",
        "thrown": "{side}, {who}\u00a0: {dice}, total {total}",
        "special": "dé spécial {n}",
        "one": "un dé",
        "two": "deux dés",
        "and special": "{dice} et le dé spécial",
    },
    "en": {
        "coming": "{side}, {who}: {dice} to roll",
        "thrown": "{side}, {who}: {dice}, total {total}",
        "special": "special die {n}",
        "one": "one die",
        "two": "two dice",
        "and special": "{dice} and the special die",
    },
}
OUTCOMES = {
    "fr": {"coming": "à jeter", "won": "{who} l'emporte", "equal": "égalité", "left": "retraite"},
    "en": {"coming": "to be rolled", "won": "{who} prevails", "equal": "equal", "left": "retreat"},
}
NEWS = {
    "fr": {
        "equal": "Égalité, {most} à {least}\u00a0: l'attaque est nulle. ",
        "won": "{winner} l'emporte {most} à {least}\u00a0: {loser} perd {n} {pawns}. ",
        "retreat": "{loser} se retire et perd {n} {pawns}. ",
    },
    "en": {
        "equal": "Equal, {most} to {least}: the attack comes to nothing. ",
        "won": "{winner} wins {most} to {least}: {loser} loses {n} {pawns}. ",
        "retreat": "{loser} withdraws and loses {n} {pawns}. ",
    },
}
STATUS = {
    "fr": {
        "place": "{who} place encore {n} {pawns}.",
        "place general": "{who} place son Général, le dernier de ses pions.",
        "move": "À {who} de jouer\u00a0: {n} {points}.",
        "answer": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: {other} combat.",
        "choice": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: {other} combat ou se retire.",
        "roll": "{who} attaque {target} depuis {origin}, à {n} contre {m}\u00a0: les dés sont à jeter.",
        "won": "Le Général ennemi est éliminé\u00a0: {winner} gagne la partie.",
        "draw": "Partie nulle\u00a0: personne n'a gagné en {n} {turns}.",
    },
    "en": {
        "place": "{who} is to place {n} more {pawns}.",
        "place general": "{who} is to place the General, the last of the pawns.",
        "move": "{who} to play: {n} {points}.",
        "answer": "{who} attacks {target} from {origin}, {n} against {m}: {other} fights.",
        "choice": "{who} attacks {target} from {origin}, {n} against {m}: {other} fights or withdraws.",
        "roll": "{who} attacks {target} from {origin}, {n} against {m}: the dice are to be rolled.",
        "won": "The enemy General is eliminated: {winner} wins the game.",
        "draw": "A draw: nobody has won in {n} {turns}.",
    },
}


def nouns(n: int, lang: str) -> dict[str, str]:
    """The nouns, as they are after this number. French has the singular after 0 as well."""
    several = n > 1 or (n == 0 and lang == "en")
    return {name: forms[several] for name, forms in NOUNS[lang].items()}


def group_words(n: int, led: bool, lang: str) -> str:
    return GROUPS[lang][kind_of_group(n, led)].format(n=n)


def kind_of_group(n: int, led: bool) -> str:
    """Which words tell so many pawns, the General among them or not."""
    if led:
        return "alone" if n == 1 else "led"
    return "one" if n == 1 else "many"
