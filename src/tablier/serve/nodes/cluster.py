"""This server as one node of several: it says that it is there, and sees who is not."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final

from tablier import __version__
from tablier.serve import timing
from tablier.serve.background import Background
from tablier.serve.errors import Moved
from tablier.serve.nodes import leases
from tablier.serve.nodes.leases import Left, NodeRow
from tablier.serve.nodes.owners import Elsewhere, House, Taken
from tablier.serve.nodes.peers import UNREACHABLE, Lines, Peer, Refused, token_of
from tablier.serve.nodes.presence import Presence
from tablier.serve.store import Change, Fenced, Store, StoreTrouble

log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds from one sign of life to the next."""

SILENCE: Final = 5000
"""Milliseconds without a sign of life after which a node is gone, though its session is still there: it is frozen."""

DOUBTS: Final = 2
"""Looks in a row at which a node has no session: it may just be making a new one."""

CUT_OFF: Final = 8.0
"""Seconds for which a node that is there cannot be reached, until the younger of the two gives way."""

ADOPTED: Final = 20
"""Tables that are taken over at once: so several nodes share them."""

ADOPTIONS: Final = 10
"""Beats from one look for games that nobody looks after to the next, where no node has gone."""

LOOK_IN_THE_MIRROR: Final = 30
"""Beats from one look whether this node is reached by the address that the others are told to the next."""

OUTAGE: Final = 20.0
"""Seconds for which the database may be away, while it is started anew or another takes its place."""

MANY: Final = 8
"""Connections of an address from which on other nodes are told of them."""

Spent = Mapping[str, Mapping[str, float]]
"""How much addresses have used up of each limit."""


class Cluster:
    """One of several nodes that share a store; it implements `Owners`."""

    def __init__(self, store: Store, address: str) -> None:
        """`address`: how other nodes reach this one."""
        self.store, self.address = store, address.rstrip("/")
        self.number = 0
        """Which node this is; 0: none at the moment."""
        self.lines = Lines(token_of(store.signer()))
        self.peers: dict[int, Peer] = {}
        self.spend: Callable[[Spent], None] = lambda spent: None
        """Is told how much addresses have used up of limits at other nodes."""
        self.collect: Callable[[], Spent] = dict
        """Tells how much they have used up here, since it was asked last."""
        self._presence = Presence(store)
        self._owned: set[str] = set()
        self._taken: dict[str, Taken] = {}
        """What the tables have yet to be told of those that were taken over."""
        self._background = Background()
        self._beats = 0
        self._looking, self._telling = asyncio.Lock(), asyncio.Lock()
        self._house: House | None = None

    # --- coming and going

    async def start(self, house: House) -> list[str]:
        self._house = house
        self.store.outage = OUTAGE
        await self._join()
        self._background.spawn(self._live())
        return []

    async def stop(self) -> None:
        """Go: what was ours is free for the others from now on."""
        await self._background.stop()
        with suppress(StoreTrouble):  # then they will notice
            await self._leave()
        await self._presence.close()
        await self.lines.close()

    async def _join(self) -> None:
        number = await self._presence.join(self.address, __version__, timing.wall())
        self.store.guard = partial(leases.fence, self.store.database, number)
        self.number, self._beats = number, 0

    async def _leave(self) -> None:
        number, self.number = self.number, 0
        if number:
            await self._presence.do(leases.declare_gone, number)

    async def _give_up(self) -> None:
        """Nothing is ours any more. Whatever waits to be stored is refused, before we may be let in again."""
        assert self._house
        self.number = 0
        self._owned.clear()
        self._taken.clear()
        self._house.give_up()
        with suppress(Fenced):
            await self.store.commit(Change(alive=timing.wall()))

    async def _live(self) -> None:
        while True:
            try:
                await (self._beat() if self.number else self._rest())
            except StoreTrouble as problem:
                log.warning("the store is in trouble: %s", problem)
            except Exception:  # whatever it is, the others would take this node for gone without the next one
                log.exception("a sign of life has failed")
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        if not await self._presence.do(leases.beat, self.number):
            log.warning("this node was thought to be gone; it begins again")
            await self._give_up()
            await self._join()
        if await self.look_around() or self._beats % ADOPTIONS == 0:
            self._background.spawn(self._adopt())
        if self._beats % LOOK_IN_THE_MIRROR == 1:
            self._background.spawn(self._see_itself())
        self._beats += 1
        self._background.spawn(self._tell_all())
        if any(peer.number < self.number and peer.lost_for > CUT_OFF for peer in self.peers.values()):
            log.warning("other nodes cannot be reached; people are sent there until they can")
            await self._leave()
            await self._give_up()

    async def _rest(self) -> None:
        """Come back once every other node is reached."""
        await self.look_around()
        await self._tell_all()
        if all(peer.lost is None for peer in self.peers.values()):
            await self._join()

    @property
    def is_resting(self) -> bool:
        return not self.number

    # --- whose a table is

    async def take(self, table: str) -> Taken | None:
        while table not in self._owned:
            if not (number := self.number):
                raise Elsewhere(0)
            found = await self.store.patiently(partial(self._claim, number, table))
            if number != self.number:
                continue  # it was claimed by the node that we were before: anybody may claim it now
            if isinstance(found, Left):
                self._own(number, found)
            elif found in (None, number):
                break
            else:
                raise Elsewhere(found)
        return self._taken.pop(table, None)

    async def _claim(self, number: int, table: str) -> Left | int | None:
        return await self._presence.do(leases.claim, number, table)

    async def owner(self, table: str) -> Peer | None:
        """The node that looks after a table; None: this one, from now on if not before. Raises Elsewhere at rest."""
        while True:
            try:
                if taken := await self.take(table):
                    self._taken[table] = taken
                return None
            except Elsewhere as other:
                if not other.node:
                    raise
                await self._meet(other.node)
                if peer := self.peers.get(other.node):
                    return peer

    async def _meet(self, node: int) -> None:
        """Know a node that has just come; one that has just gone is none any more."""
        if node not in self.peers:
            await self.look_around()

    async def _adopt(self) -> None:
        """Go on with games that nobody looks after."""
        assert self._house
        with suppress(StoreTrouble):
            while (number := self.number) and (found := await self._presence.do(leases.adopt, number, ADOPTED)):
                for left in found:
                    self._own(number, left)
                await self._house.resume([left.table for left in found])

    def _own(self, number: int, left: Left) -> None:
        if number == self.number:  # else it was ours for a moment only
            self._owned.add(left.table)
            self._taken[left.table] = Taken(timing.Uptime(left.at, left.stood), left.graces)

    async def mark_alive(self, at: int, graces: str) -> None:
        await self._presence.do(leases.mark_alive, self.number, at, graces)

    # --- the other nodes

    async def look_around(self) -> bool:
        """See who is there; whoever is not is gone for all. Return whether somebody has gone."""
        async with self._looking:
            rows = await self._presence.do(leases.nodes, self.number)
            before = self.peers
            self.peers = {row.number: before.get(row.number) or Peer(row.number, row.address) for row in rows}
            for row in rows:
                if self._is_gone(row):
                    log.warning("node %s at %s is gone", row.number, row.address)
                    await self._presence.do(leases.declare_gone, row.number)
                    del self.peers[row.number]
            return bool(before.keys() - self.peers.keys())

    def _is_gone(self, row: NodeRow) -> bool:
        peer = self.peers[row.number]
        peer.doubts = 0 if row.is_locked else peer.doubts + 1
        return peer.doubts >= DOUBTS or row.silent > SILENCE

    async def _tell_all(self) -> None:
        """Tell the other nodes what they have to know of this one."""
        if self._telling.locked() or not self._house:
            return
        async with self._telling:
            sockets = {address: count for address, count in self._house.sockets.items() if count >= MANY}
            news = {"from": self.number, "living": self._house.living(), "sockets": sockets}
            spent = self.collect()
            await asyncio.gather(*(self._tell(peer, news, spent) for peer in self.peers.values()))

    async def _tell(self, peer: Peer, news: Mapping[str, Any], spent: Spent) -> None:
        for limit, counts in spent.items():
            peer.owed.setdefault(limit, Counter()).update(counts)
        try:
            await self.lines.ask(peer, "news", {**news, "spent": peer.owed})
            peer.owed, peer.lost = {}, None
        except Refused:  # it is there, and wants nothing of this
            peer.owed, peer.lost = {}, None
        except UNREACHABLE:
            if peer.lost is None:
                log.warning("node %s cannot be reached at %s", peer.number, peer.address)
            peer.lost = peer.lost or monotonic()

    async def _see_itself(self) -> None:
        """Warn the host if others do not find this node where it says that it is: its tables would be out of reach."""
        number, found, answered = self.number, None, "nobody answers there"
        try:
            found = await self.lines.ask(Peer(number, self.address), "self", None)
            answered = f"there is node {found}"
        except Refused:
            answered = "somebody else answers there"
        except UNREACHABLE:
            pass
        if number == self.number != found:
            log.warning(
                "people at other nodes do not reach the tables of this one: it says that it is at %s, and %s; "
                "--node says how the others reach it",
                self.address,
                answered,
            )

    def hear(self, news: Mapping[str, Any]) -> None:
        """What another node tells."""
        self.spend(news["spent"])
        if peer := self.peers.get(news["from"]):
            peer.living, peer.sockets = frozenset(news["living"]), news["sockets"]

    async def ask(self, node: int, what: str, body: Any) -> Any:
        await self._meet(node)
        try:
            return await self.lines.ask(self.peers[node], what, body)
        except (KeyError, *UNREACHABLE):
            raise Moved from None

    async def ask_all(self, what: str, body: Any) -> list[Any]:
        answers = await asyncio.gather(*(self.ask(node, what, body) for node in self.peers), return_exceptions=True)
        return [answer for answer in answers if not isinstance(answer, BaseException)]

    def addresses(self) -> list[str]:
        """How the nodes are reached, this one included."""
        return [self.address, *(peer.address for peer in self.peers.values())]

    def sits_elsewhere(self, table: str) -> bool:
        return any(table in peer.living for peer in self.peers.values())

    def sockets_elsewhere(self, address: str) -> int:
        return sum(peer.sockets.get(address, 0) for peer in self.peers.values())
