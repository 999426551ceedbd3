"""A table in memory, and who is connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from tablier.bots import driver
from tablier.bots.driver import Driver, waited_for
from tablier.engine.kernels import PUBLIC
from tablier.engine.talk import Message
from tablier.picture.wire import Drawn
from tablier.serve.households import household
from tablier.serve.mailbox import Mailbox
from tablier.serve.table.events import hears
from tablier.serve.table.table import Table

WAITING = 512
"""Messages that may wait for a connection; one that takes no more is closed, and can come back for what it missed."""


LATER_MORE, NO_MORE = 1001, 4400
"""How a connection is closed: it can come back, or that is of no use."""


@dataclass(eq=False, slots=True)
class Connection:
    """Somebody who is connected to a table, as a seat or to watch."""

    audience: int
    show: frozenset[str]
    lang: str
    address: str = ""
    """From where it comes."""
    person: str = ""
    """Whose it is, by the hash of their secret; empty: somebody without one watches."""
    outbox: Mailbox[bytes | None] = field(default_factory=Mailbox)
    """What is to be sent, as UTF-8, and could not be at once; None: nothing more, close it."""
    say: Callable[[bytes], bool] | None = None
    """Sends a message at once; False: it has to wait."""
    closing: int = LATER_MORE
    shown: Drawn | None = None
    """The picture that it was last sent, if changes are what it likes."""

    @property
    def household(self) -> str:
        """By what limits count it."""
        return household(self.address)

    @property
    def likes(self) -> tuple[int, frozenset[str], str]:
        """Connections that like the same are sent the same."""
        return self.audience, self.show, self.lang

    def send(self, told: bytes) -> None:
        if self.say and self.outbox.empty() and self.say(told):
            return
        if len(self.outbox) < WAITING:
            self.outbox.put_nowait(told)
        else:
            self.close()

    def may_stay(self, table: Table) -> bool:
        """Whether who is there as a seat still holds it."""
        return self.audience == PUBLIC or not self.person or self.audience in table.seats_of(self.person)

    def close(self) -> None:
        while len(self.outbox) >= WAITING:
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass(eq=False, slots=True)
class Live:
    """A table that is in use. Times are in steady milliseconds."""

    table: Table
    used: int
    """When somebody needed it last."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Whoever wants to change the table holds it: there is one writer at a time."""
    is_ours: bool = True
    """Whether this node still looks after it."""
    connections: set[Connection] = field(default_factory=set)
    gone: dict[int, int] = field(init=False)
    """Since when a seat has not been connected."""
    drivers: dict[int, Driver] = field(default_factory=dict)
    """Of the seats that bots play."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    waiting: dict[int, asyncio.TimerHandle] = field(default_factory=dict)
    """Bots that leave others time to talk."""
    talked: int = 0
    """When something was said last."""
    discussed: int | None = None
    """Since when there is a discussion."""
    files: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The game file as an audience may know it, and after how many events."""

    def __post_init__(self) -> None:
        self.gone = dict.fromkeys(range(len(self.table.chairs)), self.used)

    @property
    def audiences(self) -> set[int]:
        """Those that are connected."""
        return {connection.audience for connection in self.connections}

    @property
    def here(self) -> set[int]:
        """The seats that are connected."""
        return self.audiences - {PUBLIC}

    @property
    def absent(self) -> list[int]:
        here = self.here
        return [seat for seat in range(len(self.table.chairs)) if seat not in here]

    def heard(self, seat: int) -> tuple[Message, ...]:
        """What a seat has heard, or said itself, in this turn."""
        turn = self.table.match.turn
        return tuple(said.as_message for _, said in self.table.talk() if said.turn == turn and hears(said, seat))

    @property
    def discussion_end(self) -> int | None:
        """When the discussion ends by itself; None where it does not, or there is none."""
        limit = self.table.opened.discussion
        return self.discussed + limit * 1000 if limit and self.discussed is not None else None

    @property
    def talkers(self) -> list[int]:
        """The people whom a bot that leads the discussion leaves time to talk; aloud: of whispers nobody is to know."""
        table = self.table
        closing = table.game.closing(table.match.current.record) if self.discussed is not None else None
        if closing is None or not table.chairs[closing[0]].bot or table.match.talk(closing[0]).secret:
            return []
        return waited_for(self.here.intersection(table.others(closing[0])), self.heard(closing[0]))

    @property
    def quiet_end(self) -> int | None:
        """When that bot ends it, if nothing more is said; None where it waits for nobody."""
        return self.talked + round(driver.QUIET * 1000) if self.talkers else None
