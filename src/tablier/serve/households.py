"""Households: those who share an address, or the network that somebody is given whole."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

HOUSEHOLD = 64
"""Bits of an address of the sixth version that a provider gives to a household; it chooses the others as it likes."""


def plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An address of the fourth version that is written as one of the sixth, as it is."""
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


@lru_cache(10_000)
def household(address: str) -> str:
    """By what limits count somebody who comes from there: who has a network has as many addresses as they like.

    >>> household("192.0.2.7"), household("::ffff:192.0.2.7"), household("2001:db8::7"), household("::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', '::/64')

    Within one's own house, or on one's own machine, nobody is given a network.

    >>> household("fe80::7"), household("::1")
    ('fe80::7', '::1')
    """
    try:
        found = plain(ip_address(address))
    except ValueError:
        return address
    if found.version == 4 or found.is_link_local or found.is_loopback:
        return str(found)
    return str(IPv6Network((int(found) >> HOUSEHOLD << HOUSEHOLD, HOUSEHOLD)))
