"""The conformance suite: what every game must fulfil, in every mode and under every option.

A check is a function of a game and its settled options. It searches for a position where the game breaks the protocol,
and raises NotConforming with the simplest one that it has found; the notes of the error have the game file.

    from tablier.testing import conform

    conform(GAME)

Or one test for each check, with pytest:

    @pytest.mark.parametrize("check", tablier.testing.CHECKS)
    @pytest.mark.parametrize("options", list(GAME.variants()))
    def test_game_conforms(check, options):
        check(GAME, options)

For a game of ours `python -m tablier.testing check GAME` does the same and tells how it goes, and
`python -m tablier.testing record GAME` writes its golden games (see `golden.py`).

It needs Hypothesis: `pip install tablier[testing]`.
"""

from __future__ import annotations

from collections.abc import Callable

from tablier.engine.compiled import use_compiled_rules
from tablier.engine.game import Game
from tablier.testing.deals import deals_are_in_proportion, deals_fit_the_view
from tablier.testing.describing import (
    cover_and_lessons_can_be_played,
    description_is_complete,
    options_are_checked,
    pages_are_complete,
    parts_are_complete,
)
from tablier.testing.equivalence import compiled_rules_agree
from tablier.testing.exploration import NotConforming, noting
from tablier.testing.golden import playthrough, replay
from tablier.testing.playing import (
    actions_are_listed,
    copies_are_independent,
    games_end_and_are_shared,
    refusals_have_reasons,
)
from tablier.testing.secrets import planes_show_the_view, secrets_are_kept, views_agree
from tablier.testing.showing import scenes_can_be_touched, talk_is_ruled
from tablier.testing.writing import game_files_are_exact, nonsense_is_refused, notation_round_trips, undoing_replays

__all__ = ["CHECKS", "GAME_CHECKS", "NotConforming", "conform", "playthrough", "replay"]

GAME_CHECKS: tuple[Callable[[Game], None], ...] = (
    description_is_complete,
    parts_are_complete,
    options_are_checked,
    pages_are_complete,
    cover_and_lessons_can_be_played,
)
"""What is checked once for a game: `check(game)`."""

CHECKS: tuple[Callable[..., None], ...] = (
    actions_are_listed,
    refusals_have_reasons,
    copies_are_independent,
    games_end_and_are_shared,
    notation_round_trips,
    nonsense_is_refused,
    undoing_replays,
    game_files_are_exact,
    views_agree,
    planes_show_the_view,
    secrets_are_kept,
    deals_fit_the_view,
    deals_are_in_proportion,
    compiled_rules_agree,
    scenes_can_be_touched,
    talk_is_ruled,
)
"""What is checked under every combination of options: `check(game, options, effort=1)`. More effort, more examples."""


def conform(game: Game, effort: float = 1) -> None:
    """Run every check under every combination of the options' samples; raises NotConforming at the first failure."""
    use_compiled_rules(game)
    for check in GAME_CHECKS:
        check(game)
    for options in game.variants():
        for check in CHECKS:
            with noting("with the options {}".format, options):
                check(game, options, effort)
