"""Master Islands: who sits where, and what a table may choose. What it is called is in its words."""

from __future__ import annotations

from tablier.engine.errors import BadOption
from tablier.engine.game import Game
from tablier.engine.options import Choice, Letters, Settled, Value, Whole
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


MISSIONS = ("easy", "medium", "hard")

OPTIONS = (
    Choice(
        name="mode",
        values=("classic", "teams", "corsair"),
        default="classic",
        samples=("classic", "teams", "corsair"),
    ),
    Whole(name="players", least=2, most=4, default=usual_players, samples=(2, 3, 4)),
    Letters(
        name="deck",
        pattern="(0|[1-9][0-9]?)(,(0|[1-9][0-9]?)){4}",
        form="five numbers that total 12, such as 3,3,2,2,2",
        codes=lambda text: [int(count) for count in text.split(",")],
        fits=lambda text: sum(map(int, text.split(","))) == rules.CARDS // rules.COLOURS,
        default="3,3,2,2,2",
        samples=("3,3,2,2,2",),
    ),
    Choice(name="alignment", values=("any", "made"), default="any", samples=("any", "made")),
    Choice(
        name="mission", values=("easy", "medium", "hard"), default=usual_mission, samples=("easy", "medium", "hard")
    ),
    Whole(name="raid", least=1, most=8, default=4, samples=(4, 1, 8)),
    Choice(name="pile", values=("ends", "goes-on"), default="ends", samples=("ends", "goes-on")),
    Choice(name="conquest", values=("each", "team"), default="each", samples=("each", "team")),
    Whole(name="corsair_seat", least=0, most=3, default=last_seat, samples=(1, 2, 3)),
)


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
    if settled["mode"] == "corsair":
        names = list(COLOURS[: len(names) - 1])
        names.insert(int(settled["corsair_seat"]), "corsair")
    return tuple(names)


GAME = Game(
    name="master-islands",
    package=__package__,
    prefix="MI",
    chance="draw",
    secrets=True,
    minutes=(20, 40),
    options=OPTIONS,
    seats=seats,
    # Each of 47 cards laid comes with a move, a question, a move alone after `again` (MI-8) and a keep; there are at
    # most three turns without a card before each, of a move and a keep; and every card is drawn once and taken once.
    # This is a little more.
    most_actions=lambda settled: 47 * 4 + 48 * 4 * 2 + 48 * 2,
    check=check,
    tells=tells,
)
