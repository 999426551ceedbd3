"""A game that is right passes the whole suite, also one that lives outside the package; compiled and interpreted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tablier.engine import compiled, kernels
from tablier.record.match import Match
from tablier.testing import CHECKS, NotConforming, conform, equivalence
from tests.testing.breaking import Toy, a_game_is_longer_than_it_says, asking_changes_the_record
from tests.testing.toy import rules
from tests.testing.toy.game import GAME


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Leave the toy as it is when it is first loaded: interpreted, and right."""
    yield
    kernels.register(GAME.rules, lambda: GAME.insight)


def test_toy_conforms_compiled() -> None:
    conform(GAME)


def test_suite_catches_rules_that_are_others_when_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.use_compiled_rules(GAME)
    equivalence.compiled_rules_agree(GAME, GAME.settle({"die": "fair"}))
    monkeypatch.setattr(rules, "LOADED", rules.FAIR)  # compiled code keeps the value that it was compiled with
    with pytest.raises(NotConforming, match=r"chances\(\): interpreted gives 3.*\[1, 1, 2\].* compiled .*\[1, 1, 1\]"):
        equivalence.compiled_rules_agree(GAME, GAME.settle({"die": "fair"}))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_toy_conforms_interpreted(check: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
    kernels.register(GAME.rules, lambda: GAME.insight)
    check(GAME, GAME.settle({"rounds": 2, "die": "loaded"}), effort=0.15)


def test_a_failure_comes_with_the_simplest_game_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
    asking_changes_the_record(Toy(monkeypatch))
    with pytest.raises(NotConforming) as caught:
        CHECKS[0](GAME, GAME.settle({}))
    monkeypatch.undo()
    kernels.register(GAME.rules, lambda: GAME.insight)
    file = next(note for note in caught.value.__notes__ if note.startswith("tablier 1"))
    match = Match.loads(file, game=GAME)
    assert match.position.record.phase == rules.CHOOSING
    assert len(match.log) == 6 + 3 + 1  # cards, bids and the die: no game comes there sooner


def test_conform_says_under_which_options_a_game_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_JIT", "0")
    toy = Toy(monkeypatch)
    a_game_is_longer_than_it_says(toy)
    with pytest.raises(NotConforming) as caught:
        conform(toy.game, effort=0.1)
    assert "with the options {'rounds': 3, 'die': 'fair'}" in caught.value.__notes__
