"""Our own games fit the Protocols: mypy reads this file, and finds a kernel or a function that takes something else."""

from __future__ import annotations

from tablier.engine.game import Notation, SceneMaker
from tablier.engine.kernels import Rules
from tablier.engine.registry import find, games
from tablier.games.maestria import notation as maestria_notation
from tablier.games.maestria import rules as maestria_rules
from tablier.games.maestria import scene as maestria_scene
from tablier.games.master_citadel import notation as citadel_notation
from tablier.games.master_citadel import rules as citadel_rules
from tablier.games.master_citadel import scene as citadel_scene
from tablier.games.master_islands import notation as islands_notation
from tablier.games.master_islands import rules as islands_rules
from tablier.games.master_islands import scene as islands_scene
from tablier.games.war_of_masters import notation as war_notation
from tablier.games.war_of_masters import rules as war_rules
from tablier.games.war_of_masters import scene as war_scene

PARTS: dict[str, tuple[Rules, Notation, SceneMaker]] = {
    "maestria": (maestria_rules, maestria_notation, maestria_scene),
    "master-citadel": (citadel_rules, citadel_notation, citadel_scene),
    "master-islands": (islands_rules, islands_notation, islands_scene),
    "war-of-masters": (war_rules, war_notation, war_scene),
}


def test_every_game_of_ours_is_read_by_mypy_as_these_parts() -> None:
    ours = [name for name in games() if find(name).package.startswith("tablier.")]
    assert {name: (find(name).rules, find(name).notation, find(name).picture) for name in ours} == PARTS
