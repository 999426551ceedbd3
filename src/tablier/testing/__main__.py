"""`python -m tablier.testing`: check a game, record its golden games, or look for sentences that none of them tells."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from tablier.engine.compiled import use_compiled_rules
from tablier.engine.errors import TablierError
from tablier.engine.game import Game
from tablier.engine.registry import find
from tablier.testing import CHECKS, GAME_CHECKS, golden, telling


def main(words: list[str] | None = None) -> int:
    """Do what the words of the command line say. Return 0 if all is well."""
    parser = _parser()
    arguments = parser.parse_args(words)
    try:
        return int(arguments.run(arguments))
    except TablierError as problem:
        print(f"{parser.prog}: {problem}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tablier.testing", description="The conformance suite.")
    commands = parser.add_subparsers(required=True)

    check = commands.add_parser("check", help="run every check on a game, under every combination of options")
    check.add_argument("game")
    check.add_argument("--effort", type=float, default=1, help="how many times as many examples (default: 1)")
    check.set_defaults(run=_check)

    record = commands.add_parser("record", help="write the golden games of a game, and how they are told, again")
    record.add_argument("game")
    record.add_argument("name", nargs="?", help="a new one: a short random game; without a name, all that there are")
    record.add_argument("options", nargs="*", metavar="option=value", help="the new game's options")
    record.add_argument("--seed", type=int, help="let the new game's chance follow this seed")
    record.add_argument("--folder", type=Path, default=Path("tests/data"), help="default: %(default)s")
    record.set_defaults(run=_record)

    tell = commands.add_parser("tell", help="play at random, and keep what is told in a new way")
    tell.add_argument("game")
    tell.add_argument("--seconds", type=float, default=30, help="how long to play (default: %(default)s)")
    tell.add_argument("--folder", type=Path, default=Path("tests/data"), help="default: %(default)s")
    tell.set_defaults(run=_tell)
    return parser


def _check(arguments: argparse.Namespace) -> int:
    game, failures = find(arguments.game), 0
    use_compiled_rules(game)
    jobs: list[tuple[Callable[..., None], dict[str, Any]]] = [(check, {}) for check in GAME_CHECKS]
    for options in game.variants():
        jobs += [(check, {"options": options, "effort": arguments.effort}) for check in CHECKS]
    for number, (check, given) in enumerate(jobs, start=1):
        label = " ".join([check.__name__, *(f"{name}={value}" for name, value in given.get("options", {}).items())])
        start = perf_counter()
        try:
            check(game, **given)
            verdict = "ok"
        except Exception as problem:  # a rule that breaks down is a failure as any other
            failures += 1
            verdict = "\n".join(["FAILS", repr(problem), *getattr(problem, "__notes__", [])])
        print(f"[{number}/{len(jobs)}] {perf_counter() - start:6.1f} s  {label}: {verdict}", flush=True)
    return int(failures > 0)


def _record(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    use_compiled_rules(game)
    folder: Path = arguments.folder / game.name / "golden"
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.name:
        options = game.settle(dict(option.split("=", 1) for option in arguments.options))
        seed = arguments.seed
        match = golden.short_game(game, options) if seed is None else golden.seeded_game(game, options, seed)
        _write(folder / f"{arguments.name}.txt", golden.playthrough(match))
    else:
        for path in sorted(folder.glob("*.txt")):
            _write(path, golden.playthrough(golden.load(path.read_text(encoding="utf-8"), game)))
    _write_sentences(game, folder.parent)
    return 0


def _tell(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    use_compiled_rules(game)
    folder: Path = arguments.folder / game.name
    (folder / "told").mkdir(parents=True, exist_ok=True)
    before = len(list((folder / "told").glob("*.txt")))
    found = telling.new_games(game, golden.matches(folder, game), arguments.seconds)
    for number, match in enumerate(found, start=before + 1):
        _write(folder / "told" / f"{number:02}.txt", str(match))
    _write_sentences(game, folder)
    return 0


def _write_sentences(game: Game, folder: Path) -> None:
    told = telling.examples(golden.matches(folder, game))
    for lang in game.words.languages if told else ():
        _write(folder / f"story.{lang}.txt", telling.sentences(told, game.words.texts(lang)))


def _write(path: Path, playthrough: str) -> None:
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(playthrough, encoding="utf-8")
    lines = playthrough.count("\n")
    print(f"{path}: {lines} lines, {'new' if before is None else 'changed' if before != playthrough else 'as it was'}")


if __name__ == "__main__":
    sys.exit(main())
