"""Master Islands: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine.game import Game
from tablier.engine.options import Choice, Counters, Mode, Settled, Value, Whole
from tablier.games.master_islands import rules

COLOURS = ("red", "white", "violet", "black")
"""The galleons' colours, in order of the seats. Black flies over the Corsair, where there is one."""


def usual_players(settled: Settled) -> Value:
    return 2 if settled["mode"] == "classic" else 4


def usual_mission(settled: Settled) -> Value:
    """MI-20: with four, `medium` is hopeless for the Corsair."""
    return "hard" if settled["players"] == 4 else "medium"


def last_seat(settled: Settled) -> Value:
    return int(settled["players"]) - 1


def possible_players(settled: Settled) -> tuple[int, ...]:
    """MI-24: teams are two of two; a Corsair is alone against two or three."""
    return {"classic": (2, 3, 4), "teams": (4,), "corsair": (3, 4)}[str(settled["mode"])]


def has_corsair(settled: Settled) -> bool:
    return settled["mode"] == "corsair"


MISSIONS = ("easy", "medium", "hard")

OPTIONS = (
    Choice(
        name="mode",
        values=("classic", "teams", "corsair"),
        default="classic",
        samples=("classic", "teams", "corsair"),
    ),
    Whole(name="players", least=2, most=4, default=usual_players, samples=(2, 3, 4), among=possible_players),
    Counters(
        name="deck",
        count=rules.VALUES,
        total=rules.CARDS // rules.COLOURS,
        default="3,3,2,2,2",
        samples=("3,3,2,2,2",),
    ),
    Choice(name="alignment", values=("any", "made"), default="any", samples=("any", "made")),
    Choice(name="mission", values=MISSIONS, default=usual_mission, samples=MISSIONS, applies=has_corsair),
    Whole(name="raid", least=1, most=8, default=4, samples=(4, 1, 8), applies=has_corsair),
    Choice(name="pile", values=("ends", "goes-on"), default="ends", samples=("ends", "goes-on"), applies=has_corsair),
    Choice(name="conquest", values=("each", "team"), default="each", samples=("each", "team"), applies=has_corsair),
    Whole(
        name="corsair_seat",
        least=0,
        most=3,
        default=last_seat,
        samples=(1, 2, 3),
        applies=has_corsair,
        among=lambda settled: range(int(settled["players"])),
    ),
)


def tells(settled: Settled) -> bool:
    """Without a Corsair, what concerns the Corsair changes nothing; and each detail is enough on its own."""
    usual = {"alignment": "any", "mission": usual_mission(settled), "raid": 4, "pile": "ends", "conquest": "each"}
    others = {name for name, value in usual.items() if settled[name] != value}
    if settled["corsair_seat"] != last_seat(settled):
        return settled["mode"] == "corsair" and others <= {"conquest"}
    if settled["mode"] != "corsair":
        return others <= {"alignment"}
    if "pile" in others:
        return others == {"pile", "mission"} and settled["mission"] == "easy"
    return others <= {"conquest"} or others in ({"alignment"}, {"raid"})


def seats(settled: Settled) -> tuple[str, ...]:
    names = list(COLOURS[: int(settled["players"])])
    if has_corsair(settled):
        names = list(COLOURS[: len(names) - 1])
        names.insert(int(settled["corsair_seat"]), "corsair")
    return tuple(names)


def teams(settled: Settled) -> tuple[tuple[str, ...], ...]:
    """MI-16, MI-19: those who face each other; or all against the Corsair."""
    names = seats(settled)
    if has_corsair(settled):
        return tuple(name for name in names if name != "corsair"), ("corsair",)
    return (names[::2], names[1::2]) if settled["mode"] == "teams" else ()


GAME = Game(
    name="master-islands",
    package=__package__,
    prefix="MI",
    chance="draw",
    secrets=True,
    minutes=(15, 30),
    options=OPTIONS,
    modes=(
        Mode("classic", {"mode": "classic"}, asks=("players",)),
        Mode("teams", {"mode": "teams"}),
        Mode("corsair", {"mode": "corsair"}, asks=("mission",)),
    ),
    seats=seats,
    teams=teams,
    # Each of 47 cards laid comes with a move, a question, a move alone after `again` (MI-8) and a keep; there are at
    # most three turns without a card before each, of a move and a keep; and every card is drawn once and taken once.
    # This is a little more.
    most_actions=lambda settled: 47 * 4 + 48 * 4 * 2 + 48 * 2,
    tells=tells,
)
