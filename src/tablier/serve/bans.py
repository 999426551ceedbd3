"""Whom the host does not let in. The store knows; what is here is what it knew a moment ago."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from tablier.serve import timing
from tablier.serve.errors import Banned
from tablier.serve.households import household, plain
from tablier.serve.store import Ban, Change, Overview, Store

Network = IPv4Network | IPv6Network

MAPPED = 96
"""Bits of an address of the sixth version before the one of the fourth that is written in it."""


class Bans:
    """Those that are in force. They are read again every few seconds: another process may have made some."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[str, Ban] = {}
        self._networks: dict[Network, Ban] = {}

    async def read(self) -> None:
        """What the store knows now."""
        now = timing.wall()
        bans = [ban for ban in await Overview(self._store).bans() if is_in_force(ban, now)]
        self._people = {ban.who: ban for ban in bans if ban.kind == "person"}
        self._networks = {_network(ban.who): ban for ban in bans if ban.kind == "address"}

    async def add(self, *bans: Ban) -> None:
        await self._store.commit(Change(new_bans=bans))
        await self.read()

    async def lift(self, *bans: tuple[str, str]) -> None:
        """Let those in again, of whom the kind and the name are given."""
        await self._store.commit(Change(lifted_bans=bans))
        await self.read()

    def check(self, address: str, person: str = "") -> None:
        """Let somebody pass; raises Banned."""
        if self.about(address, person):
            raise Banned

    def about(self, address: str, person: str = "") -> Ban | None:
        """The ban that keeps somebody out; None: they are welcome."""
        if not self._people and not self._networks:
            return None
        now = timing.wall()
        found = [self._people.get(person), *self._of(address)]
        return next((ban for ban in found if ban and is_in_force(ban, now)), None)

    def _of(self, address: str) -> list[Ban]:
        try:
            found = plain(ip_address(address))
        except ValueError:
            return []
        return [ban for network, ban in self._networks.items() if found in network]


def is_in_force(ban: Ban, now: int) -> bool:
    return ban.until is None or ban.until > now


def network_of(text: str) -> str | None:
    """An address, or a network, as a ban names it; None: it is neither. Of an address, its whole household is meant.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1/56"), network_of("Ann")
    ('192.0.2.7/32', '2001:db8::/56', None)
    >>> network_of("2001:db8::1"), network_of("2001:db8::1/128")
    ('2001:db8::/64', '2001:db8::1/128')
    >>> network_of("::ffff:192.0.2.7"), network_of("::ffff:192.0.2.7/120")
    ('192.0.2.7/32', '192.0.2.0/24')
    """
    try:
        return str(_network(household(text)))
    except ValueError:
        return None


def _network(text: str) -> Network:
    """The network that is meant, as visitors are looked up in it; raises ValueError."""
    network = ip_network(text, strict=False)
    address = plain(network.network_address)
    if address.version == network.version or network.prefixlen < MAPPED:
        return network
    return ip_network((address, network.prefixlen - MAPPED))
