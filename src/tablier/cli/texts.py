"""What the command says, in French and in English. Help texts are in `help_texts.py`."""

from __future__ import annotations

import re

from tablier.engine.words import Words

TEXTS: dict[str, Words] = {
    # --- refusals
    "unknown_command": {
        "fr": "« {name} » n'est pas une commande ; il y a : {names}",
        "en": "{name!r} is not a command; there are: {names}",
    },
    "unknown_flag": {"fr": "il n'y a pas d'option {name}", "en": "there is no option {name}"},
    "bad_flag": {"fr": "{name} : cette valeur n'est pas possible", "en": "{name}: this value is not possible"},
    "flag_wants": {"fr": "{name} demande une valeur", "en": "{name} wants a value"},
    "too_many": {"fr": "il y a un mot de trop", "en": "there is a word too many"},
    "see_help": {"fr": "{line} (voir {command} --help)", "en": "{line} (see {command} --help)"},
    "unknown_lang": {
        "fr": "{name} : « {lang} » n'est pas une de nos langues ; il y a : {names}",
        "en": "{name}: {lang!r} is not one of our languages; there are: {names}",
    },
    "which_game": {"fr": "quel jeu ? Il y a : {names}", "en": "which game? There are: {names}"},
    "unknown_game": {
        "fr": "« {name} » n'est pas un de nos jeux ; il y a : {names}",
        "en": "{name!r} is not one of our games; there are: {names}",
    },
    "unknown_option": {
        "fr": "« {name} » n'est pas une option de ce jeu ; il y a : {names}",
        "en": "{name!r} is not an option of this game; there are: {names}",
    },
    "bad_option": {
        "fr": "{name} : « {value} » n'est pas possible ; c'est {range}",
        "en": "{name}: {value!r} is not possible; it is {range}",
    },
    "form_of_option": {
        "fr": "une option s'écrit nom=valeur, pas « {text} »",
        "en": "an option is written name=value, not {text!r}",
    },
    "unknown_seat": {
        "fr": "« {name} » n'est pas une place de ce jeu ; il y a : {names}",
        "en": "{name!r} is not a seat of this game; there are: {names}",
    },
    "unknown_turn": {
        "fr": "il n'y a pas de tour {turn} ; la partie en a {count}",
        "en": "there is no turn {turn}; the game has {count}",
    },
    "not_together": {"fr": "{one} et {other} ne vont pas ensemble", "en": "{one} and {other} do not go together"},
    "which_file": {"fr": "quel fichier ?", "en": "which file?"},
    "no_file": {"fr": "{path} : ce fichier n'existe pas", "en": "{path}: there is no such file"},
    "no_directory": {"fr": "{path} : ce dossier n'existe pas", "en": "{path}: there is no such directory"},
    "is_directory": {
        "fr": "{path} : c'est un dossier, pas un fichier",
        "en": "{path}: this is a directory, not a file",
    },
    "no_permission": {"fr": "{path} : l'accès est refusé", "en": "{path}: permission denied"},
    "not_a_text": {"fr": "{path} : ce n'est pas un fichier de texte", "en": "{path}: this is not a text file"},
    "file_trouble": {"fr": "{path} : {problem}", "en": "{path}: {problem}"},
    "bad_file": {
        "fr": "{path} : cette partie ne peut pas être lue ({problem})",
        "en": "{path}: this game cannot be read ({problem})",
    },
    "exists": {
        "fr": "{path} existe déjà ; pour continuer cette partie : --resume {path}",
        "en": "{path} exists already; to go on with that game: --resume {path}",
    },
    "copy_exists": {
        "fr": "{path} existe déjà : rien n'y est écrit",
        "en": "{path} exists already: nothing was written",
    },
    "no_store": {
        "fr": "{path} : il n'y a pas de tables ici ; --store dit où elles sont",
        "en": "{path}: there are no tables here; --store says where they are",
    },
    "no_backup": {"fr": "rien n'a été sauvegardé ({problem})", "en": "nothing was backed up ({problem})"},
    "resume_or_file": {
        "fr": "pour continuer cette partie : --resume {path} ; pour en garder une nouvelle là : --file {path}",
        "en": "to go on with that game: --resume {path}; to keep a new one there: --file {path}",
    },
    "nothing_to_resume": {
        "fr": "aucune partie inachevée de {game} ; pour en commencer une : tablier play {game}",
        "en": "there is no unfinished game of {game}; to begin one: tablier play {game}",
    },
    "other_game": {
        "fr": "{path} : c'est une partie de {found}, pas de {game}",
        "en": "{path}: this is a game of {found}, not of {game}",
    },
    "already_over": {
        "fr": "{path} : cette partie est finie ; pour la revoir : tablier replay {path}",
        "en": "{path}: this game is over; to see it again: tablier replay {path}",
    },
    "no_output": {"fr": "la sortie est fermée", "en": "the output is closed"},
    "interrupted": {"fr": "interrompu", "en": "interrupted"},
    "trouble": {"fr": "{problem}", "en": "{problem}"},
    "fault": {
        "fr": "une erreur de tablier, pas de vous : {problem} (TABLIER_DEBUG=1 la montre en entier)",
        "en": "a fault of tablier, not yours: {problem} (TABLIER_DEBUG=1 shows it in full)",
    },
    # --- tables
    "name": {"fr": "Nom", "en": "Name"},
    "game": {"fr": "Jeu", "en": "Game"},
    "players": {"fr": "Joueurs", "en": "Players"},
    "minutes": {"fr": "Minutes", "en": "Minutes"},
    "games_hint": {
        "fr": "Les règles : tablier rules NOM. Une partie : tablier play NOM.",
        "en": "The rules: tablier rules NAME. A game: tablier play NAME.",
    },
    # --- serving
    "serving": {"fr": "Les tables sont ouvertes : {address}", "en": "The tables are open: {address}"},
    "serving_hint": {
        "fr": "Tout est gardé dans {path}. Ctrl-C pour fermer.",
        "en": "Everything is kept in {path}. Ctrl-C to close.",
    },
    "which_server": {
        "fr": "quel serveur ? --url http://... (son adresse, ou le lien d'une invitation)",
        "en": "which server? --url http://... (its address, or the link of an invitation)",
    },
    "which_table": {
        "fr": "quelle table ? le lien d'une invitation, ou --table (et --seat, --key pour une invitation), ou --game",
        "en": "which table? the link of an invitation, or --table (and --seat, --key for an invitation), or --game",
    },
    "unreachable": {
        "fr": "{url} : pas de réponse d'un serveur tablier ({problem})",
        "en": "{url}: no tablier server answers ({problem})",
    },
    "no_free_seat": {
        "fr": "il n'y a pas de place libre que chacun puisse prendre",
        "en": "there is no free seat that anyone may take",
    },
    "bot_name": {"fr": "Robot {level}", "en": "Bot {level}"},
    "bot_sits": {"fr": "{game}, table {table}, place : {seat}", "en": "{game}, table {table}, seat: {seat}"},
    "bot_won": {"fr": "Gagné ({share}).", "en": "Won ({share})."},
    "bot_lost": {"fr": "Perdu ({share}).", "en": "Lost ({share})."},
    "bot_shared": {"fr": "Part de la victoire : {share}.", "en": "Share of the win: {share}."},
    "seat_kept": {
        "fr": "La partie n'est pas finie ; pour y revenir :",
        "en": "The game is not over; to come back to it:",
    },
    "served": {
        "fr": "Les tables sont fermées ; les parties reprendront où elles en sont.",
        "en": "The tables are closed; games will go on from where they are.",
    },
    "preparing_bots": {
        "fr": "Les robots apprennent {game} (une seule fois ; on peut déjà jouer)",
        "en": "The bots are learning {game} (only once; you can play already)",
    },
    "no_store_to_serve": {
        "fr": "les tables ne peuvent pas s'ouvrir : {problem}",
        "en": "the tables cannot be opened: {problem}",
    },
    "port_taken": {
        "fr": "{host}:{port} ne peut pas servir ({problem}) ; essayez --port 0 pour un port libre",
        "en": "{host}:{port} cannot be used ({problem}); try --port 0 for a free one",
    },
    # --- playing
    "unfinished": {
        "fr": "Une partie inachevée vous attend : tablier play {game} --resume",
        "en": "An unfinished game is waiting for you: tablier play {game} --resume",
    },
    "welcome": {
        "fr": "{title}. Vous jouez {seats}. « ? » montre les commandes.",
        "en": "{title}. You play {seats}. '?' shows the commands.",
    },
    "welcome_all": {
        "fr": "{title}. Vous jouez toutes les places. « ? » montre les commandes.",
        "en": "{title}. You play every seat. '?' shows the commands.",
    },
    "preparing": {
        "fr": "Préparation des règles (la toute première fois, elles sont compilées)…",
        "en": "Preparing the rules (the very first time, they are compiled)…",
    },
    "thinking": {"fr": "{who} réfléchit…", "en": "{who} is thinking…"},
    "loading": {"fr": "Lecture de la partie", "en": "Reading the game"},
    "chance": {"fr": "Hasard", "en": "Chance"},
    "chance_hint": {
        "fr": "À vous de lancer : {examples}",
        "en": "Yours to throw: {examples}",
    },
    "hand_over": {
        "fr": "À {who} de jouer : passez le clavier, puis Entrée. ",
        "en": "It is for {who} to play: hand over the keyboard, then Enter. ",
    },
    "commands": {
        "fr": "Tapez un coup comme les règles l'écrivent, par exemple {examples} ; ou une commande :",
        "en": "Type an action as the rules write it, such as {examples}; or a command:",
    },
    "command_help": {"fr": "  ? ou aide           ceci", "en": "  ? or help           this"},
    "command_moves": {
        "fr": "  coups, coups e2     tous les coups possibles, ou ceux qui commencent ainsi",
        "en": "  moves, moves e2     every possible action, or those that begin so",
    },
    "command_undo": {
        "fr": "  reprendre           revenir à votre dernière décision",
        "en": "  undo                go back to your last decision",
    },
    "command_board": {
        "fr": "  plateau             revoir le plateau",
        "en": "  board               see the board again",
    },
    "command_rules": {"fr": "  règles              lire les règles", "en": "  rules               read the rules"},
    "command_save": {
        "fr": "  garder FICHIER      écrire une copie ; garder seul dit où est la partie",
        "en": "  save FILE           write a copy; save alone says where the game is",
    },
    "command_quit": {
        "fr": "  quitter             s'arrêter là ; la partie reste gardée",
        "en": "  quit                stop here; the game stays kept",
    },
    "illegal": {"fr": "{action} : {reason} ({rule})", "en": "{action}: {reason} ({rule})"},
    "unreadable": {
        "fr": "« {action} » n'est pas un coup possible ; par exemple : {examples} (« coups » les donne tous)",
        "en": "{action!r} is not an action here; for example: {examples} ('moves' lists them all)",
    },
    "not_yours": {
        "fr": "{action} : votre tour s'arrête avant",
        "en": "{action}: your turn ends before that",
    },
    "no_such_moves": {
        "fr": "aucun coup ne commence par « {prefix} »",
        "en": "no action begins with {prefix!r}",
    },
    "nothing_to_undo": {"fr": "il n'y a rien à reprendre", "en": "there is nothing to take back"},
    "saved": {"fr": "La partie est gardée dans {path}", "en": "The game is kept in {path}"},
    "copied": {"fr": "Copie écrite dans {path}", "en": "Copy written to {path}"},
    "not_saved": {
        "fr": "la partie n'a pas pu être enregistrée ({problem}) ; « garder FICHIER » l'écrit ailleurs",
        "en": "the game could not be saved ({problem}); 'save FILE' writes it elsewhere",
    },
    "moved": {
        "fr": "le fichier a été changé par un autre programme ; la partie est maintenant gardée dans {path}",
        "en": "the file was changed by another program; the game is now kept in {path}",
    },
    "left": {
        "fr": "Partie gardée dans {path} ; pour continuer : {command}",
        "en": "Game kept in {path}; to go on: {command}",
    },
    "left_at_once": {"fr": "Rien n'a été joué, rien n'est gardé.", "en": "Nothing was played, nothing is kept."},
    "backed_up": {"fr": "Sauvegarde écrite et vérifiée : {path}", "en": "Backup written and verified: {path}"},
    # --- results
    "wins": {"fr": "{who} gagne.", "en": "{who} wins."},
    "win_together": {"fr": "{who} gagnent ensemble.", "en": "{who} win together."},
    "draw": {"fr": "Partie nulle.", "en": "The game is a draw."},
    "ended_resigned": {"fr": "{who} abandonne. {result}", "en": "{who} has resigned. {result}"},
    "ended_time": {"fr": "{who} n'a plus de temps. {result}", "en": "{who} is out of time. {result}"},
    "result": {"fr": "Résultat : {shares}.", "en": "Result: {shares}."},
    "and": {"fr": "{first} et {last}", "en": "{first} and {last}"},
    # --- showing
    "opening": {"fr": "Début de la partie", "en": "The opening"},
    "next_turn": {"fr": "Entrée : la suite ", "en": "Enter: go on "},
    # --- fair chance
    "verify_ok": {
        "fr": "Vérifié : tous les lancers et tirages de la partie sont ceux que le sceau donne ({count}).",
        "en": "Verified: all throws and draws of the game are those that the seal gives ({count}).",
    },
    "verify_nothing": {
        "fr": "Vérifié : les sceaux sont bons, et la partie n'a rien tiré au sort.",
        "en": "Verified: the seals are right, and in this game nothing was left to chance.",
    },
    "verify_not": {"fr": "Non vérifié.", "en": "Not verified."},
    "verify_line": {"fr": "Ligne {line} : {problem}", "en": "Line {line}: {problem}"},
    "verify_more": {"fr": "… et d'autres encore ({count}).", "en": "… and more ({count})."},
    "verify_givers": {
        "fr": "Places qui ont donné leur part de hasard : {seats}.",
        "en": "Seats that gave entropy of their own: {seats}.",
    },
    "verify_no_givers": {
        "fr": "Personne n'a donné de part de hasard : le serveur a tiré seul, et pouvait choisir avant l'engagement.",
        "en": "Nobody gave entropy: the server drew everything alone, and could choose before the commitment.",
    },
    "verify_compare": {
        "fr": "Table {table}. À comparer avec ce que vous avez noté à l'époque :",
        "en": "Table {table}. To be compared with what you noted at the time:",
    },
    "verify_commitment": {"fr": "  engagement {hash}", "en": "  commitment {hash}"},
    "verify_seal": {"fr": "  sceau      {hash}", "en": "  seal       {hash}"},
    "verify_proves": {
        "fr": (
            "Ce que cela prouve : aucun lancer n'a été choisi après le sceau, si vous l'avez noté avant de jouer ; "
            "ni après l'engagement, si vous l'avez noté avant de donner votre part de hasard et si, parmi ceux qui ont "
            "donné la leur après vous, personne n'était de mèche avec le serveur."
        ),
        "en": (
            "What this proves: no throw was chosen after the seal, if you noted it before you played; nor after the "
            "commitment, if you noted that before you gave your entropy, and if nobody who gave theirs after you was "
            "in league with the server."
        ),
    },
    "verify_proves_not": {
        "fr": (
            "Ce que cela ne prouve pas : que le serveur a gardé le secret pour lui, sans dire à personne ce qui "
            "allait venir."
        ),
        "en": (
            "What it does not prove: that the server kept the secret to itself, and told nobody what was going to come."
        ),
    },
    # --- measuring
    "bench_title": {"fr": "Vitesse, sur un cœur", "en": "Speed, on one core"},
    "bench_plies": {"fr": "Coups/s", "en": "Plies/s"},
    "bench_copy": {"fr": "Copie", "en": "Copy"},
    "bench_compile": {"fr": "1re compilation", "en": "First compilation"},
    "bench_start": {"fr": "Départ à chaud", "en": "Warm start"},
    "bench_notes": {
        "fr": (
            "Coups/s : coups de joueurs dans des parties au hasard, liste complète des coups légaux à chaque fois, "
            "règles compilées. Copie : d'un état à l'autre d'un tableau, dans une boucle compilée. 1re compilation : "
            "un processus neuf, cache vide, jusqu'à la fin d'une partie au hasard. Départ à chaud : un processus neuf, "
            "cache plein, jusqu'à la première liste de coups légaux."
        ),
        "en": (
            "Plies/s: players' actions in random games, with the full list of legal actions each time, rules compiled. "
            "Copy: from one state of an array to another, in a compiled loop. First compilation: a new process, an "
            "empty cache, up to the end of a random game. Warm start: a new process, a full cache, up to the first "
            "list of legal actions."
        ),
    },
    "bench_playing": {"fr": "{game} : parties au hasard", "en": "{game}: random games"},
    "bench_copying": {"fr": "{game} : copies", "en": "{game}: copies"},
    "bench_compiling": {"fr": "{game} : compilation", "en": "{game}: compiling"},
    "bench_starting": {"fr": "{game} : départ", "en": "{game}: starting"},
    "bench_interpreted": {
        "fr": "TABLIER_JIT=0 : il n'y a rien de compilé à mesurer",
        "en": "TABLIER_JIT=0: there is nothing compiled to measure",
    },
    # --- bots against bots
    "arena_who": {
        "fr": "qui joue ? --bots 8,4,greedy (chacun contre chacun) ou --table 8,4 (une table, place par place)",
        "en": "who plays? --bots 8,4,greedy (each against each) or --table 8,4 (one table, seat by seat)",
    },
    "arena_different": {
        "fr": "--bots : il faut au moins deux robots, tous différents",
        "en": "--bots: at least two bots are wanted, all of them different",
    },
    "unknown_bot": {
        "fr": "« {name} » n'est pas un robot ; il y a : 1 à 8, 8@0.5s (secondes), 8@2000 (simulations), greedy, random",
        "en": "{name!r} is not a bot; there are: 1 to 8, 8@0.5s (seconds), 8@2000 (simulations), greedy, random",
    },
    "arena_seats": {
        "fr": "--table {table} : il y a {seats} places, pas {bots}",
        "en": "--table {table}: there are {seats} seats, not {bots}",
    },
    "arena_forms": {
        "fr": "{path} : le dessin est un fichier {forms}",
        "en": "{path}: the picture is a file {forms}",
    },
    "arena_no_plot": {
        "fr": "--plot : il faut matplotlib ; pour l'installer : pip install 'tablier[plot]'",
        "en": "--plot: matplotlib is needed; to install it: pip install 'tablier[plot]'",
    },
    "arena_other": {
        "fr": "{path} : ce sont les résultats d'un autre tournoi ({what} : {found}, et non {wanted})",
        "en": "{path}: these are the results of another contest ({what}: {found}, not {wanted})",
    },
    "arena_bad_file": {
        "fr": "{path} : ces résultats ne peuvent pas être lus ({problem})",
        "en": "{path}: these results cannot be read ({problem})",
    },
    "arena_stopped": {
        "fr": "interrompu ; {done} parties sur {total} sont dans {path} : la même commande continue",
        "en": "interrupted; {done} games of {total} are in {path}: the same command goes on",
    },
    "arena_lost": {
        "fr": "un processus s'est arrêté (code {code}), peut-être faute de mémoire : essayez --jobs 1",
        "en": "a process has ended (code {code}), perhaps for want of memory: try --jobs 1",
    },
    "arena_preparing": {"fr": "Préparation", "en": "Preparing"},
    "arena_playing": {"fr": "Parties", "en": "Games"},
    "arena_title": {"fr": "{game} : {games} parties", "en": "{game}: {games} games"},
    "arena_bot": {"fr": "Robot", "en": "Bot"},
    "arena_rating": {"fr": "Elo à 95 %", "en": "Elo, 95%"},
    "arena_95": {"fr": "à 95 %", "en": "95%"},
    "arena_share": {"fr": "Part", "en": "Share"},
    "arena_games": {"fr": "Parties", "en": "Games"},
    "arena_think": {"fr": "Par coup", "en": "An action"},
    "arena_longest": {"fr": "Au plus", "en": "At most"},
    "arena_table": {"fr": "Table", "en": "Table"},
    "arena_seat": {"fr": "Place", "en": "Seat"},
    "arena_length": {
        "fr": "Une partie dure {turns} tours en moyenne, {most} au plus ; nulles : {even}.",
        "en": "A game takes {turns} turns on average, {most} at most; draws: {even}.",
    },
    "arena_fair": {
        "fr": "À forces égales, une place aurait {fair}.",
        "en": "If all were alike, a seat would have {fair}.",
    },
    "arena_notes": {
        "fr": (
            "Part : de la victoire, par place tenue. Intervalles à 95 % ; l'unité est la série de parties sur le même "
            "hasard, où les robots échangent leurs places ({sets} séries)."
        ),
        "en": (
            "Share: of the win, for each seat held. Intervals are of 95%; their unit is the set of games on the same "
            "chance, in which bots change seats ({sets} sets)."
        ),
    },
    "arena_elo": {
        "fr": "Elo : modèle de Bradley et Terry, maximum de vraisemblance ; une nulle vaut un demi ; moyenne 0.",
        "en": "Elo: Bradley and Terry's model, maximum likelihood; a draw is a half; mean 0.",
    },
    "arena_faults": {
        "fr": "{bot} : parties perdues par faute : {forfeits} ; messages interdits : {unheard} ; par exemple : {fault}",
        "en": "{bot}: games forfeited by a fault: {forfeits}; messages not allowed: {unheard}; for example: {fault}",
    },
}

_BEFORE = re.compile(r" ([:;!?»…])")
_AFTER = re.compile(r"« ")


def french(text: str) -> str:
    """With the no-break spaces that French wants around its punctuation."""
    return _AFTER.sub("«\u00a0", _BEFORE.sub("\u00a0\\1", text))


def say(language: str, key: str, **values: object) -> str:
    """A text in this language, filled in."""
    words = TEXTS[key][language]
    return (french(words) if language == "fr" else words).format(**values)
