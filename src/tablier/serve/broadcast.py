"""What those who are connected to a table are sent: what they missed, what happens, who is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablier.engine.errors import TablierError
from tablier.engine.kernels import PUBLIC
from tablier.picture.wire import Drawn, Sent
from tablier.serve import schema, timing
from tablier.serve.edition import edition
from tablier.serve.encoding import as_bytes, with_events
from tablier.serve.errors import Moved, refusal
from tablier.serve.live import NO_MORE, Connection, Live
from tablier.serve.table import visibility
from tablier.serve.table.events import Event
from tablier.serve.table.table import Table

News = dict[int, list[Sent]]
"""What each audience is told of what has happened, with the versions that it makes."""


def no_news(live: Live) -> News:
    """Nothing yet, for those who are there."""
    return {audience: [] for audience in live.audiences}


def note(news: News, event: Event, table: Table) -> None:
    """Add an event that has just happened to the news, as those may know it who are there."""
    for audience in visibility.who_see(event, news):
        news[audience].append(visibility.seen(event, audience, table.id, table.versions[audience]))


def tell(live: Live, news: News) -> None:
    """Send everybody what is new to them, and how things stand now. What is the same for several is made once."""
    everybody, standing = _everybody(live), dict[Any, Sent]()
    written: dict[Any, tuple[bytes, Drawn | None]] = {}
    sentences: visibility.Sentences = {}
    for connection in live.connections:
        if not (events := news.get(connection.audience)):
            continue
        likes = connection.likes
        if likes not in standing:
            standing[likes] = _now(live, *likes, everybody)
        same = likes, id(connection.shown)
        if same not in written:
            spoken = visibility.spoken(events, live.table.game, connection.show, connection.lang, sentences)
            message, shown = _changes({"type": "events", "events": spoken, "now": standing[likes]}, connection)
            written[same] = as_bytes(message), shown
        told, connection.shown = written[same]
        connection.send(told)


def now(live: Live, audience: int, show: frozenset[str], lang: str) -> Sent:
    """How things stand for an audience."""
    return _now(live, audience, show, lang, _everybody(live))


def _everybody(live: Live) -> Sent:
    steady = timing.steady()
    sent = visibility.standing(live.table, live.here, steady)
    if ends := [end for end in (live.discussion_end, live.quiet_end) if end is not None]:
        sent["discussion"] = max(0, min(ends) - steady)
    return sent


def _now(live: Live, audience: int, show: frozenset[str], lang: str, everybody: Sent) -> Sent:
    sent = visibility.now(live.table, audience, show, lang, everybody)
    if audience in live.talkers:
        sent["awaits_talk"] = True
    return sent


def welcome(live: Live, connection: Connection, told: Sequence[str], after: int) -> None:
    """Somebody connects, and is told what they missed since a version."""
    table, seat = live.table, connection.audience
    live.connections.add(connection)
    if seat in live.gone:
        del live.gone[seat]
        table.clock.regain(seat, timing.steady())
    message = {
        "type": "events",
        "protocol": schema.PROTOCOL,
        "pages": edition(),
        "seat": None if seat == PUBLIC else seat,
        "after": after,
        "now": now(live, *connection.likes),
    }
    message, connection.shown = _changes(message, connection)
    connection.send(with_events(message, told))
    _tell_presence(live, but=connection)


def part(live: Live, connection: Connection) -> bool:
    """Somebody is no longer connected. Return whether their seat is empty now."""
    live.connections.discard(connection)
    live.used = timing.steady()
    seat = connection.audience
    if seat == PUBLIC or seat in live.here:
        return False
    live.gone[seat] = live.used
    live.table.clock.lose(seat, live.used)
    _tell_presence(live)
    return True


def send_away(problem: TablierError, connections: Iterable[Connection]) -> None:
    """Tell some why they cannot stay, and let go of them; who finds the table elsewhere only has to come again."""
    for connection in connections:
        if not isinstance(problem, Moved):
            connection.send(as_bytes({"type": "refused", "id": None, **refusal(problem, connection.lang)}))
            connection.closing = NO_MORE
        connection.close()


def _tell_presence(live: Live, but: Connection | None = None) -> None:
    sent: Sent = {"type": "presence", "here": sorted(live.here)}
    if clock := live.table.clock.show(timing.steady()):
        sent["clock"] = clock
    told = as_bytes(sent)
    for connection in live.connections:
        if connection is not but:
            connection.send(told)


def _changes(message: Sent, connection: Connection) -> tuple[Sent, Drawn | None]:
    """A message as a connection likes it, and the picture that it then knows."""
    if "changes" not in connection.show:
        return message, None
    scene: Drawn = message["now"]["scene"]
    return {**message, "now": {**message["now"], "scene": scene.since(connection.shown)}}, scene
