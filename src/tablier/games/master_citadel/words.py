"""What the picture of Master Citadel says, in French and in English."""

from __future__ import annotations

from tablier.engine.kernels import State
from tablier.games.master_citadel import rules

PLAYERS = {"fr": ("Nord", "Est", "Sud", "Ouest"), "en": ("North", "East", "South", "West")}
TIED = rules.FINED + 1  # beside the fates of the rules: among the strongest of a round that nobody won (MC-8)
INITIALS = {"fr": "NESO", "en": "NESW"}
AND = {"fr": " et ", "en": " and "}
WAYS = {
    "fr": ("au nord", "au nord-est", "à l'est", "au sud-est", "au sud", "au sud-ouest", "à l'ouest", "au nord-ouest"),
    "en": ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"),
}
FATES = {
    "fr": ("sans mise", "battu", "l'emporte", "annulé", "frais", "égalité"),
    "en": ("no stake", "outbid", "prevails", "cancelled", "fined", "tied"),
}
SAID = {
    "fr": {
        "title": "Master Citadel, tour {round}",
        # the ledger
        "basic": "Tour {round}",
        "discussion": "Tour {round}\u00a0: discussion",
        "writing": "Tour {round}\u00a0: rédaction des ordres",
        "over": "Fin de la partie, tour {round}",
        "master": "Maître de jeu\u00a0: {who}",
        "points": "points",
        "order": "ordre",
        "last": "dernier tour",
        "cost": "coût {paid}",
        # a player
        "seat": "{who}\u00a0: {points} points",
        "you": "c'est vous",
        "leads": "maître de jeu",
        "written": "ordre écrit",
        "awaited": "ordre attendu",
        "before": "dernier ordre {order}, {fate}, coût {paid}",
        # what is asked of the one who looks
        "count out": "Votre mise, puis une flèche\u00a0:",
        "given": "Votre ordre est donné.",
        "own": "Votre ordre\u00a0: {order}",
        "sealed": "Ordres scellés jusqu'au dernier.",
        "listen": "La parole est libre.",
        "end it": "À vous de clore la discussion.",
        "silence": "Silence\u00a0!",
        "wins": "{who} gagne",
        "win together": "{who} gagnent",
        "drawn": "Partie nulle",
        # things to touch and to see
        "token": "Mise\u00a0: {value}",
        "arrow": "Envoyer le pion {way}",
        "end talk": "Silence\u00a0: mettre fin à la discussion",
        "pawn": "Le pion, en ({x},{y})",
        "trail": "Le pion vient de la case ({x},{y})",
        # what is going on
        "went": "Le pion est allé {way}.",
        "stayed": "Le pion n'a pas bougé.",
        "awaiting": "Chacun écrit son ordre en secret. On attend\u00a0: {who}.",
        "talking": "Discussion à voix haute\u00a0; {who} y mettra fin.",
        "won": "Il est derrière la ligne {of}\u00a0: {who} gagne.",
        "won together": "Il est derrière deux lignes à la fois\u00a0: {who} gagnent ensemble.",
        "no points": "Partie nulle\u00a0: il ne reste de points à personne.",
        "idle": "Partie nulle\u00a0: trois tours de suite sans la moindre mise.",
        "too long": "Partie nulle\u00a0: personne n'a gagné, et le tour {round} était le dernier.",
    },
    "en": {
        "title": "Master Citadel, round {round}",
        "basic": "Round {round}",
        "discussion": "Round {round}: discussion",
        "writing": "Round {round}: writing of orders",
        "over": "The game is over, round {round}",
        "master": "Game master: {who}",
        "points": "points",
        "order": "order",
        "last": "last round",
        "cost": "cost {paid}",
        "seat": "{who}: {points} points",
        "you": "this is you",
        "leads": "game master",
        "written": "order written",
        "awaited": "still to write",
        "before": "last order {order}, {fate}, cost {paid}",
        "count out": "Your stake, then an arrow:",
        "given": "Your order is given.",
        "own": "Your order: {order}",
        "sealed": "Sealed until the last is in.",
        "listen": "Speak freely.",
        "end it": "You may end the discussion.",
        "silence": "Silence!",
        "wins": "{who} wins",
        "win together": "{who} win",
        "drawn": "A draw",
        "token": "Stake: {value}",
        "arrow": "Send the pawn {way}",
        "end talk": "Silence: end the discussion",
        "pawn": "The pawn, on ({x},{y})",
        "trail": "The pawn came from ({x},{y})",
        "went": "The pawn went {way}.",
        "stayed": "The pawn stayed.",
        "awaiting": "Everybody writes an order in secret. Still to write: {who}.",
        "talking": "Everybody may talk aloud; {who} will end it.",
        "won": "It is behind {who}'s line: {who} wins.",
        "won together": "It is behind two lines at once: {who} win together.",
        "no points": "A draw: nobody has a point left.",
        "idle": "A draw: three rounds in a row in which nobody staked a point.",
        "too long": "A draw: nobody has won, and round {round} was the last.",
    },
}


def round_number(s: State) -> int:
    """The number of the round that is being played, or was the last."""
    return int(s.rounds) + int(s.winners == rules.ON)


def seats_of(bits: int) -> list[int]:
    return [p for p in range(rules.SEATS) if bits >> p & 1]


def status(s: State, lang: str) -> str:
    said, names = SAID[lang], PLAYERS[lang]
    before = f"{what_happened(s, lang)} " if s.rounds else ""
    if s.winners == rules.EVERYBODY:
        return before + said[_why_drawn(s)].format(round=s.rounds)
    if s.winners != rules.ON:
        won = [names[p] for p in seats_of(s.winners)]
        kind = "won" if len(won) == 1 else "won together"
        return before + said[kind].format(who=AND[lang].join(won), of=_of(won[0]))
    if s.phase == rules.DISCUSSION:
        return before + said["talking"].format(who=names[rules.game_master(s)])
    return before + said["awaiting"].format(who=", ".join(names[p] for p in seats_of(rules.pending(s))))


def what_happened(s: State, lang: str) -> str:
    """Of the pawn, in the last round."""
    return SAID[lang]["stayed"] if s.way == rules.STAYS else SAID[lang]["went"].format(way=WAYS[lang][s.way])


def _why_drawn(s: State) -> str:
    if s.points.sum() == 0:
        return "no points"
    return "idle" if s.idle_rounds == rules.IDLE_ROUNDS else "too long"


def _of(name: str) -> str:
    """Whose, in French."""
    return f"d'{name}" if name[0] in "EO" else f"de {name}"
