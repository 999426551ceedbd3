"""Checks of what is written: the notation, undoing and replaying, and the game file."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle
from typing import Any

from hypothesis import strategies as st

from tablier.engine.errors import BadGameFile, IllegalAction
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.engine.options import Settled
from tablier.engine.position import Position
from tablier.record.match import Match
from tablier.testing.exploration import Draw, Run, actions_of, explore, noting, require, some


def notation_round_trips(game: Game, options: Settled, effort: float = 1) -> None:
    """An action is written in one way, different from every other of its position, and is read back as it was.

    So are the turns of a game file, line by line. A seat sees its own actions as they are.
    """
    explore(game, options, _examine_notation, examples=25 * effort)
    explore(game, options, _examine_lines, examples=8 * effort, longest=300)


def _examine_notation(run: Run, draw: Draw) -> None:
    notation, s = run.game.notation, run.current.record
    for seat in run.current.pending:
        found: dict[str, int] = {}
        for action in actions_of(run.current, seat):
            text = notation.write(s, seat, action)
            _require_writable(text, action)
            other = found.setdefault(text, action)
            require(other == action, f"{text!r} is written for two actions, {other} and {action}")
        if seat != NATURE:
            listed = run.current.legal(seat)
            require(listed == [*found], f"write_all should write as write does: {[*found]}, not {listed}")
        for text, action in some(list(found.items()), 60, seed=run.length):
            back = notation.read(s, seat, text)
            require(back == action, f"action {action} is written {text!r}, which is read as {back}")
            if seat != NATURE:
                own = notation.write(s, seat, action, seat)
                require(own == text, f"{run.who(seat)} should see its own {text!r} as it is, not {own!r}")
            for viewer in run.viewers:
                _require_writable(notation.write(s, seat, action, viewer), action)


def _require_writable(text: str, action: int) -> None:
    require(
        isinstance(text, str) and text and text == text.strip() and text.isprintable(),
        f"action {action} should be written in one line, without spaces around it: {text!r}",
    )


def _examine_lines(run: Run, draw: Draw) -> None:
    match, begin = as_match(run), 0
    position = match.at(0)
    for turn in match.turns():
        line, played = turn.line, match.moves[begin : turn.end]
        require(line == line.strip() and line.isprintable() and not line.startswith("#"), f"a line {line!r}")
        require({move.turn for move in played} == {position.turn}, f"the line {line!r} is not one turn")
        read = match.game.notation.read_line(position.record, line)
        for move in played:
            position.play(move.text, move.seat)
        wanted = sorted(move.text for move in played)
        require(sorted(text for _, text in read) == wanted, f"the line {line!r} is read as {read}, but was {played}")
        require(turn.end == match.length or position.turn != played[0].turn, f"the line {line!r} is not a whole turn")
        begin = turn.end
    require(begin == match.length, "there are actions in no line")


def nonsense_is_refused(game: Game, options: Settled, effort: float = 1) -> None:
    """Any text is either a legal action as it is written, or refused with IllegalAction; refusing changes nothing.

    The same for the lines of a game file, which are refused with BadGameFile.
    """
    explore(game, options, _examine_nonsense, examples=60 * effort, longest=100)


def _examine_nonsense(run: Run, draw: Draw) -> None:
    position = run.current
    seat = draw(st.sampled_from((NATURE, *run.seat_numbers)))
    texts = [position.write(who, action) for who in position.pending for action in actions_of(position, who)[:50]]
    text = draw(nonsense(texts))
    with noting("the text: {!r}".format, text):
        before = position.to_bytes()
        trial = position.copy()
        try:
            trial.play(text, seat)
        except IllegalAction:
            require(trial.to_bytes() == before, f"{text!r} is refused, but the position has changed")
        else:
            legal = [position.write(seat, action) for action in actions_of(position, seat)]
            require(text in legal, f"{text!r} is none of the legal actions {legal}, but is played")
        _require_line_refused(run, text)


def _require_line_refused(run: Run, line: str) -> None:
    header = "".join(f"{name}: {value}\n" for name, value in run.options.items())
    with suppress(BadGameFile):
        Match.loads(f"tablier 1\ngame: {run.game.name}\n{header}\n1. {line}\n\nresult: *\n", game=run.game)


def nonsense(texts: list[str]) -> st.SearchStrategy[str]:
    """Texts that are not quite what they should be, and texts that are nothing at all."""
    letters = sorted(set("".join(texts))) or ["a"]
    similar = st.text(st.sampled_from(letters), max_size=12)
    if not texts:
        return similar | st.text(max_size=12)
    legal = st.sampled_from(texts)
    spoilt = st.tuples(legal, st.integers(0, 20), st.text(st.sampled_from([*letters, " ", "é", "٣", "0"]), max_size=2))
    return legal | similar | spoilt.map(lambda parts: _spoil(*parts)) | st.text(max_size=12)


def _spoil(text: str, at: int, patch: str) -> str:
    at %= len(text)
    return text[:at] + patch + text[at + 1 :]


def undoing_replays(game: Game, options: Settled, effort: float = 1) -> None:
    """Undone to the start, a match passes through the same positions; replayed, it comes back to the last."""
    explore(game, options, _examine_undo, examples=12 * effort, longest=25)


def _examine_undo(run: Run, draw: Draw) -> None:
    for match in (as_match(run), as_seeded_match(run, draw)):
        log, states = match.log, _states(match)
        require(states[-1] == match.position.to_bytes(), "to replay the log leads to another position")
        while any(match.seed is None or seat != NATURE for seat, _ in match.log):
            _undo(match, log, states)
        for seat, text in log[len(match.log) :]:
            if match.seed is None or seat != NATURE:
                match.play(text, seat)
        require(
            match.position.to_bytes() == states[-1] and match.log == log,
            f"undone to the start and replayed, the match is another: {match.log}, not {log}",
        )


def _undo(match: Match, log: list[tuple[int, str]], states: list[bytes]) -> None:
    before = len(match.log)
    match.undo()
    after = len(match.log)
    require(after < before, "undo takes nothing back")
    require(
        match.position.to_bytes() == states[after] and match.log == log[:after],
        f"{after + 1} actions, one taken back, are not the position after {after}",
    )


def _states(match: Match) -> list[bytes]:
    """The bytes of the positions that a match has gone through, from its opening."""
    position = Position(match.game, **match.options)
    states = [position.to_bytes()]
    for seat, text in match.log:
        position.play(text, seat)
        states.append(position.to_bytes())
    return states


def game_files_are_exact(game: Game, options: Settled, effort: float = 1) -> None:
    """A game file read and written again is the same text, and its position has the same bytes.

    In the middle of a turn and at the end, with a seed and without one.
    """
    explore(game, options, _examine_file, examples=12 * effort, longest=120)
    explore(game, options, _examine_whole_file, examples=2 * effort, longest=0, tail=0)


def _examine_file(run: Run, draw: Draw) -> None:
    for match in (as_match(run), as_seeded_match(run, draw)):
        require_exact(match)


def _examine_whole_file(run: Run, draw: Draw) -> None:
    run.act_at_random(draw(st.integers(0, 999)), run.game.most_actions(run.options))
    require_exact(as_match(run))
    if run.length < 200:
        require_exact(as_seeded_match(run, draw, to_the_end=True))


def require_exact(match: Match) -> None:
    """The game file of a match leads back to the same match."""
    text = str(match)
    again = Match.loads(text, game=match.game)
    require(str(again) == text, f"the game file\n{text}\nis read and written again as\n{again}")
    require(again.position.to_bytes() == match.position.to_bytes(), "the game file leads to a position of other bytes")
    require(again.options == match.options and again.seed == match.seed, "the game file changes options or seed")


def as_match(run: Run) -> Match:
    """The run as a match without a seed, played through the front door."""
    match = Match(run.game, **dict[str, Any](run.options))
    position = run.at(0)
    for seat, action in run.actions:
        match.play(position.write(seat, action), seat)
        position.apply(seat, action)
    require(match.position.to_bytes() == run.current.to_bytes(), "played as texts, the run leads to another position")
    return match


def as_seeded_match(run: Run, draw: Draw, *, to_the_end: bool = False) -> Match:
    """A match whose nature follows a seed: of about the length of the run, or over (if that does not take too long)."""
    match = Match(run.game, seed=draw(st.integers(0, 999)), **dict[str, Any](run.options))
    choices = [action for _, action in run.actions]
    for action in cycle(choices) if to_the_end else choices:
        if match.over or len(match.log) > 500:
            break
        position = match.position
        seat = position.pending[action % len(position.pending)]
        actions = position.actions(seat)
        match.play(position.write(seat, actions[action % len(actions)]), seat)
    return match
