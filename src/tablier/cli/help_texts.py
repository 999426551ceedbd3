"""What `--help` says, in French and in English; the commands name these texts by their keys."""

from __future__ import annotations

from tablier.engine.words import Words

HELPS: dict[str, Words] = {
    "tablier": {
        "fr": "Des jeux de plateau toujours prêts : à jouer ici, à relire, à étudier.",
        "en": "Board games, always set up: to play here, to read again, to study.",
    },
    "games": {"fr": "Les jeux qu'il y a.", "en": "Which games there are."},
    "rules": {"fr": "Les règles d'un jeu.", "en": "The rules of a game."},
    "play": {
        "fr": "Jouer. La partie est gardée à chaque coup : on peut s'arrêter n'importe quand et la reprendre.",
        "en": "Play. The game is kept after every action: stop at any time, and go on later.",
    },
    "show": {"fr": "La position d'une partie gardée.", "en": "The position of a game that was kept."},
    "replay": {"fr": "Une partie gardée, tour par tour.", "en": "A game that was kept, turn by turn."},
    "verify": {
        "fr": "Vérifier que le hasard d'une partie jouée à une table n'a pas été choisi.",
        "en": "Check that chance was not chosen in a game that was played at a table.",
    },
    "bench": {"fr": "La vitesse des règles sur cette machine.", "en": "How fast the rules are on this machine."},
    "arena": {
        "fr": "Des robots les uns contre les autres : qui est le plus fort, et de combien.",
        "en": "Bots against bots: who is stronger, and by how much.",
    },
    "serve": {
        "fr": "Ouvrir les tables : jouer dans le navigateur, seul, à plusieurs, ou en envoyant un lien.",
        "en": "Open the tables: play in the browser, alone, together, or by sending a link.",
    },
    "host": {
        "fr": "L'adresse où écouter ; 0.0.0.0 pour que d'autres machines puissent venir.",
        "en": "The address to listen at; 0.0.0.0 lets other machines come.",
    },
    "port": {
        "fr": "Le port ; 8000 si rien n'est dit, 0 pour un port libre.",
        "en": "The port; 8000 if nothing is said, 0 for a free one.",
    },
    "proxy": {
        "fr": "Derrière un serveur mandataire : croire les adresses et le https qu'il transmet.",
        "en": "Behind a proxy: believe the addresses and the https that it passes on.",
    },
    "open": {"fr": "Ouvrir la page dans le navigateur.", "en": "Open the page in the browser."},
    "bot": {
        "fr": "Un robot qui vient s'asseoir à une table d'un serveur, et y joue.",
        "en": "A bot that sits down at a table of a server, and plays there.",
    },
    "url": {
        "fr": "L'adresse du serveur, ou le lien d'une invitation.",
        "en": "The server's address, or the link of an invitation.",
    },
    "bot_table": {"fr": "La table.", "en": "The table."},
    "bot_seat": {
        "fr": "La place, à partir de 0 ; sinon la première que chacun peut prendre.",
        "en": "The seat, counted from 0; otherwise the first that anyone may take.",
    },
    "key": {"fr": "La clé de la place, si c'est une invitation.", "en": "The key of the seat, if it is an invitation."},
    "bot_game": {
        "fr": "Plutôt : une table ouverte à tous où l'on joue à ce jeu.",
        "en": "Instead: a table open to all where this game is played.",
    },
    "bot_called": {"fr": "Le nom qu'il porte à la table.", "en": "What it is called at the table."},
    "stay": {"fr": "Rester, et rejouer après chaque partie.", "en": "Stay, and play again after each game."},
    "backup": {
        "fr": "Sauvegarder les tables du serveur dans un fichier, même pendant qu'on y joue.",
        "en": "Back up the server's tables to a file, even while people play.",
    },
    "help": {"fr": "Montrer cette aide.", "en": "Show this help."},
    "version": {"fr": "Dire la version.", "en": "Say the version."},
    "lang": {
        "fr": "La langue ; sinon celle de TABLIER_LANG, ou du système.",
        "en": "The language; otherwise that of TABLIER_LANG, or of the system.",
    },
    "game": {"fr": "Le nom du jeu, comme tablier games le donne.", "en": "The game's name, as tablier games gives it."},
    "some_games": {"fr": "Les jeux à mesurer ; sinon tous.", "en": "The games to measure; otherwise all."},
    "resumed": {"fr": "Après --resume, le fichier de la partie.", "en": "After --resume, the game's file."},
    "options": {
        "fr": "Une option du jeu, nom=valeur ; autant qu'on veut.",
        "en": "An option of the game, name=value; as many as you like.",
    },
    "seat": {
        "fr": "La place qu'on prend, la première si rien n'est dit ; plusieurs fois : plusieurs personnes.",
        "en": "The seat to take, the first if nothing is said; several times: several people.",
    },
    "hot_seat": {
        "fr": "Des personnes à toutes les places, un seul clavier.",
        "en": "People at every seat, one keyboard.",
    },
    "seed": {
        "fr": "La graine du hasard : la même, les mêmes dés.",
        "en": "The seed of chance: the same seed, the same dice.",
    },
    "real_dice": {
        "fr": "Lancer soi-même de vrais dés et taper ce qu'ils donnent.",
        "en": "Throw real dice yourself and type what they show.",
    },
    "file": {"fr": "Où garder la partie.", "en": "Where to keep the game."},
    "resume": {
        "fr": "Continuer la dernière partie inachevée, ou celle du fichier qui suit.",
        "en": "Go on with the last unfinished game, or with that of the file that follows.",
    },
    "level": {
        "fr": "Niveau des robots, de 1 (débutant) à 8 (3).",
        "en": "Level of the bots, from 1 (a beginner) to 8 (3).",
    },
    "think": {
        "fr": "Temps de réflexion d'un robot pour un coup, en secondes (au plus ; selon le niveau).",
        "en": "The longest that a bot thinks about an action, in seconds (by its level).",
    },
    "kept": {
        "fr": "Le fichier d'une partie ; - pour l'entrée standard.",
        "en": "A game file; - for the standard input.",
    },
    "svg": {"fr": "Une image SVG au lieu de texte.", "en": "An SVG picture instead of text."},
    "view": {"fr": "Vue de cette place ; sinon en spectateur.", "en": "As this seat sees it; otherwise a spectator."},
    "turn": {"fr": "Après ce tour ; 0 : au début.", "en": "After this turn; 0: at the beginning."},
    "only_turn": {"fr": "Ce tour seulement.", "en": "This turn alone."},
    "out": {"fr": "Écrire dans ce fichier.", "en": "Write to this file."},
    "step": {"fr": "Attendre Entrée avant chaque tour.", "en": "Wait for Enter before each turn."},
    "delay": {"fr": "Secondes entre les tours.", "en": "Seconds between turns."},
    "seconds": {"fr": "Secondes de mesure par jeu (2).", "en": "Seconds to measure each game (2)."},
    "json": {"fr": "En JSON, pour les programmes.", "en": "As JSON, for programs."},
    "bots": {
        "fr": "Les robots qui se rencontrent, chacun contre chacun : 8,4,greedy.",
        "en": "The bots that meet, each against each: 8,4,greedy.",
    },
    "table": {
        "fr": "Plutôt : les robots d'une table, place par place : 8,4,4,4 ; plusieurs fois : plusieurs tables.",
        "en": "Instead: the bots of one table, seat by seat: 8,4,4,4; several times: several tables.",
    },
    "number_of_games": {
        "fr": "Parties par rencontre (100) ; les robots changent de place sur le même hasard.",
        "en": "Games of each meeting (100); bots change seats on the same chance.",
    },
    "talk": {
        "fr": "Avec ou sans discussions, là où la règle en prévoit (avec).",
        "en": "With or without talk, where the rules provide for it (with).",
    },
    "fixed": {"fr": "Chacun garde sa place.", "en": "Everybody keeps their seat."},
    "arena_seed": {
        "fr": "La graine du hasard (0) : la même, les mêmes parties.",
        "en": "The seed of chance (0): the same seed, the same games.",
    },
    "jobs": {"fr": "Parties à la fois ; sinon une par cœur.", "en": "Games at a time; otherwise one for each core."},
    "results": {
        "fr": "Garder les résultats dans ce fichier ; ce qui y est déjà n'est pas rejoué.",
        "en": "Keep the results in this file; what is there already is not played again.",
    },
    "plot": {"fr": "Dessiner le classement : .svg ou .png.", "en": "Draw the ratings: .svg or .png."},
    "backup_file": {
        "fr": "Le fichier à écrire ; il ne doit pas exister.",
        "en": "The file to write; it must not exist.",
    },
    "store": {
        "fr": "Le fichier où sont les tables ; sinon celui de tablier serve.",
        "en": "The file that the tables are in; otherwise that of tablier serve.",
    },
    "commands": {"fr": "Commandes", "en": "Commands"},
}

METAVARS: dict[str, Words] = {
    "GAME": {"fr": "JEU"},
    "GAME...": {"fr": "JEU..."},
    "BOTS": {"fr": "ROBOTS"},
    "FILE": {"fr": "FICHIER"},
    "KEY": {"fr": "CLÉ"},
    "NAME": {"fr": "NOM"},
    "NAME=VALUE": {"fr": "NOM=VALEUR"},
}
"""What stands for a value in `--help`, where that is not the English word."""
