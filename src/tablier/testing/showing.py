"""Checks of what a seat is shown, what it may touch and what it may say."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

from hypothesis import strategies as st

from tablier.engine.game import Game
from tablier.engine.kernels import PUBLIC
from tablier.engine.options import Settled
from tablier.engine.talk import GESTURES, POINT, SILENCE, Message
from tablier.picture import svg, text
from tablier.picture.scene import TOUCHABLE, Control, Form, Item, Scene
from tablier.testing.exploration import Draw, Run, explore, noting, require


def scenes_can_be_touched(game: Game, options: Settled, effort: float = 1) -> None:
    """For every seat's view there is a scene, in every language and in both forms, that draws as SVG and as text.

    Its ids are unique, and its symbols are in the game's sheet. Touching means exactly the seat's legal actions: each a
    sequence of things that are drawn, have words and are of a kind that is touched, or of choices of a control; and no
    sequence is the beginning of another. A spectator has nothing to touch. What an action is said to move is where it
    was to go, or gone. A game with words for its aim always says it, and where it says what counts it does so for every
    seat.
    """
    explore(game, options, _examine_scenes, examples=10 * effort)


def _examine_scenes(run: Run, draw: Draw) -> None:
    for viewer in run.viewers:
        view = run.current.view(viewer)
        before = view.to_bytes()
        languages = run.game.words.languages
        drawn: list[tuple[str, Form]] = [*((lang, "wide") for lang in languages), (languages[0], "tall")]
        scenes = {(lang, form): view.scene(viewer, lang, form) for lang, form in drawn}
        require(view.to_bytes() == before, "to draw a view has changed it")
        legal = [] if viewer == PUBLIC else run.current.legal(viewer)
        for (lang, form), scene in scenes.items():
            with noting("the {} scene of {}, in {}".format, form, run.who(viewer), lang):
                _require_touchable(scene, legal)
                _require_drawable(scene)
                _require_aim(run, scene)
        first, *others = scenes.values()
        if viewer != PUBLIC:
            _require_moves(run, viewer, first, draw)
        for other in others:
            require(
                first.touches == other.touches, "what there is to touch should not depend on the language or the form"
            )


def _require_touchable(scene: Scene, legal: list[str]) -> None:
    counts = Counter(item.id for item in scene.items)
    require(len(counts) == len(scene.items), f"ids should be unique: {[id for id, n in counts.items() if n > 1]}")
    require(set(scene.touches) == set(legal), f"touching means {sorted(scene.touches)}, legal is {sorted(legal)}")
    items = {item.id: item for item in scene.items}
    choices = _choices(scene, items)
    for action, sequence in scene.touches.items():
        require(
            isinstance(sequence, tuple) and sequence, f"{action}: a sequence of things to touch is wanted: {sequence}"
        )
        for id in sequence:
            require(id in items or id in choices, f"{action}: there is no {id!r} to touch")
            if id in items:
                _require_for_touching(action, items[id])
    for item in scene.items:
        require(
            not item.on or item.on in items, f"{item.id!r} should be on something that is there, not on {item.on!r}"
        )
    _require_no_beginnings(scene)
    for action, id in scene.takes.items():
        require(id in scene.touches.get(action, ()), f"{action}: what is taken should be touched, not {id!r}")
    strange = set(scene.outlooks) - set(scene.touches)
    require(not strange, f"there are outlooks for {sorted(strange)}, which cannot be done")
    for action, outlook in scene.outlooks.items():
        require(outlook.words, f"{action}: the outlook should be said")
        require(
            not outlook.at or outlook.at in items, f"{action}: the outlook is at {outlook.at!r}, which is not there"
        )
    _require_courses(scene)


def _require_courses(scene: Scene) -> None:
    offered = {choice.id for control in scene.controls for choice in control.choices if control.kind == "course"}
    require(set(scene.courses) == offered, f"courses go {sorted(scene.courses)}, offered are {sorted(offered)}")
    for course, action in scene.courses.items():
        require(action in scene.touches, f"the course {course!r} takes {action!r}, which cannot be done")
    mixed = {id for sequence in scene.touches.values() for id in sequence} & offered
    require(not mixed, f"courses are no part of an action: {sorted(mixed)}")


def _choices(scene: Scene, items: dict[str, Item]) -> dict[str, Control]:
    """The control of each choice."""
    found = {choice.id: control for control in scene.controls for choice in control.choices}
    require(
        len(found) == sum(len(control.choices) for control in scene.controls), "choices should have ids of their own"
    )
    require(not set(found) & set(items), f"choices have the ids of things: {sorted(set(found) & set(items))}")
    for control in scene.controls:
        require(control.words or control.kind == "confirm", f"{control.id!r} should say what is asked")
        require(all(choice.words for choice in control.choices), f"every choice of {control.id!r} should have words")
        strange = set(control.presets) - {choice.id for choice in control.choices}
        require(not strange, f"{control.id!r} begins with {sorted(strange)}, which are no choices of it")
    return found


def _require_for_touching(action: str, item: Item) -> None:
    wanted = f"{action}: {item.id!r} is to be touched, and should"
    require(item.words, f"{wanted} have words")
    require(item.shapes, f"{wanted} be drawn")
    require(item.kind in TOUCHABLE, f"{wanted} be one of {TOUCHABLE}, no {item.kind}")


def _require_no_beginnings(scene: Scene) -> None:
    sequences = {sequence: action for action, sequence in scene.touches.items()}
    require(len(sequences) == len(scene.touches), f"the same touches mean two actions: {scene.touches}")
    for sequence, action in sequences.items():
        for end in range(1, len(sequence)):
            other = sequences.get(sequence[:end])
            require(other is None, f"the touches of {other} are the beginning of those of {action}")


def _require_moves(run: Run, seat: int, scene: Scene, draw: Draw) -> None:
    items = {item.id: item for item in scene.items}
    for action, id in scene.moves.items():
        require(action in scene.touches and id in items, f"{action} should move something that is there, not {id!r}")
    if not scene.moves:
        return
    action = draw(st.sampled_from(sorted(scene.moves)))
    moved, target = scene.moves[action], items[scene.touches[action][-1]]
    after = run.current.copy()
    after.play(action, seat)
    for item in after.view(seat).scene(seat).items:
        away = abs(item.x - target.x), abs(item.y - target.y)
        is_there = away[0] <= target.size[0] / 2 and away[1] <= target.size[1] / 2
        require(item.id != moved or is_there, f"{action}: {moved!r} should be moved to {target.id!r}")


def _require_drawable(scene: Scene) -> None:
    require(scene.title and scene.status, f"title and status should be words: {scene.title!r}, {scene.status!r}")
    require(scene.width > 0 and scene.height > 0, f"there is nothing to show: {scene.width} by {scene.height}")
    _require_symbols(scene)
    picture = svg.render(scene)
    root = ElementTree.fromstring(picture)
    drawn = [element.get("data-id") for element in root.iter() if element.get("data-id") is not None]
    require(
        drawn == [item.id for item in scene.items if item.shapes], "the SVG does not have every item that has shapes"
    )
    named = {element.get("id") for element in root.iter()}
    missing = set(re.findall(r'(?:url\(|href=")#([^")]*)', picture)) - named
    require(not missing, f"the picture refers to {sorted(missing)}, which it does not have")
    drawing = str(text.render(scene))
    require(drawing.strip(), "the drawing as text is empty")
    wide, narrow = _written(drawing), _written(str(text.render(scene, most=1)))
    require(wide == narrow, f"where it is narrow the drawing as text has {narrow} instead of {wide}")


def _require_symbols(scene: Scene) -> None:
    """Those of a moment too, which only a page shows."""
    beats = scene.moment.beats if scene.moment else ()
    items = [*scene.items, *(item for beat in beats for item in beat.items)]
    used = {str(shape.attributes["href"]) for item in items for shape in item.shapes if shape.tag == "use"}
    used |= {choice.symbol for control in scene.controls for choice in control.choices if choice.symbol}
    missing = used - (scene.art.symbols if scene.art else frozenset())
    require(not missing, f"art.svg lacks the symbols {sorted(missing)}")


def _require_aim(run: Run, scene: Scene) -> None:
    require(scene.aim or not run.game.words.group("aim"), "the aim should be said at every moment")
    seats = len(run.seat_numbers) if scene.counts else 0
    require(
        len(scene.counts) == seats and all(scene.counts), f"what counts should be said of every seat: {scene.counts}"
    )


def _written(drawing: str) -> list[str]:
    """What stands in a drawing as text, without lines that may be of any length."""
    return sorted(drawing.translate(dict.fromkeys(map(ord, text.EMPTY[1:]))).split())


def talk_is_ruled(game: Game, options: Settled, effort: float = 1) -> None:
    """At every moment the rules say what a seat may say: to others than itself; aloud when the game is over.

    The game's own signs tell nothing that not everybody knows: they are the same on the view of those who only watch,
    and what one points at is in everybody's picture. Each has words.
    """
    explore(game, options, _examine_talk, examples=40 * effort)


def _examine_talk(run: Run, draw: Draw) -> None:
    before = run.current.to_bytes()
    for seat in run.seat_numbers:
        talk = run.current.talk(seat)
        others = [other for other in run.seat_numbers if other != seat]
        unique = len(set(talk.secret)) == len(talk.secret)
        require(
            unique and all(other in others for other in talk.secret),
            f"{run.who(seat)} may speak in secret to some of {others}, each named once, not to {talk.secret}",
        )
        require(talk.aloud or not run.current.over, f"it is over, but {run.who(seat)} may not speak aloud")
        _require_signs(run, seat, draw)
    require(run.current.talk(PUBLIC) == SILENCE, "those who only watch should be silent")
    require(run.current.to_bytes() == before, "to ask who may talk has changed the record")


def _require_signs(run: Run, seat: int, draw: Draw) -> None:
    listed = run.game.talk_rules.signs
    signs = listed(run.current.record, seat)
    require(signs == listed(run.current.view(PUBLIC).record, seat), "signs depend on what not everybody can know")
    require(len({*signs, *GESTURES}) == len(signs) + len(GESTURES), f"every sign should be another one: {signs}")
    viewer = draw(st.sampled_from(run.viewers)) if signs else PUBLIC
    items = {item.id: item for item in run.current.scene(viewer).items} if signs else {}
    for sign in signs:
        is_pointing, id = sign.startswith(POINT), sign.removeprefix(POINT)
        require(not is_pointing or id in items, f"{sign}: the picture of {run.who(viewer)} has no such item")
        if is_pointing:
            _require_for_touching(sign, items[id])
        for lang in run.game.words.languages:
            for table in ("gesture",) if is_pointing else ("gesture", "sign"):
                run.game.sign_words(sign, lang, table)
    for sign in run.current.signs(seat):
        run.current.check(Message(seat, (), "gesture", sign))
