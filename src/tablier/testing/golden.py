"""Golden games: whole games written out action by action, played again by the tests and compared line by line.

    python -m tablier.testing record war-of-masters

writes those of a game again, where its rules, notation or pictures have changed on purpose. A new one begins as a game
file in the same folder, or as a random game: `record war-of-masters a-name goal=all path=leap`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from math import ceil
from pathlib import Path
from typing import Any

from tablier.engine.game import Game
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.engine.rng import below, seeded
from tablier.picture import text
from tablier.record.match import Match
from tablier.testing.exploration import Run, require

SEPARATOR = "# --- action by action: who acts, of how many actions, which; and now and then what there is to see"
PICTURES = 8
"""How many times a game is drawn, about, besides its end."""


def playthrough(match: Match) -> str:
    """A match written out: its game file, then every action, and now and then the position as text.

    Where an action looks otherwise to some, it says how, and to whom. Where somebody sees more than a spectator, the
    position is drawn for each of them.
    """
    lines = [str(match), SEPARATOR, ""]
    position = Position(match.game, **match.options)
    every = ceil(len(match.log) / PICTURES) | 1  # odd, to meet every kind of moment where two alternate
    for number, (seat, played) in enumerate(match.log, start=1):
        action = position.read(played, seat)
        lines.append(f"{number:4}  {_count(position, seat)}  {played}{_other_looks(position, seat, action)}")
        position.apply(seat, action)
        if number % every == 0 and not position.over:
            lines += _picture(position)
    lines += _picture(position)
    if position.shares is not None:
        lines += [f"{name}: {share}" for name, share in zip(position.seats, position.shares, strict=True)]
    return "\n".join(lines).rstrip() + "\n"


def _count(position: Position, seat: int) -> str:
    width = max(map(len, (*position.seats, "chance")))
    n = len(position.outcomes()) if seat == NATURE else len(position.actions(seat))
    return f"{_name(position, seat):{width}} {n:4}"


def _name(position: Position, seat: int) -> str:
    return {NATURE: "chance", PUBLIC: "spectator"}.get(seat) or position.seats[seat]


def _other_looks(position: Position, seat: int, action: int) -> str:
    """How an action looks to those who may not know it."""
    notation, looks = position.game.notation, dict[str, list[str]]()
    for viewer in (*range(len(position.seats)), PUBLIC):
        look = notation.write(position.record, seat, action, viewer)
        looks.setdefault(look, []).append(_name(position, viewer))
    looks.pop(position.write(seat, action), None)
    return "".join(f"  ({look} to {', '.join(viewers)})" for look, viewers in looks.items())


def _picture(position: Position) -> Iterator[str]:
    """What everybody sees, and may do."""
    public = position.view(PUBLIC)
    yield ""
    for viewer in (PUBLIC, *range(len(position.seats))):
        view = position.view(viewer)
        if viewer == PUBLIC or view != public:
            scene = view.scene(viewer, "en")
            yield f"      {_name(position, viewer)}: {scene.status}"
            yield from (f"      | {line}".rstrip() for line in str(text.render(scene)).split("\n"))
    for seat in position.pending:
        yield f"      {_name(position, seat)} may {' '.join(_legal(position, seat))}"
    yield ""


def _legal(position: Position, seat: int, most: int = 60) -> list[str]:
    """The legal actions, as they are written; the first and the last, where there are very many."""
    texts = position.legal(seat)
    return texts if len(texts) <= most else [*texts[: most // 2], "...", *texts[-most // 2 :]]


def replay(golden: str, game: Game | None = None) -> None:
    """Play a golden game again; raises NotConforming with the first line that differs.

    `game` need not be given for one of ours.
    """
    played = playthrough(load(golden, game))
    for number, (was, is_now) in enumerate(zip_longest(golden.split("\n"), played.split("\n")), start=1):
        require(was == is_now, f"line {number} differs:\n  it was {was!r}\n  it is  {is_now!r}")


def load(golden: str, game: Game | None = None) -> Match:
    """The match of a golden game; a mere game file will do."""
    return Match.loads(golden.partition(SEPARATOR)[0], game=game)


def matches(folder: Path, game: Game | None = None) -> Iterator[Match]:
    """All that are kept in a game's folder: the golden games, then those that are there for their sentences."""
    for kept in ("golden", "told"):
        for path in sorted((folder / kept).glob("*.txt")):
            yield load(path.read_text(encoding="utf-8"), game)


def short_game(game: Game, options: Settled, tries: int = 12) -> Match:
    """A random game that is short: the shortest that somebody wins alone, or else that ends at all, of so many."""
    best, worth = Run(game, options), (2, 0)
    for seed in range(tries):
        run = Run(game, options)
        run.act_at_random(seed, game.most_actions(options))
        shared = max(run.current.shares or (0,)) < 1
        if (shared, run.length) < worth:
            best, worth = run, (shared, run.length)
    return best


def seeded_game(game: Game, options: Settled, seed: int) -> Match:
    """A whole game whose chance follows a seed, and whose players act at random."""
    match, rng = Match(game, seed=seed, **dict[str, Any](options)), seeded("players", seed)
    while not match.over:
        seat = match.pending[below(rng, len(match.pending))]
        legal = match.legal(seat)
        match.play(legal[below(rng, len(legal))], seat)
    return match
