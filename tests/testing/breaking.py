"""Ways to break the toy, each of which a check of the suite must catch.

A breaker is a function that spoils one thing; its decorator says which check finds it out, and what the error says.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablier.engine import game as core_game
from tablier.engine import options
from tablier.engine.errors import BadOption
from tablier.engine.game import Game, Pages
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, State
from tablier.engine.options import Settled, Value
from tablier.engine.rng import below
from tablier.engine.talk import FREE, Talk
from tablier.language import Catalogue
from tablier.picture.scene import Beat, Choice, Control, Form, Item, Moment, Outlook, Scene, Shape, use
from tablier.testing import deals, describing, playing, secrets, showing, writing
from tests.testing.toy import game as toy_game
from tests.testing.toy import notation, rules, scene, talk


class Toy:
    """The toy, with something broken."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game: Game = toy_game.GAME
        self.monkeypatch = monkeypatch

    def breaks(self, where: object, name: str, replacement: Callable[..., Any]) -> None:
        """Put a broken function in place of a right one, which it is given as its first argument."""
        right = getattr(where, name)
        self.monkeypatch.setattr(where, name, lambda *args, **kwargs: replacement(right, *args, **kwargs))
        self.describes()

    def describes(self, **changes: Any) -> None:
        """Change the description of the game; its parts are bound anew."""
        self.game = dataclasses.replace(self.game, **changes)


Breaker = Callable[[Toy], None]
BREAKERS: list[Any] = []


def caught_by(check: Callable[..., None], message: str) -> Callable[[Breaker], Breaker]:
    """Note that this check catches it, with an error that says so."""

    def note(breaker: Breaker) -> Breaker:
        BREAKERS.append(pytest.param(breaker, check, message, id=breaker.__name__))
        return breaker

    return note


# --- what is listed ---------------------------------------------------------------------------------------------------


@caught_by(playing.actions_are_listed, "should be ascending")
def actions_descend(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        n: int = right(s, p, out)
        out[:n] = out[:n][::-1].copy()
        return n

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "should be ascending, each once")
def an_action_is_listed_twice(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        n: int = right(s, p, out)
        out[n] = out[n - 1]
        return n + 1 if n else 0

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "should be from 0 to 6")
def an_action_is_out_of_range(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        n: int = right(s, p, out)
        out[n] = rules.ACTION_COUNT
        return n + 1 if n and s.phase == rules.CHOOSING else n

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "pending is False, legal actions")
def a_seat_has_actions_out_of_turn(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        out[0] = rules.TAKE
        return right(s, p, out) or int(s.phase == rules.CHOOSING)

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "has no action|pending is True")
def a_pending_seat_has_no_action(toy: Toy) -> None:
    toy.breaks(rules, "legal", lambda right, s, p, out: 0 if s.phase == rules.CHOOSING else right(s, p, out))


@caught_by(
    playing.actions_are_listed,
    "nature's False|nature is to act, but has no action",
)
def nobody_is_to_act(toy: Toy) -> None:
    toy.breaks(rules, "pending", lambda right, s: 0 if s.phase == rules.CHOOSING else right(s))


@caught_by(playing.actions_are_listed, "over False, some seat's True, nature's True")
def nature_interferes(toy: Toy) -> None:
    def chances(right: Any, s: State, out: Buffer, weights: Buffer) -> int:
        out[0] = weights[0] = 1
        return right(s, out, weights) or int(s.phase == rules.CHOOSING)

    toy.breaks(rules, "chances", chances)


@caught_by(playing.actions_are_listed, "weights should be positive")
def a_weight_is_nothing(toy: Toy) -> None:
    def chances(right: Any, s: State, out: Buffer, weights: Buffer) -> int:
        n: int = right(s, out, weights)
        weights[0] = 0
        return n

    toy.breaks(rules, "chances", chances)


@caught_by(playing.actions_are_listed, "pending gives 0b1000, but there are 3 seats")
def there_is_a_fourth_seat(toy: Toy) -> None:
    toy.breaks(rules, "pending", lambda right, s: 0b1000 if s.phase == rules.OVER else right(s))


@caught_by(playing.actions_are_listed, "writes behind its buffer")
def a_kernel_leaves_its_buffer(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        if out.base is not None:  # it is a part of something larger
            out.base[len(out)] = 0
        return int(right(s, p, out))

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "has changed the record")
def asking_changes_the_record(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        s.roll += s.phase == rules.CHOOSING
        return int(right(s, p, out))

    toy.breaks(rules, "legal", legal)


@caught_by(playing.actions_are_listed, "keep the option rounds=3, but has 2")
def an_option_is_lost(toy: Toy) -> None:
    def end_round(right: Any, s: State) -> None:
        right(s)
        s.rounds = 2

    toy.breaks(rules, "end_round", end_round)


# --- what is forbidden ------------------------------------------------------------------------------------------------


@caught_by(playing.refusals_have_reasons, "is not legal, but no rule forbids it")
def nothing_is_forbidden(toy: Toy) -> None:
    right = rules.forbids
    toy.breaks(rules, "legal", lambda _, s, p, out: _legal_by(right, s, p, out))
    toy.breaks(rules, "forbids", lambda _, s, p, a: 0)


@caught_by(playing.refusals_have_reasons, "is legal, but rule 7 forbids it")
def what_is_legal_is_forbidden(toy: Toy) -> None:
    right = rules.forbids
    toy.breaks(rules, "legal", lambda _, s, p, out: _legal_by(right, s, p, out))
    toy.breaks(rules, "forbids", lambda _, s, p, a: 7 if a in (1, rules.LEAVE) else right(s, p, a))


def _legal_by(forbids: Callable[..., int], s: State, p: int, out: Buffer) -> int:
    legal = [a for a in range(1, rules.ACTION_COUNT) if forbids(s, p, a) == 0]
    out[: len(legal)] = legal
    return len(legal)


@caught_by(playing.refusals_have_reasons, "there are no words for rule 8")
def a_reason_has_no_words(toy: Toy) -> None:
    toy.breaks(rules, "forbids", lambda right, s, p, a: 8 if right(s, p, a) == 7 else right(s, p, a))


# --- copies, the end --------------------------------------------------------------------------------------------------


@caught_by(playing.copies_are_independent, "the original|[Ff]laky|Inconsistent")
def a_rule_remembers_another_game(toy: Toy) -> None:
    tables = [0]

    def draw(right: Any, s: State, value: int) -> None:
        tables[0] += 1
        right(s, value)

    toy.breaks(rules, "draw", draw)
    toy.breaks(rules, "chances", lambda right, s, out, weights: max(1, right(s, out, weights) - tables[0] % 2))


@caught_by(playing.games_end_and_are_shared, "it should be over within 9 actions")
def a_game_is_longer_than_it_says(toy: Toy) -> None:
    toy.describes(most_actions=lambda settled: 9)


@caught_by(playing.games_end_and_are_shared, "parts of the win should be 0 or more")
def nobody_wins(toy: Toy) -> None:
    def shares(right: Any, s: State, out: Buffer) -> None:
        out[:] = 0

    toy.breaks(rules, "shares", shares)


@caught_by(playing.games_end_and_are_shared, "parts of the win should be 0 or more")
def a_seat_is_forgotten_in_the_shares(toy: Toy) -> None:
    def shares(right: Any, s: State, out: Buffer) -> None:
        out[:2] = 1

    toy.breaks(rules, "shares", shares)


# --- what is written --------------------------------------------------------------------------------------------------


@caught_by(writing.notation_round_trips, "is written for two actions")
def two_actions_are_written_alike(toy: Toy) -> None:
    toy.breaks(notation, "write", lambda right, s, seat, a, viewer=None: right(s, seat, a, viewer).replace("4", "3"))


@caught_by(writing.notation_round_trips, "is read as")
def an_action_is_misread(toy: Toy) -> None:
    toy.breaks(notation, "read", lambda right, s, seat, text: 1 if text == "2" else right(s, seat, text))


@caught_by(writing.notation_round_trips, "in one line, without spaces around it")
def an_action_ends_in_a_space(toy: Toy) -> None:
    toy.breaks(notation, "write", lambda right, s, seat, a, viewer=None: right(s, seat, a, viewer) + " ")


@caught_by(writing.notation_round_trips, "should see its own")
def a_seat_does_not_see_its_own_bid(toy: Toy) -> None:
    toy.breaks(notation, "write", lambda right, s, seat, a, viewer=None: right(s, seat, a, viewer and PUBLIC))


@caught_by(writing.notation_round_trips, "is read as")
def a_line_loses_an_action(toy: Toy) -> None:
    toy.breaks(notation, "write_line", lambda right, played, after: right(played[:1], after))


@caught_by(writing.nonsense_is_refused, "the text: ")
def nonsense_is_a_crash(toy: Toy) -> None:
    toy.breaks(notation, "read", lambda right, s, seat, text: {"1": 1, "[1]": 1}[text])


@caught_by(writing.nonsense_is_refused, "list index out of range")
def a_nonsensical_line_is_a_crash(toy: Toy) -> None:
    toy.breaks(notation, "read_line", lambda right, s, line: [(None, line.split(":")[1])])


@caught_by(writing.undoing_replays, "position")
def a_rule_counts_how_often_it_is_called(toy: Toy) -> None:
    calls = [0]

    def draw(right: Any, s: State, value: int) -> None:
        right(s, value)
        calls[0] += 1
        s.roll = calls[0]

    toy.breaks(rules, "draw", draw)


@caught_by(writing.game_files_are_exact, r"line \d+: ")
def a_line_names_the_wrong_seats(toy: Toy) -> None:
    def write_line(right: Any, played: Any, after: State) -> str:
        return str(right([(seat if seat == NATURE else 2 - seat, text) for seat, text in played], after))

    toy.breaks(notation, "write_line", write_line)


# --- what is hidden ---------------------------------------------------------------------------------------------------


@caught_by(secrets.views_agree, "hidden again, changes")
def hiding_twice_is_not_hiding_once(toy: Toy) -> None:
    def hide(right: Any, s: State, p: int) -> None:
        right(s, p)
        s.roll += 1

    toy.breaks(rules, "hide", hide)


@caught_by(secrets.views_agree, "its legal actions depend")
def legal_actions_depend_on_other_hands(toy: Toy) -> None:
    def legal(right: Any, s: State, p: int, out: Buffer) -> int:
        return min(1, right(s, p, out)) if s.hand[(p + 1) % 3, 3] > 0 else int(right(s, p, out))

    toy.breaks(rules, "legal", legal)


@caught_by(secrets.views_agree, "forbids")
def a_refusal_tells_of_other_hands(toy: Toy) -> None:
    def forbids(right: Any, s: State, p: int, a: int) -> int:
        rule = right(s, p, a)
        return 3 if rule == 2 and s.hand[(p + 1) % 3, 3] > 0 else rule

    toy.breaks(rules, "forbids", forbids)


@caught_by(secrets.views_agree, "whether it may act")
def whether_one_may_act_depends_on_other_hands(toy: Toy) -> None:
    def pending(right: Any, s: State) -> int:
        bits = int(right(s))
        return bits & ~1 if s.phase == rules.BIDDING and bits > 1 and s.hand[1, 3] > 0 else bits

    toy.breaks(rules, "pending", pending)


@caught_by(secrets.views_agree, "what it may say depends")
def talk_depends_on_other_hands(toy: Toy) -> None:
    toy.breaks(talk, "talk", lambda right, s, seat: Talk(aloud=bool(s.hand[(seat + 1) % 3, 3] > 0)))


def _planes(toy: Toy, planes: Callable[[State, int, Buffer], None]) -> None:
    """Give the toy a plane of one square."""
    toy.describes()
    vars(toy.game)["insight"] = SimpleNamespace(PLANES=("hands",), BOARD=(1, 1), planes=planes)


@caught_by(secrets.planes_show_the_view, "show what it cannot know: hands")
def planes_show_the_hands_of_others(toy: Toy) -> None:
    def planes(s: State, p: int, out: Buffer) -> None:
        out[:] = s.hand.sum()

    _planes(toy, planes)


@caught_by(secrets.planes_show_the_view, "not written everywhere: hands")
def planes_are_left_as_they_were(toy: Toy) -> None:
    _planes(toy, lambda s, p, out: None)


@caught_by(secrets.planes_show_the_view, "has changed the record")
def planes_spoil_the_record(toy: Toy) -> None:
    def planes(s: State, p: int, out: Buffer) -> None:
        s.hand[p, 0] += 1
        out[:] = 0

    _planes(toy, planes)


@caught_by(secrets.secrets_are_kept, "depends on what it cannot know; bid")
def bids_are_not_hidden(toy: Toy) -> None:
    def hide(right: Any, s: State, p: int) -> None:
        bids = s.bid.copy()
        right(s, p)
        s.bid[:] = bids

    toy.breaks(rules, "hide", hide)


@caught_by(secrets.secrets_are_kept, "depends on what it cannot know; hand")
def a_neighbours_hand_is_not_hidden(toy: Toy) -> None:
    def hide(right: Any, s: State, p: int) -> None:
        hand = s.hand[0].copy()
        right(s, p)
        s.hand[0] = hand

    toy.breaks(rules, "hide", hide)


@caught_by(secrets.secrets_are_kept, "depends on what it cannot know; roll")
def a_counter_tells_of_the_cards_drawn(toy: Toy) -> None:
    def draw(right: Any, s: State, value: int) -> None:
        right(s, value)
        s.roll += value == 4

    toy.breaks(rules, "draw", draw)


@caught_by(secrets.secrets_are_kept, "the notation tells")
def the_notation_tells_what_was_drawn(toy: Toy) -> None:
    toy.breaks(notation, "write", lambda right, s, seat, a, viewer=None: right(s, seat, a))


@caught_by(secrets.secrets_are_kept, "a spectator sees what|the view of a spectator depends")
def a_spectator_sees_all(toy: Toy) -> None:
    toy.breaks(rules, "hide", lambda right, s, p: None if p == PUBLIC else right(s, p))


@caught_by(deals.deals_fit_the_view, "does not have its view; held")
def a_deal_changes_what_was_seen(toy: Toy) -> None:
    def deal(right: Any, s: State, p: int, rng: Buffer) -> None:
        right(s, p, rng)
        s.held[0] = 1

    toy.breaks(rules, "deal", deal)


@caught_by(deals.deals_fit_the_view, "is still hidden; hand")
def a_deal_leaves_blanks(toy: Toy) -> None:
    toy.breaks(rules, "deal", lambda right, s, p, rng: None)


@caught_by(deals.deals_fit_the_view, "is still hidden; bid")
def a_deal_leaves_a_bid_open(toy: Toy) -> None:
    toy.breaks(rules, "any_of_hand", lambda right, s, p, rng: rules.HIDDEN)


@caught_by(deals.deals_are_in_proportion, "standard errors")
def deals_give_every_value_alike(toy: Toy) -> None:
    def any_card(right: Any, s: State, rng: Buffer) -> int:
        first = below(rng, 4)
        values = (1 + (first + step) % 4 for step in range(4))
        return next(value for value in values if rules.left(s, value) > 0)

    toy.breaks(rules, "any_card", any_card)


@caught_by(deals.deals_are_in_proportion, "in truth")
def deals_give_the_lowest_first(toy: Toy) -> None:
    def any_card(right: Any, s: State, rng: Buffer) -> int:
        return next(value for value in range(1, 5) if rules.left(s, value) > 0)

    toy.breaks(rules, "any_card", any_card)


# --- what is shown ----------------------------------------------------------------------------------------------------


def _spoil_scene(toy: Toy, spoil: Callable[[Scene], dict[str, Any]]) -> None:
    toy.breaks(scene, "scene", lambda right, *args: dataclasses.replace(right(*args), **spoil(right(*args))))


def _spoil_items(toy: Toy, **changes: Any) -> None:
    _spoil_scene(toy, lambda right: {"items": tuple(dataclasses.replace(item, **changes) for item in right.items)})


@caught_by(showing.scenes_can_be_touched, "ids should be unique")
def ids_are_not_unique(toy: Toy) -> None:
    _spoil_items(toy, id="thing")


@caught_by(showing.scenes_can_be_touched, "touching means")
def an_action_cannot_be_touched(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"touches": dict(list(right.touches.items())[1:])})


@caught_by(showing.scenes_can_be_touched, "touching means")
def a_spectator_can_touch(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"touches": right.touches or {"take": ("table",)}})


@caught_by(showing.scenes_can_be_touched, "a sequence of things to touch is wanted")
def an_action_needs_no_touch(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"touches": dict.fromkeys(right.touches, ())})


@caught_by(showing.scenes_can_be_touched, "there is no 'elsewhere' to touch")
def something_elsewhere_is_to_be_touched(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"touches": dict.fromkeys(right.touches, ("elsewhere",))})


@caught_by(showing.scenes_can_be_touched, "the same touches mean two actions")
def two_actions_are_touched_alike(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"touches": dict.fromkeys(right.touches, ("table",))})


@caught_by(showing.scenes_can_be_touched, "are the beginning of those of")
def some_touches_begin_others(toy: Toy) -> None:
    def spoil(right: Scene) -> dict[str, Any]:
        return {"touches": {action: ("table",) * (i + 1) for i, action in enumerate(right.touches)}}

    _spoil_scene(toy, spoil)


@caught_by(showing.scenes_can_be_touched, "should have words")
def a_thing_to_touch_has_no_words(toy: Toy) -> None:
    _spoil_items(toy, words="")


@caught_by(showing.scenes_can_be_touched, "should be drawn")
def a_thing_to_touch_is_not_drawn(toy: Toy) -> None:
    _spoil_items(toy, shapes=())


@caught_by(showing.scenes_can_be_touched, "should be one of")
def what_is_touched_is_furniture(toy: Toy) -> None:
    _spoil_items(toy, kind="decor")


@caught_by(showing.scenes_can_be_touched, "should be on something that is there")
def a_thing_stands_on_nothing(toy: Toy) -> None:
    _spoil_items(toy, on="elsewhere")


@caught_by(showing.scenes_can_be_touched, "should move something that is there")
def nothing_is_moved(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"moves": dict.fromkeys(right.touches, "elsewhere")})


@caught_by(showing.scenes_can_be_touched, "'table-leg' should be moved to 'table'")
def what_is_moved_stays(toy: Toy) -> None:
    leg = Item("table-leg", 4, 4, (Shape("rect", {}),))
    _spoil_scene(toy, lambda right: {"items": (*right.items, leg), "moves": dict.fromkeys(right.touches, "table-leg")})


@caught_by(showing.scenes_can_be_touched, "not well-formed")
def a_picture_is_not_xml(toy: Toy) -> None:
    _spoil_items(toy, shapes=(Shape("re ct", {}),))


@caught_by(showing.scenes_can_be_touched, "art.svg lacks the symbols")
def a_symbol_is_missing(toy: Toy) -> None:
    _spoil_items(toy, shapes=(use("nothing", 0, 0, 1, 1),))


@caught_by(showing.scenes_can_be_touched, "art.svg lacks the symbols")
def a_symbol_of_a_moment_is_missing(toy: Toy) -> None:
    burst = Item("burst", 0, 0, (use("nothing", 0, 0, 1, 1),))
    _spoil_scene(toy, lambda right: {"moment": Moment("end", (Beat("It is over", (burst,)),))})


@caught_by(showing.scenes_can_be_touched, "which it does not have")
def a_gradient_is_missing(toy: Toy) -> None:
    _spoil_items(toy, shapes=(Shape("rect", {"fill": "url(#nothing)"}),))


@caught_by(showing.scenes_can_be_touched, "choices have the ids of things")
def a_choice_has_the_id_of_a_thing(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"controls": (Control("how", "pick", "How?", (Choice("table", "so"),)),)})


@caught_by(showing.scenes_can_be_touched, "'how' should say what is asked")
def a_control_does_not_say_what_it_asks(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"controls": (Control("how", "pick", "", (Choice("so", "so"),)),)})


@caught_by(showing.scenes_can_be_touched, "every choice of 'how' should have words")
def a_choice_has_no_words(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"controls": (Control("how", "pick", "How?", (Choice("so", ""),)),)})


@caught_by(showing.scenes_can_be_touched, "'how' begins with \\['thus'\\], which are no choices of it")
def a_control_begins_with_no_choice_of_its_own(toy: Toy) -> None:
    how = Control("how", "pick", "How?", (Choice("so", "so"),), presets=("thus",))
    _spoil_scene(toy, lambda right: {"controls": (how,)})


@caught_by(showing.scenes_can_be_touched, "what is taken should be touched, not 'elsewhere'")
def something_is_taken_elsewhere(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"takes": dict.fromkeys(right.touches, "elsewhere")})


@caught_by(showing.scenes_can_be_touched, "there are outlooks for")
def something_is_known_of_what_cannot_be_done(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"outlooks": {"nothing": Outlook("It would be nice")}})


@caught_by(showing.scenes_can_be_touched, "the outlook is at 'elsewhere', which is not there")
def an_outlook_is_shown_at_nothing(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"outlooks": dict.fromkeys(right.touches, Outlook("It is so", at="elsewhere"))})


@caught_by(showing.scenes_can_be_touched, "courses go")
def a_course_is_offered_that_goes_nowhere(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"controls": (Control("how", "course", "How?", (Choice("so", "so"),)),)})


@caught_by(showing.scenes_can_be_touched, "the course 'so' takes 'nothing', which cannot be done")
def a_course_takes_what_cannot_be_done(toy: Toy) -> None:
    offered = (Control("how", "course", "How?", (Choice("so", "so"),)),)
    _spoil_scene(toy, lambda right: {"controls": offered, "courses": {"so": "nothing"}})


@caught_by(showing.scenes_can_be_touched, "as text is empty")
def nothing_is_drawn_as_text(toy: Toy) -> None:
    _spoil_items(toy, glyph="")


@caught_by(showing.scenes_can_be_touched, "where it is narrow")
def what_stands_beside_the_board_reaches_into_it(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"beside": 1.0})


@caught_by(showing.scenes_can_be_touched, "title and status should be words")
def a_scene_has_no_status(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"status": ""})


@caught_by(showing.scenes_can_be_touched, "the aim should be said at every moment")
def a_scene_has_no_aim(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"aim": ""})


@caught_by(showing.scenes_can_be_touched, "what counts should be said of every seat")
def what_counts_is_left_out_for_a_seat(toy: Toy) -> None:
    _spoil_scene(toy, lambda right: {"counts": right.counts[1:]})


@caught_by(showing.scenes_can_be_touched, "should not depend on the language")
def touching_depends_on_the_language(toy: Toy) -> None:
    def spoilt(right: Any, s: State, settled: Settled, seat: int, lang: str, form: Form) -> Scene:
        found: Scene = right(s, settled, seat, lang, form)
        table = Item("table-fr", 4, 2.5, (Shape("rect", {}),), "table", kind="place")
        touches = {action: (*ids[:-1], "table-fr") for action, ids in found.touches.items()}
        touches = {action: (ids[0] if len(ids) > 1 else action, "table-fr") for action, ids in touches.items()}
        return dataclasses.replace(found, items=(*found.items, table), touches=touches) if lang == "fr" else found

    toy.breaks(scene, "scene", spoilt)


@caught_by(showing.talk_is_ruled, "may speak in secret to some of")
def one_may_talk_to_oneself(toy: Toy) -> None:
    toy.breaks(talk, "talk", lambda right, s, seat: Talk(aloud=True, secret=(seat,)))


@caught_by(showing.talk_is_ruled, "it is over, but")
def nobody_may_talk_when_it_is_over(toy: Toy) -> None:
    toy.monkeypatch.setattr(core_game, "FREE", Talk(aloud=False))


@caught_by(showing.talk_is_ruled, "signs depend on what not everybody can know")
def a_sign_tells_ones_own_hand(toy: Toy) -> None:
    toy.breaks(talk, "signs", lambda right, s, seat: right(s, seat)[: 2 + int(s.hand[seat, 0] > 0)])


@caught_by(showing.talk_is_ruled, "point card-1: the picture of .* has no such item")
def one_may_point_at_a_card_that_others_do_not_see(toy: Toy) -> None:
    toy.breaks(talk, "signs", lambda right, s, seat: [*right(s, seat), "point card-1"])


@caught_by(showing.talk_is_ruled, "has no words for 'gesture.wink'")
def a_sign_has_no_words(toy: Toy) -> None:
    toy.breaks(talk, "signs", lambda right, s, seat: [*right(s, seat), "wink"])


@caught_by(showing.talk_is_ruled, "every sign should be another one")
def a_sign_is_one_of_every_game(toy: Toy) -> None:
    toy.breaks(talk, "signs", lambda right, s, seat: [*right(s, seat), "yes"])


# --- the game as a whole ----------------------------------------------------------------------------------------------


def _spoil_words(toy: Toy, key: str, lang: str = "", **new: str) -> None:
    """Take a text away, in one language or in all; or put another in its place."""

    def written(right: Any, catalogue: Catalogue, asked: str) -> dict[str, Any]:
        found: dict[str, Any] = right(catalogue, asked)
        spoilt = {other: text for other, text in found.items() if other != key} | new
        return spoilt if asked == (lang or asked) else found

    toy.breaks(Catalogue, "written", written)
    toy.describes()  # the same game, with its words still to be read


@caught_by(describing.description_is_complete, "title: words are wanted in fr")
def the_title_is_not_french(toy: Toy) -> None:
    _spoil_words(toy, "title", "fr")


@caught_by(describing.description_is_complete, "summary: one line of words is wanted in fr")
def the_summary_is_empty(toy: Toy) -> None:
    _spoil_words(toy, "summary", "fr", summary=" ")


@caught_by(describing.description_is_complete, "title: other things are filled in than elsewhere .who.")
def the_title_asks_for_a_name(toy: Toy) -> None:
    _spoil_words(toy, "title", "fr", title="Trois au marché de {who}")


@caught_by(describing.description_is_complete, "seat.cedar: words are wanted")
def a_seat_has_no_words(toy: Toy) -> None:
    _spoil_words(toy, "seat.cedar")


@caught_by(describing.description_is_complete, "should be int32, not int8")
def a_field_is_not_int32(toy: Toy) -> None:
    fields = [(name, np.int8 if name == "roll" else rules.RECORD[name]) for name in rules.RECORD.names or ()]
    toy.monkeypatch.setattr(rules, "RECORD", np.dtype((np.record, fields)))
    toy.describes()


@caught_by(describing.description_is_complete, "the record's field shape should have another name")
def a_field_has_a_name_of_numpys(toy: Toy) -> None:
    fields = [("shape" if name == "roll" else name, rules.RECORD[name]) for name in rules.RECORD.names or ()]
    toy.monkeypatch.setattr(rules, "RECORD", np.dtype((np.record, fields)))
    toy.describes()


@caught_by(describing.description_is_complete, "an option's name is small letters, and not one of")
def an_option_is_called_seed(toy: Toy) -> None:
    toy.describes(options=(dataclasses.replace(toy.game.options[0], name="seed"),))


@caught_by(describing.parts_are_complete, r"talk.py: talk\(s, seat\) is wanted, not talk\(s\)")
def a_part_takes_something_else(toy: Toy) -> None:
    toy.monkeypatch.setattr(talk, "talk", lambda s: FREE)
    toy.describes()


class _Anything(options.Whole):
    def read(self, value: object) -> int:
        return value if isinstance(value, int) else 1


def _rounds_like(kind: type[options.Whole]) -> options.Whole:
    return kind(name="rounds", least=1, most=3, default=3, samples=(3, 1))


@caught_by(describing.options_are_checked, "should be possible as a text|should be refused")
def an_option_is_not_checked(toy: Toy) -> None:
    toy.describes(options=(_rounds_like(_Anything), toy.game.options[1]))


@caught_by(describing.options_are_checked, "which does not say 'a whole number from 1 to 3'")
def a_refused_option_does_not_say_its_range(toy: Toy) -> None:
    class Terse(options.Whole):
        def refuse(self, value: object) -> BadOption:
            return BadOption(f"{self.name}: no")

    toy.describes(options=(_rounds_like(Terse), toy.game.options[1]))


@caught_by(describing.options_are_checked, "the options of the mode second make another one")
def two_modes_are_the_same(toy: Toy) -> None:
    toy.describes(modes=(options.Mode("first"), options.Mode("second")))


@caught_by(describing.description_is_complete, "mode.first.title: words are wanted in every language")
def a_mode_has_no_words(toy: Toy) -> None:
    toy.describes(modes=(options.Mode("first"), options.Mode("second", {"rounds": 1})))


@caught_by(describing.options_are_checked, "'no_such_option': 1} should be refused")
def unknown_options_are_let_through(toy: Toy) -> None:
    def settle(right: Any, known: Any, given: dict[str, Any], *called: Any) -> dict[str, Value]:
        names = {option.name for option in known}
        return dict(right(known, {name: value for name, value in given.items() if name in names}, *called))

    toy.breaks(core_game, "settle", settle)


def _spoil_page(toy: Toy, lang: str, old: str, new: str) -> None:
    def page(right: Any, pages: Pages, asked: str) -> str:
        return str(right(pages, asked)).replace(old, new) if asked == lang else str(right(pages, asked))

    toy.breaks(Pages, "rules", page)


@caught_by(describing.pages_are_complete, "the page in en lacks the rules TM-5")
def a_rule_is_missing_on_a_page(toy: Toy) -> None:
    _spoil_page(toy, "en", "- **TM-5**", "-")


@caught_by(describing.pages_are_complete, "the page in fr has the headings")
def a_page_lacks_a_heading(toy: Toy) -> None:
    _spoil_page(toy, "fr", "## Fin de partie", "## Le reste")


@caught_by(describing.pages_are_complete, "'three-at-the-fair'")
def a_picture_does_not_load(toy: Toy) -> None:
    _spoil_page(toy, "en", "game: three-at-the-market", "game: three-at-the-fair")


@caught_by(describing.cover_and_lessons_can_be_played, "line 3")
def the_cover_is_no_game_file(toy: Toy) -> None:
    toy.monkeypatch.setattr(Pages, "cover", "tablier 1\ngame: three-at-the-market\n!\n")


@caught_by(describing.pages_are_complete, "the same pictures")
def a_page_lacks_a_picture(toy: Toy) -> None:
    _spoil_page(toy, "en", "```position", "```")


@caught_by(describing.pages_are_complete, "toy lacks rules.en.md: write it")
def a_page_is_missing(toy: Toy) -> None:
    toy.breaks(Pages, "_page", lambda right, pages, name, lang: None)
