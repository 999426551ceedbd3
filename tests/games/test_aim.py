"""What everybody is after and how near each side is, and what counts for each seat: in every mode and language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablier import PUBLIC, Position
from tests.games.maestria import arrange as maestria
from tests.games.master_citadel import arrange as citadel
from tests.games.master_islands import arrange as islands
from tests.games.war_of_masters import arrange as war

SEA = "0\n0 Y2"
TAKEN = {0: "Y5 G5", 1: "R4 B4 Y1 G1"}
IN_LINE = "9 ....N....\n5 ....R....\n3 .r..r....\n1 ....M...."
FIELD = "4 .   .   b3G .   .   .\n3 .   .   .   .   .   .\n2 .   w1  .   .   .   .\n1 .   .   .   .   .   w1G"


def fallen() -> Position:
    position = maestria.arrange(FIELD)
    position.record.general[1], position.record.winner = -1, 0
    return position


CASES: dict[str, tuple[Callable[[], Position], int, str, str]] = {
    "master safe": (
        lambda: Position("war-of-masters"),
        0,
        "But : prendre le Maître adverse · le vôtre est à l’abri · celui de Brun est à l’abri | 18 pièces, 18 pièces",
        "Aim: take the enemy Master · yours is safe · Brown's is safe | 18 pieces, 18 pieces",
    ),
    "master in danger": (
        lambda: war.arrange(IN_LINE),
        1,
        "But : prendre le Maître adverse · celui de Rouge est à l’abri · le vôtre est en danger (4, 6)"
        " | 4 pièces, 1 pièce",
        "Aim: take the enemy Master · Red's is safe · yours is in danger (4, 6) | 4 pieces, 1 piece",
    ),
    "master in danger, leaping": (
        lambda: war.arrange("9 ....N....\n7 ....b....\n5 ....R....\n1 ....M....", path="leap"),
        PUBLIC,
        "But : prendre le Maître adverse · celui de Rouge est en danger (6) · celui de Brun est en danger (4, 6) · "
        "on saute par-dessus les pièces | 2 pièces, 2 pièces",
        "Aim: take the enemy Master · Red's is in danger (6) · Brown's is in danger (4, 6) · "
        "pieces leap over others | 2 pieces, 2 pieces",
    ),
    "all pieces": (
        lambda: war.arrange(IN_LINE, goal="all"),
        0,
        "But : prendre toutes les pièces adverses · vous : 4 pièces · Brun : 1 pièce | 4 pièces, 1 pièce",
        "Aim: take all enemy pieces · you: 4 pieces · Brown: 1 piece | 4 pieces, 1 piece",
    ),
    "citadel": (
        lambda: citadel.start((-1, 2), (1, 20, 33, 40)),
        0,
        "But : faire sortir le pion par sa ligne · vous : 1 pas · Est : 4 pas · Sud : 5 pas · Ouest : 2 pas"
        " | 1 point, 20 points, 33 points, 40 points",
        "Aim: bring the pawn across one's own line · you: 1 step · East: 4 steps · South: 5 steps · West: 2 steps"
        " | 1 point, 20 points, 33 points, 40 points",
    ),
    "open citadel, to the last row": (
        lambda: citadel.start((-1, 1), line="edge", variant="open", payment="winners"),
        PUBLIC,
        "But : amener le pion sur sa dernière rangée · Nord : 1 pas · Est : 3 pas · Sud : 3 pas · Ouest : 1 pas · "
        "seul paie qui déplace le pion · on discute, puis on écrit | 100 points, 100 points, 100 points, 100 points",
        "Aim: bring the pawn to one's own last row · North: 1 step · East: 3 steps · South: 3 steps · West: 1 step · "
        "only who moves the pawn pays · talk first, then write | 100 points, 100 points, 100 points, 100 points",
    ),
    "islands": (
        lambda: islands.arrange(SEA, taken=TAKEN),
        1,
        "But : 12 cartes avant les autres, par lignes de 10 · Rouge : 2 (10 points) · vous : 4 (10 points)"
        " | 2 / 12 cartes, 10 points, 4 / 12 cartes, 10 points",
        "Aim: 12 cards before the others, in lines of 10 · Red: 2 (10 points) · you: 4 (10 points)"
        " | 2 / 12 cards, 10 points, 4 / 12 cards, 10 points",
    ),
    "teams": (
        lambda: islands.arrange(SEA, taken=TAKEN, mode="teams", alignment="made"),
        3,
        "But : 12 cartes à deux, par lignes de 10 · Rouge et Violet : 2 (10 points) · vous et Blanc : 4 (10 points) · "
        "on ne prend que l’alignement du tour"
        + " | "
        + ", ".join(["2 / 12 cartes, 10 points", "4 / 12 cartes, 10 points"] * 2),
        "Aim: 12 cards for two, in lines of 10 · Red and Violet: 2 (10 points) · you and White: 4 (10 points) · "
        "only a line made this turn" + " | " + ", ".join(["2 / 12 cards, 10 points", "4 / 12 cards, 10 points"] * 2),
    ),
    "a mission": (
        lambda: islands.arrange(SEA, taken=TAKEN, mode="corsair", players=3),
        0,
        "Mission : 12 cartes ensemble en 7 tours · 6 / 12 cartes prises · tour 1/7"
        " | 6 / 12 cartes, 6 / 12 cartes, tour 1/7",
        "Mission: take 12 cards together in 7 rounds · 6 / 12 cards taken · round 1/7"
        " | 6 / 12 cards, 6 / 12 cards, round 1/7",
    ),
    "the Corsair": (
        lambda: islands.arrange(SEA, taken=TAKEN, mode="corsair", players=3, conquest="team"),
        2,
        "Mission : empêcher l’équipe de prendre 12 cartes en 7 tours · 6 / 12 cartes prises · tour 1/7 · "
        "une seule conquête par tour | 6 / 12 cartes, 6 / 12 cartes, tour 1/7",
        "Mission: keep the team from taking 12 cards in 7 rounds · 6 / 12 cards taken · round 1/7 · "
        "a single conquest a round | 6 / 12 cards, 6 / 12 cards, round 1/7",
    ),
    "a mission, watched": (
        lambda: islands.arrange(SEA, mode="corsair", mission="easy"),
        PUBLIC,
        "Mission : à l’équipe de prendre 12 cartes en 10 tours, malgré le Corsaire · 0 / 12 cartes prises · tour 1/10"
        " | 0 / 12 cartes, 0 / 12 cartes, 0 / 12 cartes, tour 1/10",
        "Mission: the team is to take 12 cards in 10 rounds, against the Corsair · 0 / 12 cards taken · round 1/10"
        " | 0 / 12 cards, 0 / 12 cards, 0 / 12 cards, round 1/10",
    ),
    "set-up": (
        lambda: Position("maestria"),
        0,
        "But : éliminer le Général adverse · chacun place le sien au plus tard en dernier | 15 pions, 15 pions",
        "Aim: eliminate the enemy General · each places theirs last at the latest | 15 pawns, 15 pawns",
    ),
    "generals": (
        lambda: maestria.arrange(FIELD, losses="difference"),
        0,
        "But : éliminer le Général adverse · le vôtre : 2 gardes, ennemi à 2 cases · "
        "celui de Blanc : sans garde, ennemi à 3 cases · le perdant perd la différence | 3 pions, 2 pions",
        "Aim: eliminate the enemy General · yours: 2 guards, an enemy 2 squares away · "
        "White's: no guard, an enemy 3 squares away · who loses loses the difference | 3 pawns, 2 pawns",
    ),
    "a General has fallen": (
        fallen,
        1,
        "But : éliminer le Général adverse · celui de Noir : 2 gardes, ennemi à 2 cases · le vôtre : tombé"
        " | 3 pions, 2 pions",
        "Aim: eliminate the enemy General · Black's: 2 guards, an enemy 2 squares away · yours: fallen"
        " | 3 pawns, 2 pawns",
    ),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("case", CASES)
def test_aim_and_counts_are_said_as_the_one_who_looks_would(case: str, lang: str) -> None:
    position, seat, french, english = CASES[case]
    scene = position().scene(seat, lang)
    said = f"{scene.aim} | {', '.join(scene.counts)}".replace("\N{NO-BREAK SPACE}", " ")
    assert said == (french if lang == "fr" else english)
